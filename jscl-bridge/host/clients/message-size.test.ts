import { expect, test } from "vitest";
import { requestId, sizeOf } from "./message-size.js";

test("what JSON would write is counted, and no more than the limit", () => {
  expect(sizeOf({ id: 1, params: { code: "x".repeat(80) } }, 120)).toBeTypeOf("number");
  expect(sizeOf({ id: 1, params: { code: "x".repeat(200) } }, 120)).toBe("long");
  expect(sizeOf(new Array(1_000_000_000), 1_000_000)).toBe("long");
  expect(sizeOf(new Uint8Array(2_000_000), 1_000_000)).toBe("long");
  let shared: unknown = ["x"];
  for (let i = 0; i < 64; i++) shared = [shared, shared];
  expect(sizeOf(shared, 1_000_000)).toBe("long");
});

test("what contains itself, or is nested like it, is deep", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  expect(sizeOf(cyclic, 1_000_000)).toBe("deep");
  let nested: unknown = 1;
  for (let i = 0; i < 100_000; i++) nested = [nested, nested];
  expect(sizeOf(nested, 1_000_000)).toBe("deep");
});

test("only a request's id is told", () => {
  expect(requestId({ id: "a", method: "ping" })).toBe("a");
  expect(requestId({ id: 7, method: "ping" })).toBe(7);
  for (const data of [null, 1, {}, { id: 1 }, { id: {}, method: "x" }, { id: "y".repeat(5000), method: "x" }])
    expect(requestId(data)).toBeUndefined();
});

test("what JSON has no text for is odd", () => {
  for (const data of [undefined, 1n, { id: 1n }, [Symbol.iterator], { run: () => 1 }])
    expect(sizeOf(data, 1_000_000)).toBe("odd");
  expect(sizeOf({ left: undefined }, 1_000_000)).toBeTypeOf("number");
});
