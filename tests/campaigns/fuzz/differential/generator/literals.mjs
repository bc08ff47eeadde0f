/** Literals of each type, and types by the names that Lisp has for them. */

const SMALL = ["0", "1", "2", "3", "4", "5", "-1", "-2", "7", "10"];
/** Integers near which representations change: 31, 32, 53 and 62 bits. */
const EDGES = [31, 32, 53, 62].flatMap((bits) => {
  const edge = 2n ** BigInt(bits - 1);
  return [edge - 1n, edge, edge + 1n, 2n * edge - 1n, 2n * edge, -edge, -edge - 1n, -2n * edge - 1n].map(
    String,
  );
});
const LARGE = ["123456789012345678901234567890", "-98765432109876543210"];
const RATIOS = ["1/2", "-1/3", "22/7", "7/2", "-5/2"];
const SINGLES = [
  "0.5",
  "1.5",
  "-2.25",
  "3.0",
  "100.0",
  "0.1",
  "2.5",
  "-0.5",
  "1.0e10",
  "16777216.0",
  "2147483648.0",
];
const DOUBLES = ["0.5d0", "1.5d0", "-2.25d0", "0.1d0", "2.5d0", "1.0d20", "3.0d0", "9007199254740992.0d0"];
const STRINGS = [
  ...['"a"', '"abc"', '"xyz"', '"Lisp"', '"12"', '"b c"', '"a"', '"abc"'],
  // Characters that other languages give a meaning.
  ...['"\\"\\\\"', '"${`"', '"</script>"', '"aλ😀b"'],
];
const CHARACTERS = ["#\\a", "#\\b", "#\\Z", "#\\0", "#\\a", '#\\"'];
const SYMBOLS = ["'a", "'b", "'c", ":k", ":m", "'foo"];

const integer = (random) =>
  random.weighted([
    [12, () => random.pick(SMALL)],
    [3, () => String(random.int(-100, 100))],
    [3, () => random.pick(EDGES)],
    [0.5, () => random.pick(LARGE)],
  ])();
const float = (random) => random.pick(random.chance(0.6) ? SINGLES : DOUBLES);

const LITERALS = {
  nil: () => "nil",
  int: integer,
  float,
  num: (random) =>
    random.weighted([
      [4, integer],
      [2, float],
      [1, () => random.pick(RATIOS)],
    ])(random),
  string: (random) => random.pick(STRINGS),
  char: (random) => random.pick(CHARACTERS),
  symbol: (random) => random.pick(SYMBOLS),
  bool: (random) => random.pick(["t", "nil"]),
  list: (random) => (random.chance(0.3) ? "nil" : ["list", ...random.many(1, 4, () => integer(random))]),
  cons: (random) => ["list", ...random.many(1, 4, () => integer(random))],
  vector: (random) => ["vector", ...random.many(3, 4, () => integer(random))],
  any: (random) => literal(random, random.pick(ATOMIC)),
  values: (random) => ["values", ...random.many(0, 3, () => integer(random))],
};

const ATOMIC = ["nil", "int", "float", "string", "char", "symbol", "bool", "list"];
export const TYPES = ["int", "float", "string", "char", "symbol", "cons", "vector", "nil"];

export const literal = (random, type) => LITERALS[type](random);

/** A list that must not be changed. */
export const constantList = (random, make = integer) => ["quote", random.many(0, 4, () => make(random))];

/** Specifiers that an object of the type is of. */
const SPECIFIERS = {
  nil: ["null", "list", "symbol", "boolean"],
  int: ["integer", "fixnum", "rational", "real", "number", "atom"],
  float: ["float", "real", "number"],
  num: ["real", "number"],
  string: ["string", "vector", "array", "sequence"],
  char: ["character"],
  symbol: ["symbol", "atom"],
  bool: ["boolean", "symbol"],
  list: ["list", "sequence"],
  cons: ["cons", "list", ["cons", "integer"], ["and", "list", ["not", "null"]]],
  vector: ["vector", "simple-vector", "array"],
  any: ["t"],
  values: ["t"],
};

export const specifier = (random, type) => random.pick(SPECIFIERS[type]);

/** A specifier of what is of one of the types. */
export function specifierOf(random, kinds) {
  if (kinds.length === 1) return specifier(random, kinds[0]);
  return random.chance(0.15) ? "t" : ["or", ...kinds.map((kind) => specifier(random, kind))];
}

/** A specifier that no object of the types is of. */
export function wrongSpecifier(random, kinds) {
  const others = ["int", "string", "char", "cons", "vector", "float"].filter((type) => !kinds.includes(type));
  return SPECIFIERS[random.pick(others)][0];
}

/** Predicates that are true of the type's objects; of other kinds that a variable may have they are false. */
const PREDICATES = {
  nil: ["null", "not", "endp"],
  int: ["integerp", "numberp", "realp", "rationalp"],
  float: ["floatp", "numberp", "realp"],
  num: ["numberp", "realp"],
  string: ["stringp"],
  char: ["characterp"],
  symbol: ["symbolp"],
  list: ["listp"],
  cons: ["consp"],
  vector: ["vectorp", "arrayp"],
};

/** Types that a predicate of the first is true of as well. */
const ALSO = {
  numberp: ["int", "float", "num"],
  realp: ["int", "float", "num"],
  symbolp: ["nil", "symbol"],
  listp: ["nil", "list", "cons"],
  vectorp: ["string", "vector"],
  arrayp: ["string", "vector"],
};

/** Predicates that distinguish the type from the other kinds. */
export function predicatesFor(type, kinds) {
  const others = kinds.filter((kind) => kind !== type);
  return (PREDICATES[type] ?? []).filter((name) => {
    if (name === "endp") return others.every((kind) => kind === "cons" || kind === "list");
    return !(ALSO[name] ?? []).some((also) => others.includes(also));
  });
}
