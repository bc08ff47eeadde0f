import type { SyntaxNode, Tree } from "@lezer/common";
import * as term from "./parser.terms.js";

/** An element of a list. */
export interface Element {
  /** Where the element begins, its quotes and other prefixes included. */
  readonly from: number;
  /** Where the datum behind the prefixes begins: the bracket of a list, the first character of an atom. */
  readonly core: number;
  readonly to: number;
  /** The node of the datum. */
  readonly node: SyntaxNode;
}

/** Whether a node is a list or a vector. */
export function isList(node: SyntaxNode): boolean {
  return node.type.id === term.List || node.type.id === term.Vector;
}

const BARE = new Set([term.String, term.Character, term.Number, term.Symbol, term.Label, term.Dispatch]);

/** Whether a node is a datum without parts: a string, a symbol, a number and the like. */
export function isAtom(node: SyntaxNode): boolean {
  return BARE.has(node.type.id);
}

const isForm = (node: SyntaxNode): boolean =>
  isList(node) || isAtom(node) || node.type.id === term.Prefixed || node.type.id === term.Conditional;

/** Whether the closing bracket of a list is there. */
export function isClosed(list: SyntaxNode): boolean {
  return list.lastChild?.name === ")";
}

/** The place of a list's opening bracket. */
export function openingOf(text: string, list: SyntaxNode): number {
  return list.type.id === term.Vector ? text.indexOf("(", list.from) : list.from;
}

function formsIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (isForm(child)) found.push(child);
  return found;
}

function elementsAt(text: string, node: SyntaxNode, from: number): Element[] {
  if (node.type.id === term.Conditional) {
    // A feature expression counts as an element, as it does for Emacs.
    const feature = formsIn(node)[0];
    return feature ? elementsAt(text, feature, from) : [{ from, core: node.from, to: node.to, node }];
  }
  if (node.type.id === term.Prefixed) {
    const operand = formsIn(node).at(-1);
    if (operand) return elementsAt(text, operand, from);
  }
  return [{ from, core: isList(node) ? openingOf(text, node) : node.from, to: node.to, node }];
}

/** The elements of a list, or the top-level forms of a whole text. */
export function elementsOf(text: string, list: SyntaxNode): Element[] {
  return formsIn(list).flatMap((form) => elementsAt(text, form, form.from));
}

/** The list that a node ends with and that is never closed, or `null`. */
function unclosedIn(node: SyntaxNode): SyntaxNode | null {
  let last = node.lastChild;
  while (last && !isForm(last)) last = last.prevSibling;
  while (last && !isList(last) && isForm(last)) last = last.lastChild;
  return last && isList(last) && !isClosed(last) ? last : null;
}

/** The innermost list around a place, or `null` at top level. */
export function listAround(text: string, tree: Tree, place: number): SyntaxNode | null {
  const contains = (list: SyntaxNode) =>
    openingOf(text, list) < place && (place < list.to || !isClosed(list));
  let node: SyntaxNode | null = tree.resolveInner(place, -1);
  while (node && !(isList(node) && contains(node))) node = node.parent;
  // The node of a list that is never closed ends before the blanks at the end of the text.
  let inner = unclosedIn(node ?? tree.topNode);
  while (inner && inner.to <= place && contains(inner)) {
    node = inner;
    inner = unclosedIn(inner);
  }
  return node;
}

/** The list that a list stands in, or `null` at top level. */
export function outerList(list: SyntaxNode): SyntaxNode | null {
  let node = list.parent;
  while (node && !isList(node)) node = node.parent;
  return node;
}

/**
 * The symbol that a list begins with, in lower case, as written; `null` where it begins with another
 * thing.
 */
export function headOf(text: string, elements: readonly Element[]): string | null {
  const first = elements[0];
  if (first?.node.type.id !== term.Symbol || first.from !== first.core) return null;
  return text.slice(first.from, first.to).toLowerCase();
}

/** The token whose inside a place is: a string, a symbol in bars, a character or a block comment. */
export function tokenAround(text: string, tree: Tree, place: number): SyntaxNode | null {
  const node = tree.resolveInner(place, -1);
  const isText = isAtom(node) || node.type.id === term.BlockComment;
  if (!isText || node.from >= place) return null;
  if (place < node.to) return node;
  return isUnfinished(text.slice(node.from, node.to)) ? node : null;
}

/** Whether a token that ends with the text has not come to its own end. */
export function isUnfinished(token: string): boolean {
  if (token.startsWith("#|")) return (token.match(/#\||\|#/g) ?? []).length % 2 === 1;
  const mark = token.startsWith('"') ? '"' : "|";
  let isOpen = false;
  for (let at = 0; at < token.length; at += 1) {
    if (token[at] === "\\") at += 1;
    else if (token[at] === mark) isOpen = !isOpen;
  }
  return isOpen;
}
