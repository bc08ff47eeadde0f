/** The variable changes in a function that is called. */
import { lisp } from "../template.mjs";

export function byFunction(c) {
  const f = c.name("f");
  return c.around(
    c.pick(
      () => lisp`(flet ((${f} () ${c.set()})) (${f}) ${c.used()})`,
      () => lisp`(flet ((${f} () ${c.set()})) ${c.m.note(["list", [f], c.use()])})`,
      () => lisp`(let ((${f} (lambda () ${c.set()}))) (funcall ${f}) ${c.used()})`,
      () => lisp`(progn (mapc (lambda (e) (note 0 e) ${c.set()}) '(1 2)) ${c.used()})`,
      () => lisp`(progn (funcall (lambda () ${c.set()})) ${c.used()})`,
      () => lisp`(flet ((${f} () ${c.used()})) ${c.set()} (${f}))`,
      () => lisp`(let ((${f} (lambda () ${c.use()}))) ${c.set()} ${c.m.note(["funcall", f])})`,
    ),
  );
}

/** A function assigns what one before it in the text uses. */
export function byLaterFunction(c) {
  const [use, set] = [c.name("f"), c.name("f")];
  return c.around(
    c.pick(
      () => lisp`(labels ((${use} () ${c.used()}) (${set} () ${c.set()} (${use}))) (${set}))`,
      () =>
        lisp`(labels ((${use} () (if ${c.was()} (${set}) ${c.used()})) (${set} () ${c.set()} (${use}))) (${use}))`,
      () =>
        lisp`(labels ((${use} () (when ${c.was()} (${set})) ${c.used()}) (${set} () ${c.set()})) (${use}))`,
      () =>
        lisp`(labels ((${use} (n) (if (<= n 0) ${c.used()} (${set} n))) (${set} (n) ${c.set()} (${use} (1- n)))) (${use} 2))`,
    ),
  );
}

/** A special variable, which a function changes or uses while it is bound. */
export function bySpecial(c) {
  const f = c.name("f");
  const free = (form) => lisp`(locally (declare (special ${c.x})) ${form})`;
  const bound = (...body) => ["let", [[c.x, c.first()]], ["declare", ["special", c.x]], ...body];
  return c.pick(
    () => lisp`(flet ((${f} () ${free(c.set())})) ${bound([f], c.used())})`,
    () => lisp`(flet ((${f} () ${free(c.used())})) ${bound(c.set(), [f])})`,
    () => lisp`(progv (list '${c.x}) (list ${c.first()}) ${free(c.set())} ${free(c.used())})`,
  );
}
