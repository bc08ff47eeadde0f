/**
 * Milliseconds after which the page's own button stops an evaluation of another client: a click that was
 * meant to run stops nothing that has just begun.
 */
const SHOWN_MS = 500;

/** An evaluation of another client that has no answer yet. */
interface Work {
  readonly session: string;
  readonly onStopped: () => void;
  isShown: boolean;
}

/** What other clients than the person evaluate in this page's Lisp, the oldest first. */
export class OthersAtWork {
  readonly #works = new Set<Work>();
  readonly #end: (session: string) => void;
  readonly #onChange: () => void;

  /** `end` ends what runs in a session; `onChange` is called when what is at work is no longer the same. */
  constructor(end: (session: string) => void, onChange: () => void) {
    this.#end = end;
    this.#onChange = onChange;
  }

  /** Counts an evaluation until what is returned is called; `onStopped` is told that the person ends it. */
  begin(session: string, onStopped: () => void): () => void {
    const work = { session, onStopped, isShown: false };
    this.#works.add(work);
    const timer = setTimeout(() => {
      work.isShown = true;
      this.#onChange();
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
      if (this.#works.delete(work) && work.isShown) this.#onChange();
    };
  }

  /** Whether somebody's evaluation has run in a session for so long that it may be stopped. */
  areIn(session: string): boolean {
    return [...this.#works].some((work) => work.session === session && work.isShown);
  }

  /** Ends the evaluation of a session that began first: the others wait for it. */
  stop(session: string): void {
    const first = [...this.#works].find((work) => work.session === session);
    if (!first) return;
    this.#end(session);
    first.onStopped();
  }
}
