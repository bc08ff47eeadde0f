import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DefinitionKeeper } from "./definition-keeper.js";
import type { Content, JournalStore, Left } from "./journal-store.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refuse = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));

/** A keeper of what `set` says, over a store that answers when it is told to, or at once. */
function keeperOver(store: Partial<JournalStore> = {}, isOn = true) {
  const log: string[] = [];
  const settled: number[] = [];
  const problems: Array<string | null> = [];
  let record = "r0";
  const left: Left = { records: [{ record: "old", savedMs: 1 }], trying: ["f"] };
  const whole: JournalStore = {
    read: async () => left,
    taken: () => void log.push("taken"),
    write: async (content: Content) => void log.push(`write ${content.record()}`),
    remove: async () => void log.push("remove"),
    mark: async (form) => void log.push(`mark ${form}`),
    unmark: async () => void log.push("unmark"),
    onLost: () => {},
    ...store,
  };
  const keeper = new DefinitionKeeper(
    whole,
    {
      record: () => record,
      takeIn: (stored, known, trying = []) => {
        log.push(`take ${stored} but ${known || "nothing"} ${trying}`);
        return stored !== "strange";
      },
      onSettled: (change) => void settled.push(change),
      onProblem: (problem) => void problems.push(problem),
    },
    isOn,
  );
  const set = (next: string) => {
    record = next;
  };
  return { keeper, log, settled, problems, store: whole, set };
}

/** One that has read what there is, which is nothing. */
async function begun(store: Partial<JournalStore> = {}) {
  const parts = keeperOver({ read: async () => ({ records: [], trying: [] }), ...store });
  parts.keeper.take(await parts.keeper.read());
  parts.log.splice(0);
  return parts;
}

test("each change is written at once, and those that come meanwhile together after it", async () => {
  const { keeper, log, settled, set } = await begun();
  keeper.changed();
  set("r1");
  keeper.changed();
  set("r2");
  keeper.changed();
  await keeper.written();
  expect(log.at(-1)).toBe("write r2");
  expect(log.length).toBeLessThanOrEqual(2);
  expect(settled.at(-1)).toBe(3);
  expect(keeper.latest).toBe("r2");
});

test("what was being restored when a page ended is suspected for good before anything else happens", async () => {
  const { keeper, log } = keeperOver();
  keeper.take(await keeper.read());
  await keeper.written();
  expect(log).toEqual(["take old but nothing f", "taken", "write r0"]);
  expect(keeper.savedMs).toBe(1);
});

test("a form is noted before it may run, and no more when the page goes by itself or all is done", async () => {
  const { keeper, log } = await begun();
  keeper.trying("a");
  await keeper.marked;
  expect(keeper.isRestoring).toBe(true);
  keeper.trying("b");
  keeper.restored();
  expect(keeper.isRestoring).toBe(false);
  keeper.restored();
  expect(log.splice(0)).toEqual(["mark a", "mark b", "unmark"]);
  keeper.trying("c");
  await keeper.close();
  expect(log).toEqual(["mark c", "unmark"]);
});

test("what is refused is told, keeps nobody waiting, and is tried again until it succeeds", async () => {
  let isFull = true;
  const { keeper, log, settled, problems, store } = await begun();
  const write = store.write;
  store.write = (content) => (isFull ? refuse() : write(content));
  keeper.changed();
  await keeper.written();
  expect(keeper.problem).toBe("no room");
  expect(settled).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keeper.problem).toBe("no room");
  isFull = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(log).toEqual(["write r0"]);
  expect(keeper.problem).toBeNull();
  expect(problems).toEqual(["no room", null]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(log).toEqual(["write r0"]);
});

test("what cannot be read at first is taken in later, before anything is written", async () => {
  let fails = 1;
  const { keeper, log } = keeperOver({
    read: async () => (fails-- > 0 ? refuse() : { records: [{ record: "old", savedMs: 1 }], trying: [] }),
  });
  const left = await keeper.read();
  expect(left).toEqual({ records: [], trying: [] });
  expect(keeper.problem).toBe("no room");
  keeper.take(left);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(["take old but nothing ", "taken", "write r0"]);
  expect(keeper.problem).toBeNull();
});

test("a storage that cannot be read is written all the same, and its problem is told", async () => {
  const { keeper, log } = keeperOver({ read: refuse });
  keeper.take(await keeper.read());
  keeper.changed();
  await keeper.written();
  expect(log).toEqual(["write r0"]);
  expect(keeper.problem).toBe("no room");
});

