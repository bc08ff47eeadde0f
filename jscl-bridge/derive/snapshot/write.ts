import { SnapshotError } from "./error.js";
import type { Site } from "./instrument.js";
import {
  consFields,
  isLongArray,
  isUnbound,
  type LispSymbol,
  stringFields,
  symbolFields,
} from "./objects.js";
import type { HeapData } from "./restore.js";
import type { BootedProgram, Foreign } from "./run.js";
import { countUses, type Shape, StreamWriter } from "./writer.js";

type Fields = Record<string, unknown>;

/** Everything that is to be written down. */
export interface FoundHeap {
  program: BootedProgram;
  known: object[];
  /** Constants that JSON has no word for. */
  special: unknown[];
  symbols: LispSymbol[];
  /** Symbols of which only the name is kept. */
  hollow: Set<unknown>;
  strings: string[][];
  conses: Fields[];
  arrays: unknown[][];
  longArrays: [LispSymbol, unknown[]][];
  objects: Fields[];
  maps: Map<unknown, unknown>[];
  functions: Fields[];
  /** A closure comes after the closures it captures. */
  closures: Fields[];
  foreign: Map<unknown, Foreign>;
  variables: string[];
  /** Variables that the prelude declares; they are read first. */
  rootVariables: string[];
  weakTables: Set<object>;
  isFound(value: unknown): boolean;
  isSymbol(value: unknown): boolean;
  fields(object: object, except: Set<string | symbol>): [string, unknown][];
  fieldsBesideElements(array: unknown[]): [string, unknown][];
  site(made: Fields): Site;
  captured(made: Fields): unknown[];
}

/** What is needed to make the booted program again. */
export interface Snapshot {
  data: HeapData;
  /** Expressions of known objects and of constants that JSON has no word for. */
  known: string[];
  /** Functions that capture nothing, and then those that do, as sites. */
  functions: Site[];
  factories: Site[];
  /** Program variables that live functions name, in the order of their values in the stream. */
  variables: string[];
  /**
   * What the host gives, as expressions that read the stream after its heap; then how many objects
   * in the stream have it under which key, and how many of the host's objects have something under a key.
   */
  foreign: string[];
  late: [string, number][];
  hostFields: [string, number][];
  /** Program variables that hold something of the host's, by index of the expression. */
  foreignVariables: [string, number][];
  /** Variables to be computed again. */
  numbering: string[];
  report: Record<string, number>;
}

/** Something in a place: an object, a key, a value. */
type Triple = [object, string, unknown];

/** A value, one of a list in order, or a symbol that stands for itself and its function. */
export type Item = { value: unknown } | { inOrder: unknown } | { definition: object };

/** Writes the heap into one stream, with `last` at its end. */
export function writeHeap(heap: FoundHeap, last: Item[]): Omit<Snapshot, "numbering"> {
  return new HeapWriter(heap).write(last);
}

class HeapWriter {
  private readonly shapes = new Map<unknown, Shape>();
  private readonly lateClosures = new Set<unknown>();
  private readonly factories: Site[];
  private readonly packages: Fields[];
  private readonly homes: (object | undefined)[];
  /** What the host gives and something uses, in the order in which it is made. */
  private readonly foreign: unknown[] = [];
  private readonly foreignParts: unknown[] = [];
  private readonly foreignTexts: string[] = [];
  private readonly late: Triple[] = [];
  /** Functions whose names follow from their symbols. */
  private readonly named = new Set<unknown>();

  constructor(private readonly heap: FoundHeap) {
    const { closures, symbols, known } = heap;
    for (const made of closures)
      if (heap.captured(made).some((value) => this.isLate(value))) this.lateClosures.add(made);
    this.factories = [...new Set(closures.map((made) => heap.site(made)))];
    this.homes = [...new Set(symbols.map((symbol) => symbol.package))];
    this.packages = this.homes.filter((home) => home !== undefined && !known.includes(home)) as Fields[];
    this.addShapes();
  }

  private isLate(value: unknown): boolean {
    return this.heap.foreign.has(value) || this.lateClosures.has(value);
  }

  /** What a place holds until the host's objects are there. */
  private slot = (value: unknown): unknown => (this.isLate(value) ? undefined : value);

