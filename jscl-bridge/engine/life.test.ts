import { afterEach, expect, test, vi } from "vitest";
import { isLifeSign, type LifeSign, takeLife } from "./life.js";

afterEach(() => void vi.unstubAllGlobals());

/** What a Worker says that was sent a message, where there are these locks. */
async function said(message: unknown, locks: unknown): Promise<LifeSign[]> {
  vi.stubGlobal("navigator", { locks });
  const signs: LifeSign[] = [];
  takeLife(message, (sign) => signs.push(sign));
  await new Promise((resolve) => setTimeout(resolve));
  return signs;
}

const LIFE = { kind: "life", lock: "a lock" };

test("it has the lock before it says so, and keeps it", async () => {
  let isKept = true;
  const request = vi.fn(async (_: string, held: () => Promise<void>) => {
    await held();
    isKept = false;
  });
  expect(await said(LIFE, { request })).toEqual([{ kind: "life-sign", isLocked: true }]);
  expect(request.mock.calls[0]?.[0]).toBe("a lock");
  expect(isKept).toBe(true);
});

test("where there are no locks it says that it has begun all the same", async () => {
  const refuse = { request: () => Promise.reject(new DOMException("denied", "SecurityError")) };
  for (const locks of [undefined, refuse])
    expect(await said(LIFE, locks)).toEqual([{ kind: "life-sign", isLocked: false }]);
});

test("other messages are none of its business", async () => {
  for (const message of [null, undefined, 5, "life", {}, { kind: "boot", options: {} }, { kind: "life" }])
    expect(await said(message, undefined)).toEqual([]);
});

test("a sign of life is told from an event", () => {
  expect(isLifeSign({ kind: "life-sign", isLocked: false })).toBe(true);
  for (const other of [null, 5, { kind: "ready" }]) expect(isLifeSign(other)).toBe(false);
});
