import type { Evaluate } from "../contract/engine.js";

/**
 * The command to evaluate a text as the server would send it, with limits that build steps and tests seldom
 * reach.
 */
export function evaluateCommand(id: number, code: string, more: Partial<Evaluate> = {}): Evaluate {
  return {
    id,
    code,
    package: null,
    deadlineMs: 5000,
    maxOutput: 10_000,
    endChars: 0,
    captureTime: false,
    look: null,
    record: null,
    input: { text: null, askMs: 0, end: "There is no input." },
    limits: {
      valueChars: 10_000,
      messageChars: 10_000,
      argumentChars: 200,
      formChars: 40,
      maxFrames: 100,
      maxValues: 100,
      maxWarnings: 20,
    },
    restarts: [],
    askMs: 0,
    hold: false,
    level: 0,
    tellForms: false,
    tellResults: false,
    keep: { after: 0, handles: 100, most: 200 },
    pictures: { most: 3, chars: 20_000 },
    debug: null,
    restores: false,
    frame: null,
    ...more,
  };
}
