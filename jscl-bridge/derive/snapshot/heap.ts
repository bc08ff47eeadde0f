import type { Site } from "./instrument.js";
import type { HeapData } from "./restore.js";
import type { BootedProgram, Foreign } from "./run.js";

/** Something of the booted program that cannot be written down. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

/** What is needed to make the booted program again. */
export interface Snapshot {
  data: HeapData;
  /** Expressions of known objects and of constants that JSON has no word for. */
  known: string[];
  /** Functions that capture nothing, and then those that do, as sites. */
  functions: Site[];
  factories: Site[];
  /** Program variables that live functions name, and the object each holds. */
  variables: [string, number][];
  /** What the host gives, as expressions; then where it goes: object, key, index of the expression. */
  foreign: string[];
  late: [number, string, number][];
  /** Fields of what the host gives: index of the expression, key, value. */
  hostFields: [number, string, number][];
  /** Program variables that hold something of the host's, by index of the expression. */
  foreignVariables: [string, number][];
  /** Variables to be computed again. */
  numbering: string[];
  /** Index in the heap, or the complement of an index in `foreign`. */
  reference: (value: unknown) => number;
  report: Record<string, number>;
}

type Fields = Record<string, unknown>;
export interface LispSymbol {
  name: string;
  package: object | undefined;
  value: unknown;
  fvalue: object;
  stack: unknown[];
}

const longArray = 100_000;
const functionFields = new Set<string | symbol>(["length", "name", "prototype", "arguments", "caller"]);
const symbolFields = new Set<string | symbol>(["name", "package", "value", "fvalue", "stack"]);
const consFields = new Set<string | symbol>(["$$jscl_car", "$$jscl_cdr"]);

/**
 * Writes down everything that packages, symbols and `roots` lead to. Library functions that nothing leads to
 * are left out, and with them the literals only they use.
 * @throws SnapshotError naming an object that has no place in a snapshot.
 */
export function takeSnapshot(
  program: BootedProgram,
  sites: Site[],
  rootVariables: string[],
  more: MoreRoots = { roots: [], numbering: new Map() },
): Snapshot {
  return new Walk(program, sites, more).run(rootVariables);
}

/** Something that counts only where something else leads to its key. */
export interface Ephemeron {
  key: unknown;
  value: unknown;
}

interface MoreRoots {
  /** Tables of packages whose symbols count only if something else leads to them. */
  weakTables?: Set<object>;
  /** Whether a symbol of theirs that nothing leads to keeps its name. */
  keepsName?: (symbol: unknown) => boolean;
  roots: unknown[];
  ephemerons?: Ephemeron[];
  /** Told of the ephemerons that count, before anything is written down; what it answers counts too. */
  settle?: (kept: Set<Ephemeron>) => unknown[];
  /** Variables that are computed anew in a restored program, and the variables that takes. */
  numbering: Map<string, { names: string[] }>;
}

class Walk {
  private readonly found = new Map<unknown, string>();
  private readonly pending: unknown[] = [];
  private scanned: unknown;
  private readonly parents = new Map<unknown, unknown>();
  private readonly variables = new Set<string>();
  private readonly numbering = new Set<string>();
  private readonly symbols: LispSymbol[] = [];
  private readonly strings: string[][] = [];
  private readonly conses: Fields[] = [];
  private readonly arrays: unknown[][] = [];
  private readonly longArrays: [LispSymbol, unknown[]][] = [];
  private readonly objects: Fields[] = [];
  private readonly hollow = new Set<unknown>();
  private readonly maps: Map<unknown, unknown>[] = [];
  private readonly functions: Fields[] = [];
  private readonly closures: Fields[] = [];
  private readonly constants: unknown[] = [];
  private readonly special: unknown[] = [];
  private readonly known: object[];
  private readonly foreign = new Map<unknown, Foreign>();
  private readonly SymbolPrototype: object;
  private readonly ConsPrototype: object;

  constructor(
    private readonly program: BootedProgram,
    private readonly sites: Site[],
    private readonly more: MoreRoots,
  ) {
    this.known = [...program.known.keys()];
    this.SymbolPrototype = program.jscl.internals.Symbol.prototype;
    this.ConsPrototype = program.jscl.internals.Cons.prototype;
  }

