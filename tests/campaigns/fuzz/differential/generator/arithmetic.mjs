/**
 * Arithmetic on variables of declared types, at the edges of these types: a function of numbers, called
 * with some.
 */
import { lisp } from "./template.mjs";

const power = (bits) => 2n ** BigInt(bits);
const signed = (bits) => [-power(bits - 1), power(bits - 1) - 1n];
const unsigned = (bits) => [0n, power(bits) - 1n];

/** Types by their least and largest integers. */
const RANGES = [
  [["signed-byte", "32"], signed(32)],
  [["unsigned-byte", "32"], unsigned(32)],
  [["signed-byte", "8"], signed(8)],
  [["unsigned-byte", "8"], unsigned(8)],
  [["unsigned-byte", "31"], unsigned(31)],
  [["signed-byte", "53"], signed(53)],
  [["unsigned-byte", "53"], unsigned(53)],
  [["signed-byte", "64"], signed(64)],
  [["unsigned-byte", "62"], unsigned(62)],
  ["fixnum", signed(63)],
  ["integer", signed(80)],
  ["unsigned-byte", unsigned(70)],
  [
    ["integer", "0", "100"],
    [0n, 100n],
  ],
  [
    ["integer", "-5", "5"],
    [-5n, 5n],
  ],
  [
    ["mod", "7"],
    [0n, 6n],
  ],
  ["bit", [0n, 1n]],
];
const FLOATS = {
  "single-float": ["0.5", "-1.5", "3.0", "16777216.0", "0.1", "-0.25", "1.0e10", "7.0"],
  "double-float": ["0.5d0", "-1.5d0", "3.0d0", "9007199254740992.0d0", "0.1d0", "-0.25d0", "1.0d20", "7.0d0"],
};

/** An integer between two, often at the ends or where representations change. */
function between(random, [low, high]) {
  const edges = [
    low,
    high,
    low + 1n,
    high - 1n,
    0n,
    1n,
    -1n,
    2n,
    7n,
    31n,
    32n,
    power(31),
    power(32),
    power(53),
    -power(31),
    power(62),
  ];
  const near = random.pick(edges) + BigInt(random.int(-1, 1));
  return near < low ? low : near > high ? high : near;
}

class Arithmetic {
  constructor(m) {
    this.m = m;
    this.random = m.random;
    this.integers = [];
    this.floats = [];
  }

  /** A variable: its name, its type, and a value for it. */
  variable() {
    const { random } = this;
    const name = this.m.name("a");
    if (random.chance(0.2)) {
      const type = random.pick(Object.keys(FLOATS));
      this.floats.push(name);
      return { name, type, value: random.pick(FLOATS[type]) };
    }
    const [type, range] = random.pick(RANGES);
    this.integers.push(name);
    return { name, type, value: String(between(random, range)), range };
  }

  integer(depth) {
    const { random } = this;
    if (depth === 0 || random.chance(0.15))
      return this.integers.length > 0 && random.chance(0.75)
        ? random.pick(this.integers)
        : String(between(random, random.pick(RANGES)[1]));
    const a = () => this.integer(depth - 1);
    const positive = () => lisp`(max 1 (abs ${a()}))`;
    return random.pick([
      () => lisp`(+ ${a()} ${a()})`,
      () => lisp`(- ${a()} ${a()})`,
      () => lisp`(* ${a()} ${a()})`,
      () => lisp`(+ ${a()} ${a()} ${a()})`,
      () => lisp`(- ${a()})`,
      () => lisp`(1+ ${a()})`,
      () => lisp`(1- ${a()})`,
      () => lisp`(abs ${a()})`,
      () => lisp`(logand ${a()} ${a()})`,
      () => lisp`(logand ${a()} ${String(power(random.pick([8, 16, 31, 32, 53])) - 1n)})`,
      () => lisp`(logior ${a()} ${a()})`,
      () => lisp`(logxor ${a()} ${a()})`,
      () => lisp`(lognot ${a()})`,
      () =>
        lisp`(ash ${a()} ${random.pick(["1", "4", "16", "31", "32", "40", "-1", "-4", "-16", "-31", "-32", "-40"])})`,
      () => lisp`(ash ${a()} (- (mod ${a()} 70)))`,
      () => lisp`(ash ${a()} (mod ${a()} 40))`,
      () => lisp`(ldb (byte ${String(random.int(1, 34))} ${String(random.int(0, 34))}) ${a()})`,
      () => lisp`(dpb ${a()} (byte ${String(random.int(1, 34))} ${String(random.int(0, 34))}) ${a()})`,
      () => lisp`(mod ${a()} ${positive()})`,
      () => lisp`(mod ${a()} (- ${positive()}))`,
      () => lisp`(rem ${a()} ${positive()})`,
      () => lisp`(rem ${a()} (- ${positive()}))`,
      () => lisp`(${random.pick(["floor", "ceiling", "truncate", "round"])} ${a()} ${positive()})`,
      () =>
        lisp`(${random.pick(["floor", "ceiling", "truncate", "round"])} ${a()} ${random.pick(["2", "-3", "7", "16"])})`,
      () =>
        lisp`(nth-value 1 (${random.pick(["floor", "ceiling", "truncate", "round"])} ${a()} ${random.pick(["2", "-3", "7", "16"])}))`,
      () => lisp`(min ${a()} ${a()})`,
      () => lisp`(max ${a()} ${a()})`,
      () => lisp`(gcd ${a()} ${a()})`,
      () => lisp`(logcount ${a()})`,
      () => lisp`(integer-length ${a()})`,
      () => lisp`(signum ${a()})`,
      () => lisp`(isqrt (abs ${a()}))`,
      () => lisp`(if ${this.test(depth - 1)} ${a()} ${a()})`,
      () => lisp`(let ((b ${a()})) (declare (type integer b)) (+ b b))`,
    ])();
  }

