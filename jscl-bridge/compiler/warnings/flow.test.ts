import { expect, test } from "vitest";
import type { FunctionContext } from "../emit/context.js";
import type { VariableBinding } from "../scope/environment.js";
import { type Facts, Flow } from "./flow.js";
import { disjoint, type LispType, typeOf } from "../types/lattice.js";

const NUMBER = typeOf("NUMBER");
const NULL = typeOf("NULL");
const LIST = typeOf("LIST");
const here = {} as FunctionContext;
const variable = (): VariableBinding => ({ owner: here }) as VariableBinding;

function bound(flow: Flow, type: LispType): VariableBinding {
  const binding = variable();
  flow.bind(binding, () => ({ type, alias: null }));
  return binding;
}

/** Suspects that the variable's value is no number. */
function suspectOf(flow: Flow, binding: VariableBinding) {
  return flow.suspect(() => {
    const type = flow.typeOf(binding);
    return type !== null && disjoint(type, NUMBER);
  }, true);
}

test("what holds on the only way is confirmed", () => {
  const flow = new Flow();
  const suspicion = suspectOf(flow, bound(flow, NULL));
  flow.settle();
  expect(suspicion.confirmed).toBe(true);
});

test("a jump back drops what an assignment behind it made wrong", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const unchanged = bound(flow, NULL);
  const top = flow.label();
  flow.land(top);
  const first = suspectOf(flow, x);
  const second = suspectOf(flow, unchanged);
  flow.assign(x, here, () => NUMBER);
  flow.jump(top);
  flow.settle();
  expect(first.confirmed).toBe(false);
  expect(second.confirmed).toBe(true);
});

test("what a test says holds in its branch, and not where branches meet", () => {
  const flow = new Flow();
  const x = variable();
  const fork = flow.here();
  flow.take("holds", { holds: [{ binding: x, type: LIST }], fails: [] });
  const inside = suspectOf(flow, x);
  const then = flow.here();
  flow.resume(fork);
  flow.resume(then, flow.here());
  const after = suspectOf(flow, x);
  flow.settle();
  expect(inside.confirmed).toBe(true);
  expect(after.confirmed).toBe(false);
});

test("a variable that a test was bound to says the same until what it was made of is assigned", () => {
  const flow = new Flow();
  const x = variable();
  const test = variable();
  flow.boundToTest(test, { holds: [{ binding: x, type: LIST }], fails: [] }, flow.now);
  const top = flow.label();
  flow.land(top);
  const fork = flow.here();
  flow.take("holds", flow.testOf(test) as Facts);
  const inside = suspectOf(flow, x);
  flow.resume(fork);
  const later = flow.here();
  flow.resume(later);
  flow.assign(x, here, () => null);
  flow.jump(top);
  flow.settle();
  expect(inside.confirmed).toBe(false);
});

test("code that may be left at any point leaves nothing known of what it assigns", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const y = bound(flow, NULL);
  const entry = flow.here();
  flow.assign(x, here, () => LIST);
  flow.resume(flow.abrupt(entry));
  const [assigned, kept] = [suspectOf(flow, x), suspectOf(flow, y)];
  flow.settle();
  expect(assigned.confirmed).toBe(false);
  expect(kept.confirmed).toBe(true);
});

test("a function knows only variables that are assigned nowhere, also further on", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const y = bound(flow, NULL);
  const found: { confirmed: boolean }[] = [];
  flow.inFunction(() => found.push(suspectOf(flow, x), suspectOf(flow, y)));
  flow.assign(x, here, () => NUMBER);
  flow.settle();
  expect(found.map(({ confirmed }) => confirmed)).toEqual([false, true]);
});

test("nothing is known of a variable that a function inside its scope assigns", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const suspicion = suspectOf(flow, x);
  flow.inFunction(() => flow.assign(x, {} as FunctionContext, () => NUMBER));
  flow.settle();
  expect(suspicion.confirmed).toBe(false);
});

test("a variable has another's value until either is assigned", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const y = variable();
  flow.bind(y, () => ({ type: null, alias: x }));
  const before = suspectOf(flow, y);
  flow.assign(x, here, () => NUMBER);
  const after = suspectOf(flow, y);
  flow.settle();
  expect(before.confirmed).toBe(true);
  expect(after.confirmed).toBe(false);
});

test("behind what is confirmed, nothing is", () => {
  const flow = new Flow();
  const x = bound(flow, NULL);
  const suspicions = [suspectOf(flow, x), suspectOf(flow, x)];
  flow.settle();
  expect(suspicions.map(({ confirmed }) => confirmed)).toEqual([true, false]);
});
