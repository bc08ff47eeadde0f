/** Methods of streams that a program defines: evaluations are held there, too. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator } from "./image.js";
import { ASKED, Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(async () => {
  // What another image prints by its tables is no matter of this one.
  const evaluate = await bootEvaluator();
  evaluate("(set-pprint-dispatch 'symbol (lambda (s x) (write-string (symbol-name x) s)))");
  await levels.boot();
  levels.run(`${ASKED}
      (defclass letters (sb-gray:fundamental-character-input-stream)
        ((text :initarg :text) (at :initform 0)))
      (defmethod sb-gray:stream-read-char ((s letters))
        (with-slots (text at) s
          (if (< at (length text))
              (let ((c (char text at))) (incf at) (if (char= c #\\?) (asked c) c))
              :eof)))
      (defmethod sb-gray:stream-unread-char ((s letters) c)
        (when (char= c #\\!) (asked :unread))
        (decf (slot-value s 'at)) nil)
      (defun letters (text) (make-instance 'letters :text text))
      (defclass paper (sb-gray:fundamental-character-output-stream) ((all :initform '())))
      (defmethod sb-gray:stream-write-char ((s paper) c)
        (push (if (char= c #\\?) (asked c) c) (slot-value s 'all)) c)
      (defmethod sb-gray:stream-line-column ((s paper)) (asked :column))
      (defun on-paper (fn)
        (let ((p (make-instance 'paper))) (funcall fn p) (coerce (reverse (slot-value p 'all)) 'string)))
      (defclass bytes (sb-gray:fundamental-binary-input-stream sb-gray:fundamental-binary-output-stream) ())
      (defmethod sb-gray:stream-read-byte ((s bytes)) (asked :byte))
      (defmethod sb-gray:stream-write-byte ((s bytes) b) (asked b))`);
});

test.each<[code: string, times: number, value: string]>([
  [
    '(let ((s (letters "a?"))) (list (read-char s) (read-char s) (read-char s nil :end)))',
    1,
    "(#\\a #\\x :END)",
  ],
  ['(let ((s (letters "?b"))) (list (peek-char nil s) (read-char s)))', 2, "(#\\x #\\x)"],
  ['(peek-char t (letters "  ?"))', 1, "#\\x"],
  ['(read-line (letters "a?b"))', 1, '"axb" T'],
  ['(multiple-value-list (read-line (letters "") nil :end))', 0, "(:END T)"],
  ['(let ((*standard-input* (letters "?b"))) (read-line))', 1, '"xb" T'],
  ['(read-char-no-hang (letters "?"))', 1, "#\\x"],
  ['(listen (letters "?"))', 1, "T"],
  ['(let ((s (letters "ab"))) (read-char s) (unread-char #\\! s) (read-char s))', 1, "#\\a"],
  ['(let ((v (make-string 2))) (list (read-sequence v (letters "?b")) v))', 1, '(2 "xb")'],
  ['(let ((s (make-two-way-stream (letters "?") (make-instance \'paper)))) (read-char s))', 1, "#\\x"],
  ['(read (letters "(a? b)"))', 2, "(AX B)"],
  ['(values (read-delimited-list #\\) (letters "a ?)")))', 3, "(A X)"],
  ['(mapcar (lambda (s) (read-char (letters s))) (list "?" "b"))', 1, "(#\\x #\\b)"],
  ["(on-paper (lambda (p) (write-char #\\? p) (write-char #\\b p)))", 1, '"xb"'],
  ['(on-paper (lambda (p) (write-string "a?b" p :start 1)))', 1, '"xb"'],
  ['(on-paper (lambda (p) (write-line "?" p)))', 1, '"x\n"'],
  ["(on-paper (lambda (p) (write-char #\\a p) (fresh-line p) (terpri p)))", 1, '"a\n\n"'],
  ['(on-paper (lambda (p) (write-sequence "a?" p)))', 1, '"ax"'],
  ['(on-paper (lambda (p) (let ((*standard-output* p)) (write-string "?"))))', 1, '"x"'],
  ["(on-paper (lambda (p) (print '(a ? b) p)))", 1, '"\n(A x B) "'],
  ['(on-paper (lambda (p) (prin1 "?" p) (princ 5 p) (pprint :? p)))', 2, '"\\"x\\"5\n:x"'],
  ['(on-paper (lambda (p) (format p "~a? ~{~a~^, ~}~%" :? (list 1 "?"))))', 3, '"xx 1, x\n"'],
  ['(on-paper (lambda (p) (let ((*standard-output* p)) (format t "a~%?") (print 1))))', 1, '"a\nx\n1 "'],
  ['(on-paper (lambda (p) (write "?" :stream p :escape nil)))', 1, '"x"'],
  ['(on-paper (lambda (p) (print 1 (make-two-way-stream (letters "") p)) (princ "?" p)))', 1, '"\n1 x"'],
  [
    '(on-paper (lambda (p) (handler-case (format p (identity "?~a~a") 1) (sb-format:format-error ())) (princ "b" p)))',
    1,
    '"x1b"',
  ],
  ["(read-byte (make-instance 'bytes))", 1, "#\\x"],
  ["(write-byte 9 (make-instance 'bytes))", 1, "9"],
])("%s", (code, times, value) => {
  levels.otherwise = { restart: "GIVE", values: ["#\\x"] };
  const { said, asked } = levels.run(code);
  expect(said).toEqual([`ok: ${value}`]);
  expect(asked).toHaveLength(times);
});

test("errors that the functions signal themselves are held as ever", () => {
  levels.otherwise = null;
  const { said, asked } = levels.run('(read-char (letters ""))', { restart: "ABORT" });
  expect(asked[0]?.type).toBe("END-OF-FILE");
  expect(said[0]).toMatch(/^error: end of file on #<LETTERS/);
  expect(levels.run("(write-char 5 (make-instance 'paper))", {}).said[0]).toMatch(/not of type CHARACTER/);
});
