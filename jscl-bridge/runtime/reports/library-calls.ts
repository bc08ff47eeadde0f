/**
 * A call of the standard library as SBCL's backtrace shows it: with the defaults of what was not given, and
 * with the calls inside of it that a program's author knows.
 */

import type { FunctionEntry, Parameter } from "../../functions/notation.js";
import { functionEntry } from "../../functions/table.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { keyword, nil, sym, t } from "../signals.js";
import { ArgumentText, UNUSED_ARGUMENT } from "../stack/callstack.js";

/** What a report is about. */
export interface Signalled {
  /** The name of the condition's type, without a package. */
  readonly type: string;
  /** Its slots' values by their names. */
  readonly slots: ReadonlyMap<string, LispValue>;
  /** The names that are bound where the compiler found it; absent of what running code signalled. */
  readonly scope?: readonly LispSymbol[];
}

interface Call {
  readonly name: LispSymbol;
  readonly args: readonly LispValue[];
}

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Functions that look at their arguments when the others have their defaults; the rest of those with optional
 * arguments reject an argument of the wrong type before.
 */
const FILLED_FIRST = names(`
  ATAN CEILING COMPLEX FCEILING FFLOOR FILL FLOOR FROUND FTRUNCATE INTERSECTION LOG MAKE-LIST MERGE
  NINTERSECTION NSET-DIFFERENCE NSET-EXCLUSIVE-OR PAIRLIS RANDOM READ-BYTE READ-CHAR READ-CHAR-NO-HANG READ-LINE ROUND SET-DIFFERENCE
  SET-EXCLUSIVE-OR STRING-DOWNCASE STRING-UPCASE SUBSETP TRUNCATE UNREAD-CHAR VECTOR-PUSH-EXTEND WRITE-BYTE
  WRITE-CHAR`);

/** Functions that do not look at their parameter RECURSIVE-P. */
const NEVER_RECURSIVE = names("PEEK-CHAR READ-CHAR READ-CHAR-NO-HANG READ-LINE");

/** Functions whose rest parameter is on the stack: SBCL has two frames for a call. */
const TWICE = names("FORMAT MAKE-CONDITION");

/** The calls to show for one, the innermost first. `signalled` is what it signalled itself, if anything. */
export function libraryCalls(
  name: LispSymbol,
  args: readonly LispValue[],
  signalled: Signalled | null,
): readonly Call[] {
  const entry = functionEntry(symbolName(name));
  if (entry === undefined) return [{ name, args }];
  const own = { name, args: isRejected(entry, args, signalled) ? args : filled(entry, args) };
  const calls = TWICE.has(entry.name) ? [own, own] : [own];
  const inner = signalled === null ? null : innerCall(entry, args, signalled);
  return inner === null ? calls : [inner, ...calls];
}

/** Whether the call was rejected before the missing arguments had values. */
function isRejected(entry: FunctionEntry, args: readonly LispValue[], signalled: Signalled | null): boolean {
  if (signalled === null) return false;
  if (signalled.type.endsWith("PROGRAM-ERROR")) return true;
  const datum = signalled.slots.get("DATUM");
  if (datum === undefined || FILLED_FIRST.has(entry.name)) return false;
  // Type specifiers are objects of every kind.
  const isChecked = ({ type }: Parameter): boolean => type !== "t" && type !== "type-specifier";
  return entry.required.some((parameter, index) => isChecked(parameter) && args[index] === datum);
}

/** The arguments with the defaults of those that are missing. */
function filled(entry: FunctionEntry, args: readonly LispValue[]): readonly LispValue[] {
  const { required, optional, rest, keys, attributes } = entry;
  const positional = required.length + optional.length;
  if (rest !== null || attributes.has("spread") || args.length < required.length) return args;
  const all = args.slice(0, positional);
  for (const parameter of optional.slice(all.length - required.length)) all.push(defaultOf(parameter));
  const last = optional.at(-1);
  if (last?.name === "RECURSIVE-P" && NEVER_RECURSIVE.has(entry.name)) all[positional - 1] = UNUSED_ARGUMENT;
  if (keys === null) return all;
  const given = args.slice(positional);
  const known = new Set<LispValue>();
  for (const parameter of keys) {
    const name = keyword(parameter.name);
    known.add(name);
    const index = given.findIndex((arg, i) => i % 2 === 0 && arg === name);
    all.push(name, index < 0 ? defaultOf(parameter) : (given[index + 1] as LispValue));
  }
  return given.every((arg, i) => i % 2 === 1 || known.has(arg)) ? all : args;
}

function defaultOf({ init }: Parameter): LispValue {
  if (init === null) return nil();
  if (init === "t") return t();
  if (init.startsWith(":")) return keyword(init.slice(1).toUpperCase());
  if (!Number.isNaN(Number(init))) return Number(init);
  const name = init.toUpperCase();
  // A symbol of a package that comes when a program names it.
  if (name.includes(":")) return new ArgumentText(name);
  return name.startsWith("*") ? symbolValue(sym(name)) : sym(name);
}

/** The call of the library that a function makes where it signals, for those that SBCL shows. */
function innerCall(
  entry: FunctionEntry,
  args: readonly LispValue[],
  { type, slots }: Signalled,
): Call | null {
  const datum = slots.get("DATUM");
  const pathname = slots.get("PATHNAME");
  const of = (name: string, among: readonly LispValue[]): Call | null =>
    datum !== undefined && among.includes(datum) ? { name: sym(name), args: [datum] } : null;
  switch (entry.name) {
    case "CEILING":
    case "FLOOR":
    case "MOD":
    case "REM":
      return type === "DIVISION-BY-ZERO" ? { name: sym("TRUNCATE"), args: filled(entry, args) } : null;
    case "STRING-DOWNCASE":
    case "STRING-UPCASE":
      return of("STRING", args.slice(0, 1));
    case "CONCATENATE":
      return args[0] === sym("LIST") ? null : of("LENGTH", args.slice(1));
    case "REPLACE":
      return of("LENGTH", args.slice(1, 2));
    case "ENSURE-DIRECTORIES-EXIST":
      return of("PATHNAME", args.slice(0, 1));
    case "COMPILE-FILE":
    case "RENAME-FILE":
      return pathname === undefined ? null : { name: sym("TRUENAME"), args: [pathname] };
    default:
      return null;
  }
}
