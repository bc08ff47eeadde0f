/**
 * Operators that the library's macros expand into: each is a call of one function of the runtime. An
 * expansion can be read and typed again, so these functions check what they get.
 */
import type { LispValue } from "../../../runtime/objects/marshal.js";
import { INTERNAL_PACKAGE, sym } from "../../../runtime/signals.js";
import { form, operands } from "../forms.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

/** The functions, with how many arguments each takes at least and, where that is more, at most. */
const FUNCTIONS = {
  checkDestructuring: [7],
  checkInteger: [1],
  checkKeywordList: [5],
  chosenClause: [1],
  clauseValues: [1],
  cursorKey: [1],
  cursorNext: [1],
  cursorValue: [1],
  defineCompilerMacro: [2],
  defineConstant: [2],
  defineMacro: [2],
  defineSetfExpander: [2],
  defineSetfFunction: [2],
  defineSetfWriter: [3],
  defineSymbolMacro: [2],
  describeFunction: [3],
  elementAt: [2],
  establishRestarts: [2],
  findKeyword: [2],
  handlerClauses: [1],
  hasElement: [2],
  inPackage: [1],
  isListSequence: [1],
  isStructure: [3],
  joinTail: [2],
  listEnd: [1],
  nthTail: [2],
  proclaim: [1],
  proclaimSpecial: [1],
  putProperty: [3],
  removeProperty: [2],
  restartClauses: [0],
  setAref: [2, Number.POSITIVE_INFINITY],
  setBit: [2, Number.POSITIVE_INFINITY],
  setCar: [2],
  setCdr: [2],
  setChar: [3],
  setCompilerMacroFunction: [2, 3],
  setElt: [3],
  setFdefinition: [2],
  setFillPointer: [2],
  setGet: [3],
  setMacroFunction: [2, 3],
  setRowMajorAref: [3],
  setSbit: [2, Number.POSITIVE_INFINITY],
  setSchar: [3],
  setSvref: [3],
  setSymbolFunction: [2],
  setSymbolValue: [2],
  setTailCar: [2],
  setVariableDocumentation: [2],
} as const;

/** A function of the runtime that macros may expand into calls of. */
export type RuntimeVerb = keyof typeof FUNCTIONS;

/** The operators that call them: `%SET-CAR` calls `setCar`. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.keys(FUNCTIONS).map((name) => [name, `%${name.replace(/[A-Z]/g, "-$&").toUpperCase()}`]),
);

/** A form that calls a function of the runtime. */
export function runtimeForm(name: RuntimeVerb, ...args: LispValue[]): LispValue {
  return form(sym(OPERATORS.get(name) as string, INTERNAL_PACKAGE), ...args);
}

/** Functions that store into an array, by its subscripts. */
export function isArrayWriter(name: string): boolean {
  return ARRAY_WRITERS.has(name);
}

const ARRAY_WRITERS: ReadonlySet<string> = new Set(["setAref", "setSvref", "setChar", "setSchar"]);

function verb(name: string, least: number, most = least): SpecialOperator {
  return (b, source, env) => {
    const args = b.nodes(operands(source, least, most), env);
    const { inLibrary, temporaries } = b;
    if (isArrayWriter(name))
      b.temporaries += args.slice(0, -1).filter(({ kind }) => kind !== "constant").length;
    return { kind: "runtime", ...b.base(source), name, args, inLibrary, temporaries, conflicts: [] };
  };
}

export const runtimeVerbs: SpecialOperators = Object.fromEntries(
  Object.entries<readonly [number, number?]>(FUNCTIONS).map(([name, [least, most]]) => [
    OPERATORS.get(name) as string,
    verb(name, least, most),
  ]),
);
