import { expect, test } from "vitest";
import { codeFragment } from "./elements/code-link.js";
import { readAddress } from "./embed-address.js";

const CODE = '(format t "λ ~a & +" 1)\n=> NIL';
const hash = codeFragment(CODE);

test("code comes in the fragment or in the query", () => {
  expect(readAddress({ search: "", hash })).toEqual({
    code: CODE,
    theme: "auto",
    attributes: {},
    origins: [],
    channels: [],
    startsAtOnce: false,
    problems: [],
  });
  expect(readAddress({ search: `?${hash.slice(1)}`, hash: "" }).code).toBe(CODE);
  expect(readAddress({ search: `?${hash.slice(1)}`, hash: codeFragment("1") }).code).toBe("1");
  expect(readAddress({ search: "", hash: "" }).code).toBe("");
});

test("all else is read beside it", () => {
  const search = "?origin=https://a.example&origin=https://b.example&channel=one&mcp&readonly&timeout=5";
  expect(readAddress({ search, hash: `${hash}&theme=dark&origin=https://c.example` })).toMatchObject({
    code: CODE,
    theme: "dark",
    attributes: { readonly: "", timeout: "5" },
    origins: ["https://a.example", "https://b.example"],
    channels: ["one"],
    startsAtOnce: true,
    problems: [],
  });
});

test("what cannot be read is said", () => {
  const { code, theme, problems } = readAddress({ search: "?theme=pink", hash: "#code=%%" });
  expect({ code, theme }).toEqual({ code: "", theme: "auto" });
  expect(problems).toEqual([
    expect.stringContaining("code in the address of this frame cannot be read"),
    'There is no theme "pink": it is light, dark or auto.',
  ]);
});
