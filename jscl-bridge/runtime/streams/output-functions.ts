/** The functions that write characters and strings (CLHS 21.2). */
import { carOf } from "../objects/conses.js";
import { objectsIn } from "../objects/elements.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { activeLength, fillPointerOf, isLispString } from "../objects/vectors.js";
import { isCons, nil, sym, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { bytesIn, writeByteTo } from "./byte-functions.js";
import { outputPort } from "./designators.js";
import { gray } from "./gray-streams.js";
import type { TextOutput } from "./shape.js";
import { bounds, characterArgument, keywordArguments, substring, wrongType } from "./stream-arguments.js";

function stringPart(args: LispValue[]): string {
  const string = args[0];
  if (!isLispString(string)) return wrongType(string, sym(Array.isArray(string) ? "STRING" : "VECTOR"));
  if (args.length <= 2) return substring(string, undefined, undefined);
  const { START, END } = keywordArguments(args, 2);
  return substring(string, START, END);
}

/** The elements of a list or vector between two indices. */
function elements(sequence: LispValue, start: LispValue, end: LispValue): readonly LispValue[] {
  let items: readonly LispValue[];
  if (Array.isArray(sequence)) {
    const fillpointer = fillPointerOf(sequence as LispVector);
    const objects = objectsIn(sequence as LispVector);
    items = typeof fillpointer === "number" ? objects.slice(0, fillpointer) : objects;
  } else {
    const listed: LispValue[] = [];
    let rest = sequence;
    for (; isCons(rest); rest = next(rest)) listed.push(carOf(rest));
    items = listed;
    if (rest !== nil()) wrongType(rest, sym("LIST"));
  }
  const part = bounds(sequence, items.length, start, end);
  return items.slice(part[0], part[1]);
}

const finish: LispFunction = (values, ...args) => {
  outputPort(args[0]).finish?.();
  return values(nil());
};

/** What TERPRI does. */
export function newline(port: TextOutput): void {
  if (port.stream !== undefined) gray("TERPRI", port.stream);
  else port.write("\n");
}

/** Writes a part of a string on a stream of the program's. */
function writeGray(stream: LispValue, args: LispValue[]): void {
  const { START, END } = keywordArguments(args, 2);
  const string = args[0] as LispVector;
  const [from, to] = bounds(string, activeLength(string), START, END);
  gray("WRITE-STRING", stream, string, from, to);
}

/** Writes elements to a stream of bytes, or of both, where characters are written as such. */
function writeElements(
  items: readonly LispValue[],
  stream: LispValue,
  port: TextOutput,
  hasCharacters: boolean,
): void {
  for (const item of items) {
    if (hasCharacters && typeof item === "string") port.write(item);
    else writeByteTo(item, stream);
  }
}

const writeSequence: LispFunction = (values, ...args) => {
  const { START, END } = keywordArguments(args, 2);
  const port = outputPort(args[1]);
  if (port.stream !== undefined) {
    gray("WRITE-SEQUENCE", port.stream, args[0], START ?? 0, END ?? nil());
    return values(args[0]);
  }
  const kind = isLispString(args[0]) ? false : bytesIn(args[1] as LispValue, "output");
  const items = elements(args[0], START, END);
  if (kind === false) port.write(items.map(characterArgument).join(""));
  else writeElements(items, args[1] as LispValue, port, kind === "both");
  return values(args[0]);
};

export const outputFunctions: Record<string, LispFunction> = {
  "WRITE-CHAR": (_values, x, stream) => {
    const character = characterArgument(x);
    outputPort(stream).write(character);
    return character;
  },
  "WRITE-STRING": (values, ...args) => {
    const text = stringPart(args);
    const port = outputPort(args[1]);
    if (port.stream !== undefined) writeGray(port.stream, args);
    else if (text !== "") port.write(text);
    return values(args[0]);
  },
  "WRITE-LINE": (values, ...args) => {
    const text = stringPart(args);
    const port = outputPort(args[1]);
    if (port.stream !== undefined) {
      writeGray(port.stream, args);
      port.write("\n");
    } else port.write(`${text}\n`);
    return values(args[0]);
  },
  "WRITE-SEQUENCE": writeSequence,
  TERPRI: (values, ...args) => {
    newline(outputPort(args[0]));
    return values(nil());
  },
  "FRESH-LINE": (values, ...args) => {
    const port = outputPort(args[0]);
    if (port.stream !== undefined) return values(gray("FRESH-LINE", port.stream));
    if (port.column() === 0) return values(nil());
    port.write("\n");
    return values(t());
  },
  "FINISH-OUTPUT": finish,
  "FORCE-OUTPUT": (values, ...args) => {
    const port = outputPort(args[0]);
    if (port.stream !== undefined) gray("FORCE-OUTPUT", port.stream);
    else port.finish?.();
    return values(nil());
  },
  "CLEAR-OUTPUT": (values, ...args) => {
    outputPort(args[0]).clear?.();
    return values(nil());
  },
};
