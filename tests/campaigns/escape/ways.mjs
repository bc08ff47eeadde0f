/**
 * Ways to have a form evaluated that names operators of JSCL's own: where one is forbidden, another may have
 * been forgotten.
 */

const OPERATOR = /\bjscl::([a-z0-9%*!\-/]+)/g;

const inPackage = (name) => (form) => form.replace(OPERATOR, (_, operator) => `${name}::${operator}`);

/** The form with its operators taken from the package while it runs, by what `find` makes of a name. */
const byName = (find) => (form) => {
  const names = [...new Set([...form.matchAll(OPERATOR)].map(([, name]) => name))];
  if (names.length === 0 || form.includes("#j:")) return null;
  const pairs = names.map((name, i) => `(cons '%${i} ${find(name.toUpperCase())})`);
  const body = form.replace(OPERATOR, (_, name) => `%${names.indexOf(name)}`);
  return `(eval (sublis (list ${pairs.join(" ")}) '${body}))`;
};

const text = (form) => `"${form.replace(/[\\"]/g, "\\$&")}"`;

/** Each makes a program of a form, or null where it is of no use. */
export const WAYS = {
  directly: (form) => form,
  "by the package JSCL/FFI": inPackage("jscl/ffi"),
  "by the package CL": inPackage("cl"),
  "by the package of users": inPackage("cl-user"),
  "by the package of ours": inPackage("jscl-mcp"),
  "by a nickname": (form) =>
    `(rename-package "JSCL" "JSCL" '("ESC")) (eval (read-from-string ${text(inPackage("esc")(form))}))`,
  "in a package that uses JSCL": (form) =>
    `(defpackage "ESCAPING" (:use "CL" "JSCL")) (in-package "ESCAPING") ${form.replace(OPERATOR, "$1")}`,
  "in JSCL's own package": (form) => `(in-package "JSCL") ${form.replace(OPERATOR, "$1")}`,
  "by IMPORT": (form) => {
    const names = [...new Set([...form.matchAll(OPERATOR)].map(([, name]) => name))];
    if (names.length === 0) return null;
    return `(shadowing-import (list ${names.map((name) => `(intern "${name.toUpperCase()}" "JSCL")`).join(" ")})) ${form.replace(OPERATOR, "$1")}`;
  },
  "by INTERN": byName((name) => `(intern "${name}" "JSCL")`),
  "by FIND-SYMBOL": byName((name) => `(find-symbol "${name}" "JSCL")`),
  "by FIND-ALL-SYMBOLS": byName((name) => `(car (last (find-all-symbols "${name}")))`),
  "by a name that was there before the extensions": (form) =>
    `(handler-bind ((error #'continue)) (read-from-string ${text(inPackage("jscl-mcp")(form))})) (find-package "SB-MOP") ${inPackage("jscl-mcp")(form)}`,
  "by a walk through packages": byName(
    (name) => `(do-symbols (s "JSCL") (when (equal (symbol-name s) "${name}") (return s)))`,
  ),
  "by EVAL": (form) => `(eval '${form})`,
  "by EVAL of text": (form) => `(eval (read-from-string ${text(form)}))`,
  "by COMPILE": (form) => `(funcall (compile nil '(lambda () ${form})))`,
  "in a lambda": (form) => `(funcall (lambda () ${form}))`,
  "by a local macro": (form) => `(macrolet ((m () '${form})) (m))`,
  "by a macro": (form) => `(defmacro escaping () '${form}) (escaping)`,
  "by a macro's expansion": (form) => `(macrolet ((m () ${form})) (m))`,
  "while it is read": (form) => `'#.${form}`,
  "by a symbol macro": (form) => `(symbol-macrolet ((m ${form})) m)`,
  "by a global symbol macro": (form) => `(define-symbol-macro escaping-name ${form}) escaping-name`,
  "by a compiler macro": (form) =>
    `(defun escaping-f () 1) (define-compiler-macro escaping-f () '${form}) (funcall (compile nil '(lambda () (escaping-f))))`,
  "by DEFSETF": (form) =>
    `(defsetf escaping-place () (v) (list 'progn v '${form})) (setf (escaping-place) 1)`,
  "by a SETF expander": (form) =>
    `(define-setf-expander escaping-x () (values nil nil '(s) '${form} '${form})) (setf (escaping-x) 1)`,
  "by a file": (form) =>
    `(with-open-file (s "escaping.lisp" :direction :output :if-exists :supersede) (write-string ${text(form)} s)) (load "escaping.lisp")`,
  "by a reader macro": (form) =>
    `(let ((*readtable* (copy-readtable))) (set-macro-character #\\! (lambda (s c) (declare (ignore s c)) '${form})) (eval (read-from-string "!")))`,
  "by *MACROEXPAND-HOOK*": (form) =>
    `(let ((*macroexpand-hook* (lambda (f x e) (declare (ignore f x e)) '${form}))) (eval '(when 1 2)))`,
  "by a definition of a function": (form) =>
    `(setf (fdefinition 'escaping-g) (lambda () ${form})) (escaping-g)`,
  "by a macro function that is copied": (form) => {
    const [, name] = /^\((jscl::[a-z0-9%*!\-/]+)/.exec(form) ?? [];
    return name
      ? `(setf (macro-function 'escaping-m) (macro-function '${name})) ${form.replace(name, "escaping-m")}`
      : null;
  },
  "by FUNCALL": (form) => {
    const [, name] = /^\((jscl::[a-z0-9%*!\-/]+)/.exec(form) ?? [];
    return name ? form.replace(`(${name}`, `(funcall '${name}`) : null;
  },
  "while it is loaded": (form) => `(load-time-value ${form})`,
  "by a default": (form) => `(funcall (lambda (&optional (x ${form})) x))`,
  "by a slot": (form) => `(defstruct escaping-s (a ${form})) (escaping-s-a (make-escaping-s))`,
  "by a method": (form) =>
    `(defclass escaping-c () ((a :initform ${form}))) (defmethod print-object ((x escaping-c) s) ${form}) (prin1-to-string (make-instance 'escaping-c))`,
  "by a type": (form) =>
    `(defun escaping-p (x) (declare (ignore x)) ${form}) (typep 1 '(satisfies escaping-p))`,
  "by a type's expansion": (form) => `(deftype escaping-t () ${form}) (typep 1 'escaping-t)`,
  "by a directive": (form) =>
    `(defun escaping-d (s a c at) (declare (ignore s a c at)) ${form}) (format nil "~/escaping-d/" 1)`,
  "by a handler": (form) => `(handler-case (error "x") (error () ${form}))`,
  "by a restart": (form) => `(restart-case (invoke-restart 'r) (r () ${form}))`,
  "by *DEBUGGER-HOOK*": (form) =>
    `(let ((*debugger-hook* (lambda (c h) (declare (ignore c h)) ${form}))) (error "x"))`,
  "while things are cleaned up": (form) => `(unwind-protect 1 ${form})`,
};
