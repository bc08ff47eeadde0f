/** What running frames keep of their lexical environments (`stack/scopes.ts`). */

import type { LispFunction, LispSymbol, LispValue } from "./objects/marshal.js";
import { functionNameSymbol } from "./objects/setf-names.js";
import { symbolName, symbolValue } from "./objects/symbols.js";
import { elementsOf, isSymbol, nil, simpleError } from "./signals.js";
import type { CallStack, Frame, FrameInfo } from "./stack/callstack.js";
import type { Scope, SlotScope } from "./stack/scopes.js";

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

/** The blocks and tags that one form has bound in a frame, or in that of a function around its own. */
interface LiveExits {
  readonly owner: Frame;
  readonly exits: readonly LiveExit[];
}

/** A block or a tag for which code can be left. */
export interface LiveExit {
  readonly kind: "block" | "tag";
  readonly name: LispValue;
  /** The number of the block or tagbody in that code. */
  readonly place: number;
  /** That of a tag. */
  readonly tag: number;
}

/** What one form has bound, wherever it is kept. */
interface OpenScope {
  /** The frame whose code is in it; null where that has gone. */
  readonly owner: () => Frame | null;
  readonly variables: LispValue;
  /** What names mean there, as the compiler has it; undefined where that was not kept. */
  readonly lexical: unknown;
  /** Whether the frame's own function has bound it, and not one around that. */
  readonly isOwn: boolean;
  readonly read: (index: number) => LispValue | undefined;
  readonly set: (index: number, value: LispValue) => void;
  /** Signals an error where it cannot be read any more. */
  readonly check: () => void;
}

/** What a scope has a place for. */
interface Entry {
  readonly name: LispValue;
  readonly type: LispValue;
  readonly kind: "variable" | "special" | "function" | "block" | "tag";
  /** What follows its mark. */
  readonly more: LispValue;
  readonly index: number;
  readonly scope: OpenScope;
}

const KINDS: ReadonlyMap<string, Entry["kind"]> = new Map([
  ["SPECIAL", "special"],
  ["FUNCTION", "function"],
  ["BLOCK", "block"],
  ["TAG", "tag"],
]);

function entriesOf(scope: OpenScope): Entry[] {
  return elementsOf(scope.variables).map((variable, index) => {
    const [name, type, mark, more] = elementsOf(variable);
    const kind = isSymbol(mark) ? KINDS.get(symbolName(mark)) : undefined;
    return { name, type, kind: kind ?? "variable", more, index, scope };
  });
}

