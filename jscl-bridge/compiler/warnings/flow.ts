/**
 * What is known of variables at each place of the code of one toplevel form, for warnings alone.
 *
 * The compiler tells the flow of control while it generates code: blocks of steps, and which block may follow
 * which. A step sets or reads what is known. Each runs at once, when jumps back are not known yet, so what it
 * finds then is only suspected; `settle` runs the steps again, until what is known holds on every way to each
 * block, and confirms or drops each suspicion.
 */
import type { LispValue } from "../../runtime/objects/marshal.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { FunctionContext } from "../emit/context.js";
import type { VariableBinding } from "../scope/environment.js";
import { type Known, knownVariables, lookUp, meet, NOTHING, type State, same, withKnown } from "./state.js";
import { disjoint, type LispType, subtype } from "../types/lattice.js";

/** A stretch of code that control enters at its head. */
export interface Block {
  readonly before: Block[];
  readonly steps: (() => void)[];
  /** What is known at its end. */
  out: State;
}

/** A place in the order of assignments, in which the compiler met them. */
export type Moment = number;

/** The assignments of a stretch of code, none before it was met. */
interface Span {
  from: Moment;
  to: Moment;
}

/** A place to jump to, and how many cleanup forms there were around it. */
export interface Label extends Block {
  readonly cleanups: number;
}

/** Something to warn of, if it holds however control comes there. */
export interface Suspicion {
  readonly id: number;
  confirmed: boolean;
}

/** A test's meaning for a variable. */
export interface Fact {
  readonly binding: VariableBinding;
  readonly type: LispType;
  /**
   * The variable that a test made at `since` was bound to, if not made just now: the fact is past when either
   * was assigned.
   */
  readonly made?: { readonly variable: VariableBinding; readonly since: Moment };
}

/** What a test says of variables where it succeeds, and where it fails. */
export interface Facts {
  readonly holds: readonly Fact[];
  readonly fails: readonly Fact[];
  /** An outcome that there cannot be. */
  readonly never?: "holds" | "fails";
}

/** The most visits of the blocks before nothing is believed: each visit has dropped a fact somewhere. */
const MAX_ROUNDS = 100;

export class Flow {
  private readonly blocks: Block[] = [];
  private block: Block = this.place({ before: [], steps: [], out: null });
  private state: State = NOTHING;
  private loops = 0;
  private readonly suspicions: Suspicion[] = [];
  /** The blocks behind which control does not continue. */
  private readonly endings = new Set<Suspicion>();
  private readonly log: VariableBinding[] = [];
  /** The cleanup forms that control passes when it leaves the code being compiled, outermost first. */
  private readonly cleanups: Span[] = [];
  private readonly assigned = new Set<VariableBinding>();
  /** Variables that functions inside their scope assign, so at times that are not known. */
  private readonly escaping = new Set<VariableBinding>();
  /** Variables that were bound to the value of another. */
  private readonly aliases = new Map<VariableBinding, readonly VariableBinding[]>();
  private readonly tests = new Map<VariableBinding, Facts>();
  private readonly written = new Map<VariableBinding, LispValue>();

  /** Whether the code being compiled can be reached, as far as it is known. */
  get dead(): boolean {
    return this.state === null;
  }

  /** Whether the code may run again. */
  get inLoop(): boolean {
    return this.loops > 0;
  }

  private place(block: Block): Block {
    this.blocks.push(block);
    return block;
  }

  /** Adds a step to the code, and takes it. */
  step(run: () => void): void {
    this.block.steps.push(run);
    if (this.state !== null) run();
  }

  /** Ends the block here; what follows is another. */
  here(): Block {
    const { block } = this;
    block.out = this.state;
    this.block = this.place({ before: [block], steps: [], out: null });
    return block;
  }

  /** Continues behind any of these blocks. */
  resume(...before: Block[]): void {
    this.block = this.place({ before, steps: [], out: null });
    this.enter();
  }

  /** What follows is reached by jumps alone. */
  stop(): void {
    this.resume();
  }

  /** A place to jump to, which `land` puts into the code. */
  label(): Label {
    return { before: [], steps: [], out: null, cleanups: this.cleanups.length };
  }

