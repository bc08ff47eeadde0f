/** What running frames keep of their lexical environments (`stack/scopes.ts`). */

import type { LispFunction, LispSymbol, LispValue } from "./objects/marshal.js";
import { symbolName, symbolValue } from "./objects/symbols.js";
import { elementsOf, isSymbol } from "./signals.js";
import type { CallStack, Frame } from "./stack/callstack.js";
import type { Scope } from "./stack/scopes.js";

/** A variable of a running frame. */
export interface LiveVariable {
  readonly symbol: LispSymbol;
  /** The type that it is declared to have; T where it has none. */
  readonly type: LispValue;
  /** Undefined for a parameter whose default is still to be made, and for a value that is not known. */
  readonly value: LispValue | undefined;
  readonly read: () => LispValue | undefined;
  readonly set: (value: LispValue) => void;
}

/** A local function of a running frame. */
export interface LiveFunction {
  /** A symbol, or (SETF symbol). */
  readonly name: LispValue;
  readonly fn: LispFunction;
}

/** What a scope has a place for. */
interface Entry {
  readonly name: LispValue;
  readonly type: LispValue;
  readonly kind: "variable" | "special" | "function";
  readonly index: number;
  readonly scope: Scope;
}

function entriesOf(scope: Scope): Entry[] {
  return elementsOf(scope.variables).map((variable, index) => {
    const [name, type, mark] = elementsOf(variable);
    const kind = !isSymbol(mark) ? "variable" : symbolName(mark) === "SPECIAL" ? "special" : "function";
    return { name, type, kind, index, scope };
  });
}

/** The entries of the scopes from one outwards, the innermost of each name. */
function visibleEntries(scope: Scope | undefined, isWanted: (entry: Entry) => boolean): Entry[] {
  const seen = new Set<unknown>();
  return [...(scope?.chain() ?? [])].flatMap(entriesOf).filter((entry) => {
    if (!isWanted(entry)) return false;
    const key = isSymbol(entry.name) ? entry.name : elementsOf(entry.name)[1];
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The lexical variables where a running frame is, innermost first; null where the frame keeps none. */
export function liveVariables(stack: CallStack, frame: Frame, sp = stack.sp): LiveVariable[] | null {
  const scope = innermostScope(stack, frame, sp);
  if (scope === null) return null;
  return visibleEntries(scope, ({ kind }) => kind === "variable").map(({ name, type, scope, index }) => {
    const read = () => scope.access(index, undefined, [], 0);
    const set = (value: LispValue): void => setIn(stack, scope, index, value);
    return { symbol: name as LispSymbol, type, value: read(), read, set };
  });
}

/** The local functions where a running frame is. */
export function liveFunctions(stack: CallStack, frame: Frame, sp: number): LiveFunction[] {
  return visibleEntries(innermostScope(stack, frame, sp) ?? undefined, ({ kind }) => kind === "function").map(
    ({ name, scope, index }) => ({ name, fn: scope.access(index, undefined, [], 0) as LispFunction }),
  );
}

/** The scopes where a running frame is; undefined where none is open, null where the frame keeps none. */
export function innermostScope(stack: CallStack, frame: Frame, sp = stack.sp): Scope | undefined | null {
  const own = scopeOf(stack, frame);
  let inner: Scope | undefined;
  for (let each = stack.innermost(sp); each !== null && each.base > frame.base; each = stack.callerOf(each))
    inner = each.info.internal ? (scopeOf(stack, each) ?? inner) : undefined;
  if (own === null || inner === undefined || inner === null) return own;
  return own === undefined || [...inner.chain()].includes(own) ? inner : own;
}

/** The special variables that the call of a frame has bound, as far as that is known. */
export function boundSpecials(stack: CallStack, frame: Frame, sp: number): LispSymbol[] {
  if (frame.info.scoped !== true) return [...(frame.info.specials ?? [])];
  const own = ownSpecials(stack, frame).map(({ name }) => name as LispSymbol);
  return [...new Set(own)].filter((symbol) => !isHidden(stack, frame, sp, symbol));
}

/** Whether a lexical variable of that name has been bound inside of the special one. */
function isHidden(stack: CallStack, frame: Frame, sp: number, symbol: LispSymbol): boolean {
  const scope = innermostScope(stack, frame, sp) ?? undefined;
  return visibleEntries(scope, ({ kind }) => kind !== "function").some(
    ({ name, kind }) => name === symbol && kind === "variable",
  );
}

/** What a call has bound of special variables, innermost first. */
function ownSpecials(stack: CallStack, frame: Frame): Entry[] {
  const scopes = [...(scopeOf(stack, frame)?.chain() ?? [])];
  const own = scopes.filter(({ info }) => stack.infos[info] === frame.info);
  return own.flatMap(entriesOf).filter(({ kind }) => kind === "special");
}

/**
 * A special variable as code in a frame sees it. Calls further in that have bound it anew keep what it was
 * before; undefined where one of them may have, and does not.
 */
export function specialIn(
  stack: CallStack,
  frame: Frame,
  sp: number,
  symbol: LispSymbol,
): LispValue | undefined {
  let found: { value: LispValue | undefined } | null = null;
  for (let each = stack.innermost(sp); each !== null && each.base > frame.base; each = stack.callerOf(each)) {
    const bound = ownSpecials(stack, each).filter(({ name }) => name === symbol);
    const outermost = bound[bound.length - 1];
    if (outermost !== undefined) found = { value: outermost.scope.access(outermost.index, undefined, [], 0) };
    else if (each.info.scoped !== true && each.info.specials?.includes(symbol)) found = { value: undefined };
  }
  return found === null ? symbolValue(symbol) : found.value;
}

/** Undefined for a frame that keeps variables and has none yet, null for one that keeps none. */
function scopeOf(stack: CallStack, { info, base }: Frame): Scope | undefined | null {
  return info.scoped === true ? (stack.st[base + info.slots - 1] as Scope | undefined) : null;
}

function setIn(stack: CallStack, scope: Scope, index: number, value: LispValue): void {
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    const { info, base } = frame;
    if (info !== stack.infos[scope.info]) continue;
    const own = scopeOf(stack, frame);
    if (own === null || own === undefined || ![...own.chain()].includes(scope)) continue;
    scope.access(index, value, stack.st, base + info.slots + 1);
    return;
  }
  // The function has returned: there is no frame that shows the variable.
  scope.access(index, value, [], 0);
}
