/** Evaluations on the heap pause, so that the thread hears a cancellation and goes on with what it is for. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Evaluate, Event, Outcome } from "../../jscl-bridge/contract/engine.js";
import type { Engine } from "../../jscl-bridge/engine/engine.js";
import { bootImage, createEngine, evaluateCommand, inNextTask } from "./engine.js";
import { loadParts, twins } from "./image.js";

let engine: Engine;
let events: Event[] = [];
let lastId = 0;

beforeAll(async () => {
  const image = bootImage(await loadParts(), () => {}, false);
  const load = await twins();
  const send = (event: Event) => void events.push(event);
  engine = createEngine(
    image,
    send,
    () => false,
    null,
    () => image.useHeap(load),
    inNextTask,
  );
});

beforeEach(() => {
  events = [];
});

/** Begins an evaluation that may be held; its number. */
function begin(code: string, more: Partial<Evaluate> = {}): number {
  lastId += 1;
  engine.handle({ kind: "evaluate", ...evaluateCommand(lastId, code, { askMs: 1000, hold: true, ...more }) });
  return lastId;
}

function outcomeOf(id: number): Outcome | undefined {
  for (const event of events) if (event.kind === "completed" && event.id === id) return event.outcome;
  return undefined;
}

/** Waits for so many tasks of the thread. */
async function tasks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise<void>(inNextTask);
}

async function completed(id: number): Promise<Outcome> {
  for (;;) {
    const outcome = outcomeOf(id);
    if (outcome !== undefined) return outcome;
    await tasks(1);
  }
}

const FIB = "(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))";

test.each([
  [
    "a loop that calls nothing",
    "",
    "(let ((x 0)) (declare (fixnum x)) (loop (setq x (logand #xfff (1+ x)))))",
  ],
  ["a loop", "", "(loop)"],
  ["calls without end", "(defun go-on (n) (go-on (1+ n)))", "(go-on 0)"],
  ["a deep recursion", FIB, "(fib 60)"],
  ["a callback", "", "(mapcar (lambda (x) (loop while x)) '(1))"],
  ["a method", "(defgeneric spin (x)) (defmethod spin ((x integer)) (loop (incf x)))", "(spin 1)"],
  ["a handler", "", '(handler-bind ((warning (lambda (c) c (loop)))) (warn "x"))'],
  [
    "a macro function that the compiler calls",
    "(defmacro spin-now () (loop))",
    "(eval '(let ((x 1)) (list x (spin-now))))",
  ],
  ["a sort", "", "(sort (list 3 2 1) (lambda (x y) (loop until (eql x y) finally (return t))))"],
])("%s is cancelled, and its cleanup forms run", async (_, definitions, form) => {
  const id = begin(`(defvar *cleaned* nil) (setf *cleaned* nil) ${definitions}
    (unwind-protect (progn (princ "begun") ${form}) (setf *cleaned* t))`);
  while (!events.some(({ kind }) => kind === "output")) await tasks(1);
  expect(outcomeOf(id)).toBeUndefined();
  engine.handle({ kind: "end", evaluation: id });
  expect(outcomeOf(id)?.status).toBe("cancelled");
  expect((await completed(begin("*cleaned*"))).values).toEqual(["T"]);
});

test("it goes on where it was, with its bindings and handlers", async () => {
  const id = begin(`${FIB}
    (defvar *depth* 0)
    (let ((*depth* 5) (sum 0))
      (handler-bind ((warning (lambda (c) c (incf sum 1000) (muffle-warning c))))
        (catch 'done
          (dotimes (i 300) (incf sum (fib 15)) (when (= i 50) (warn "half")))
          (list *depth* sum (restart-case (throw 'done (list *depth* sum)) (skip () 1))))))`);
  expect(outcomeOf(id)).toBeUndefined();
  const { values, status } = await completed(id);
  expect([status, values]).toEqual(["ok", ["(5 184000)"]]);
});

test("macro functions that take long are called once each, and their code is compiled", async () => {
  const id = begin(`${FIB}
    (defvar *calls* 0)
    (defmacro slowly (x) (incf *calls*) (dotimes (i 60) (fib 15)) (list 'list x *calls*))
    (defun slow (x) (list (slowly x) (slowly (slowly x))))
    (slow 5)`);
  expect(outcomeOf(id)).toBeUndefined();
  const { values, status } = await completed(id);
  expect([status, values]).toEqual(["ok", ["((5 1) ((5 3) 2))"]]);
});

test("what it draws on meanwhile is told", async () => {
  const id = begin('(progn (format t "first~%") (loop))');
  while (!events.some(({ kind }) => kind === "output")) await tasks(1);
  const output = events.flatMap((event) => (event.kind === "output" ? [event.text] : []));
  expect(output.join("")).toBe("first\n");
  engine.handle({ kind: "end", evaluation: id });
});

test("its deadline counts while it runs, and not while it pauses", async () => {
  const id = begin("(loop)", { deadlineMs: 200 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const outcome = await completed(id);
  expect([outcome.status, outcome.condition?.type]).toEqual(["timeout", "TIMEOUT"]);
});

test("what runs on top of a held evaluation is cancelled by itself", async () => {
  const held = begin("(list unbound-one)");
  // On a busy machine it pauses before it asks.
  while (events.at(-1)?.kind !== "asking") await tasks(1);
  const loop = begin("(loop)");
  await tasks(1);
  engine.handle({ kind: "end", evaluation: loop });
  expect(outcomeOf(loop)?.status).toBe("cancelled");
  expect((await completed(begin("(+ 1 1)"))).values).toEqual(["2"]);
  const other = begin("(loop)");
  engine.handle({ kind: "end", evaluation: held });
  expect([outcomeOf(other)?.status, outcomeOf(held)?.status]).toEqual(["cancelled", "cancelled"]);
});

test("an end for what is over, or was never begun, is nothing", async () => {
  const id = begin("(+ 1 1)");
  for (const evaluation of [id, 0, -1, 1e9]) engine.handle({ kind: "end", evaluation });
  expect((await completed(begin("(+ 1 2)"))).values).toEqual(["3"]);
});
