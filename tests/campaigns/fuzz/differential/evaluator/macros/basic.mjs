/**
 * Macros that choose, bind, iterate and answer values: each takes the evaluator and its forms, and answers
 * the form it stands for.
 */
import { Cons, form, fresh, items, Malformed, NIL, symbol, T } from "../data.mjs";

const progn = (forms) => form("PROGN", ...forms);
const quote = (datum) => form("QUOTE", datum);
const isOtherwise = (keys) => keys === T || keys === symbol("OTHERWISE");

function and(_lisp, [first = T, ...rest]) {
  return rest.length === 0 ? first : form("IF", first, ["AND", ...rest], NIL);
}

function or(_lisp, [first = NIL, ...rest]) {
  if (rest.length === 0) return first;
  const value = fresh();
  return form("LET", [[value, first]], ["IF", value, value, ["OR", ...rest]]);
}

function cond(_lisp, [clause, ...rest]) {
  if (clause === undefined) return NIL;
  const [test, ...forms] = items(clause);
  if (forms.length === 0) return form("OR", test, ["COND", ...rest]);
  return form("IF", test, progn(forms), ["COND", ...rest]);
}

/**
 * CASE and its like: `test` makes the form that decides whether the key is what a clause names, `last` what
 * is when none does.
 */
function choice(test, last) {
  return (_lisp, [keyForm, ...clauses]) => {
    const key = fresh("KEY");
    const branches = clauses.map((clause) => {
      const [wanted, ...forms] = items(clause);
      return [isOtherwise(wanted) ? T : test(key, wanted), progn(forms)];
    });
    return form("LET", [[key, keyForm]], ["COND", ...branches, [T, last(key)]]);
  };
}

const isKeyOf = (key, wanted) =>
  wanted instanceof Cons || wanted === NIL
    ? form("MEMBER", key, quote(wanted))
    : form("EQL", key, quote(wanted));
const isOfType = (key, type) => form("TYPEP", key, quote(type));
const nothing = () => NIL;
const failure = (key) => form("%TYPE-ERROR", key);

/** The declarations at the head of a body, and what stands behind them. */
function declarationsOf(body) {
  const at = body.findIndex((one) => !(one instanceof Cons && one.car === symbol("DECLARE")));
  return at < 0 ? [body, []] : [body.slice(0, at), body.slice(at)];
}

/** The variables of a DO, their first values and their steps. */
function iteration(let_, set) {
  return (_lisp, [variables, end, ...body]) => {
    const parsed = items(variables).map((variable) => items(variable));
    const [test, ...results] = items(end);
    const steps = parsed.filter(({ length }) => length === 3).flatMap(([name, , step]) => [name, step]);
    const [declarations, statements] = declarationsOf(body);
    const [again, first] = [fresh("AGAIN"), parsed.map(([name, init = NIL]) => [name, init])];
    const turn = [
      "TAGBODY",
      again,
      ["WHEN", test, ["RETURN-FROM", NIL, progn(results)]],
      ...statements,
      [set, ...steps],
      ["GO", again],
    ];
    return form("BLOCK", NIL, [let_, first, ...declarations, turn]);
  };
}

function dotimes(_lisp, [head, ...body]) {
  const [name, countForm, result = NIL] = items(head);
  const count = fresh("COUNT");
  return form(
    "LET",
    [[count, countForm]],
    ["DO", [[name, 0n, ["1+", name]]], [[">=", name, ["THE", "INTEGER", count]], result], ...body],
  );
}

/** Each turn has a binding of its own. */
function dolist(_lisp, [head, ...body]) {
  const [name, listForm, result = NIL] = items(head);
  const [rest, again] = [fresh("REST"), fresh("AGAIN")];
  const [declarations, statements] = declarationsOf(body);
  const next = ["SETQ", rest, ["CDR", rest]];
  const turn = ["LET", [[name, ["CAR", rest]]], ...declarations, next, ["TAGBODY", ...statements]];
  return form("BLOCK", NIL, [
    "LET",
    [[rest, listForm]],
    ["TAGBODY", again, ["UNLESS", ["ENDP", rest], turn, ["GO", again]]],
    ["LET", [[name, NIL]], name, result],
  ]);
}

