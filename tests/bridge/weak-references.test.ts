/** What is no longer there when nothing but weak references has it. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeEach(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => saidOf(evaluate(code, { keep: { after: 0, handles: 0, most: 0 } }));

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** References that a job followed keep their objects until it has ended. */
async function collected(): Promise<void> {
  // What earlier calls left in places of the stack goes when others take these, and values with newer ones.
  for (let i = 0; i < 4; i++)
    value(`(labels ((down (n) (if (= n 0) ${i} (+ 1 (down (- n 1)))))) (down 200))`);
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collect();
  }
}

/** Three entries: of a key that is kept, of a value that is kept, and of neither. */
const filled = (weakness: string) => `
  (defvar *kept-key* (list :key))
  (defvar *kept-value* (list :value))
  (defvar *table* (make-hash-table :weakness ${weakness}))
  (setf (gethash *kept-key* *table*) (list 1)
        (gethash (list 2) *table*) *kept-value*
        (gethash (list 3) *table*) (list 3))
  (list (hash-table-count *table*))`;

const left = `(list (hash-table-count *table*) (not (null (gethash *kept-key* *table*)))
                    (loop for value being the hash-values of *table* count (eq value *kept-value*)))`;

test.each([
  [":key", "(1 T 0)"],
  [":value", "(1 NIL 1)"],
  [":key-and-value", "(0 NIL 0)"],
  [":key-or-value", "(2 T 1)"],
  ["nil", "(3 T 1)"],
])("entries of a table whose weakness is %s go with their objects", async (weakness, expected) => {
  expect(value(filled(weakness))).toBe("(3)");
  await collected();
  expect(value(left)).toBe(expected);
});

test("a value that refers to its key does not keep it", async () => {
  value(`(defvar *cycle* (make-hash-table :weakness :key))
         (let ((key (list 1))) (setf (gethash key *cycle*) (list key *cycle*)) nil)`);
  await collected();
  expect(value("(hash-table-count *cycle*)")).toBe("0");
});

test("entries of keys that are numbers, characters or symbols stay", async () => {
  value(`(defvar *plain* (make-hash-table :weakness :key))
         (setf (gethash 1 *plain*) 1 (gethash #\\a *plain*) 2 (gethash :a *plain*) 3 (gethash (expt 2 80) *plain*) 4)`);
  await collected();
  expect(value("(list (hash-table-count *plain*) (gethash :a *plain*))")).toBe("(4 3)");
});

test("a weak pointer is broken, and a finalizer called by GC, when their object is gone", async () => {
  value(`(defvar *calls* '())
         (defvar *kept* (list 2))
         (defvar *pointers*
           (list (sb-ext:make-weak-pointer (sb-ext:finalize (list 1) (lambda () (push :gone *calls*))))
                 (sb-ext:make-weak-pointer (sb-ext:finalize *kept* (lambda () (push :kept *calls*))))))
         nil`);
  await collected();
  expect(value("(mapcar #'sb-ext:weak-pointer-value *pointers*)")).toBe("(NIL (2))");
  expect(value("(princ-to-string (first *pointers*))")).toBe('"#<broken weak pointer>"');
  expect(value("(sb-ext:gc :full t) *calls*")).toBe("(:GONE)");
  expect(value("(sb-ext:gc) *calls*")).toBe("(:GONE)");
});
