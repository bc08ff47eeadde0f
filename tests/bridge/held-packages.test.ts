/** Restarts of functions of packages, taken where evaluations are held. */
import { beforeAll, expect, test } from "vitest";
import type { Answer } from "../../jscl-bridge/contract/engine.js";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
beforeAll(async () => {
  evaluate = await bootHeldEvaluator();
  evaluate("(defpackage :pk-locked (:use :cl)) (sb-ext:lock-package :pk-locked)");
});

const use = (name: string): Partial<Answer> => ({ restart: "USE-VALUE", values: [name] });
const RETRY = (define: string) => [define, { restart: "RETRY" }] as const;

test.each<[code: string, asked: RegExp, answers: readonly (string | Partial<Answer>)[], value: string]>([
  ['(intern "X" :pk-none)', /"?PK-NONE"? does not designate any package/, [use(":cl-user")], "X NIL"],
  ['(intern "CAR" :pk-none)', /PK-NONE/, [use(":cl")], "CAR :EXTERNAL"],
  ['(multiple-value-list (find-symbol "CAR" "PK-NONE"))', /PK-NONE/, [use(":cl")], "(CAR :EXTERNAL)"],
  ["(package-name :pk-none)", /PK-NONE/, [use(":cl")], '"COMMON-LISP"'],
  ["(list (package-nicknames :pk-none))", /PK-NONE/, [use(":keyword")], "(NIL)"],
  ["(list (package-use-list :pk-none) 1)", /PK-NONE/, [use(":keyword")], "(NIL 1)"],
  ["(let (n) (do-symbols (s :pk-none n) (setq n (symbolp s))))", /PK-NONE/, [use(":cl")], "T"],
  ["(in-package :pk-none)", /PK-NONE/, [use(":cl-user")], '#<PACKAGE "COMMON-LISP-USER">'],
  ["(export 'pk-one :pk-none)", /PK-NONE/, [use(":cl-user")], "T"],
  ["(list (package-name :pk-late))", /PK-LATE/, RETRY("(defpackage :pk-late)"), '("PK-LATE")'],
  ["(list (package-name :pk-none))", /PK-NONE/, [{ restart: "CONTINUE" }], '("COMMON-LISP-USER")'],
  [
    '(multiple-value-list (intern "NEW-ONE" :pk-locked))',
    /lock/i,
    [{ restart: "CONTINUE" }],
    "(PK-LOCKED::NEW-ONE NIL)",
  ],
  ["(use-package :pk-none)", /PK-NONE/, [use(":cl")], "T"],
  [
    "(let ((p (make-package :pk-gone))) (delete-package p) (list (package-name p) (package-use-list p)))",
    /has been deleted/,
    [use(":cl")],
    "(NIL NIL)",
  ],
  ["(funcall 'package-name :pk-none 1)", /invalid number of arguments: 2/, [{ restart: "ABORT" }], ""],
  ["(funcall 'package-use-list nil nil)", /invalid number of arguments: 2/, [{ restart: "ABORT" }], ""],
  ["(rename-package :pk-none :pk-none)", /PK-NONE/, [{ restart: "ABORT" }], ""],
])("%s", (code, asked, answers, value) => {
  const { questions, values, problem } = evaluate(code, ...answers);
  expect([questions[0], problem, values.join(" ")]).toEqual([expect.stringMatching(asked), null, value]);
});
