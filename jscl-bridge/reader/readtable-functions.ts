import { applied } from "../runtime/applied.js";
import { fixedArguments, oneValue } from "../runtime/library/fixed.js";
import type { LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { symbolFunction } from "../runtime/objects/symbols.js";
import { isSymbol, keyword, list, listOf, nil, simpleError, sym, t } from "../runtime/signals.js";
import { characterArgument, countArguments, wrongType } from "../runtime/streams/stream-arguments.js";
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

/** How many arguments the function of a macro character takes, and that of a dispatching one's. */
const PLAIN = 2;
const DISPATCHED = 3;

function functionOf(image: ReaderImage, macro: ReaderMacro, count: number): LispFunction {
  if (macro.fn !== undefined) return macro.fn;
  let fn = functions.get(macro);
  if (fn === undefined) {
    fn = (values, ...given) => {
      if (given.length !== count) countArguments(given, count, count);
      const [stream, character, argument] = given;
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
  return (...given) => applied(symbolFunction(symbol), given);
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
    READTABLEP: oneValue((x) => (x instanceof Readtable ? t() : nil())),
    "COPY-READTABLE": oneValue((from, to) => {
      if (from !== undefined && from !== nil() && !(from instanceof Readtable))
        return wrongType(from, list(sym("OR"), sym("READTABLE"), sym("NULL")));
      const source = currentOrStandard(from);
      if (to === undefined || to === nil()) return source.copy();
      const target = readtableArgument(to);
      target.replace(source);
      return target;
    }),
    "READTABLE-CASE": oneValue((x) => keyword(readtableArgument(x).case.toUpperCase())),
    "(SETF_READTABLE-CASE)": fixedArguments(2, 2, (value, x) => {
      readtableArgument(x).case = caseArgument(value);
      return value;
    }),
    "GET-MACRO-CHARACTER": (values, character, table) => {
      const readtable = currentOrStandard(table);
      const code = codeOf(character);
      const macro = readtable.macro(code);
      if (macro === undefined) return values(nil(), nil());
      return values(
        functionOf(image, macro, PLAIN),
        readtable.syntax(code) === NON_TERMINATING ? t() : nil(),
      );
    },
    /** A list for each macro character: it, its function, and for a dispatching one a list of such lists. */
    "JSCL-MCP::READTABLE-MACROS": fixedArguments(1, 1, (x) => {
      const readtable = readtableArgument(x);
      const named = (count: number, code: number, macro: ReaderMacro | undefined): LispValue[] => [
        String.fromCodePoint(code),
        macro === undefined ? nil() : functionOf(image, macro, count),
      ];
      const rows = readtable.macroCodes().map((code) => {
        const subs = readtable.dispatchMacros(code);
        const rest = subs && [
          listOf([...subs].map(([sub, macro]) => list(...named(DISPATCHED, sub, macro)))),
        ];
        return list(...named(PLAIN, code, readtable.macro(code)), ...(rest ?? []));
      });
      return listOf(rows);
    }),
    "SET-MACRO-CHARACTER": oneValue((character, fn, isNonTerminating = nil(), table) => {
      current(table).setMacro(codeOf(character), macroArgument(fn), isNonTerminating === nil());
      return t();
    }),
    "MAKE-DISPATCH-MACRO-CHARACTER": oneValue((character, isNonTerminating = nil(), table) => {
      current(table).makeDispatching(codeOf(character), { standard: readSharp }, isNonTerminating === nil());
      return t();
    }),
    "GET-DISPATCH-MACRO-CHARACTER": oneValue((character, sub, table) => {
      const readtable = currentOrStandard(table);
      if (!readtable.isDispatching(codeOf(character))) return notDispatching(character);
      const macro = readtable.dispatchMacro(codeOf(character), codeOf(sub));
      return macro === undefined ? nil() : functionOf(image, macro, DISPATCHED);
    }),
    "SET-DISPATCH-MACRO-CHARACTER": oneValue((character, sub, fn, table) => {
      const readtable = current(table);
      if (/^[0-9]$/.test(characterArgument(sub))) {
        return simpleError("SUB-CHAR must not be a decimal digit: ~S", sub);
      }
      if (!readtable.isDispatching(codeOf(character))) return notDispatching(character);
      readtable.setDispatchMacro(codeOf(character), codeOf(sub), macroArgument(fn));
      return t();
    }),
    "SET-SYNTAX-FROM-CHAR": oneValue((to, from, toTable, fromTable) => {
      const source = fromTable === undefined ? standard : currentOrStandard(fromTable);
      current(toTable).copySyntax(codeOf(to), source, codeOf(from));
      return t();
    }),
  };
}
