import type { EvaluationReport, WarningReport } from "jscl-mcp";
import type { Answer } from "../elements/answer.js";
import type { Evaluated } from "../evaluated.js";
import type { Entry } from "../transcript/transcript.js";

/** An evaluation from its beginning to its end, however often it is held in between. */
export interface Work {
  readonly entry: Entry;
  readonly evaluated: Evaluated;
  /** The package that it began in. */
  readonly packageOf: string;
  readonly started: number;
  /** What it wrote before it was held the last time, which later answers do not repeat. */
  stdout: string;
  stderr: string;
  /** What the compiler caught and it signalled by then. */
  warnings: readonly WarningReport[];
  /** Forgets what the tab keeps of it while it is held. */
  forget: () => void;
}

/** An evaluation that waits at an error, and what it said there. */
export interface Held {
  readonly level: number;
  readonly work: Work;
  readonly answer: Answer;
  readonly report: EvaluationReport;
}

/** Whose an answer is, and which levels have ended besides. */
interface Settled {
  readonly owner: Work;
  readonly gone: readonly Held[];
}

/** The evaluations of each session that wait at errors, each on top of the one before. */
export class Levels {
  readonly #bySession = new Map<string, readonly Held[]>();

  /** The outermost first. */
  of(session: string): readonly Held[] {
    return this.#bySession.get(session) ?? [];
  }

  innermost(session: string): Held | null {
    return this.of(session).at(-1) ?? null;
  }

  /** Where this evaluation waits, if it does. */
  heldOf(work: Work): Held | null {
    return this.of(work.evaluated.session).find((held) => held.work === work) ?? null;
  }

  add(held: Held): void {
    const { session } = held.work.evaluated;
    const others = this.of(session).filter(({ level }) => level !== held.level);
    this.#bySession.set(
      session,
      [...others, held].sort((one, other) => one.level - other.level),
    );
  }

  /** Forgets the levels above that one; answers which there were. */
  endAbove(session: string, level: number): readonly Held[] {
    const held = this.of(session);
    const stay = held.filter((each) => each.level <= level);
    this.#bySession.set(session, stay);
    return held.filter((each) => each.level > level);
  }

  /**
   * Takes note of an answer to a call about `work`: it is held `at` a level, or over, and `innermost` is the
   * session's level now. What was evaluated on top of others may have left them, and the answer is then that
   * of the outermost which ended.
   */
  settle(work: Work, at: number | null, innermost: number): Settled {
    const { session } = work.evaluated;
    const waitsThere = this.of(session).find(({ level }) => level === at);
    const gone = this.endAbove(session, innermost);
    return { owner: waitsThere?.work ?? (at === null ? gone[0]?.work : null) ?? work, gone };
  }
}