  private addShapes(): void {
    const { heap, shapes, slot } = this;
    const { objectPrototype } = heap.program;
    for (const [index, object] of [...heap.known, ...heap.special, ...this.packages].entries())
      shapes.set(object, { kind: "known", index });
    for (const symbol of heap.symbols)
      shapes.set(symbol, { kind: "symbol", name: symbol.name, home: this.homes.indexOf(symbol.package) });
    for (const string of heap.strings) shapes.set(string, { kind: "string", text: string.join("") });
    for (const cons of heap.conses)
      shapes.set(cons, { kind: "cons", car: slot(cons["$$jscl_car"]), cdr: slot(cons["$$jscl_cdr"]) });
    for (const array of heap.arrays) shapes.set(array, { kind: "array", items: array.map(slot) });
    for (const map of heap.maps) shapes.set(map, { kind: "map", parts: [...map].flat() });
    for (const object of heap.objects) {
      if (shapes.has(object)) continue;
      const keys = this.isTable(object) ? [] : Object.keys(object);
      const isBare = Object.getPrototypeOf(object) !== objectPrototype;
      shapes.set(object, { kind: "object", isBare, keys, values: keys.map((key) => slot(object[key])) });
    }
    for (const [index, made] of heap.functions.entries()) shapes.set(made, { kind: "function", index });
    for (const made of heap.closures) {
      const factory = this.factories.indexOf(heap.site(made));
      if (!this.lateClosures.has(made))
        shapes.set(made, { kind: "closure", factory, captured: heap.captured(made) });
    }
  }

  private shapeOf = (value: unknown): Shape => {
    const shape = this.shapes.get(value);
    if (shape !== undefined) return shape;
    if (this.isLate(value)) return { kind: "late", index: this.foreignIndex(value) };
    if (isPlain(value)) return { kind: "constant" };
    throw new SnapshotError(`not reached: ${String((value as { name?: unknown } | null)?.name)}`);
  };

  /** The place of something of the host's, which is made in the order of these places. */
  private foreignIndex(value: unknown): number {
    const found = this.foreign.indexOf(value);
    if (found >= 0) return found;
    const { heap } = this;
    const from = heap.foreign.get(value);
    let text: string;
    const parts: unknown[] = [];
    if (from === undefined) {
      const captured = heap.captured(value as Fields).map((part) => {
        if (this.isLate(part)) return `foreign_z[${this.foreignIndex(part)}]`;
        parts.push(part);
        return "heap_z.next()";
      });
      text = `factories_z[${this.factories.indexOf(heap.site(value as Fields))}](${captured.join(",")})`;
    } else if ("expression" in from) text = from.expression;
    else {
      parts.push(from.holder);
      text = `heap_z.next()[${JSON.stringify(from.key)}]`;
    }
    this.foreignTexts.push(text);
    this.foreignParts.push(...parts);
    return this.foreign.push(value) - 1;
  }

  private isTable(object: object): boolean {
    const { heap } = this;
    if (heap.weakTables.has(object) || object === heap.program.jscl.packages) return true;
    return Object.keys(object).length > 16 && Object.values(object).some((value) => heap.isSymbol(value));
  }

  /** Whether the value stands in its place before the host comes; otherwise it is put there later. */
  private isPutNow(holder: object, key: string, value: unknown): boolean {
    if (!this.isLate(value)) return true;
    const from = this.heap.foreign.get(value);
    // The host puts it there itself.
    if (from !== undefined && "holder" in from && from.holder === holder && from.key === key) return false;
    this.late.push([holder, key, value]);
    return false;
  }

  private values(): [object, unknown][] {
    const whole = this.wholeSymbols().filter(({ value }) => value !== undefined && !isLongArray(value));
    return whole
      .filter((symbol) => this.isPutNow(symbol, "value", symbol.value))
      .map((symbol) => [symbol, symbol.value]);
  }

  private wholeSymbols(): LispSymbol[] {
    return this.heap.symbols.filter((symbol) => !this.heap.hollow.has(symbol));
  }

  private functionValues(): [object, Fields][][] {
    const rules: [object, Fields][][] = [[], [], []];
    for (const symbol of this.wholeSymbols()) {
      const made = symbol.fvalue as Fields;
      if (isUnbound(made) || !this.isPutNow(symbol, "fvalue", made)) continue;
      const name = made["fname"];
      const rule =
        name === undefined || this.named.has(made) ? 0 : name === symbol ? 1 : name === symbol.name ? 2 : 0;
      if (rule > 0) this.named.add(made);
      (rules[rule] as [object, Fields][]).push([symbol, made]);
    }
    const place = new Map(this.heap.functions.map((made, index) => [made, index]));
    const at = ([, made]: [object, Fields]): number => place.get(made) ?? -1;
    return rules.map((pairs) => pairs.sort((a, b) => at(a) - at(b)));
  }