  test(depth) {
    const { random } = this;
    const a = () =>
      this.floats.length > 0 && random.chance(0.25) ? random.pick(this.floats) : this.integer(depth);
    return random.pick([
      () => lisp`(${random.pick(["<", ">", "<=", ">=", "=", "/="])} ${a()} ${a()})`,
      () => lisp`(< ${a()} ${a()} ${a()})`,
      () => lisp`(${random.pick(["evenp", "oddp", "zerop", "plusp", "minusp"])} ${this.integer(depth)})`,
      () => lisp`(logbitp ${random.pick(["0", "1", "31", "32", "53"])} ${this.integer(depth)})`,
      () => lisp`(eql ${a()} ${a()})`,
      () => lisp`(typep ${a()} '${random.pick(["fixnum", "bit", "single-float"])})`,
    ])();
  }

  /** A form of floats, if there are some. */
  float(depth) {
    const { random } = this;
    if (depth === 0 || random.chance(0.2)) return random.pick(this.floats);
    const a = () => (random.chance(0.7) ? this.float(depth - 1) : this.integer(0));
    return random.pick([
      () => lisp`(+ ${a()} ${this.float(depth - 1)})`,
      () => lisp`(- ${this.float(depth - 1)} ${a()})`,
      () => lisp`(* ${a()} 0.5)`,
      () => lisp`(/ ${this.float(depth - 1)} ${random.pick(["3", "0.7", "-2", "1.5d0"])})`,
      () => lisp`(- ${this.float(depth - 1)})`,
      () => lisp`(abs ${this.float(depth - 1)})`,
      () => lisp`(if (< ${a()} ${a()}) ${a()} ${a()})`,
    ])();
  }

  form() {
    const isFloat = this.floats.length > 0 && this.random.chance(0.35);
    return isFloat
      ? this.float(3)
      : this.random.chance(0.2)
        ? this.test(2)
        : this.integer(this.random.int(2, 4));
  }
}

/** A statement. */
export function arithmetic(m) {
  const { random } = m;
  const numbers = new Arithmetic(m);
  const variables = random.many(1, 4, () => numbers.variable());
  const declared = variables.filter(() => random.chance(0.75));
  const declarations = declared.map(({ name, type }) => ["declare", ["type", type, name]]);
  const forms = random.many(1, 4, () => m.note(numbers.form()));
  const looping = random.chance(0.3) ? [loop(m, numbers)] : [];
  const names = variables.map(({ name }) => name);
  const values = variables.map(({ value }) => value);
  const body = [...declarations, ...forms, ...looping];
  return random.pick([
    () => ["let", variables.map(({ name, value }) => [name, value]), ...body],
    () => ["funcall", ["lambda", names, ...body], ...values],
    () => [["lambda", names, ...body], ...values],
  ])();
}

/** A loop that keeps its sum within a type. */
function loop(m, numbers) {
  const { random } = m;
  const [sum, i] = [m.name("s"), m.name("i")];
  const bits = random.pick(["31", "32", "53", "62"]);
  const mask = String(power(Number(bits)) - 1n);
  numbers.integers.push(sum, i);
  const step = lisp`(setq ${sum} (logand ${mask} ${numbers.integer(2)}))`;
  const made = lisp`(let ((${sum} 1)) (declare (type (unsigned-byte ${bits}) ${sum})) (dotimes (${i} 3) (declare (type fixnum ${i})) ${step}) ${m.note(sum)})`;
  numbers.integers.splice(-2);
  return made;
}
