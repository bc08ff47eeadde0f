/** The variable changes in a cleanup, in a handler, or before an exit. */
import { lisp } from "../template.mjs";

export function inCleanup(c) {
  const b = c.name("b");
  return c.around(
    ...c.pick(
      () => [lisp`(unwind-protect ${c.statement()} ${c.set()})`, c.used()],
      () => [lisp`(unwind-protect ${c.set()} ${c.used()})`],
      () => [lisp`(block ${b} (unwind-protect (return-from ${b} 1) ${c.set()}))`, c.used()],
      () => [lisp`(block ${b} (unwind-protect (progn ${c.set()} (return-from ${b} 1)) ${c.used()}))`],
      () => [lisp`(catch 'c1 (unwind-protect (progn ${c.set()} (throw 'c1 1)) ${c.used()}))`],
      () => [lisp`(ignore-errors (unwind-protect (error "boom") ${c.set()}))`, c.used()],
      () => [lisp`(unwind-protect (unwind-protect ${c.used(c.from)} ${c.set()}) ${c.used()})`],
    ),
  );
}

export function inHandler(c) {
  const b = c.name("b");
  return c.around(
    ...c.pick(
      () => [lisp`(handler-case (progn ${c.set()} (error "boom")) (error () ${c.used()}))`],
      () => [lisp`(handler-case (error "boom") (error () ${c.set()}))`, c.used()],
      () => [
        lisp`(block ${b}
          (handler-bind ((error (lambda (e) ${c.m.note(["typep", "e", "'error"])} ${c.set()} (return-from ${b} 0))))
            (car ${c.m.note("1")})))`,
        c.used(),
      ],
      () => [
        lisp`(handler-bind ((warning (lambda (e) ${c.set()} (muffle-warning e)))) (warn "careful"))`,
        c.used(),
      ],
      () => [lisp`(restart-case (progn ${c.set()} (invoke-restart 'r1)) (r1 () ${c.used()}))`],
      () => [lisp`(ignore-errors ${c.set()} (error "boom"))`, c.used()],
      () => [lisp`(handler-case ${c.set()} (error () 1) (:no-error (e) ${c.m.note("e")} ${c.used()}))`],
    ),
  );
}

export function beforeExit(c) {
  const b = c.name("b");
  const left = c.pick(
    () => lisp`(catch 'c1 ${c.set()} (throw 'c1 0))`,
    () => lisp`(catch 'c1 (throw 'c1 ${c.set()}))`,
    () => lisp`(block ${b} ${c.set()} (return-from ${b} 0))`,
    () => lisp`(block ${b} (funcall (lambda () ${c.set()} (return-from ${b} 1))))`,
  );
  return c.around(left, c.used());
}
