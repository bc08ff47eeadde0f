import { expect, it } from "vitest";
import { parser } from "./parser.js";
import * as structure from "./structure.js";

/**
 * The text after an edit at `|`, or at the selection from `[` to `]`; `null` where there is nothing to
 * do.
 */
function edited(edit: structure.Structural, marked: string): string | null {
  const from = marked.search(/[|[]/);
  const to = marked.includes("]") ? marked.indexOf("]") - 1 : from;
  const text = marked.replace(/[|[\]]/g, "");
  const result = edit({ text, tree: parser.parse(text), from, to });
  if (!result) return null;
  let after = "";
  let at = 0;
  let cursor = from;
  for (const { from: start, to: end = start, insert = "" } of result.changes) {
    after += text.slice(at, start) + insert;
    at = end;
    if (start < from) cursor += insert.length - (Math.min(end, from) - start);
  }
  after += text.slice(at);
  const { anchor, head = anchor } = result.selection ?? { anchor: cursor };
  return anchor === head
    ? `${after.slice(0, anchor)}|${after.slice(anchor)}`
    : `${after.slice(0, anchor)}[${after.slice(anchor, head)}]${after.slice(head)}`;
}

const cases: readonly (readonly [structure.Structural, string, string | null])[] = [
  [structure.slurpForward, "(a |b) c d", "(a |b c) d"],
  [structure.slurpForward, "((a |b)) c", "((a |b) c)"],
  [structure.slurpForward, "(|) '(c)", "(|'(c))"],
  [structure.slurpForward, "(|a)", null],
  [structure.slurpBackward, "a b '(|c)", "a '(b |c)"],
  [structure.slurpBackward, "(a (|))", "((a|))"],
  [structure.barfForward, "(|a b c)", "(|a b) c"],
  [structure.barfForward, "(|a)", "(|) a"],
  [structure.barfForward, "((|) a)", "((|)) a"],
  [structure.barfBackward, "(f '(a b|))", "(f a '(b|))"],
  [structure.barfBackward, "#(a|)", "a| #()"],
  [structure.wrap, "(f |a)", "(f (|a))"],
  [structure.wrap, "(f a|bc)", "(f (|abc))"],
  [structure.wrap, "(f [a b])", "(f (|a b))"],
  [structure.wrap, "(f [a) b]", null],
  [structure.wrap, "|", "(|)"],
  [structure.raise, "(if a |(b c) d)", "|(b c)"],
  [structure.raise, "(f '(a |b))", "(f |b)"],
  [structure.raise, "|a", null],
  [structure.kill, "(a | (b c) d)", "(a | d)"],
  [structure.kill, "(a |'b)", "(a |)"],
  [structure.kill, "(a|)", null],
  [structure.transpose, "(a | (b) c)", "((b)  a| c)"],
  [structure.transpose, "(a|)", null],
  [structure.selectEnclosing, "(f (a |bc))", "(f (a [bc]))"],
  [structure.selectEnclosing, "(f (a [bc]))", "(f [(a bc)])"],
  [structure.selectEnclosing, "(f '[(a bc)])", "(f ['(a bc)])"],
  [structure.forward, "(a| (b) c)", "(a (b)| c)"],
  [structure.forward, "(a|)", "(a)|"],
  [structure.backward, "(a 'b|)", "(a |'b)"],
  [structure.backward, "(|a)", "|(a)"],
  [structure.up, "(f (a| b))", "(f |(a b))"],
  [structure.down, "(f| a '(b))", "(f a '(|b))"],
];

it.each(cases.map(([edit, ...texts]) => [edit.name, edit, ...texts] as const))(
  "%s, case %#",
  (_name, edit, before, expected) => {
    expect(edited(edit, before)).toBe(expected);
  },
);
