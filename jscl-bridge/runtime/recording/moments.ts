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
  type Fields,
  lineageOf,
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
import { LispStream } from "../streams/shape.js";
import { type Kept, UNBOUND } from "./moment.js";
import * as code from "./snapshots.js";
import { type Held, kept, type Snapshot, StructureHead } from "./snapshots.js";

/** Parts of one value that are copied, those of its parts included. */
const MOST_PARTS = 16;
/** Levels of it. A structure, or an instance, in another is two below it, as these print at length. */
const MOST_LEVELS = 3;
/** Characters of a string. */
const MOST_CHARS = 200;
/** A string of at most this many characters is kept as characters: joining them to a text takes longer. */
const FEW_CHARS = 32;

/** Bytes that the limit of memory counts for a snapshot, and for each of its codes. */
const SNAPSHOT_BYTES = 48;
const CODE_BYTES = 8;

/** How many of the last snapshots may serve again: calls are often given what the calls before them were. */
const RECENT = 8;

/** How the structures of one lineage are written. */
interface StructureKind {
  readonly head: StructureHead;
  readonly keys: readonly string[];
}

export class Moments {
  /** The number of each object that a snapshot names by one. */
  readonly #ids = new WeakMap<object, number>();
  #lastId = 0;
  /** The names of the slots of classes. */
  readonly #named = new WeakMap<object, readonly LispValue[]>();
  /** How each stream prints. */
  readonly #streams = new WeakMap<LispStream, string>();
  readonly #structures = new WeakMap<Fields, StructureKind>();
  /** The lineage of the structure that was last met, and its kind. */
  #lineage: LispValue;
  #kind: StructureKind | undefined;
  /** Parts that may still be copied. */
  #room = 0;
  /** What the library's structures have in slots without a value. */
  #unbound: LispValue;
  /** The codes of the object that is being copied. */
  readonly #codes: unknown[] = [];
  #count = 0;
  /** The last objects, by turns, and their snapshots. */
  readonly #recent: unknown[] = new Array(RECENT).fill(null);
  readonly #snapshots: Snapshot[] = new Array(RECENT).fill([]);
  #turn = 0;

  constructor(
    private readonly internals: Internals,
    /** An object without parts, printed without calling functions of the program's. */
    private readonly printed: (x: LispValue) => string,
    /** The names of the slots of a class. */
    private readonly slotNames: (owner: object) => readonly LispValue[],
  ) {}

  /** How many codes the snapshots since the last `of` or `ofAll` took. */
  spent = 0;

  of(x: LispValue): Held {
    this.spent = 0;
    return this.#held(x);
  }

