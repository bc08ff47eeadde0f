import { describe, expect, it } from "vitest";
import { parseScript } from "../ast.js";
import { printAll } from "../derive.js";
import { takeSnapshot } from "./heap.js";
import { recordFunctions, type Site } from "./instrument.js";
import { restoreHeap } from "./restore.js";
import type { BootedProgram } from "./run.js";

class LispSymbol {
  value: unknown;
  fvalue: unknown = Object.assign(() => {}, { [Symbol("unbound")]: true });
  stack: unknown[] = [];
  constructor(
    readonly name: string,
    readonly package_?: object,
  ) {}
}
class Cons {
  constructor(
    public $$jscl_car: unknown,
    public $$jscl_cdr: unknown,
  ) {}
}

/** Runs a program whose `root` is the only way to its heap, and writes that down. */
function snapshotOf(text: string) {
  const sites: Site[] = [];
  const body = recordFunctions(parseScript(`var root = ${text};`).body as never, sites);
  const functions: BootedProgram["functions"] = new Map();
  const record = (site: number, made: unknown, captured: () => unknown[]) => {
    functions.set(made, { site, captured });
    return made;
  };
  const code = new Function("recordFunction", "Cons", "LispSymbol", `${printAll(body)} return root;`);
  const root: unknown = code(record, Cons, LispSymbol);
  const program = {
    jscl: { internals: { Symbol: LispSymbol, Cons, safepoint: {} }, packages: {} },
    variables: { root },
    functions,
    known: new Map(),
    opaque: new Set<object>(),
    foreign: () => null,
    objectPrototype: Object.prototype,
  } as unknown as BootedProgram;
  return takeSnapshot(program, sites, ["root"]);
}

/** What `text` evaluates to after it was written down and made again. */
function again(text: string): unknown {
  const snapshot = snapshotOf(text);
  const data = JSON.parse(JSON.stringify(snapshot.data));
  const known = snapshot.known.map((expression) => new Function(`return ${expression}`)() as unknown);
  const heap = restoreHeap({ data, known, LispSymbol, Cons, functions: [], factories: [] } as never);
  const root = heap.inOrder();
  heap.fill();
  return root;
}

describe("a snapshot of a heap", () => {
  it("keeps numbers, text and what JSON cannot say", () => {
    expect(again('[1, -0, NaN, -Infinity, 12345678901234567890n, "a", null, undefined, true]')).toEqual([
      1,
      -0,
      Number.NaN,
      -Infinity,
      12345678901234567890n,
      "a",
      null,
      undefined,
      true,
    ]);
  });

  it("keeps what is shared and what is circular", () => {
    const [first, second] = again("(() => { const a = [1]; a.push(a); return [a, a]; })()") as unknown[][];
    expect(first).toBe(second);
    expect(first?.[1]).toBe(first);
  });

  it("keeps further properties of arrays, conses and strings", () => {
    const made = again(
      "[Object.assign([1], { fillpointer: 0 }), Object.assign(new Cons(1, 2), { dt_Name: 3 }), Object.assign(['a', '😀'], { stringp: 1 })]",
    ) as [{ fillpointer: number }, Cons & { dt_Name: number }, string[] & { stringp: number }];
    expect(made[0].fillpointer).toBe(0);
    expect(made[1]).toMatchObject({ $$jscl_car: 1, $$jscl_cdr: 2, dt_Name: 3 });
    expect([...made[2], made[2].stringp]).toEqual(["a", "😀", 1]);
  });

  it("keeps objects without prototype, their order, and maps", () => {
    const [bare, map] = again(
      "[Object.assign(Object.create(null), { b: 1, a: 2 }), new Map([[1, 'x']])]",
    ) as [object, Map<unknown, unknown>];
    expect(Object.getPrototypeOf(bare)).toBeNull();
    expect(Object.keys(bare)).toEqual(["b", "a"]);
    expect([...map]).toEqual([[1, "x"]]);
  });

  it("makes a long array only when its variable is read", () => {
    const text =
      "Object.assign(new LispSymbol('LONG'), { value: Object.assign(new Array(200000).fill(7).with(3, 8), { type: 't' }) })";
    const symbol = again(text) as LispSymbol;
    expect(Object.getOwnPropertyDescriptor(symbol, "value")?.get).toBeDefined();
    const value = symbol.value as number[];
    expect([value.length, value[2], value[3], value[4]]).toEqual([200000, 7, 8, 7]);
    expect(symbol.value).toBe(value);
    expect(value).toHaveProperty("type", "t");
  });

  it("refuses what it cannot write down, saying what led to it", () => {
    expect(() => snapshotOf("[new Cons(new Date(0), 1)]")).toThrow(/class Date: .* of \{\$\$jscl_car/);
    expect(() => snapshotOf("[Math.max]")).toThrow(/a function from outside: function max/);
    expect(() => snapshotOf("[,1]")).toThrow(/hole at 0/);
    expect(() => snapshotOf("[Object.defineProperty({}, 'x', { get: function () {} })]")).toThrow(
      /accessor x/,
    );
    const counter = "(function () { var n = 0; return [function () { return n++; }]; })()";
    expect(() => snapshotOf(counter)).toThrow(/assigns captured n/);
    const late = "(function () { return [() => arguments]; })()";
    expect(() => snapshotOf(late)).toThrow(/captures arguments/);
  });
});
