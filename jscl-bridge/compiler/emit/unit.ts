/**
 * The code generator's state for one toplevel form, and the walk over forms.
 *
 * JavaScript is produced as statements in `out` plus expressions returned as text. An expression returned by
 * `expression` is to be used exactly once, before anything else is emitted.
 */

import { textLiteral } from "../../runtime/code.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, valueText } from "../../runtime/objects/symbols.js";
import { sym } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import { compileCall, compileSelfTailCall } from "../forms/calls.js";
import { Counters } from "../forms/counting.js";
import { specialForm } from "../forms/special-forms.js";
import type { CompilerHost } from "../host.js";
import { type NativeMacro, nativeMacro, nativeTestMacro } from "../macros/macros.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { heldRead, isHeldRead, isVariableName } from "../scope/held-reads.js";
import { InlinedLambdas } from "../scope/inlined-lambdas.js";
import { type Readable, Reads, readable } from "../scope/reads.js";
import { car, cdr, functionNameSymbol } from "../syntax/forms.js";
import { ExpansionError, ProgramError } from "../syntax/program-error.js";
import { neverReturns } from "../syntax/standard-functions.js";
import type { CallChecks } from "../warnings/call-checks.js";
import { Flow, type Suspicion } from "../warnings/flow.js";
import { checkKnownCall, checkMacroCall } from "../warnings/operators.js";
import { bindsForItself, warnIgnored } from "../warnings/unused.js";
import type { Mark } from "./call-marks.js";
import { FunctionContext } from "./context.js";
import { type Destination, EFFECT, type ValuesMode } from "./destination.js";
import { inlineExpression, inlineTest, isInlineTest } from "./inline.js";
import type { Literals } from "./literals.js";

