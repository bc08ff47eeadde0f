/**
 * Functions of the runtime that SETF forms and iterations expand into, checked as the functions that SBCL has
 * in their place.
 */

import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import type { CompilerHost } from "../host.js";
import type { CallNode, Node, RuntimeNode } from "../syntax/tree.js";
import { shownForm } from "../warnings/conflict-texts.js";
import type { LispType } from "./lattice.js";
import { typeOf } from "./specifiers.js";

interface RuntimeFunction {
  /** The type that the first argument is to be of. */
  type: LispType;
  /** The form that SBCL shows. */
  shown: (texts: readonly string[]) => string;
}

const FUNCTIONS: Readonly<Record<string, RuntimeFunction>> = table({
  setCar: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACA ${texts.join(" ")})` },
  setCdr: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACD ${texts.join(" ")})` },
  setAref: {
    type: typeOf("ARRAY"),
    shown: ([array, ...rest]) => `(AREF ${array} ${rest.slice(0, -1).join(" ")})`,
  },
  setSvref: { type: typeOf("SIMPLE-VECTOR"), shown: ([vector]) => `(THE SIMPLE-VECTOR ${vector})` },
  setChar: { type: typeOf("STRING"), shown: ([string]) => `(THE STRING ${string})` },
  setSchar: { type: typeOf("SIMPLE-STRING"), shown: ([string]) => `(THE SIMPLE-STRING ${string})` },
  nthTail: { type: typeOf("UNSIGNED-BYTE"), shown: (texts) => `(NTHCDR ${texts.join(" ")})` },
  setElt: { type: typeOf("SEQUENCE"), shown: (texts) => `(SB-KERNEL:%SETELT ${texts.join(" ")})` },
  setGet: { type: typeOf("SYMBOL"), shown: (texts) => `(SB-KERNEL:%PUT ${texts.join(" ")})` },
  listEnd: { type: typeOf("LIST"), shown: () => "" },
  putProperty: {
    type: typeOf("LIST"),
    // Only an indicator that is no constant has a variable, which is counted.
    shown: ([list, indicator]) => {
      const isVariable = indicator?.startsWith("#:") === true;
      return `(SB-IMPL::%PUTF ${list} ${isVariable ? "#:INDICATOR #:NEW1" : `${indicator} #:NEW0`})`;
    },
  },
  checkInteger: { type: typeOf("INTEGER"), shown: ([count]) => `(THE INTEGER ${count})` },
});

/** The type that the first argument of a function of the runtime is to be of; null where none is checked. */
export function runtimeFunction(name: string): LispType | null {
  return Object.hasOwn(FUNCTIONS, name) ? (FUNCTIONS[name]?.type ?? null) : null;
}

/** The form that SBCL shows as the one whose argument is wrong. */
export function runtimeContext(host: CompilerHost, { name, args }: RuntimeNode): string {
  return FUNCTIONS[name]?.shown(args.map((arg) => host.print(shownForm(arg)))) ?? "";
}

/**
 * What SBCL calls the array and the subscripts of a place, for which SETF has variables: those that are
 * constants, by their forms. Only AREF's have the names of the variables that the program wrote.
 */
export function placeNames(
  host: CompilerHost,
  { args, name, temporaries = 0 }: RuntimeNode,
): readonly string[] {
  const isAref = name === "setAref";
  let count = temporaries;
  return args.slice(0, -1).map((arg) => {
    if (arg.kind === "constant") return host.print(arg.form);
    const isNamed = isAref && arg.kind === "read" && symbolPackage(arg.variable.symbol) !== undefined;
    return `#:${isNamed ? symbolName(arg.variable.symbol) : "G"}${count++}`;
  });
}

/** The form that SBCL shows for a SETF form that stores into an array. */
export function elementContext(host: CompilerHost, node: RuntimeNode): string {
  return `((SETF AREF) #:NEW1 ${placeNames(host, node).join(" ")})`;
}

interface StandIn {
  /** The argument that is checked. */
  readonly index: number;
  readonly expected: LispType;
  /** What SBCL calls it where a macro made a variable for it; null where it has that variable's name. */
  readonly name: string | null;
  readonly shown: (texts: readonly string[]) => string;
}

const HASH_TABLE = typeOf("HASH-TABLE");

/** Functions of the image that SBCL has others in the place of. */
const STAND_INS: Readonly<Record<string, StandIn>> = table({
  "(SETF_GETHASH)": {
    index: 2,
    expected: HASH_TABLE,
    name: "#:HASHTABLE",
    shown: ([, key, hashTable]) => `(SB-KERNEL:%PUTHASH ${key} ${hashTable} #:NEW1)`,
  },
  "HASH-TABLE-ITERATOR": {
    index: 0,
    expected: HASH_TABLE,
    name: null,
    shown: ([hashTable]) => `(THE HASH-TABLE ${hashTable})`,
  },
});

/** The packages of the image's own functions. */
const HOMES: ReadonlySet<string> = new Set(["COMMON-LISP", "JSCL", "JSCL-MCP"]);

/** How a function of the image is checked that SBCL has another in the place of; null for others. */
export function standIn({ name }: CallNode): StandIn | null {
  const text = symbolName(name);
  if (!Object.hasOwn(STAND_INS, text)) return null;
  return HOMES.has(homeName(name) ?? "") ? (STAND_INS[text] ?? null) : null;
}

/** The name of a variable that LOOP made, which is SBCL's; null for another node. */
export function ownName(node: Node): string | null {
  const name = node.kind === "read" ? symbolName(node.variable.symbol) : "";
  return name.startsWith("LOOP-") ? `#:${name}` : null;
}

/** The form that SBCL shows for its call. */
export function standInContext(host: CompilerHost, node: CallNode): string {
  const { shown, name, index } = standIn(node) as StandIn;
  const text = (arg: Node, i: number): string => {
    if (arg.kind === "constant" || (arg.kind !== "read" && name === null)) return host.print(shownForm(arg));
    if (name === null) return ownName(arg) ?? host.print(shownForm(arg));
    return i === index ? name : "#:KEY";
  };
  return shown(node.args.map(text));
}
