/**
 * Writes values as they are at a moment: what nothing changes is kept itself, all else as a shallow copy, so
 * that what happens to it later does not show. No function of the program's runs for one.
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
import { LispStream } from "../streams/shape.js";
import { CodeLog } from "./code-log.js";
import { type Kept, UNBOUND } from "./moment.js";
import { ObjectNumbers } from "./object-numbers.js";
import * as code from "./snapshots.js";
import { keptWithId, StructureHead } from "./snapshots.js";

/** Parts of one value that are copied, those of its parts included. */
const MOST_PARTS = 16;
/** Levels of it. A structure, or an instance, in another is two below it, as these print at length. */
const MOST_LEVELS = 3;
/** Characters of a string. */
const MOST_CHARS = 200;
/** A string of at most this many characters is kept as characters: joining them to a text takes longer. */
const FEW_CHARS = 32;

/** Where the values of one event have taken so many codes, objects after them have no parts. */
const MANY_CODES = 4096;
/**
 * So many codes of an object are written again even where they are the same as before: to compare them takes
 * half as long again, and a million events have room for them.
 */
const FEW_CODES = 12;

/** How many of the last snapshots may serve again: calls are often given what the calls before them were. */
const RECENT = 8;

/** How the structures of one lineage are written. */
interface StructureKind {
  readonly head: StructureHead;
  readonly keys: readonly string[];
}

export class Moments {
  readonly #numbers = new ObjectNumbers();
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
  /** The last objects, by turns, and where their codes begin, and how many they are. */
  readonly #recent: unknown[] = new Array(RECENT).fill(null);
  readonly #positions: number[] = new Array(RECENT).fill(-1);
  readonly #counts: number[] = new Array(RECENT).fill(0);
  #turn = 0;
  #log = new CodeLog(0);
  readonly #Cons: Internals["Cons"];
  readonly #Symbol: Internals["Symbol"];
  readonly #nil: LispValue;

  constructor(
    private readonly internals: Internals,
    /** An object without parts, printed without calling functions of the program's. */
    private readonly printed: (x: LispValue) => string,
    /** The names of the slots of a class. */
    private readonly slotNames: (owner: object) => readonly LispValue[],
  ) {
    this.#Cons = internals.Cons;
    this.#Symbol = internals.Symbol;
    this.#nil = nil();
  }

  /** Writes into that log from now on. */
  into(log: CodeLog): void {
    this.forget();
    this.#log = log;
  }

