/**
 * Functions of methods and of macro characters, which trust what they are called with, in a program's hands.
 */
import { beforeAll, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`(find-package "SB-MOP")
    (defgeneric g (x) (:method ((x integer)) (list x)) (:method :around ((x number)) (cons :around (call-next-method))))
    (defun functions-of (gf) (mapcar #'sb-mop:method-function (sb-mop:generic-function-methods gf)))`);
});

const said = (code: string) => answerOf(evaluate(code));

test("a method's function runs for what the method is applicable to, and for nothing else", () => {
  const ask = (gf: string, args: string) =>
    valuesOf(
      evaluate(
        `(sort (mapcar (lambda (f) (handler-case (prin1-to-string (apply f ${args})) (error (c) (string (type-of c))))) (functions-of ${gf})) #'string<)`,
      ),
    );
  expect(ask("#'g", "'((1) ())")).toEqual(['("(1)" "NO-NEXT-METHOD-ERROR")']);
  expect(ask("#'g", "'((:key) ())")).toEqual(['("TYPE-ERROR" "TYPE-ERROR")']);
  expect(ask("#'g", "'(() ())")).toEqual(['("SIMPLE-PROGRAM-ERROR" "SIMPLE-PROGRAM-ERROR")']);
  expect(ask("#'g", "'(5 ())")).toEqual(['("TYPE-ERROR" "TYPE-ERROR")']);
  expect(ask("#'g", "'((1) (5))")).toEqual(['("TYPE-ERROR" "TYPE-ERROR")']);
  expect(ask("#'class-name", "'((5) ())")[0]).toMatch(/^\("TYPE-ERROR"( "TYPE-ERROR")*\)$/);
});

test("no slot of a method has what it runs, and none what it was made of", () => {
  expect(
    said(`(loop for m in (append (sb-mop:generic-function-methods #'g) (sb-mop:generic-function-methods #'print-object))
            thereis (loop for slot in (sb-mop:class-slots (class-of m))
                          for name = (sb-mop:slot-definition-name slot)
                          when (and (slot-boundp m name) (functionp (slot-value m name))
                                    (not (typep (slot-value m name) 'generic-function)))
                            collect name))`),
  ).toBe("NIL");
});

test("JSCL's generic functions that were replaced are reached by no class", () => {
  expect(
    said(`(loop for name in '(condition type-error cell-error stream-error package-error arithmetic-error simple-condition t)
            append (remove-if (lambda (m) (member m (sb-mop:generic-function-methods (sb-mop:method-generic-function m))))
                              (sb-mop:specializer-direct-methods (find-class name))))`),
  ).toBe("NIL");
});

test("the function of a macro character counts its arguments", () => {
  expect(said("(funcall (get-macro-character #\\() *standard-input*)")).toBe(
    "invalid number of arguments: 1",
  );
  expect(said("(funcall (get-dispatch-macro-character #\\# #\\\\) *standard-input* #\\\\)")).toBe(
    "invalid number of arguments: 2",
  );
  expect(said('(with-input-from-string (s "a b) c") (funcall (get-macro-character #\\() s #\\())')).toBe(
    "(A B)",
  );
});

test("dependents are kept of metaobjects alone", () => {
  for (const name of ["add-dependent", "remove-dependent", "map-dependents"])
    expect(said(`(sb-mop:${name} 1.5 #'identity)`)).toMatch(/^There is no applicable method/);
  expect(
    said(`(sb-mop:add-dependent #'g :one) (sb-mop:add-dependent (find-class 'integer) :two)
          (let ((found '())) (sb-mop:map-dependents #'g (lambda (d) (push d found))) found)`),
  ).toContain("(:ONE)");
});

test("a prototype of a class of functions is one that can be printed and says that it has no methods", () => {
  expect(said("(princ-to-string (sb-mop:class-prototype (find-class 'generic-function)))")).not.toContain(
    "undefined",
  );
  expect(said("(funcall (sb-mop:class-prototype (find-class 'generic-function)) 1)")).not.toContain(
    "JAVASCRIPT",
  );
});
