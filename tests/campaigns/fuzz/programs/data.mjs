/** Literal data, and forms that make what no literal can be. */
import { Dotted } from "./tree.mjs";

const INTEGERS = ["0", "1", "2", "3", "-1", "7", "10", "100", "255", "-17"];
const EXTREMES = [
  "1000000",
  "4294967296",
  "536870911",
  "-9007199254740993",
  "123456789012345678901234567890",
  "1/2",
  "-22/7",
  "0.0",
  "-0.0",
  "1.5",
  "-2.25e10",
  "1d0",
  "3.14d-5",
  "1e38",
  "1d308",
  "#c(1 2)",
  "#c(0.5 -1.5)",
];
const STRINGS = [
  '""',
  '"a"',
  '"abc"',
  '"Hello, World"',
  '"ÄÖü λ"',
  '"line~%two"',
  '"12"',
  '"a b c"',
  '"(1 2"',
];
const CHARACTERS = ["#\\a", "#\\Z", "#\\0", "#\\Space", "#\\Newline", "#\\λ", "#\\("];
const SYMBOLS = [
  "a",
  "b",
  "c",
  "foo",
  "bar",
  "x",
  "nil",
  "t",
  ":key",
  ":test",
  "car",
  "list",
  "#:g",
  "|odd name|",
];
const TYPES = [
  "integer",
  "fixnum",
  "list",
  "cons",
  "string",
  "symbol",
  "number",
  "function",
  "vector",
  "t",
  "nil",
  "null",
  "character",
  "hash-table",
  "error",
  "float",
  "unknown-type",
  ["or", "integer", "string"],
  ["integer", "0", "10"],
  ["member", "a", "b"],
  ["satisfies", "evenp"],
  ["not", "list"],
  ["and", "list", ["not", "null"]],
  ["vector", "*", "3"],
  ["eql", "3"],
  ["values", "integer", "string"],
  ["mod", "5"],
  ["array", "*", ["2", "2"]],
];
const FUNCTIONS = [
  "car",
  "cdr",
  "1+",
  "+",
  "list",
  "cons",
  "length",
  "identity",
  "not",
  "null",
  "evenp",
  "zerop",
  "char-upcase",
  "string",
  "eq",
  "equal",
  "<",
  ">",
  "-",
  "max",
  "reverse",
  "error",
  "print",
  "gensym",
  "values",
  "funcall",
  "apply",
];

/** Whole lists made elsewhere: circular, shared, improper, deep, and objects without a literal. */
const OBJECTS = [
  "(let ((c (list 1 2 3))) (setf (cdr (last c)) c) c)",
  "(let ((c (list 1))) (setf (car c) c) c)",
  "(let ((v (vector 1 2))) (setf (aref v 0) v) v)",
  "(list* 1 2 3)",
  "(make-hash-table)",
  '(let ((h (make-hash-table :test \'equal))) (setf (gethash "a" h) 1) h)',
  "(make-array 3)",
  "(make-array '(2 3) :initial-element 0)",
  "(make-array 4 :fill-pointer 2 :adjustable t :initial-element 1)",
  "(make-array 0)",
  "#2a((1 2) (3 4))",
  "#*10110",
  "#(1 2 3)",
  '(make-string-input-stream "a (b) 12")',
  "(make-string-output-stream)",
  "*standard-output*",
  "*package*",
  "(find-package :keyword)",
  '(make-condition \'simple-error :format-control "~a" :format-arguments (list 1))',
  "(find-class 'standard-object)",
  "(find-class 'integer)",
  "#'car",
  "(lambda (x) x)",
  '(lambda () (error "from a lambda"))',
  "(lambda (&rest r) r)",
  "*readtable*",
  "(copy-readtable)",
  "*random-state*",
  "(make-random-state)",
  '#p"a/b.c"',
  '(read-from-string "(a . b)")',
  "(code-char 0)",
  "(string #\\Nul)",
  '(make-symbol "NIL")',
  '(intern "lower")',
  "(let ((x (list 1 2))) (list x x))",
  "(let (l) (dotimes (i 50 l) (setq l (list l))))",
  "(make-list 20 :initial-element 'x)",
  "(values)",
  "(values 1 2 3)",
];

export function integer(random) {
  return random.weighted([
    [8, () => random.pick(INTEGERS)],
    [2, () => String(random.int(-1000, 1000))],
    [1, () => random.pick(EXTREMES)],
  ])();
}

export const number = (random) => (random.chance(0.6) ? integer(random) : random.pick(EXTREMES));
export const string = (random) => random.pick(STRINGS);
export const character = (random) => random.pick(CHARACTERS);
export const symbol = (random) => random.pick(SYMBOLS);
export const typeSpecifier = (random) => random.pick(TYPES);
export const functionName = (random) => random.pick(FUNCTIONS);

/** An atom of any kind. */
function atom(random) {
  return random.pick([integer, number, string, character, symbol])(random);
}

/** Data that may stand behind a quote. */
export function datum(random, depth = 3) {
  if (depth === 0 || random.chance(0.5)) return atom(random);
  const items = random.many(0, 4, () => datum(random, depth - 1));
  return items.length > 0 && random.chance(0.1) ? new Dotted(items, atom(random)) : items;
}

/** A form whose value is an object of any kind. */
export function object(random) {
  return random.weighted([
    [4, () => atomForm(random)],
    [3, () => ["quote", datum(random)]],
    [3, () => random.pick(OBJECTS)],
    [1, () => ["function", functionName(random)]],
    [1, () => ["quote", typeSpecifier(random)]],
  ])();
}

/** An atom as a form: symbols are quoted, since they name no variable. */
export function atomForm(random) {
  const text = atom(random);
  return SYMBOLS.includes(text) ? ["quote", text] : text;
}
