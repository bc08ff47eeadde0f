import { expect, test } from "vitest";
import { ShapeError } from "./ast.js";
import { splitEngine } from "./engine-split.js";

/** Makes a function long enough to be worth moving. */
const LONG = `/* ${"x".repeat(120)} */`;

interface Engine {
  readonly asked: string[];
  run(...args: unknown[]): unknown;
}

function load(text: string, make?: (...variables: unknown[]) => unknown): Engine {
  const body = `const asked = [];
function rareEngine(id) { asked.push(id); return make; }
${text}
return { asked, run };`;
  return new Function("make", body)(make);
}

/** Splits a bundle in which all functions may move but those that begin with `function run`. */
function parts(text: string) {
  const whole = `function rareEngine() {}\n${text}`;
  const may = (from: number) => !/^(?:function )?(?:run|rareEngine|kept)/.test(whole.slice(from));
  const { first, rare, moved } = splitEngine(whole, may);
  const { id, make } = new Function(`${rare.replace(/^export /, "")} return engine;`)();
  const engine = load(first.replace("function rareEngine() {}", ""), make);
  return { first, rare, moved, id, engine, whole: load(text) };
}

test("a function that moves is called from where it was, and what it alone names moves with it", () => {
  const split = parts(`
var names = new Map([["a", 1], ["b", 2]]);
var shared = { c: 3 };
function short(x) { return names.get(x) ?? shared.c; }
function long(x, y = 10) { ${LONG} return [short(x), y]; }
function run(...args) { return shared.c === 3 && long(...args); }`);
  expect(split.moved).toBe(3);
  expect(split.first).not.toContain("new Map");
  expect(split.first).not.toContain("function short");
  expect(split.first).toContain("var shared");
  expect(split.engine.asked).toEqual([]);
  for (const args of [["a"], ["c", 4]]) expect(split.engine.run(...args)).toEqual(split.whole.run(...args));
  expect(split.engine.asked).toEqual([split.id]);
});

test("what the platform calls when an object is gone stays: nothing can wait then", () => {
  const { first, engine } = parts(`
var gone = new FinalizationRegistry((key) => { ${LONG} asked.push(key); });
function kept() { return new FinalizationRegistry((key) => { ${LONG} asked.push(key, key); }); }
function run() { return gone !== kept(); }`);
  expect(first.match(/asked\.push/g)).toHaveLength(2);
  expect([engine.run(), engine.asked]).toEqual([true, []]);
});

test("variables that are assigned are one for both sides", () => {
  const { engine, whole } = parts(`
var count = 0;
var add = (by) => { ${LONG} count += by; const seen = { count }; return seen.count++; };
function run(by) { count++; return [add(by), count]; }`);
  expect([engine.run(2), engine.run(3)]).toEqual([whole.run(2), whole.run(3)]);
});

test("a function that both sides know as a value is one object", () => {
  const { engine } = parts(`
function body(x) { ${LONG} return x; }
function isBody(f) { ${LONG} return f === body; }
function run() { return isBody(body) && body(1) === 1; }`);
  expect(engine.run()).toBe(true);
});

test("functions in tables keep how many parameters they count, and methods their objects", () => {
  const { engine, moved } = parts(`
var table = { one: (x) => { ${LONG} return x; }, two(x) { ${LONG} return x; } };
var Point = class _Point {
  x = 1;
  #y = 2;
  moved(by, other = 2) { ${LONG} return this.x + by + other; }
  secret() { ${LONG} return this.#y; }
  again() { ${LONG} return new _Point(); }
};
function run() { return [table.one.length, table.one(5), new Point().moved(4), new Point().moved.length, new Point().secret()]; }`);
  expect(moved).toBe(2);
  expect(engine.run()).toEqual([1, 5, 7, 1, 2]);
});

test("what stands for a function has code of its own, which V8 can compile where it is called", () => {
  const { engine, moved } = parts(`
function one(x) { ${LONG} return x; }
function two(x) { ${LONG} return [x]; }
var table = { three: (x) => { ${LONG} return x; }, four: (x) => { ${LONG} return [x]; } };
function run() { return [one, two, table.three, table.four].map(String); }`);
  expect(moved).toBe(4);
  expect(new Set(engine.run() as string[]).size).toBe(4);
});

test("where no text may become code, the file can be loaded all the same, to say so", () => {
  const { first } = parts(`
function one(x) { ${LONG} return x; }
function outer(x) { return (y) => { ${LONG} ${LONG} return [x, y]; }; }
const inner = new WeakSet([outer(1)]);
function run() { return typeof one; }`);
  const body = first.replace(
    "function rareEngine() {}",
    "function rareEngine() {}\nconst Function = () => { throw new EvalError(); };",
  );
  expect(load(body).run()).toBe("function");
});

test("a class that only moved functions name moves with them", () => {
  const { engine, whole, moved, first } = parts(`
var Base = class { one() { return 1; } };
var Moving = class _Moving extends Base {
  x = 1;
  static made = 0;
  long() { ${LONG} return [this.one(), this.x, new _Moving().x]; }
};
var Staying = class extends Base {
  static made = [1].map((x) => x);
};
function long() { ${LONG} return [new Moving().long(), new Moving() instanceof Base, Staying.made]; }
function run() { return [new Base().one(), long()]; }`);
  expect(moved).toBe(2);
  expect(first).not.toContain("_Moving");
  expect(first).toContain("var Staying");
  expect(engine.run()).toEqual(whole.run());
});

test("functions inside of those that stay get what they capture, where nothing assigns it", () => {
  const { engine, whole, moved, first } = parts(`
var shared = { c: 3 };
function runTable(image, [first, ...others]) {
  let count = 0;
  const twice = (x) => 2 * x;
  return {
    captures: (x, y = image) => { ${LONG} ${LONG} return [x, y, image, first, others, twice(x), shared.c]; },
    captures2: (...args) => { ${LONG} ${LONG} try { return args.map((each) => [each, first]); } catch (e) { return e; } },
    stays: () => { ${LONG} ${LONG} return ++count; },
    short: () => [image],
    method() { ${LONG} ${LONG} return this.short(); },
    plain: (x) => { ${LONG} ${LONG} return x; },
  };
}
function run() {
  const t = runTable("image", ["a", "b", "c"]);
  return [t.captures(1), t.captures(1, 2), t.captures.length, t.captures2(5, 6), t.stays(), t.stays(), t.short(), t.method(), t.plain(7)];
}`);
  expect(moved).toBe(4);
  expect(engine.run()).toEqual(whole.run());
  expect(first).toContain("++count");
});

test("what could load a module stays, and so does what runs where it stands", () => {
  const { moved, engine } = parts(`
var made = [1].map((x) => x + 1);
function loader() { ${LONG} return "import"; }
function run() { return [made, loader()]; }`);
  expect(moved).toBe(0);
  expect(engine.run()).toEqual([[2], "import"]);
});

test("a bundle of another form is refused", () => {
  expect(() => splitEngine("function run() {}", () => true)).toThrow(ShapeError);
  const inner = "function rareEngine() {}\nvar x = 1; function run(x) { return x; }";
  expect(() => splitEngine(inner, () => true)).toThrow(ShapeError);
});
