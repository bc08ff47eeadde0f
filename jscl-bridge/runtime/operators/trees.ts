/** The usual calls of functions of trees (`deferring.ts`): of trees that are not deep. */

import { numberEql } from "../numbers.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispCons, LispValue } from "../objects/marshal.js";
import { cons, isCons, nil } from "../signals.js";
import { next } from "../stack/safepoints.js";
import type { Answer } from "./answer.js";

/** Deeper trees are left to functions in Lisp, which go on where JavaScript's stack ends. */
const DEEPEST = 200;

/** Longer lists may be circular ones. */
const LONGEST = 100_000;

function copyTreeOf(tree: LispValue): Answer {
  return copied(tree, 0);
}

function copied(tree: LispValue, depth: number): Answer {
  if (!isCons(tree)) return tree;
  if (depth > DEEPEST) return undefined;
  const head = cons(nil(), nil());
  let end = head;
  let rest: LispValue = tree;
  for (; isCons(rest); rest = next(rest)) {
    const part = copied(carOf(rest), depth + 1);
    if (part === undefined) return undefined;
    const cell = cons(part, nil());
    setCdrOf(end, cell);
    end = cell;
  }
  setCdrOf(end, rest);
  return cdrOf(head);
}

function substOf(by: LispValue, old: LispValue, tree: LispValue): Answer {
  return substituted(by, old, tree, 0);
}

/** What has no part to be replaced is shared, so a list is made from its end on. */
function substituted(by: LispValue, old: LispValue, tree: LispValue, depth: number): Answer {
  if (numberEql(tree, old)) return by;
  if (!isCons(tree)) return tree;
  if (depth > DEEPEST) return undefined;
  const cells: LispCons[] = [];
  const parts: LispValue[] = [];
  let rest: LispValue = tree;
  while (isCons(rest) && !numberEql(rest, old)) {
    const part = substituted(by, old, carOf(rest), depth + 1);
    if (part === undefined || cells.length > LONGEST) return undefined;
    cells.push(rest);
    parts.push(part);
    rest = next(rest);
  }
  let result = numberEql(rest, old) ? by : rest;
  for (let i = cells.length - 1; i >= 0; i--) {
    const cell = cells[i] as LispCons;
    result = parts[i] === carOf(cell) && result === cdrOf(cell) ? cell : cons(parts[i], result);
  }
  return result;
}

export const treeOperators = { "COPY-TREE": copyTreeOf, SUBST: substOf };
