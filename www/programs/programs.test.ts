import { describe, expect, test } from "vitest";
import type { McpClient } from "../elements/page/mcp-client.js";
import type { Finished } from "../finished.js";
import { type Shelf, Store } from "../storage.js";
import { KeptEntries } from "./kept-entries.js";
import { Library } from "./library.js";
import { isProgram, makeProgram, tidyName, unusedName, withVersion } from "./program.js";
import { since } from "./program-menu.js";
import { Tab } from "./tab.js";
import { TabDefinitions } from "./tab-definitions.js";

/** A storage with room for so many characters. */
function shelf(room = Number.POSITIVE_INFINITY): Shelf {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    removeItem: (key) => void texts.delete(key),
    setItem: (key, text) => {
      const others = [...texts].filter(([name]) => name !== key);
      const used = others.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      if (used + key.length + text.length > room) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
  };
}

const forbidden = (): Shelf => {
  throw new DOMException("denied", "SecurityError");
};

const own = (name: string, text: string) => makeProgram({ name, origin: "own", text });

describe("the library", () => {
  test("keeps programs under keys of their own, the one changed last first", () => {
    const storage = shelf();
    const one = { ...own("one", "1"), changedMs: 1 };
    const two = { ...own("two", "2"), changedMs: 2 };
    for (const program of [one, two])
      expect(new Library(new Store(() => storage)).write(program, null).outcome).toBe("kept");
    const again = new Library(new Store(() => storage));
    expect(again.all()).toEqual([two, one]);
    again.remove(two.id);
    expect(again.all()).toEqual([one]);
  });

  test("does not write over what another tab has written", () => {
    const storage = shelf();
    const [here, there] = [new Library(new Store(() => storage)), new Library(new Store(() => storage))];
    const program = own("shared", "a");
    const first = here.write(program, null);
    const revision = first.outcome === "kept" ? first.revision : "";
    expect(there.write({ ...program, text: "theirs" }, revision).outcome).toBe("kept");
    expect(here.write({ ...program, text: "ours" }, revision)).toEqual({ outcome: "changed elsewhere" });
    expect(here.read(program.id)?.program.text).toBe("theirs");
    there.remove(program.id);
    expect(here.write({ ...program, text: "ours" }, revision).outcome).toBe("kept");
  });

  test("goes on without storage and with a full one, and says which", () => {
    const without = new Library(new Store(forbidden));
    const program = own("x", "(+ 1 2)");
    expect(without.write(program, null)).toEqual({ outcome: "forbidden" });
    expect(without.all()).toEqual([program]);
    expect(without.read(program.id)?.program).toEqual(program);

    const full = new Library(new Store(() => shelf(400)));
    expect(full.write(own("big", "x".repeat(1000)), null)).toEqual({ outcome: "full" });
    expect(full.all()).toHaveLength(1);
  });

  test("leaves alone what it does not understand", () => {
    const storage = shelf();
    storage.setItem("jscl-mcp.playground.program.a", "{not json");
    storage.setItem("jscl-mcp.playground.program.b", '{"program":{"id":"b"},"revision":"r"}');
    expect(new Library(new Store(() => storage)).all()).toEqual([]);
    expect(storage.length).toBe(2);
  });
});

describe("a program", () => {
  test("is told from other data", () => {
    expect(isProgram(own("x", ""))).toBe(true);
    for (const wrong of [null, 1, [], {}, { ...own("x", ""), text: 1 }, { ...own("x", ""), versions: [1] }])
      expect(isProgram(wrong)).toBe(false);
  });

  test("has each earlier text once, the newest first, and not too many", () => {
    let program = own("x", "0");
    for (const text of ["0", "0", "1", "2", "0", ""]) program = withVersion({ ...program, text }, 1);
    expect(program.versions.map((version) => version.text)).toEqual(["0", "2", "1"]);
    for (let count = 0; count < 40; count++) program = withVersion({ ...program, text: `n${count}` });
    expect(program.versions).toHaveLength(12);
    expect(program.versions[0]?.text).toBe("n39");
    const large = withVersion({ ...program, text: "x".repeat(199_999) });
    expect(large.versions).toHaveLength(1);
  });

  test("has a name of one line that no other has", () => {
    expect(tidyName("  a\n\tb\u202e ")).toBe("a b");
    expect(tidyName(" \n")).toBe("Untitled");
    expect([...tidyName("λ".repeat(100))]).toHaveLength(60);
    expect(unusedName("a", [])).toBe("a");
    expect(unusedName("a", ["a", "a 2"])).toBe("a 3");
    expect(unusedName("a 2", ["a 2"])).toBe("a 3");
  });

  test("says since when", () => {
    expect([10_000, 60_000, 5 * 3_600_000, 49 * 3_600_000].map((ms) => since(0, ms))).toEqual([
      "just now",
      "1 minute ago",
      "5 hours ago",
      "2 days ago",
    ]);
  });
});

