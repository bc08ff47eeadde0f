/** Where the forms of a text came from: the offsets of each list that a reader made, by its first cons. */

interface FormRange {
  /** The offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

export type FormPositions = WeakMap<object, FormRange>;
