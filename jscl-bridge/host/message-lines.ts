import { readLine, writeLine } from "#wasm";

/** What only the server's own reader does right: ids that JavaScript would change, and a mark that their stand-ins have. */
const RARE = /"(?:id|requestId|progressToken)"\s*:\s*(?:-0|-?\d{16}|-?\d+[.eE])|\ufdd0|\\ufdd0/i;

/** The message of a line of JSON. Throws an Error that says what is wrong with one that is none. */
export function messageOf(line: string): unknown {
  if (RARE.test(line)) return readLine(line);
  try {
    return JSON.parse(line);
  } catch {
    return readLine(line);
  }
}

/** The line for a message. */
export function lineOf(message: unknown): string {
  const json = JSON.stringify(message);
  return json.includes("\ufdd0") ? writeLine(json) : json;
}
