import { afterEach, expect, test, vi } from "vitest";
import { hasSharedMemory } from "./abilities.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("there is shared memory where it can be made and waited on", () => {
  expect(hasSharedMemory()).toBe(true);
  vi.stubGlobal("Atomics", undefined);
  expect(hasSharedMemory()).toBe(false);
});

test("a page that is said to be isolated may have no shared memory", () => {
  vi.stubGlobal("crossOriginIsolated", true);
  vi.stubGlobal("SharedArrayBuffer", undefined);
  expect(hasSharedMemory()).toBe(false);
});
