/** The moves of a scripted scenario of debugging: a call of a tool, and what its text has to show. */

/** What a text contains, in that order; `!` before one says that the text does not contain it. */
type Seen = readonly string[];

export interface Move {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly seen: Seen;
}

/** A program, its fault, the moves and what must be seen. Nothing is held when it begins. */
export interface Scenario {
  readonly name: string;
  readonly moves: readonly Move[];
}

export const scenario = (name: string, ...moves: readonly Move[]): Scenario => ({ name, moves });

const move =
  (tool: string, args: Record<string, unknown>) =>
  (...seen: Seen): Move => ({ tool, args, seen });

/** Evaluates code; errors are held. */
export const run = (code: string) => move("evaluate-lisp", { code, "on-error": "hold" });

/** Evaluates code; an error ends it. */
export const aside = (code: string) => move("evaluate-lisp", { code });

export const take = (restart: string | number, values?: string | readonly string[], level?: number) =>
  move("invoke-restart", { restart, ...(values && { values }), ...(level && { level }) });

export const goOn = move("continue", {});
export const abort = (level?: number) => move("abort-level", level ? { level } : {});
export const locals = (frame: number, level?: number) =>
  move("inspect-frame", { frame, ...(level && { level }) });
export const inFrame = (frame: number, code: string, level?: number) =>
  move("eval-in-frame", { frame, code, ...(level && { level }) });
export const returns = (frame: number, values: string, level?: number) =>
  move("return-from-frame", { frame, values, ...(level && { level }) });
export const again = (frame: number, level?: number) =>
  move("restart-frame", { frame, ...(level && { level }) });
export const tool = (name: string, args: Record<string, unknown> = {}) => move(name, args);

/** Ends whatever a scenario has left held; the answer says nothing of it. */
export const CLEAN_UP = { tool: "abort-level", args: { level: 1 } };

/** What of a move is not as it has to be; null where it all is. */
export function problemWith({ tool: name, seen }: Move, text: string): string | null {
  let from = 0;
  for (const each of seen) {
    const isAbsent = each.startsWith("!");
    const wanted = isAbsent ? each.slice(1) : each;
    const at = text.indexOf(wanted, isAbsent ? 0 : from);
    if (at < 0 !== isAbsent) {
      return `${name}: ${isAbsent ? "shows" : "does not show"} ${JSON.stringify(wanted)} in:\n${text}`;
    }
    if (!isAbsent) from = at + wanted.length;
  }
  return null;
}
