/**
 * The nodes that a value may come from by way of conditionals and blocks, and what is said of some of them
 * that are of a wrong type while others are not: SBCL's compiler looks at each of them.
 */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { Node } from "../syntax/tree.js";
import { conflictMessage, REFERENCE, shownValue, valuesText, wrongUse } from "../warnings/conflict-texts.js";
import type { Analysis } from "./analysis.js";
import { typeOfConstant } from "./constants.js";
import { disjoint, type LispType, subtype, union } from "./lattice.js";

/** The nodes that the value of a node that has just been analysed may be the value of. */
export function usesOf(a: Analysis, node: Node): readonly Node[] {
  switch (node.kind) {
    case "if":
      if (isDisjunction(a, node)) return [node.then];
      return [node.then, node.otherwise].flatMap((part) => (a.unreached.has(part) ? [] : usesOf(a, part)));
    case "block":
      return (a.blocks.get(node)?.nodes ?? []).flatMap((each) => usesOf(a, each));
    case "sequence":
      return usesOf(a, node.forms.at(-1) as Node);
    case "let":
    case "guard":
    case "local-functions":
    case "receive":
      return usesOf(a, node.body);
    case "unwind-protect":
      return usesOf(a, node.protected);
    case "while":
    case "tagbody":
    case "count":
      return [{ ...node, ...constantNil(a) } as Node];
    default:
      return [node];
  }
}

const constantNil = (a: Analysis) => ({
  kind: "constant" as const,
  form: a.host.nil,
  value: a.host.nil,
  type: typeOfConstant(a.host, a.host.nil),
});

/** (IF x x NIL), whose value is that of X. */
function isDisjunction(a: Analysis, { test, then, otherwise }: Extract<Node, { kind: "if" }>): boolean {
  if (test.kind !== "read" || then.kind !== "read" || test.variable !== then.variable) return false;
  return otherwise.kind === "constant" && otherwise.value === a.host.nil;
}

/** Those of the nodes that a value may come from that are of none of the expected types. */
function wrongUses(uses: readonly Node[], expected: LispType): readonly Node[] {
  return uses.filter(({ type }) => type !== null && disjoint(type, expected));
}

/** The type of all of some nodes, of each of which one is known. */
function typeOfUses(uses: readonly Node[]): LispType {
  return uses.map(({ type }) => type as LispType).reduce(union);
}

/** A value that something takes, where some of what it may come from is wrong. */
interface Mixed {
  readonly node: Node;
  readonly index: number;
  readonly value: Node;
  readonly expected: LispType;
  /** Whether the value is taken as soon as it is there. */
  readonly immediate: boolean;
  /** The variable that it is bound to; null where it is none's. */
  readonly binding: string | null;
  /** Whether SBCL has other code in the place of the check. */
  readonly replaced?: boolean;
}

/**
 * Warns of what a value may come from that is of a wrong type, where some of it is not. What is right all
 * right is led past the check by SBCL, which then speaks of the rest as it speaks of a value that is always
 * wrong; otherwise it has other words.
 */
export function checkUses(a: Analysis, mixed: Mixed): void {
  const { node, index, value, expected, immediate, binding, replaced = false } = mixed;
  if (value.kind === "constant" || value.kind === "read" || value.kind === "call") return;
  const uses = usesOf(a, value);
  const wrong = wrongUses(uses, expected);
  if (wrong.length === 0 || wrong.length === uses.length) return;
  const { host } = a;
  const note = (number: number, message: () => string): void =>
    a.find(
      node,
      MIXED - index * MOST_USES - Math.min(number, MOST_USES - 1),
      "TYPE-STYLE-WARNING",
      message,
      null,
    );
  if (isPassed(node, index, uses, wrong, expected, immediate)) {
    note(0, () =>
      wrong.length > 1 ? groupMessage(a, value, wrong, expected) : single(a, wrong[0] as Node, expected),
    );
  } else if (!replaced && !isExpanded(node, index)) {
    for (const [i, use] of wrong.entries()) note(i, () => wrongUse(host, use, expected, binding));
  }
}

