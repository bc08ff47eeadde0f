import { setCdrOf } from "../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../runtime/objects/marshal.js";
import { signalBareReaderError } from "./failure.js";
import type { Reader } from "./reader.js";
import { NOTHING } from "./readtable.js";
import { END } from "./source.js";
import { readToken } from "./token.js";

/** Lists (CLHS 2.4.1), with the place of each. */

const DOT = 46;
const CLOSE = 41;

/** Reads the rest of a list, `start` being the offset of what opened it. */
export function readList(reader: Reader, bracket: string, start: number): LispValue {
  const { image, source } = reader;
  reader.open(bracket, start);
  let head: LispCons | null = null;
  let last: LispCons | null = null;
  for (;;) {
    const code = reader.skipWhitespace();
    if (code === END) return endInList(reader);
    if (code === CLOSE) break;
    if (code === DOT) {
      const value = readDot(reader, head === null);
      if (value.isTail) {
        if (last !== null) setCdrOf(last, value.object);
        break;
      }
      last = append(reader, last, value.object);
      head ??= began(reader, start, last);
      continue;
    }
    const value = reader.readAt(code);
    if (value === NOTHING) continue;
    last = append(reader, last, value);
    head ??= began(reader, start, last);
  }
  source.next();
  reader.close();
  if (head === null) return image.nil;
  reader.notePlace(head, start);
  return head;
}

function began(reader: Reader, start: number, head: LispCons): LispCons {
  reader.began(start, head);
  return head;
}

/** Reads the objects up to a closing character: READ-DELIMITED-LIST. */
export function readDelimited(reader: Reader, closing: number, bracket: string): LispValue[] {
  const { source } = reader;
  reader.open(bracket, source.offset);
  const items: LispValue[] = [];
  for (;;) {
    const code = reader.skipWhitespace();
    if (code === END) return endInList(reader);
    if (code === closing) break;
    const value = reader.readAt(code);
    if (value !== NOTHING) items.push(value);
  }
  source.next();
  reader.close();
  return items;
}

function append(reader: Reader, last: LispCons | null, value: LispValue): LispCons {
  const cell = reader.image.cons(value, reader.image.nil);
  if (last !== null) setCdrOf(last, cell);
  return cell;
}

/**
 * Reads at a dot in a list: a token that starts with it, or the tail, after which the closing parenthesis is
 * next.
 */
function readDot(reader: Reader, isFirst: boolean): { isTail: boolean; object: LispValue } {
  reader.source.next();
  if (!reader.isDelimiter(reader.source.peek())) return { isTail: false, object: readToken(reader, ".") };
  if (reader.isSuppressed) return { isTail: false, object: reader.image.nil };
  if (isFirst) {
    // SBCL has read the character after the dot when it notices.
    reader.source.next();
    return reader.fail("Nothing appears before . in list.");
  }
  let tail: LispValue | typeof NOTHING = NOTHING;
  for (;;) {
    const code = reader.skipWhitespace();
    if (code === END) return endInList(reader);
    if (code === CLOSE) {
      if (tail !== NOTHING) return { isTail: true, object: tail };
      reader.source.next();
      return reader.fail("Nothing appears after . in list.");
    }
    const value = reader.readAt(code);
    if (value === NOTHING) continue;
    if (tail !== NOTHING) return reader.fail("More than one object follows . in list.");
    tail = value;
  }
}

/**
 * The text ended inside a list. Right after `#\(` it most likely did so because that bracket is a character
 * and opens nothing, so the text is malformed rather than unfinished.
 */
function endInList(reader: Reader): never {
  if (!reader.endsWithBracketCharacter) return reader.failAtEnd();
  return signalBareReaderError(reader.stream, reader.noteFailure());
}
