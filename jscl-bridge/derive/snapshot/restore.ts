/** What one operation of the stream makes; each has a number of its own beside. */
export type OperationName =
  | "again"
  | "symbol"
  | "string"
  | "constant"
  | "function"
  | "nextFunction"
  | "list"
  | "dotted"
  | "array"
  | "map"
  | "object"
  | "closure"
  | "first"
  | "shared"
  | "skip"
  | "late";

/**
 * The heap as data. `stream` makes values one after the other, each whole where it is met first, so that
 * equal structures are equal text: classes, lists and the names in them repeat each other.
 */
export interface HeapData {
  /** Names of symbols, constants and Lisp strings in the order in which the stream makes them. */
  names: string;
  constants: unknown[];
  strings: string[];
  /** Packages that are not known objects: 1 for an object without prototype. */
  packages: (0 | 1)[];
  /** Packages in which symbols are at home: indices of known objects and of `packages`; -1 for none. */
  homes: number[];
  /** 1 for objects without prototype, and the keys of each kind of object. */
  shapes: [0 | 1, string[]][];
  /** The operations of the stream, the most frequent first. */
  operations: [OperationName, number][];
  stream: string;
  /** How many values of symbols the stream has, and how many functions for each rule of their names. */
  values: number;
  functions: [unnamed: number, bySymbol: number, byName: number];
  /** How often the stream repeats each element of an array that is the value of a symbol, and its keys. */
  longArrays: { counts: number[]; keys: string[] }[];
  /** A key, and how many objects in the stream have it with a value. */
  properties: [string, number][];
  /** How many entries of each table the stream has; keys that are not the name of the symbol, by place. */
  tables: [number, Record<string, string>][];
}

type Constructor = new (...parts: unknown[]) => object;
interface RestoreTools {
  data: HeapData;
  known: unknown[];
  LispSymbol: Constructor;
  Cons: Constructor;
  functions: unknown[];
  factories: ((...captured: unknown[]) => unknown)[];
}

/** What reads the rest of the stream. */
interface Restored {
  /** The next value. */
  next(): unknown;
  /** The next value in a list of values that come in the order in which they were made, mostly. */
  inOrder(): unknown;
  /** Fills what the stream has between the program's variables and what waits for the host. */
  fill(): void;
  /** Gives functions to their symbols again, where the host has put its own. */
  refill(): void;
  /** The next pair of a symbol and its function, in a list of those that the stream has filled. */
  definition(): [symbol: object, value: unknown];
  /** What a value of the stream stands for once the host's objects are there. */
  found(value: unknown, late: unknown[]): unknown;
}

/**
 * Reads the heap's stream. Its text is placed into the derived file, so it names nothing from outside of
 * itself.
 */
