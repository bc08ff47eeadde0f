import type { Editor, Excerpt } from "./elements/editor/editor.js";
import { positionAt } from "./places-of-excerpts.js";
import type { EditAgain } from "./transcript/entry-tools.js";

/**
 * Puts the code of an entry back into the editor: leads to it where the editor still has it, and asks where
 * it has other text.
 */
export function editAgain(editor: Editor, { code, origin }: Excerpt): EditAgain {
  return () => {
    const text = editor.all().code;
    const start = editor.offsetOf(origin);
    const found = text.startsWith(code, start) ? start : text.indexOf(code);
    if (found >= 0) {
      editor.goTo(positionAt(text, found));
      return null;
    }
    const show = (whole: string, at: number) => {
      editor.show(whole);
      editor.goTo(positionAt(whole, at));
    };
    if (text.trim() === "") {
      show(code, 0);
      return null;
    }
    const before = `${text.trimEnd()}\n\n`;
    return {
      replace: () => show(code, 0),
      append: () => show(`${before}${code}\n`, before.length),
    };
  };
}
