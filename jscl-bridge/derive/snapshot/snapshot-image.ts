import type { Statement } from "acorn";
import { INTERNAL_PACKAGE } from "../../runtime/signals.js";
import { deriveBody, print, printAll } from "../derive.js";
import { wrapAsModule } from "../module.js";
import { emitProgram } from "./emit.js";
import { SnapshotError } from "./error.js";
import { takeSnapshot } from "./heap.js";
import {
  type DefiningCall,
  definingCalls,
  definitionStates,
  type HostImage,
  HostObjects,
  reachable,
  type SymbolStates,
  symbolStates,
} from "./host.js";
import { instrument, programVariables, recordFunctions, type Site } from "./instrument.js";
import { isUnbound, type LispSymbol } from "./objects.js";
import { type OverlayProgram, readOverlay } from "./overlay.js";
import { type BootedProgram, type Jscl, nameObjects } from "./run.js";
import { takeStockEnvironment } from "./stock-environment.js";
import type { Item, Snapshot } from "./write.js";

/** Makes an image around a JSCL, without loading the overlay. */
export type MakeImage = (createJscl: (options: object) => Jscl) => HostImage;

/**
 * Boots JSCL, makes an image of it, loads the overlay, and answers a module that restores all of the Lisp
 * heap. It exports `createJscl` and `overlay` as the plain files do: `overlay` then only joins the heap and
 * the host that `createJscl`'s caller has made. Of the packages in which JSCL keeps its own functions, macros
 * and variables only what something else leads to is kept: `roots` of package JSCL, which the host finds by
 * their names, the symbols of other packages, the overlay. So JSCL's reader, compiler and printer go when the
 * host has replaced what called them, and the names of what went with them.
 * @throws SnapshotError when something of the heap cannot be written down.
 */
export function snapshotImage(
  source: string,
  overlayText: string,
  makeImage: MakeImage,
  roots: readonly string[],
): { code: string; report: Record<string, number> } {
  const { body } = deriveBody(source);
  const program = instrument(body);
  const { sites } = program;
  const overlay = readOverlay(overlayText);
  const functions: BootedProgram["functions"] = new Map();
  const known: BootedProgram["known"] = new Map();
  const recordFunction = (site: number, made: unknown, captured: () => unknown[]): unknown => {
    functions.set(made, { site, captured });
    return made;
  };
  const preludeDone = (jscl: object): void => nameObjects(jscl, "jscl", known);

  let booted: Pick<BootedProgram, "jscl" | "variables"> | undefined;
  let bare: Set<unknown> = new Set();
  let before: SymbolStates = new Map();
  const host = makeImage((options) => {
    const code = `"use strict"; let current; ${printAll(program.body)}`;
    booted = atFixedTime(() =>
      new Function("recordFunction", "preludeDone", "options", code)(recordFunction, preludeDone, options),
    );
    const { jscl } = booted as BootedProgram;
    bare = reachable(jscl);
    before = symbolStates(jscl);
    return jscl;
  });
  if (booted === undefined) throw new Error("the image was made without a JSCL");
  const { jscl } = booted;
  const after = symbolStates(jscl);
  const definitionsBefore = definitionStates(host.definitions);
  const objects = new HostObjects(jscl, host, (value) => functions.has(value), bare, before, after);

  const variables = { ...booted.variables, ...loadOverlay(overlay, sites, host, recordFunction) };
  forgetHiddenDocumentation(jscl);
  const calls = definingCalls(definitionsBefore, definitionStates(host.definitions));
  const isLate = (value: unknown): boolean =>
    objects.find(value) !== null || (functions.get(value)?.captured().some(isLate) ?? false);
  /** Whether the call gives a symbol the function that it has in the heap. */
  const isDefinition = ({ name, parts: [symbol, made] }: DefiningCall): boolean =>
    name === "setSymbolFunction" && (symbol as LispSymbol).fvalue === made && !isLate(made);
  const finished: BootedProgram = {
    jscl,
    variables,
    functions,
    known: known.set(globalThis, "globalThis"),
    opaque: new Set([globalThis, jscl.internals.safepoint]),
    foreign: (value) => objects.find(value),
    objectPrototype: Object.prototype,
  };
  const environment = takeStockEnvironment(jscl, host.definitions.macros);
  const hasDefinition = (symbol: LispSymbol): boolean =>
    environment.names.has(symbol) || symbol.value !== undefined || !isUnbound(symbol.fvalue);
  const touched = [...after.keys()].filter((symbol) => {
    const { value } = after.get(symbol) as { value: unknown };
    return (
      value !== before.get(symbol)?.value && symbol.value !== value && objects.find(symbol.value) === null
    );
  });
  const snapshot = takeSnapshot(finished, sites, program.assignedPreludeVariables, {
    roots: [...calls.flatMap(({ parts }) => parts), ...rootSymbols(jscl, roots)],
    numbering: overlay.numbering,
    ephemerons: environment.ephemerons,
    settle: environment.settle,
    weakTables: new Set(STOCK_PACKAGES.flatMap((name) => tablesOf(jscl, name))),
    keepsName: (symbol) => !hasDefinition(symbol as LispSymbol),
    last: [
      ...touched.flatMap((symbol) => [{ value: symbol }, { value: symbol.value }]),
      ...calls.flatMap((call): Item[] =>
        isDefinition(call)
          ? [{ definition: call.parts[0] as object }]
          : call.parts.map((value) => ({ value })),
      ),
    ],
  });
  const prelude = body.slice(0, program.libraryStart);
  const restored = emitProgram(prelude, snapshot, program.assignedPreludeVariables, print);
  const finish = finishText(snapshot, overlay, touched.length, callRuns(calls, isDefinition));
  const join = "export function overlay(...parameters) { current.finishImage(...parameters); }\n";
  return {
    code: wrapAsModule(`${restored}\n${finish}`, join),
    report: { ...snapshot.report, definingCalls: calls.length },
  };
}

