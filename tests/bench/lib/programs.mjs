/**
 * The programs that `npm run bench:lisp` measures, in groups. A program's file defines RUN-<NAME>, whose
 * argument is the number of repetitions, and which returns what one of them does. A row with `text` is one
 * toplevel form whose evaluation is timed; each time `$` stands for another number, so that nothing is
 * redefined.
 */
import { Problem } from "../../../scripts/lib/report.mjs";
import { ratioOf } from "./ratios.mjs";
import { median } from "./stats.mjs";

/** The most that a program may take over SBCL, and one whose floats and fixnums are declared. */
const ANY = 10;
const TYPED = 2;

/** The most that a form typed at the prompt may take to be compiled and run, in milliseconds. */
const LATENCY_MS = 2;

const file = (group, name, aim, programs) =>
  Object.entries(programs).map(([program, title]) => ({
    name: program,
    title,
    group,
    file: `${group}/${name}`,
    aim,
  }));
const latency = (name, title, text) => ({
  name,
  title,
  group: "compiling",
  text,
  aim: { overStock: 1, atMostMs: LATENCY_MS },
});
const toplevel = (name, title, text) => ({ name, title, group: "evaluation", text, aim: ORDINARY });

const CALLS = { overStock: 8, overSbcl: 2 };
const DECLARED = { overStock: 1, overSbcl: TYPED };
const ORDINARY = { overStock: 1, overSbcl: ANY };

