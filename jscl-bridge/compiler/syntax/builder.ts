/** Forms to a syntax tree: the walk over forms, which expands macros and resolves names. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import type { NotedVariable } from "../../runtime/recording/noted-variable.js";
import { INTERNAL_PACKAGE, sym } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { type NativeMacro, nativeMacro, nativeTestMacro } from "../macros/macros.js";
import type { Environment } from "../scope/environment.js";
import { compilerMacroFailure } from "../warnings/format-controls.js";
import { checkMacroCall } from "../warnings/operators.js";
import { bindsForItself, isOfProgram, warnIgnored } from "../warnings/unused.js";
import { callNode } from "./calls.js";
import { car, cdr, elements, functionNameSymbol, isCons } from "./forms.js";
import { specialOperator } from "./operators/table.js";
import { KEEPS_VARIABLES, STEPS } from "./policy.js";
import { ExpansionError, ProgramError } from "./program-error.js";
import { steppedCall } from "./stepped-calls.js";
import type { ConstantNode, FunctionNode, Node, SequenceNode, Variable } from "./tree.js";

function isFuncall(head: LispSymbol): boolean {
  return symbolName(head) === "FUNCALL" && homeName(head) === "COMMON-LISP";
}

/** The name of the function that #'NAME or 'NAME is, or null. */
function functionNamed(designator: LispValue): LispSymbol | null {
  const operator = car(designator);
  const isName = operator === sym("FUNCTION") || operator === sym("QUOTE");
  return isName ? functionNameSymbol(car(cdr(designator))) : null;
}

/** Lets a variable be read and assigned by who looks at a frame, at any call. */
export function open(variable: Variable): void {
  variable.kept = true;
  variable.captured = true;
  variable.assigned = true;
  variable.assignedInside = true;
}

export class Builder {
  /** The functions that are being put in the place of calls of them. */
  readonly inlining = new Set<LispValue>();
  /** Names of the functions that lexically surround the code, for (FLET F :IN G). */
  readonly enclosing: LispValue[] = [];
  /** The code is made by a standard macro, whose variables are its own affair. */
  inLibrary = false;
  /** The code is what a macro of the program's made. */
  inProgramMacro = false;
  /** How many variables the SETF forms of arrays that were read have in SBCL. */
  temporaries = 0;
  /** Whether the value of the special form that is entered now is not used. */
  forEffect = false;
  /** The function that the code is a part of. */
  fn: FunctionNode;

  constructor(
    readonly host: CompilerHost,
    /**
     * The FUNCTION form that is all that is compiled: what is wrong with its lambda list is signalled at
     * once.
     */
    private readonly toplevelLambda: LispValue,
  ) {
    this.fn = {
      kind: "function",
      ...this.base(host.nil),
      outer: null,
      frame: "toplevel",
      name: null,
      hidden: host.internalCode,
      lambda: null,
      required: [],
      optional: [],
      rest: null,
      keys: [],
      hasKey: false,
      allowOtherKeys: false,
      body: this.constant(host.nil, host.nil),
      place: null,
      self: null,
      callsNext: false,
      signature: null,
      inlined: false,
      keepsVariables: false,
      recorded: host.records(null),
      isHandler: false,
      result: null,
      inner: [],
    };
  }

  /** The tree of a toplevel form, as a function without parameters. */
  toplevel(form: LispValue, env: Environment): FunctionNode {
    this.fn.keepsVariables = this.keepsVariables(env);
    this.fn.body = this.node(form, env);
    return this.fn;
  }

  /** What all nodes have, for one that is made of `form` now. */
  base(form: LispValue) {
    const { warnings } = this.host;
    return { form, where: warnings.where, order: warnings.place(), type: null };
  }

  constant(value: LispValue, form: LispValue = value): ConstantNode {
    return { kind: "constant", ...this.base(form), value };
  }

  nil(): ConstantNode {
    return this.constant(this.host.nil);
  }

  sequence(forms: Node[], form: LispValue): Node {
    const [only] = forms;
    if (only === undefined) return this.nil();
    if (forms.length === 1) return only;
    const node: SequenceNode = { kind: "sequence", ...this.base(form), forms };
    return node;
  }

  /** The tree of a form; with `effect`, of one whose value is not used. */
  node(form: LispValue, env: Environment, effect = false): Node {
    if (!(form instanceof this.host.internals.Cons)) return this.atom(form, env);
    const cons = form as LispCons;
    const { warnings } = this.host;
    const outer = warnings.enter(cons);
    let node: Node;
    try {
      node = this.consNode(cons, env, effect);
    } catch (error) {
      node = this.invalid(error, cons);
    }
    warnings.leave(outer);
    return node;
  }

