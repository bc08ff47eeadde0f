/**
 * Special variables that twins have bound, where evaluations are left by the heap: the bindings of one that
 * is left are taken off, outermost last, and put back when it goes on.
 */

import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolValue } from "../objects/symbols.js";
import { heapCalls } from "./heap-calls.js";

/** A binding: what the variable had outside of it; while the evaluation is left, what it has inside. */
export class HeldBinding {
  constructor(
    readonly symbol: LispSymbol,
    public value: LispValue,
  ) {}
}

/** The outer value of a binding, as code keeps it: itself, or noted. */
export function outerValue(kept: unknown): LispValue {
  return kept instanceof HeldBinding ? kept.value : kept;
}

// One image lives in one JavaScript realm.
let bindings: HeldBinding[] = [];

/** Notes that a variable is about to be bound. */
export function bound(symbol: LispSymbol): HeldBinding {
  const binding = new HeldBinding(symbol, symbolValue(symbol));
  bindings.push(binding);
  return binding;
}

/** Ends a binding, and those inside of it that an exit has left. */
export function unbound(binding: HeldBinding): void {
  setSymbolValue(binding.symbol, binding.value);
  const at = bindings.lastIndexOf(binding);
  if (at >= 0) bindings.length = at;
}

/** Makes `theirs` the bindings that are noted from now on; the ones until now. */
export function exchangeBindings(theirs: HeldBinding[]): HeldBinding[] {
  const ours = bindings;
  bindings = theirs;
  return ours;
}

/** Takes bindings off, innermost first. */
export function unwindBindings(theirs: readonly HeldBinding[]): void {
  for (let i = theirs.length - 1; i >= 0; i--) swap(theirs[i] as HeldBinding);
}

/** Puts bindings back that were taken off, outermost first. */
export function rewindBindings(theirs: readonly HeldBinding[]): void {
  for (const binding of theirs) swap(binding);
}

function swap(binding: HeldBinding): void {
  // Handlers and restarts are lists, of which the whole evaluation has its own (`held-run.ts`).
  if (heapCalls.clusters?.includes(binding.symbol)) return;
  const inside = symbolValue(binding.symbol);
  setSymbolValue(binding.symbol, binding.value);
  binding.value = inside;
}
