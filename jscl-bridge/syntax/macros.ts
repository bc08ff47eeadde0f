import type { SyntaxNode, Tree } from "@lezer/common";
import { type Element, elementsOf, headOf, isList, outerList } from "./elements.js";
import { withoutPackage } from "./symbol-names.js";

/** How many arguments a macro takes before its `&body`; `null` of what has none or is not known. */
export type BodyOf = (name: string) => number | null;

const SKIPPED = new Set(["&whole", "&environment"]);

/** The place of `&body` in a macro's lambda list, or `null`. */
function bodyPlace(text: string, lambdaList: SyntaxNode): number | null {
  let place = 0;
  let skips = false;
  for (const { from, to } of elementsOf(text, lambdaList)) {
    const name = text.slice(from, to).toLowerCase();
    if (name === "&body") return place;
    if (SKIPPED.has(name)) skips = true;
    else if (skips) skips = false;
    else if (name !== "&optional") place += 1;
  }
  return null;
}

/** Notes the macro whose name and lambda list are at a place of a list of elements. */
function note(text: string, elements: readonly Element[], at: number, found: Map<string, number>): void {
  const [name, lambdaList] = elements.slice(at, at + 2);
  if (!name || !lambdaList || !isList(lambdaList.node)) return;
  const place = bodyPlace(text, lambdaList.node);
  if (place !== null) found.set(withoutPackage(text.slice(name.from, name.to).toLowerCase()), place);
}

function collect(text: string, forms: readonly Element[], found: Map<string, number>): void {
  for (const { node } of forms) {
    if (!isList(node)) continue;
    const elements = elementsOf(text, node);
    const head = headOf(text, elements);
    if (head === "defmacro") note(text, elements, 1, found);
    else if (head === "progn" || head === "eval-when") collect(text, elements.slice(1), found);
  }
}

const known = new WeakMap<Tree, ReadonlyMap<string, number>>();

/** The macros with a `&body` that the top level of a text defines, by their names in lower case. */
export function macrosIn(text: string, tree: Tree): ReadonlyMap<string, number> {
  const before = known.get(tree);
  if (before) return before;
  const found = new Map<string, number>();
  collect(text, elementsOf(text, tree.topNode), found);
  known.set(tree, found);
  return found;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The macros that the MACROLETs around lists define, found once for each list of a text. */
export class LocalMacros {
  readonly #text: string;
  readonly #around = new Map<number, ReadonlyMap<string, number>>();

  constructor(text: string) {
    this.#text = text;
  }

  around(list: SyntaxNode): ReadonlyMap<string, number> {
    const unknown: SyntaxNode[] = [];
    let outer: SyntaxNode | null = list;
    while (outer && !this.#around.has(outer.from)) {
      unknown.push(outer);
      outer = outerList(outer);
    }
    let found = (outer && this.#around.get(outer.from)) ?? NONE;
    for (const inner of unknown.reverse()) {
      found = (outer && this.#definedBy(outer, inner, found)) ?? found;
      this.#around.set(inner.from, found);
      outer = inner;
    }
    return found;
  }

  /** What holds in a list inside a MACROLET; `null` elsewhere, the MACROLET's definitions included. */
  #definedBy(
    outer: SyntaxNode,
    inner: SyntaxNode,
    around: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, number> | null {
    if (!/^\((?:\w+::?)?macrolet\s/i.test(this.#text.slice(outer.from, outer.from + 40))) return null;
    const definitions = elementsOf(this.#text, outer)[1]?.node;
    if (!definitions || !isList(definitions) || inner.from <= definitions.from) return null;
    const found = new Map(around);
    for (const { node } of elementsOf(this.#text, definitions))
      if (isList(node)) note(this.#text, elementsOf(this.#text, node), 0, found);
    return found;
  }
}
