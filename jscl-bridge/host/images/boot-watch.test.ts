import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FIRST_STEP } from "../../engine/boot-options.js";
import { Clock } from "../time/clock.js";
import { BootWatch } from "./boot-watch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FILES = {
  worker: new URL("https://a.example/lisp/jscl-worker.js"),
  lisp: new URL("https://a.example/lisp/jscl.js"),
};
const RARE = new URL("https://a.example/lisp/jscl-rare.js");

/** The most that a start waits for what is silent from the beginning. */
const MOST_MS = 20_000;

function watch(answer: (file: URL) => Promise<Response>, files: typeof FILES & { rare?: URL } = FILES) {
  const fetched = vi.fn(answer);
  vi.stubGlobal("fetch", fetched);
  const failures: string[] = [];
  const steps: object[] = [];
  const boot = new BootWatch(files, new Clock(), {
    onFailure: (reason) => failures.push(reason),
    onBytes: (step) => steps.push(step),
  });
  return { failures, steps, boot, fetched };
}

const text = (source: string) => async () => new Response(source);
const never = () => new Promise<Response>(() => {});

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
  const { failures, fetched, boot } = watch(text(""));
  boot.heard({ kind: "life" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).not.toHaveBeenCalled();
  expect(failures).toEqual([]);
});

test("one that begins while it is looked at is left alone", async () => {
  let answer = (_: Response) => {};
  const { failures, boot } = watch(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(5000);
  boot.end();
  answer(new Response(""));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failures).toEqual([]);
});

test("the right script may take longer, but not for ever", async () => {
  const { failures, steps } = watch(text("export { a as bootEngine };"));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(failures).toEqual([]);
  expect(steps).toContainEqual(FIRST_STEP);
  await vi.advanceTimersByTimeAsync(2000);
  expect(failures).toEqual(["/lisp/jscl-worker.js was loaded, but does not speak."]);
});

test("a script of which nothing comes, and one that cannot be looked at, are given up in words", async () => {
  for (const answer of [
    async () => new Response("", { status: 404 }),
    () => Promise.reject(new TypeError("no")),
    never,
  ]) {
    const { failures } = watch(answer);
    await vi.advanceTimersByTimeAsync(MOST_MS);
    expect(failures).toEqual([expect.stringContaining("jscl-worker.js, but nothing came for 12 seconds")]);
  }
});

test("a Lisp of which nothing comes is given up in words, and one that comes is waited for", async () => {
  const { failures, boot, fetched } = watch(never);
  boot.heard(FIRST_STEP);
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(failures).toEqual([expect.stringContaining("jscl.js, but nothing came for 12 seconds")]);
  expect(fetched.mock.calls.map(([file]) => file)).toEqual([FILES.lisp]);
  const other = watch(never);
  other.boot.heard(FIRST_STEP);
  await vi.advanceTimersByTimeAsync(3000);
  other.boot.heard({ ...FIRST_STEP, step: "Starting JSCL", done: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.failures).toEqual([]);
});

test("on the page's thread the functions that few programs call are waited for as well", async () => {
  const { failures, boot } = watch((file) => (file === RARE ? never() : text("")()), {
    ...FILES,
    rare: RARE,
  });
  boot.heard(FIRST_STEP);
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(failures).toEqual([expect.stringContaining("jscl-rare.js, but nothing came for 12 seconds")]);
});
