import type { Position } from "jscl-mcp";
import { definitionsIn } from "../assist/definitions.js";
import { LineIndex } from "../elements/line-index.js";
import { positionAt } from "../places-of-excerpts.js";
import { methodName } from "./method-name.js";

/** A definition as it was evaluated last. */
interface Known {
  readonly key: string;
  readonly text: string;
  /** Where it began in the text that it was evaluated in. */
  readonly position: Position;
}

/**
 * Where the definitions of each session stood in the texts that they were evaluated in: the Lisp speaks of
 * places there, while the same definitions may stand elsewhere in the editor now.
 */
export class EvaluatedDefinitions {
  /** By what they define: of the methods of a function each by its own name. */
  readonly #bySession = new Map<string, Map<string, Known>>();

  /** Takes note of a text that is evaluated. */
  note(session: string, code: string): void {
    const known = this.#bySession.get(session) ?? new Map<string, Known>();
    this.#bySession.set(session, known);
    for (const { operator, name, from, to } of definitionsIn(code)) {
      const text = code.slice(from, to);
      const key = keyOf(operator, name);
      known.set(methodName(text) ?? key, { key, text, position: positionAt(code, from) });
    }
  }

  forget(session: string): void {
    this.#bySession.delete(session);
  }

  /**
   * Where a place of an earlier evaluation stands in a text now, which has the definition as it was; null
   * where it has not. `definition` is what reports call it, such as `(DEFUN TOTAL)`.
   */
  placeIn(text: string, session: string, definition: string, place: Position): Position | null {
    const [, operator = "", name = ""] = /^\((\S+) \(?(?:setf )?([^\s()]+)/i.exec(definition) ?? [];
    const key = keyOf(operator, name.slice(name.lastIndexOf(":") + 1));
    const all = [...(this.#bySession.get(session)?.values() ?? [])];
    const known = all.find((each) => each.key === key && isIn(each, place));
    const now = known && definitionsIn(text).find(({ from, to }) => text.slice(from, to) === known.text);
    if (!known || !now) return null;
    const start = positionAt(text, now.from);
    const line = place.line - known.position.line;
    const column = line === 0 ? place.column - known.position.column + start.column : place.column;
    return { line: start.line + line, column };
  }

  /**
   * The function or method around a line of a text, by its name, and that line as it was counted when it was
   * evaluated; or null.
   */
  functionAt(text: string, session: string, line: number): { name: string; line: number } | null {
    const index = new LineIndex(text);
    const at = index.offsetOf({ line, column: 0 });
    const end = index.offsetOf({ line: line + 1, column: 0 });
    const now = definitionsIn(text).find(({ from, to }) => from < end && at < to);
    if (!now) return null;
    const written = text.slice(now.from, now.to);
    const method = methodName(written);
    const known = this.#bySession.get(session)?.get(method ?? keyOf(now.operator, now.name));
    if (known?.text !== written) return null;
    if (method === null && !/^(?:cl:)?defun$/i.test(now.operator)) return null;
    const isSetf = /^\(\s*setf\s/i.test(text.slice(text.lastIndexOf("(", now.at), now.at));
    const name = method ?? (isSetf ? `(setf ${now.name})` : now.name);
    const start = positionAt(text, now.from).line;
    return { name, line: line - start + known.position.line };
  }
}

/** Whether a place is one of the lines of a definition. */
function isIn({ text, position }: Known, { line }: Position): boolean {
  return line >= position.line && line < position.line + text.split("\n").length;
}

/** A name without its package, in any case. */
function keyOf(operator: string, name: string): string {
  return `${operator.slice(operator.lastIndexOf(":") + 1)} ${name}`.toLowerCase();
}
