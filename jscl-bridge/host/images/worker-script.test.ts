import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "../time/clock.js";
import { watchScript } from "./worker-script.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SCRIPT = new URL("https://a.example/lisp/jscl-worker.js");

function watch(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer);
  vi.stubGlobal("fetch", fetched);
  const failures: string[] = [];
  const stop = watchScript(SCRIPT, new Clock(), (reason) => failures.push(reason));
  return { failures, stop, fetched };
}

const text = (source: string) => async () => new Response(source);

test("a script that is empty or another's is told of within two seconds", async () => {
  for (const [source, problem] of [
    ["", "/lisp/jscl-worker.js is empty."],
    [" \n", "/lisp/jscl-worker.js is empty."],
    ["setTimeout(() => close(), 200)", "/lisp/jscl-worker.js is not the file of the Lisp."],
  ] as const) {
    const { failures } = watch(text(source));
    await vi.advanceTimersByTimeAsync(2000);
    expect(failures).toEqual([problem]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toHaveLength(1);
  }
});

test("one whose Worker speaks is not looked at", async () => {
  const { failures, fetched, stop } = watch(text(""));
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).not.toHaveBeenCalled();
  expect(failures).toEqual([]);
});

test("one that begins while it is looked at is left alone", async () => {
  let answer = (_: Response) => {};
  const { failures, stop } = watch(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(5000);
  stop();
  answer(new Response(""));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failures).toEqual([]);
});

test("the right script may take longer, but not for ever", async () => {
  const { failures } = watch(text("export { a as bootEngine };"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(failures).toEqual(["/lisp/jscl-worker.js was loaded, but does not speak."]);
});

test("what cannot be looked at is the Worker's to tell", async () => {
  for (const answer of [
    async () => new Response("", { status: 404 }),
    () => Promise.reject(new TypeError("no")),
    () => new Promise<Response>(() => {}),
  ]) {
    const { failures } = watch(answer);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(failures).toEqual([]);
  }
});