  private consNode(form: LispCons, env: Environment, effect: boolean): Node {
    const head = carOf(form);
    if (!(head instanceof this.host.internals.Symbol)) return callNode(this, form, env);
    const symbol = head as LispSymbol;
    if (env.function(symbol) === undefined) {
      const operator = specialOperator(symbol, this.host);
      if (operator !== undefined) {
        this.forEffect = effect;
        return operator(this, form, env);
      }
      const macro = nativeMacro(symbol);
      if (macro !== null) {
        const expanded = this.nativeExpansion(macro, form, env);
        return this.inExpansion(symbol, form, () => this.node(expanded, env, effect));
      }
    }
    const stepped = this.debug(env) >= STEPS ? steppedCall(this, form, symbol, env) : null;
    if (stepped !== null) return this.node(stepped, env, effect);
    const expansion = this.expansion(form, symbol, env);
    if (expansion !== null)
      return this.inExpansion(symbol, form, () => this.node(expansion.form, env, effect));
    return callNode(this, form, env);
  }

  /** The tree of a form whose value is only tested. */
  test(form: LispValue, env: Environment): Node {
    const head = form instanceof this.host.internals.Cons ? carOf(form as LispCons) : null;
    if (head instanceof this.host.internals.Symbol && env.function(head) === undefined) {
      const macro = nativeTestMacro(head as LispSymbol);
      const expansion = macro === null ? null : this.testExpansion(macro, form as LispCons, env);
      if (expansion !== null) {
        const node = this.test(expansion.form, env);
        if (node.kind !== "constant") node.form = form;
        return node;
      }
    }
    return this.node(form, env);
  }

  /** Whether a form that is tested is known to hold, or to fail; null where it is not known. */
  knownTest(test: Node): boolean | null {
    const { nil, t } = this.host;
    if (test.kind === "constant") return test.value === nil ? false : test.value === t ? true : null;
    const [argument] = test.kind === "call" ? test.args : [];
    if (test.kind !== "call" || argument === undefined || !test.inline || test.args.length !== 1) return null;
    if (symbolName(test.name) !== "NOT" || homeName(test.name) !== "COMMON-LISP") return null;
    const known = this.knownTest(argument);
    return known === null ? null : !known;
  }

  /** The tree of forms one after the other; with `effect`, of which not even the last value is used. */
  body(forms: LispValue, env: Environment, effect = false, form: LispValue = forms): Node {
    const { nil } = this.host;
    const nodes: Node[] = [];
    for (let rest = forms; rest !== nil; ) {
      safepoint();
      const cell = rest as LispCons;
      rest = cdrOf(cell);
      nodes.push(this.node(carOf(cell), env, effect || rest !== nil));
    }
    return this.sequence(nodes, form);
  }

  nodes(forms: readonly LispValue[], env: Environment): Node[] {
    return forms.map((form) => this.node(form, env));
  }

  /** A variable, or an object that evaluates to itself. */
  private atom(form: LispValue, env: Environment): Node {
    if (form instanceof this.host.internals.Symbol) return this.variable(form as LispSymbol, env);
    return this.constant(form);
  }

  private variable(symbol: LispSymbol, env: Environment): Node {
    const { host } = this;
    if (symbol === host.nil || symbol === host.t) return this.constant(symbol);
    const binding = env.variable(symbol);
    if (binding?.kind === "lexical") {
      const value = this.read(binding.variable, symbol);
      const { asserted } = binding;
      if (asserted === undefined) return value;
      return { kind: "the", ...this.base(symbol), declared: asserted, value, conflict: null };
    }
    if (binding?.kind === "symbol-macro") return this.symbolMacro(binding.expansion, symbol, env);
    if (binding === undefined) {
      if (homeName(symbol) === "KEYWORD") return this.constant(symbol);
      const macro = host.symbolMacro(symbol);
      if (macro !== null) return this.symbolMacro(macro.expansion, symbol, env);
      if (host.proclaimed(symbol) === null) host.noteUndefinedVariable(symbol, env);
    }
    return { kind: "global", ...this.base(symbol), symbol };
  }

  /** A use of a lexical variable. */
  read(variable: Variable, form: LispValue): Node {
    if (variable.declaredIgnore) warnIgnored(this, variable.symbol);
    variable.used = true;
    variable.reads++;
    if (variable.owner !== this.fn) variable.captured = true;
    return { kind: "read", ...this.base(form), variable };
  }

  /** The debug quality of code in an environment; where all is stepped through, that whatever it declares. */
  debug({ debug }: Environment): number {
    const { host } = this;
    if (host.internalCode) return 0;
    return host.debug >= STEPS ? STEPS : (debug ?? host.debug);
  }

  /** Whether the frames of code in an environment keep their variables. */
  keepsVariables(env: Environment): boolean {
    return this.debug(env) >= KEEPS_VARIABLES;
  }

  /** The body of a form that binds variables: its frame keeps those that the program named. */
  scope(
    variables: readonly Variable[],
    body: Node,
    env: Environment,
    specials: readonly LispSymbol[] = [],
    unnamed = false,
  ): Node {
    const named = unnamed ? variables : variables.filter(({ symbol }) => symbolPackage(symbol) !== undefined);
    // The image's own variables list handlers and restarts.
    const own = specials.filter((symbol) => homeName(symbol) !== INTERNAL_PACKAGE);
    return named.length + own.length === 0 ? body : this.lexicalScope(named, body, env, own);
  }