  #held(x: LispValue): Held {
    return this.#isImmutable(x) ? x : this.#snapshot(x as object);
  }

  ofAll(values: readonly LispValue[]): readonly Held[] {
    this.spent = 0;
    let i = 0;
    while (i < values.length && this.#isImmutable(values[i])) i++;
    if (i === values.length) return values;
    // A loop of our own takes half of the time of `map`.
    const held: Held[] = values.slice(0, i);
    for (; i < values.length; i++) held.push(this.#held(values[i]));
    return held;
  }

  /** A value that is looked for, with the number that it has in recordings. */
  sought(x: LispValue): Kept {
    const held = this.of(x);
    return kept(held, held === x ? 0 : this.#ids.get(x as object));
  }

  /** Forgets the objects that it was given last. */
  forget(): void {
    this.#recent.fill(null);
    this.#snapshots.fill([]);
  }

  #snapshot(x: object): Snapshot {
    this.#room = MOST_PARTS;
    this.#unbound ??= symbolValue(stockSymbol("*SECRET-UNBOUND-VALUE*"));
    this.#count = 0;
    this.#object(x, 1);
    let place = 0;
    while (place < RECENT && this.#recent[place] !== x) place++;
    if (place < RECENT && this.#isAsCopied(this.#snapshots[place] as Snapshot))
      return this.#snapshots[place] as Snapshot;
    const snapshot = this.#codes.slice(0, this.#count);
    if (place === RECENT) {
      place = this.#turn;
      this.#turn = (place + 1) % RECENT;
    }
    this.#recent[place] = x;
    this.#snapshots[place] = snapshot;
    this.spent += this.#count;
    allocated(SNAPSHOT_BYTES + CODE_BYTES * this.#count, snapshot);
    return snapshot;
  }

  /** Whether a snapshot says the same as the codes that were written just now. */
  #isAsCopied(snapshot: Snapshot): boolean {
    if (snapshot.length !== this.#count) return false;
    const codes = this.#codes;
    for (let i = 0; i < snapshot.length; i++) if (snapshot[i] !== codes[i]) return false;
    return true;
  }

  #isImmutable(x: LispValue): boolean {
    if (typeof x !== "object" || x === null) return typeof x !== "function";
    if (x instanceof this.internals.Cons) return false;
    return x instanceof this.internals.Symbol || isNumber(x as LispValue);
  }

  #id(x: object): number {
    let id = this.#ids.get(x);
    if (id === undefined) {
      id = ++this.#lastId;
      this.#ids.set(x, id);
    }
    return id;
  }

  #write(it: unknown): void {
    this.#codes[this.#count++] = it;
  }

  #part(x: LispValue, level: number): void {
    this.#room--;
    if (x instanceof this.internals.Symbol) this.#write(x);
    else if (x instanceof this.internals.Cons) this.#list(x as unknown as LispCons, level);
    else if (this.#isImmutable(x)) this.#write(x);
    else this.#object(x as object, level);
  }

  #isDeep(level: number): boolean {
    return level > MOST_LEVELS || (this.#room <= 0 && level > 1);
  }

  #object(x: object, level: number): void {
    if (x instanceof this.internals.Cons) this.#list(x as unknown as LispCons, level);
    else if (Array.isArray(x)) this.#array(x as unknown as LispVector, level);
    else if (typeof x === "function") this.#function(x);
    else {
      const kind = this.#structureKind(x);
      if (kind !== undefined) this.#structure(x, kind, level);
      else if (x instanceof HashTable) this.#table(x, level);
      else this.#instance(x, level);
    }
  }

  #list(list: LispCons, level: number): void {
    if (this.#isDeep(level)) {
      this.#write(code.DEEP_LIST);
      this.#write(this.#id(list));
      return;
    }
    const { Cons } = this.internals;
    this.#write(code.LIST);
    let rest: LispValue = list;
    while (rest instanceof Cons && this.#room > 0) {
      const x = carOf(rest as LispCons);
      // Most elements are numbers: to write them here takes half of the time.
      if (typeof x === "number") {
        this.#room--;
        this.#codes[this.#count++] = x;
      } else this.#part(x, level + 1);
      rest = cdrOf(rest as LispCons);
    }
    if (rest instanceof Cons) this.#write(code.OPEN);
    else if (rest === nil()) this.#write(code.END);
    else {
      this.#write(code.DOTTED);
      this.#part(rest, level + 1);
    }
  }

  #array(array: LispVector, level: number): void {
    if (isLispString(array)) {
      this.#string(array);
      return;
    }
    const isDeep = this.#isDeep(level);
    const dimensions = arrayDimensions(array, this.internals);
    const total = dimensions === null ? activeLength(array) : (array as LispValue[]).length;
    if (dimensions === null) {
      this.#write(isDeep ? code.DEEP_VECTOR : code.VECTOR);
      if (isDeep) this.#write(this.#id(array));
    } else {
      this.#write(isDeep ? code.DEEP_ARRAY : code.ARRAY);
      this.#write(this.#id(array));
      this.#write(dimensions.join("x"));
    }
    this.#write(total);
    if (isDeep) return;
    for (let i = 0; i < total && this.#room > 0; i++) this.#part(elementAt(array, i), level + 1);
    this.#write(code.END);
  }

  #string(string: LispVector): void {
    const length = activeLength(string);
    this.#room--;
    if (length > FEW_CHARS) {
      this.#write(code.STRING);
      this.#write(length);
      this.#write(textBetween(string, 0, Math.min(length, MOST_CHARS)));
      return;
    }
    this.#write(code.CHARACTERS);
    this.#write(length);
    for (let i = 0; i < length; i++) this.#write(string[i]);
    this.#write(code.END);
  }

  #table(table: HashTable, level: number): void {
    const isDeep = this.#isDeep(level);
    this.#write(isDeep ? code.DEEP_TABLE : code.TABLE);
    this.#write(this.#id(table));
    this.#write(table.test);
    this.#write(table.count);
    if (isDeep) return;
    for (const entry of table.entries) {
      if (this.#room <= 1) break;
      if (entry === undefined) continue;
      this.#part(entry.key, level + 1);
      this.#part(entry.value, level + 1);
    }
    this.#write(code.END);
  }

  #structureKind(x: object): StructureKind | undefined {
    const lineage = lineageOf(x);
    if (lineage !== undefined && lineage === this.#lineage) return this.#kind;
    const fields = structureFields(x, this.internals);
    let kind: StructureKind | undefined;
    if (fields !== undefined) {
      kind = this.#structures.get(fields);
      if (kind === undefined) {
        kind = { head: new StructureHead(fields.name, fields.names), keys: fields.keys };
        this.#structures.set(fields, kind);
      }
    }
    this.#lineage = lineage;
    this.#kind = kind;
    return kind;
  }

  #structure(x: object, { head, keys }: StructureKind, level: number): void {
    if (this.#isDeep(level)) {
      this.#write(head.deep);
      this.#write(this.#id(x));
      return;
    }
    const at = this.#count;
    this.#write(head);
    let i = 0;
    for (; i < keys.length && this.#room > 0; i++) this.#slot(slotOf(x, keys[i] as string), level);
    if (i === keys.length) return;
    this.#codes[at] = head.cut;
    this.#write(code.END);
  }

  /** The value of a slot of what is at a level. */
  #slot(value: LispValue | undefined, level: number): void {
    if (value === undefined || value === this.#unbound) {
      this.#room--;
      this.#write(UNBOUND);
    } else this.#part(value, level + (isStructure(value) ? 2 : 1));
  }

  #function(x: object): void {
    const name = functionName(x as unknown as LispFunction);
    this.#other(x, classOfFunction(x) === undefined ? "FUNCTION" : "GENERIC", name);
  }

  #other(x: object, name: string, label: LispValue): void {
    this.#write(code.OTHER);
    this.#write(this.#id(x));
    this.#write(name);
    this.#write(label);
  }

  /** How a stream prints, which stays as it is. */
  #streamText(stream: LispStream): string {
    let text = this.#streams.get(stream);
    if (text === undefined) {
      text = this.printed(stream as unknown as LispValue);
      this.#streams.set(stream, text);
    }
    return text;
  }

  #instance(x: object, level: number): void {
    const owner = classOfInstance(x);
    if (owner === undefined) {
      this.#other(x, x instanceof LispStream ? this.#streamText(x) : this.printed(x as LispValue), undefined);
      return;
    }
    const isDeep = this.#isDeep(level);
    const values = slotValues(x) ?? [];
    this.#write(isDeep ? code.DEEP_INSTANCE : code.INSTANCE);
    this.#write(this.#id(x));
    this.#write(classShape(owner, this.internals).name);
    if (!isDeep) this.#write(this.#slotNames(owner));
    this.#write(values.length);
    if (isDeep) return;
    for (const value of values) {
      if (this.#room <= 0) break;
      this.#slot(value, level);
    }
    this.#write(code.END);
  }

  #slotNames(owner: object): readonly LispValue[] {
    let names = this.#named.get(owner);
    if (names === undefined) {
      names = this.slotNames(owner);
      this.#named.set(owner, names);
    }
    return names;
  }
}

function isStructure(x: LispValue): boolean {
  return typeof x === "object" && x !== null && lineageOf(x) !== undefined;
}
