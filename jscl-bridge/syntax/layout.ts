/**
 * Lays out a whole text, for the tool `format-code`: the grammar and the rules are the editor's. It is a
 * file of the package of its own, loaded when the tool is called first.
 */
import type { SyntaxNode, Tree } from "@lezer/common";
import type { Position, SyntaxProblem, SyntaxProblemKind } from "../contract/engine.js";
import { isClosed, isList, isUnfinished, openingOf } from "./elements.js";
import { likelyEnd } from "./missing-brackets.js";
import { parser } from "./parser.js";
import * as term from "./parser.terms.js";
import { indentedLines } from "./reindent.js";

/** How a text is to be laid out. */
export interface Layout {
  /** The column of each line, `null` for one that stays as it is. */
  readonly columns: readonly (number | null)[];
  /** The first ones, in the order of the text. */
  readonly problems: readonly SyntaxProblem[];
}

/** Problems that are told. */
const MOST_PROBLEMS = 20;

/** Tokens, and lines, between two looks at the clock. */
const STEPS_BETWEEN = 64;

const TOO_LONG = "It takes too long: format parts of it.";

/**
 * The layout of a text, where so many arguments come before the `&body` of macros that it does not define.
 * @throws Error for a text that takes longer than so many milliseconds, or is nested too deeply to be read.
 */
export function layOut(code: string, bodies: Readonly<Record<string, number>>, mostMs: number): Layout {
  const known = new Map(Object.entries(bodies));
  const until = performance.now() + mostMs;
  const isLate = (steps: number) => steps % STEPS_BETWEEN === 0 && performance.now() > until;
  const tree = parsed(code, isLate);
  const columns: (number | null)[] = [];
  for (const { column } of indentedLines(code, tree, 0, code.length, (name) => known.get(name) ?? null)) {
    columns.push(column);
    if (isLate(columns.length)) throw new Error(TOO_LONG);
  }
  return { columns, problems: problemsIn(code, tree) };
}

function parsed(code: string, isLate: (steps: number) => boolean): Tree {
  const parse = parser.startParse(code);
  for (let steps = 1; ; steps += 1) {
    const tree = parse.advance();
    if (tree) return tree;
    if (isLate(steps)) throw new Error(TOO_LONG);
  }
}

function problemsIn(code: string, tree: Tree): SyntaxProblem[] {
  const found: { readonly kind: SyntaxProblemKind; readonly at: number; readonly list?: SyntaxNode }[] = [];
  tree.iterate({
    enter: (reference) => {
      if (found.length >= MOST_PROBLEMS) return false;
      const { node } = reference;
      if (isList(node)) {
        if (!isClosed(node)) found.push({ kind: "unclosed-bracket", at: openingOf(code, node), list: node });
      } else if (node.type.id === term.StrayClose) found.push({ kind: "stray-bracket", at: node.from });
      else if (node.to === code.length && isUnfinished(code.slice(node.from, node.to))) {
        const kind = unfinished.get(node.type.id);
        if (kind) found.push({ kind, at: node.from });
      }
      return true;
    },
  });
  return found.map(({ kind, at, list }) => {
    const end = list ? likelyEnd(code, tree, list) : null;
    const place = (offset: number | null | undefined) =>
      offset === null || offset === undefined ? null : positionOf(code, offset);
    const likely = { end: place(end?.end), opening: place(end?.opening), next: place(end?.next) };
    return { kind, position: positionOf(code, at), ...likely };
  });
}

const unfinished = new Map<number, SyntaxProblemKind>([
  [term.String, "unclosed-string"],
  [term.Symbol, "unclosed-symbol"],
  [term.BlockComment, "unclosed-comment"],
]);

function positionOf(code: string, at: number): Position {
  const before = code.slice(0, at);
  return { line: before.split("\n").length, column: at - (before.lastIndexOf("\n") + 1) };
}