  run(roots: string[]): Snapshot {
    for (const object of this.known) this.found.set(object, "known");
    this.reach(undefined);
    const { weakTables } = this.more;
    for (const object of this.known) {
      if (!this.program.opaque.has(object) && !weakTables?.has(object)) this.reachFields(object, new Set());
    }
    for (const name of roots) this.reachVariable(name);
    for (const value of this.more.roots) this.reach(value);
    this.scanPending();
    this.reachEphemerons();
    for (const table of weakTables ?? []) this.keepNames(table);
    return this.write();
  }

  private scanPending(): void {
    while (this.pending.length > 0) {
      this.scanned = this.pending.pop();
      this.scan(this.scanned);
    }
  }

  private reachEphemerons(): void {
    const { ephemerons = [], settle } = this.more;
    const kept = new Set<Ephemeron>();
    for (let before = -1; before < kept.size; ) {
      before = kept.size;
      for (const each of ephemerons) {
        if (kept.has(each) || !this.found.has(each.key)) continue;
        kept.add(each);
        this.scanned = each.key;
        this.reach(each.value);
        this.scanPending();
      }
    }
    for (const value of settle?.(kept) ?? []) this.reach(value);
    this.scanPending();
  }

  private keepNames(table: object): void {
    const { keepsName = () => true } = this.more;
    for (const [, symbol] of this.fields(table, new Set())) {
      if (this.found.has(symbol)) continue;
      if (!this.isSymbol(symbol)) {
        this.reach(symbol);
        continue;
      }
      if (!keepsName(symbol)) continue;
      this.found.set(symbol, "hollow");
      this.hollow.add(symbol);
      this.symbols.push(symbol as LispSymbol);
    }
  }

  private reachFields(object: object, except: Set<string | symbol>): void {
    for (const [, value] of this.fields(object, except)) this.reach(value);
  }

  private fields(object: object, except: Set<string | symbol>): [string, unknown][] {
    const found: [string, unknown][] = [];
    for (const key of Reflect.ownKeys(object)) {
      if (except.has(key) || (typeof object === "function" && functionFields.has(key))) continue;
      if (typeof key === "symbol") throw new SnapshotError(`property ${String(key)} of ${describe(object)}`);
      const property = Object.getOwnPropertyDescriptor(object, key);
      if (property === undefined || !("value" in property)) throw new SnapshotError(`accessor ${key}`);
      found.push([key, property.value]);
    }
    return found;
  }

  private reachVariable(name: string): void {
    if (this.variables.has(name) || this.numbering.has(name) || !Object.hasOwn(this.program.variables, name))
      return;
    const numbering = this.more.numbering.get(name);
    if (numbering !== undefined) {
      this.numbering.add(name);
      for (const needed of numbering.names) this.reachVariable(needed);
      return;
    }
    const value = this.program.variables[name];
    if (typeof value === "object" && value !== null && this.program.known.has(value)) return;
    this.variables.add(name);
    this.reach(value);
  }

