/** The usual calls of functions of trees (`deferring.ts`): of trees that are not deep. */

import { numberEql } from "../numbers.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { cons, isCons, nil } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";

type Answer = LispValue | undefined;

/** Deeper trees are left to functions in Lisp, which go on where JavaScript's stack ends. */
const DEEPEST = 200;

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

/** What has no part to be replaced is shared. */
function substituted(by: LispValue, old: LispValue, tree: LispValue, depth: number): Answer {
  if (tree === old || numberEql(tree, old)) return by;
  if (!isCons(tree)) return tree;
  safepoint();
  const car = depth > DEEPEST ? undefined : substituted(by, old, carOf(tree), depth + 1);
  const cdr = car === undefined ? undefined : substituted(by, old, cdrOf(tree), depth + 1);
  if (cdr === undefined) return undefined;
  return car === carOf(tree) && cdr === cdrOf(tree) ? tree : cons(car, cdr);
}

export const treeOperators = { "COPY-TREE": copyTreeOf, SUBST: substOf };
