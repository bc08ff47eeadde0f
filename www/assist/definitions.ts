import { topLevelForms } from "../../jscl-bridge/element/forms.js";
import { symbolAt } from "./calls.js";

/** The symbol at the beginning of `text`, and what follows it. */
const DEFINING = /^\(\s*((?:[^\s()"';`,|#]+:)?(?:def[^\s()"';`,|#]*))\s+/i;

/** Without the package that it may be written with. */
function bare(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase();
}

/** Where a text defines a name, at its top level: the place of the name; null where it does not. */
export function definitionIn(text: string, name: string): number | null {
  for (const { from, to } of topLevelForms(text)) {
    const head = DEFINING.exec(text.slice(from, to));
    if (!head) continue;
    let at = from + head[0].length;
    // (setf name), and names with options.
    const list = /^\(\s*(?:setf\s+)?/i.exec(text.slice(at, to));
    if (list) at += list[0].length;
    const found = symbolAt(text, at);
    if (found?.from === at && bare(found.name) === bare(name)) return at;
  }
  return null;
}
