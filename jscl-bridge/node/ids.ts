/**
 * What begins the stand-in of a number that JavaScript would read as another one, or write in another way;
 * and of a text that begins with this by itself. It is no character that anybody may send.
 */
const MARK = "\ufdd0";

/** Where a message repeats what it was sent. */
const REPEATED = ["id", "requestId", "progressToken", "io.modelcontextprotocol/subscriptionId"];

/** A text, and the number or the beginning of the text that is the value of a member of that name. */
const MEMBER = /"((?:[^"\\]|\\.)*)"(?:(\s*:\s*)(?:(-?\d[\d.eE+-]*)|"(?:\ufdd0|\\ufdd0)))?/gi;

/** The same of what is written, where a stand-in is always text. */
const WRITTEN = /"((?:[^"\\]|\\.)*)"(?::"\ufdd0((?:[^"\\]|\\.)*)")?/g;

const MAY_BE_RARE = /"\s*:\s*(?:-0|-?\d{16}|-?\d+[.eE])|\ufdd0|\\ufdd0/i;

/**
 * The message of a line of JSON, where an id that JavaScript would change is a text. Throws an Error for what
 * is no JSON.
 */
export function messageOf(line: string): unknown {
  if (!MAY_BE_RARE.test(line)) return JSON.parse(line);
  const carried = line.replace(MEMBER, (all, name: string, colon?: string, number?: string) => {
    if (colon === undefined || !REPEATED.includes(name)) return all;
    if (number === undefined) return `"${name}"${colon}"${MARK}${MARK}`;
    return isRare(number) ? `"${name}"${colon}"${MARK}${number}"` : all;
  });
  try {
    return JSON.parse(carried);
  } catch {
    return JSON.parse(line);
  }
}

/** The line for a message, with ids as they came. */
export function lineOf(message: unknown): string {
  const line = JSON.stringify(message);
  if (!line.includes(MARK)) return line;
  return line.replace(WRITTEN, (all, name: string, carried?: string) => {
    if (carried === undefined || !REPEATED.includes(name)) return all;
    return carried.startsWith(MARK) ? `"${name}":"${carried}"` : `"${name}":${carried}`;
  });
}

/** Whether a whole number would be another one, or look like another, after JavaScript has read it. */
function isRare(number: string): boolean {
  const value = Number(number);
  const isWhole = Number.isInteger(value) || !Number.isFinite(value);
  return isWhole && (!Number.isSafeInteger(value) || String(value) !== number);
}