test("what is not understood is left where it is, and told", async () => {
  const { keeper, log } = keeperOver({
    read: async () => ({
      records: [
        { record: "strange", savedMs: 1 },
        { record: "old", savedMs: 2 },
      ],
      trying: [],
    }),
  });
  keeper.take(await keeper.read());
  keeper.changed();
  await keeper.written();
  expect(log).toEqual(["take old but nothing ", "take strange but nothing ", "write r0"]);
  expect(keeper.problem).toContain("no record that this version understands");
});

test("nothing is read or written while it is off; turned on, what is there is taken in first; turned off, it goes", async () => {
  const { keeper, log } = keeperOver({}, false);
  keeper.changed();
  expect(await keeper.read()).toEqual({ records: [], trying: [] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual([]);
  keeper.turnOn();
  await keeper.written();
  expect(log.splice(0, 3)).toEqual(["take old but nothing f", "taken", "write r0"]);
  log.splice(0);
  keeper.turnOff();
  keeper.changed();
  await keeper.written();
  expect(log).toEqual(["remove"]);
});

test("a storage that was taken away is told, and written again with the next change", async () => {
  const { keeper, log, store } = await begun();
  store.onLost("gone");
  expect(keeper.problem).toBe("gone");
  keeper.changed();
  await keeper.written();
  expect(log).toEqual(["write r0"]);
  expect(keeper.problem).toBeNull();
});

test("a page that goes says so, writes what is due whatever is under way, and goes on when it comes back", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  const { keeper, log, set, store } = await begun();
  const write = store.write;
  store.write = async (content) => {
    await write(content);
    await new Promise(() => {});
  };
  keeper.changed();
  await vi.advanceTimersByTimeAsync(0);
  set("r1");
  keeper.changed();
  keeper.trying("f");
  await keeper.marked;
  page.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  expect(log.splice(0)).toEqual(["write r0", "mark f", "unmark", "write r1"]);
  page.dispatchEvent(new Event("pageshow"));
  expect(log).toEqual(["mark f"]);
  vi.unstubAllGlobals();
});

test("a form that cannot be noted is restored all the same, and the next one without waiting", async () => {
  const { keeper, store } = await begun();
  store.mark = refuse;
  keeper.trying("a");
  expect(await keeper.marked).toBe(false);
  store.mark = () => new Promise(() => {});
  keeper.trying("b");
  expect(await keeper.marked).toBe(false);
  expect(keeper.problem).toBeNull();
});

test("a storage that does not answer is not waited for for ever", async () => {
  const { keeper } = keeperOver({ read: () => new Promise(() => {}) });
  const reading = keeper.read();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await reading).toEqual({ records: [], trying: [] });
  expect(keeper.problem).toContain("does not answer");
});

test("a write that does not end keeps answers waiting for a while, and no server from ending", async () => {
  const { keeper, settled } = await begun({ write: () => new Promise(() => {}) });
  keeper.changed();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(settled).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toEqual([1]);
  expect(keeper.problem).toContain("does not answer");
  const closed = keeper.close();
  await vi.advanceTimersByTimeAsync(10_000);
  await closed;
});

test("what was refused is tried once more when it ends", async () => {
  let isFull = true;
  const { keeper, log, store } = await begun();
  const write = store.write;
  store.write = (content) => (isFull ? refuse() : write(content));
  keeper.changed();
  await keeper.written();
  isFull = false;
  await keeper.close();
  expect(log).toEqual(["write r0"]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(log).toEqual(["write r0"]);
});

test("tries become rarer up to a limit, and begin anew after each success", async () => {
  let isFull = true;
  const { keeper, store } = await begun();
  const write = store.write;
  let tried: number[] = [];
  store.write = (content) => {
    tried.push(Date.now());
    return isFull ? refuse() : write(content);
  };
  const pauses = async (): Promise<number[]> => {
    [isFull, tried] = [true, []];
    keeper.changed();
    await vi.advanceTimersByTimeAsync(300_000);
    isFull = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(keeper.problem).toBeNull();
    return tried.map((time, i) => time - (tried[i - 1] ?? time)).slice(1);
  };
  const first = await pauses();
  expect(first.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  const longest = Math.max(...first);
  for (const [i, pause] of first.slice(1).entries())
    expect([i, pause]).toEqual([i, Math.min(2 * (first[i] as number), longest)]);
  expect(first.filter((pause) => pause === longest).length).toBeGreaterThan(1);
  expect(longest).toBeLessThanOrEqual(60_000);
  expect(await pauses()).toEqual(first);
  expect(await pauses()).toEqual(first);
});