  private properties(): Triple[] {
    const { heap, named } = this;
    const found: Triple[] = [];
    const addAll = (object: object, fields: [string, unknown][]): void => {
      for (const [key, value] of fields)
        if (this.isPutNow(object, key, value)) found.push([object, key, value]);
    };
    const add = (object: object, except: Set<string | symbol>): void =>
      addAll(object, heap.fields(object, except));
    const none = new Set<string>();
    for (const object of [...heap.known, ...this.packages])
      if (!heap.program.opaque.has(object) && !this.isTable(object)) add(object, none);
    for (const symbol of this.wholeSymbols()) add(symbol, new Set([...symbolFields, ...consFields]));
    for (const cons of heap.conses) add(cons, consFields);
    for (const string of heap.strings) add(string, stringFields(string));
    for (const array of heap.arrays) {
      addAll(array, heap.fieldsBesideElements(array));
      for (const [index, item] of array.entries()) this.isPutNow(array, String(index), item);
    }
    for (const cons of heap.conses)
      for (const key of consFields) this.isPutNow(cons, String(key), cons[String(key)]);
    for (const object of heap.objects) {
      if (this.shapes.get(object)?.kind !== "object" || this.isTable(object)) continue;
      for (const key of Object.keys(object)) this.isPutNow(object, key, object[key]);
    }
    const fname = new Set(["fname"]);
    for (const made of [...heap.functions, ...heap.closures]) add(made, named.has(made) ? fname : none);
    return found;
  }

  private tables(): [object, [string, unknown][]][] {
    const { heap } = this;
    const all = [...heap.known, ...heap.objects].filter(
      (object) => !heap.program.opaque.has(object) && this.isTable(object),
    );
    return all.map((table) => {
      const kept = heap.fields(table, new Set()).filter(([, value]) => heap.isFound(value));
      return [table, kept.filter(([key, value]) => this.isPutNow(table, key, value))];
    });
  }

  write(last: Item[]): Omit<Snapshot, "numbering"> {
    const { heap, slot } = this;
    const { jscl, variables: valueOf } = heap.program;
    const isEarly = (name: string): boolean => !this.isLate(valueOf[name]);
    const values = this.values();
    const functions = this.functionValues();
    const properties = this.properties();
    const tables = this.tables();
    const variables = this.variables(tables);
    const longArrays = heap.longArrays.map(([symbol, array]) => ({
      symbol,
      runs: runs(array.map(slot)),
      properties: heap.fieldsBesideElements(array),
    }));
    const foreignVariables = heap.variables
      .filter((name) => !isEarly(name))
      .map((name): [string, number] => [name, this.foreignIndex(valueOf[name])]);
    const pairs = this.late.flatMap(([holder, , value]): Item[] => [{ value: holder }, { value }]);
    for (const item of [...pairs, ...last])
      if ("value" in item && this.isLate(item.value)) this.foreignIndex(item.value);
    const hostFields = this.hostFields();
    const nil = nilOf(jscl);
    const written: Item[] = [
      { value: nil },
      ...tables.flatMap(([table, entries]): Item[] => [
        { value: table },
        ...entries.map(([, inOrder]) => ({ inOrder })),
      ]),
      ...variables.map((name) => ({ inOrder: valueOf[name] })),
      ...values.flatMap(([inOrder, value]): Item[] => [{ inOrder }, { value }]),
      ...longArrays.flatMap(({ symbol, runs, properties: further }): Item[] => [
        { value: symbol },
        ...runs.map(([value]) => ({ value })),
        ...further.map(([, value]) => ({ value })),
      ]),
      ...functions.flat().flatMap(([inOrder, value]): Item[] => [{ inOrder }, { value }]),
      ...properties.flatMap(([inOrder, , value]): Item[] => [{ inOrder }, { value }]),
      ...this.foreignParts.map((value) => ({ value })),
      ...pairs,
      ...hostFields.flatMap(([object, , value]): Item[] => [{ value: object }, { value }]),
      ...last,
    ];
    const data: HeapData = {
      ...this.streamOf(
        written,
        nil,
        functions.flat().map(([symbol]) => symbol),
      ),
      packages: this.packages.map((home) =>
        Object.getPrototypeOf(home) === heap.program.objectPrototype ? 0 : 1,
      ),
      homes: this.homes.map((home) => (home === undefined ? -1 : this.before().indexOf(home))),
      values: values.length,
      functions: functions.map((pairs) => pairs.length) as HeapData["functions"],
      longArrays: longArrays.map(({ runs, properties: further }) => ({
        counts: runs.map(([, count]) => count),
        keys: further.map(([key]) => key),
      })),
      properties: keyRuns(properties),
      tables: tables.map(([, entries]) => [
        entries.length,
        Object.fromEntries(
          [...entries.entries()]
            .filter(([, [key, value]]) => !heap.isSymbol(value) || (value as LispSymbol).name !== key)
            .map(([index, [key]]) => [index, key]),
        ),
      ]),
    };
    return {
      data,
      known: [...heap.program.known.values(), ...heap.special.map(specialText)],
      functions: heap.functions.map((made) => heap.site(made)),
      factories: this.factories,
      variables,
      foreign: this.foreignTexts,
      late: keyRuns(this.late),
      hostFields: keyRuns(hostFields),
      foreignVariables,
      report: this.report(),
    };
  }

