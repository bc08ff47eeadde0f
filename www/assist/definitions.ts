import { topLevelForms } from "../elements/forms.js";
import { symbolAt } from "./calls.js";

/** The symbol at the beginning of `text`, and what follows it. */
const DEFINING = /^\(\s*((?:[^\s()"';`,|#]+:)?(?:def[^\s()"';`,|#]*))\s+/i;

/** Without the package that it may be written with. */
function bare(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase();
}

/** A definition at the toplevel of a text, by the offsets of its beginning and its end. */
interface Definition {
  readonly from: number;
  readonly to: number;
  /** As it is written, such as DEFUN. */
  readonly operator: string;
  /** What it defines, in lower case and without the package. */
  readonly name: string;
  /** The offset of the name. */
  readonly at: number;
}

/** The definitions of a text, in its order. */
export function definitionsIn(text: string): readonly Definition[] {
  return topLevelForms(text).flatMap(({ from, to }) => {
    const head = DEFINING.exec(text.slice(from, to));
    if (!head) return [];
    let at = from + head[0].length;
    // (setf name), and names with options.
    const list = /^\(\s*(?:setf\s+)?/i.exec(text.slice(at, to));
    if (list) at += list[0].length;
    const found = symbolAt(text, at);
    return found?.from === at ? [{ from, to, operator: head[1] ?? "", name: bare(found.name), at }] : [];
  });
}

/** Where a text defines a name, at its top level: the place of the name; null where it does not. */
export function definitionIn(text: string, name: string): number | null {
  return definitionsIn(text).find((each) => each.name === bare(name))?.at ?? null;
}