export function restoreHeap({ data, known, LispSymbol, Cons, functions, factories }: RestoreTools): Restored {
  type Fields = Record<string, unknown>;
  class Late {
    constructor(readonly index: number) {}
  }
  const { stream, operations, shapes } = data;
  const names = data.names.split("\n");
  const digits: number[] = [];
  for (let code = 40, digit = 0; code < 127; code++) if (code !== 92 && code !== 96) digits[code] = digit++;
  let at = 0;
  let nextName = 0;
  let nextString = 0;
  let nextConstant = 0;
  let nextFunction = 0;
  let keep = -1;
  /** Places of the value that was met last, and of the last one in such a list. */
  let met = 0;
  let last = 0;
  const number = (): number => {
    const first = digits[stream.charCodeAt(at++)] as number;
    if (first < 40) return first;
    const second = digits[stream.charCodeAt(at++)] as number;
    if (first < 79) return 40 + (first - 40) * 85 + second;
    return 3355 + ((first - 79) * 85 + second) * 85 + (digits[stream.charCodeAt(at++)] as number);
  };
  const homeless: (0 | 1)[] = data.packages;
  const made: unknown[] = known.concat(homeless.map((bare) => (bare ? Object.create(null) : {})));
  const homes = data.homes.map((index) => (index < 0 ? undefined : made[index])) as { symbols?: Fields }[];
  /** Keeps an object that the stream refers to again, before what it holds is read. */
  const keeping = <Made>(object: Made): Made => {
    if (keep >= 0) made[keep] = object;
    keep = -1;
    return object;
  };
  let nil: unknown;
  const list = (count: number, isProper: boolean): unknown => {
    const first = keeping(new Cons(null, nil)) as Fields;
    for (let cons = first; ; ) {
      cons["$$jscl_car"] = next();
      if (--count <= 0) {
        if (!isProper) cons["$$jscl_cdr"] = next();
        return first;
      }
      const rest = new Cons(null, nil) as Fields;
      cons["$$jscl_cdr"] = rest;
      cons = rest;
    }
  };
  const makers: Record<OperationName, (count: number) => unknown> = {
    again: (index) => {
      met = index;
      return made[met];
    },
    skip: (count) => {
      met = last + 1 + count;
      return made[met];
    },
    symbol: (home) => {
      const name = names[nextName++] as string;
      const lispPackage = homes[home];
      // The prelude has interned a few already.
      const symbol = lispPackage?.symbols?.[name] ?? new LispSymbol(name, lispPackage);
      met = made.push(symbol) - 1;
      return symbol;
    },
    string: () => {
      const string = [...(data.strings[nextString++] as string)] as string[] & { stringp: number };
      string.stringp = 1;
      return keeping(string);
    },
    constant: () => {
      met = made.push(data.constants[nextConstant]) - 1;
      return data.constants[nextConstant++];
    },
    function: () => {
      nextFunction = number();
      return functions[nextFunction++];
    },
    nextFunction: () => functions[nextFunction++],
    list: (count) => list(count, true),
    dotted: (count) => list(count, false),
    array: (count) => {
      const array = keeping([] as unknown[]);
      while (count-- > 0) array.push(next());
      return array;
    },
    map: (count) => {
      const map = keeping(new Map<unknown, unknown>());
      while (count-- > 0) map.set(next(), next());
      return map;
    },
    object: (index) => {
      const [bare, keys] = shapes[index] as HeapData["shapes"][number];
      const object: Fields = keeping(bare ? Object.create(null) : {});
      for (const key of keys) object[key] = next();
      return object;
    },
    closure: (factory) => {
      const index = keep;
      keep = -1;
      const captured: unknown[] = [];
      for (let count = number(); count > 0; count--) captured.push(next());
      const closure = factories[factory]?.(...captured);
      if (index >= 0) made[index] = closure;
      return closure;
    },
    first: () => {
      next();
      return next();
    },
    shared: () => {
      keep = made.length;
      made.push(undefined);
      return next();
    },
    late: () => new Late(number()),
  };
  const operators = operations.map(([name]) => makers[name]);
  const counts = operations.map(([, count]) => count);
  const next = (): unknown => {
    const token = number();
    const operator = operators[token];
    return operator === undefined
      ? makers.again(token - operators.length)
      : operator(counts[token] as number);
  };
  const inOrder = (): unknown => {
    const value = next();
    last = met;
    return value;
  };
  // What ends proper lists is the first value.
  nil = next();
  for (const [total, keys] of data.tables) {
    const fields = next() as Fields;
    for (let index = 0; index < total; index++) {
      const value = inOrder();
      const key = keys[index] ?? (value as { name: string }).name;
      // What the prelude put there may come later than where it put it.
      delete fields[key];
      fields[key] = value;
    }
  }
  const functionsOf: [Fields, unknown][] = [];
  let definition = -1;
  const fillLongArray = ({ counts: repeated, keys }: HeapData["longArrays"][number]): void => {
    const symbol = next();
    const elements = repeated.map(next);
    const further = keys.map((key) => [key, next()] as const);
    const keepValue = (value: unknown): unknown =>
      Object.defineProperty(symbol, "value", { value, configurable: true, enumerable: true, writable: true });
    Object.defineProperty(symbol, "value", {
      configurable: true,
      enumerable: true,
      get() {
        const array: unknown[] = [];
        for (const [index, element] of elements.entries())
          for (let count = repeated[index] as number; count > 0; count--) array.push(element);
        for (const [key, value] of further) (array as unknown as Fields)[key] = value;
        keepValue(array);
        return array;
      },
      set: keepValue,
    });
  };
  return {
    next,
    inOrder,
    fill() {
      for (let count = data.values; count > 0; count--) (inOrder() as Fields)["value"] = next();
      data.longArrays.forEach(fillLongArray);
      for (const [rule, total] of data.functions.entries()) {
        for (let count = total; count > 0; count--) {
          const symbol = inOrder() as Fields;
          const value = next() as Fields;
          symbol["fvalue"] = value;
          functionsOf.push([symbol, value]);
          if (rule > 0) value["fname"] = rule === 1 ? symbol : symbol["name"];
        }
      }
      for (const [key, total] of data.properties)
        for (let count = total; count > 0; count--) (inOrder() as Fields)[key] = next();
    },
    refill() {
      for (const [symbol, value] of functionsOf) symbol["fvalue"] = value;
    },
    definition() {
      const step = number();
      definition += step % 2 === 0 ? step / 2 + 1 : -(step - 1) / 2;
      return functionsOf[definition] as [object, unknown];
    },
    found: (value, late) => (value instanceof Late ? late[value.index] : value),
  };
}
