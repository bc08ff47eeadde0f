import type { Kept, Store } from "../storage.js";
import { freshId } from "./fresh-id.js";
import { parsed } from "./parsed.js";
import { isProgram, type Program } from "./program.js";

const KEY = "program.";

/** Which text of a program is stored; another tab that writes one gives it another. */
export type Revision = string;

/** What became of a program that was to be written. */
type Written =
  | { readonly outcome: "kept"; readonly revision: Revision }
  | { readonly outcome: "changed elsewhere" }
  | { readonly outcome: Exclude<Kept, "kept"> };

interface Stored {
  readonly program: Program;
  readonly revision: Revision;
}

/**
 * The person's programs, each under a key of its own, so that tabs which write different programs never
 * touch each other's. What the browser does not keep is here for as long as the page is.
 */
export class Library {
  readonly #store: Store;
  readonly #unkept = new Map<string, Program>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** All programs, the one that was changed last first. */
  all(): Program[] {
    const found = new Map<string, Program>();
    for (const id of this.#store.keys(KEY)) {
      const stored = this.#stored(id);
      if (stored) found.set(id, stored.program);
    }
    for (const [id, program] of this.#unkept) found.set(id, program);
    return [...found.values()].sort((one, other) => other.changedMs - one.changedMs);
  }

  read(id: string): Stored | null {
    const unkept = this.#unkept.get(id);
    const stored = this.#stored(id);
    return unkept ? { program: unkept, revision: stored?.revision ?? "" } : stored;
  }

  /**
   * Writes a program, unless another tab has written it since `known`, the revision that this one has seen.
   * A program that was deleted meanwhile is written again.
   */
  write(program: Program, known: Revision | null): Written {
    const stored = this.#stored(program.id);
    if (stored && stored.revision !== known) return { outcome: "changed elsewhere" };
    const revision = freshId();
    const outcome = this.#store.write(KEY + program.id, JSON.stringify({ program, revision }));
    if (outcome === "kept") {
      this.#unkept.delete(program.id);
      return { outcome, revision };
    }
    this.#unkept.set(program.id, program);
    return { outcome };
  }

  remove(id: string): void {
    this.#unkept.delete(id);
    this.#store.remove(KEY + id);
  }

  #stored(id: string): Stored | null {
    const data = parsed(this.#store.read(KEY + id)) as Partial<Stored> | null;
    const isWhole = isProgram(data?.program) && typeof data.revision === "string";
    return isWhole ? (data as Stored) : null;
  }
}
