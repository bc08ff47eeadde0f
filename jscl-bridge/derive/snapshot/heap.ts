import { SnapshotError } from "./error.js";
import type { Site } from "./instrument.js";
import {
  consFields,
  isLongArray,
  isString,
  isUnbound,
  keysBesideElements,
  type LispSymbol,
  stringFields,
  symbolFields,
} from "./objects.js";
import type { BootedProgram, Foreign } from "./run.js";
import { type FoundHeap, type Item, type Snapshot, writeHeap } from "./write.js";

type Fields = Record<string, unknown>;

const arrayLength = new Set<string | symbol>(["length"]);
const functionFields = new Set<string | symbol>(["length", "name", "prototype", "arguments", "caller"]);
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
  /** Values that the stream has at its end, for who reads it. */
  last?: Item[];
}

class Walk {
  private readonly found = new Map<unknown, string>();
  private readonly pending: unknown[] = [];
  private scanned: unknown;
  private rootNames: string[] = [];
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
    this.rootNames = roots;
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
    return { ...writeHeap(this.foundHeap(), this.more.last ?? []), numbering: [...this.numbering] };
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

  private fields(
    object: object,
    except: Set<string | symbol>,
    keys = Reflect.ownKeys(object),
  ): [string, unknown][] {
    const found: [string, unknown][] = [];
    for (const key of keys) {
      if (except.has(key) || (typeof object === "function" && functionFields.has(key))) continue;
      if (typeof key === "symbol") throw new SnapshotError(`property ${String(key)} of ${describe(object)}`);
      const property = Object.getOwnPropertyDescriptor(object, key);
      if (property === undefined || !("value" in property)) throw new SnapshotError(`accessor ${key}`);
      found.push([key, property.value]);
    }
    return found;
  }

  private fieldsBesideElements(array: unknown[]): [string, unknown][] {
    return this.fields(array, arrayLength, keysBesideElements(array));
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
      for (const [, value] of this.fieldsBesideElements(symbol.value)) this.reach(value);
    } else this.reach(symbol.value);
    if (!isUnbound(symbol.fvalue)) this.reach(symbol.fvalue);
    this.reachFields(symbol, new Set([...symbolFields, ...consFields]));
  }

  private scanArray(array: unknown[] & { stringp?: number }): void {
    if (isLongArray(array as unknown))
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

  private foundHeap(): FoundHeap {
    this.refuseSharedVariables();
    return {
      program: this.program,
      known: this.known,
      special: this.special,
      symbols: this.symbols,
      hollow: this.hollow,
      strings: this.strings,
      conses: this.conses,
      arrays: this.arrays,
      longArrays: this.longArrays,
      objects: this.objects,
      maps: this.maps,
      functions: this.functions.sort((a, b) => this.siteNumber(a) - this.siteNumber(b)),
      closures: this.orderedClosures(),
      foreign: this.foreign,
      variables: this.variablesByUse(),
      rootVariables: this.rootNames,
      weakTables: this.more.weakTables ?? new Set(),
      isFound: (value) => this.found.has(value),
      isSymbol: (value) => this.isSymbol(value),
      fields: (object, except) => this.fields(object, except),
      fieldsBesideElements: (array) => this.fieldsBesideElements(array),
      site: (made) => this.site(made),
      captured: (made) => this.captured(made),
    };
  }

  /** The program's variables in the order in which its functions name them first. */
  private variablesByUse(): string[] {
    const lasting = [...this.functions, ...this.closures].sort(
      (a, b) => this.siteNumber(a) - this.siteNumber(b),
    );
    const named = lasting.flatMap((made) => [...this.site(made).captures.program]);
    // Those that the prelude declares are read first.
    return [...new Set([...this.rootNames, ...named, ...this.variables])].filter((name) =>
      this.variables.has(name),
    );
  }

  private siteNumber(made: Fields): number {
    return this.program.functions.get(made)?.site ?? -1;
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

function describe(value: unknown): string {
  if (typeof value === "function") return `function ${(value as { fname?: string }).fname ?? value.name}`;
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === "string")
    return JSON.stringify(value.join(""));
  if (typeof value === "object" && value !== null && "fvalue" in value) return (value as LispSymbol).name;
  if (typeof value === "object" && value !== null) return `{${Object.keys(value).slice(0, 6).join(", ")}}`;
  return String(value);
}