/** Numbers of these findings among those of a node; a value may come from so many that are told apart. */
const MIXED = -10;
const MOST_USES = 64;

function single(a: Analysis, use: Node, expected: LispType): string {
  return conflictMessage(a.host, use, use.type as LispType, expected, false);
}

/** Whether all that is right is known to be, and is led past the check. */
function isPassed(
  node: Node,
  index: number,
  uses: readonly Node[],
  wrong: readonly Node[],
  expected: LispType,
  immediate: boolean,
): boolean {
  if (!immediate || isTransformed(node, index)) return false;
  return uses.every((use) => wrong.includes(use) || (use.type !== null && subtype(use.type, expected)));
}

/** Functions that SBCL has others in the place of, before it looks at where an argument comes from. */
const TRANSFORMED: ReadonlySet<string> = new Set(
  `1+ 1- ZEROP PLUSP MINUSP ODDP EVENP MIN MAX ROUND NUMERATOR DENOMINATOR FILL-POINTER APPEND NCONC MAPCAR MAPC MAPCAN
  MAPLIST MAPCON MAPL MAKE-LIST MAKE-ARRAY CHAR-INT /= LIST* ACONS`.split(/\s+/),
);

/** Functions for which it looks at the rest alone once what is right is led past. */
const EXPANDED: ReadonlySet<string> = new Set(
  `SCHAR CHAR SVREF FIRST REST SECOND CADR CDDR CAAR CDAR THIRD FOURTH FIFTH ENDP EVERY SOME NOTANY NOTEVERY GETHASH
  MAPHASH FUNCALL APPLY SIN COS TAN RPLACA RPLACD`.split(/\s+/),
);
const COMPARISONS: ReadonlySet<string> = new Set("< > <= >= = CHAR= CHAR< CHAR> CHAR<= CHAR>=".split(" "));

function isTransformed(node: Node, index: number): boolean {
  if (node.kind !== "call" || homeName(node.name) !== "COMMON-LISP") return false;
  const name = symbolName(node.name);
  if (TRANSFORMED.has(name)) return true;
  const { length } = node.args;
  return (
    (length === 1 && name === "-") ||
    (length > 2 && (COMPARISONS.has(name) || (name === "AREF" && index > 0)))
  );
}

function isExpanded(node: Node, index: number): boolean {
  if (node.kind !== "call") return node.kind === "runtime" && node.name.startsWith("setAref");
  return isTransformed(node, index) || !isOrdinary(node.name);
}

/** Whether a function is neither expanded nor one of the image's that stands in for one of SBCL's. */
function isOrdinary(name: LispSymbol): boolean {
  return homeName(name) === "COMMON-LISP"
    ? !EXPANDED.has(symbolName(name))
    : !symbolName(name).startsWith("(SETF_");
}

/** What SBCL calls a form that is not made of literals alone. */
const HAIRY = '"a hairy form"';

/** Several nodes by their forms, as the end of a sentence has them. */
export function listed(a: Analysis, uses: readonly Node[], conjunction: "and" | "or"): string {
  const texts = uses.map((use) => a.host.print(shownValue(use)));
  const last = texts.pop() as string;
  return texts.length === 0 ? last : `${texts.join(", ")} ${conjunction} ${last}`;
}

/** The form that several nodes are in. */
export function formOf(a: Analysis, value: Node, uses: readonly Node[]): string {
  const literal = uses.every((use) => use.kind === "constant" && use.form === use.value);
  return literal ? a.host.print(value.form) : HAIRY;
}

/** The warning of several nodes of a value that are all wrong. */
export function groupMessage(a: Analysis, value: Node, uses: readonly Node[], { text }: LispType): string {
  const what = `Derived type of\n  ${listed(a, uses, "and")}\nin\n  ${formOf(a, value, uses)}\n`;
  const type = valuesText(typeOfUses(uses).text);
  return `${what}is\n  ${type},\nconflicting with their asserted type\n  ${text}.${REFERENCE}`;
}
