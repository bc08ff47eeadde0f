import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "../time/clock.js";
import { importModule } from "./module-file.js";
import { fetchJson, fetchServer } from "./server-file.js";
import { untilSilent } from "./silence.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FILE = new URL("https://a.example/lisp/file.js");
const SILENT =
  "jscl-mcp waits for its file file.js from https://a.example/lisp/file.js, but nothing came for 12 seconds: its server, or something on the way to it, does not answer. Reload the page to try again.";

/** The most that a start waits for what is silent from the beginning. */
const MOST_MS = 20_000;

const never = () => new Promise<never>(() => {});

/** What a promise came to, as soon as it did. */
function outcome(promise: Promise<unknown>): { said: string | null } {
  const seen: { said: string | null } = { said: null };
  const say = (text: string) => {
    seen.said = text;
  };
  promise.then(
    (value) => say(`came: ${String(value)}`),
    (error: Error) => say(error.message),
  );
  return seen;
}

/** A server whose file comes in as many parts, one each so many milliseconds; then nothing, or its end. */
function serve(parts: number, everyMs: number, ends: boolean) {
  vi.stubGlobal("fetch", async (_file: URL, { signal }: { signal?: AbortSignal } = {}) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = () => {
          if (sent++ < parts) controller.enqueue(Uint8Array.of(32));
          else if (ends) return controller.close();
          else return;
          timer = setTimeout(send, everyMs);
        };
        timer = setTimeout(send, everyMs);
        signal?.addEventListener("abort", () => clearTimeout(timer));
      },
    });
    return new Response(body);
  });
}

test.each([
  ["a module", () => importModule(new URL("data:text/javascript,await new Promise(() => {})"), new Clock())],
  ["the server", () => fetchServer(FILE, new Clock())],
  ["a file of JSON", () => fetchJson(FILE, new Clock())],
])("%s of which nothing comes is given up within 20 seconds, in words", async (_, load) => {
  vi.stubGlobal("fetch", never);
  const seen = outcome(load());
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(seen.said).toMatch(/^jscl-mcp waits for its file .* nothing came for 12 seconds: .* try again\.$/);
  expect(vi.getTimerCount()).toBe(0);
});

test("a file that stops in the middle is given up as long after its last byte", async () => {
  serve(5, 10_000, false);
  const seen = outcome(untilSilent(FILE, new Clock(), never()));
  await vi.advanceTimersByTimeAsync(4000 + 50_000 + 11_000);
  expect(seen.said).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.said).toBe(SILENT);
});

test("a slow file is waited for as long as bytes come", async () => {
  serve(60, 10_000, true);
  const clock = new Clock();
  const loading = new Promise((resolve) => setTimeout(() => resolve(5), 605_000));
  const seen = outcome(untilSilent(FILE, clock, loading));
  await vi.advanceTimersByTimeAsync(604_000);
  expect(seen.said).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.said).toBe("came: 5");
  expect(vi.getTimerCount()).toBe(0);
});

test("what is there, and is never taken in, is given up too", async () => {
  serve(1, 1, true);
  const seen = outcome(untilSilent(FILE, new Clock(), never()));
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(seen.said).toBe("https://a.example/lisp/file.js was loaded, but nothing follows from it.");
});

test("what comes soon is not looked at, and what fails says why", async () => {
  const fetched = vi.fn(never);
  vi.stubGlobal("fetch", fetched);
  const clock = new Clock();
  expect(await untilSilent(FILE, clock, Promise.resolve(5))).toBe(5);
  await expect(untilSilent(FILE, clock, Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(fetched).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test("what may not be looked at ends as well", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
  const seen = outcome(untilSilent(FILE, new Clock(), never()));
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(seen.said).toBe(SILENT);
});
