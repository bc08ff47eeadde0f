import { applied } from "../runtime/applied.js";
import { fixedArguments as fixed } from "../runtime/library/fixed.js";
import type { LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { isSymbol, keyword, list, nil, simpleError, sym, t } from "../runtime/signals.js";
import { characterArgument, wrongType } from "../runtime/streams/stream-arguments.js";
import { activeReader } from "./active.js";
import { standardReadtable } from "./macros.js";
import { Reader } from "./reader.js";
import type { ReaderImage } from "./reader-image.js";
import { NON_TERMINATING, NOTHING, type ReaderMacro, Readtable, type ReadtableCase } from "./readtable.js";
import { readSharp } from "./sharp.js";
import { sourceOfStream } from "./streams.js";

/** The functions on readtables (CLHS 23.2), by name. *READTABLE* holds a {@link Readtable}. */

const standard = standardReadtable();

function codeOf(x: LispValue): number {
  return characterArgument(x).codePointAt(0) ?? 0;
}

function readtableArgument(x: LispValue): Readtable {
  return x instanceof Readtable ? x : wrongType(x, sym("READTABLE"));
}

/** Our own macros as Lisp functions, both ways: a macro that is got and set again stays our own. */
const functions = new WeakMap<ReaderMacro, LispFunction>();
const macros = new WeakMap<LispFunction, ReaderMacro>();

function functionOf(image: ReaderImage, macro: ReaderMacro): LispFunction {
  if (macro.fn !== undefined) return macro.fn;
  let fn = functions.get(macro);
  if (fn === undefined) {
    fn = (values, stream, character, argument) => {
      const reader = activeReader(stream) ?? new Reader(sourceOfStream(stream), image, { stream });
      const number = typeof argument === "number" ? argument : null;
      const value = reader.readRecursively(() => macro.standard(reader, codeOf(character), number));
      return value === NOTHING ? values() : values(value);
    };
    functions.set(macro, fn);
    macros.set(fn, macro);
  }
  return fn;
}

function macroArgument(designator: LispValue): ReaderMacro {
  const fn = isSymbol(designator) ? calling(designator) : designator;
  if (typeof fn !== "function") return wrongType(designator, list(sym("OR"), sym("SYMBOL"), sym("FUNCTION")));
  return macros.get(fn as LispFunction) ?? { fn: fn as LispFunction };
}

/** A symbol stands for the function that it names when the macro is read, not now. */
function calling(symbol: LispSymbol): LispFunction {
  return (...given) => applied(symbol.fvalue, given);
}

function notDispatching(character: LispValue): never {
  return simpleError("~S is not a dispatching macro character.", character);
}

const CASES: readonly ReadtableCase[] = ["upcase", "downcase", "preserve", "invert"];

function caseArgument(x: LispValue): ReadtableCase {
  const found = CASES.find((name) => keyword(name.toUpperCase()) === x);
  const names = CASES.map((name) => keyword(name.toUpperCase()));
  return found ?? wrongType(x, list(sym("MEMBER"), ...names));
}

export function readtableFunctions(image: ReaderImage): Record<string, LispFunction> {
  const current = (x: LispValue): Readtable => (x === undefined ? image.readtable() : readtableArgument(x));
  /** For functions that take NIL for the standard readtable. */
  const currentOrStandard = (x: LispValue): Readtable => (x === nil() ? standard : current(x));

  return {
    READTABLEP: fixed(1, 1, (x) => (x instanceof Readtable ? t() : nil())),
    "COPY-READTABLE": fixed(0, 2, (from, to) => {
      const source = currentOrStandard(from);
      if (to === undefined || to === nil()) return source.copy();
      const target = readtableArgument(to);
      target.replace(source);
      return target;
    }),
    "READTABLE-CASE": fixed(1, 1, (x) => keyword(readtableArgument(x).case.toUpperCase())),
    "(SETF_READTABLE-CASE)": fixed(2, 2, (value, x) => {
      readtableArgument(x).case = caseArgument(value);
      return value;
    }),
    "GET-MACRO-CHARACTER": (values, character, table) => {
      const readtable = currentOrStandard(table);
      const code = codeOf(character);
      const macro = readtable.macro(code);
      if (macro === undefined) return values(nil(), nil());
      return values(functionOf(image, macro), readtable.syntax(code) === NON_TERMINATING ? t() : nil());
    },
    "SET-MACRO-CHARACTER": fixed(2, 4, (character, fn, isNonTerminating = nil(), table) => {
      current(table).setMacro(codeOf(character), macroArgument(fn), isNonTerminating === nil());
      return t();
    }),
    "MAKE-DISPATCH-MACRO-CHARACTER": fixed(1, 3, (character, isNonTerminating = nil(), table) => {
      current(table).makeDispatching(codeOf(character), { standard: readSharp }, isNonTerminating === nil());
      return t();
    }),
    "GET-DISPATCH-MACRO-CHARACTER": fixed(2, 3, (character, sub, table) => {
      const readtable = currentOrStandard(table);
      if (!readtable.isDispatching(codeOf(character))) return notDispatching(character);
      const macro = readtable.dispatchMacro(codeOf(character), codeOf(sub));
      return macro === undefined ? nil() : functionOf(image, macro);
    }),
    "SET-DISPATCH-MACRO-CHARACTER": fixed(3, 4, (character, sub, fn, table) => {
      const readtable = current(table);
      if (/^[0-9]$/.test(characterArgument(sub))) {
        return simpleError("SUB-CHAR must not be a decimal digit: ~S", sub);
      }
      if (!readtable.isDispatching(codeOf(character))) return notDispatching(character);
      readtable.setDispatchMacro(codeOf(character), codeOf(sub), macroArgument(fn));
      return t();
    }),
    "SET-SYNTAX-FROM-CHAR": fixed(2, 4, (to, from, toTable, fromTable) => {
      const source = fromTable === undefined ? standard : currentOrStandard(fromTable);
      current(toTable).copySyntax(codeOf(to), source, codeOf(from));
      return t();
    }),
  };
}
