/** Labels `#1=` and `#1#` for objects met more than once under *PRINT-CIRCLE*. */

interface Entry {
  shared: boolean;
  number: number;
}

export class Labels {
  /** The first pass only looks: nothing is written. */
  marking = true;
  private readonly entries = new Map<unknown, Entry>();
  private count = 0;

  /** Notes an object; false when it was met before. */
  mark(object: unknown): boolean {
    const known = this.entries.get(object);
    if (known !== undefined) {
      known.shared = true;
      return false;
    }
    this.entries.set(object, { shared: false, number: 0 });
    return true;
  }

  anyShared(): boolean {
    for (const entry of this.entries.values()) if (entry.shared) return true;
    return false;
  }

  startWriting(): void {
    this.marking = false;
  }

  isShared(object: unknown): boolean {
    return this.entries.get(object)?.shared === true;
  }

  /** The label of a shared object, numbered in the order of writing. */
  label(object: unknown): { number: number; first: boolean } | undefined {
    const entry = this.entries.get(object);
    if (entry === undefined || !entry.shared) return undefined;
    const first = entry.number === 0;
    if (first) entry.number = ++this.count;
    return { number: entry.number, first };
  }
}