  /** Jumps to a label, by way of the cleanup forms around this place and not around that. */
  jump(label: Label): void {
    for (const cleanup of this.cleanups.slice(label.cleanups).reverse())
      this.step(() => this.forgetIn(cleanup));
    label.before.push(this.here());
    this.stop();
  }

  /** Compiles a form, then the cleanup forms that run whenever and however control leaves it. */
  protect(form: () => void, cleanup: () => void): void {
    const span: Span = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    const entry = this.here();
    this.cleanups.push(span);
    try {
      form();
    } finally {
      this.cleanups.pop();
    }
    const end = this.here();
    this.resume(this.abrupt(entry));
    span.from = this.now;
    cleanup();
    span.to = this.now;
    // What follows is reached only if the end of the form was.
    this.step(() => {
      if (end.out === null) this.state = null;
    });
  }

  /** Puts a label here; control comes by jumps or from what is before it. */
  land(label: Label): void {
    label.before.push(this.here());
    this.block = this.place(label);
    this.enter();
  }

  private enter(): void {
    this.state = meet(this.block.before.map((each) => each.out));
  }

  /** Compiles code that a jump to the label `head`, which is put before it, may run again. */
  loop(head: Label, compile: () => void): void {
    this.loops++;
    try {
      this.land(head);
      compile();
    } finally {
      this.loops--;
    }
  }

  /**
   * A block for control that left the code behind the block `entry` at any point. As in SBCL, nothing is
   * known there of what is assigned anywhere.
   */
  abrupt(entry: Block): Block {
    const { block, state } = this;
    this.resume(entry);
    this.step(() => this.forgetAssigned());
    const left = this.block;
    left.out = this.state;
    this.block = block;
    this.state = state;
    return left;
  }

  get now(): Moment {
    return this.log.length;
  }

  /** Whether the variable is assigned since that moment, as far as the code was met. */
  assigns(since: Moment, binding: VariableBinding): boolean {
    return this.log.indexOf(binding, since) >= 0;
  }

  /** Compiles the body of a function that is made here, and may be called at any time from then on. */
  inFunction(compile: () => void): void {
    const entry = this.here();
    const { loops } = this;
    this.loops = 0;
    this.resume(entry);
    this.step(() => this.forgetAssigned());
    try {
      compile();
    } finally {
      this.loops = loops;
      this.resume(entry);
    }
  }

  /**
   * Binds a variable to a value of which `known` tells what is known. What was known of it when its code ran
   * before is forgotten: on the first way to that code nothing was.
   */
  bind(binding: VariableBinding, known: () => Known): void {
    const { alias } = known();
    if (alias !== null) this.aliases.set(alias, [...(this.aliases.get(alias) ?? []), binding]);
    this.step(() => this.set(binding, known()));
  }

