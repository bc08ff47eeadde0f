/** The functions that write characters and strings (CLHS 21.2). */
import { isLispString, type LispFunction, type LispValue, type LispVector } from "../objects/marshal.js";
import { isCons, nil, sym, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { outputPort, streamOf } from "./designators.js";
import {
  bounds,
  characterArgument,
  countArguments,
  keywordArguments,
  substring,
  wrongType,
} from "./stream-arguments.js";

const BOUNDS = ["START", "END"] as const;

function stringPart(args: LispValue[]): string {
  countArguments(args, 1, Number.POSITIVE_INFINITY);
  const string = args[0];
  if (!isLispString(string)) return wrongType(string, sym(Array.isArray(string) ? "STRING" : "VECTOR"));
  if (args.length <= 2) return substring(string, undefined, undefined);
  const { START, END } = keywordArguments(args, 2, BOUNDS);
  return substring(string, START, END);
}

/** The elements of a list or vector between two indices. */
function elements(sequence: LispValue, start: LispValue, end: LispValue): LispValue[] {
  let items: LispValue[];
  if (Array.isArray(sequence)) {
    const { fillpointer } = sequence as LispVector;
    items = typeof fillpointer === "number" ? sequence.slice(0, fillpointer) : sequence;
  } else {
    items = [];
    let rest = sequence;
    for (; isCons(rest); rest = next(rest)) items.push(rest.$$jscl_car);
    if (rest !== nil()) wrongType(sequence, sym("SEQUENCE"));
  }
  const [from, to] = bounds(sequence, items.length, start, end);
  return items.slice(from, to);
}

const finish: LispFunction = (values, ...args) => {
  countArguments(args, 0, 1);
  outputPort(args[0]).finish?.();
  return values(nil());
};

const writeSequence: LispFunction = (values, ...args) => {
  countArguments(args, 2, Number.POSITIVE_INFINITY);
  const { START, END } = keywordArguments(args, 2, BOUNDS);
  const port = outputPort(args[1]);
  port.write(elements(args[0], START, END).map(characterArgument).join(""));
  return values(args[0]);
};

export const outputFunctions: Record<string, LispFunction> = {
  "WRITE-CHAR": (values, ...args) => {
    countArguments(args, 1, 2);
    const character = characterArgument(args[0]);
    outputPort(args[1]).write(character);
    return values(character);
  },
  "WRITE-STRING": (values, ...args) => {
    const text = stringPart(args);
    const port = outputPort(args[1]);
    if (text !== "") port.write(text);
    return values(args[0]);
  },
  "WRITE-LINE": (values, ...args) => {
    const text = stringPart(args);
    outputPort(args[1]).write(`${text}\n`);
    return values(args[0]);
  },
  "WRITE-SEQUENCE": writeSequence,
  TERPRI: (values, ...args) => {
    countArguments(args, 0, 1);
    outputPort(args[0]).write("\n");
    return values(nil());
  },
  "FRESH-LINE": (values, ...args) => {
    countArguments(args, 0, 1);
    const port = outputPort(args[0]);
    if (port.column() === 0) return values(nil());
    port.write("\n");
    return values(t());
  },
  "FINISH-OUTPUT": finish,
  "FORCE-OUTPUT": finish,
  "CLEAR-OUTPUT": (values, ...args) => {
    countArguments(args, 0, 1);
    outputPort(args[0]).clear?.();
    return values(nil());
  },
  "JSCL::!WRITE-STRING": (values, ...args) => {
    outputPort(args[1]).write(stringPart(args.slice(0, 1)));
    return values(args[0]);
  },
  "JSCL::START-LINE-P": (values, ...args) => values(outputPort(args[0]).column() === 0 ? t() : nil()),
  "JSCL::OUTPUT-STREAM-DESIGNATOR": (values, designator) => values(streamOf(designator, "*STANDARD-OUTPUT*")),
};
