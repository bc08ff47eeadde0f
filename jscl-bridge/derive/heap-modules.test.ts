import { expect, test } from "vitest";
import { Colours } from "./heap/colours.js";
import { moduleOf } from "./heap/modules.js";
import { namesToExport, twinOfModule } from "./heap/writer.js";

const CALLS = { heapCalls: "/r/heap-calls.ts", twinCalls: "/r/twin-calls.ts" };

/** The twins of modules with these texts, by their names, without what they import. */
function twins(texts: Record<string, string>, others: readonly string[] = []) {
  const modules = new Map(
    Object.entries(texts).map(([name, text]) => [`/r/${name}.ts`, moduleOf(text, `/r/${name}.ts`)] as const),
  );
  const colours = new Colours(modules, new Set(others));
  const lines = (name: string) => {
    const module = modules.get(`/r/${name}.ts`) as ReturnType<typeof moduleOf>;
    return twinOfModule(module, colours, modules, CALLS).split("\n").slice(2);
  };
  const code = (name: string) =>
    lines(name)
      .filter((line) => !/^(?:import|export)\{/.test(line))
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
  const imports = (name: string) => lines(name).filter((line) => line.startsWith("import"));
  const exported = (name: string) =>
    namesToExport(modules.get(`/r/${name}.ts`) as ReturnType<typeof moduleOf>, colours);
  return { code, imports, exported };
}

test("what calls a function that it was given is a generator, and so is what calls that", () => {
  const { code } = twins({
    a: "export function each(fn) { return fn(1) + quiet(2); } function quiet(x) { return x; } export function all(f) { return each(f); }",
  });
  expect(code("a")).toBe(
    "function* each(fn) { return (yield* called$(fn, 1)) + quiet(2); } function quiet(x) { return x; } function* all(f) { return yield* each(f); }",
  );
});

test("functions of Lisp are requested, known by the values function that they get first", () => {
  const { code } = twins({
    a: 'import { applied } from "./applied.js"; import { callLisp } from "./signals.js"; export function go(fn, image, args) { const { pv } = image; fn(pv, 1); applied(fn, args); return callLisp("CAR", "CL", args); }',
  });
  expect(code("a")).toBe(
    'function* go(fn, image, args) { const {pv} = image; yield [fn, pv, 1]; yield [applied, fn, args]; return yield* lisp$("CAR", "CL", args); }',
  );
});

test("methods have twins that get their object first, closures keep it", () => {
  const { code, exported } = twins({
    a: "class Gone {} export class P { top(x) { return this.part(() => this.one(x)); } part(body) { try { return body(); } catch (e) { if (e instanceof Gone) this.quiet(); } } one(x) { return x; } quiet() {} }",
    b: 'import { P } from "./a.js"; export const print = (p, x) => p.top(x);',
  });
  expect(code("a")).toBe(
    'export function giveMethodsTwins(){P.prototype.top$=function* (self$, x) { return yield* method$(self$, "part", "part$", () => { return self$.one(x); }); };P.prototype.part$=function* (self$, body) { try { return yield* called$(body); } catch (e) { if (e instanceof Gone) self$.quiet(); } };}',
  );
  expect(exported("a")).toEqual(["Gone"]);
  expect(code("b")).toBe('const print = function* (p, x) { return yield* method$(p, "top", "top$", x); };');
});

test("methods whose twins are written by hand count as such", () => {
  const text = { a: "export function read(source) { return source.next(); }" };
  expect(twins(text).code("a")).toBe("");
  expect(twins(text, ["next"]).code("a")).toContain('yield* method$(source, "next", "next$")');
  const perhaps = { a: "export function end(port) { port.clear?.(); }" };
  expect(twins(perhaps, ["clear"]).code("a")).toContain('yield* method$(port, "clear", "clear$")');
});

test("constants that hold such functions are made late, and once", () => {
  const { code, imports } = twins({
    a: 'import { make } from "./b.js"; export const TABLE = { A: make(1), B: plain }; export function plain() {} export function run(name) { const fn = TABLE[name]; return fn(name); }',
    b: "export function make(n) { return (fn) => fn(n); }",
  });
  expect(code("a")).toBe(
    "function TABLE(){return TABLE.made$??={ A: make(1), B: plain }} function* run(name) { const fn = TABLE()[name]; return yield* called$(fn, name); }",
  );
  expect(code("b")).toBe("function make(n) { return function* (fn) { return yield* called$(fn, n); }; }");
  expect(imports("a")).toContain('import{make as make}from"./b.ts?heap";');
});

test("what is there to be filled is not made twice", () => {
  const { code, exported } = twins({
    a: "const seen = []; const known = new Map(); const LIMIT = 3; export function go(fn) { seen.push(fn); known.set(fn, LIMIT); return fn(seen); }",
  });
  expect(exported("a")).toEqual(["seen", "known"]);
  expect(code("a")).toMatch(/^const LIMIT = 3; function\* go/);
});

test("what cannot be a generator is refused", () => {
  const refused = (text: string) => expect(() => twins({ a: text }).code("a"));
  const part = "class P { top(f) { return f(); } }";
  refused(`export function go(p) { return p?.top(1); } ${part}`).toThrow("is made only perhaps");
  refused(`export function go(p, xs) { return xs.map((x) => p.top(x)); } ${part}`).toThrow(
    "is passed to one that cannot",
  );
  refused("export class P { get x() { return this.f(1); } f(h) { return h(); } }").toThrow(
    "get x calls what may be left",
  );
});
