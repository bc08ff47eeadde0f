import { expect, test } from "vitest";
import { callsOf, readProfile } from "./profile.js";

test("folded stacks are calls in calls, a function that calls itself one", () => {
  const all = callsOf(["main;f;f;f;g 4", "main;f;f 2", "main;h 3", "main 1", "a b;(setf c) 1"]);
  expect(all).toEqual({
    ...{ name: "all", depth: 1, total: 11, self: 0 },
    calls: [
      {
        ...{ name: "main", depth: 1, total: 10, self: 1 },
        calls: [
          {
            ...{ name: "f", depth: 3, total: 6, self: 2 },
            calls: [{ name: "g", depth: 1, total: 4, self: 4, calls: [] }],
          },
          { name: "h", depth: 1, total: 3, self: 3, calls: [] },
        ],
      },
      {
        ...{ name: "a b", depth: 1, total: 1, self: 0 },
        calls: [{ name: "(setf c)", depth: 1, total: 1, self: 1, calls: [] }],
      },
    ],
  });
});

test("nothing and nonsense are borne", () => {
  expect(callsOf([])).toEqual({ name: "all", depth: 1, total: 0, self: 0, calls: [] });
  expect(callsOf(["x"]).total).toBe(0);
  for (const data of [
    null,
    undefined,
    1,
    "",
    {},
    { samples: 1, realMs: 2, functions: [], stacks: 3, values: [] },
  ])
    expect(readProfile(data)).toBeNull();
});
