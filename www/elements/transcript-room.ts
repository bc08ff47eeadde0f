/** The most entries that the transcript keeps. */
export const MAX_ENTRIES = 200;

/** The most elements, and characters, that its entries have together. */
export const MAX_ELEMENTS = 40_000;
export const MAX_CHARACTERS = 2_000_000;

/** How much a transcript keeps. */
interface Room {
  readonly entries: number;
  readonly elements: number;
  readonly characters: number;
}

const USUAL: Room = { entries: MAX_ENTRIES, elements: MAX_ELEMENTS, characters: MAX_CHARACTERS };

/** A transcript whose entries out of view cost no layout (`content-visibility`). */
export const LONG_TRANSCRIPT: Room = { entries: 3_000, elements: 250_000, characters: 8_000_000 };

/** The size of an entry. */
interface Extent {
  readonly elements: number;
  readonly characters: number;
}

/** The sizes of a transcript's entries, in their order. Decides which of them are removed. */
export class TranscriptRoom<Entry> {
  readonly #room: Room;
  readonly #entries = new Map<Entry, Extent>();
  #elements = 0;
  #characters = 0;

  constructor(room = USUAL) {
    this.#room = room;
  }

  /** Takes in an entry, or what one that is there takes now. */
  set(entry: Entry, extent: Extent): void {
    const known = this.#entries.get(entry);
    this.#elements += extent.elements - (known?.elements ?? 0);
    this.#characters += extent.characters - (known?.characters ?? 0);
    this.#entries.set(entry, extent);
  }

  /**
   * The oldest entries, as many as there is no room for; the newest stays, and those that are still `needed`.
   */
  takeExcess(needed: (entry: Entry) => boolean): Entry[] {
    const gone: Entry[] = [];
    if (!this.#isOver) return gone;
    const newest = [...this.#entries.keys()].at(-1);
    for (const [entry, extent] of this.#entries) {
      if (!this.#isOver) break;
      if (needed(entry) || entry === newest) continue;
      this.#entries.delete(entry);
      this.#elements -= extent.elements;
      this.#characters -= extent.characters;
      gone.push(entry);
    }
    return gone;
  }

  clear(): void {
    this.#entries.clear();
    this.#elements = 0;
    this.#characters = 0;
  }

  get #isOver(): boolean {
    const { entries, elements, characters } = this.#room;
    return this.#entries.size > entries || this.#elements > elements || this.#characters > characters;
  }
}
