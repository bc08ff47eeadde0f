import { expect, test } from "vitest";
import type { LispValue } from "../runtime/objects/marshal.js";
import { makeString } from "../runtime/objects/vectors.js";
import type { Signalled } from "../runtime/reports/library-calls.js";
import { mayBeHelped } from "./hint-guard.js";

const signalled = (type: string, slots: Record<string, LispValue> = {}) =>
  ({ type, slots: new Map(Object.entries(slots)) }) as unknown as Signalled;

test("hints are looked for where there may be some", () => {
  expect(mayBeHelped(signalled("UNBOUND-VARIABLE"), 0)).toBe(true);
  expect(mayBeHelped(signalled("SIMPLE-ERROR"), 0)).toBe(false);
  expect(mayBeHelped(signalled("SIMPLE-ERROR"), 1)).toBe(true);
  expect(mayBeHelped(signalled("TYPE-ERROR", { DATUM: 1 as unknown as LispValue }), 0)).toBe(true);
  const control = (text: string) => signalled("SIMPLE-ERROR", { "FORMAT-CONTROL": makeString(text) });
  expect(mayBeHelped(control("unknown type specifier: ~S"), 0)).toBe(true);
  expect(mayBeHelped(control("no such thing"), 0)).toBe(false);
});
