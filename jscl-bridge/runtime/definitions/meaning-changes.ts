/**
 * When the names changed their meaning whose definitions compiled code has in it: macros, inline functions,
 * structures. Code that was compiled before has the old meaning, and a report says so.
 */

import { numberEql } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { homeName } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { isCons, isSymbol } from "../signals.js";

/** What a name is whose definition compiled code has in it. */
export type Expanded = "macro" | "inline-function" | "structure";

interface Changes {
  readonly what: Expanded;
  /** The number of its first definition, and of the last one that differs from what was before. */
  readonly first: number;
  readonly last: number;
}

/** What became of a name since some code was compiled. */
interface Change {
  readonly what: Expanded;
  /** Whether it had a meaning then; a macro that had none was compiled as a function. */
  readonly wasKnown: boolean;
}

export class MeaningChanges {
  /** How many changes there were; code keeps it as the time at which it was compiled. */
  now = 0;
  private readonly of = new WeakMap<LispSymbol, Changes>();

  /** A name was defined, with a meaning that it did not have before. */
  note(name: LispSymbol, what: Expanded): void {
    this.now += 1;
    const known = this.of.get(name);
    const first = known?.what === what ? known.first : this.now;
    this.of.set(name, { what, first, last: this.now });
  }

  /** How the meaning of a name changed after a time; null if it did not. */
  since(time: number, name: LispSymbol): Change | null {
    const changes = this.of.get(name);
    if (changes === undefined || changes.last <= time) return null;
    return { what: changes.what, wasKnown: changes.first <= time };
  }
}

/** Conses that a comparison looks at; longer definitions are taken to be the same. */
const COMPARED = 20_000;

/** Whether two texts of a definition are written the same; symbols without a package stand for each other. */
export function isSameText(one: LispValue, other: LispValue): boolean {
  const todo: [LispValue, LispValue][] = [[one, other]];
  for (let left = COMPARED; left > 0; left--) {
    const pair = todo.pop();
    if (pair === undefined) return true;
    const [a, b] = pair;
    if (a === b) continue;
    if (isCons(a) && isCons(b)) todo.push([cdrOf(a), cdrOf(b)], [carOf(a), carOf(b)]);
    else if (!isSameAtom(a, b)) return false;
  }
  return true;
}

function isSameAtom(one: LispValue, other: LispValue): boolean {
  if (isSymbol(one) && isSymbol(other)) return homeName(one) === undefined && homeName(other) === undefined;
  if (isCons(one) || isCons(other) || isSymbol(one) || isSymbol(other)) return false;
  // Strings and numbers are read anew.
  if (isLispString(one) && isLispString(other)) return stringText(one) === stringText(other);
  return numberEql(one, other);
}
