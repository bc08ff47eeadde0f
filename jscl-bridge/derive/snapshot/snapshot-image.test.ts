import { beforeAll, describe, expect, it } from "vitest";
import { readStockSource } from "../testing.js";
import type { HostImage } from "./host.js";
import { readOverlay } from "./overlay.js";
import type { Jscl } from "./run.js";
import { type MakeImage, snapshotImage } from "./snapshot-image.js";

type LispFunction = (values: unknown, ...args: unknown[]) => unknown;
interface LispSymbol {
  name: string;
  value: unknown;
  fvalue: LispFunction;
}
type Internals = Jscl["internals"] & {
  intern(name: string, packageName?: string): LispSymbol;
  pv: unknown;
  fboundp(symbol: unknown): boolean;
};
interface TestHost extends HostImage {
  jscl: Jscl & { internals: Internals };
  frames: unknown[];
}

class HashTable {
  entries: unknown[] = [];
  free: number[] = [];
  constructor(
    readonly test: string,
    readonly initialSize: number,
  ) {}
}
class SingleFloat {
  constructor(readonly value: number) {}
}
class DoubleFloat {
  constructor(readonly value: number) {}
}

/**
 * The least that an image does to a JSCL heap: installs a function and a variable, keeps definitions, numbers
 * frames.
 */
function makeHost(createJscl: (options: object) => Jscl): TestHost {
  const jscl = createJscl({ safepoint: { fuel: 1e9, tick() {} } }) as TestHost["jscl"];
  const { internals } = jscl;
  const definitions = { macros: stockMacros(jscl), compiled: new Set<unknown>() };
  const frames: unknown[] = [];
  const runtime = {
    HashTable,
    SingleFloat,
    DoubleFloat,
    symbol: (name: string) => internals.intern(name, "JSCL"),
    standard: (name: string) => internals.intern(name),
    define(symbol: LispSymbol, fn: LispFunction) {
      definitions.compiled.add(symbol);
      symbol.fvalue = fn;
    },
    setSymbolFunction(symbol: LispSymbol, fn: LispFunction) {
      runtime.define(symbol, fn);
    },
    defineMacro: (symbol: unknown, fn: unknown) => definitions.macros.set(symbol, fn),
  };
  internals.intern("HOST-FUNCTION", "JSCL").fvalue = (_values, x) => ["from the host", x];
  internals.intern("*HOST-VARIABLE*", "JSCL").value = { made: "by the host" };
  const stack = { register: (info: unknown) => frames.push(info) - 1, clear() {} };
  const call = (code: (...parameters: unknown[]) => unknown) =>
    code(runtime, stack, internals.intern("NIL"), internals.intern("T"), internals.Cons, internals.pv);
  return { jscl, runtime, definitions, stack, call, frames };
}

interface Binding {
  NAME0: LispSymbol;
  VALUE2: LispFunction;
}

/** JSCL's table of macros, by their symbols. */
function stockMacros({ internals }: TestHost["jscl"]): Map<unknown, unknown> {
  const environment = internals.intern("*ENVIRONMENT*", "JSCL").value as Record<string, unknown>;
  const macros = new Map<unknown, unknown>();
  for (let rest = environment["FUNCTION1"]; rest instanceof (internals.Cons as never as typeof Object); ) {
    const { $$jscl_car, $$jscl_cdr } = rest as unknown as { $$jscl_car: Binding; $$jscl_cdr: object };
    if (!macros.has($$jscl_car.NAME0)) macros.set($$jscl_car.NAME0, $$jscl_car.VALUE2);
    rest = $$jscl_cdr;
  }
  return macros;
}

const overlay = (body: string) => `export function overlay(R,S,nil,t,Cons,pv){${body}}`;

function restore(body: string): TestHost {
  const roots = ["*ENVIRONMENT*", "HOST-FUNCTION", "ADDED", "CALLER", "NUMBERED", "KEEPER", "EXPANDED"];
  const { code } = snapshotImage(readStockSource(), overlay(body), makeHost as MakeImage, roots);
  const text = code.replace(/^export /gm, "");
  const module = new Function(`"use strict";${text};return { createJscl, overlay };`)() as {
    createJscl: (options: object) => Jscl;
    overlay: (...parameters: unknown[]) => unknown;
  };
  const host = makeHost(module.createJscl);
  host.call(module.overlay);
  return host;
}

function symbol({ jscl }: TestHost, name: string): LispSymbol {
  return jscl.internals.intern(name, "JSCL");
}

let host: TestHost;

