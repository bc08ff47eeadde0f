import { expect, test } from "vitest";
import { drawSecret } from "./secret.js";

test("a secret is 64 hexadecimal digits, and never the same", () => {
  const secrets = Array.from({ length: 20 }, drawSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(secrets).size).toBe(20);
});
