/**
 * A tool's answer: the text written for models, the data written for programs, and whether it reports an
 * error.
 */
export interface Answer {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}
