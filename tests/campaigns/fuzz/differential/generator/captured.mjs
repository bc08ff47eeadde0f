/**
 * Functions that are made in turns of a loop and called after it: each has the variables of its turn, or
 * all have the same.
 */
import { lisp } from "./template.mjs";

export function captured(m, scope, depth) {
  const [fs, i] = [m.name("fs"), m.name("i")];
  const inner = m.form(scope, "int", Math.min(depth - 1, 2));
  const x = m.name("x");
  const made = m.random.pick([
    (name) => lisp`(lambda () ${name})`,
    (name) => lisp`(lambda () (incf ${name}))`,
    (name) => lisp`(lambda (&optional (a (incf ${name} 2))) (list a ${name}))`,
    (name) => lisp`(let ((y ${name})) (lambda () (setq ${name} (+ y ${name}))))`,
  ]);
  const keep = (name) => lisp`(push ${made(name)} ${fs})`;
  const local = lisp`(let ((${x} (+ ${i} ${inner}))) ${keep(x)})`;
  const k = m.name("k");
  const loop = m.random.pick([
    lisp`(dotimes (${i} 3) ${local})`,
    lisp`(dolist (${i} '(1 2 3)) ${keep(i)})`,
    lisp`(dolist (${i} '(1 2 3)) ${local})`,
    lisp`(loop for ${i} in '(1 2 3) do ${local})`,
    lisp`(loop for ${i} below 3 for ${x} = (+ ${i} 1) do ${keep(x)})`,
    lisp`(loop repeat 2 do (let ((${x} 1)) ${keep(x)}))`,
    lisp`(do ((${i} 0 (1+ ${i}))) ((= ${i} 3)) ${local})`,
    lisp`(do* ((${i} 0 (1+ ${i})) (${x} ${i} (* 2 ${i}))) ((= ${i} 3)) ${local})`,
    lisp`(mapc (lambda (${i}) ${keep(i)}) (list 1 2 3))`,
    lisp`(let ((${i} 0)) (tagbody again ${local} (when (< (incf ${i}) 3) (go again))))`,
    lisp`(prog ((${k} 0) ${x}) again (setq ${x} ${k}) ${keep(x)} (when (< (incf ${k}) 3) (go again)))`,
    lisp`(labels ((each (${i}) (when (> ${i} 0) ${local} (each (1- ${i}))))) (each 3))`,
    lisp`(let ((${x} 5)) (flet ((each () ${keep(x)})) (each) (each)))`,
    lisp`(multiple-value-bind (${i} ${x}) (values 1 2) ${keep(x)} ${keep(i)})`,
  ]);
  const called = m.random.pick([
    lisp`(mapcar #'funcall ${fs})`,
    lisp`(list (funcall (car ${fs})) (funcall (car ${fs})) (funcall (cadr ${fs})))`,
    lisp`(mapcar #'funcall (append ${fs} ${fs}))`,
  ]);
  return lisp`(let ((${fs} '())) ${loop} ${m.note(called)})`;
}
