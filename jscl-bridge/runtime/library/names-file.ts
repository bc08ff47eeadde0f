/** The file of the names of characters and of what the standard's names mean, as the build writes it. */

export interface NamesFile {
  /** Code points that have names: a gap and a length, in base 36, for each run. */
  readonly runs: string;
  /** A character for each name: what it has in common with the one before. */
  readonly steps: string;
  /** What names do not have in common with those before. */
  readonly words: string;
  /** A line for each function, macro and special operator of the standard: its name, a colon and words. */
  readonly functions: string;
}

/** Where the text of the file comes from, which throws where it cannot be had. */
export const namesFile: { text: () => string } = { text: () => "" };