const PROGRAMS = [
  ...file("typed", "floats", DECLARED, {
    mandelbrot: "Mandelbrot set",
    simpson: "integration",
    "single-floats": "polynomial, single floats",
    newton: "square roots",
  }),
  ...file("typed", "arrays", DECLARED, {
    "matrix-multiply": "matrix multiplication",
    heat: "heat in a plate",
    "spectral-norm": "spectral norm",
    "dot-product": "dot product",
    "typed-fft": "FFT",
  }),
  ...file("typed", "structures", DECLARED, { "typed-n-body": "n bodies", particles: "particles" }),
  ...file("typed", "integers", DECLARED, {
    sieve: "sieve of Eratosthenes",
    "crc-40": "CRC of 40 bits",
    fnv: "FNV hash of 32 bits",
    xorshift: "xorshift of 32 bits",
    popcount: "bits in a word",
    logcount: "LOGCOUNT, LDB",
    "typed-collatz": "Collatz sequences",
    "typed-gcd": "greatest common divisors",
    pixels: "blending of pixels",
  }),
  ...file("arithmetic", "floats", ORDINARY, {
    "plain-mandelbrot": "Mandelbrot set",
    "complex-mandelbrot": "Mandelbrot set, COMPLEX",
    "complex-numbers": "complex numbers",
    "n-body": "n bodies",
    statistics: "mean and deviation",
  }),
  ...file("arithmetic", "integers", ORDINARY, {
    factorial: "factorial of 200",
    fibonacci: "1000th Fibonacci number",
    "modular-power": "modular power",
    "fermat-test": "Fermat's test",
    "harmonic-sum": "harmonic sum",
    determinant: "determinant of ratios",
    "digits-of-pi": "digits of pi",
    "mod-of-sums": "MOD of sums",
    primes: "primes by trial division",
    collatz: "Collatz sequences",
  }),
  ...file("values", "values", ORDINARY, {
    floor: "FLOOR",
    truncate: "TRUNCATE",
    "extended-gcd": "extended GCD",
    partition: "partition by local function",
    "min-and-max": "minimum and maximum",
    "gethash-values": "both values of GETHASH",
  }),
  ...file("values", "arguments", ORDINARY, {
    keywords: "keyword arguments",
    optionals: "optional arguments",
    rest: "rest arguments",
    apply: "APPLY",
    flatten: "LABELS over a tree",
    "merge-sort": "merge sort",
    "mutual-recursion": "mutual recursion",
  }),
  ...file("library", "building", ORDINARY, {
    strings: "string building",
    lists: "list building",
    "hash-tables": "hash tables",
  }),
  ...file("library", "lists", ORDINARY, {
    mapcar: "MAPCAR and its family",
    "list-sequences": "sequence functions on lists",
    "sort-list": "SORT of lists",
    assoc: "ASSOC, MEMBER",
    "assoc-strings": "ASSOC with STRING=",
    sets: "lists as sets",
    "property-lists": "property lists",
    "tree-copies": "trees copied and compared",
  }),
  ...file("library", "vectors", ORDINARY, {
    "vector-sequences": "sequence functions on vectors",
    "sort-vector": "SORT of vectors",
    "adjustable-vectors": "adjustable vectors",
    "plain-arrays": "two-dimensional arrays",
  }),
  ...file("library", "strings", ORDINARY, {
    "split-and-join": "split and join",
    "string-functions": "string functions",
    caesar: "Caesar's cipher",
    format: "FORMAT",
    "format-numbers": "FORMAT of numbers",
    print: "PRIN1-TO-STRING",
    read: "READ-FROM-STRING",
    "parse-integer": "PARSE-INTEGER",
    "string-streams": "READ-CHAR",
    "read-line": "READ-LINE",
  }),
  ...file("library", "tables", ORDINARY, {
    "string-keys": "EQUAL tables of strings",
    "equalp-keys": "EQUALP tables",
    "integer-keys": "EQL tables of integers",
    "symbol-keys": "EQ tables of symbols",
    "list-keys": "EQUAL tables of lists",
    "table-iteration": "tables iterated",
    memo: "memoization",
  }),
  ...file("objects", "dispatch", ORDINARY, { dispatch: "CLOS dispatch", "make-instance": "MAKE-INSTANCE" }),
  ...file("objects", "handlers", ORDINARY, {
    "handler-case": "HANDLER-CASE, no error",
    "handled-error": "HANDLER-CASE, error",
  }),
  ...file("objects", "instances", ORDINARY, {
    accessors: "accessors",
    "slot-value": "SLOT-VALUE",
    "with-slots": "WITH-SLOTS",
    instances: "initargs and initforms",
    "call-next-method": "CALL-NEXT-METHOD",
    "method-combination": "methods around others",
    "two-argument-dispatch": "dispatch on two arguments",
    "builtin-dispatch": "dispatch on built-in classes",
    structures: "structures",
    "print-object": "PRINT-OBJECT",
  }),
  ...file("objects", "conditions", ORDINARY, {
    "signalled-errors": "conditions made and handled",
    signal: "SIGNAL",
    restarts: "restarts",
    report: "reports of conditions",
    "arithmetic-errors": "division by zero",
    "type-errors": "type errors",
    "catch-and-throw": "CATCH and THROW",
    "unwind-protect": "UNWIND-PROTECT",
    "return-from": "RETURN-FROM a closure",
    "ignore-errors": "IGNORE-ERRORS",
    "nested-handlers": "nested handlers",
  }),
  ...file("evaluation", "calls", CALLS, { fib: "fib", tak: "tak" }),
  ...file("evaluation", "calls", { overStock: 8, overSbcl: ANY }, { ackermann: "ackermann" }),
  ...file("evaluation", "sort", ORDINARY, { sort: "quicksort with closures" }),
  ...file("evaluation", "loops", CALLS, { dotimes: "nested DOTIMES", loop: "nested LOOP" }),
  ...file(
    "evaluation",
    "recursion",
    { overStock: 8, overSbcl: ANY },
    {
      recursion: "recursion, 1,000 frames",
    },
  ),
  ...file("evaluation", "recursion", ORDINARY, { "deep-recursion": "recursion, 10,000 frames" }),
  ...file("evaluation", "evaluating", ORDINARY, {
    counters: "closures that count",
    curry: "currying",
    specials: "special bindings",
    "tree-recursion": "tree recursion",
    eval: "EVAL",
    compile: "COMPILE",
    macros: "macros",
    expansion: "MACROEXPAND",
  }),
  toplevel("toplevel-sum", "DOTIMES at toplevel", `(let ((sum $)) (dotimes (k 100000 sum) (incf sum k)))`),
  toplevel(
    "toplevel-table",
    "a table filled at toplevel",
    `(let ((table (make-hash-table)))
       (dotimes (k 20000) (setf (gethash (mod (* k 7) 5000) table) (+ k $)))
       (loop for key being the hash-keys of table using (hash-value value) sum (- value key)))`,
  ),
  toplevel(
    "toplevel-special",
    "a special variable at toplevel",
    `(progn
       (defvar *total* 0)
       (setq *total* $)
       (loop for k from 1 to 50000 when (evenp k) do (setq *total* (+ *total* k)))
       *total*)`,
  ),
  ...file("ordinary", "puzzles", ORDINARY, {
    queens: "queens",
    hanoi: "towers of Hanoi",
    life: "Life",
    sudoku: "sudoku",
    "knights-tour": "knight's tour",
    nim: "nim",
    permutations: "permutations",
    adventure: "text adventure",
  }),
  ...file("ordinary", "graphs", ORDINARY, {
    dijkstra: "Dijkstra with a heap",
    "topological-sort": "topological sort",
    "floyd-warshall": "Floyd and Warshall",
    maze: "way out of a maze",
    "spanning-tree": "spanning tree",
  }),
  ...file("ordinary", "texts", ORDINARY, {
    "word-count": "word count",
    anagrams: "anagrams",
    calculator: "calculator",
    "json-writer": "JSON written",
    "json-reader": "JSON read",
    csv: "CSV",
    "roman-numerals": "Roman numerals",
    base64: "Base64",
    "run-lengths": "run lengths",
    levenshtein: "Levenshtein's distance",
    "longest-common-subsequence": "longest common subsequence",
    "string-builder": "string builder",
    palindromes: "palindromes",
  }),
  ...file("ordinary", "data", ORDINARY, {
    trie: "trie",
    huffman: "Huffman's code",
    "search-tree": "search tree",
    "binary-trees": "binary trees",
    derivatives: "derivatives",
    interpreter: "interpreter",
    "stack-machine": "stack machine",
    "list-matrices": "matrices as lists",
    knapsack: "knapsack",
    josephus: "Josephus, by a queue",
  }),
  ...file("ordinary", "bank", ORDINARY, { bank: "bank", queueing: "queue of customers" }),
  ...file("ordinary", "lines", ORDINARY, {
    cubes: "games of cubes",
    schematic: "numbers in a drawing",
    settings: "settings",
    crates: "crates",
    wrap: "lines of a paragraph",
  }),
  ...file("ordinary", "models", ORDINARY, {
    "bit-sieve": "sieve of bits",
    happenings: "events in order",
    club: "members of a club",
    candidates: "sudoku by candidates",
    noughts: "noughts and crosses",
    shapes: "shapes by TYPECASE",
  }),
  ...file("classical", "calls", ORDINARY, { stak: "STAK", ctak: "CTAK", takl: "TAKL" }),
  ...file("classical", "lists", ORDINARY, {
    deriv: "DERIV",
    dderiv: "DDERIV",
    div2: "DIV2",
    destruct: "DESTRUCT",
    browse: "BROWSE",
    boyer: "BOYER",
    traverse: "TRAVERSE",
  }),
  ...file("classical", "arrays", ORDINARY, { triangle: "TRIANGLE", puzzle: "PUZZLE", fft: "FFT" }),
  ...file("classical", "richards", ORDINARY, { richards: "RICHARDS" }),
  latency(
    "compile-defun",
    "compile a DEFUN",
    `(defun describe-number$ (n &optional (limit 10))
       "What kind of number N is, and how far it is from LIMIT."
       (let ((kind (cond ((not (numberp n)) :none)
                         ((zerop n) :zero)
                         ((evenp n) :even)
                         (t :odd)))
             (distance (if (numberp n) (abs (- limit n)) 0)))
         (dotimes (i 3)
           (when (> i distance)
             (setq distance (+ distance i))))
         (values kind distance)))`,
  ),
  latency(
    "compile-loop",
    "compile a LOOP",
    `(loop with total = $
       for x in '(1 2 3 4)
       for i from 0
       when (oddp x) collect (* x i) into odd
       else do (incf total x)
       finally (return (list total odd)))`,
  ),
  latency(
    "compile-defclass",
    "compile a DEFCLASS",
    `(defclass account$ ()
       ((owner :initarg :owner :accessor account-owner$)
        (balance :initarg :balance :initform 0 :accessor account-balance$)
        (history :initform '() :reader account-history$)))`,
  ),
  latency("compile-defstruct", "compile a DEFSTRUCT", `(defstruct point$ (x 0) (y 0) (label "none"))`),
];

