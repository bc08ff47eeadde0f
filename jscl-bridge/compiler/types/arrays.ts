/** Types of arrays, of what makes them and of their elements. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { elements, isCons, isSymbol } from "../syntax/forms.js";
import type { CallNode, Node } from "../syntax/tree.js";
import { elementSpecifier } from "../warnings/specifiers.js";
import {
  ARRAY,
  BIT_VECTOR,
  CHARACTER,
  MATRIX,
  OTHER_STRING,
  OTHER_VECTOR,
  SIMPLE_STRING,
  SIMPLE_VECTOR,
  STRING,
} from "./kinds.js";
import { isOfKinds, LispType } from "./lattice.js";
import { typeOf, upgraded } from "./specifiers.js";

/** What is known of arrays of a type. */
interface ArrayShape {
  /** What they are specialized to; null where that varies. */
  readonly element: string | null;
  readonly rank: number | null;
  readonly simple: boolean | null;
}

const SHAPES: readonly (readonly [number, ArrayShape])[] = [
  // Strings may be specialized to fewer characters.
  [SIMPLE_STRING, { element: "CHARACTER", rank: 1, simple: true }],
  [OTHER_STRING, { element: "CHARACTER", rank: 1, simple: false }],
  [SIMPLE_VECTOR, { element: "T", rank: 1, simple: true }],
  [BIT_VECTOR, { element: "BIT", rank: 1, simple: true }],
];

/** What all objects of a type have in common as arrays; null where they may be others. */
function arrayShape(type: LispType | null): ArrayShape | null {
  if (!isOfKinds(type, ARRAY)) return null;
  const { element = null, rank = null, simple = null } = type.facets;
  const shapes = SHAPES.filter(([kind]) => (type.kinds & kind) !== 0).map(([, shape]) => shape);
  if ((type.kinds & OTHER_VECTOR) !== 0) shapes.push({ element, rank: 1, simple });
  if ((type.kinds & MATRIX) !== 0) shapes.push({ element, rank, simple });
  return shapes.reduce((a, b) => ({
    element: a.element === b.element ? a.element : null,
    rank: a.rank === b.rank ? a.rank : null,
    simple: a.simple === b.simple ? a.simple : null,
  }));
}

const elementTypes = new Map<string, LispType>();

/** The type of the elements of arrays of a type; null where they may be any objects. */
export function elementOf(type: LispType | null): LispType | null {
  if (isOfKinds(type, STRING)) return CHARACTERS;
  const element = arrayShape(type)?.element ?? null;
  if (element === null || element === "T" || element.startsWith("(COMPLEX")) return null;
  let found = elementTypes.get(element);
  if (found === undefined) {
    const [name, bits] = element.startsWith("(") ? element.slice(1, -1).split(" ") : [element];
    found = bits === undefined ? typeOf(element) : typeOf([name as string, BigInt(bits)]);
    elementTypes.set(element, found);
  }
  return found.kinds === 0 ? null : found;
}

const CHARACTERS = new LispType(CHARACTER);

/** The keyword arguments of a call after `positional` others, by name; null where they are not literal. */
function keywords({ args }: CallNode, positional: number): Map<string, Node> | null {
  const found = new Map<string, Node>();
  for (let i = positional; i + 1 < args.length; i += 2) {
    const key = args[i];
    if (key?.kind !== "constant" || !isSymbol(key.value) || homeName(key.value) !== "KEYWORD") return null;
    const name = symbolName(key.value);
    if (!found.has(name)) found.set(name, args[i + 1] as Node);
  }
  return found;
}

/** The dimensions that an argument names, where they are numbers; the rank, where that is known. */
function dimensionsOf(
  host: CompilerHost,
  node: Node | undefined,
): { rank: number; dimensions?: number[] } | null {
  if (node?.kind === "constant") {
    const { value } = node;
    if (typeof value === "number") return { rank: 1, dimensions: [value] };
    if (value !== host.nil && !isCons(value)) return null;
    return listed(isCons(value) ? elements(value) : []);
  }
  if (node?.kind === "call" && homeName(node.name) === "COMMON-LISP" && symbolName(node.name) === "LIST")
    return { rank: node.args.length };
  return isOfKinds(node?.type ?? null, INTEGER_KIND) ? { rank: 1 } : null;
}

