import { expect, test } from "vitest";
import { codeFragment, codeOfFragment } from "./code-link.js";

test("code survives the way through an address", () => {
  for (const code of ["", "(+ 1 2)", '(print "λ 日本 🙂 >>>???")', "x".repeat(200_000)]) {
    const fragment = codeFragment(code);
    expect(fragment).toMatch(/^#code=[\w-]*$/);
    expect(codeOfFragment(fragment)).toBe(code);
  }
});

test("other fragments hold no code", () => {
  for (const fragment of ["", "#", "#top", "#code=%", "#code=_w"])
    expect(codeOfFragment(fragment)).toBeNull();
});