  /**
   * Notes that a variable was bound to the value of a test made at `since`; it says the same while it is not
   * assigned.
   */
  boundToTest(binding: VariableBinding, { holds, fails }: Facts, since: Moment): void {
    const made = { variable: binding, since };
    const kept = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, made }));
    this.tests.set(binding, { holds: kept(holds), fails: kept(fails) });
  }

  /** The facts of the test whose value a variable was bound to. */
  testOf(binding: VariableBinding): Facts | null {
    return this.tests.get(binding) ?? null;
  }

  /** Notes what the program wrote where a macro made a variable. */
  writes(binding: VariableBinding, written: LispValue): void {
    this.written.set(binding, written);
  }

  /** What the program wrote for the value of a variable that a macro made; null for others. */
  writtenFor(binding: VariableBinding): LispValue | null {
    return this.written.get(binding) ?? null;
  }

  /** An assignment by code of the function `context`, of a value of the type that `type` finds. */
  assign(binding: VariableBinding, context: FunctionContext, type: () => LispType | null): void {
    this.log.push(binding);
    this.assigned.add(binding);
    if (binding.owner !== context) this.escaping.add(binding);
    this.step(() => {
      const found = type();
      for (const other of this.aliases.get(binding) ?? []) {
        const known = this.known(other);
        if (known?.alias === binding) this.set(other, { type: known.type, alias: null });
      }
      if (found === null) this.forget(binding);
      else this.set(binding, { type: found, alias: null });
    });
  }

  /** The type of a variable's value here; null when nothing is known. */
  typeOf(binding: VariableBinding): LispType | null {
    for (let each: VariableBinding | null = binding; each !== null; ) {
      if (this.escaping.has(each)) return null;
      const known: Known | null = this.known(each);
      if (known === null) return null;
      if (known.type !== null) return known.type;
      each = known.alias;
    }
    return null;
  }

  /** Continues only where a test succeeds, or where it fails. */
  take(outcome: "holds" | "fails", facts: Facts): void {
    if (facts.never === outcome) this.stop();
    for (const fact of facts[outcome]) this.assume(fact);
  }

  private assume({ binding, type, made }: Fact): void {
    this.step(() => {
      if (made && (this.assigned.has(made.variable) || this.assigns(made.since, binding))) return;
      const known = this.typeOf(binding);
      if (known !== null && disjoint(known, type)) this.state = null;
      else if (known === null || !subtype(known, type)) this.refine(binding, type);
    });
  }

  /** The variable's value is of this type from here on, if nothing more is known of it. */
  establish(binding: VariableBinding, type: LispType): void {
    this.step(() => {
      if (this.typeOf(binding) === null) this.refine(binding, type);
    });
  }

  private refine(binding: VariableBinding, type: LispType): void {
    // It may have been assigned since it got another variable's value.
    if (this.escaping.has(binding)) return;
    const alias = this.known(binding)?.alias ?? null;
    this.set(binding, { type, alias });
    if (alias !== null) this.refine(alias, type);
  }

  /**
   * Suspects something that `holds` finds in what is known here; `ends` when control does not go on then.
   * `settle` asks `holds` again.
   */
  suspect(holds: () => boolean, ends: boolean): Suspicion {
    const suspicion: Suspicion = { id: this.suspicions.length, confirmed: false };
    this.suspicions.push(suspicion);
    this.step(() => {
      suspicion.confirmed = holds();
      if (suspicion.confirmed && ends && this.endings.has(suspicion)) this.state = null;
    });
    return suspicion;
  }

  /**
   * Decides which suspicions hold on every way that control can take. Like SBCL, first as if control went on
   * behind each, then without what only comes behind one that holds.
   */
  settle(): void {
    if (this.suspicions.length === 0) return;
    this.here();
    this.solve();
    const confirmed = this.suspicions.filter((each) => each.confirmed);
    for (const each of confirmed) this.endings.add(each);
    if (confirmed.length > 1) this.solve();
    for (const each of this.suspicions) each.confirmed &&= this.endings.has(each);
  }

  /** Goes through the blocks until what is known holds on every way. */
  private solve(): void {
    for (const block of this.blocks) block.out = null;
    for (let round = 0; round < MAX_ROUNDS; round++) if (!this.round()) return;
    for (const suspicion of this.suspicions) suspicion.confirmed = false;
  }

  /** Goes through all blocks once; whether what is known at the end of any of them has changed. */
  private round(): boolean {
    for (const suspicion of this.suspicions) suspicion.confirmed = false;
    let changed = false;
    for (const [i, block] of this.blocks.entries()) {
      safepoint();
      this.state = i === 0 ? NOTHING : meet(block.before.map((each) => each.out));
      for (const step of block.steps) {
        if (this.state === null) break;
        step();
      }
      if (same(block.out, this.state)) continue;
      changed = true;
      block.out = this.state;
    }
    return changed;
  }

  isConfirmed(id: number): boolean {
    return this.suspicions[id]?.confirmed === true;
  }

  private known(binding: VariableBinding): Known | null {
    return this.state === null ? null : lookUp(this.state, binding);
  }

  private set(binding: VariableBinding, known: Known | null): void {
    if (this.state !== null) this.state = withKnown(this.state, binding, known);
  }

  /** Forgets what was known of the variables that a stretch of code assigns. */
  private forgetIn({ from, to }: Span): void {
    const end = Math.min(to, this.now);
    for (let i = from; i < end; i++) this.forget(this.log[i] as VariableBinding);
  }

  private forgetAssigned(): void {
    const state = this.state ?? NOTHING;
    for (const binding of knownVariables(state)) {
      const alias = lookUp(state, binding)?.alias ?? null;
      if (this.assigned.has(binding) || (alias !== null && this.assigned.has(alias))) this.forget(binding);
    }
  }

  private forget(binding: VariableBinding): void {
    if (this.known(binding) !== null) this.set(binding, null);
  }
}