/** The packages that hold what JSCL is made of; programs see names there and no more. */
const STOCK_PACKAGES = ["JSCL", "JSCL/LOOP"];

interface PackageTables {
  symbols: Record<string, object>;
  exports: Record<string, object>;
}

function tablesOf({ packages }: Jscl, name: string): object[] {
  const { symbols, exports } = (packages[name] ?? { symbols: {}, exports: {} }) as PackageTables;
  return [symbols, exports];
}

function rootSymbols({ packages }: Jscl, names: readonly string[]): object[] {
  const { symbols } = packages["JSCL"] as PackageTables;
  return names.map((name) => {
    const symbol = symbols[name];
    if (symbol === undefined) throw new SnapshotError(`JSCL has no symbol ${name}`);
    return symbol;
  });
}

/** Takes off the documentation of variables that no program can name: it stands in the source. */
function forgetHiddenDocumentation(jscl: Jscl): void {
  const [symbols = {}, exports = {}] = tablesOf(jscl, INTERNAL_PACKAGE) as Record<string, object>[];
  for (const [name, symbol] of Object.entries(symbols))
    if (exports[name] === undefined) Reflect.deleteProperty(symbol, "vardoc");
}

function loadOverlay(
  overlay: OverlayProgram,
  sites: Site[],
  host: HostImage,
  recordFunction: unknown,
): Record<string, unknown> {
  const body: Statement[] = recordFunctions(overlay.body, sites);
  const names = programVariables(overlay.body);
  const code = new Function(
    "recordFunction",
    `"use strict"; return function overlay(${overlay.parameters.join(",")}) { ${printAll(body)}\nreturn {${names.join(",")}}; }`,
  );
  const values = host.call(code(recordFunction)) as Record<string, unknown>;
  host.stack.clear();
  return values;
}

/** Names of calls that follow each other, how many there are and how many parts each has. */
function callRuns(
  calls: DefiningCall[],
  isDefinition: (call: DefiningCall) => boolean,
): [string, number, number][] {
  const runs: [string, number, number][] = [];
  for (const call of calls) {
    const { name } = call;
    const parts = isDefinition(call) ? 0 : call.parts.length;
    const last = runs.at(-1);
    if (last !== undefined && last[0] === name && last[2] === parts) last[1]++;
    else runs.push([name, 1, parts]);
  }
  return runs;
}

/** The function that joins the restored heap to the host: same parameters as the overlay's. */
function finishText(
  snapshot: Snapshot,
  overlay: OverlayProgram,
  touched: number,
  calls: [string, number, number][],
): string {
  const own = overlay.parameters.filter((name) => name !== "nil" && name !== "t");
  const given = overlay.parameters.map((name) => `${name}_z`);
  const numbering = snapshot.numbering.map((name) => `${name}=${overlay.numbering.get(name)?.text};`);
  const declared = [...own, ...snapshot.numbering, ...snapshot.foreignVariables.map(([name]) => name)];
  return `var ${declared.join(",")};
internals.finishImage = function (${given.join(",")}) {
${own.map((name) => `${name}=${name}_z;`).join("")}
const foreign_z = [];
${snapshot.foreign.map((text) => `foreign_z.push(${text});`).join("\n")}
const found_z = () => heap_z.found(heap_z.next(), foreign_z);
for (const [key, count] of ${JSON.stringify([...snapshot.late, ...snapshot.hostFields])})
  for (let n = count; n > 0; n--) found_z()[key] = found_z();
heap_z.refill();
for (let n = ${touched}; n > 0; n--) heap_z.next().value = found_z();
${snapshot.foreignVariables.map(([name, at]) => `${name}=foreign_z[${at}];`).join("")}
${numbering.join("\n")}
for (const [name, count, parts] of ${JSON.stringify(calls)})
  for (let n = count; n > 0; n--) R[name](...(parts > 0 ? Array.from({ length: parts }, found_z) : heap_z.definition()));
};`;
}

/** JSCL notes when it booted; the same for every build. */
function atFixedTime<Result>(run: () => Result): Result {
  const { getTime } = Date.prototype;
  Date.prototype.getTime = () => Date.parse("2000-01-01T00:00:00Z");
  try {
    return run();
  } finally {
    Date.prototype.getTime = getTime;
  }
}
