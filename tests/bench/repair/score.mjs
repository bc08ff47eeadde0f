/** What a report is worth to who has to repair the program: places, the wrong value, tokens. */
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

const encoding = new Tiktoken(o200k);

export const tokensOf = (text) => encoding.encode(text).length;

/** How many of the places that a report prints a reader looks at. */
const TOP = 3;

const IN_WORDS = /line (\d+), column (\d+)/gi;

function* placesOf(report) {
  if (typeof report === "string") {
    for (const [, line, column] of report.matchAll(IN_WORDS))
      yield { line: Number(line), column: Number(column) };
  } else if (Array.isArray(report)) for (const each of report) yield* placesOf(each);
  else if (report !== null && typeof report === "object") {
    if (typeof report.line === "number" && typeof report.column === "number")
      yield { line: report.line, column: report.column };
    // Where the forms begin that returned is said of every form.
    for (const [name, each] of Object.entries(report)) if (name !== "results") yield* placesOf(each);
  }
}

/** The first places that a report prints, each once: in words, or as data in the order of its members. */
export function topPlaces(report) {
  const places = new Map();
  for (const place of placesOf(report)) {
    places.set(`${place.line}:${place.column}`, place);
    if (places.size === TOP) break;
  }
  return [...places.values()];
}

const isBefore = (one, other) =>
  one.line < other.line || (one.line === other.line && one.column < other.column);

/** Whether a place is in a faulty form, or is that of the form which it is directly in. */
export function isHit(place, faulty) {
  return faulty.some(({ from, to, around }) => {
    const isAround = around !== null && place.line === around.line && place.column === around.column;
    return isAround || (!isBefore(place, from) && isBefore(place, to));
  });
}

/** The slots of a condition that hold what was wrong, and not how it is said. */
const TELLING = new Set([
  "DATUM",
  "NAME",
  "OPERANDS",
  "ARGS",
  "INITARGS",
  "FORMAT-ARGUMENTS",
  "PACKAGE",
  "PATHNAME",
]);

/** Without the numbers of objects, which are others in each run. */
const withoutNumbers = (text) => text.replaceAll(/\{[0-9A-F]{6,}\}/g, "{}");

/** Whether the value that the condition is about stands in a report. */
export function showsValue(text, error) {
  const report = withoutNumbers(text);
  return error.slots.some(
    ({ name, value }) =>
      TELLING.has(name) && value !== "NIL" && report.includes(withoutNumbers(value.replace(/^\(|\)$/g, ""))),
  );
}

/** The score of one report of a mutant. */
export function scoreOf(report, mutant, error) {
  const text = typeof report === "string" ? report : JSON.stringify(report);
  return {
    isFound: topPlaces(report).some((place) => isHit(place, mutant.faulty)),
    isShown:
      error === undefined ? null : showsValue(typeof report === "string" ? report : report.text, error),
    tokens: text === "" ? 0 : tokensOf(text),
  };
}
