import { afterEach, describe, expect, it, vi } from "vitest";
import { KeptHistory, newest } from "./kept-history.js";

function storage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

describe("the history that a tab keeps", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is there again after a reload", () => {
    storage();
    const before = new KeptHistory();
    before.add("(a)");
    before.add("(b)");
    const after = new KeptHistory();
    expect(after.move(-1, "draft")).toBe("(b)");
    expect(after.move(-1, "(b)")).toBe("(a)");
  });

  it("works without storage, and with what others have left there", () => {
    const history = new KeptHistory();
    history.add("(a)");
    expect(history.move(-1, "")).toBe("(a)");
    storage();
    for (const left of ["{", "7", '[1,"(b)"]']) {
      sessionStorage.setItem("jscl-mcp.playground.entered", left);
      expect(new KeptHistory().entered.length, left).toBe(left.startsWith("[") ? 1 : 0);
    }
  });

  it("has bounds", () => {
    expect(newest(Array.from({ length: 600 }, String))).toHaveLength(500);
    expect(newest(Array.from({ length: 600 }, (_, at) => String(at))).at(-1)).toBe("599");
    expect(newest(["x".repeat(150_000), "y".repeat(100_000), "z"])).toEqual(["y".repeat(100_000), "z"]);
  });
});
