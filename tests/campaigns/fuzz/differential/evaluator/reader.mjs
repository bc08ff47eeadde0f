/** The evaluator's reader: the syntax that generated programs are written in. */
import { Character, Cons, form, list, Malformed, NIL, string, symbol, Vector } from "./data.mjs";
import { float, ratio } from "./numbers.mjs";

const TOKEN = /\s*(?:;[^\n]*\n\s*)*(,@|#'|#\(|#\\(?:[A-Za-z]+|.)|[()'`,]|"(?:[^"\\]|\\.)*"|[^\s()'`,";]+)/guy;
const NAMED_CHARACTERS = new Map([
  ["space", " "],
  ["newline", "\n"],
]);
const PREFIXES = new Map([
  ["'", "QUOTE"],
  ["#'", "FUNCTION"],
]);

/** The forms in a text. */
export function read(text) {
  const tokens = Array.from(text.trim().matchAll(TOKEN), ([, token]) => token);
  const forms = [];
  while (tokens.length > 0) forms.push(readForm(tokens));
  return forms;
}

function readForm(tokens) {
  const token = tokens.shift();
  if (token === undefined || token === ")") throw new Malformed("brackets");
  if (token === "(") return readItems(tokens);
  if (token === "#(") return new Vector(arrayOf(readItems(tokens)));
  const prefix = PREFIXES.get(token);
  if (prefix !== undefined) return form(prefix, readForm(tokens));
  return token === "`" ? template(readForm(tokens)) : token[0] === "," ? unquote(token, tokens) : atom(token);
}

function readItems(tokens) {
  const read = [];
  let tail = NIL;
  for (; tokens[0] !== ")"; )
    if (tokens[0] === ".") {
      tokens.shift();
      tail = readForm(tokens);
    } else read.push(readForm(tokens));
  tokens.shift();
  return list(read, tail);
}

function arrayOf(value) {
  return value instanceof Cons ? [value.car, ...arrayOf(value.cdr)] : [];
}

class Unquoted {
  constructor(value, isSpliced) {
    this.value = value;
    this.isSpliced = isSpliced;
  }
}

function unquote(token, tokens) {
  return new Unquoted(readForm(tokens), token === ",@");
}

/** The form that makes what a backquoted datum stands for. */
function template(datum) {
  if (datum instanceof Unquoted) return datum.value;
  if (!(datum instanceof Cons)) return form("QUOTE", datum);
  const first =
    datum.car instanceof Unquoted && datum.car.isSpliced
      ? datum.car.value
      : form("LIST", template(datum.car));
  return form("APPEND", first, template(datum.cdr));
}

function atom(token) {
  if (token[0] === '"') return string(token.slice(1, -1).replace(/\\(.)/g, "$1"));
  if (token.startsWith("#\\")) {
    const name = token.slice(2);
    return new Character([...name].length === 1 ? name : NAMED_CHARACTERS.get(name.toLowerCase()));
  }
  if (/^[-+]?\d+$/.test(token)) return BigInt(token);
  const quotient = /^([-+]?\d+)\/(\d+)$/.exec(token);
  if (quotient) return ratio(BigInt(quotient[1]), BigInt(quotient[2]));
  if (/^[-+]?\d*\.\d+([edf][-+]?\d+)?$/.test(token) || /^[-+]?\d+[edf][-+]?\d+$/.test(token))
    return float(Number(token.replace(/[df]/, "e")), token.includes("d"));
  return symbol(token.toUpperCase());
}
