import { ensureSyntaxTree, indentService, indentUnit, LRLanguage, syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Facet } from "@codemirror/state";
import { Indentation } from "../../../jscl-bridge/syntax/indentation.js";
import type { BodyOf } from "../../../jscl-bridge/syntax/macros.js";
import { parser } from "../../../jscl-bridge/syntax/parser.js";

/** The milliseconds that a command may wait for the tree. */
const PARSE_MS = 500;

const language = LRLanguage.define({
  name: "commonlisp",
  parser,
  languageData: {
    commentTokens: { line: ";;", block: { open: "#|", close: "|#" } },
    closeBrackets: { brackets: ["(", '"'] },
  },
});

/** What is known of macros that a text does not define, for the indentation of their forms. */
export interface Bodies {
  readonly of: BodyOf;
  /** Resolves when what was asked for is known, or soon in any case; null where nothing is asked for. */
  settled(): Promise<unknown> | null;
}

const NOTHING: Bodies = { of: () => null, settled: () => null };

const bodies = Facet.define<Bodies, Bodies>({ combine: ([first]) => first ?? NOTHING });

/** The tree of the text, as far as a place. */
export function treeTo(state: EditorState, place: number): ReturnType<typeof syntaxTree> {
  return ensureSyntaxTree(state, place, PARSE_MS) ?? syntaxTree(state);
}

/** What is known of macros that the text does not define. */
export function knownBodies(state: EditorState): Bodies {
  return state.facet(bodies);
}

/** The indentation of the lines up to a place. */
export function indentationTo(state: EditorState, place: number): Indentation {
  return new Indentation(state.doc.toString(), treeTo(state, place), knownBodies(state).of);
}

/** Common Lisp: its tree, and its indentation for CodeMirror's own commands. */
export function lispLanguage(known: Bodies = NOTHING): Extension {
  return [
    language,
    bodies.of(known),
    indentUnit.of("  "),
    indentService.of(({ state }, place) => indentationTo(state, place).ofLine(place)),
  ];
}
