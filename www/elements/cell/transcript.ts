import { type Scan, tokens } from "../highlight.js";
import { parseRecorded } from "../notation/notation.js";

/** Which lines of a transcript record an answer; the others are its code, in their order. */
export function recordedLines(text: string): boolean[] {
  const code = parseRecorded(text).code.split("\n");
  let next = 0;
  return text.split("\n").map((line) => {
    const isCode = line.trimEnd() === (code[next] ?? "").trimEnd();
    if (isCode) next += 1;
    return !isCode;
  });
}

/** The line of the transcript, from 1, that is this line of its code. */
export function lineInTranscript(text: string, lineOfCode: number): number {
  let code = 0;
  const at = recordedLines(text).findIndex((isRecorded) => {
    if (!isRecorded) code += 1;
    return code === lineOfCode;
  });
  return at < 0 ? lineOfCode : at + 1;
}

/** The tokens of a transcript: those of its code, and of each recorded line the mark and what follows. */
export const transcriptTokens: Scan = (text, emit) => {
  const recorded = recordedLines(text);
  if (!recorded.includes(true)) return tokens(text, emit);
  let start = 0;
  let at = 0;
  const flush = (to: number) => {
    const from = start;
    tokens(text.slice(from, to), (kind, first, last) => emit(kind, from + first, from + last));
  };
  for (const [index, line] of text.split("\n").entries()) {
    const end = Math.min(at + line.length + 1, text.length);
    if (recorded[index]) {
      flush(at);
      const mark = /^(?:==?>|\.\.|-->)?/.exec(line)?.[0].length ?? 0;
      if (mark > 0) emit("mark", at, at + mark);
      emit("recorded", at + mark, end);
      start = end;
    }
    at = end;
  }
  flush(text.length);
};
