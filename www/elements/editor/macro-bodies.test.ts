import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { indentAll } from "./indentation.js";
import { lispLanguage } from "./language.js";
import { MacroBodies } from "./macro-bodies.js";

/** A Lisp whose answers are given by hand. */
function lisp() {
  const asked: string[] = [];
  const answers: ((place: number | null) => void)[] = [];
  const bodies = new MacroBodies((name) => {
    asked.push(name);
    return new Promise((resolve) => answers.push(resolve));
  });
  return { asked, answers, bodies };
}

it("asks once for each name, and knows what was said before while it asks again", async () => {
  const { asked, answers, bodies } = lisp();
  expect([bodies.of("twice"), bodies.of("twice")]).toEqual([null, null]);
  answers[0]?.(1);
  await bodies.settled();
  expect(bodies.settled()).toBeNull();
  expect(bodies.of("twice")).toBe(1);
  bodies.forget();
  expect(bodies.of("twice")).toBe(1);
  expect(asked).toEqual(["twice", "twice"]);
  answers[1]?.(null);
  await bodies.settled();
  expect(bodies.of("twice")).toBeNull();
});

it("asks again where no answer came", async () => {
  let count = 0;
  const bodies = new MacroBodies(async () => {
    count += 1;
    if (count === 1) throw new Error("at work");
    return 0;
  });
  bodies.of("twice");
  await bodies.settled();
  bodies.of("twice");
  await bodies.settled();
  expect(bodies.of("twice")).toBe(0);
});

it("has the whole text wait for what was asked, and no typing", async () => {
  const { asked, answers, bodies } = lisp();
  let state = EditorState.create({ doc: "(twice (a)\nb)", extensions: lispLanguage(bodies) });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: { readonly state: EditorState }) => {
      state = transaction.state;
    },
  };
  indentAll(view);
  expect(asked).toEqual(["twice", "a"].slice(0, asked.length));
  expect(state.doc.toString()).toBe("(twice (a)\nb)");
  for (const answer of answers) answer(1);
  await bodies.settled();
  await Promise.resolve();
  expect(state.doc.toString()).toBe("(twice (a)\n  b)");
});
