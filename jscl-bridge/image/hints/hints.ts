/**
 * What would have helped, of a condition that a report is about: each hint is a fact that holds for certain,
 * as data. How it is worded, and whether it is shown, the server decides.
 */

import type { Hint } from "../../contract/engine.js";
import { argumentCounts } from "../../functions/table.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import type { Signalled } from "../../runtime/reports/library-calls.js";
import { FrameFilter } from "../../runtime/reports/visible-frames.js";
import { elementsOf, INTERNAL_PACKAGE, isCons, isSymbol } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { type HelpedType, UNKNOWN_TYPE } from "../hint-guard.js";
import type { Image } from "../image.js";
import { genericHints, keyListHints, keywordHints, lambdaListHints, methodHints } from "./calls.js";
import {
  argumentsOf,
  type InnermostCall,
  type Occasion,
  slotSymbol,
  slotText,
  textOf,
} from "./hint-facts.js";
import { lostValues } from "./lost-values.js";
import {
  meantClass,
  meantCondition,
  meantFunction,
  meantInitarg,
  meantLoopWord,
  meantPackage,
  meantRestart,
  meantSlot,
  meantSymbol,
  meantType,
  meantVariable,
} from "./meant-names.js";
import { olderDefinitions } from "./older-definitions.js";
import { valueOrigins } from "./value-origins.js";

/** Hints of one condition. */
const MOST = 5;

/** The hints about a condition of a type of the Lisp's own; a program's types are its own business. */
export function hintsFor(image: Image, signalled: Signalled, typePackage: string): Hint[] {
  const occasion: Occasion = { image, signalled, ...innermost(image, signalled) };
  const isOwn = typePackage === "COMMON-LISP" || typePackage === INTERNAL_PACKAGE;
  const about = isOwn ? hintsAbout(occasion) : [];
  const lost = lostValues(occasion);
  const origins = lost.length === 0 ? valueOrigins(occasion) : [];
  return [...about, ...lost, ...origins, ...olderDefinitions(occasion)].slice(0, MOST);
}

/** The innermost call that is shown, and the innermost function of the program's that is. */
function innermost(image: Image, signalled: Signalled): Pick<Occasion, "call" | "user"> {
  const { stack } = image;
  const filter = new FrameFilter(stack, signalled);
  let call: InnermostCall | null = null;
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    const shown = filter.judge(frame)[0];
    if (shown === undefined) continue;
    call ??= { info: frame.info, name: shown.name ?? null, args: shown.args };
    if (isOfProgram(frame.info)) return { call, user: frame.info };
  }
  return { call, user: null };
}

function isOfProgram({ kind, source, rejected }: FrameInfo): boolean {
  return (
    source !== undefined &&
    rejected === undefined &&
    kind !== "library" &&
    kind !== "operator" &&
    kind !== "toplevel"
  );
}

/** What there is to say of a condition, by its type. */
const HINTS: Readonly<Record<HelpedType, (occasion: Occasion) => Hint[]>> = {
  "UNDEFINED-FUNCTION": meantFunction,
  "UNBOUND-VARIABLE": meantVariable,
  "UNKNOWN-KEYWORD-ARGUMENT": keywordHints,
  "DEFMACRO-LAMBDA-LIST-BROKEN-KEY-LIST-ERROR": keyListHints,
  "SIMPLE-PROGRAM-ERROR": programErrorHints,
  "NO-APPLICABLE-METHOD-ERROR": methodHints,
  "MISSING-SLOT": meantSlot,
  "INITARG-ERROR": meantInitarg,
  "CLASS-NOT-FOUND-ERROR": (occasion) => meantClass(occasion, slotSymbol(occasion, "NAME")),
  "PACKAGE-DOES-NOT-EXIST": (occasion) =>
    meantPackage(occasion, occasion.signalled.slots.get("PACKAGE") ?? null),
  "SIMPLE-READER-PACKAGE-ERROR": readerPackageHints,
  "SIMPLE-CONTROL-ERROR": (occasion) =>
    byControl(occasion, "No restart ~S is active~@[ for ~S~].", (name) => meantRestart(occasion, name)),
  "SIMPLE-TYPE-ERROR": (occasion) =>
    byControl(occasion, "~S does not designate a condition class.", (name) => meantCondition(occasion, name)),
  "SIMPLE-ERROR": (occasion) =>
    byControl(occasion, `${UNKNOWN_TYPE}: ~S`, (type) => meantType(occasion, type)),
};

function hintsAbout(occasion: Occasion): Hint[] {
  const { type } = occasion.signalled;
  return Object.hasOwn(HINTS, type) ? HINTS[type as HelpedType](occasion) : [];
}

/** Hints about the first format argument of a simple condition with that control string. */
function byControl(occasion: Occasion, control: string, hints: (first: LispValue) => Hint[]): Hint[] {
  const args = argumentsOf(occasion, control);
  return args === null || args.length === 0 ? [] : hints(args[0] as LispValue);
}

const COUNT = "invalid number of arguments: ~S";
const ODD_KEYWORDS = "odd number of &KEY arguments";
const TOO_FEW_FOR_GENERIC = "The function~%  ~S~%requires at least ~D argument~A.";

/** Whether it was that call which had so many arguments, and not a local one inside of it. */
function wasRejected(call: InnermostCall | null, count: LispValue): boolean {
  if (call === null || call.args.length !== count) return false;
  if (call.info.rejected === true) return true;
  const counts = isSymbol(call.name) ? argumentCounts(symbolName(call.name)) : undefined;
  return (
    call.info.kind === "library" && counts !== undefined && (count < counts.least || count > counts.most)
  );
}

function programErrorHints(occasion: Occasion): Hint[] {
  const count = argumentsOf(occasion, COUNT)?.[0];
  if (count !== undefined) return wasRejected(occasion.call, count) ? lambdaListHints(occasion) : [];
  if (slotText(occasion, "FORMAT-CONTROL") === ODD_KEYWORDS) return lambdaListHints(occasion);
  const generic = argumentsOf(occasion, TOO_FEW_FOR_GENERIC)?.[0];
  if (generic !== undefined) return genericHints(occasion, generic);
  return loopHints(occasion);
}

/** LOOP words its complaints by a control string of their own, which the condition has as an argument. */
function loopHints(occasion: Occasion): Hint[] {
  const args = argumentsOf(occasion, "~?~%current LOOP context:~{ ~S~}.");
  if (args === null) return [];
  const [control, list] = args;
  const word = isCons(list) ? (elementsOf(list)[0] ?? null) : null;
  return textOf(control) === "unknown LOOP keyword: ~S" ? meantLoopWord(occasion, word) : [];
}

function readerPackageHints(occasion: Occasion): Hint[] {
  const missing = byControl(occasion, "Package ~A does not exist.", (name) => meantPackage(occasion, name));
  if (missing.length > 0) return missing;
  return byControl(occasion, "Symbol ~S not found in the ~A package.", (name) => meantSymbol(occasion, name));
}
