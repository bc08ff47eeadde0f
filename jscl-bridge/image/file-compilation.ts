/** What COMPILE-FILE and LOAD in the overlay call: files of compiled code. */

import { Environment } from "../compiler/scope/environment.js";
import { processToplevelForm } from "../compiler/toplevel-forms.js";
import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments, truth } from "../runtime/library/fixed.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { Pathname } from "../runtime/pathnames/pathname.js";
import { Seal } from "../runtime/sealing.js";
import { callLisp, INTERNAL_PACKAGE, isCons, nil, simpleError, sym, t } from "../runtime/signals.js";
import { longStep } from "../runtime/stack/safepoints.js";
import { readingOf } from "../runtime/stack/stream-readings.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import { FASL_HEADER, faslText, parseFasl } from "./fasl/format.js";
import { loadFasl } from "./fasl/loader.js";
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
        evaluate: (each, env) => void compiler.evaluateIn(each, env),
        compile: (each, env, expanded) => {
          if (isCons(each) && sources.has(each)) source = each;
          const { sp } = stack;
          writer.addForm(each, env, source, expanded);
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
function loadAll(image: Image, seal: Seal, stream: LispValue, path: string, text: string): void {
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const found = parseFasl(text, at, seal);
    longStep();
    if (typeof found === "string") {
      callLisp("INVALID-FASL", INTERNAL_PACKAGE, stream, sym(found.toUpperCase(), "KEYWORD"));
      return;
    }
    at = found.end;
    loadFasl(image, found.fasl, () => image.onLoadedForm?.(path, ++done));
  }
}

export function fileCompilationFunctions(image: Image): FunctionTable {
  let seal: Seal | null = null;
  const ownSeal = (): Seal => {
    seal ??= new Seal();
    return seal;
  };
  const pathOf = (x: LispValue): Pathname => (x instanceof Pathname ? x : wrongType(x, sym("PATHNAME")));
  const writerOf = (x: LispValue): FaslWriter => (x instanceof FaslWriter ? x : wrongType(x, sym("T")));
  const textOf = (x: LispValue): string => image.files.textOf(pathOf(x)) ?? "";
  return {
    "JSCL-MCP::COMPILED-FILE": fixedArguments(0, 0, () => new FaslWriter(image)),
    "JSCL-MCP::COMPILE-FORM-TO-FILE": fixedArguments(3, 3, (writer, form, stream) => {
      compileForm(image, writerOf(writer), form, stream);
      return nil();
    }),
    "JSCL-MCP::WRITE-COMPILED-FILE": fixedArguments(3, 3, (writer, source, output) => {
      const text = faslText(writerOf(writer).content(pathOf(source).path), ownSeal());
      longStep();
      if (!image.files.write(pathOf(output), text))
        return simpleError("There is no room for the file ~S.", output);
      return t();
    }),
    /** How many forms were no valid programs so far. */
    "JSCL-MCP::COMPILER-FAILURES": fixedArguments(0, 0, () => image.compiler.failures),
    "JSCL-MCP::BEGINS-AS-FASL-P": fixedArguments(1, 1, (file) => truth(textOf(file).startsWith(FASL_HEADER))),
    "JSCL-MCP::FILE-EMPTY-P": fixedArguments(1, 1, (file) => truth(textOf(file) === "")),
    "JSCL-MCP::LOAD-FASL": fixedArguments(2, 2, (file, stream) => {
      loadAll(image, ownSeal(), stream, pathOf(file).path, textOf(file));
      return t();
    }),
    "JSCL-MCP::FIRST-BYTES": fixedArguments(2, 2, (file, count) => {
      const text = isLispString(file) ? stringText(file) : textOf(file);
      return [...makeString(text.slice(0, count as number))].map((c) => (c as string).charCodeAt(0) & 0xff);
    }),
  };
}
