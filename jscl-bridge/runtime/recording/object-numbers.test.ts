import { expect, test } from "vitest";
import { ObjectNumbers } from "./object-numbers.js";

test("an object keeps the number that it was given, of whatever kind it is", () => {
  const numbers = new ObjectNumbers();
  const objects = [{ a: 1 }, [1, 2], () => 1, new Map(), Object.freeze({ b: 2 }), Object.create(null)];
  expect(objects.map((each) => numbers.known(each))).toEqual(objects.map(() => undefined));
  expect(objects.map((each) => numbers.of(each))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(objects.map((each) => numbers.of(each))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(objects.map((each) => numbers.known(each))).toEqual([1, 2, 3, 4, 5, 6]);
});

test("nothing of it shows, and a copy has a number of its own", () => {
  const numbers = new ObjectNumbers();
  const object = { a: 1 };
  numbers.of(object);
  expect(Reflect.ownKeys(object)).toEqual(["a"]);
  expect(numbers.known({ ...object })).toBeUndefined();
  expect(numbers.of(Object.assign({}, object))).toBe(2);
  expect(structuredClone(object)).toEqual({ a: 1 });
});

test("an object to which nothing can be added has a number as well", () => {
  const numbers = new ObjectNumbers();
  const object = new Proxy(Object.freeze({}), { defineProperty: () => false, set: () => false });
  expect(numbers.of(object)).toBe(1);
  expect(numbers.of(object)).toBe(1);
  expect(numbers.known(object)).toBe(1);
});
