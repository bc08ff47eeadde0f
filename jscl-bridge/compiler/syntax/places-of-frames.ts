/** The blocks and tagbodies for which who looks at a frame can have its code go on there. */

import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolPackage } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE, keyword } from "../../runtime/signals.js";
import { endTag, LOOP_PACKAGE } from "../macros/loop/parts.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "./builder.js";
import { isCons, isSymbol, list } from "./forms.js";
import type { BlockNode, Node, ScopeNode, TagbodyNode } from "./tree.js";

/** The packages of names that the standard's macros give to blocks and tags. */
const OF_MACROS: ReadonlySet<string | undefined> = new Set([INTERNAL_PACKAGE, LOOP_PACKAGE]);

/** How many have numbers in a toplevel form. */
const counted = new WeakMap<Builder, number>();

function newPlace(b: Builder): number {
  const place = counted.get(b) ?? 0;
  counted.set(b, place + 1);
  return place;
}

/** A block in what lists its name. That around the body of a function needs none: its frame can be left. */
export function placedBlock(b: Builder, node: BlockNode, form: LispCons, env: Environment): Node {
  if (!isNamed(node.name) || isWhole(b, form)) return node;
  const place = newPlace(b);
  return { ...scope(b, node, env), place, exits: [list(node.name, place, keyword("BLOCK"))] };
}

export function placedTagbody(b: Builder, node: TagbodyNode, env: Environment): Node {
  // Of LOOP's own tags there is an operator for one.
  const isMeant = (tag: LispValue | null) => tag !== null && (isNamed(tag) || tag === endTag());
  const tags = node.segments.map(({ tag }) => tag);
  const segments = [...tags.keys()].filter((i) => isMeant(tags[i] ?? null));
  if (segments.length === 0) return node;
  const place = newPlace(b);
  node.entered = { place, segments };
  const exits = segments.map((i) => list(tags[i], place, keyword("TAG"), i));
  return { ...scope(b, node, env), exits };
}

function scope(b: Builder, node: Node, env: Environment): ScopeNode {
  return b.lexicalScope([], node, env) as ScopeNode;
}

/** Whether the program may have named a block or a tag, and no macro. */
function isNamed(x: LispValue): boolean {
  return !isSymbol(x) || (symbolPackage(x) !== undefined && !OF_MACROS.has(homeName(x)));
}

/** Whether a BLOCK form is the one that was made of the body of the function around it. */
function isWhole({ fn: { lambda } }: Builder, form: LispCons): boolean {
  const body = cdrOf(cdrOf(form) as LispCons);
  for (let rest: LispValue = lambda; isCons(rest); rest = cdrOf(rest)) if (rest === body) return true;
  return false;
}