function prog(let_) {
  return (_lisp, [bindings, ...body]) => {
    const [declarations, statements] = declarationsOf(body);
    return form("BLOCK", NIL, [let_, bindings, ...declarations, ["TAGBODY", ...statements]]);
  };
}

function prog1(_lisp, [first, ...forms]) {
  const value = fresh();
  return form("LET", [[value, first]], ...forms, value);
}

function psetq(_lisp, args) {
  const pairs = [];
  for (let i = 0; i < args.length; i += 2) pairs.push([fresh(), args[i], args[i + 1]]);
  return form(
    "LET",
    pairs.map(([temporary, , value]) => [temporary, value]),
    ...pairs.map(([temporary, name]) => ["SETQ", name, temporary]),
    NIL,
  );
}

function nthValue(_lisp, [index, valuesForm]) {
  const n = fresh();
  return form("LET", [[n, index]], ["NTH", n, ["MULTIPLE-VALUE-LIST", valuesForm]]);
}

function withSimpleRestart(_lisp, [restart, ...forms]) {
  const [name] = items(restart);
  return form("RESTART-CASE", progn(forms), [name, [], ["VALUES", NIL, T]]);
}

/** A plain lambda list is all that it may have. */
function destructuringBind(_lisp, [lambdaList, expression, ...body]) {
  return form("APPLY", ["LAMBDA", lambdaList, ...body], expression);
}

/** CONTINUE tries again. */
function assert_(_lisp, [test]) {
  const failure = ["ERROR", quote(symbol("SIMPLE-ERROR"))];
  return form("LOOP", ["WHEN", test, ["RETURN", NIL]], ["RESTART-CASE", failure, ["CONTINUE", NIL]]);
}

function checkType(_lisp, [place, type]) {
  const value = fresh();
  return form("LET", [[value, place]], ["UNLESS", isOfType(value, type), ["%TYPE-ERROR", value]]);
}

function loop(_lisp, body) {
  if (body.some((form) => !(form instanceof Cons))) throw new Malformed("a simple LOOP");
  const again = fresh("AGAIN");
  return form("BLOCK", NIL, ["TAGBODY", again, ...body, ["GO", again]]);
}

export const basic = {
  AND: and,
  OR: or,
  COND: cond,
  WHEN: (_lisp, [test, ...forms]) => form("IF", test, progn(forms), NIL),
  UNLESS: (_lisp, [test, ...forms]) => form("IF", test, NIL, progn(forms)),
  CASE: choice(isKeyOf, nothing),
  ECASE: choice(isKeyOf, failure),
  TYPECASE: choice(isOfType, nothing),
  ETYPECASE: choice(isOfType, failure),
  DO: iteration("LET", "PSETQ"),
  "DO*": iteration("LET*", "SETQ"),
  DOTIMES: dotimes,
  DOLIST: dolist,
  PROG: prog("LET"),
  "PROG*": prog("LET*"),
  PROG1: prog1,
  PROG2: (_lisp, [first, ...rest]) => form("PROGN", first, ["PROG1", ...rest]),
  PSETQ: psetq,
  RETURN: (_lisp, [value = NIL]) => form("RETURN-FROM", NIL, value),
  "MULTIPLE-VALUE-LIST": (_lisp, [values]) => form("MULTIPLE-VALUE-CALL", ["FUNCTION", "LIST"], values),
  "NTH-VALUE": nthValue,
  "WITH-SIMPLE-RESTART": withSimpleRestart,
  "IGNORE-ERRORS": (_lisp, forms) =>
    form("HANDLER-CASE", progn(forms), ["ERROR", ["C"], ["VALUES", NIL, "C"]]),
  "DESTRUCTURING-BIND": destructuringBind,
  ASSERT: assert_,
  "CHECK-TYPE": checkType,
};

export { loop as simpleLoop };
