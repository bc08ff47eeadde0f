/**
 * How the arguments of an operator are indented, by their places: `Step` says it of one place, `rest` of all
 * places behind the last step.
 */
export interface Pattern {
  readonly steps: readonly Step[];
  readonly rest?: Step;
}

/**
 * A number is columns from the bracket, `null` the column of an ordinary argument. `lambda` is a lambda list;
 * `body` the forms of a body; `tags` the tags and forms of a TAGBODY; `lambda-body` the body of a LAMBDA. A
 * shape is a list whose elements have a pattern of their own.
 */
export type Step = number | null | "lambda" | "body" | "tags" | "lambda-body" | Shape;

interface Shape {
  readonly whole: number | null;
  readonly parts: Pattern;
}

/**
 * What an operator has: so many arguments before a body, a pattern, or a pattern that depends on the
 * form.
 */
export type Method = number | Pattern | "do" | "defmethod";

const pattern = (...steps: readonly Step[]): Pattern => ({ steps });
const withRest = (rest: Step, ...steps: readonly Step[]): Pattern => ({ steps, rest });
const shape = (whole: number | null, parts: Pattern): Shape => ({ whole, parts });

/** A function's definition: name, lambda list, body. */
export const DEFINITION = withRest("body", 4, "lambda");

/** A macro named `with-…` or `do-…` that nothing else is known of. */
export const SCOPE = withRest("body", "lambda");

const clause = shape(2, withRest(1));
const bindings = shape(4, withRest(shape(1, pattern(1, 2))));
const functions = shape(4, withRest(shape(1, withRest("body", "lambda"))));

const CASE = withRest(clause, 4);
const CLASS = pattern(6, 4, clause, clause);
const VARIABLE = pattern(4, 2, 2);
const LET = withRest("body", bindings);
const FLET = withRest("body", functions);
const HANDLERS = withRest(shape(2, withRest("body", "lambda")), 4);
const DESTRUCTURING = withRest("body", shape(6, withRest(1)), 4);
const ITERATION = withRest("body", shape(4, pattern(2, 1)));
const PROG = withRest("tags", "lambda");

/** The patterns of `do`: of its bindings and of its end test, before its body. */
export const DO_HEAD = pattern(shape(null, withRest(null)), shape(null, withRest(1)));

/**
 * The operators by the pattern that they share; what macros of libraries have is what Emacs knows of
 * them.
 */
const GROUPS: readonly (readonly [Method, string])[] = [
  [0, "ignore-errors progn return"],
  [1, "block catch eval-when locally multiple-value-prog1 prog1 throw unless when when-let when-let* while"],
  [2, "if-let if-let* prog2"],
  [CASE, "case ccase ctypecase ecase etypecase typecase"],
  [withRest(clause), "cond"],
  [VARIABLE, "defconstant defparameter defvar"],
  [CLASS, "defclass define-condition"],
  [SCOPE, ":method with-compilation-unit"],
  [
    DEFINITION,
    "define-modify-macro define-setf-expander define-setf-method defgeneric defmacro deftype defun",
  ],
  [withRest("body", 4, "lambda", 4), "defsetf"],
  ["defmethod", "defmethod"],
  [pattern(4, 2), "defpackage multiple-value-setq pprint-logical-block with-output-to-string"],
  [withRest(clause, shape(4, withRest(clause))), "defstruct"],
  [DESTRUCTURING, "destructuring-bind multiple-value-bind with-accessors with-condition-restarts with-slots"],
  ["do", "do do*"],
  [ITERATION, "dolist dotimes"],
  [FLET, "flet generic-flet generic-labels labels macrolet"],
  [HANDLERS, "handler-case restart-case"],
  [withRest(null), "if"],
  [withRest("lambda-body", "lambda"), "lambda"],
  [LET, "compiler-let handler-bind let let* restart-bind symbol-macrolet"],
  [withRest("body", 4), "multiple-value-call"],
  [withRest("body", shape(4, withRest(1, 1))), "print-unreadable-object"],
  [PROG, "prog prog*"],
  [withRest("body", 4, 4), "progv"],
  [withRest("body", null), "return-from"],
  [withRest("tags"), "tagbody"],
  [withRest("body", 5), "unwind-protect"],
  [pattern(2), "with-standard-io-syntax"],
];

/** The operators whose arguments have places of their own, by their names in lower case. */
export const operators: ReadonlyMap<string, Method> = new Map(
  GROUPS.flatMap(([method, names]) => names.split(" ").map((name) => [name, method] as const)),
);
