/** Functions of COMMON-LISP whose usual calls are calls of the runtime (`runtime/operators/deferring.ts`). */
import { beforeAll, describe, expect, test } from "vitest";
import { answerOf, bootEvaluator, callsOf, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => answerOf(evaluate(code));
const frames = (code: string) => callsOf(evaluate(code));
const written = (...forms: string[]) => value(`(with-output-to-string (s) ${forms.join(" ")})`);

describe("string streams", () => {
  test.each([
    ["ab c", '(write-char #\\a s) (write-string "b " s) (princ #\\c s)'],
    ["12FOO1.5", "(princ 12 s) (princ 'foo s) (princ 1.5 s)"],
    ["a\nb", "(write-char #\\a s) (fresh-line s) (fresh-line s) (princ #\\b s)"],
    ["\nx", '(terpri s) (fresh-line s) (princ "x" s)'],
    ["ab    c", '(princ "ab" s) (format s "~6t~a" #\\c)'],
    ["101", "(let ((*print-base* 2)) (princ 5 s))"],
    [
      "ab",
      '(write-string (make-array 3 :element-type \'character :fill-pointer 2 :initial-contents "abc") s)',
    ],
    ["😀é", '(write-string "😀" s) (princ #\\é s)'],
  ])("gather %j", (text, forms) => {
    expect(written(forms)).toBe(`"${text}"`);
  });

  test("begin a line after they are emptied", () => {
    const code = `(let ((s (make-string-output-stream)))
      (princ "ab" s) (list (get-output-stream-string s) (fresh-line s) (get-output-stream-string s)))`;
    expect(value(code)).toBe('("ab" NIL "")');
  });

  test("that are closed refuse a character, with a frame of the call", () => {
    const code = `(defun f (s) (write-char #\\a s))
      (let ((s (make-string-output-stream))) (close s) (f s))`;
    expect(value(code)).toContain("is closed");
    expect(frames(code)?.[0]).toMatch(/^\(WRITE-CHAR #\\a /);
  });

  test("are read by characters, lines and kinds", () => {
    const code = `(with-input-from-string (s (format nil "  a😀~%c"))
      (list (peek-char t s) (read-char s) (read-char s) (unread-char #\\😀 s) (read-line s) (read-char s)
            (read-char s nil :end) (peek-char nil s nil :end) (read-line s nil :end)))`;
    expect(value(code)).toBe('(#\\a #\\a #\\GRINNING_FACE NIL "😀" #\\c :END :END :END)');
  });

  test("end in END-OF-FILE", () => {
    expect(value('(with-input-from-string (s "") (read-char s))')).toContain("end of file");
  });

  test("do not see what becomes of the string that they read", () => {
    const code = `(let* ((text (copy-seq "abc")) (s (make-string-input-stream text)))
      (fill text #\\x) (read-line s))`;
    expect(value(code)).toBe('"abc" T');
  });
});

describe("what is not usual is left to the function", () => {
  test.each([
    ["(write-char 5)", "5"],
    ["(write-string 'a)", "A"],
    ["(code-char -1)", "-1"],
    ["(alpha-char-p 1)", "1"],
    ['(subseq "abc" 2 1)', "The bounding indices 2 and 1 are bad for a sequence of length 3."],
    ["(digit-char-p #\\f 16)", "15"],
    ['(string= \'a "A")', "T"],
    ["(subseq '(1 2 3) 1)", "(2 3)"],
    ["(nconc (list* 1 2) (list 3))", "(1 3)"],
    ["(nconc 1 2)", "The value 1 is not of type LIST"],
    ["(locally (declare (notinline princ-to-string char-upcase)) (char-upcase #\\a))", "#\\A"],
  ])("%s", (form, expected) => {
    expect(value(`(defun f () ${form}) (f)`)).toContain(expected);
  });

  test("too few and too many arguments", () => {
    expect(value("(funcall (lambda () (char-upcase)))")).toContain("invalid number of arguments: 0");
    expect(value("(funcall (lambda () (char-upcase #\\a 1)))")).toContain("invalid number of arguments: 2");
  });
});

describe("tables of strings and lists", () => {
  test("keep what is equal by its contents, and no more, while keys come and go", () => {
    const code = `(let ((h (make-hash-table :test 'equal)) (sum 0))
      (dotimes (i 300) (setf (gethash (format nil "k~d" i) h) i))
      (dotimes (i 300) (when (evenp i) (remhash (format nil "k~d" i) h)))
      (dotimes (i 100) (incf (gethash (list i "a") h 0) i))
      (maphash (lambda (k v) (declare (ignore k)) (incf sum v)) h)
      (list sum (hash-table-count h) (gethash "k151" h) (gethash "k150" h) (gethash (list 7 "a") h)))`;
    expect(value(code)).toBe("(27450 250 151 NIL 7)");
  });

  test("of EQUALP know no case, and vectors of characters", () => {
    const code = `(let ((h (make-hash-table :test 'equalp)))
      (setf (gethash "Ab" h) 1 (gethash #(1 2) h) 2 (gethash 1 h) 3 (gethash "é" h) 4)
      (list (gethash "aB" h) (gethash (vector 1.0 2) h) (gethash 1.0 h) (gethash (vector #\\a #\\B) h)
            (gethash "É" h) (remhash "AB" h) (gethash "ab" h)))`;
    expect(value(code)).toBe("(1 2 3 1 4 T NIL)");
  });

  test("may change while they are gone through", () => {
    const code = `(let ((h (make-hash-table)) (seen 0))
      (dotimes (i 5) (setf (gethash i h) i))
      (maphash (lambda (k v) (declare (ignore v)) (incf seen) (when (= k 2) (clrhash h))) h)
      (list seen (hash-table-count h)))`;
    expect(value(code)).toBe("(3 0)");
  });

  test("are named by the error of a place", () => {
    expect(value("(defun f (h) (setf (gethash 1 h) 2)) (f 5)")).toContain("not of type HASH-TABLE");
  });
});

describe("lists and trees", () => {
  test.each([
    ["(let* ((l (list 1 2)) (tree (list l 'b))) (eq (car (subst 'q 'b tree)) l))", "T"],
    ["(subst 'z 'x '(x (y x) . x))", "(Z (Y Z) . Z)"],
    ["(subst 1 2.0 '(2.0 2))", "(1 2)"],
    ["(length (subst 'a 17 (loop for i below 5000 collect i)))", "5000"],
    ['(copy-tree \'(1 (2 . 3) "a" . 4))', '(1 (2 . 3) "a" . 4)'],
    [
      "(let ((d nil)) (dotimes (i 3000) (setq d (list d))) (loop for c = (copy-tree d) then (car c) while c count t))",
      "3000",
    ],
    [
      "(list (union '(1 2) '(2 3)) (intersection '(1 2 3) '(2 3)) (set-difference '(1 2) '(2)))",
      "((1 2 3) (3 2) (1))",
    ],
    ["(union '(3) '(1 . 2))", "The value 2 is not of type LIST"],
    ["(member 5 '(1 . 2))", "The value 2 is not of type LIST"],
    ["(assoc 'c '((a . 1) 5))", "The value 5 is not of type LIST"],
    ["(assoc 2.0 '((1 . a) nil (2.0 . b)))", "(2.0 . B)"],
  ])("%s", (form, expected) => {
    expect(value(`(defun f () ${form}) (f)`).replace(/\.$/, "")).toBe(expected);
  });
});

describe("MAP and MERGE", () => {
  test.each([
    ["(map 'string #'char-upcase \"abc\")", '"ABC"'],
    ["(map 'vector #'+ '(1 2) #(3 4 5))", "#(4 6)"],
    ["(map '(vector fixnum) #'1+ '(1 2))", "#(2 3)"],
    ["(map nil #'1+ '(1))", "NIL"],
    ["(map 'string #'1+ '(1 2))", "The value 2 is not of type CHARACTER"],
    ["(map 'list #'1+ '(1 2 . 3))", "The value 3 is not of type LIST"],
    ["(merge 'list (list 1 3) (list 2 4) #'<)", "(1 2 3 4)"],
    ["(merge 'vector (list 1 3) (vector 2 4) '<)", "#(1 2 3 4)"],
    ["(merge 'list (list '(1) '(3)) (list '(2) '(4)) #'< :key #'car)", "((1) (2) (3) (4))"],
    ["(block out (merge 'list (list 1) (list 2) (lambda (a b) (return-from out (list a b)))))", "(2 1)"],
  ])("%s", (form, expected) => {
    expect(value(form)).toContain(expected);
  });

  test("leave frames of their calls", () => {
    expect(frames("(map 'list (lambda (x) (error \"no\")) '(1))")).toContainEqual(
      expect.stringMatching(/^\(MAP LIST /),
    );
  });
});
