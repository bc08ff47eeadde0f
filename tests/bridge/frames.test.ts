/**
 * Frames as SBCL shows them. The expected ones are SBCL 2.2.9's; what the compiler has in place comes first.
 */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator({ grants: { javascript: true } });
});

const cases: [code: string, ...frames: string[]][] = [
  // Arguments: what is read, as it is now.
  ['(defun f (x y) (error "e ~a" x)) (f 1 2)', "(F 1 #<unused argument>)"],
  ['(defun f (x) (error "e") x) (f 1)', "(F #<unused argument>)"],
  ['(defun f (x) (let ((y x)) (error "e"))) (f 1)', "(F #<unused argument>)"],
  ['(defun f (x) (if (g) (error "a") (error "b")) (print x)) (defun g () t) (f 1)', "(F #<unused argument>)"],
  ['(defun f (x) (setq x (* x 2)) (error "e")) (f 3)', "(F 6)"],
  ['(defun f (x) (dotimes (i 3) (incf x i)) (error "e ~a" x)) (f 1)', "(F 4)"],
  ['(defun f (x y) (list x y (error "e"))) (f 1 2)', "(F #<unused argument> #<unused argument>)"],
  // Lambda lists.
  ['(defun f (a &optional (b 2) c) (error "e ~a" (list a b c))) (f 1 3)', "(F 1 3 NIL)"],
  ['(defun f (&key a (b 5)) (error "e ~a ~a" a b)) (f :a 1)', "(F :A 1 :B 5)"],
  ['(defun f (&rest r &key a) (error "e ~a ~a" r a)) (f :a 1)', "(F :A 1)"],
  ['(defun f (a &rest r) (error "e ~a ~a" a r)) (f 1 2 3)', "(F 1 2 3)"],
  ["(defun f (a b) (list a b)) (f 1)", "(F 1)"],
  ["(defun f (a &key b) (list a b)) (f 1 :c 2)", "(F 1 :C 2)"],
  // Local functions and lambdas.
  ['(defun f (x) (flet ((g (y) (error "e ~a" y))) (g (+ x 1)))) (f 1)', "((FLET G :IN F) 2)", "(F 1)"],
  ["(defun f (l) (mapcar (lambda (e) (car e)) l)) (f '(1))", "(CAR 1)", "(F (1))"],
  ['(defun f (x) (let ((g (lambda (z) (error "e ~a" z)))) (funcall g x))) (f 1)', "(F 1)"],
  ['(defun f (x) (lambda (y) (error "e ~a ~a" x y))) (funcall (f 1) 2)', "((LAMBDA (Y) :IN F) 2)"],
  [
    '(defun f () (handler-bind ((error (lambda (c) (print c) (throw 1 2)))) (g))) (defun g () (error "e")) (f)',
    "(THROW)",
    expect.stringMatching(/^\(\(FLET "H0" :IN F\) #<SIMPLE-ERROR/),
    '(ERROR "e")',
    "(G)",
    "(F)",
  ],
  // Macros and methods.
  ['(defmacro m (x) (error "e ~a" x)) (m 1)', "((MACRO-FUNCTION M) (M 1) #<unused argument>)"],
  ["(setf x)", "((MACRO-FUNCTION SETF) (SETF X) #<NULL-LEXENV>)"],
  [
    '(defmethod op ((x number)) (error "e ~a" x)) (defmethod op ((x integer)) (call-next-method)) (op 1)',
    "((:METHOD OP (NUMBER)) 1)",
    "((:METHOD OP (INTEGER)) 1)",
  ],
  // The library.
  ["(remove-if-not #'evenp '(1 a))", "(EVENP A)", "(REMOVE-IF-NOT #<FUNCTION EVENP> (1 A))"],
  ["(defun f (&rest ns) (apply #'+ ns)) (f 1 :two)", "(+ 1 :TWO)", "(F 1 :TWO)"],
  ["(funcall #'car 5)", "(CAR 5)"],
  // The standard's own methods for slots, with what they do not look at; not those that end otherwise.
  [
    "(defclass c () (a)) (slot-value (make-instance 'c) 'a)",
    expect.stringMatching(/^\(\(:METHOD SLOT-UNBOUND \(T T T\)\) #<unused argument> #<C \{\w+\}> A\)$/),
    expect.stringMatching(/^\(SLOT-VALUE #<C \{\w+\}> A\)$/),
  ],
  [
    "(slot-value '(1) 'a)",
    "((:METHOD SLOT-MISSING (T T T T)) #<BUILT-IN-CLASS COMMON-LISP:CONS> (1) A SLOT-VALUE NIL)",
    "(SLOT-VALUE (1) A)",
  ],
  [
    "(defun f (x) (list (slot-makunbound x 'a))) (f 5)",
    "((:METHOD SLOT-MISSING (T T T T)) #<BUILT-IN-CLASS COMMON-LISP:FIXNUM> 5 A SLOT-MAKUNBOUND NIL)",
    "(SLOT-MAKUNBOUND 5 A)",
    "(F 5)",
  ],
  [
    "(defclass own () (a)) (defmethod slot-unbound (c (x own) n) (car n)) (slot-value (make-instance 'own) 'a)",
    "(CAR A)",
    expect.stringMatching(/^\(\(:METHOD SLOT-UNBOUND \(T OWN T\)\) /),
    expect.stringMatching(/^\(SLOT-VALUE #<OWN /),
  ],
  ["(funcall 5)", "(FUNCALL 5)"],
];

test.each(cases)("%s", (code, ...frames) => {
  const { condition } = evaluate(code).outcome;
  expect(condition?.frames.map(({ text }) => text).filter((text) => text !== "((LAMBDA ()))")).toEqual(
    frames,
  );
});

test("a deep stack is shown from both ends", () => {
  const program = '(defun down (n) (if (= n 0) (error "bottom") (1+ (down (1- n))))) (down 3000)';
  const { condition } = evaluate(program).outcome;
  const frames = condition?.frames ?? [];
  expect(condition?.framesTotal).toBe(3001);
  expect(frames.slice(0, 2).map(({ text }) => text)).toEqual(["(DOWN 0)", "(DOWN 1)"]);
  expect(frames.at(-1)).toMatchObject({ index: 3000, text: "(DOWN 3000)", kind: "function" });
  expect(frames.length).toBeLessThanOrEqual(200);
});

test("a frame says where its function stands, also one without parameters", () => {
  const { condition } = evaluate('(defun g ()\n  (error "g"))\n(defun f (x)\n  (g)\n  x)\n(f 1)').outcome;
  expect(condition?.frames.map(({ text, definition }) => [text, definition])).toEqual([
    ["(G)", { line: 2, column: 2 }],
    ["(F 1)", { line: 3, column: 9 }],
  ]);
});

const places: [code: string, ...frames: [text: string, place: string | null][]][] = [
  ["(defun foo (x)\n  (list 1\n    (car x)))\n(foo 42)", ["(CAR 42)", "3:4"], ["(FOO 42)", "4:0"]],
  [
    '(defun foo (x)\n  (if (> x 0)\n    (1+ (foo (1- x)))\n    (error "e ~a" x)))\n(let ((n 1))\n  (foo n))',
    ["(FOO 0)", "3:8"],
    ["(FOO 1)", "6:2"],
    ["((LAMBDA ()))", "5:0"],
  ],
  // Between MAPCAR and the lambda there is nothing of the program's.
  [
    "(mapcar (lambda (e)\n  (car e))\n  '(1))",
    ["(CAR 1)", "2:2"],
    ["((LAMBDA (E)) 1)", null],
    [expect.stringMatching(/^\(MAPCAR/) as unknown as string, "1:0"],
  ],
  ["(defun g (x)\n  (setq x (list x))\n  (nope x))\n(g 1)", ["(NOPE (1))", "3:2"], ["(G (1))", "4:0"]],
  // Code that a macro makes has the place of the macro's call.
  [
    "(defmacro first-of (x) `(car ,x))\n(defun k (y)\n  (first-of y))\n(k 3)",
    ["(CAR 3)", "3:2"],
    ["(K 3)", "4:0"],
  ],
  [
    "(defun f (x)\n (eval\n  (list 'g x)))\n(defun g (x)\n (car x))\n(f 1)",
    ["(CAR 1)", "5:1"],
    ["(G 1)", "2:1"],
    ["(F 1)", "6:0"],
  ],
];

test.each(places)("the places of calls: %s", (code, ...frames) => {
  const { condition } = evaluate(code).outcome;
  expect(
    condition?.frames.map(({ text, position }) => [
      text,
      position === null ? null : `${position.line}:${position.column}`,
    ]),
  ).toEqual(frames);
});

test("where a JavaScript error is converted, the frames that are left have their places", () => {
  const { condition } = evaluate(
    '(defun j ()\n (list (#j:JSON:parse "{")))\n(defun k ()\n (car (j)))\n(k)',
  ).outcome;
  expect(condition?.frames.map(({ text, position }) => [text, position?.line])).toEqual([
    ["(J)", 4],
    ["(K)", 5],
  ]);
});