/** The entries of scopes, the innermost of each name. */
function visibleEntries(scopes: readonly OpenScope[], isWanted: (entry: Entry) => boolean): Entry[] {
  const seen = new Set<unknown>();
  return scopes.flatMap(entriesOf).filter((entry) => {
    if (!isWanted(entry)) return false;
    const key = functionNameSymbol(entry.name);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The lexical variables where a running frame is, innermost first; null where the frame keeps none. */
export function liveVariables(stack: CallStack, frame: Frame, sp = stack.sp): LiveVariable[] | null {
  const scopes = openScopes(stack, frame, sp);
  return scopes && variablesIn(scopes);
}

/** The lexical variables of a scope and those around it, innermost first. */
export function variablesOfScope(stack: CallStack, scope: Scope | undefined): LiveVariable[] {
  return variablesIn(scopesFrom(stack, scope));
}

/** The local functions of a scope and those around it. */
export function functionsOfScope(stack: CallStack, scope: Scope | undefined): LiveFunction[] {
  return functionsIn(scopesFrom(stack, scope));
}

function variablesIn(scopes: readonly OpenScope[]): LiveVariable[] {
  return visibleEntries(scopes, ({ kind }) => kind === "variable").map(({ name, type, scope, index }) => {
    const read = () => {
      scope.check();
      return scope.read(index);
    };
    const set = (value: LispValue): void => {
      scope.check();
      scope.set(index, value);
    };
    return { symbol: name as LispSymbol, type, value: scope.read(index), read, set };
  });
}

/** The local functions where a running frame is. */
export function liveFunctions(stack: CallStack, frame: Frame, sp: number): LiveFunction[] {
  return functionsIn(openScopes(stack, frame, sp) ?? []);
}

function functionsIn(scopes: readonly OpenScope[]): LiveFunction[] {
  return visibleEntries(scopes, ({ kind }) => kind === "function").map(({ name, scope, index }) => ({
    name,
    fn: scope.read(index) as LispFunction,
  }));
}

/** The blocks and tags where a running frame is, innermost first. */
export function liveExits(stack: CallStack, frame: Frame, sp: number): LiveExits[] {
  return (openScopes(stack, frame, sp) ?? []).flatMap((scope) => {
    const owner = scope.owner();
    if (owner === null) return [];
    const exits = entriesOf(scope).flatMap(({ kind, name, type, more }): LiveExit[] => {
      const isExit = kind === "block" || kind === "tag";
      return isExit ? [{ kind, name, place: Number(type), tag: Number(more) }] : [];
    });
    return [{ owner, exits }];
  });
}

/** What names mean where a running frame is, as the compiler has it; undefined where that was not kept. */
export function lexicalOf(stack: CallStack, frame: Frame, sp: number): unknown {
  return openScopes(stack, frame, sp)?.[0]?.lexical;
}

/** The scopes where a running frame is, innermost first; null where the frame keeps none. */
function openScopes(stack: CallStack, frame: Frame, sp: number): OpenScope[] | null {
  const own = scopesOf(stack, frame);
  if (own === null) return null;
  const mine = dynamicOf(stack, frame);
  let inner: Frame | null = null;
  for (let each = stack.innermost(sp); each !== null && each.base > frame.base; each = stack.callerOf(each))
    inner = !each.info.internal ? null : each.info.scoped === true ? each : inner;
  // A function in it of which nobody sees the frames may be the one that runs.
  if (inner === null || isInSlots(frame)) return own;
  const around = dynamicOf(stack, inner);
  const isInside = mine === undefined || (around !== undefined && [...around.chain()].includes(mine));
  return isInside ? scopesOf(stack, inner) : own;
}

function isInSlots({ info }: Frame): boolean {
  return info.variables !== undefined;
}

/** The scopes of one frame; null for one that keeps none. */
function scopesOf(stack: CallStack, frame: Frame): OpenScope[] | null {
  const { info } = frame;
  if (info.scoped !== true) return null;
  const chain = [...(dynamicOf(stack, frame)?.chain() ?? [])];
  const outermost = chain.at(-1);
  const { around } = (outermost && stack.infos[outermost.info]) ?? info;
  const dynamic = [...chain, ...(around?.chain() ?? [])];
  return [...slotScopes(stack, frame), ...dynamic.map((scope) => openScope(stack, scope, info))];
}

/** A scope and those around it, innermost first. */
function scopesFrom(stack: CallStack, scope: Scope | undefined): OpenScope[] {
  return [...(scope?.chain() ?? [])].map((each) => openScope(stack, each, null));
}

function openScope(stack: CallStack, scope: Scope, info: FrameInfo | null): OpenScope {
  return {
    variables: scope.variables,
    lexical: scope.lexical,
    owner: () => frameOf(stack, scope),
    isOwn: stack.infos[scope.info] === info,
    read: (index) => scope.access(index, undefined, [], 0),
    set: (index, value) => setIn(stack, scope, index, value),
    check: () => {},
  };
}

function slotScopes(stack: CallStack, frame: Frame): OpenScope[] {
  const { info, base } = frame;
  const { st } = stack;
  if (!isInSlots(frame)) return [];
  const position = st[base + info.slots - 1] as SlotScope | undefined;
  const check = (): void => {
    for (const each of liveFrames(stack)) if (each.base === base && each.info === info) return;
    simpleError("The call of ~S has returned, and its variables are gone.", info.name ?? nil());
  };
  const owner = () => frame;
  return [...(position?.chain() ?? [])].map(({ variables, lexical, places }): OpenScope => {
    const at = (index: number): number => base + (places[index] as number);
    const set = (index: number, value: LispValue): void => {
      st[at(index)] = value;
    };
    return {
      variables,
      lexical,
      owner,
      isOwn: true,
      read: (index) => st[at(index)] as LispValue,
      set,
      check,
    };
  });
}

/** The innermost scope that has a function; undefined where there is none. */
export function dynamicOf(stack: CallStack, { info, base }: Frame): Scope | undefined {
  if (info.scoped !== true || (info.variables !== undefined && info.isInside !== true)) return undefined;
  return stack.st[base + info.slots - (info.variables === undefined ? 1 : 2)] as Scope | undefined;
}

/** The special variables that the call of a frame has bound, as far as that is known. */
export function boundSpecials(stack: CallStack, frame: Frame, sp: number): LispSymbol[] {
  if (frame.info.scoped !== true) return [...(frame.info.specials ?? [])];
  const own = ownSpecials(stack, frame).map(({ name }) => name as LispSymbol);
  const isBinding = ({ kind }: Entry) => kind === "variable" || kind === "special";
  const lexical = visibleEntries(openScopes(stack, frame, sp) ?? [], isBinding);
  // A lexical variable of the name may have been bound inside of the special one.
  return [...new Set(own)].filter(
    (symbol) => !lexical.some(({ name, kind }) => name === symbol && kind === "variable"),
  );
}

/** What a call has bound of special variables, innermost first. */
function ownSpecials(stack: CallStack, frame: Frame): Entry[] {
  const own = (scopesOf(stack, frame) ?? []).filter(({ isOwn }) => isOwn);
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
    if (outermost !== undefined) found = { value: outermost.scope.read(outermost.index) };
    else if (each.info.scoped !== true && each.info.specials?.includes(symbol)) found = { value: undefined };
  }
  return found === null ? symbolValue(symbol) : found.value;
}

function setIn(stack: CallStack, scope: Scope, index: number, value: LispValue): void {
  const frame = frameOf(stack, scope);
  // Where the function has returned there is no frame that shows the variable.
  if (frame === null) scope.access(index, value, [], 0);
  else scope.access(index, value, stack.st, frame.base + frame.info.slots + 1);
}

/** The frame of the function that has opened a scope and is in it; null where there is none. */
function frameOf(stack: CallStack, scope: Scope): Frame | null {
  for (const frame of liveFrames(stack)) {
    if (frame.info !== stack.infos[scope.info]) continue;
    const own = dynamicOf(stack, frame);
    if (own !== undefined && [...own.chain()].includes(scope)) return frame;
  }
  return null;
}

/** All frames of calls that have not returned, innermost first: those of held evaluations as well. */
export function* liveFrames(stack: CallStack): Generator<Frame> {
  const heights = [...stack.held.map(({ sp }) => sp), ...(stack.sp > stack.base ? [stack.sp] : [])];
  for (const sp of heights.reverse())
    for (let frame = stack.innermost(sp); frame !== null; frame = stack.callerOf(frame)) yield frame;
}
