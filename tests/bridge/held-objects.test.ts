/** What makes and changes objects calls the program: evaluations are held there, too. */
import { beforeAll, test } from "vitest";
import { ASKED, Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(async () => {
  await levels.boot();
  levels.run(`${ASKED}
      (defclass plain () ((a :initarg :a :initform (asked :plain) :accessor a)))
      (defclass after () ((a :initarg :a :initform (asked :initform) :accessor a) (b :initform 2 :reader b)))
      (defmethod initialize-instance :after ((x after) &key) (incf (a x) (asked :after)))
      (defclass around (plain) ())
      (defmethod initialize-instance :around ((x around) &key) (list (asked :around) (call-next-method)) x)
      (defclass defaults () ((a :initarg :a :reader a)) (:default-initargs :a (asked :default)))
      (define-condition signalled (error) ((a :initarg :a :initform (asked :condition) :reader a)))
      (defclass first-one () ((a :initform 1 :reader a)))
      (defclass second-one () ((a :initform 2 :reader a) (b :initform (asked :changed) :reader b)))
      (defclass checked () ((a :initarg :a :reader a)))
      (defmethod shared-initialize :before ((x checked) names &key) (declare (ignore names)) (asked :names))
      (defstruct made (a (asked :slot)))`);
});

test.each<[code: string, asked: readonly string[], value: string]>([
  ["(a (make-instance 'plain))", ["PLAIN"], "0"],
  ["(let ((x (make-instance 'after))) (list (a x) (b x)))", ["INITFORM", "AFTER"], "(1 2)"],
  ["(a (make-instance 'after :a 5))", ["AFTER"], "5"],
  ["(a (make-instance 'around))", ["AROUND", "PLAIN"], "1"],
  ["(a (make-instance 'defaults))", ["DEFAULT"], "0"],
  ["(mapcar #'a (list (make-instance 'plain) (make-instance 'plain :a 9)))", ["PLAIN"], "(0 9)"],
  ["(a (make-condition 'signalled))", ["CONDITION"], "0"],
  ["(handler-case (error 'signalled) (signalled (c) (a c)))", ["CONDITION"], "0"],
  [
    "(let ((x (change-class (make-instance 'first-one) 'second-one))) (list (a x) (b x)))",
    ["CHANGED"],
    "(1 0)",
  ],
  ["(a (make-instance 'checked :a 1))", ["NAMES"], "1"],
  ["(a (reinitialize-instance (make-instance 'plain :a 1) :a 2))", [], "2"],
  ["(made-a (make-made))", ["SLOT"], "0"],
  [
    "(defclass shared () ((a :allocation :class :initform (asked :shared) :reader a))) (a (make-instance 'shared))",
    ["SHARED"],
    "0",
  ],
])("%s", (code, asked, value) => levels.expectGiven(code, asked, value));

test("instances of a class that is defined anew are brought up to date", () => {
  levels.run("(defclass grown () ((a :initform 1 :reader a))) (defvar *grown* (make-instance 'grown))");
  levels.run("(defclass grown () ((a :initform 1 :reader a) (b :initform (asked :grown) :reader b)))");
  levels.expectGiven("(list (a *grown*) (b *grown*))", ["GROWN"], "(1 0)");
});
