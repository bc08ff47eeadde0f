/**
 * Which calls of the live stack a reader sees: those that SBCL's backtrace shows of the program and of the
 * standard library. Calls that the library makes to itself are its insides, but for those of a function that
 * it was given.
 */

import type { FrameKind } from "../../contract/engine.js";
import { functionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { homeName, symbolFunction, symbolName } from "../objects/symbols.js";
import { isCons, isSymbol } from "../signals.js";
import { type CallStack, type Frame, UNUSED_ARGUMENT } from "../stack/callstack.js";
import { libraryCalls, type Signalled } from "./library-calls.js";

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * The operators a program signals with: at the point of error their frames say nothing that the condition
 * does not.
 */
const SIGNALLERS = names("ERROR CERROR SIGNAL WARN BREAK INVOKE-DEBUGGER");

/** Functions whose last act is to call another: SBCL has no frame for them then. */
const TAIL_CALLERS = names(`
  APPLY ASSOC ASSOC-IF ASSOC-IF-NOT BREAK CERROR EVAL FUNCALL INVOKE-DEBUGGER INVOKE-RESTART
  INVOKE-RESTART-INTERACTIVELY MEMBER MEMBER-IF MEMBER-IF-NOT RASSOC RASSOC-IF RASSOC-IF-NOT REMOVE-DUPLICATES SIGNAL
  WARN`);

/**
 * Functions that SBCL's compiler does not call: it has the operator in place, or calls another function that
 * has no frame a user would know.
 */
const OPEN_CODED = names(`
  * + - / /= 1+ 1- < <= = > >= ABS ACONS ADJOIN APPEND APPLY AREF ARRAY-DIMENSION ARRAY-TOTAL-SIZE ASH ASSOC ASSOC-IF
  ASSOC-IF-NOT BIT CAAAR CAADR CAAR CADAR CADDDR CADDR CADR CAR CDAAR CDADR CDAR CDDAR CDDDR CDDR CDR CEILING CHAR
  CHAR-CODE CHAR-DOWNCASE CHAR-UPCASE CHAR/= CHAR< CHAR<= CHAR= CHAR> CHAR>= CODE-CHAR COERCE CONCATENATE COPY-SEQ
  DENOMINATOR EIGHTH ELT ENDP EVENP EVERY EXPT FDEFINITION FIFTH FILL-POINTER FIND-CLASS FIRST FLOAT FLOOR FOURTH
  FUNCALL GETHASH IMAGPART LAST LDB LIST LOGAND LOGIOR LOGNOT LOGXOR MAKE-ARRAY MAKE-INSTANCE MAKE-STRING MAP MAPC MAPCAN
  MAPCAR MAPCON MAPHASH MAPL MAPLIST MAX MEMBER MEMBER-IF MEMBER-IF-NOT MIN MINUSP MOD NINTH NOTANY NOTEVERY NTH NTHCDR
  NUMERATOR ODDP PLUSP PRIN1 PRINC PRINT RASSOC REALPART REM REST ROUND ROW-MAJOR-AREF RPLACA RPLACD SBIT SCHAR SECOND
  SEVENTH SIGNUM SIXTH SOME STRING/= STRING< STRING<= STRING= STRING> STRING>= SUBSEQ SVREF SYMBOL-NAME SYMBOL-PACKAGE
  SYMBOL-PLIST SYMBOL-VALUE TENTH THIRD TRUNCATE UNION VALUES-LIST VECTOR WRITE-STRING ZEROP`);

/**
 * Functions whose errors SBCL signals in others, which they call last or which its compiler calls in their
 * place.
 */
const ERRORS_ELSEWHERE = names(`
  ASH ASSOC CHAR COERCE EXP EXPT FIND-CLASS FIND-METHOD MAKE-ARRAY MAKE-INSTANCE MEMBER RASSOC SUBSEQ WRITE-LINE WRITE-STRING`);

/** How a frame is shown. */
type Visibility = "hidden" | "shown" | "operator";

/** A call as a reader sees it. */
export interface ShownCall {
  readonly name: LispValue;
  readonly kind: FrameKind;
  readonly args: readonly LispValue[];
}

/** Decides about the frames of a stack, asked from the innermost on. */
export class FrameFilter {
  private any = false;

  /** `signalled` is what the report is about; null where it is about no condition. */
  constructor(
    private readonly stack: CallStack,
    private readonly signalled: Signalled | null,
  ) {}

  /** The calls that are shown for a frame, the innermost first. */
  judge(frame: Frame): readonly ShownCall[] {
    const visibility = this.visibility(frame);
    if (visibility === "hidden") return [];
    const { name, kind, asGiven } = frame.info;
    const args = this.stack.argumentsOf(frame);
    const signalled = this.any ? null : this.signalled;
    this.any = true;
    if (visibility === "operator") return [{ name, kind: "operator", args }];
    if (asGiven || kind !== "library") return [{ name, kind, args }];
    if (!isSymbol(name) || !isStandard(name)) return [{ name, kind, args: withoutUnused(name, args) }];
    return libraryCalls(name, args, signalled).map((call) => ({ ...call, kind }));
  }

  /** Whether a frame is shown as one call, whatever is around it. */
  showsOne({ info }: Frame): boolean {
    return this.any && !info.internal && info.kind !== "library";
  }

  private visibility(frame: Frame): Visibility {
    const { info } = frame;
    if (info.internal) return "hidden";
    if (info.kind !== "library") return "shown";
    const { name } = info;
    const caller = this.stack.callerOf(frame);
    const calledByLibrary = caller?.info.kind === "library";
    // The library calls methods of SLOT-MISSING and SLOT-UNBOUND.
    if (!isSymbol(name) || !isStandard(name))
      return calledByLibrary && (this.any || !/^SLOT-(MISSING|UNBOUND)$/.test(genericName(name)))
        ? "hidden"
        : "shown";
    if (symbolName(name) === "EVAL") return "hidden";
    if (this.any ? TAIL_CALLERS.has(symbolName(name)) : SIGNALLERS.has(symbolName(name))) return "hidden";
    if (this.any && isListSort(name, frame, this.stack)) return "hidden";
    if (symbolName(name) === "FUNCALL" && typeof this.stack.argumentsOf(frame)[0] === "function")
      return "hidden";
    if (symbolName(name) === "MAKE-CONDITION" && caller !== null && isSignaller(caller)) return "shown";
    const openCoded = OPEN_CODED.has(symbolName(name));
    if (calledByLibrary) {
      const user = this.userOf(name, caller);
      if (user === null) return "hidden";
      if (!openCoded || !this.isInPlace(user)) return "shown";
    } else if (!this.any && ERRORS_ELSEWHERE.has(symbolName(name))) return "operator";
    else if (caller === null || isEvaluator(caller) || !openCoded) return "shown";
    return this.any ? "hidden" : "operator";
  }

  /** The call of the library, `inner` or one around it, that has the function `name` among its arguments. */
  private userOf(name: LispSymbol, inner: Frame): Frame | null {
    let frame: Frame | null = inner;
    for (; frame?.info.kind === "library"; frame = this.stack.callerOf(frame)) {
      if (frame.info.name === name) return null;
      const required = isSymbol(frame.info.name) ? functionEntry(symbolName(frame.info.name))?.required : [];
      const isUsed = (arg: LispValue, index: number): boolean =>
        (arg === name && required?.[index]?.type !== "type-specifier") || arg === symbolFunction(name);
      if (this.stack.argumentsOf(frame).some(isUsed)) return frame;
    }
    return null;
  }

  /** Whether compiled code has a loop in place of the call, with the function in it. */
  private isInPlace(frame: Frame): boolean {
    const { name } = frame.info;
    const caller = this.stack.callerOf(frame);
    const compiled = caller !== null && caller.info.kind !== "library" && !isEvaluator(caller);
    return (
      compiled &&
      isSymbol(name) &&
      (functionEntry(symbolName(name))?.attributes.has("loop") === true ||
        isListSort(name, frame, this.stack))
    );
  }
}

/** The generic function of a method, by the name of its frame: `(:METHOD name …)`. */
function genericName(name: LispValue): string {
  const rest = isCons(name) ? cdrOf(name) : null;
  const generic = isCons(rest) ? carOf(rest) : null;
  return isSymbol(generic) ? symbolName(generic) : "";
}

/** A call as SBCL shows it: its method of SLOT-UNBOUND does not look at the class. */
function withoutUnused(name: LispValue, args: readonly LispValue[]): readonly LispValue[] {
  return genericName(name) === "SLOT-UNBOUND" ? [UNUSED_ARGUMENT, ...args.slice(1)] : args;
}

/** The evaluator calls functions itself: their calls are not compiled. */
function isEvaluator({ info }: Frame): boolean {
  return info.kind === "toplevel" && info.internal;
}

function isSignaller({ info }: Frame): boolean {
  return isSymbol(info.name) && isStandard(info.name) && SIGNALLERS.has(symbolName(info.name));
}

/** Lists are sorted by a function that SORT calls last. */
function isListSort(name: LispSymbol, frame: Frame, stack: CallStack): boolean {
  return /^(STABLE-)?SORT$/.test(symbolName(name)) && isCons(stack.argumentsOf(frame)[0]);
}

function isStandard(name: LispSymbol): boolean {
  return homeName(name) === "COMMON-LISP";
}
