import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  moveCompletionSelection,
  startCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** A source of the Lisp's names. */
export interface Names {
  /** The completions of a text, the likeliest first. */
  readonly complete: (text: string) => Promise<readonly string[]>;
  /** The description of a name; `null` where none comes soon enough. */
  readonly describe: (name: string) => Promise<string | null>;
}

/** The characters that must be written before names are suggested unasked. */
const LEAST = 2;

/** The lines of a description that are shown. */
const LINES = 12;

/** Everything up to the cursor that may be one symbol, bars and prefix included. */
const SYMBOL = /(?:[^\s()"';`,|#]|\|[^|]*\|?)+/;

/** Closes what is opened, and takes both away where there is nothing between them. */
export const bracketClosing: Extension = [closeBrackets(), keymap.of(closeBracketsKeymap)];

/** Suggestions of symbols. Tab takes one; Enter stays what it is, since a line often ends in a name. */
export function symbolCompletion(names: Names): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(SYMBOL);
    if (!word || isInText(context)) return null;
    if (!context.explicit && (word.text.length < LEAST || /^[-+.]?\d/.test(word.text))) return null;
    const found = await names.complete(word.text).catch(() => []);
    // A name that is written out already is no suggestion, unless it is the beginning of others.
    const isWritten = found.length === 1 && found[0] === word.text;
    if (context.aborted || found.length === 0 || isWritten) return null;
    const options = found.map((label): Completion => ({ label, info: () => description(names, label) }));
    // The server ranks, and knows more than what it was asked for the last time.
    return { from: word.from, options, filter: false };
  };
  return [
    autocompletion({ override: [source], defaultKeymap: false, icons: false }),
    keymap.of([
      { key: "Ctrl-Space", run: startCompletion },
      { key: "Escape", run: closeCompletion },
      { key: "ArrowDown", run: moveCompletionSelection(true) },
      { key: "ArrowUp", run: moveCompletionSelection(false) },
      { key: "PageDown", run: moveCompletionSelection(true, "page") },
      { key: "PageUp", run: moveCompletionSelection(false, "page") },
      { key: "Tab", run: acceptCompletion },
    ]),
  ];
}

/** Whether the cursor is in a string or a comment. */
function isInText({ state, pos }: CompletionContext): boolean {
  return /string|comment/i.test(syntaxTree(state).resolveInner(pos, -1).name);
}

async function description(names: Names, label: string): Promise<Node | null> {
  const text = await names.describe(label).catch(() => null);
  if (text === null) return null;
  const lines = text.trimEnd().split("\n");
  const shown = document.createElement("pre");
  shown.textContent = lines.slice(0, LINES).join("\n") + (lines.length > LINES ? "\n…" : "");
  return shown;
}