  private reach(value: unknown): void {
    if (this.found.has(value)) return;
    const foreign = this.program.foreign(value);
    if (foreign !== null) {
      this.found.set(value, "foreign");
      this.foreign.set(value, foreign);
      if ("holder" in foreign) this.reach(foreign.holder);
      else for (const field of foreign.fields ?? []) this.reach((value as Fields)[field]);
      return;
    }
    if ((typeof value !== "object" && typeof value !== "function") || value === null) {
      const plain = value === null || typeof value === "string" || typeof value === "boolean";
      const number = typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0);
      this.found.set(value, "constant");
      if (plain || number) this.constants.push(value);
      else if (value === undefined || typeof value === "number" || typeof value === "bigint")
        this.special.push(value);
      else throw new SnapshotError(`a value of type ${typeof value}`);
      return;
    }
    this.found.set(value, "object");
    this.parents.set(value, this.scanned);
    this.pending.push(value);
  }

  private scan(object: unknown): void {
    if (typeof object === "function") return this.scanFunction(object as unknown as Fields);
    const prototype = Object.getPrototypeOf(object) as object | null;
    if (prototype === this.SymbolPrototype) this.scanSymbol(object as LispSymbol);
    else if (prototype === this.ConsPrototype) {
      this.conses.push(object as Fields);
      this.reachFields(object as Fields, new Set());
    } else if (Array.isArray(object)) this.scanArray(object);
    else if (prototype === null || prototype === this.program.objectPrototype) {
      this.objects.push(object as Fields);
      if (!this.more.weakTables?.has(object as object)) this.reachFields(object as Fields, new Set());
    } else if (object instanceof Map) {
      this.maps.push(object);
      for (const entry of object) for (const part of entry) this.reach(part);
    } else throw this.refusal(`an object of an unknown class ${prototype.constructor.name}`, object);
  }

  private scanSymbol(symbol: LispSymbol): void {
    if (symbol.stack.length > 0) throw new SnapshotError(`${symbol.name} is dynamically bound`);
    this.symbols.push(symbol);
    this.reach(symbol.package);
    if (isLongArray(symbol.value)) {
      this.longArrays.push([symbol, symbol.value]);
      for (const element of symbol.value) this.reach(element);
      this.reachFields(symbol.value, arrayFields(symbol.value));
    } else this.reach(symbol.value);
    if (!isUnbound(symbol.fvalue)) this.reach(symbol.fvalue);
    this.reachFields(symbol, new Set([...symbolFields, ...consFields]));
  }

  private scanArray(array: unknown[] & { stringp?: number }): void {
    if (array.length > longArray)
      throw new SnapshotError("a long array that is not just the value of one symbol");
    for (let index = 0; index < array.length; index++) {
      if (!(index in array)) throw new SnapshotError(`an array with a hole at ${index}`);
    }
    if (isString(array)) {
      this.strings.push(array as string[]);
      this.reachFields(array, stringFields(array));
    } else {
      this.arrays.push(array);
      this.reachFields(array, new Set(["length"]));
    }
  }

  private scanFunction(made: Fields): void {
    const record = this.program.functions.get(made);
    if (record === undefined) throw this.refusal("a function from outside", made);
    const site = this.sites[record.site] as Site;
    if (site.captures.names.some(({ name }) => name === "arguments")) {
      throw new SnapshotError(`a function that captures arguments: ${describe(made)}`);
    }
    for (const name of site.captures.program) this.reachVariable(name);
    for (const value of record.captured()) this.reach(value);
    (site.captures.names.length > 0 ? this.closures : this.functions).push(made);
    this.reachFields(made, new Set());
  }

  private write(): Snapshot {
    const { constants, objects, symbols, strings, conses, arrays, functions } = this;
    const ordered = this.orderedClosures();
    const lateClosures = new Set<unknown>();
    for (const made of ordered) {
      if (!this.captured(made).some((value) => this.foreign.has(value) || lateClosures.has(value))) continue;
      lateClosures.add(made);
    }
    const closures = ordered.filter((made) => !lateClosures.has(made));
    const homes = [...new Set(symbols.map((symbol) => symbol.package))];
    const grouped = homes.map((home) => symbols.filter((symbol) => symbol.package === home));
    const shapes = groupBy(objects, (object) =>
      JSON.stringify([Object.getPrototypeOf(object) === null, ...Object.keys(object)]),
    );
    const order = [
      this.known,
      this.special,
      constants,
      shapes.flat(),
      grouped.flat(),
      strings,
      conses,
      arrays,
      this.maps,
      functions,
      closures,
    ];
    const refs = new Map<unknown, number>();
    for (const group of order) for (const value of group) refs.set(value, refs.size);
    const ref = (value: unknown): number => {
      const at = refs.get(value);
      if (at === undefined) throw new SnapshotError(`not reached: ${describe(value)}`);
      return at;
    };

    const foreign = [...this.foreign.keys(), ...lateClosures];
    const isLate = (value: unknown): boolean => this.foreign.has(value) || lateClosures.has(value);
    const late: Snapshot["late"] = [];
    /**
     * Reference for the value of a property; what the host gives is put there later, unless it puts it there
     * itself.
     */
    const put = (holder: object, key: string, value: unknown): number | null => {
      const from = this.foreign.get(value);
      if (!isLate(value)) return ref(value);
      if (from !== undefined && "holder" in from && from.holder === holder && from.key === key) return null;
      late.push([ref(holder), key, foreign.indexOf(value)]);
      return ref(undefined);
    };
    const putAlways = (holder: object, key: string, value: unknown): number =>
      put(holder, key, value) ?? ref(undefined);

    this.refuseSharedVariables();
    const variables = [...this.variables].map((name) => [name, this.program.variables[name]] as const);
    const factories = [...new Set(ordered.map((made) => this.site(made)))];
    const foreignText = (value: unknown): string => {
      const from = this.foreign.get(value);
      if (from === undefined) {
        const captured = this.captured(value as Fields).map((part) =>
          isLate(part) ? `foreign_z[${foreign.indexOf(part)}]` : `heap_z[${ref(part)}]`,
        );
        return `factories_z[${factories.indexOf(this.site(value as Fields))}](${captured.join(",")})`;
      }
      if ("expression" in from) return from.expression;
      return `heap_z[${ref(from.holder)}][${JSON.stringify(from.key)}]`;
    };
    const tables: HeapData["tables"] = [];
    const properties: HeapData["properties"] = [];
    const addProperties = (object: object, except: Set<string | symbol>): void => {
      for (const [key, value] of this.fields(object, except)) {
        const at = put(object, key, value);
        if (at !== null) properties.push(ref(object), key, at);
      }
    };
    const isTable = (object: object): boolean =>
      Object.keys(object).length > 16 && Object.values(object).some((value) => this.isSymbol(value));
    const addTable = (object: object): void => {
      const kept = this.fields(object, new Set()).filter(([, value]) => this.found.has(value));
      const entries = kept.flatMap(([key, value]) => [
        this.isSymbol(value) && (value as LispSymbol).name === key ? 0 : key,
        putAlways(object, key, value),
      ]);
      tables.push([ref(object), ...entries]);
    };
    const written: HeapData["objects"] = shapes.map((group) => {
      const [first] = group as [Fields];
      const bare = Object.getPrototypeOf(first) === null ? 1 : 0;
      if (group.length === 1 && isTable(first)) {
        addTable(first);
        return [bare, [], []];
      }
      const keys = Object.keys(first);
      return [bare, keys, ...group.map((object) => keys.map((key) => putAlways(object, key, object[key])))];
    });
    for (const object of this.known) {
      if (this.program.opaque.has(object)) continue;
      if (isTable(object) || object === this.program.jscl.packages) addTable(object);
      else addProperties(object, new Set());
    }
    const whole = symbols.filter((symbol) => !this.hollow.has(symbol));
    for (const symbol of whole) addProperties(symbol, new Set([...symbolFields, ...consFields]));
    for (const cons of conses) addProperties(cons, consFields);
    for (const string of strings) addProperties(string, stringFields(string));
    for (const array of arrays) addProperties(array, arrayFields(array));
    for (const made of [...functions, ...closures]) addProperties(made, new Set());

    const pair = (symbol: LispSymbol, key: "value" | "fvalue"): number[] => {
      const at = put(symbol, key, symbol[key]);
      return at === null || isLate(symbol[key]) ? [] : [ref(symbol), at];
    };
    const data: HeapData = {
      constants,
      symbols: grouped.map((group) => {
        const home = (group[0] as LispSymbol).package;
        return [home === undefined ? -1 : ref(home), ...group.map(({ name }) => name)];
      }),
      strings: strings.map((string) => string.join("")),
      conses: conses.flatMap((cons) =>
        ["$$jscl_car", "$$jscl_cdr"].map((key) => putAlways(cons, key, cons[key])),
      ),
      arrays: arrays.map((array) => array.map((item, index) => putAlways(array, String(index), item))),
      maps: this.maps.map((map) => [...map].flat().map(ref)),
      objects: written,
      closures: closures.map((made) => [factories.indexOf(this.site(made)), ...this.captured(made).map(ref)]),
      values: whole.flatMap((symbol) =>
        symbol.value === undefined || isLongArray(symbol.value) ? [] : pair(symbol, "value"),
      ),
      longArrays: this.longArrays.map(([symbol, array]) => ({
        symbol: ref(symbol),
        runs: runs(array.map(ref)),
        properties: this.fields(array, arrayFields(array)).map(([key, value]) => [key, ref(value)]),
      })),
      functions: whole.flatMap((symbol) => (isUnbound(symbol.fvalue) ? [] : pair(symbol, "fvalue"))),
      properties,
      tables,
    };
    return {
      data,
      known: [...this.program.known.values(), ...this.special.map(specialText)],
      functions: functions.map((made) => this.site(made)),
      factories,
      variables: variables.filter(([, value]) => !isLate(value)).map(([name, value]) => [name, ref(value)]),
      foreign: foreign.map(foreignText),
      late,
      hostFields: foreign.flatMap((value, index) => {
        const from = this.foreign.get(value);
        const given = from !== undefined && "fields" in from ? (from.fields ?? []) : [];
        const fields =
          from === undefined ? this.fields(value as Fields, new Set()).map(([key]) => key) : given;
        return fields.map((field): [number, string, number] => [index, field, ref((value as Fields)[field])]);
      }),
      foreignVariables: variables
        .filter(([, value]) => isLate(value))
        .map(([name, value]) => [name, foreign.indexOf(value)]),
      numbering: [...this.numbering],
      reference: (value) => (isLate(value) ? ~foreign.indexOf(value) : ref(value)),
      report: {
        symbols: symbols.length,
        hollowSymbols: this.hollow.size,
        strings: strings.length,
        conses: conses.length,
        arrays: arrays.length,
        maps: this.maps.length,
        objects: objects.length,
        functions: functions.length,
        closures: closures.length,
        variables: this.variables.size,
      },
    };
  }

  /** Names the object and what led to it. */
  private refusal(what: string, object: unknown): SnapshotError {
    const path: string[] = [];
    for (let at = object; at !== undefined && path.length < 9; at = this.parents.get(at))
      path.push(describe(at));
    return new SnapshotError(`${what}: ${path.join(" of ")}`);
  }

  /** A closure comes after the closures it captures. */
  private orderedClosures(): Fields[] {
    const ordered = new Set<Fields>();
    const open = new Set<Fields>();
    const place = (made: Fields): void => {
      if (ordered.has(made)) return;
      if (open.has(made)) throw new SnapshotError(`closures that capture each other: ${describe(made)}`);
      open.add(made);
      for (const value of this.captured(made))
        if (this.closures.includes(value as Fields)) place(value as Fields);
      ordered.add(made);
    };
    for (const made of this.closures) place(made);
    return [...ordered];
  }

  /**
   * Captured variables are copied, which is right as long as no function that is left assigns one of them.
   */
  private refuseSharedVariables(): void {
    const lasting = [...this.functions, ...this.closures].map((made) => this.site(made));
    for (const { captures } of lasting) {
      for (const { name } of captures.assigned)
        throw new SnapshotError(`a function that assigns captured ${name}`);
    }
  }

  private site(made: Fields): Site {
    return this.sites[this.program.functions.get(made)?.site ?? -1] as Site;
  }

  private captured(made: Fields): unknown[] {
    return this.program.functions.get(made)?.captured() ?? [];
  }

  private isSymbol(value: unknown): boolean {
    return (
      typeof value === "object" && value !== null && Object.getPrototypeOf(value) === this.SymbolPrototype
    );
  }
}

