import { byId } from "./elements/dom.js";
import type { Editor } from "./elements/editor/editor.js";
import { noteParts } from "./elements/views/entry-view.js";
import type { Finished } from "./finished.js";
import type { ReplLine } from "./repl/repl-line.js";
import type { Runner } from "./runner.js";
import type { Transcript } from "./transcript/transcript.js";

interface Surroundings {
  readonly runner: Runner;
  readonly transcript: Transcript;
  readonly editor: Editor;
  readonly repl: ReplLine;
}

/** Milliseconds after which a screen reader takes no notice any more of what was added. */
const QUIET_MS = 1000;

/** Said under what a tab shows of the time before it was loaded again. */
const LOADED_AGAIN = [
  "The page was loaded again: what is above is from before, and Lisp is a fresh one.",
  "Values that programs computed are gone.",
].join(" ");

/** Shows the evaluations of before the page was loaded again, which nobody wants to hear again. */
export function replay(kept: readonly Finished[], { runner, transcript, editor, repl }: Surroundings): void {
  if (kept.length === 0) return;
  const log = byId("transcript", HTMLElement);
  log.setAttribute("aria-live", "off");
  for (const each of kept) {
    const { isEntered, code } = each.excerpt;
    runner.replay(each, isEntered ? repl.holderOf(code) : editor);
  }
  transcript.note(noteParts(LOADED_AGAIN));
  setTimeout(() => log.setAttribute("aria-live", "polite"), QUIET_MS);
}
