import { expect, test } from "vitest";
import { CallStack, type FrameInfo } from "./callstack.js";

const info = (slots: number): FrameInfo => ({
  kind: "lambda",
  name: null,
  slots,
  spread: false,
  layout: null,
  internal: false,
  place: null,
});

test("the number of a description that is not needed any more is used again", () => {
  const stack = new CallStack();
  const [first, second] = [stack.register(info(1)), stack.register(info(2))];
  stack.release(first);
  expect(stack.infos[first]?.internal).toBe(true);
  expect(stack.register(info(3))).toBe(first);
  expect(stack.infos[first]?.slots).toBe(3);
  expect(stack.infos[second]?.slots).toBe(2);
});

test("with it goes the number of its like for arguments as they came", () => {
  const stack = new CallStack();
  const id = stack.register(info(1));
  const described = stack.infos[id] as FrameInfo;
  described.asItCame = stack.register(info(1));
  stack.release(id);
  expect([stack.register(info(0)), stack.register(info(0))].sort()).toEqual([id, described.asItCame].sort());
});
