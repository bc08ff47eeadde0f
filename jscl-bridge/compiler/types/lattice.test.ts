import { expect, test } from "vitest";
import {
  disjoint,
  integers,
  intersection,
  LispType,
  NOTHING,
  sameType,
  subtype,
  union,
  widen,
} from "./lattice.js";
import { type Specifier, typeOf } from "./specifiers.js";

const T = (specifier: Specifier) => typeOf(specifier);
const NAMES: Specifier[] = [
  ...[
    "T",
    "NULL",
    "LIST",
    "CONS",
    "SYMBOL",
    "INTEGER",
    "FIXNUM",
    "BIT",
    "UNSIGNED-BYTE",
    "RATIONAL",
    "NUMBER",
  ],
  ...[
    "DOUBLE-FLOAT",
    "CHARACTER",
    "STRING",
    "SIMPLE-STRING",
    "VECTOR",
    "SIMPLE-VECTOR",
    "SEQUENCE",
    "FUNCTION",
  ],
  ...["STANDARD-CHAR", "BIT-VECTOR", "ARRAY"],
  ["INTEGER", -5n, 10n],
  ["UNSIGNED-BYTE", 8n],
  ["SIMPLE-ARRAY", "DOUBLE-FLOAT", ["*"]],
  ["SIMPLE-ARRAY", "DOUBLE-FLOAT", ["*", "*"]],
  ["ARRAY", "DOUBLE-FLOAT"],
  ["NOT", "INTEGER"],
  ["OR", "NULL", "INTEGER"],
];

test("both types are parts of their union, and their intersection is of both", () => {
  for (const a of NAMES.map(T)) {
    expect(sameType(a, a)).toBe(true);
    for (const b of NAMES.map(T)) {
      const both = union(a, b);
      const common = intersection(a, b);
      if (!both.loose)
        expect([subtype(a, both), subtype(b, both)], `${a.text} ${b.text}`).toEqual([true, true]);
      if (!a.loose && !b.loose)
        expect([subtype(common, a), subtype(common, b)], `${a.text} ${b.text}`).toEqual([true, true]);
      if (subtype(a, b) && a.kinds !== 0) expect(disjoint(a, b)).toBe(false);
      expect(disjoint(a, b)).toBe(disjoint(b, a));
    }
  }
});

test("a type of one object is that of the object alone", () => {
  const one = new LispType(T("SYMBOL").kinds, { low: null, high: null, constant: { value: "A" } });
  expect(union(NOTHING, one).constant).toEqual({ value: "A" });
  expect(union(one, T("NULL")).constant).toBeUndefined();
  expect([subtype(one, T("SYMBOL")), subtype(T("SYMBOL"), one)]).toEqual([true, false]);
});

test("what a type only admits is no proof", () => {
  expect(subtype(T("CHARACTER"), T("STANDARD-CHAR"))).toBe(false);
  expect(subtype(T("STANDARD-CHAR"), T("CHARACTER"))).toBe(true);
  expect(subtype(T("DOUBLE-FLOAT"), T(["DOUBLE-FLOAT", "0.0"]))).toBe(false);
  expect(subtype(T("CONS"), T(["CONS", "INTEGER"]))).toBe(false);
  expect(subtype(T("INTEGER"), T("BIGNUM"))).toBe(false);
  expect(disjoint(T("STANDARD-CHAR"), T("INTEGER"))).toBe(true);
});

test("arrays are told apart by elements, rank and simplicity", () => {
  const doubles = T(["SIMPLE-ARRAY", "DOUBLE-FLOAT", ["*"]]);
  expect(subtype(doubles, T("VECTOR"))).toBe(true);
  expect(subtype(doubles, T(["ARRAY", "DOUBLE-FLOAT", ["*"]]))).toBe(true);
  expect(disjoint(doubles, T("SIMPLE-VECTOR"))).toBe(true);
  expect(disjoint(doubles, T("STRING"))).toBe(true);
  expect(disjoint(doubles, T(["SIMPLE-ARRAY", "DOUBLE-FLOAT", ["*", "*"]]))).toBe(true);
  expect(disjoint(doubles, T(["SIMPLE-ARRAY", "SINGLE-FLOAT", ["*"]]))).toBe(true);
  expect(subtype(T("SIMPLE-VECTOR"), T(["SIMPLE-ARRAY", "T", ["*"]]))).toBe(true);
  expect(subtype(T(["SIMPLE-ARRAY", "T", ["*"]]), T("SIMPLE-VECTOR"))).toBe(true);
});

test("types are printed as SBCL prints them", () => {
  const interval = (low: bigint | null, high: bigint | null): string => integers(low, high).text;
  expect([interval(0n, 1n), interval(0n, 255n), interval(0n, 9n), interval(0n, null)]).toEqual([
    ...["BIT", "(UNSIGNED-BYTE 8)", "(MOD 10)", "UNSIGNED-BYTE"],
  ]);
  expect([interval(-128n, 127n), interval(null, 3n), interval(2n, null), interval(null, null)]).toEqual([
    ...["(SIGNED-BYTE 8)", "(INTEGER * 3)", "(INTEGER 2)", "INTEGER"],
  ]);
  expect(union(T("NULL"), integers(5n, 5n)).text).toBe("(OR (INTEGER 5 5) NULL)");
  expect(union(T("NULL"), T("CONS")).text).toBe("LIST");
  expect(intersection(T("LIST"), T(["NOT", "NULL"])).text).toBe("CONS");
});

test("what grows is widened a few times at most", () => {
  let type = integers(0n, 0n);
  let steps = 0;
  for (; steps < 50; steps++) {
    const next = widen(type, integers((type.low ?? 0n) - 1n, type.high === null ? null : type.high + 1n));
    if (sameType(type, next)) break;
    type = next;
  }
  expect(steps).toBeLessThan(12);
  expect(type.text).toBe("INTEGER");
});
