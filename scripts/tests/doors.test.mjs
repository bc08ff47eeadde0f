import { expect, test } from "vitest";
import { findSpelled, spelledInLisp, spelledProperties } from "../lib/doors.mjs";

test("JSCL's objects have one door", () => {
  expect(findSpelled()).toEqual([]);
}, 60_000);

test.each([
  ["const x = (cons as Shape).$$jscl_car;", "$$jscl_car"],
  ["symbol.fvalue = fn;", "fvalue"],
  ["export const { packageName } = pkg;", "packageName"],
  ["make({ stringp: 1 });", "stringp"],
  ['const mark = object["dt_Name"];', "dt_Name"],
  ["const code = `%{symbol}.value=1;`;", ".value"],
  ["const code = `(%{x}).$$jscl_cdr`;", "$$jscl_c"],
  ["const code = `%{array}.dimensions===undefined`;", ".dimensions"],
  ["const value = binding.value;", null],
  ["const text = `%{place.value}.`;", null],
  ["// a symbol's fvalue", null],
  ["interface Shape { fvalue: unknown }", null],
])("%s", (text, name) => {
  const source = text.replaceAll("%{", "$" + "{");
  expect(spelledProperties(source).map((each) => each.name)).toEqual(name === null ? [] : [name]);
});

test("a finding has the line of the TypeScript source", () => {
  const source =
    "interface A {\n  b: number;\n}\n\nconst c = (d: A): number => d.b;\n\nexport const e = f.fvalue;\n";
  expect(spelledProperties(source)).toEqual([{ line: 7, name: "fvalue" }]);
});

test("the overlay's JavaScript is looked through too", () => {
  const lisp = `;; .stringp in a comment\n(%js-inline "$0.@slots" x)\n(%js-inline "$0.SLOTS1" x)\n(stringp x)`;
  expect(spelledInLisp(lisp)).toEqual([{ line: 3, name: "SLOTS1" }]);
});
