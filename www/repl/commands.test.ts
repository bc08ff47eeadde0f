import { describe, expect, it } from "vitest";
import type { LispClient } from "../client/client.js";
import { COMMANDS, commandsLike, type Desk, isCommand, runCommand } from "./commands.js";

interface Calls {
  readonly evaluated: string[];
  readonly searched: string[];
  readonly limits: unknown[];
  readonly resets: number[];
}

function desk(): { readonly at: Desk; readonly calls: Calls } {
  const calls: Calls = { evaluated: [], searched: [], limits: [], resets: [] };
  const answer = (text: string, data: unknown = null) => ({ text, data, isError: false });
  const client = {
    describe: async (_: string, name: string) => (name === "car" ? "CAR\n  [symbol]\n" : null),
    limits: async () => answer("30 s", { timeout: 30, maxOutput: 1000 }),
    configureLimits: async (_: string, limits: unknown) => {
      calls.limits.push(limits);
      return answer("set");
    },
  };
  const at: Desk = {
    client: Promise.resolve(client as unknown as LispClient),
    session: () => "main",
    package: () => "COMMON-LISP-USER",
    evaluate: (code, way) => calls.evaluated.push(way ? `${way} ${code}` : code),
    goOn: () => false,
    reset: async () => void calls.resets.push(1),
    clear: () => {},
    showKeys: () => {},
    searchHistory: (text) => calls.searched.push(text),
  };
  return { at, calls };
}

async function saidBy(line: string, at: Desk): Promise<string> {
  const said = await runCommand(line, at);
  return said && said.kind !== "rows" ? said.text : "";
}

describe("the commands of the prompt", () => {
  it("are told from Lisp", () => {
    expect(isCommand(" ,help")).toBe(true);
    for (const line of ["(a ,b)", "`(,a)", "1", ""]) expect(isCommand(line), line).toBe(false);
  });

  it("enter a package from any package, however it is written", async () => {
    const { at, calls } = desk();
    for (const line of [",package foo", ", PACKAGE  :foo ", ',package "foo"', ",pa foo"])
      await runCommand(line, at);
    expect(calls.evaluated).toEqual([
      "(cl:in-package :foo)",
      "(cl:in-package :foo)",
      '(cl:in-package "foo")',
      "(cl:in-package :foo)",
    ]);
    expect(await runCommand(",package", at)).toEqual({
      text: "The package is COMMON-LISP-USER.",
      kind: "note",
    });
  });

  it("set the limits that are given and leave the others", async () => {
    const { at, calls } = desk();
    expect(await runCommand(",limits", at)).toEqual({ text: "30 s", kind: "note" });
    await runCommand(",limits 5", at);
    await runCommand(",limits 0 77", at);
    expect(calls.limits).toEqual([
      { timeout: 5, maxOutput: 1000 },
      { timeout: 0, maxOutput: 77 },
    ]);
    for (const line of [",limits x", ",limits 1 2 3", ",limits 1 y"])
      expect((await runCommand(line, at))?.kind, line).toBe("problem");
    expect(calls.limits).toHaveLength(2);
  });

  it("say what there is to say of a name", async () => {
    const { at } = desk();
    expect(await runCommand(",describe car", at)).toEqual({ text: "CAR\n  [symbol]", kind: "text" });
    expect(await saidBy(",describe nosuch", at)).toContain("nothing to say of nosuch");
  });

  it("search and reset", async () => {
    const { at, calls } = desk();
    await runCommand(",history two  words", at);
    await runCommand(",reset", at);
    expect(calls).toMatchObject({ searched: ["two  words"], resets: [1] });
  });

  it("are found by their beginnings, and by no others", async () => {
    const { at } = desk();
    expect(commandsLike("he")).toEqual(["help"]);
    expect(await saidBy(",h", at)).toBe(",h may be ,help or ,history.");
    expect(await saidBy(",nosuch", at)).toMatch(/^There is no command ,nosuch\. .* and ,reset\.$/);
    const help = await runCommand(",help", at);
    const rows = help?.kind === "rows" ? help.rows : [];
    expect(rows.map(([call, does]) => [call.split(" ")[0], does])).toEqual(
      COMMANDS.map(({ name, does }) => [`,${name}`, does]),
    );
  });

  it("have what waits go on, with values and in its calls", async () => {
    const { at } = desk();
    const gone: unknown[] = [];
    const held: Desk = { ...at, goOn: (tool, args) => gone.push([tool, args]) > 0 };
    for (const line of [
      ",restart 2",
      ",restart use-value (f 1) :b",
      ",return 3 (car x)",
      ",return 0",
      ",again 1",
    ])
      expect(await runCommand(line, held), line).toBeNull();
    expect(gone).toEqual([
      ["invoke-restart", { restart: "2" }],
      ["invoke-restart", { restart: "use-value", values: ["(f 1)", ":b"] }],
      ["return-from-frame", { frame: 3, values: "(car x)" }],
      ["return-from-frame", { frame: 0 }],
      ["restart-frame", { frame: 1 }],
    ]);
    expect(await saidBy(",continue", at)).toContain("Nothing is held");
    for (const line of [",again", ",again x", ",return -1 2", ",frame 1.5", ",frame"])
      expect(await saidBy(line, held), line).toContain("Write its number in the backtrace");
    for (const line of [",callers", ",check ", ",compile", ",record"])
      expect(await saidBy(line, held), line).toContain("Something is missing");
  });

  it("ask tools in the session's package", async () => {
    const { at, calls } = desk();
    const asked: unknown[] = [];
    const call = async (tool: string, args: unknown) => {
      asked.push([tool, args]);
      return { text: "told", data: null, isError: tool === "eval-in-frame" };
    };
    const asking: Desk = { ...at, client: Promise.resolve({ call } as unknown as LispClient) };
    expect(await runCommand(",callers f", asking)).toEqual({ text: "told", kind: "text" });
    expect(await runCommand(",frame 2 (car", asking)).toEqual({ text: "told", kind: "problem" });
    await runCommand(",frame 0", asking);
    expect(asked).toEqual([
      ["who-calls", { session: "main", package: "COMMON-LISP-USER", symbol: "f" }],
      ["eval-in-frame", { session: "main", frame: 2, code: "(car" }],
      ["inspect-frame", { session: "main", frame: 0 }],
    ]);
    await runCommand(",record (f)", asking);
    await runCommand(",profile (g)", asking);
    expect(calls.evaluated).toEqual(["record (f)", "profile (g)"]);
  });
});