  /** Writes one value. */
  write(x: LispValue): void {
    if (this.#isImmutable(x)) this.#log.write(x);
    else this.#snapshot(x as object, 1);
  }

  /** Writes values, where there are any: undefined stands for none. */
  writeAll(values: readonly LispValue[]): void {
    const log = this.#log;
    const begun = log.position;
    // A loop of our own takes half of the time of `for of`.
    for (let i = 0; i < values.length; i++) {
      const x = values[i];
      if (typeof x === "number") log.write(x);
      else if (x === undefined) continue;
      else if (this.#isImmutable(x)) log.write(x);
      else this.#snapshot(x as object, log.position - begun < MANY_CODES ? 1 : MOST_LEVELS + 1);
    }
  }

  /** A value that is looked for, with the number that it has in recordings. */
  sought(x: LispValue): Kept {
    if (this.#isImmutable(x)) return x;
    const log = this.#log;
    const own = new CodeLog(0);
    this.into(own);
    this.#snapshot(x as object, 1);
    this.into(log);
    return keptWithId(own, 0, this.#numbers.known(x as object) ?? 0);
  }

  /** Forgets the objects that it was given last. */
  forget(): void {
    this.#recent.fill(null);
  }

  #snapshot(x: object, level: number): void {
    this.#room = MOST_PARTS;
    this.#unbound ??= symbolValue(stockSymbol("*SECRET-UNBOUND-VALUE*"));
    const { position } = this.#log;
    try {
      this.#object(x, level);
    } catch (exit) {
      // The stack may be exhausted, or time over.
      this.#log.takeBack(position);
      throw exit;
    }
    const count = this.#log.position - position;
    if (count > FEW_CODES) this.#shorten(x, position, count);
  }

  /** Has the codes of an object that were written just now refer to those of before, if they are the same. */
  #shorten(x: object, position: number, count: number): void {
    const log = this.#log;
    let place = 0;
    while (place < RECENT && this.#recent[place] !== x) place++;
    if (place === RECENT) {
      place = this.#turn;
      this.#turn = (place + 1) % RECENT;
    } else if (count === this.#counts[place]) {
      const before = this.#positions[place] as number;
      if (log.hasAtHand(before) && log.repeats(before, position)) {
        log.takeBack(position);
        log.write(code.SAME);
        log.write(before);
        log.write(count);
        return;
      }
    }
    this.#recent[place] = x;
    this.#positions[place] = position;
    this.#counts[place] = count;
  }

  #isImmutable(x: LispValue): boolean {
    if (typeof x !== "object" || x === null) return typeof x !== "function";
    if (x instanceof this.#Cons) return false;
    return x instanceof this.#Symbol || isNumber(x as LispValue);
  }

  #write(it: unknown): void {
    this.#log.write(it);
  }

  #part(x: LispValue, level: number): void {
    this.#room--;
    if (typeof x !== "object" || x === null) {
      if (typeof x === "function") this.#function(x);
      else this.#write(x);
    } else if (x instanceof this.#Symbol) this.#write(x);
    else if (x instanceof this.#Cons) this.#list(x as unknown as LispCons, level);
    else {
      const kind = this.#structureKind(x);
      if (kind !== undefined) this.#structure(x, kind, level);
      else if (isNumber(x)) this.#write(x);
      else this.#other(x, level);
    }
  }

  #isDeep(level: number): boolean {
    return level > MOST_LEVELS || (this.#room <= 0 && level > 1);
  }

  #object(x: object, level: number): void {
    if (x instanceof this.#Cons) this.#list(x as unknown as LispCons, level);
    else if (typeof x === "function") this.#function(x);
    else {
      const kind = this.#structureKind(x);
      if (kind !== undefined) this.#structure(x, kind, level);
      else this.#other(x, level);
    }
  }

  /** Neither a list, nor a structure, nor a function. */
  #other(x: object, level: number): void {
    if (Array.isArray(x)) this.#array(x as unknown as LispVector, level);
    else if (x instanceof HashTable) this.#table(x, level);
    else this.#instance(x, level);
  }

  #list(list: LispCons, level: number): void {
    if (this.#isDeep(level)) {
      this.#write(code.DEEP_LIST);
      this.#write(this.#numbers.of(list));
      return;
    }
    const Cons = this.#Cons;
    const log = this.#log;
    log.write(code.LIST);
    let rest: LispValue = list;
    let room = this.#room;
    while (room > 0 && rest instanceof Cons) {
      const x = carOf(rest as LispCons);
      // Most elements are numbers and symbols: to write them here takes half of the time.
      if (typeof x === "number" || x instanceof this.#Symbol) {
        room--;
        log.write(x);
      } else {
        this.#room = room;
        this.#part(x, level + 1);
        room = this.#room;
      }
      rest = cdrOf(rest as LispCons);
    }
    this.#room = room;
    if (rest === this.#nil) log.write(code.END);
    else if (rest instanceof Cons) log.write(code.OPEN);
    else {
      log.write(code.DOTTED);
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
      if (isDeep) this.#write(this.#numbers.of(array));
    } else {
      this.#write(isDeep ? code.DEEP_ARRAY : code.ARRAY);
      this.#write(this.#numbers.of(array));
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
    this.#write(this.#numbers.of(table));
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
    if (lineage === undefined) return undefined;
    if (lineage === this.#lineage) return this.#kind;
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
      this.#write(this.#numbers.of(x));
      return;
    }
    const at = this.#log.position;
    this.#write(head);
    let i = 0;
    for (; i < keys.length && this.#room > 0; i++) this.#slot(slotOf(x, keys[i] as string), level);
    if (i === keys.length) return;
    this.#log.replace(at, head.cut);
    this.#write(code.END);
  }

  /** The value of a slot of what is at a level. */
  #slot(value: LispValue | undefined, level: number): void {
    if (value === undefined || value === this.#unbound) {
      this.#room--;
      this.#write(UNBOUND);
    } else if (typeof value === "number" || value instanceof this.#Symbol) {
      this.#room--;
      this.#write(value);
    } else {
      const kind = typeof value === "object" && value !== null ? this.#structureKind(value) : undefined;
      if (kind === undefined) this.#part(value, level + (isStructure(value) ? 2 : 1));
      else {
        this.#room--;
        this.#structure(value as object, kind, level + 2);
      }
    }
  }

  #function(x: object): void {
    const name = functionName(x as unknown as LispFunction);
    this.#opaque(x, classOfFunction(x) === undefined ? "FUNCTION" : "GENERIC", name);
  }

  #opaque(x: object, name: string, label: LispValue): void {
    this.#write(code.OTHER);
    this.#write(this.#numbers.of(x));
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
      this.#opaque(
        x,
        x instanceof LispStream ? this.#streamText(x) : this.printed(x as LispValue),
        undefined,
      );
      return;
    }
    const isDeep = this.#isDeep(level);
    const values = slotValues(x) ?? [];
    this.#write(isDeep ? code.DEEP_INSTANCE : code.INSTANCE);
    this.#write(this.#numbers.of(x));
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
