import { describe, expect, test } from "vitest";
import { distanceOf, nearNames, theOneMeant } from "./near-names.js";

const meant = (written: string, ...names: string[]) => theOneMeant(names, (name) => name, written);

describe("the distance of two names", () => {
  test.each([
    ["LENGTH", "LENGTH", 0],
    ["LENGHT", "LENGTH", 1],
    ["LENTH", "LENGTH", 1],
    ["LENGTHH", "LENGTH", 1],
    ["LANGTH", "LENGTH", 1],
    ["", "ABC", 3],
    ["ABCD", "BADC", 2],
    ["KITTEN", "SITTING", 3],
  ])("%s and %s", (one, other, distance) => {
    expect(distanceOf(one, other)).toBe(distance);
    expect(distanceOf(other, one)).toBe(distance);
  });

  test("is far for what is too long to compare", () => {
    expect(distanceOf("A".repeat(101), "A".repeat(101))).toBe(100);
    expect(distanceOf("A".repeat(1e6), "A")).toBe(100);
  });
});

describe("the one that was meant", () => {
  test("is the only one a slip away", () => {
    expect(meant("LENGHT", "LENGTH", "WEIGHT", "LIST")).toEqual({ value: "LENGTH", distance: 1 });
  });

  test("is none where two are as near", () => {
    expect(meant("ITEMX", "ITEMS", "ITEM", "OTHER")).toBeNull();
    expect(meant("MAKE-THNG-A", "MAKE-THING-B", "MAKE-THING-C")).toBeNull();
  });

  test("is the nearer of two", () => {
    expect(meant("COUNT-WRDS", "COUNT-WARD", "COUNT-WORDS")).toEqual({ value: "COUNT-WORDS", distance: 1 });
    expect(meant("COUNT-WRDS", "COUNT-WORDS", "COUNT-WARD")).toEqual({ value: "COUNT-WORDS", distance: 1 });
  });

  test("is two slips away in a long name only", () => {
    expect(meant("COUNTER-NMAE", "COUNTER-NAMES")?.distance).toBe(2);
    expect(meant("CONUTR", "COUNTER")).toBeNull();
  });

  test("is none for a short name, nor the name itself", () => {
    expect(meant("FOO", "FOOD", "FO")).toBeNull();
    expect(meant("FOOD", "FOO")).toBeNull();
    expect(meant("LENGTH", "LENGTH")).toBeNull();
    expect(meant("")).toBeNull();
  });

  test("is found once when it is met twice", () => {
    expect(meant("LENGHT", "LENGTH", "LENGTH")).toEqual({ value: "LENGTH", distance: 1 });
  });
});

test("lists what is near, the nearest first", () => {
  expect(nearNames(["alexandria", "alexandria-tests", "iterate"], "alexandira", 5)).toEqual(["alexandria"]);
});
