/**
 * The heap as data. A reference is an index into one list: known objects, constants, objects, symbols,
 * strings, conses, arrays, maps, functions, closures, in this order.
 */
export interface HeapData {
  constants: unknown[];
  /** Home package (-1 for none), then names. */
  symbols: [number, ...string[]][];
  strings: string[];
  /** car, cdr of each cons. */
  conses: number[];
  arrays: number[][];
  /** key, value … of each Map */
  maps: number[][];
  /** 1 for objects without prototype, keys, then the values of each object with these keys. */
  objects: [0 | 1, string[], ...number[][]][];
  /** Factory, then captured values. */
  closures: number[][];
  /** symbol, value … */
  values: number[];
  /**
   * The runs (element, count …) of a long array that is the value of a symbol, and its further properties.
   */
  longArrays: { symbol: number; runs: number[]; properties: [string, number][] }[];
  /** symbol, function … */
  functions: number[];
  /** object, key, value … */
  properties: (number | string)[];
  /** Object, then (key or 0 for the name of the symbol that is the value), value … */
  tables: [number, ...(number | string)[]][];
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

/**
 * Makes the heap and answers its objects by reference. Its text is placed into the derived file, so it names
 * nothing from outside of itself.
 */
export function restoreHeap({
  data,
  known,
  LispSymbol,
  Cons,
  functions,
  factories,
}: RestoreTools): unknown[] {
  type Fields = Record<string, unknown>;
  const heap: unknown[] = known.concat(data.constants);
  const firstObject = heap.length;
  for (const [bare, , ...rows] of data.objects) {
    for (let index = 0; index < rows.length; index++) heap.push(bare ? Object.create(null) : {});
  }
  for (const [home, ...names] of data.symbols) {
    const lispPackage = home < 0 ? undefined : (heap[home] as { symbols?: Fields });
    // The prelude has interned a few already.
    for (const name of names) heap.push(lispPackage?.symbols?.[name] ?? new LispSymbol(name, lispPackage));
  }
  for (const text of data.strings) {
    const string = [...text] as string[] & { stringp: number };
    string.stringp = 1;
    heap.push(string);
  }
  const firstCons = heap.length;
  const { conses } = data;
  for (let index = 0; index < conses.length; index += 2) heap.push(new Cons(null, null));
  const firstArray = heap.length;
  for (let index = 0; index < data.arrays.length; index++) heap.push([]);
  const firstMap = heap.length;
  for (let index = 0; index < data.maps.length; index++) heap.push(new Map());
  for (const made of functions) heap.push(made);
  for (const [factory = 0, ...captured] of data.closures) {
    heap.push(factories[factory]?.(...captured.map((at) => heap[at])));
  }
  for (let index = 0, at = firstCons; index < conses.length; index += 2, at++) {
    const cons = heap[at] as Fields;
    cons["$$jscl_car"] = heap[conses[index] as number];
    cons["$$jscl_cdr"] = heap[conses[index + 1] as number];
  }
  for (let index = 0; index < data.arrays.length; index++) {
    const array = heap[firstArray + index] as unknown[];
    for (const at of data.arrays[index] as number[]) array.push(heap[at]);
  }
  for (let index = 0; index < data.maps.length; index++) {
    const map = heap[firstMap + index] as Map<unknown, unknown>;
    const entries = data.maps[index] as number[];
    for (let at = 0; at < entries.length; at += 2)
      map.set(heap[entries[at] as number], heap[entries[at + 1] as number]);
  }
  let object = firstObject;
  for (const [, keys, ...rows] of data.objects) {
    for (const row of rows) {
      const fields = heap[object++] as Fields;
      for (let index = 0; index < keys.length; index++)
        fields[keys[index] as string] = heap[row[index] as number];
    }
  }
  const { values, functions: fvalues, properties } = data;
  for (let index = 0; index < values.length; index += 2) {
    (heap[values[index] as number] as Fields)["value"] = heap[values[index + 1] as number];
  }
  for (const { symbol, runs, properties: further } of data.longArrays) {
    const keep = (value: unknown) =>
      Object.defineProperty(heap[symbol], "value", {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    Object.defineProperty(heap[symbol], "value", {
      configurable: true,
      enumerable: true,
      get() {
        const array: unknown[] = [];
        for (let index = 0; index < runs.length; index += 2) {
          const element = heap[runs[index] as number];
          for (let count = runs[index + 1] as number; count > 0; count--) array.push(element);
        }
        for (const [key, at] of further) (array as unknown as Fields)[key] = heap[at];
        keep(array);
        return array;
      },
      set: keep,
    });
  }
  for (let index = 0; index < fvalues.length; index += 2) {
    (heap[fvalues[index] as number] as Fields)["fvalue"] = heap[fvalues[index + 1] as number];
  }
  for (let index = 0; index < properties.length; index += 3) {
    (heap[properties[index] as number] as Fields)[properties[index + 1] as string] =
      heap[properties[index + 2] as number];
  }
  for (const [table, ...entries] of data.tables) {
    const fields = heap[table] as Fields;
    for (let index = 0; index < entries.length; index += 2) {
      const value = heap[entries[index + 1] as number];
      const key = entries[index] === 0 ? (value as { name: string }).name : (entries[index] as string);
      // What the prelude put there may come later than where it put it.
      delete fields[key];
      fields[key] = value;
    }
  }
  return heap;
}
