/**
 * Values as they were at a moment: what nothing changes is kept itself, all else as a shallow copy, so that
 * what happens to it later does not show. No function of the program's runs for one.
 */

import { isNumber } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { elementAt } from "../objects/elements.js";
import { functionName } from "../objects/functions.js";
import { HashTable } from "../objects/hash-table.js";
import {
  arrayDimensions,
  classOfFunction,
  classOfInstance,
  classShape,
  slotValues,
  structureFields,
} from "../objects/instances.js";
import type { Internals, LispCons, LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { stockSymbol } from "../objects/stock-symbols.js";
import { slotOf } from "../objects/structure-slots.js";
import { symbolValue } from "../objects/symbols.js";
import { activeLength, isLispString, textBetween } from "../objects/vectors.js";
import { nil } from "../signals.js";
import { allocated } from "../stack/safepoints.js";

/** Parts of one value that are copied, those of its parts included. */
const MOST_PARTS = 16;
/** Levels of it. */
const MOST_LEVELS = 3;
/** Characters of a string. */
const MOST_CHARS = 200;

const MOMENT_BYTES = 64;
const PART_BYTES = 16;

type MomentKind = "list" | "vector" | "array" | "string" | "table" | "structure" | "instance" | "other";

/** Stands for a slot that has no value. */
export const UNBOUND = Symbol("unbound");

/** What a recording holds of a value: the value itself where nothing can change it. */
export type Kept = LispValue | Moment;

/** An object as it was. */
export class Moment {
  constructor(
    /** The same for the same object, in all recordings of an image. */
    readonly id: number,
    readonly kind: MomentKind,
    /** The name of its class or of the function; the characters of a string. */
    readonly name: LispValue,
    /** Elements; values of slots; keys and values by turns. Null where the levels ended above it. */
    readonly parts: readonly Kept[] | null,
    /** The names of slots, or nothing. */
    readonly labels: readonly LispValue[],
    /** How many parts there were; of a list, undefined where it went on. */
    readonly total: number | undefined,
    /** What the last cdr of a list was where it was no list. */
    readonly tail: Kept | undefined,
    /** Whether it was copied by itself, and not as a part of another one, which gets less. */
    readonly isWhole: boolean,
  ) {}
}

export class Moments {
  /** The last copy of each object: as long as nothing has changed, it is as good as another. */
  readonly #last = new WeakMap<object, Moment>();
  #lastId = 0;
  /** The names of the slots of classes. */
  readonly #named = new WeakMap<object, readonly LispValue[]>();
  /** Parts that may still be copied. */
  #room = 0;
  /** The objects that are being copied, each inside of the one before, and their numbers. */
  readonly #around: { readonly object: object; readonly id: number }[] = [];

  constructor(
    private readonly internals: Internals,
    /** An object without parts, printed without calling functions of the program's. */
    private readonly printed: (x: LispValue) => string,
    /** The names of the slots of a class. */
    private readonly slotNames: (owner: object) => readonly LispValue[],
  ) {}

  /** How many parts the copies since the last `of` or `ofAll` took. */
  spent = 0;

  of(x: LispValue): Kept {
    this.spent = 0;
    return this.#isImmutable(x) ? x : this.#copied(x as object);
  }

  ofAll(values: readonly LispValue[]): readonly Kept[] {
    this.spent = 0;
    let i = 0;
    while (i < values.length && this.#isImmutable(values[i])) i++;
    if (i === values.length) return values;
    return values.map((x) => (this.#isImmutable(x) ? x : this.#copied(x as object)));
  }

  #copied(x: object): Moment {
    const last = this.#last.get(x);
    if (last?.isWhole === true && this.#isAsIn(x, last)) return last;
    this.#room = MOST_PARTS;
    const moment = this.#moment(x, 1);
    this.#last.set(x, moment);
    const parts = MOST_PARTS - this.#room;
    this.spent += parts + 1;
    allocated(MOMENT_BYTES + PART_BYTES * parts, moment);
    return moment;
  }

  /** Whether an object is still as a copy of it says; where that is long to find out, it is not. */
  #isAsIn(x: object, moment: Moment): boolean {
    const { kind, parts } = moment;
    if (x instanceof this.internals.Cons) return kind === "list" && this.#isListAsIn(x as never, moment);
    if (kind === "string")
      return isLispString(x as never) && this.#isTextAsIn(x as unknown as LispVector, moment);
    if (kind !== "structure") return false;
    // The levels ended above it: no more is said than what it is.
    if (parts === null) return true;
    const fields = structureFields(x, this.internals);
    if (fields === undefined || fields.keys.length !== moment.total) return false;
    return parts.every((part, i) => this.#isPartAsIn(slotOf(x, fields.keys[i] as string), part));
  }

  #isListAsIn(list: LispCons, { parts, total, tail }: Moment): boolean {
    if (parts === null) return true;
    const { Cons } = this.internals;
    let rest: LispValue = list;
    for (const part of parts) {
      if (!(rest instanceof Cons) || !this.#isPartAsIn(carOf(rest as LispCons), part)) return false;
      rest = cdrOf(rest as LispCons);
    }
    if (total === undefined) return rest instanceof Cons;
    return tail === undefined ? rest === nil() : this.#isPartAsIn(rest, tail);
  }

  #isTextAsIn(text: LispVector, { name, total }: Moment): boolean {
    return activeLength(text) === total && textBetween(text, 0, Math.min(total, MOST_CHARS)) === name;
  }

  #isPartAsIn(x: LispValue, part: Kept): boolean {
    if (x === part) return true;
    if (!(part instanceof Moment) || typeof x !== "object" || x === null) return false;
    return this.#last.get(x)?.id === part.id && this.#isAsIn(x, part);
  }

  #isImmutable(x: LispValue): boolean {
    if (typeof x !== "object" || x === null) return typeof x !== "function";
    if (x instanceof this.internals.Cons) return false;
    return x instanceof this.internals.Symbol || isNumber(x as LispValue);
  }

  #id(x: object): number {
    const known = this.#last.get(x) ?? this.#around.find(({ object }) => object === x);
    return known?.id ?? ++this.#lastId;
  }

  #part(x: LispValue, level: number): Kept {
    this.#room--;
    if (this.#isImmutable(x)) return x;
    const moment = this.#moment(x as object, level);
    // It has the same id in other copies.
    if (!this.#last.has(x as object)) this.#last.set(x as object, moment);
    return moment;
  }

  #moment(x: object, level: number): Moment {
    const id = this.#id(x);
    const isDeep = level > MOST_LEVELS || this.#room <= 0;
    if (isDeep) return this.#copy(x, id, level, isDeep);
    this.#around.push({ object: x, id });
    const moment = this.#copy(x, id, level, isDeep);
    this.#around.pop();
    return moment;
  }

  #copy(x: object, id: number, level: number, isDeep: boolean): Moment {
    if (x instanceof this.internals.Cons) return this.#list(id, x as unknown as LispCons, level, isDeep);
    if (Array.isArray(x)) return this.#array(id, x as unknown as LispVector, level, isDeep);
    if (x instanceof HashTable) return this.#table(id, x, level, isDeep);
    const { internals } = this;
    const fields = structureFields(x, internals);
    if (fields !== undefined) {
      const values = fields.keys.map((key) => slotOf(x, key));
      return this.#slots(id, "structure", fields.name, fields.names, values, level, isDeep);
    }
    const owner = typeof x === "function" ? classOfFunction(x) : classOfInstance(x);
    if (typeof x === "function") {
      const name = functionName(x as unknown as LispFunction);
      return new Moment(
        id,
        "other",
        owner === undefined ? "FUNCTION" : "GENERIC",
        null,
        [name],
        0,
        undefined,
        level === 1,
      );
    }
    if (owner !== undefined) {
      const { name } = classShape(owner, internals);
      return this.#slots(id, "instance", name, this.#slotNames(owner), slotValues(x) ?? [], level, isDeep);
    }
    return new Moment(id, "other", this.printed(x as LispValue), null, [], 0, undefined, level === 1);
  }

  #slotNames(owner: object): readonly LispValue[] {
    let names = this.#named.get(owner);
    if (names === undefined) {
      names = this.slotNames(owner);
      this.#named.set(owner, names);
    }
    return names;
  }

  #list(id: number, list: LispCons, level: number, isDeep: boolean): Moment {
    const { Cons } = this.internals;
    if (isDeep) return new Moment(id, "list", null, null, [], undefined, undefined, level === 1);
    const parts: Kept[] = [];
    let rest: LispValue = list;
    while (rest instanceof Cons && this.#room > 0) {
      parts.push(this.#part(carOf(rest as LispCons), level + 1));
      rest = cdrOf(rest as LispCons);
    }
    if (rest instanceof Cons)
      return new Moment(id, "list", null, parts, [], undefined, undefined, level === 1);
    const tail = rest === nil() ? undefined : this.#part(rest, level + 1);
    return new Moment(id, "list", null, parts, [], parts.length, tail, level === 1);
  }

  #array(id: number, array: LispVector, level: number, isDeep: boolean): Moment {
    if (isLispString(array)) {
      const length = activeLength(array);
      this.#room--;
      const text = textBetween(array, 0, Math.min(length, MOST_CHARS));
      return new Moment(id, "string", text, null, [], length, undefined, level === 1);
    }
    const dimensions = arrayDimensions(array, this.internals);
    const total = dimensions === null ? activeLength(array) : (array as LispValue[]).length;
    const kind = dimensions === null ? "vector" : "array";
    const labels = dimensions ?? [];
    if (isDeep) return new Moment(id, kind, null, null, labels, total, undefined, level === 1);
    const parts: Kept[] = [];
    for (let i = 0; i < total && this.#room > 0; i++) parts.push(this.#part(elementAt(array, i), level + 1));
    return new Moment(id, kind, null, parts, labels, total, undefined, level === 1);
  }

  #table(id: number, hashTable: HashTable, level: number, isDeep: boolean): Moment {
    const { test, count, entries } = hashTable;
    if (isDeep) return new Moment(id, "table", test, null, [], count, undefined, level === 1);
    const parts: Kept[] = [];
    for (const entry of entries) {
      if (this.#room <= 1) break;
      if (entry !== undefined)
        parts.push(this.#part(entry.key, level + 1), this.#part(entry.value, level + 1));
    }
    return new Moment(id, "table", test, parts, [], count, undefined, level === 1);
  }

  #slots(
    id: number,
    kind: "structure" | "instance",
    name: LispValue,
    labels: readonly LispValue[],
    values: readonly LispValue[],
    level: number,
    isDeep: boolean,
  ): Moment {
    if (isDeep) return new Moment(id, kind, name, null, [], values.length, undefined, level === 1);
    const parts: Kept[] = [];
    const unbound = symbolValue(stockSymbol("*SECRET-UNBOUND-VALUE*"));
    for (const value of values) {
      if (this.#room <= 0) break;
      const isUnbound = value === undefined || value === unbound;
      parts.push(isUnbound ? (UNBOUND as unknown as Kept) : this.#part(value, level + 1));
    }
    return new Moment(id, kind, name, parts, labels, values.length, undefined, level === 1);
  }
}
