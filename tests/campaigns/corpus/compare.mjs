/**
 * What the server answered to a program against what SBCL answered. Pure functions on data.
 *
 * A row's `expected` is SBCL's answer; an answer is the structured result of evaluate-lisp. White space is
 * collapsed and addresses are normalised on both sides.
 */

/** The columns of the comparison, in the order in which they are printed. */
export const COLUMNS = [
  "status",
  "type",
  "message",
  "restarts",
  "restartTexts",
  "frames",
  "sbclFrames",
  "values",
  "stdout",
  "warnings",
  "warningTexts",
];

const ADDRESS = /\{[0-9A-F]{6,16}\}/g;

/** A text on one line, without addresses. */
const plain = (text) => text.replace(ADDRESS, "{ADDR}").replace(/\s+/g, " ").trim();

/**
 * As {@link plain}, and without what our reports add to a reader error's message or end a message with; the
 * reader's stream as in the seeds.
 */
const sentence = (text) =>
  plain(text)
    .replaceAll("#<SB-IMPL::STRING-INPUT-STREAM {ADDR}>", "#<STRING-INPUT-STREAM>")
    .replace(/ READER-ERROR at line \d+, column \d+.*$/, "")
    .replace(/\.$/, "");

/** Names that SBCL's own lambda lists have for their variables, though programs speak of them as well. */
const ARGUMENT_NAMES =
  /^(SB-\S+|LIST|SEQUENCE|SYMBOL|CHAR|CHARACTER|CONS|FUNCTION|NUMBER|STRING|PACKAGE|STREAM|VECTOR|ARRAY|HASH-TABLE)$/;

/** A message without the name of a variable that was being bound, where that is not the program's. */
function withoutInternals(message, code) {
  const text = plain(message);
  const binding = / when binding (\S+?)\.?$/.exec(text);
  if (!binding) return text;
  const words = code.toUpperCase().split(/[^A-Z0-9*+<>=/&%!?-]+/);
  const internal = ARGUMENT_NAMES.test(binding[1]) || !words.includes(binding[1]);
  return internal ? text.slice(0, binding.index) : text;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const TOP = 3;

/**
 * The columns in which the answer says what SBCL said: true or false, or absent where a column says nothing
 * about the row (a program that returns has no type of error).
 */
export function compare({ code, expected, flags = [] }, answer) {
  const wanted = expected.error;
  const got = answer.error;
  const equal = { status: answer.status === expected.status };
  if (wanted) {
    equal.type = got !== undefined && sameType(wanted, got, flags.includes("sbcl-internal-type"));
    // A report function that fails leaves SBCL without a message.
    if (wanted.message !== null)
      equal.message =
        got !== undefined &&
        sentence(withoutInternals(got.message, code)) === sentence(withoutInternals(wanted.message, code));
    const restarts = got?.restarts ?? [];
    equal.restarts =
      got !== undefined &&
      same(
        names(restarts),
        wanted.restarts.map(([name]) => name),
      );
    equal.restartTexts =
      equal.restarts &&
      same(
        texts(restarts),
        wanted.restarts.map(([, text]) => plain(text)),
      );
    equal.sbclFrames = got !== undefined && sameFrames(wanted.frames, got.frames);
    const listed = got?.frames.filter((frame) => !isUnlisted(frame)) ?? [];
    equal.frames = equal.sbclFrames || (got !== undefined && sameFrames(asWeShow(wanted, listed), listed));
  }
  if (expected.status === "ok")
    equal.values = answer.status === "ok" && sameValues(expected.values, answer.values);
  equal.stdout = plain(answer.stdout) === plain(expected.stdout);
  const warned = expected.warnings;
  if (warned.length > 0 || answer.warnings.length > 0) {
    equal.warnings = same(warned.map(([type]) => type).sort(), answer.warnings.map((w) => w.type).sort());
    equal.warningTexts =
      equal.warnings &&
      same(
        warned.map(([, message]) => sentence(message)).sort(),
        answer.warnings.map((w) => sentence(w.message)).sort(),
      );
  }
  return equal;
}

/** All columns of a row wrong: what a program that hangs or breaks its session gets. */
export function allWrong(row) {
  const answer = { status: "broken", values: [], stdout: "", warnings: [] };
  return Object.fromEntries(Object.keys(compare(row, answer)).map((column) => [column, false]));
}

/** For a type that is SBCL's own, the same standard classes count as well. */
function sameType(wanted, got, internal) {
  if (got.type === wanted.type) return true;
  const standard = got.precedence.filter((name) => name.startsWith("COMMON-LISP:"));
  return internal && same(standard.sort(), [...wanted.precedence].sort());
}

/** The toplevel's ABORT is ours alone in this list. */
const withoutAbort = (restarts) => {
  const last = restarts.at(-1);
  return last?.name === "ABORT" ? restarts.slice(0, -1) : restarts;
};
const names = (restarts) => withoutAbort(restarts).map(({ name }) => name);
const texts = (restarts) => withoutAbort(restarts).map(({ description }) => plain(description));

function sameValues(wanted, got) {
  return same((wanted ?? []).map(plain), got.map(plain));
}

function sameFrames(wanted, got) {
  const ours = got.slice(0, TOP).map((frame) => [plain(frame.function), frame.arguments.map(plain)]);
  return same(
    wanted.slice(0, TOP).map(([name, args]) => [plain(name), args.map(plain)]),
    ours,
  );
}

/**
 * Local functions of toplevel forms: SBCL shows them, as the report does, but the corpus's lists leave them
 * out.
 */
const isUnlisted = ({ kind, function: name }) => kind === "local" && !name.includes(" :IN ");

/**
 * SBCL's frames as the report lays them out where the seeds and the issues decide otherwise than SBCL:
 * - a call of an undefined function shows the function's name, not `"undefined function"`;
 * - an error of the reader shows that the text was read;
 * - the operator at the point of error is frame 0 also where the compiler open-codes it.
 */
function asWeShow({ frames, phase }, [first]) {
  if (first === undefined) return frames;
  const shown = [first.function, first.arguments];
  if (frames[0]?.[0] === '"undefined function"') return [[first.function, frames[0][1]], ...frames.slice(1)];
  const ours = phase === "read" ? first.function === "READ-FROM-STRING" : first.kind === "operator";
  return ours ? [shown, ...frames] : frames;
}
