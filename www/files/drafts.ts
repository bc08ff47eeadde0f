import type { Lines } from "./texts.js";

/** A file as the editor has it. */
export interface Draft {
  /** What the Lisp's file held when it was read or saved last, as the editor has it. */
  readonly saved: string;
  readonly lines: Lines;
  /** What can be undone; null for one that was not left yet. */
  readonly snapshot: unknown;
}

/** The files that were opened and have changes, by session and path. They are lost with the page. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();

  constructor() {
    addEventListener("beforeunload", (event) => {
      if ([...this.#drafts.values()].some(isChanged)) event.preventDefault();
    });
  }

  of(session: string, path: string): Draft | null {
    return this.#drafts.get(key(session, path)) ?? null;
  }

  keep(session: string, path: string, draft: Draft): void {
    this.#drafts.set(key(session, path), draft);
  }

  forget(session: string, path: string): void {
    this.#drafts.delete(key(session, path));
  }

  isChanged(session: string, path: string): boolean {
    const draft = this.of(session, path);
    return draft !== null && isChanged(draft);
  }
}

export function isChanged({ saved, lines }: Draft): boolean {
  return lines.text !== saved;
}

function key(session: string, path: string): string {
  return JSON.stringify([session, path]);
}
