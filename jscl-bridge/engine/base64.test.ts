import { expect, test } from "vitest";
import { base64Of, bytesOfBase64 } from "./base64.js";

test("bytes of any length come back, as Node writes them", () => {
  for (let length = 0; length < 50; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length * 7) % 256);
    const text = base64Of(bytes);
    expect(text).toBe(Buffer.from(bytes).toString("base64"));
    expect(bytesOfBase64(text)).toEqual(bytes);
  }
});

test.each([
  "A",
  "AA",
  "AAA",
  "AAAAA",
  "AA=A",
  "A===",
  "====",
  "=AAA",
  "AA A",
  "AA\n=",
  "AA-_",
  "é===",
  "AB==",
  "AAB=",
])("%j is no base64", (text) => expect(bytesOfBase64(text)).toBeNull());
