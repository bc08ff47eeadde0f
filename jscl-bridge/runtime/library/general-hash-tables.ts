/** What MAKE-HASH-TABLE makes of a test of a program's, and of what it takes beside a test and a size. */

import { generalTable } from "../objects/general-hash-table.js";
import type { KeyedTest } from "../objects/hash-keys.js";
import { HashTable, type ProgramTest, type Weakness } from "../objects/hash-table.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolFunction, symbolName } from "../objects/symbols.js";
import type { HashTableShape } from "../printer/printer-image.js";
import { callLisp, callLispForValues, isSymbol, keyword, list, nil, simpleError, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";

/** Tests that programs defined, by name. */
const defined = new WeakMap<LispSymbol, ProgramTest>();

const WEAKNESSES: readonly Weakness[] = ["KEY-OR-VALUE", "KEY-AND-VALUE", "VALUE", "KEY"];

function functionOf(designator: LispValue): LispFunction {
  if (isSymbol(designator)) return symbolFunction(designator);
  if (typeof designator === "function") return designator as LispFunction;
  return wrongType(designator, list(sym("OR"), sym("FUNCTION"), sym("SYMBOL")));
}

const called = (fn: LispFunction, ...args: LispValue[]): LispValue =>
  callLisp("FUNCALL", "COMMON-LISP", fn as LispValue, ...args);

/** The name that a function has, NIL for none. */
const nameOf = (fn: LispValue): LispValue =>
  callLispForValues("FUNCTION-LAMBDA-EXPRESSION", "COMMON-LISP", fn)[2] ?? nil();

function programTest(name: LispValue, test: LispValue, hash: LispValue): ProgramTest {
  const isSame = functionOf(test);
  const hashing = functionOf(hash);
  return {
    name: isSymbol(name) ? name : nameOf(name),
    isSame: (a, b) => called(isSame, a, b) !== nil(),
    hash: (key) => {
      const number = called(hashing, key);
      return typeof number === "bigint" ? `B ${number}` : number;
    },
  };
}

/** Makes a symbol the name of a test, with its function of keys. */
export function defineTest(name: LispSymbol, hash: LispValue): void {
  defined.set(name, programTest(name, symbolFunction(name) as LispValue, hash));
}

/** The test that a program has for a symbol or a function. */
function definedTest(x: LispValue): ProgramTest | undefined {
  if (typeof x !== "function") return isSymbol(x) ? defined.get(x) : undefined;
  const name = nameOf(x);
  const found = isSymbol(name) ? defined.get(name) : undefined;
  return found !== undefined && symbolFunction(name as LispSymbol) === x ? found : undefined;
}

function weaknessOf(x: LispValue): Weakness | null {
  if (x === undefined || x === nil()) return null;
  const known = WEAKNESSES.find((name) => x === keyword(name));
  return known ?? wrongType(x, list(sym("MEMBER"), ...WEAKNESSES.map((name) => keyword(name)), nil()));
}

export function makeGeneralTable(
  kind: KeyedTest | null,
  room: number,
  test: LispValue,
  others: ReadonlyMap<string, LispValue> | null,
): LispValue {
  const hash = others?.get("HASH-FUNCTION");
  const weakness = weaknessOf(others?.get("WEAKNESS"));
  const synchronized = (others?.get("SYNCHRONIZED") ?? nil()) !== nil();
  let program: ProgramTest | null = null;
  if (hash !== undefined && hash !== nil())
    program = programTest(test ?? sym("EQL"), test ?? sym("EQL"), hash);
  else if (kind === null) program = definedTest(test) ?? unknownTest(test);
  const options = { program, weakness, synchronized };
  if (program !== null || weakness !== null) return generalTable(kind ?? "EQUALP", room, options);
  const table = new HashTable(kind as KeyedTest, room);
  if (synchronized) table.options = options;
  return table;
}

function unknownTest(x: LispValue): never {
  if (!isSymbol(x) && typeof x !== "function")
    return wrongType(x, list(sym("OR"), sym("FUNCTION"), sym("SYMBOL")));
  return simpleError("Unknown :TEST for MAKE-HASH-TABLE: ~S", x);
}

/** What a table with options is printed as. */
export function generalShape(table: HashTable): HashTableShape {
  const { program, weakness } = table.options ?? { program: null, weakness: null };
  return {
    test: isSymbol(program?.name) ? symbolName(program.name) : table.test,
    count: table.count,
    more: weakness === null ? "" : ` :WEAKNESS :${weakness}`,
  };
}
