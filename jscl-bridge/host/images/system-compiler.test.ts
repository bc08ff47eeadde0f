import { expect, test, vi } from "vitest";
import type { CompiledStore } from "../storage/compiled-store.js";
import { Clock } from "../time/clock.js";
import { type Keeping, SystemCompiler } from "./system-compiler.js";

const KEY = "0123456789abcdef".repeat(4);

/** A compiler over a store, and the images that it has started. */
function compilerOver(more: Partial<CompiledStore> = {}) {
  const kept = new Map<string, string>();
  const started: { names: readonly string[]; keeping: Keeping; end: () => void; isStopped: boolean }[] = [];
  const store: CompiledStore = {
    shelf: async () => ({ blobs: new Map() }),
    put: async (key, text) => void kept.set(key, text),
    alone: (work) => work(),
    ...more,
  };
  const compiler = new SystemCompiler(store, new Clock(), (names, keeping, end) => {
    const image = { names, keeping, end, isStopped: false };
    started.push(image);
    return {
      stop: () => {
        image.isStopped = true;
      },
    };
  });
  return { compiler, kept, started };
}

const wants = (...names: unknown[]) => ({ kind: "compiled-wants", names });
const code = (key: unknown, text: unknown) => ({ kind: "compiled-code", key, text });
const all = { kind: "compiled-all" };

test("what an image wants is compiled in another, once, and what that makes is kept", async () => {
  const { compiler, kept, started } = compilerOver();
  const { onNote, shelf } = compiler.keeping();
  expect(await shelf).toEqual({ blobs: new Map() });
  onNote(wants("base", "upper"));
  onNote(wants("upper", "more"));
  await vi.waitFor(() => expect(started).toHaveLength(1));
  expect(started[0]?.names).toEqual(["base", "upper"]);
  started[0]?.keeping.onNote(code(KEY, "text"));
  started[0]?.keeping.onNote(all);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(started[0]?.isStopped).toBe(true);
  expect(started[1]?.names).toEqual(["more"]);
  started[1]?.end();
  await compiler.settled();
  expect([...kept]).toEqual([[KEY, "text"]]);
  onNote(wants("base", "more"));
  await compiler.settled();
  expect(started).toHaveLength(2);
});

test("an image of programs has nothing kept, whatever it says", async () => {
  const { compiler, kept, started } = compilerOver();
  const { onNote } = compiler.keeping();
  const garbage = [
    ...[null, 1, "compiled-wants", [], {}, all, code(KEY, "text")],
    ...[
      wants(1),
      wants("x".repeat(2000)),
      { kind: "compiled-wants" },
      { kind: "compiled-wants", names: "a" },
    ],
    wants(...Array.from({ length: 200 }, String)),
  ];
  for (const each of garbage) onNote(each);
  await compiler.settled();
  expect(started).toEqual([]);
  expect(kept.size).toBe(0);
});

test("a program that asks without end is given a thousand systems, a hundred at a time", async () => {
  const { compiler, started } = compilerOver();
  const { onNote } = compiler.keeping();
  for (let i = 0; i < 50; i++) onNote(wants(...Array.from({ length: 100 }, (_, k) => `s${i * 100 + k}`)));
  for (let i = 0; i < 11; i++) {
    await vi.waitFor(() => expect(started.length).toBeGreaterThanOrEqual(Math.min(i + 1, 10)));
    started[i]?.end();
  }
  await compiler.settled();
  expect(started.map(({ names }) => names.length)).toEqual(Array.from({ length: 10 }, () => 100));
});

test("what is no compiled code, or too long, is not kept", async () => {
  const { compiler, kept, started } = compilerOver();
  compiler.keeping().onNote(wants("base"));
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const say = (note: unknown) => started[0]?.keeping.onNote(note);
  for (const key of ["", "../x", KEY.toUpperCase(), `${KEY}0`, 7]) say(code(key, "text"));
  for (const text of [undefined, 7, "x".repeat(17_000_000)]) say(code(KEY, text));
  say(wants("more"));
  say(all);
  await compiler.settled();
  expect(kept.size).toBe(0);
  expect(started).toHaveLength(1);
});

test("where there is no storage, images are told so and nothing is compiled", async () => {
  const { compiler, started } = compilerOver({ shelf: () => Promise.reject(new Error("private")) });
  const { onNote, shelf } = compiler.keeping();
  expect(await shelf).toBeNull();
  onNote(wants("base"));
  await compiler.settled();
  expect(started).toEqual([]);
});

test("a storage that does not answer is waited for for two seconds", async () => {
  vi.useFakeTimers();
  const { compiler } = compilerOver({ shelf: () => new Promise(() => {}) });
  const { shelf } = compiler.keeping();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await shelf).toBeNull();
  vi.useRealTimers();
});

test("what a full storage refuses is lost, and the next is tried", async () => {
  let isFull = true;
  const put = vi.fn(async () => {
    if (isFull) throw new DOMException("no room", "QuotaExceededError");
  });
  const { compiler, started } = compilerOver({ put });
  compiler.keeping().onNote(wants("base"));
  await vi.waitFor(() => expect(started).toHaveLength(1));
  started[0]?.keeping.onNote(code(KEY, "one"));
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  isFull = false;
  started[0]?.keeping.onNote(code(KEY, "two"));
  started[0]?.keeping.onNote(all);
  await compiler.settled();
  expect(put).toHaveBeenCalledTimes(2);
});

test("an image that never ends is ended, and so is one whose server closes", async () => {
  vi.useFakeTimers();
  const { compiler, started } = compilerOver();
  const { onNote } = compiler.keeping();
  onNote(wants("endless"));
  await vi.advanceTimersByTimeAsync(601_000);
  expect(started[0]?.isStopped).toBe(true);
  onNote(wants("more"));
  await vi.advanceTimersByTimeAsync(1);
  expect(started[1]?.isStopped).toBe(false);
  compiler.close();
  expect(started[1]?.isStopped).toBe(true);
  onNote(wants("again"));
  await compiler.settled();
  expect(started).toHaveLength(2);
  vi.useRealTimers();
});

test("an image that cannot be started does no harm", async () => {
  const store = {
    shelf: async () => ({ folder: "/" }),
    put: async () => {},
    alone: (w: () => Promise<void>) => w(),
  };
  const compiler = new SystemCompiler(store, new Clock(), () => {
    throw new Error("no Worker");
  });
  compiler.keeping().onNote(wants("base"));
  await compiler.settled();
});
