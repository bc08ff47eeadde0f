import { expect, test } from "vitest";
import { Outstanding } from "./outstanding.js";

test("what was asked and not answered is left", () => {
  const outstanding = new Outstanding();
  outstanding.asked({ id: 1, method: "ping" });
  outstanding.asked([{ id: "1", method: "ping" }, { id: "2", method: "ping" }, { method: "x" }]);
  outstanding.told([{ id: "2", result: {} }]);
  outstanding.told({ id: 1, error: {} });
  expect(outstanding.ids).toEqual(["1"]);
  expect([outstanding.has("1"), outstanding.has(1)]).toEqual([true, false]);
});

test("a request that is refused because its id is in use leaves the one that has it", () => {
  const outstanding = new Outstanding();
  outstanding.asked({ id: 1, method: "tools/call" });
  outstanding.asked({ id: 1, method: "subscriptions/listen" });
  outstanding.told({ id: 1, error: {} });
  expect([outstanding.ids, outstanding.isOwedAnswer]).toEqual([[1], true]);
  outstanding.told({ id: 1, result: {} });
  outstanding.told({ id: 1, result: {} });
  expect(outstanding.ids).toEqual([]);
});

test("what is cancelled is not to be answered", () => {
  const outstanding = new Outstanding();
  outstanding.asked({ id: "a", method: "tools/call" });
  outstanding.asked({ method: "notifications/cancelled", params: { requestId: "a" } });
  outstanding.asked({ method: "notifications/cancelled" });
  expect(outstanding.ids).toEqual([]);
});

test("what is no request is none, and a server's own messages answer nothing", () => {
  const outstanding = new Outstanding();
  for (const data of [
    null,
    7,
    "x",
    undefined,
    [],
    [null, 1],
    { id: 1 },
    { id: null, method: "x" },
    { id: {}, method: "x" },
  ])
    outstanding.asked(data);
  expect(outstanding.ids).toEqual([]);
  outstanding.asked({ id: 1, method: "ping" });
  outstanding.told({ id: 1, method: "notifications/progress" });
  expect(outstanding.ids).toEqual([1]);
});

test("a client that never gets answers costs bounded memory", () => {
  const outstanding = new Outstanding();
  for (let id = 0; id < 5000; id++) outstanding.asked({ id, method: "x" });
  expect(outstanding.ids).toHaveLength(1024);
});
