import { type LispValue, makeString } from "../runtime/objects/marshal.js";
import { lispError, list } from "../runtime/signals.js";
import type { PackageProblem } from "./reader-image.js";

/** A place in a text: line from 1, column from 0, offset from 0, all in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Where reading failed. */
export interface ReadFailure extends TextPosition {
  /** The last character that was read, as SBCL reports it; at the end of the text, its end. */
  readonly offset: number;
  /** Where the object that could not be read begins. */
  readonly start: TextPosition;
  /** The innermost opening that the end of the text left unclosed. */
  readonly unclosed: ({ readonly bracket: string } & TextPosition) | null;
}

/** Signals a reader error that has a format control. POSITION is (line column offset), as its report prints it. */
export function signalReaderError(
  type: string,
  stream: LispValue,
  place: TextPosition,
  control: string,
  args: readonly LispValue[],
  ...initargs: LispValue[]
): never {
  return lispError(
    type,
    "STREAM",
    stream,
    "FORMAT-CONTROL",
    makeString(control),
    "FORMAT-ARGUMENTS",
    list(...args),
    "POSITION",
    list(place.line, place.column, place.offset),
    ...initargs,
  );
}

/** Signals that a function of the reader was told to go on where nothing is being read. */
export function signalMisplacedRecursion(stream: LispValue, caller: LispValue): never {
  return lispError(
    "SIMPLE-READER-ERROR",
    "STREAM",
    stream,
    "FORMAT-CONTROL",
    makeString("~A was invoked with RECURSIVE-P being true outside ~\n      of a recursive read operation."),
    "FORMAT-ARGUMENTS",
    list(list(caller)),
  );
}

/** Signals END-OF-FILE, or READER-EOF-ERROR where SBCL says in the middle of what the text ended. */
export function signalEndOfFile(stream: LispValue, context?: string): never {
  if (context === undefined) return lispError("END-OF-FILE", "STREAM", stream);
  return lispError("READER-EOF-ERROR", "STREAM", stream, "CONTEXT", makeString(context));
}

/** The initargs of a problem's SIMPLE-READER-PACKAGE-ERROR: keyword names and values. */
export function packageProblemInitargs(problem: PackageProblem): LispValue[] {
  const { place } = problem;
  return [
    "STREAM",
    problem.stream,
    "FORMAT-CONTROL",
    makeString(problem.formatControl),
    "FORMAT-ARGUMENTS",
    list(...problem.formatArguments.map(makeString)),
    "POSITION",
    list(place.line, place.column, place.offset),
    "PACKAGE",
    problem.package ?? makeString(problem.packageName),
  ];
}

/** Signals SIMPLE-READER-PACKAGE-ERROR for a problem, without restarts. */
export function signalPackageProblem(problem: PackageProblem): never {
  return lispError("SIMPLE-READER-PACKAGE-ERROR", ...packageProblemInitargs(problem));
}

/** Signals READER-ERROR itself. */
export function signalBareReaderError(stream: LispValue, place: TextPosition): never {
  return lispError(
    "READER-ERROR",
    "STREAM",
    stream,
    "POSITION",
    list(place.line, place.column, place.offset),
  );
}
