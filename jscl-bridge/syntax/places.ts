import type { Element } from "./elements.js";
import { DEFINITION, DO_HEAD, type Method, type Pattern, type Step } from "./operators.js";

/** A line to indent, and what is around it. */
export interface Line {
  readonly text: string;
  /** Where the line begins, and the first character in it that is not blank. */
  readonly place: number;
  readonly first: number;
  /** The innermost bracket before the line, and its column. */
  readonly opening: number;
  readonly column: number;
  /** The column of an ordinary argument. */
  readonly normal: number;
  readonly columnOf: (place: number) => number;
  /** The elements of the operator's form. */
  readonly elements: readonly Element[];
  /** The bracket of the list that the operator's form stands in. */
  readonly outerOpening: () => number | null;
}

/** Columns from the bracket: of an argument before a body, of a body, of a tag, of a form between tags. */
const DISTINGUISHED = 4;
const BODY = 2;
const TAG = 1;
const BETWEEN_TAGS = 3;

const LAMBDA_KEY = /&(?:optional|rest|key|allow-other-keys|aux|whole|body|environment)(?=[ \t\n]|$)/;
/** The length of the longest of them, and what follows. */
const LONGEST_KEY = "&allow-other-keys ".length;
const LAMBDA_KEYS = new RegExp(LAMBDA_KEY, "g");

/**
 * The column of a line by the method of an operator around it. The path has the place of the line in the
 * operator's form, then in the list at that place, and so on: of `z` in `(f (x y z))` it is 1, 2.
 */
export function placeOfArgument(method: Method, path: readonly number[], line: Line): number {
  const [place = 0] = path;
  if (typeof method === "number") return bodyAfter(method, path, line);
  if (method === "do") return place >= 3 ? tagOrForm(path, line, BODY) : byPattern(DO_HEAD, path, line);
  if (method === "defmethod") return byPattern(definitionOfMethod(place, line), path, line);
  return byPattern(method, path, line);
}

function bodyAfter(count: number, path: readonly number[], line: Line): number {
  const [place = 0] = path;
  if (path.length > 1) return line.normal;
  if (place <= count) return line.column + DISTINGUISHED;
  return place === count + 1 ? line.column + BODY : line.normal;
}

function byPattern(pattern: Pattern, path: readonly number[], line: Line): number {
  const place = Math.max((path[0] ?? 0) - 1, 0);
  const { steps, rest } = pattern;
  const step = place < steps.length ? (steps[place] ?? null) : (rest ?? null);
  // Further elements of the rest stand under the one before them.
  const isTail = rest !== undefined && place > steps.length;
  return byStep(step, isTail, path, line);
}

function byStep(step: Step, isTail: boolean, path: readonly number[], line: Line): number {
  const isItself = path.length === 1;
  switch (step) {
    case null:
      return line.normal;
    case "body":
      return isItself && !isTail ? line.column + BODY : line.normal;
    case "lambda":
      if (isItself) return line.column + DISTINGUISHED;
      return path.length === 2 ? inLambdaList(line) : line.normal;
    case "tags":
      return tagOrForm(path, line, BETWEEN_TAGS);
    case "lambda-body":
      return bodyOfLambda(path, line);
  }
  if (typeof step === "number") return isItself && !isTail ? line.column + step : line.normal;
  if (!isItself) return byPattern(step.parts, path.slice(1), line);
  return isTail || step.whole === null ? line.normal : line.column + step.whole;
}

/** The column of a line in a lambda list: under its beginning, or further in than the last keyword. */
function inLambdaList({ text, first, place, opening, column, columnOf }: Line): number {
  if (text.slice(first, first + LONGEST_KEY).search(LAMBDA_KEY) === 0) return column + 1;
  const keys = [...text.slice(opening, place).matchAll(LAMBDA_KEYS)];
  const last = keys.at(-1);
  return last ? columnOf(opening + last.index) + BODY : column + 1;
}

function tagOrForm(path: readonly number[], line: Line, form: number): number {
  if (path.length > 1) return line.normal;
  const isTag = /[^\s()"'`,;|\\#]/.test(line.text.charAt(line.first));
  return line.column + (isTag ? TAG : form);
}

/** The body of a LAMBDA stands under `function` where it is the argument of that. */
function bodyOfLambda(path: readonly number[], line: Line): number {
  if (path.length > 1 || (path[0] ?? 0) > 3) return line.normal;
  const outer = line.outerOpening();
  if (outer === null || !/^function(?![\w-])/i.test(line.text.slice(outer + 1, outer + 10)))
    return line.column + BODY;
  return line.columnOf(outer) + BODY;
}

/** A method's definition, with its qualifiers before the lambda list. */
function definitionOfMethod(place: number, { text, elements }: Line): Pattern {
  const rest = elements.slice(2);
  const isName = ({ from }: Element) => !/[("#'`,]/.test(text.charAt(from));
  const end = rest.findIndex((element) => !isName(element));
  const qualifiers = end < 0 ? rest.length : end;
  if (place < 3 || qualifiers === 0) return DEFINITION;
  const steps: Step[] = [4, ...rest.slice(0, qualifiers).map((): Step => 4), "lambda"];
  return { steps, rest: "body" };
}
