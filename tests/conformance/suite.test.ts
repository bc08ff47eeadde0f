import { expect, test } from "vitest";
import { requiredBy } from "./suite.js";

test("what each version requires is read from the suite", () => {
  const modern = requiredBy("2026-07-28");
  expect(modern.size).toBe(37);
  expect(modern).toContain("server-stateless");
  const legacy = requiredBy("2025-11-25");
  expect(legacy.size).toBe(30);
  expect(legacy).toContain("server-initialize");
  // The list of clients follows that of servers.
  expect(legacy).not.toContain("sse-retry");
  expect(requiredBy("2025-06-18").size).toBe(0);
});
