import { expect, test } from "vitest";
import { calledOnce } from "./program.js";

test("what is called once is in parentheses, and its calls keep their places in the text", () => {
  const body = "return values(41)+1;";
  const places = { offsets: [body.indexOf("values")], places: [] };
  const text = calledOnce("const unused=0;", "T1", body, places);
  expect(text).toContain("return(function T1(values){");
  expect(text.slice(places.offsets[0])).toMatch(/^values\(41\)/);
  expect(new Function(text)()((x: number) => x)).toBe(42);
});
