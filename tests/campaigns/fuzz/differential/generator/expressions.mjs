/** Calls of standard functions, by the type of their values. */

import { callOf } from "./functions.mjs";
import { kindTest, leaf } from "./leaves.mjs";
import { constantList } from "./literals.mjs";

/** A literal argument: text as it stands. Other texts name types. */
const text = (code) => ({ code });
const oneOf = (...codes) => ({ codes });
const BYTE = { make: (m) => ["byte", String(m.random.int(0, 9)), String(m.random.int(0, 40))] };
const POSITIVE = oneOf("1", "2", "3", "7", "10", "1000");
const DIVISOR = oneOf("2", "-2", "3", "-3", "7", "1/2");
const SHIFT = oneOf("0", "1", "2", "5", "-1", "-2", "-5", "31", "-31");
const INDEX = oneOf("0", "1", "2");
const CONSTANT = { make: (m) => constantList(m.random) };
const NUMBERS = oneOf("#'+", "#'max", "#'-");
const TEST = oneOf("#'evenp", "#'oddp", "#'plusp", "#'zerop", ["lambda", ["q"], [">", "q", "1"]]);

/** Each type's functions: weight, name, arguments. */
const CALLS = {
  int: [
    [6, "+", "int", "int"],
    [3, "-", "int", "int"],
    [1, "*", "int", POSITIVE],
    [0.7, "*", "int", "int"],
    [1, "+", "int", "int", "int"],
    [2, "1+", "int"],
    [2, "1-", "int"],
    [1, "abs", "int"],
    [1, "-", "int"],
    [1, "max", "int", "int"],
    [1, "min", "int", "int"],
    [2, "mod", "int", POSITIVE],
    [1, "rem", "int", POSITIVE],
    [1, "floor", "num", DIVISOR],
    [1, "ceiling", "num", DIVISOR],
    [1, "truncate", "num", DIVISOR],
    [1, "round", "num", DIVISOR],
    [1, "logand", "int", "int"],
    [1, "logior", "int", "int"],
    [1, "logxor", "int", "int"],
    [1, "lognot", "int"],
    [1, "ash", "int", SHIFT],
    [1, "ldb", BYTE, "int"],
    [1, "dpb", "int", BYTE, "int"],
    [1, "integer-length", "int"],
    [1, "logcount", "int"],
    [1, "gcd", "int", "int"],
    [1, "signum", "int"],
    [0.5, "expt", oneOf("2", "3", "-5"), oneOf("0", "1", "5", "31", "62", "64")],
    [0.5, "isqrt", ["abs", "int"]],
    [2, "length", "list"],
    [2, "length", "string"],
    [1, "length", "vector"],
    [3, "car", "cons"],
    [1, "first", "cons"],
    [1, "nth", text("0"), "cons"],
    [1, "elt", "cons", text("0")],
    [2, "aref", "vector", INDEX],
    [1, "svref", "vector", INDEX],
    [1, "elt", "vector", INDEX],
    [1, "char-code", "char"],
    [1, "reduce", NUMBERS, "list", text(":initial-value"), "int"],
    [1, "reduce", text("#'+"), CONSTANT],
    [1, "count-if", TEST, "list"],
    [1, "count", "int", CONSTANT],
    [0.5, "parse-integer", oneOf('"12"', '" -7 "')],
    [0.5, "getf", ["list", text(":a"), "int"], oneOf(":a", ":b"), "int"],
    [1, "funcall", NUMBERS, "int", "int"],
    [1, "apply", NUMBERS, "int", "cons"],
    [0.5, "numerator", "int"],
    [1, "multiple-value-call", text("#'+"), ["values", "int", "int"], "int"],
    [1, "length", ["multiple-value-list", "values"]],
    [1, "nth-value", oneOf("0", "1"), ["floor", "int", POSITIVE]],
    [1, "+", "int", ["values", "int", "any"]],
  ],
  num: [
    [4, "+", "num", "num"],
    [3, "-", "num", "num"],
    [1, "*", "num", DIVISOR],
    [2, "/", "num", DIVISOR],
    [1, "-", "num"],
    [1, "abs", "num"],
    [1, "max", "int", "int"],
    [1, "mod", "num", POSITIVE],
    [1, "rem", "num", DIVISOR],
    [1, "rational", oneOf("0.5", "1.5d0", "0.1")],
    [1, "float", "int"],
    [1, "coerce", "int", oneOf("'double-float", "'single-float", "'float")],
    [1, "1+", "num"],
  ],
  float: [
    [2, "+", "float", "float"],
    [1, "-", "float", "int"],
    [1, "*", "float", oneOf("2", "0.5", "-1.5")],
    [1, "/", "float", DIVISOR],
    [1, "float", "int"],
    [1, "float", "int", "float"],
    [1, "abs", "float"],
    [1, "-", "float"],
  ],
  bool: [
    [4, "<", "num", "num"],
    [2, ">", "int", "int"],
    [1, "<=", "int", "int", "int"],
    [1, ">=", "num", "num"],
    [3, "=", "num", "num"],
    [1, "/=", "int", "int"],
    [1, "evenp", "int"],
    [1, "oddp", "int"],
    [1, "zerop", "num"],
    [1, "plusp", "int"],
    [1, "minusp", "num"],
    [2, "null", "any"],
    [2, "not", "bool"],
    [1, "numberp", "any"],
    [1, "consp", "any"],
    [1, "stringp", "any"],
    [1, "symbolp", "any"],
    [1, "integerp", "any"],
    [1, "listp", "any"],
    [1, "atom", "any"],
    [1, "characterp", "any"],
    [1, "eql", "any", "any"],
    [1, "eql", "int", "int"],
    [1, "equal", "any", "any"],
    [1, "eq", "symbol", "symbol"],
    [1, "logbitp", oneOf("0", "3", "31", "64"), "int"],
    [1, "ldb-test", BYTE, "int"],
    [1, "string=", "string", "string"],
    [1, "char=", "char", "char"],
    [1, "char<", "char", "char"],
    [1, "endp", "list"],
    [1, "some", TEST, "list"],
    [1, "every", TEST, "list"],
    [
      2,
      "typep",
      "any",
      oneOf("'integer", "'(or null string)", "'cons", "'(integer 0 10)", "'(member a b 1)"),
    ],
    [1, "and", "bool", "bool"],
    [1, "or", "bool", "bool"],
    [1, "functionp", TEST],
  ],
  list: [
    [2, "cdr", "cons"],
    [1, "rest", "cons"],
    [2, "cons", "int", "list"],
    [2, "list", "int", "int"],
    [1, "list*", "int", "int", "list"],
    [1, "append", "list", "list"],
    [1, "reverse", "list"],
    [1, "copy-list", "list"],
    [1, "nconc", ["list", "int"], "list"],
    [1, "nreverse", ["list", "int", "int", "int"]],
    [1, "nthcdr", INDEX, "list"],
    [1, "butlast", "list"],
    [1, "last", "list"],
    [1, "member", "int", "list"],
    [1, "remove", "int", "list"],
    [1, "remove-if", TEST, "list"],
    [1, "remove-if-not", TEST, CONSTANT],
    [1, "mapcar", oneOf("#'1+", "#'-", "#'abs"), "list"],
    [1, "mapcan", ["lambda", [text("q")], [text("list"), text("q"), text("q")]], "list"],
    [1, "sort", ["copy-list", "list"], oneOf("#'<", "#'>")],
    [3, "multiple-value-list", "values"],
    [1, "concatenate", text("'list"), "list", "vector"],
    [1, "adjoin", "int", "list"],
  ],
  cons: [
    [3, "list", "int", "int"],
    [2, "cons", "int", "list"],
    [1, "list*", "int", "cons"],
    [1, "append", "cons", "list"],
    [1, "copy-list", "cons"],
    [1, "reverse", "cons"],
  ],
  string: [
    [2, "concatenate", text("'string"), "string", "string"],
    [1, "string-upcase", "string"],
    [1, "prin1-to-string", "any"],
    [1, "string", "symbol"],
    [1, "string", "char"],
    [1, "copy-seq", "string"],
    [1, "subseq", "string", text("0"), text("1")],
    [1, "reverse", "string"],
  ],
  char: [
    [2, "char", "string", text("0")],
    [1, "elt", "string", text("0")],
    [1, "char-upcase", "char"],
    [1, "code-char", oneOf("65", "97", "48")],
  ],
  symbol: [
    [1, "identity", "symbol"],
    [1, "or", text("nil"), "symbol"],
  ],
  vector: [
    [3, "vector", "int", "int", "int"],
    [1, "make-array", text("3"), text(":initial-element"), "int"],
    [1, "copy-seq", "vector"],
    [1, "reverse", "vector"],
    [1, "make-array", text("3"), text(":initial-contents"), ["list", "int", "int", "int"]],
  ],
  values: [
    [3, "values", "int", "any"],
    [1, "values", "any"],
    [1, "values"],
    [1, "values", "int", "int", "int"],
    [1, "values-list", "list"],
    [1, "floor", "num", DIVISOR],
    [1, "round", "num", DIVISOR],
    [1, "truncate", "int", POSITIVE],
    [1, "funcall", text("#'values"), "int", "any"],
    [1, "apply", text("#'values"), "list"],
    [1, "gethash", text("1"), ["make-hash-table"], "int"],
    [1, "multiple-value-call", text("#'values"), "values", "values"],
    [1, "parse-integer", oneOf('"12"', '"7"')],
  ],
  nil: [
    [1, "null", ["list", "int"]],
    [1, "cdr", ["list", "int"]],
    [1, "not", text("t")],
  ],
};

