/** The variable changes in one part of a form and is used in a later one. */
import { lisp } from "../template.mjs";

export function inArguments(c) {
  const head = c.random.pick(["list", "vector", "values", "list*", "cons", "eql"]);
  const isPair = head === "cons" || head === "eql";
  const before = !isPair && c.random.chance(0.3) ? [c.use(c.from)] : [];
  if (c.to === "int" && c.random.chance(0.3)) {
    const operator = c.random.pick(["+", "-", "max", "<", "logior"]);
    return c.around(c.m.note(lisp`(${operator} ${c.set()} ${c.x})`));
  }
  return c.around(c.m.note([head, ...before, c.set(), c.use()]));
}

export function inBindings(c) {
  const [a, b] = [c.name("y"), c.name("y")];
  const both = () => c.m.note(["list", a, b]);
  return c.around(
    c.pick(
      () => lisp`(let ((${a} ${c.set()}) (${b} ${c.use()})) ${both()})`,
      () => lisp`(let* ((${a} ${c.set()}) (${b} ${c.use()})) ${both()})`,
      () => lisp`(multiple-value-bind (${a} ${b}) (values ${c.set()} ${c.use()}) ${both()})`,
      () => lisp`(prog1 ${c.set()} ${c.used()})`,
      () => lisp`(multiple-value-prog1 ${c.set()} ${c.used()})`,
      () => lisp`(progn ${c.set()} ${c.used()})`,
      () => lisp`(destructuring-bind (${a} ${b}) (list ${c.set()} ${c.use()}) ${both()})`,
      () => lisp`(funcall (lambda (${a} ${b}) ${both()}) ${c.set()} ${c.use()})`,
      () => lisp`((lambda (${a} &optional (${b} ${c.use()})) ${both()}) ${c.set()})`,
    ),
  );
}

export function inDefault(c) {
  const [a, b] = [c.name("y"), c.name("y")];
  const both = c.m.note(["list", a, b]);
  return c.around(
    c.pick(
      () => lisp`(funcall (lambda (&optional (${a} ${c.set()})) ${c.m.note(a)} ${c.used()}))`,
      () => lisp`(funcall (lambda (&optional (${a} ${c.set()}) (${b} ${c.use()})) ${both}))`,
      () => lisp`(funcall (lambda (&key (${a} ${c.set()}) (${b} ${c.use()})) ${both}))`,
      () => lisp`(funcall (lambda (&aux (${a} ${c.set()}) (${b} ${c.use()})) ${both}))`,
    ),
  );
}

export function inTest(c) {
  return c.around(
    c.pick(
      () => lisp`(if ${c.set()} ${c.used()} ${c.used()})`,
      () => lisp`(and (progn ${c.set()} t) ${c.used()})`,
      () => lisp`(or (progn ${c.set()} nil) ${c.used()})`,
      () => lisp`(cond ((progn ${c.set()} nil) 0) (${c.is()} ${c.used()}))`,
      () => lisp`(case (progn ${c.set()} 1) (1 ${c.used()}))`,
      () => lisp`(typecase (progn ${c.set()} ${c.x}) (t ${c.used()}))`,
      () => lisp`(when (not ${c.set()}) ${c.statement()})`,
    ),
  );
}

/** Whether it is assigned is known only when it runs; it is used only where it was. */
export function sometimes(c) {
  const flag = c.name("q");
  const test = c.m.form(c.scope, "bool", 1);
  const body = c.pick(
    () => [lisp`(when ${flag} ${c.set()})`, lisp`(when ${flag} ${c.used()})`],
    () => [lisp`(if ${flag} ${c.set()})`, lisp`(if ${flag} ${c.used()} ${c.used(c.from)})`],
    () => [lisp`(unless ${c.is()} ${c.set()})`, c.used()],
    () => [lisp`(cond (${flag} ${c.set()}))`, lisp`(when ${c.is()} ${c.used()})`],
    () => [lisp`(and ${flag} ${c.set()})`, lisp`(or (not ${flag}) ${c.used()})`],
    () => [lisp`(when ${c.was()} ${c.set()})`, c.used()],
    () => [lisp`(if ${c.was()} ${c.set()} nil)`, c.used()],
  );
  return ["let", [[flag, test]], c.around(...body)];
}

/** Binds another variable to its old value, or makes another name for the same variable. */
export function ofAlias(c) {
  const y = c.name("y");
  return c.around(
    c.pick(
      () => lisp`(let ((${y} ${c.x})) ${c.set()} ${c.used(c.from, y)} ${c.used()})`,
      () => lisp`(let ((${y} ${c.x})) ${c.set()} (setq ${c.x} ${y}) ${c.used(c.from)})`,
      () => lisp`(symbol-macrolet ((${y} ${c.x})) (setq ${y} ${c.value()}) ${c.used()})`,
      () => lisp`(symbol-macrolet ((${y} ${c.x})) ${c.set()} ${c.used(c.to, y)})`,
    ),
  );
}

export function byMacro(c) {
  const name = c.name("m");
  return c.around(lisp`(macrolet ((${name} (v) (list 'setq '${c.x} v))) (${name} ${c.value()}) ${c.used()})`);
}
