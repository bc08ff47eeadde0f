/** A library of ours, as an index of systems has it. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { at } from "../../../../scripts/lib/paths.mjs";
import { Problem } from "../../../../scripts/lib/report.mjs";

const FILES = {
  "soak-leaf/soak-leaf.asd": '(defsystem "soak-leaf" :components ((:file "leaf")))',
  "soak-leaf/leaf.lisp": `(defpackage :soak-leaf (:use :cl) (:export #:twice #:with-twice #:leaf-error))
(in-package :soak-leaf)
(define-condition leaf-error (error) ((of :initarg :of :reader leaf-error-of)))
(defun twice (x) (check-type x number) (* 2 x))
(defmacro with-twice ((name form) &body body) \`(let ((,name (twice ,form))) ,@body))`,
  "soak-lib/soak-lib.asd": `(defsystem "soak-lib" :depends-on ("soak-leaf")
  :serial t :components ((:file "package") (:file "shapes") (:file "words")))`,
  "soak-lib/package.lisp": `(defpackage :soak-lib (:use :cl :soak-leaf) (:export #:area #:circle #:square #:words))`,
  "soak-lib/shapes.lisp": `(in-package :soak-lib)
(defclass shape () ((name :initarg :name :initform "shape" :accessor name)))
(defclass circle (shape) ((radius :initarg :radius :accessor radius)))
(defclass square (shape) ((side :initarg :side :accessor side)))
(defgeneric area (shape) (:documentation "How much a shape covers."))
(defmethod area ((it circle)) (* 3 (radius it) (radius it)))
(defmethod area ((it square)) (with-twice (d (side it)) (/ (* d d) 4)))
(defmethod area :around ((it shape)) (let ((area (call-next-method))) (if (minusp area) 0 area)))
(defstruct (edge (:constructor edge (from to))) from to)
(defvar *edges* (list (edge 1 2) (edge 2 3)))`,
  "soak-lib/words.lisp": `(in-package :soak-lib)
(defun words (text)
  (loop with start = 0 for end = (position #\\Space text :start start)
        collect (subseq text start end) while end do (setf start (1+ end))))
(define-compiler-macro words (&whole form text) (declare (ignore text)) form)
(deftype word () '(and string (satisfies wordp)))
(defun wordp (x) (not (find #\\Space x)))
(defsetf nth-word (list n) (new) \`(setf (nth ,n ,list) ,new))`,
};

/** How many systems these define. */
const SYSTEMS = 2;

/** Writes the library below `folder`; resolves to the folder of its index. */
export async function indexOfSystems(folder) {
  const projects = join(folder, "projects");
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(projects, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  }
  const out = join(folder, "systems");
  await promisify(execFile)(process.execPath, [
    at("dist", "jscl-mcp-stdio.js"),
    ...["systems", "build", projects, "--out", out],
  ]);
  const { systems } = JSON.parse(readFileSync(join(out, "systems.json"), "utf8"));
  if (systems.length !== SYSTEMS)
    throw new Problem(`The index has ${systems.length} systems, not ${SYSTEMS}.`);
  return out;
}