const TYPES = ["int", "int", "num", "float", "bool", "list", "string", "char", "symbol"];

export function expressions(m, scope, type, depth) {
  const { random } = m;
  if (type === "any") return expressions(m, scope, random.pick(TYPES), depth);
  if (type === "bool" && random.chance(0.25)) return kindTest(m, scope) ?? leaf(m, scope, "bool");
  const callees = scope.functions.filter(({ result }) => result === type);
  if (callees.length > 0 && random.chance(0.3)) return callOf(m, scope, random.pick(callees), depth);
  const [name, ...args] = random.weighted(CALLS[type].map(([weight, ...call]) => [weight, call]));
  const makes = args.map((arg) => (now) => argument(m, now, arg, depth - 1));
  // The later operands of AND and OR may not be evaluated.
  const made = () => m.inOrder(scope, makes);
  return [name, ...(name === "and" || name === "or" ? m.maybe(made) : made())];
}

function argument(m, scope, arg, depth) {
  if (typeof arg === "string") return m.form(scope, arg, depth);
  if (arg.code !== undefined) return arg.code;
  if (arg.codes !== undefined) return m.random.pick(arg.codes);
  if (arg.make !== undefined) return arg.make(m);
  const [head, ...rest] = arg;
  return [
    typeof head === "string" ? head : head.code,
    ...m.inOrder(
      scope,
      rest.map((one) => (now) => argument(m, now, one, depth)),
    ),
  ];
}