const INTEGER_KIND = typeOf("INTEGER").kinds;

function listed(items: readonly LispValue[]): { rank: number; dimensions?: number[] } {
  const numbers = items.filter((each) => typeof each === "number");
  return numbers.length === items.length
    ? { rank: items.length, dimensions: numbers }
    : { rank: items.length };
}

const ADJUSTING = ["ADJUSTABLE", "FILL-POINTER", "DISPLACED-TO"];

/** The type of a call of MAKE-ARRAY. */
export function madeArray(host: CompilerHost, call: CallNode): LispType | null {
  const keys = keywords(call, 1);
  const shape = dimensionsOf(host, call.args[0]);
  if (keys === null) return null;
  const given = (name: string): boolean => {
    const node = keys.get(name);
    return node !== undefined && !(node.kind === "constant" && node.value === host.nil);
  };
  const simple = !ADJUSTING.some(given);
  const designator = keys.get("ELEMENT-TYPE");
  if (designator !== undefined && designator.kind !== "constant") return null;
  const element = designator === undefined ? "T" : upgraded(elementSpecifier(host, designator.value));
  if (element === undefined || (!simple && shape?.rank !== 1)) return null;
  const rank = shape?.rank;
  const dimensions = simple ? shape?.dimensions : undefined;
  const kinds = arrayKinds(element, rank, simple);
  const text = simple ? arrayText(element, rank, dimensions) : null;
  return new LispType(kinds, { low: null, high: null, element, rank, simple, dimensions }, text);
}

function arrayText(
  element: string,
  rank: number | undefined,
  dimensions: readonly number[] | undefined,
): string {
  if (rank === undefined) return `(SIMPLE-ARRAY ${element})`;
  const sizes = dimensions?.map(String) ?? Array.from({ length: rank }, () => "*");
  const name = rank !== 1 ? undefined : VECTOR_NAMES.get(element);
  if (name !== undefined) return dimensions === undefined ? name : `(${name} ${sizes[0]})`;
  return `(SIMPLE-ARRAY ${element} (${sizes.join(" ")}))`;
}

const VECTOR_NAMES: ReadonlyMap<string, string> = new Map([
  ["T", "SIMPLE-VECTOR"],
  ["BIT", "SIMPLE-BIT-VECTOR"],
]);

/** The kinds of the arrays that are specialized so; of any rank where that is not known. */
function arrayKinds(element: string, rank: number | undefined, simple: boolean): number {
  if (rank === undefined) return MATRIX | arrayKinds(element, 1, simple);
  if (rank !== 1) return MATRIX;
  if (element === "CHARACTER" || element === "BASE-CHAR") return simple ? SIMPLE_STRING : OTHER_STRING;
  if (!simple) return OTHER_VECTOR;
  return element === "T" ? SIMPLE_VECTOR : element === "BIT" ? BIT_VECTOR : OTHER_VECTOR;
}

/** The type of a call of MAKE-STRING. */
export function madeString({ args }: CallNode): LispType | null {
  const [size] = args;
  const length = size?.kind === "constant" && typeof size.value === "number" ? size.value : undefined;
  const dimensions = length === undefined ? undefined : [length];
  const text = `(SIMPLE-ARRAY CHARACTER (${length ?? "*"}))`;
  const isPlain = args.every((arg, i) => i === 0 || arg.kind !== "constant" || !isElementType(arg.value));
  return isPlain
    ? new LispType(SIMPLE_STRING, { low: null, high: null, dimensions, simple: true }, text)
    : null;
}

function isElementType(key: LispValue): boolean {
  return isSymbol(key) && symbolName(key) === "ELEMENT-TYPE";
}
