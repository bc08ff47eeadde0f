/** What COMPILE-FILE and LOAD in the overlay call: files of compiled code. */

import { Environment } from "../compiler/scope/environment.js";
import { processToplevelForm } from "../compiler/toplevel-forms.js";
import { FASL_HEADER } from "../runtime/fasl-header.js";
import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments, truth } from "../runtime/library/fixed.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { makeString } from "../runtime/objects/vectors.js";
import { Pathname } from "../runtime/pathnames/pathname.js";
import { callLisp, INTERNAL_PACKAGE, isCons, nil, simpleError, sym, t } from "../runtime/signals.js";
import { longStep } from "../runtime/stack/safepoints.js";
import { readingOf } from "../runtime/stack/stream-readings.js";
import { LispStream } from "../runtime/streams/shape.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import { faslText, parseFasl } from "./fasl/format.js";
import { loadFasl } from "./fasl/loader.js";
import type { Fasl } from "./fasl/steps.js";
import { FaslWriter } from "./fasl/writer.js";
import type { Image } from "./image.js";

/** Compiles a toplevel form that was read from a stream (CLHS 3.2.3.1). */
function compileForm(image: Image, writer: FaslWriter, form: LispValue, stream: LispValue): void {
  const { compiler, sources, stack } = image;
  let source = form;
  const step = (): void =>
    processToplevelForm(
      {
        host: compiler,
        expand: (each, env) => {
          if (isCons(each) && sources.has(each)) source = each;
          return compiler.expandOnce(each, env);
        },
        evaluate: (each, env, expanded) => {
          const evaluate = (): void => void compiler.evaluateIn(each, env);
          if (image.formWatch === null) evaluate();
          else image.formWatch.evaluated(expanded, evaluate);
        },
        compile: (each, env, expanded) => {
          if (isCons(each) && sources.has(each)) source = each;
          const { sp } = stack;
          const unit = writer.addForm(each, env, source, expanded);
          image.formWatch?.compiled(expanded, unit);
          stack.sp = sp;
        },
      },
      form,
      Environment.empty,
      false,
    );
  const { sp } = stack;
  const reading = readingOf(stream);
  reading?.begin(form);
  if (reading === undefined) step();
  else sources.within(reading, step);
  stack.sp = sp;
}

/** Loads all that a text of compiled files holds. */
function loadAll(image: Image, stream: LispValue, path: string, text: string): void {
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const found = parseFasl(text, at, image.seal);
    longStep();
    if (typeof found === "string") {
      callLisp("INVALID-FASL", INTERNAL_PACKAGE, stream, sym(found.toUpperCase(), "KEYWORD"));
      return;
    }
    at = found.end;
    loadFasl(image, found.fasl, () => image.onLoadedForm?.(path, ++done));
    image.compiledSystems?.loaded(found.fasl.source);
  }
}

/** How many arguments each function takes that the overlay calls. */
const COUNTS = {
  "COMPILED-FILE": 0,
  "COMPILE-FORM-TO-FILE": 3,
  "WRITE-COMPILED-FILE": 3,
  "BEGINS-AS-FASL-P": 1,
  "FILE-EMPTY-P": 1,
  "LOAD-FASL": 2,
  "LOAD-COMPILED-ASDF": 0,
  "FIRST-BYTES": 2,
};

type Name = keyof typeof COUNTS;

/** All of them in one, which comes later (decision 34). */
function perform(image: Image, name: Name, args: readonly LispValue[]): LispValue {
  const [x, y, z] = args;
  const pathOf = (x: LispValue): Pathname => (x instanceof Pathname ? x : wrongType(x, sym("PATHNAME")));
  const writerOf = (x: LispValue): FaslWriter => (x instanceof FaslWriter ? x : wrongType(x, sym("T")));
  const textOf = (x: LispValue): string => image.files.textOf(pathOf(x)) ?? "";
  switch (name) {
    case "COMPILED-FILE":
      return new FaslWriter(image);
    case "COMPILE-FORM-TO-FILE": {
      const writer = writerOf(x);
      compileForm(image, writer, y, z);
      const pathname = z instanceof LispStream && image.files.pathnameOf(z);
      if (pathname) image.onLoadedForm?.(pathname.path, ++writer.forms);
      return nil();
    }
    case "WRITE-COMPILED-FILE": {
      const source = pathOf(y).path;
      const text = faslText(writerOf(x).content(source), image.seal);
      longStep();
      image.compiledSystems?.compiled(source);
      return image.files.write(pathOf(z), text) ? t() : simpleError("There is no room for the file ~S.", z);
    }
    case "BEGINS-AS-FASL-P":
      return truth(textOf(x).startsWith(FASL_HEADER));
    case "FILE-EMPTY-P":
      return truth(textOf(x) === "");
    case "LOAD-FASL":
      loadAll(image, y, pathOf(x).path, textOf(x));
      return t();
    case "LOAD-COMPILED-ASDF": {
      let text: string;
      try {
        text = image.asdf();
      } catch (problem) {
        return simpleError("ASDF could not be loaded: ~A.", makeString((problem as Error).message));
      }
      longStep();
      const { log } = image.definitions;
      // Thousands of names, which come back with this one.
      log.aside(() => {
        callLisp("CLAIM-ASDF-FEATURES", INTERNAL_PACKAGE);
        loadFasl(image, JSON.parse(text) as Fasl, () => {});
      });
      log.note("MODULE", makeString("ASDF"));
      return t();
    }
    case "FIRST-BYTES":
      return [...makeString(textOf(x).slice(0, y as number))].map((c) => (c as string).charCodeAt(0) & 0xff);
  }
}

export function fileCompilationFunctions(image: Image): FunctionTable {
  const table: FunctionTable = {
    /** How many forms were no valid programs so far. */
    "JSCL-MCP::COMPILER-FAILURES": fixedArguments(0, 0, () => image.compiler.failures),
  };
  for (const [name, count] of Object.entries(COUNTS)) {
    table[`JSCL-MCP::${name}`] = fixedArguments(count, count, (...args) =>
      perform(image, name as Name, args),
    );
  }
  return table;
}
