/** The variable changes in a turn of a loop, or in a step of it. */
import { constantList } from "../literals.mjs";
import { lisp } from "../template.mjs";

/** Compares the variable with each item, unless it still has its first value. */
export function compared(c) {
  const { m } = c;
  const list = constantList(c.random);
  const assign = lisp`(setq ${c.x} ${c.to === "int" ? "e" : c.value()})`;
  const turn = lisp`(when ${c.wasOr()} ${assign})`;
  const k = c.name("k");
  const loop = c.pick(
    () => lisp`(loop for e in ${list} do ${turn})`,
    () => lisp`(loop for e across (vector 3 1 2) do ${turn})`,
    () => lisp`(loop for e from 5 downto 2 do ${turn})`,
    () => lisp`(loop for e in ${list} when ${c.wasOr()} do ${assign})`,
    () => lisp`(dolist (e ${list}) ${turn})`,
    () => lisp`(dotimes (e 4) ${turn})`,
    () => lisp`(mapc (lambda (e) ${turn}) ${list})`,
    () => lisp`(do ((e 0 (1+ e))) ((= e 3)) ${turn})`,
    () => lisp`(let ((e 3)) (loop (when (< (decf e) 0) (return)) ${turn}))`,
    () => lisp`(let ((e 1) (${k} 0)) (tagbody again ${turn} (when (< (incf ${k}) 3) (go again))))`,
  );
  return c.around(c.random.chance(0.3) ? m.note(loop) : loop);
}

/** One turn of a loop sets the variable, another uses it. */
export function byTurns(c) {
  const turn = c.pick(
    () => lisp`(if (= i 0) ${c.set()} ${c.used()})`,
    () => lisp`(case i (0 ${c.set()}) (t ${c.used()}))`,
    () => lisp`(progn (when ${c.is()} ${c.used()}) (setq ${c.x} (if (evenp i) ${c.value()} ${c.first()})))`,
    () => lisp`(progn (when (> i 0) ${c.used()}) ${c.set()})`,
    () => lisp`(cond ((> i 1) ${c.used()}) ((= i 1) ${c.set()}) (t ${c.used(c.from)}))`,
  );
  return c.around(
    c.pick(
      () => lisp`(dotimes (i 3) ${turn})`,
      () => lisp`(loop for i below 3 do ${turn})`,
      () => lisp`(loop for i from 0 to 2 collect ${c.m.note(turn)})`,
      () => lisp`(dolist (i '(0 1 2)) ${turn})`,
      () => lisp`(mapcar (lambda (i) ${turn}) (list 0 1 2))`,
      () => lisp`(do ((i 0 (+ i 1))) ((>= i 3) ${c.used()}) ${turn})`,
    ),
  );
}

/** Makes the variable one of the loop's. */
export function inStep(c) {
  const test = lisp`(when ${c.is()} ${c.used()})`;
  return c.pick(
    () => lisp`(do ((${c.x} ${c.first()} ${c.value()}) (i 0 (1+ i))) ((>= i 2)) ${test})`,
    () => lisp`(do* ((i 0 (1+ i)) (${c.x} ${c.first()} ${c.value()})) ((>= i 2) ${c.used()}) ${test})`,
    () => lisp`(loop repeat 3 for ${c.x} = ${c.first()} then ${c.value()} do ${test})`,
    () =>
      lisp`(loop for i below 3 for ${c.x} = (if (= i 0) ${c.first()} ${c.value()}) do (when (> i 0) ${c.used()}))`,
  );
}

/** A list that becomes empty, and something else then. */
export function shrinking(c) {
  const { m } = c;
  const x = c.name("x");
  const turns = c.pick(
    () => [lisp`(loop while ${x} do ${m.note(["pop", x])})`, m.note(["null", x])],
    () => [
      lisp`(loop until (null ${x}) do ${m.note(["car", x])} (setq ${x} (cdr ${x})))`,
      lisp`(setq ${x} 5)`,
      m.note(["+", x, "1"]),
    ],
    () => [
      lisp`(loop while (consp ${x}) do (setq ${x} (if (cdr ${x}) (cdr ${x}) 7)))`,
      m.note(["+", x, "1"]),
    ],
    () => [lisp`(dotimes (i 4) (if ${x} ${m.note(["pop", x])} (setq ${x} (list 9))))`, m.note(x)],
  );
  return ["let", [[x, ["list", "1", "2", "3"]]], ...turns];
}

/** Jumps lead from a use that stands before the assignment in the text to it, and back. */
export function afterJump(c) {
  const [use, set, end] = [c.name("u"), c.name("s"), c.name("z")];
  const first = c.random.chance(0.4) ? [c.used(c.from)] : [];
  const between = c.random.chance(0.4) ? [c.statement()] : [];
  const jumps = [["go", set], use, c.used(), ...between, ["go", end], set, c.set(), ["go", use], end];
  return c.around(["tagbody", ...first, ...jumps]);
}

export function jumpingBack(c) {
  const [again, k] = [c.name("t"), c.name("k")];
  const test = c.pick(
    () => c.is(),
    () => lisp`(not ${c.was()})`,
    () => lisp`(> ${k} 0)`,
  );
  const body = [
    again,
    lisp`(when ${test} ${c.used()})`,
    c.set(),
    lisp`(when (< (incf ${k}) 2) (go ${again}))`,
  ];
  return c.around(
    c.random.chance(0.5)
      ? ["let", [[k, "0"]], ["tagbody", ...body]]
      : ["prog", [[k, "0"]], ...body, ["return", c.use()]],
  );
}
