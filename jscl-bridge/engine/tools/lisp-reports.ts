/**
 * Reports that the Lisp of the extensions makes as data (`lisp/extensions/tool-facts.lisp`), and their texts.
 */

import type {
  AproposReport,
  ClassReport,
  MethodEntry,
  MethodsReport,
  Structured,
  TestsReport,
} from "../../contract/results.js";
import { needExtensions } from "../../image/extensions.js";
import type { Image } from "../../image/image.js";
import { writtenSymbol } from "../../runtime/definitions/symbol-search.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, keyword, nil, t } from "../../runtime/signals.js";
import { dataOf } from "../lisp-data.js";
import { counted, type ToolRun } from "./tool-run.js";

/** What a function of the extensions answers as data. */
function facts<T>(image: Image, name: string, ...args: LispValue[]): T {
  needExtensions(image);
  return dataOf<T>(callLisp(name, INTERNAL_PACKAGE, ...args));
}

const text = (x: unknown): LispValue => (typeof x === "string" ? makeString(x) : nil());

export function aproposReport({ image, args }: ToolRun): Structured<AproposReport> {
  const kind = args["kind"] === undefined ? nil() : keyword(String(args["kind"]).toUpperCase());
  const external = args["external_only"] === true ? t() : nil();
  const { start = 0, count = 100 } = args;
  const found = facts<Omit<AproposReport, "start">>(
    image,
    "APROPOS-FACTS",
    text(args["pattern"]),
    text(args["in_"]),
    kind,
    external,
    start as number,
    count as number,
  );
  const report: AproposReport = { ...found, start: start as number };
  const { symbols, total } = report;
  const lines = symbols.map(({ symbol, kinds, lambdaList, access }) => {
    const what = kinds.length === 0 ? "" : ` — ${kinds.join(", ")}`;
    return `${symbol}${lambdaList === null ? "" : ` ${lambdaList}`}${what}${access === "external" ? "" : " (internal)"}`;
  });
  const first =
    total === 0 ? `No symbol has a name with "${args["pattern"]}".` : `${counted(total, "symbol")}:`;
  const left = total - report.start - symbols.length;
  const more =
    left > 0 && symbols.length > 0 ? [`… ${left} more, from start ${report.start + symbols.length} on`] : [];
  return { text: [first, ...lines, ...more].join("\n"), ...report };
}

export function classReport({ image, args }: ToolRun): Structured<ClassReport> {
  const written = String(args["class_"]);
  const symbol = writtenSymbol(image, written.trim(), image.currentPackage());
  const report = facts<ClassReport>(image, "FACTS-OF-CLASS", symbol ?? nil());
  if (!report.found) {
    return {
      text: `There is no class ${written}.`,
      ...report,
      name: symbol === null ? written : report.name,
    };
  }
  return { text: classText(report), ...report };
}

function classText(report: ClassReport): string {
  const { name, metaclass, documentation, precedence, slots, defaultInitargs, methods, methodsTotal } =
    report;
  const listed = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${label}: ${names.join(" ")}`];
  return [
    `${name} — ${metaclass}`,
    ...(documentation === null ? [] : [documentation]),
    ...listed("Superclasses", report.directSuperclasses),
    ...listed("Subclasses", report.directSubclasses),
    ...listed("Precedence", precedence),
    ...(slots.length === 0 ? ["No slots."] : ["Slots:"]),
    ...slots.map(
      ({ name: slot, type, initargs, initform, readers, writers, allocation, from, isDirect }) =>
        `  ${slot}${type === null ? "" : ` (${type})`}${[
          isDirect ? "" : ` from ${from}`,
          initargs.length === 0 ? "" : `, initarg ${initargs.join(" ")}`,
          initform === null ? "" : `, default ${initform}`,
          readers.length === 0 ? "" : `, read by ${readers.join(" ")}`,
          writers.length === 0 ? "" : `, set by ${writers.join(" ")}`,
          allocation === "class" ? ", shared by all instances" : "",
        ].join("")}`,
    ),
    ...defaultInitargs.map((each) => `Default initarg ${each.name} ${each.form}`),
    ...(methodsTotal === 0 ? [] : [`Methods (${methodsTotal}):`, ...methods.map(methodText)]),
    ...(methodsTotal > methods.length ? [`  … ${methodsTotal - methods.length} more`] : []),
  ].join("\n");
}

function methodText({ function: name, qualifiers, specializers, lambdaList }: MethodEntry): string {
  return `  ${[name, ...qualifiers].join(" ")} (${specializers.join(" ")}) ${lambdaList}`;
}

export function methodsReport({ image, args }: ToolRun): Structured<MethodsReport> {
  const pkg = image.currentPackage();
  const symbolOf = (written: unknown) =>
    typeof written === "string" ? (writtenSymbol(image, written.trim(), pkg) ?? nil()) : nil();
  const { generic_function: named, class_: specializer } = args;
  const place = typeof named === "string" ? /^\s*\(\s*setf\s+(\S+?)\s*\)\s*$/i.exec(named)?.[1] : undefined;
  const report = facts<MethodsReport>(
    image,
    "METHODS-FACTS",
    symbolOf(place ?? named),
    place === undefined ? nil() : t(),
    symbolOf(specializer),
    named === undefined ? nil() : t(),
    specializer === undefined ? nil() : t(),
  );
  const { found, methods, methodsTotal } = report;
  const of = [
    named === undefined ? "" : ` of ${named}`,
    specializer === undefined ? "" : ` on ${specializer}`,
  ].join("");
  if (named === undefined && specializer === undefined)
    return { text: 'Give "generic_function" or "class_", or both.', ...report };
  if (!found) {
    const what = named === undefined ? `class ${specializer}` : `generic function ${named}`;
    return {
      text: `There is no ${specializer === undefined || named === undefined ? what : `${what}, or no class ${specializer}`}.`,
      ...report,
    };
  }
  const more = methodsTotal > methods.length ? [`  … ${methodsTotal - methods.length} more`] : [];
  const lines = methods.map(methodText);
  return {
    text: [
      `${counted(methodsTotal, "method")}${of}${methodsTotal === 0 ? "." : ":"}`,
      ...lines,
      ...more,
    ].join("\n"),
    ...report,
  };
}

export function testsReport({ image, args }: ToolRun): Structured<TestsReport> {
  const { framework } = args;
  const report = facts<TestsReport>(
    image,
    "TESTS-FACTS",
    framework === undefined ? nil() : keyword(String(framework).toUpperCase()),
    text(args["test"]),
  );
  return { text: testsText(report), ...report };
}

function testsText({ frameworks, tests, testsTotal, passed, failed, skipped }: TestsReport): string {
  if (frameworks.length === 0)
    return "There are no tests: none of FiveAM, Parachute, Rove, RT and jscl-mcp-test is loaded and has some.";
  const sum = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ", ",
  );
  const lines = tests.flatMap(({ framework, name, passed: hasPassed, checks, failures }) => [
    `${hasPassed ? "ok  " : "FAIL"} ${name} (${framework}, ${counted(checks, "check")})`,
    ...failures.map((each) => `       ${each.replace(/\n/g, "\n       ")}`),
  ]);
  const more =
    testsTotal > tests.length
      ? [`… ${testsTotal - tests.length} more tests, which passed or failed as counted`]
      : [];
  return [`${counted(testsTotal, "test")} of ${frameworks.join(", ")}: ${sum}.`, ...lines, ...more].join(
    "\n",
  );
}