  private before(): unknown[] {
    return [...this.heap.known, ...this.heap.special, ...this.packages];
  }

  private streamOf(written: Item[], nil: unknown, defined: object[]) {
    const counted = written.flatMap((item) =>
      "value" in item ? [item.value] : "inOrder" in item ? [item.inOrder] : [],
    );
    const stream = new StreamWriter(this.shapeOf, countUses(this.shapeOf, counted), nil, this.before());
    for (const item of written) {
      if ("value" in item) stream.value(item.value);
      else if ("inOrder" in item) stream.inOrder(item.inOrder);
      else {
        const place = defined.indexOf(item.definition);
        if (place < 0) throw new SnapshotError("a definition of a function that the heap does not have");
        stream.definition(place);
      }
    }
    return stream.finish();
  }

  /** The program's variables that the heap has a value for, in the order of the tables that have it. */
  private variables(tables: [object, [string, unknown][]][]): string[] {
    const { variables, rootVariables, program } = this.heap;
    const places = new Map<unknown, number>();
    for (const [, entries] of tables)
      for (const [, value] of entries) if (!places.has(value)) places.set(value, places.size);
    const early = variables.filter((name) => !this.isLate(program.variables[name]));
    const place = (name: string): number =>
      rootVariables.includes(name) ? -1 : (places.get(program.variables[name]) ?? places.size);
    return early.sort((a, b) => place(a) - place(b));
  }

  /** What the host's objects hold of the heap. */
  private hostFields(): Triple[] {
    const { heap } = this;
    return this.foreign.flatMap((value) => {
      const from = heap.foreign.get(value);
      const fields = (value: unknown): string[] =>
        heap.fields(value as object, new Set()).map(([key]) => key);
      const keys = from === undefined ? fields(value) : "fields" in from ? (from.fields ?? []) : [];
      return keys.map((key): Triple => [value as object, key, (value as Fields)[key]]);
    });
  }

  private report(): Record<string, number> {
    const { heap } = this;
    return {
      symbols: heap.symbols.length,
      hollowSymbols: heap.hollow.size,
      strings: heap.strings.length,
      conses: heap.conses.length,
      arrays: heap.arrays.length,
      maps: heap.maps.length,
      objects: heap.objects.length,
      functions: heap.functions.length,
      closures: heap.closures.length,
      variables: heap.variables.length,
    };
  }
}

function isPlain(value: unknown): boolean {
  return value === null || ["string", "boolean", "number"].includes(typeof value);
}

/** What ends a proper list; undefined where there is no such symbol. */
function nilOf({ packages }: BootedProgram["jscl"]): unknown {
  return (packages["CL"] as { symbols?: Record<string, unknown> } | undefined)?.symbols?.["NIL"];
}

function runs(values: unknown[]): [unknown, number][] {
  const found: [unknown, number][] = [];
  for (const value of values) {
    const run = found.at(-1);
    if (run !== undefined && run[0] === value) run[1]++;
    else found.push([value, 1]);
  }
  return found;
}

/** The keys of the triples, each with how many of them follow each other. */
function keyRuns(triples: Triple[]): [string, number][] {
  return runs(triples.map(([, key]) => key)) as [string, number][];
}

function specialText(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}
