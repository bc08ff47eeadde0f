/** The lexical variables of running frames that keep them (`stack/scopes.ts`). */

import type { LispSymbol, LispValue } from "./objects/marshal.js";
import { elementsOf } from "./signals.js";
import type { CallStack, Frame } from "./stack/callstack.js";
import type { Scope } from "./stack/scopes.js";

/** A variable of a running frame. */
export interface LiveVariable {
  readonly symbol: LispSymbol;
  /** The type that it is declared to have; T where it has none. */
  readonly type: LispValue;
  /** Undefined for a parameter whose default is still to be made. */
  readonly value: LispValue | undefined;
  readonly set: (value: LispValue) => void;
}

/** The lexical variables where a running frame is, innermost first; null where the frame keeps none. */
export function liveVariables(stack: CallStack, frame: Frame): LiveVariable[] | null {
  const scope = innermostScope(stack, frame);
  if (scope === null) return null;
  const seen = new Set<LispSymbol>();
  return [...(scope?.chain() ?? [])].flatMap((each) =>
    elementsOf(each.variables).flatMap((variable, i) => {
      const [symbol, type] = elementsOf(variable) as [LispSymbol, LispValue];
      if (seen.has(symbol)) return [];
      seen.add(symbol);
      const set = (value: LispValue): void => setIn(stack, each, i, value);
      return [{ symbol, type, value: each.access(i, undefined, [], 0), set }];
    }),
  );
}

/** The scope that a frame is in, which one of the functions in it may be, of which nobody sees the frames. */
function innermostScope(stack: CallStack, frame: Frame): Scope | undefined | null {
  const own = scopeOf(stack, frame);
  let inner: Scope | undefined;
  for (let each = stack.innermost(); each !== null && each.base > frame.base; each = stack.callerOf(each))
    inner = each.info.internal ? (scopeOf(stack, each) ?? inner) : undefined;
  if (own === null || inner === undefined || inner === null) return own;
  return own === undefined || [...inner.chain()].includes(own) ? inner : own;
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