  /** The body of a form that binds names of any kind, macros among them. */
  lexicalScope(
    variables: readonly Variable[],
    body: Node,
    env: Environment,
    specials: readonly LispSymbol[] = [],
  ): Node {
    if (!this.keepsVariables(env)) return body;
    for (const variable of variables) open(variable);
    this.fn.keepsVariables = true;
    const lexical = env.forDebugger();
    return { kind: "scope", ...this.base(body.form), variables, specials, lexical, body };
  }

  /**
   * The body of a form that binds variables, which says first what it has bound where that is recorded;
   * `source` has the bindings as they are written.
   */
  noted(bound: readonly (Variable | LispSymbol)[], body: Node, source: LispValue = this.host.nil): Node {
    if (!this.fn.recorded) return body;
    const notes = bound.flatMap((each) => this.note(each, source));
    return notes.length === 0 ? body : this.sequence([...notes, body], body.form);
  }

  /** What says which value a variable has now, if the program named it. */
  note(bound: Variable | LispSymbol, source: LispValue = this.host.nil): Node[] {
    const isLexical = !(bound instanceof this.host.internals.Symbol);
    const symbol = isLexical ? (bound as Variable).symbol : (bound as LispSymbol);
    if (symbolPackage(symbol) === undefined) return [];
    // It is no use that the program makes, but the variable has to be there.
    if (isLexical) (bound as Variable).reads++;
    const base = this.base(symbol);
    const value: Node = isLexical
      ? { kind: "read", ...base, variable: bound as Variable }
      : { kind: "global", ...base, symbol };
    const { here } = this.host.warnings;
    const binding = elements(source).find((each) => car(each) === symbol) ?? null;
    const place = here && { ...here, position: this.host.positionOf(binding) ?? here.position };
    const noted: NotedVariable = { symbol, place, head: null };
    const args = [this.constant(noted as unknown as LispValue, symbol), value];
    return [{ kind: "runtime", ...base, name: "noteBinding", args, inLibrary: true, conflicts: [] }];
  }

  /**
   * One that expands into itself must stop at the deadline, also where the end of the stack is met again and
   * again.
   */
  private symbolMacro(expansion: LispValue, symbol: LispSymbol, env: Environment): Node {
    safepoint();
    const node = this.node(expansion, env);
    if (node.kind !== "constant") node.form = symbol;
    return node;
  }

  /** Reads what a macro expanded into. */
  private inExpansion(macro: LispSymbol, form: LispCons, build: () => Node): Node {
    const { inLibrary, inProgramMacro } = this;
    checkMacroCall(this, macro, form);
    this.inLibrary = bindsForItself(macro);
    this.inProgramMacro = isOfProgram(macro, inProgramMacro);
    try {
      const node = build();
      if (node.kind !== "constant" && node.kind !== "read") node.form = form;
      return node;
    } finally {
      Object.assign(this, { inLibrary, inProgramMacro });
    }
  }

  /** The expansion of a macro call, or null when the head names no macro. */
  private expansion(form: LispCons, head: LispSymbol, env: Environment): { form: LispValue } | null {
    const { host } = this;
    const local = env.function(head);
    if (local !== undefined) {
      if (local.kind !== "macro") return null;
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
    if (name === null || env.function(name) !== undefined) return null;
    if (host.isNotInline(name) || env.isNotInline(name)) return null;
    return host.compilerMacroFunction(name);
  }

  /** The expansion by a compiler macro; the form itself where that fails, with a warning. */
  private compilerMacroExpansion(macro: LispFunction, form: LispCons, env: Environment): LispValue {
    const { host } = this;
    try {
      return host.expandCarefully(form, () => host.expand(macro, form, env));
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error;
      host.warnings.warn("SIMPLE-WARNING", compilerMacroFailure(host, error, form), form);
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

  /**
   * The expansion of a macro call as a test, or null when the tree that stands for it has to tell of a
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

  /** Whether the code is of a method that a program defines. */
  private get isInMethod(): boolean {
    const [name] = this.enclosing;
    return !this.host.internalCode && isCons(name) && carOf(name) === sym("METHOD", "KEYWORD");
  }

  /** What stands for a form that is no valid program; errors of other kinds pass. */
  private invalid(error: unknown, form: LispValue): Node {
    if (!(error instanceof ProgramError)) throw error;
    // DEFMETHOD expands the macros in a method's body when it is expanded itself.
    if (error instanceof ExpansionError && this.isInMethod) throw error.atOnce();
    if (form === this.toplevelLambda) error.deferred = false;
    if (!error.deferred) throw error;
    const { source, message } = this.host.describeError(error, form);
    const { warnings } = this.host;
    if (error.warnedAs === null) warnings.invalid(message, form);
    else warnings.warn("SIMPLE-WARNING", error.warnedAs + message, form);
    return { kind: "invalid", ...this.base(form), message, source };
  }
}
