import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Grants } from "../../jscl-bridge/engine/power/grants.js";
import { bootEvaluator, type Evaluator } from "./image.js";

// An image that shares its realm with a page that grants it nothing, as on a page's own thread.
let evaluate: Evaluator;

beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => evaluate(code).outcome.values[0];
const message = (code: string) => evaluate(code).outcome.condition?.message;

test("an error names the grant that is missing", () => {
  expect(message('(#j:fetch "https://a.example/")')).toContain(
    '#j:fetch is not granted: the page allows nothing. The page can: LispServer.start({ grants: { fetch: ["https://…"] } }).',
  );
  expect(message("#j:document:title")).toMatch(/#j:document is not granted.*dom: true/);
  expect(message("(#j:setTimeout (lambda ()) 1)")).toMatch(/timers: true/);
  expect(message("(#j:Math:max 1)")).toMatch(/javascript: true/);
  expect(message('(#j:eval "1")')).toMatch(/#j:eval is not granted.*dom: true/);
  expect(evaluate("#j:process").outcome.condition?.type).toBe("SIMPLE-READER-ERROR");
  expect(message("(#j:nowhere 1)")).toContain("#j:nowhere is not there: nothing of JavaScript's is granted.");
});

test("the operators of the overlay's own build are names like any other", () => {
  for (const name of [
    "%js-inline",
    "%runtime",
    "%unsafe-car",
    "oget",
    "oget!",
    "new",
    "storage-vector-ref!",
    "js-eval",
  ])
    for (const home of ["jscl", "jscl-mcp", "cl-user"]) {
      const { outcome } = evaluate(`(${home}::${name} "1")`);
      expect([name, home, outcome.status]).toEqual([name, home, "error"]);
      const types = [
        "UNDEFINED-FUNCTION",
        "SYMBOL-PACKAGE-LOCKED-ERROR",
        "PACKAGE-LOCKED-ERROR",
        "SIMPLE-READER-PACKAGE-ERROR",
      ];
      expect(types).toContain(outcome.condition?.type);
    }
});

const ways = [
  '(#j:Function "return 1")',
  "#j:Math:constructor:constructor",
  '(jscl::oget jscl::*root* "constructor" "constructor")',
  '(jscl::oget jscl::*root* "__proto__")',
  '(jscl::oget #\'car "constructor")',
  '((jscl::oget #\'car "constructor") "return 1")',
  '((jscl::oget! #\'car "constructor" "call") nil "return 1")',
  '(jscl::oget "text" "constructor" "constructor")',
  '(jscl::oget* (list 1) "__proto__" "constructor")',
  '(jscl::oget! (vector 1) "constructor")',
  '(jscl::oget (jscl::new "a" 1) "constructor")',
  '(jscl::oget #j:parseInt "constructor")',
  '((jscl::oget #j:Math:max "constructor") "return 1")',
  '(jscl::oget (jscl::lisp-to-js (lambda ())) "constructor")',
  '(jscl::oset 1 (jscl::new "a" 1) "__proto__" "polluted")',
  '(jscl::oset 1 (jscl::new "a" 1) "__proto__")',
  '(jscl::oset 1 jscl::*root* "x")',
  '(jscl::oset 1 #j:Math "max")',
  '(jscl::oset 1 \'car "fvalue")',
  '(jscl::oset! 1 #\'car "x")',
  '(jscl::storage-vector-ref! (vector 1) (jscl::oget! (intern "constructor") "name"))',
  "(jscl::storage-vector-set! (lambda ()) 0 1)",
  '(jscl::js-eval "1")',
  '(jscl::%js-eval "1")',
  '(jscl::make-new #j:parseInt "1")',
  '(jscl::%js-inline "globalThis")',
  '(jscl::%runtime "text(1),globalThis,R.text" "x")',
  '(jscl::%runtime "callForeign" nil #\'car (vector "constructor") (vector))',
  '(jscl::%runtime "foreignRead" "x" "constructor")',
  '(jscl::%js-vref "globalThis")',
  '(jscl::load-js "x.js")',
  '(load "http://127.0.0.1:9/x.lisp")',
];

for (const way of ways)
  test(`no way out: ${way}`, () => {
    expect(evaluate(way).outcome.status).toBe("error");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(value("(+ 1 2)")).toBe("3");
  });

test("grants open what they name", async () => {
  const written: string[] = [];
  const { log } = console;
  console.log = (line: string) => void written.push(line);
  const grants: Grants = { console: true, timers: true, fetch: ["https://a.example"] };
  // The runtime has one image at a time.
  onTestFinished(async () => {
    evaluate = await bootEvaluator();
  });
  evaluate = await bootEvaluator({ grants });
  console.log = log;
  evaluate('(#j:console:log "hello")');
  expect(written).toEqual(["hello"]);
  evaluate("(defvar *rung* nil) (#j:setTimeout (lambda () (setf *rung* t)) 1)");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(value("*rung*")).toBe("T");
  expect(message("#j:document")).toMatch(/the page allows fetch \(https:\/\/a\.example\), timers, console/);
  evaluate(`(defvar *said* nil)
    ((jscl::oget (#j:fetch "https://b.example/") "catch") (lambda (e) (setf *said* (jscl::oget e "message"))))`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(value("*said*")).toBe('"fetch is granted for https://a.example alone, not for https://b.example"');
  expect(evaluate('((jscl::oget #j:fetch "constructor") "return 1")').outcome.status).toBe("error");
});
