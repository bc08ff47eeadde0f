import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DefinitionKeeper } from "./definition-keeper.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeperOver(store: Partial<Record<"write" | "mark" | "read", () => Promise<never>>> = {}) {
  const log: string[] = [];
  let record = "r0";
  const keeper = new DefinitionKeeper(
    {
      read: store.read ?? (async () => ({ stored: { record: "old", savedMs: 1 }, trying: 3 })),
      write: store.write ?? (async (stored) => void log.push(`write ${stored.record}`)),
      remove: async () => void log.push("remove"),
      mark: store.mark ?? (async (place) => void log.push(`mark ${place}`)),
    },
    () => record,
  );
  return {
    keeper,
    log,
    set: (next: string) => {
      record = next;
    },
  };
}

test("a burst of changes is two writes, of what is there at its begin and at its end", async () => {
  const { keeper, log, set } = keeperOver();
  keeper.changed();
  vi.advanceTimersByTime(200);
  set("r1");
  keeper.changed();
  vi.advanceTimersByTime(200);
  await keeper.written;
  expect(log).toEqual(["write r0"]);
  vi.advanceTimersByTime(100);
  await keeper.written;
  expect(log).toEqual(["write r0", "write r1"]);
  vi.advanceTimersByTime(1000);
  keeper.flush();
  await keeper.written;
  expect(log).toEqual(["write r0", "write r1"]);
});

test("what is due is written before the first mark, and nothing between marks", async () => {
  const { keeper, log, set } = keeperOver();
  keeper.changed();
  keeper.trying(0);
  set("r1");
  keeper.changed();
  vi.advanceTimersByTime(1000);
  keeper.trying(1);
  expect(keeper.isRestoring).toBe(true);
  keeper.restored();
  await keeper.written;
  expect(log).toEqual(["write r0", "mark 0", "mark 1", "write r1"]);
});

test("a storage that refuses is a problem to be told, and none that stops anything", async () => {
  const refuse = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
  const { keeper } = keeperOver({ write: refuse, mark: refuse, read: refuse });
  expect(await keeper.load()).toEqual({ stored: null, trying: null });
  expect(keeper.problem).toBe("no room");
  keeper.changed();
  keeper.trying(0);
  await keeper.written;
  expect(keeper.problem).toBe("no room");
});

test("nothing is written while it is off; turned off, what is written goes", async () => {
  const { keeper, log } = keeperOver();
  keeper.turnOff();
  keeper.changed();
  vi.advanceTimersByTime(1000);
  keeper.flush();
  expect(await keeper.load()).toEqual({ stored: null, trying: null });
  expect(keeper.latest).toBeNull();
  keeper.turnOn();
  await keeper.written;
  expect(log).toEqual(["remove", "write r0"]);
  expect(keeper.latest).toBe("r0");
});