test("a tab keeps its program before what can be undone in it", () => {
  const storage = shelf(3000);
  const tab = new Tab(new Store(() => storage));
  tab.keepUndo("a", { doc: "x".repeat(1500) });
  expect(tab.undo("a")).toEqual({ doc: "x".repeat(1500) });
  const open = { program: own("x", "y".repeat(1800)), revision: null, isUnsaved: true, fragment: "" };
  tab.keepOpen(open);
  expect(tab.open()).toEqual(open);
  expect(tab.undo("a")).toBeNull();
  for (let count = 0; count < 9; count++) tab.keepUndo(`p${count}`, count);
  expect(Array.from({ length: 9 }, (_, count) => tab.undo(`p${count}`))).toEqual([
    ...Array(4).fill(null),
    ...[4, 5, 6, 7, 8],
  ]);
  expect(new Tab(new Store(forbidden)).open()).toBeNull();
});

describe("the evaluations of a tab", () => {
  const finished = (code: string): Finished => ({
    excerpt: { code, origin: { line: 1, column: 0 }, restarts: [], session: "main", isEntered: false },
    packageOf: "COMMON-LISP-USER",
    state: "answered",
    answer: { text: "=> 1", data: {}, isError: false },
    message: "",
    tookMs: 3,
  });
  const codes = (kept: KeptEntries) => kept.all().map(({ excerpt }) => excerpt.code);

  test("come back in their order, without the oldest ones", () => {
    const storage = shelf();
    const kept = new KeptEntries(new Store(() => storage));
    for (let count = 0; count < 70; count++) kept.add(finished(`${count}`));
    expect(codes(kept)).toEqual(Array.from({ length: 60 }, (_, count) => `${count + 10}`));
    const again = new KeptEntries(new Store(() => storage));
    expect(codes(again)).toEqual(codes(kept));
    again.add(finished("x".repeat(600_000)));
    again.add(finished("y".repeat(600_000)));
    expect(codes(again).map((code) => code.length)).toEqual([600_000]);
    again.add(finished("z".repeat(1_100_000)));
    expect(codes(again)).toHaveLength(1);
    again.clear();
    expect(storage.length).toBe(0);
  });

  test("make room where there is little, and what is damaged is left out", () => {
    const storage = shelf(3000);
    const kept = new KeptEntries(new Store(() => storage));
    for (let count = 0; count < 30; count++) kept.add(finished(`${count}`));
    expect(codes(kept).at(-1)).toBe("29");
    storage.setItem(storage.key(0) ?? "", "{");
    expect(codes(new KeptEntries(new Store(() => storage)))).toEqual(codes(kept));
    expect(codes(kept).at(-1)).toBe("29");
    const nowhere = new KeptEntries(new Store(forbidden));
    nowhere.add(finished("1"));
    expect(nowhere.all()).toEqual([]);
  });
});

test("a definition that ends while others are read is kept, too", async () => {
  const journals = ["(defun f ())", "(defun f ())\n(defun g ())"];
  const read = async () => {
    if (journals.length === 2) void definitions.keep();
    return journals.shift() ?? null;
  };
  const client = Promise.resolve({ read } as unknown as McpClient);
  const storage = shelf();
  const store = new Store(() => storage);
  const definitions = new TabDefinitions(store, client);
  await definitions.keep();
  expect(new TabDefinitions(store, client).earlier).toContain("(defun g ())");
});
