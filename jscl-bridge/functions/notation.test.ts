import { expect, test } from "vitest";
import { expandedType } from "./designators.js";
import { countsOnLine, nameOnLine, readLine } from "./notation.js";
import { argumentCounts, functionEntry, functionNames } from "./table.js";

const LINE =
  "(hide !place:(or list string) &optional n=1:index &key case=:local:(member :local :common) key:callee &allow-other-keys)" +
  " -> (values t (or null index)) closed tests:(not cons)";

test("a line is read", () => {
  const parameter = (name: string, type: string, init: string | null = null, changed = false) => ({
    ...{ name, type, init, changed },
  });
  expect(readLine(LINE)).toEqual({
    name: "HIDE",
    required: [parameter("PLACE", "(or list string)", null, true)],
    optional: [parameter("N", "index", "1")],
    rest: null,
    keys: [parameter("CASE", "(member :local :common)", ":local"), parameter("KEY", "callee")],
    allowOtherKeys: true,
    values: ["t", "(or null index)"],
    attributes: new Set(["closed"]),
    tests: "(not cons)",
  });
  expect(countsOnLine(LINE)).toEqual({ least: 1, most: 2, hasKeys: true });
});

test("a line without parameters, values, or anything known", () => {
  expect(readLine("(none) -> (values)")).toMatchObject({ required: [], keys: null, values: [] });
  expect(readLine("(any &rest objects) -> *")).toMatchObject({ rest: { name: "OBJECTS" }, values: null });
  expect(countsOnLine("(none) -> t")).toEqual({ least: 0, most: 0, hasKeys: false });
  expect(nameOnLine("(none) -> t")).toBe("NONE");
});

test("types are written out as SBCL prints them", () => {
  expect(expandedType("(or index null)")).toBe("(OR (MOD 4611686018427387901) NULL)");
  expect(expandedType("(double-float (0.0d0))")).toBe("(DOUBLE-FLOAT (0.0d0))");
});

test("counting says what reading says, of every line", () => {
  const names = [...functionNames()];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    const entry = functionEntry(name);
    if (entry === undefined) throw new Error(`${name} has no entry`);
    const least = entry.required.length;
    const most = entry.rest === null ? least + entry.optional.length : Number.POSITIVE_INFINITY;
    expect([name, argumentCounts(name)]).toEqual([name, { least, most, hasKeys: entry.keys !== null }]);
    expect(entry.name).toBe(name);
  }
});

test("no line contradicts itself", () => {
  for (const name of functionNames()) {
    const { attributes: has } = functionEntry(name) ?? { attributes: new Set() };
    expect([name, has.has("closed") && has.has("open")]).toEqual([name, false]);
    expect([name, has.has("partial") && !has.has("foldable")]).toEqual([name, false]);
    expect([name, has.has("partial") && has.has("flushable")]).toEqual([name, false]);
  }
});
