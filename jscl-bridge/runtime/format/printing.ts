/** `~A`, `~S`, `~W`, `~C`: objects as the printer writes them. */

import type { LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { breakHere, indentHere } from "../pretty/blocks.js";
import { characterName } from "../printer/characters.js";
import { printerOf } from "../printer/nesting.js";
import { quickText } from "../printer/quick.js";
import type { PrintSettings } from "../printer/settings.js";
import { printToString } from "../printer.js";
import { nil, sym } from "../signals.js";
import { printOnStream } from "../streams/print-functions.js";
import { characterCount } from "../surrogates.js";
import { complain, type Handler, nextArgument, type Run } from "./interpreter.js";
import { characterParameter, integerParameter, modifiers, parameters, widthParameter } from "./parameters.js";
import { repeated } from "./repeat.js";

const AESTHETIC = { escape: false, readably: false } as const;
const STANDARD = { escape: true } as const;

/** Prints on the run's port; a method's own stream leads back to the printer that called it. */
export function print(run: Run, object: LispValue, settings: Partial<PrintSettings>): void {
  // Where no method of the program's is asked, there need be no stream.
  const quick = quickText(object, settings);
  if (quick !== undefined) run.port.write(quick);
  else printOnStream(object, run.stream(), run.image, settings);
}

/** Pads `text` to a width: at least `minpad`, then `colinc` at a time (CLHS 22.3.4.1). */
export function padded(
  text: string,
  width: number,
  colinc: number,
  minpad: number,
  padchar: string,
  left: boolean,
): string {
  const length = text.length < width || minpad > 0 ? characterCount(text) : text.length;
  let padding = minpad;
  if (length + padding < width) {
    const step = Math.max(1, colinc);
    padding += Math.ceil((width - length - padding) / step) * step;
  }
  const pad = repeated(padchar, padding);
  return left ? pad + text : text + pad;
}

function objectDirective(settings: Partial<PrintSettings>): Handler {
  return (run, token, index) => {
    const given = parameters(run, token);
    const object = nextArgument(run, token);
    const asEmptyList = token.colon && object === nil();
    if (token.parameters.length === 0) {
      if (asEmptyList) run.port.write("()");
      else print(run, object, settings);
      return index + 1;
    }
    const width = widthParameter(run, token, given[0]);
    const text = asEmptyList ? "()" : printToString(object, run.image, settings);
    run.port.write(
      padded(
        text,
        width,
        integerParameter(given[1], 1),
        integerParameter(given[2], 0),
        characterParameter(given[3], " "),
        token.at,
      ),
    );
    return index + 1;
  };
}

export const aesthetic = objectDirective(AESTHETIC);
export const standard = objectDirective(STANDARD);

export const write: Handler = (run, token, index) => {
  parameters(run, token);
  const settings: Partial<PrintSettings> = {};
  if (token.colon) settings.pretty = true;
  if (token.at) {
    settings.level = null;
    settings.length = null;
  }
  print(run, nextArgument(run, token), settings);
  return index + 1;
};

/** What follows is graphic, whether it is seen or not. */
const LAST_CONTROL = "\x9f";

export const character: Handler = (run, token, index) => {
  parameters(run, token);
  const value = nextArgument(run, token);
  if (typeof value !== "string") {
    return complain(run, token, { text: "~S is not of type ~A.", args: [value, sym("CHARACTER")] });
  }
  if (token.colon)
    run.port.write(
      value > LAST_CONTROL ? value : ((run.image.characterName ?? characterName)(value) ?? value),
    );
  else if (token.at) print(run, value, STANDARD);
  else run.port.write(value);
  return index + 1;
};

/** `~P`, with `:` of the argument before, with `@` as -y and -ies. */
export const plural: Handler = (run, token, index) => {
  parameters(run, token);
  if (token.colon) {
    if (run.args.index === 0) complain(run, token, "No previous argument");
    run.args.index--;
  }
  const one = nextArgument(run, token) === 1;
  if (token.at) run.port.write(one ? "y" : "ies");
  else if (!one) run.port.write("s");
  return index + 1;
};

/** `~_`: a place where a line may end. */
export const conditionalNewline: Handler = (run, token, index) => {
  parameters(run, token);
  if (symbolValue(sym("*PRINT-PRETTY*")) === nil()) return index + 1;
  const isMandatory = token.colon && token.at;
  const kind = isMandatory ? "mandatory" : token.colon ? "fill" : token.at ? "miser" : "linear";
  const printer = printerOf(run.stream());
  if (printer !== undefined) breakHere(printer, kind);
  else if (isMandatory && run.blockColumn !== null) run.port.write(`\n${" ".repeat(run.blockColumn)}`);
  return index + 1;
};

/** `~I`: the indentation of the lines that follow. */
export const indent: Handler = (run, token, index) => {
  modifiers(run, token);
  const amount = integerParameter(parameters(run, token)[0], 0);
  if (symbolValue(sym("*PRINT-PRETTY*")) !== nil()) {
    indentHere(printerOf(run.stream()), token.colon, amount);
  }
  return index + 1;
};