beforeAll(() => {
  host = restore(`
    const k0=R.symbol("ADDED");const k1=R.symbol("CALLER");const k2=new Cons(1,nil);
    (function(values){R.define(k0,function(values,x){return new Cons(x,k2)})})(pv);
    (function(values){let v1={deep:k2};R.define(k1,function(values){return v1})})(pv);

    const k3=R.symbol("NUMBERED");const k4=S.register({name:k3});const k5=S.register({name:nil});
    (function(values){R.define(k3,function(values){return k4})})(pv);

    const k6=R.symbol("HOST-FUNCTION");const k7=R.symbol("*HOST-VARIABLE*");const k8=R.symbol("KEEPER");
    const k9=R.symbol("EXPANDED");
    (function(values){let old=k6.fvalue;R.define(k6,function(values,x){return old(values,[x])});})(pv);
    (function(values){
      let table=new R.HashTable("EQ",9);table.entries.push(new Cons(k8,nil));
      k8.value=[k7.value,table,new R.SingleFloat(-0)];
    })(pv);
    (function(values){R.defineMacro(k9,function(values,form){return k8.value});})(pv);
    const k10=R.standard("WHEN");
    (function(values){R.defineMacro(k10,function(values,form){return nil});})(pv);
  `);
});

describe("the snapshot of an image", () => {
  it("has the overlay's functions, with their literals, closures and what they share", () => {
    const { pv } = host.jscl.internals;
    const added = symbol(host, "ADDED").fvalue(pv, 5) as Record<string, unknown>;
    expect(added["$$jscl_car"]).toBe(5);
    const kept = symbol(host, "CALLER").fvalue(pv) as { deep: unknown };
    expect(kept.deep).toBe(added["$$jscl_cdr"]);
    const { compiled } = host.definitions as unknown as { compiled: Set<LispSymbol> };
    expect([...compiled].map(({ name }) => name)).toEqual(["ADDED", "CALLER", "NUMBERED", "HOST-FUNCTION"]);
  });

  it("numbers those frames that are left with the host that restores it", () => {
    expect(symbol(host, "NUMBERED").fvalue(null)).toBe(0);
    expect(host.frames).toEqual([{ name: symbol(host, "NUMBERED") }]);
  });

  it("refers to functions, variables and objects of the host that restores it", () => {
    expect(symbol(host, "HOST-FUNCTION").fvalue(null, 1)).toEqual(["from the host", [1]]);
    const [made, table, float] = symbol(host, "KEEPER").value as [unknown, HashTable, SingleFloat];
    expect(made).toBe(symbol(host, "*HOST-VARIABLE*").value);
    expect(table).toBeInstanceOf(HashTable);
    expect(table).toMatchObject({ test: "EQ", initialSize: 9, free: [] });
    expect((table.entries[0] as Record<string, unknown>)["$$jscl_car"]).toBe(symbol(host, "KEEPER"));
    expect(float).toEqual(new SingleFloat(-0));
    const { macros } = host.definitions as { macros: Map<unknown, LispFunction> };
    expect(macros.get(symbol(host, "EXPANDED"))?.(null, null)).toBe(symbol(host, "KEEPER").value);
  });

  it("leaves out functions of the library that nothing leads to, with their names", () => {
    const { internals, packages } = host.jscl;
    const { symbols } = packages["JSCL"] as { symbols: Record<string, unknown> };
    expect(internals.fboundp(internals.intern("MAPCAR"))).toBe(true);
    expect(readStockSource().includes("WELCOME-MESSAGE")).toBe(true);
    expect(Object.hasOwn(symbols, "WELCOME-MESSAGE")).toBe(false);
  });

  it("keeps names that stand for nothing", () => {
    const { packages } = host.jscl;
    const { symbols } = packages["JSCL"] as { symbols: Record<string, unknown> };
    expect(Object.hasOwn(symbols, "%WHILE")).toBe(true);
  });

  it("keeps the macros that are JSCL's still and that a program can come to", () => {
    const names = [...stockMacros(host.jscl).keys()].map((name) => (name as LispSymbol).name);
    expect(names).toContain("UNLESS");
    expect(names).not.toContain("WHEN");
    expect(names).not.toContain("WITH-COMPILATION-ENVIRONMENT");
  });

  it("cannot be taken with a root that JSCL does not have", () => {
    expect(() =>
      snapshotImage(readStockSource(), overlay(""), makeHost as MakeImage, ["NO-SUCH-NAME"]),
    ).toThrow(/JSCL has no symbol NO-SUCH-NAME/);
  });
});

describe("the overlay's module", () => {
  it("is refused when it is not one function", () => {
    expect(() => readOverlay("export const x = 1;")).toThrow(/function named overlay/);
    expect(() => readOverlay(`${overlay("")} export const y = 1;`)).toThrow(/function named overlay/);
  });
});