/** The programs of these names or groups; all where none is named. */
export function chosen(names) {
  const known = PROGRAMS.flatMap(({ name, group }) => [name, group]);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown)
    throw new Problem(`There is no program "${unknown}"; there are ${[...new Set(known)].join(", ")}.`);
  if (names.length === 0) return PROGRAMS;
  return PROGRAMS.filter(({ name, group }) => names.includes(name) || names.includes(group));
}

/**
 * A program's aims for ours of that key as `{ text, met }`. Where another Lisp has no time, there is no aim
 * against it.
 */
export function aimsOf({ aim }, measures, key) {
  const ours = measures[key];
  const overStock = ratioOf(measures.stock, ours);
  const overSbcl = ratioOf(ours, measures.sbcl);
  return [
    aim.overStock && overStock !== null && aimFor(`≥ ${aim.overStock} × stock`, overStock >= aim.overStock),
    aim.overSbcl && overSbcl !== null && aimFor(`≤ ${aim.overSbcl} × SBCL`, overSbcl <= aim.overSbcl),
    aim.atMostMs && aimFor(`≤ ${aim.atMostMs} ms at the median`, median(ours?.samples ?? []) <= aim.atMostMs),
  ].filter(Boolean);
}

const aimFor = (text, met) => ({ text, met });
