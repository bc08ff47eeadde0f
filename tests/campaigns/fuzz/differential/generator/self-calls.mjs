/**
 * Functions that call themselves last: each call has variables of its own, which functions may keep, and
 * bindings that it undoes.
 */
import { lisp } from "./template.mjs";

const SHAPES = [
  // Values change places.
  (c) => ({
    list: ["n", "a", "b"],
    args: ["3", c.int(), c.int()],
    again: [lisp`(1- n)`, "b", lisp`(+ a n)`],
    end: lisp`(list a b)`,
  }),
  // Each call's variable is kept.
  (c) => ({
    list: ["n", "fs"],
    args: ["3", "nil"],
    again: [lisp`(1- n)`, lisp`(cons (lambda () ${c.pick("n", "(incf n)", "(setq n (* n 2))")}) fs)`],
    end: lisp`(append (mapcar #'funcall fs) (mapcar #'funcall fs))`,
  }),
  // The assignments before the call.
  (c) => ({
    list: ["n", "a"],
    args: ["3", c.int()],
    before: [lisp`(setq a (list n a))`, lisp`(decf n)`],
    again: ["n", "a"],
    end: lisp`(values a n)`,
  }),
  // Defaults are evaluated in each call that leaves them to.
  (c) => ({
    list: ["n", "&optional", ["a", c.note("n")], ["b", "a", "given"]],
    args: ["3"],
    again: [lisp`(1- n)`, ...(c.chance() ? ["a"] : [])],
    end: lisp`(list a b given)`,
  }),
  (c) => ({
    list: ["n", "&key", ["a", c.note("n")], "b"],
    args: ["2"],
    again: [lisp`(1- n)`, ...(c.chance() ? [":b", "a"] : [":a", lisp`(list a b)`])],
    end: lisp`(list a b)`,
  }),
  (c) => ({
    list: ["n", "&rest", "r"],
    args: ["3", c.int()],
    again: [lisp`(1- n)`, "n", lisp`(car r)`],
    end: lisp`(cons n r)`,
  }),
  (c) => ({
    list: ["n", "&aux", ["a", c.note("n")]],
    args: ["3"],
    again: [lisp`(- n 1)`],
    end: lisp`(values n a)`,
  }),
];

/** Forms around a call of itself. */
const AROUND = [
  (_c, call) => call,
  (_c, call) => call,
  (_c, call) => lisp`(progn ${call})`,
  (_c, call) => lisp`(let ((m n)) (if (evenp m) ${call} ${call}))`,
  (_c, call) => lisp`(block inner ${call})`,
  (_c, call) => lisp`(return-from self ${call})`,
  (c, call) => lisp`(unwind-protect ${call} ${c.note("n")})`,
  (_c, call) => lisp`(catch 'c1 ${call})`,
  (c, call) => lisp`(let ((v n)) (declare (special v)) (prog1 ${call} ${c.note("v")}))`,
  (c, call) => lisp`(progv '(w) (list n) ${c.note("(symbol-value 'w)")} ${call})`,
  (_c, call) => lisp`(handler-case ${call} (division-by-zero () n))`,
  (c, call) => lisp`(multiple-value-prog1 ${call} ${c.note("n")})`,
  (_c, call) => lisp`(multiple-value-call #'list ${call} n)`,
  (_c, call) => lisp`(dotimes (i 2) (when (= i 1) (return ${call})))`,
  (_c, call) => lisp`(prog (again) again (return ${call}))`,
  (_c, call) => lisp`(funcall (lambda () ${call}))`,
  (_c, call) => lisp`(the t ${call})`,
  (_c, call) => lisp`(cond ((null n) 0) (t ${call}))`,
  (_c, call) => lisp`(or ${call} n)`,
];

/** A form. */
export function selfCalls(m, scope, depth) {
  const { random } = m;
  const c = {
    int: () => m.form(scope, "int", Math.min(depth - 1, 2)),
    note: (form) => m.note(form[0] === "(" ? lisp([form]) : form),
    chance: () => random.chance(0.5),
    pick: (...texts) => lisp([random.pick(texts)]),
  };
  const { list, args, again, end, before = [] } = random.pick(SHAPES)(c);
  const call = random.pick(AROUND)(c, ["self", ...again]);
  const body = [lisp`(when (<= n 0) (return-from self ${end}))`, ...before, call];
  const notes = random.chance(0.3) ? [c.note("n")] : [];
  return m.note(
    lisp`(multiple-value-list (labels ((self ${list} ${m.note("n")} ${["progn", ...notes, ...body]})) ${["self", ...args]}))`,
  );
}