/** Text that means the same wherever it is evaluated: a name that is never assigned, or a constant. */
const STABLE = /^(?:[a-zA-Z_$][\w$]*|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*")$/;

function isFuncall(head: LispSymbol): boolean {
  return symbolName(head) === "FUNCALL" && homeName(head) === "COMMON-LISP";
}

/** The name of the function that #'NAME or 'NAME is, or null. */
function functionNamed(designator: LispValue): LispSymbol | null {
  const operator = car(designator);
  const isName = operator === sym("FUNCTION") || operator === sym("QUOTE");
  return isName ? functionNameSymbol(car(cdr(designator))) : null;
}

/** Whether text may call a function. */
function mayCall(text: string): boolean {
  return text.includes("(");
}

export class Unit {
  out: string[] = [];
  context: FunctionContext;
  /** JavaScript names of variables that are assigned somewhere in the code compiled so far. */
  readonly assigned = new Set<string>();
  readonly counters = new Counters();
  /** Names of the functions that lexically surround the code, for (FLET F :IN G). */
  readonly enclosing: LispValue[] = [];
  readonly reads = new Reads();
  readonly inlined = new InlinedLambdas();
  /**
   * The FUNCTION form that is all that is compiled: what is wrong with its lambda list is signalled at once.
   */
  toplevelLambda: LispValue = null;
  /** What is known of variables where the code is that is compiled now. */
  readonly flow = new Flow();
  /** The code is made by a standard macro, whose variables are its own affair. */
  inLibrary = false;
  /** Checks of the call that is compiled now, for the compilation of its arguments. */
  checks: CallChecks | null = null;
  /** The special form that is entered next is evaluated for its effect alone. */
  forEffect = false;
  private counter = 0;

  constructor(
    readonly host: CompilerHost,
    readonly literals: Literals,
    toplevelInfo: string | null,
    mark: Mark,
  ) {
    this.context = new FunctionContext(null, toplevelInfo, [], mark);
  }

  fresh(prefix: string): string {
    return `${prefix}${++this.counter}`;
  }

  emit(text: string): void {
    if (text !== "") this.out.push(text);
  }

  /** Runs `body` with a fresh buffer and returns what it emitted. */
  buffered(body: () => void): string {
    const saved = this.out;
    this.out = [];
    try {
      body();
      return this.out.join("");
    } finally {
      this.out = saved;
    }
  }

  deliver(destination: Destination, expression: string): void {
    switch (destination.to) {
      case "return":
        this.emit(`return ${expression};`);
        break;
      case "variable":
        this.emit(`${destination.name}=${expression};`);
        break;
      case "effect":
        if (!STABLE.test(expression) && !isHeldRead(expression)) this.emit(`${expression};`);
    }
  }

  /** Compiles a form for a destination. */
  statement(form: LispValue, env: Environment, destination: Destination): void {
    if (destination.to === "effect") {
      this.reads.unwanted(form, env, () => this.statementOf(form, env, destination));
    } else this.statementOf(form, env, destination);
  }

  private statementOf(form: LispValue, env: Environment, destination: Destination): void {
    const { host } = this;
    if (!(form instanceof host.internals.Cons)) {
      this.deliver(destination, this.atom(form, env));
      return;
    }
    const cons = form as LispCons;
    const saved = this.out;
    const mark = saved.length;
    const { pushed } = this.context;
    const { warnings } = host;
    const outer = warnings.enter(cons);
    try {
      this.consStatement(cons, env, destination);
      warnings.leave(outer);
    } catch (error) {
      const stands = this.invalid(error, cons);
      warnings.leave(outer);
      this.out = saved;
      saved.length = mark;
      this.context.pushed = pushed;
      this.deliver(destination, this.programError(stands));
    }
  }

  private consStatement(form: LispCons, env: Environment, destination: Destination): void {
    this.checks = null;
    const head = carOf(form);
    if (head instanceof this.host.internals.Symbol) {
      const local = env.function(head);
      if (local === undefined) {
        const special = specialForm(head, this.host);
        if (special?.statement) {
          special.statement(this, form, env, destination);
          return;
        }
        if (special?.expression) {
          this.forEffect = destination.to === "effect";
          this.deliver(destination, special.expression(this, form, env, destination.values));
          return;
        }
        const macro = nativeMacro(head);
        if (macro !== null) {
          const expanded = this.nativeExpansion(macro, form, env);
          this.inExpansion(head, form, () => this.statement(expanded, env, destination));
          return;
        }
      }
      const expansion = this.expansion(form, head, env);
      if (expansion !== null) {
        this.inExpansion(head, form, () => this.statement(expansion.form, env, destination));
        return;
      }
    }
    if (destination.to === "return" && compileSelfTailCall(this, form, env)) return;
    this.deliver(destination, this.consExpression(form, env, destination.values));
  }

  /** Compiles a form to an expression whose values are as `values` asks. */
  expression(form: LispValue, env: Environment, values: ValuesMode = "pv"): string {
    if (!(form instanceof this.host.internals.Cons)) return this.atom(form, env);
    const saved = this.out;
    const mark = saved.length;
    const { pushed } = this.context;
    const { warnings } = this.host;
    const outer = warnings.enter(form);
    try {
      const text = this.consExpression(form as LispCons, env, values);
      warnings.leave(outer);
      return text;
    } catch (error) {
      const stands = this.invalid(error, form);
      warnings.leave(outer);
      this.out = saved;
      saved.length = mark;
      this.context.pushed = pushed;
      return this.programError(stands);
    }
  }

  private consExpression(form: LispCons, env: Environment, values: ValuesMode): string {
    this.checks = null;
    const head = carOf(form);
    if (head instanceof this.host.internals.Symbol) {
      const local = env.function(head);
      if (local === undefined) {
        const special = specialForm(head, this.host);
        if (special?.expression) {
          this.forEffect = false;
          return special.expression(this, form, env, values);
        }
        if (special?.statement) return this.throughVariable(form, env, values, special.statement);
        const macro = nativeMacro(head);
        if (macro !== null) {
          const expanded = this.nativeExpansion(macro, form, env);
          return this.inExpansion(head, form, () => this.expression(expanded, env, values));
        }
        const called = isFuncall(head) ? this.expansion(form, head, env) : null;
        if (called !== null)
          return this.inExpansion(head, form, () => this.expression(called.form, env, values));
        this.checks = checkKnownCall(this, head, form, env);
        if (!this.host.isNotInline(head)) {
          const inline = inlineExpression(this, head, form, env, values);
          if (inline !== null) return inline;
        }
      }
      const expansion = this.expansion(form, head, env);
      if (expansion !== null)
        return this.inExpansion(head, form, () => this.expression(expansion.form, env, values));
      const text = compileCall(this, form, env, values);
      if (neverReturns(head)) this.flow.stop();
      return text;
    }
    return compileCall(this, form, env, values);
  }

  private throughVariable(
    form: LispCons,
    env: Environment,
    values: ValuesMode,
    statement: (unit: Unit, form: LispCons, env: Environment, destination: Destination) => void,
  ): string {
    const name = this.fresh("r");
    this.emit(`let ${name};`);
    this.assigned.add(name);
    statement(this, form, env, { to: "variable", name, values });
    return name;
  }

  /** Compiles what a macro expanded into. */
  private inExpansion<T>(macro: LispSymbol, form: LispCons, compile: () => T): T {
    const outer = this.inLibrary;
    checkMacroCall(this, macro, form);
    this.inLibrary = bindsForItself(macro);
    try {
      return compile();
    } finally {
      this.inLibrary = outer;
    }
  }

  /** The expansion of a macro call, or null when the head names no macro. */
  private expansion(form: LispCons, head: LispSymbol, env: Environment): { form: LispValue } | null {
    const { host } = this;
    const local = env.function(head);
    if (local !== undefined) {
      if (local.kind !== "macro" || local.expander === null) return null;
      local.used = true;
      const { expander } = local;
      return { form: host.expandCarefully(form, () => host.expand(expander, form, env)) };
    }
    const compilerMacro = this.compilerMacroOf(form, head, env);
    if (compilerMacro !== null) {
      const expanded = this.compilerMacroExpansion(compilerMacro, form, env);
      if (expanded !== form) return { form: expanded };
    }
    const macro = host.macroFunction(head);
    return macro === null ? null : { form: host.expandCarefully(form, () => host.expand(macro, form, env)) };
  }

  /**
   * The compiler macro of the global function that a form calls by its name, which may stand in a FUNCALL.
   */
  private compilerMacroOf(form: LispCons, head: LispSymbol, env: Environment): LispFunction | null {
    const { host } = this;
    const name = isFuncall(head) ? functionNamed(car(cdr(form))) : head;
    if (name === null || env.function(name) !== undefined || host.isNotInline(name)) return null;
    return host.compilerMacroFunction(name);
  }

  /** The expansion by a compiler macro; the form itself where that fails, with a warning. */
  private compilerMacroExpansion(macro: LispFunction, form: LispCons, env: Environment): LispValue {
    const { host } = this;
    try {
      return host.expandCarefully(form, () => host.expand(macro, form, env));
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error;
      const { message } = host.describeError(error, form);
      host.warnings.warn(
        "SIMPLE-WARNING",
        message.replace("during macroexpansion", "Error during compiler-macroexpansion"),
        form,
      );
      return form;
    }
  }

  /** The expansion of one of our own macros. */
  private nativeExpansion(macro: NativeMacro, form: LispCons, env: Environment): LispValue {
    const { host } = this;
    try {
      const expand = (): LispValue => host.expandStandard(macro, form, env);
      return host.expansionHook === null ? expand() : host.expandCarefully(form, expand);
    } catch (error) {
      if (!(error instanceof ProgramError) || error instanceof ExpansionError) throw error;
      throw new ExpansionError(form, error.condition());
    }
  }

  /** Compiles a condition to a JavaScript boolean. */
  test(form: LispValue, env: Environment): string {
    const { host } = this;
    if (form instanceof host.internals.Cons) {
      const head = carOf(form as LispCons);
      if (head instanceof host.internals.Symbol && env.function(head) === undefined) {
        if (!host.isNotInline(head)) {
          this.checks = isInlineTest(head) ? checkKnownCall(this, head, form as LispCons, env) : null;
          const inline = inlineTest(this, head, form as LispCons, env);
          if (inline !== null) return inline;
        }
        const macro = nativeTestMacro(head);
        if (macro !== null) {
          const expansion = this.testExpansion(macro, form as LispCons, env);
          if (expansion !== null) return this.test(expansion.form, env);
        }
      }
    } else if (form === host.nil) return "false";
    else if (form === host.t) return "true";
    return `${this.expression(form, env)}!==nil`;
  }

  /**
   * The expansion of a macro call as a test, or null when the code that stands for it has to tell of a
   * mistake.
   */
  private testExpansion(macro: NativeMacro, form: LispCons, env: Environment): { form: LispValue } | null {
    if (this.host.expansionHook !== null) return null;
    try {
      return { form: macro(this.host, form, env) };
    } catch (error) {
      if (error instanceof ProgramError) return null;
      throw error;
    }
  }

  /**
   * Compiles forms in order; the expressions may then be used together, left to right. A consumer, where
   * there is one, is the only user of its form's value; `each` is called when a form has been compiled,
   * before the next.
   */
  expressions(
    forms: readonly LispValue[],
    env: Environment,
    consumers: readonly (Readable | undefined)[] = [],
    each: (index: number) => void = () => {},
  ): string[] {
    // What is read for a call that is never made is not read.
    const { reachable } = this.reads;
    const checks = this.checks?.isOf(forms) ? this.checks : null;
    this.checks = null;
    const operands = consumers.length > 0 ? [] : forms.map(() => readable());
    const parts = forms.map((form, i) => {
      let text = "";
      const consumer = consumers[i] ?? operands[i];
      const compile = (): void => {
        text = this.expression(form, env);
      };
      const before = this.buffered(() =>
        consumer === undefined ? compile() : this.reads.onlyFor(consumer, form, env, compile),
      );
      each(i);
      checks?.evaluated(i);
      return { before, text };
    });
    const guards = checks?.finish() ?? [];
    if (this.reads.reachable || !reachable) for (const operand of operands) this.reads.note(operand);
    let last = guards.length > 0 ? parts.length : parts.length - 1;
    while (last >= 0 && parts[last]?.before === "") last--;
    const texts = parts.map(({ before, text }, i) => {
      this.emit(before);
      if (i >= last) return text;
      return this.stable(text, () => parts.slice(i + 1).some((part) => mayCall(part.before + part.text)));
    });
    for (const { index, code } of guards) this.emit(code(texts[index] as string));
    return texts;
  }

  /** Compiles forms in order to names or constants that may be used any number of times. */
  atoms(forms: readonly LispValue[], env: Environment): string[] {
    const texts = this.expressions(forms, env);
    const needed = texts.map((text) => !this.isStable(text));
    const last = needed.lastIndexOf(true);
    return texts.map((text, i) =>
      i <= last ? this.stable(text, () => texts.slice(i + 1, last + 1).some(mayCall)) : text,
    );
  }

  /** Whether text is no variable that the code compiled so far assigns. */
  isStable(text: string): boolean {
    return (STABLE.test(text) && !this.assigned.has(text)) || isHeldRead(text);
  }

  /**
   * A name for the value of `text`, evaluated now. `callsFollow` says whether calls may be made before it is
   * used.
   */
  stable(text: string, callsFollow: () => boolean = () => true): string {
    if (this.isStable(text)) {
      if (!isVariableName(text) || !callsFollow()) return text;
      const { copy, use } = heldRead(text, this.fresh("t"));
      this.emit(copy);
      return use;
    }
    const name = this.fresh("t");
    this.emit(`const ${name}=${text};`);
    return name;
  }

  /**
   * Suspects something that `holds` finds in the code compiled now. Null where it is certain: where it rests
   * on nothing that is assumed, in code that is known to be made for something.
   */
  suspect(assumed: boolean, holds: () => boolean, ends: boolean): Suspicion | null {
    const use = readable();
    this.reads.note(use, Number.POSITIVE_INFINITY);
    if (!assumed && use.read) return null;
    return this.flow.suspect(() => use.read && holds(), ends);
  }

  body(forms: LispValue, env: Environment, destination: Destination): void {
    const { nil } = this.host;
    if (forms === nil) {
      this.deliver(destination, "nil");
      return;
    }
    for (let rest = forms; rest !== nil; ) {
      const cell = rest as LispCons;
      safepoint();
      const next = cdrOf(cell);
      this.statement(carOf(cell), env, next === nil ? destination : EFFECT);
      rest = next;
    }
  }

  /** A variable, or an object that evaluates to itself. */
  private atom(form: LispValue, env: Environment): string {
    if (form instanceof this.host.internals.Symbol) return this.variable(form as LispSymbol, env);
    return this.constant(form);
  }

  constant(value: LispValue): string {
    const { nil, t } = this.host;
    if (value === nil) return "nil";
    if (value === t) return "t";
    if (typeof value === "number" && Number.isFinite(value)) return value < 0 ? `(${value})` : String(value);
    if (typeof value === "string") return textLiteral(value);
    return this.literals.reference(value);
  }

  private variable(symbol: LispSymbol, env: Environment): string {
    const { host } = this;
    if (symbol === host.nil) return "nil";
    if (symbol === host.t) return "t";
    const binding = env.variable(symbol);
    if (binding !== undefined) {
      if (binding.declaredIgnore) warnIgnored(this, symbol);
      binding.used = true;
      binding.uses++;
      this.reads.note(binding, this.functionsOutTo(binding.owner));
      if (binding.kind === "lexical") return binding.js;
      if (binding.kind === "symbol-macro") return this.symbolMacro(binding.expansion, env);
      return this.specialValue(symbol);
    }
    if (homeName(symbol) === "KEYWORD") return this.literals.reference(symbol);
    const macro = host.symbolMacro(symbol);
    if (macro !== null) return this.symbolMacro(macro.expansion, env);
    if (host.proclaimed(symbol) === null) host.noteUndefinedVariable(symbol);
    return this.specialValue(symbol);
  }

  /**
   * One that expands into itself must stop at the deadline, also where the end of the stack is met again and
   * again.
   */
  private symbolMacro(expansion: LispValue, env: Environment): string {
    safepoint();
    return this.expression(expansion, env);
  }

  private functionsOutTo(owner: FunctionContext | null): number {
    let count = 0;
    for (let c: FunctionContext | null = this.context; c !== null && c !== owner; c = c.parent) count++;
    return count;
  }

  specialValue(symbol: LispSymbol): string {
    const s = this.literals.reference(symbol);
    const value = valueText(s);
    return `(${value}===undefined?${this.context.slow(`R.unboundVariable(${s})`)}:${value})`;
  }

  /** Notes that a binding is assigned, so that its name is no longer a stable expression. */
  noteAssigned(binding: VariableBinding): void {
    binding.assigned = true;
    this.assigned.add(binding.js);
    this.counters.noteAssigned(binding.js);
  }

  /** What stands for a form that is no valid program; errors of other kinds pass. */
  private invalid(error: unknown, form: LispValue): string {
    if (!(error instanceof ProgramError)) throw error;
    if (form === this.toplevelLambda) error.deferred = false;
    if (!error.deferred) throw error;
    const { source, message } = this.host.describeError(error, form);
    return `${this.context.mark()}R.compiledProgramError(${textLiteral(message)},${textLiteral(source)})`;
  }

  private programError(call: string): string {
    this.host.warnings.errors++;
    this.emit(this.context.pushHere());
    this.reads.reachable = false;
    this.flow.stop();
    return `(S.sp=q,${call})`;
  }
}
