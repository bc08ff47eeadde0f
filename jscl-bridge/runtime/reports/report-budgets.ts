/**
 * How much of each text and list leaves an image. The server keeps to the same bounds
 * (`src/engine/bounds.rs`), whatever an image sends; a test holds the two against each other.
 */
export const BUDGETS = {
  /** Characters of a name: of a type, a package, a slot, a restart, a function. */
  NAME_CHARS: 300,
  /** Characters of one slot's value. */
  SLOT_CHARS: 2_000,
  /** Characters of the values of all slots. */
  SLOTS_CHARS: 20_000,
  /** Characters of one restart's report. */
  RESTART_CHARS: 1_000,
  /** Characters of the reports of all restarts. */
  RESTARTS_CHARS: 20_000,
  /** Classes of a precedence list, slots, and restarts, each. */
  MAX_LISTED: 100,
  /** Arguments of a frame. */
  MAX_ARGUMENTS: 100,
  /** Characters of all arguments of a frame. */
  ARGUMENTS_CHARS: 2_000,
  /** Characters of the arguments of all frames. */
  FRAMES_CHARS: 100_000,
  /** Characters of why a restart could not be taken. */
  REASON_CHARS: 2_000,
  /** Characters of what names a definition. */
  DEFINITION_NAME_CHARS: 600,
  /** Names of what one form defines. */
  MAX_DEFINITION_NAMES: 2_000,
  /** Characters of a form that is kept to be evaluated again, in a lost image's place. */
  MAX_BYTES: 1_000_000,
} as const;