export function isUnbound(made: object): boolean {
  return Object.getOwnPropertySymbols(made).length > 0;
}

/** An array that is better made when it is first asked for. */
function isLongArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > longArray;
}

function arrayFields(array: unknown[]): Set<string> {
  return new Set(["length", ...array.keys()].map(String));
}

function runs(refs: number[]): number[] {
  const written: number[] = [];
  for (let index = 0; index < refs.length; ) {
    const first = refs[index] as number;
    let end = index + 1;
    while (refs[end] === first) end++;
    written.push(first, end - index);
    index = end;
  }
  return written;
}

/** A Lisp string whose text says all about its characters. */
function isString(array: unknown[] & { stringp?: number }): boolean {
  if (array.stringp !== 1 || array.some((item) => typeof item !== "string")) return false;
  const characters = [...array.join("")];
  return (
    characters.length === array.length && characters.every((character, index) => character === array[index])
  );
}

function stringFields(string: unknown[]): Set<string> {
  return new Set(["length", "stringp", ...string.keys()].map(String));
}

function specialText(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

function groupBy<Item>(items: Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function describe(value: unknown): string {
  if (typeof value === "function") return `function ${(value as { fname?: string }).fname ?? value.name}`;
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === "string")
    return JSON.stringify(value.join(""));
  if (typeof value === "object" && value !== null && "fvalue" in value) return (value as LispSymbol).name;
  if (typeof value === "object" && value !== null) return `{${Object.keys(value).slice(0, 6).join(", ")}}`;
  return String(value);
}
