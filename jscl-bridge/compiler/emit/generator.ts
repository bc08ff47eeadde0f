/**
 * The code generator's state for one JavaScript function, and the walk over nodes.
 *
 * Code is made as statements in `out` plus expressions that are returned. An expression returned by
 * `expression` is to be used exactly once, before anything else is emitted.
 */

import { textLiteral } from "../../runtime/code.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { slotFormat } from "../../runtime/objects/structure-slots.js";
import { VALUE } from "../../runtime/objects/symbols.js";
import type { CallNode, FunctionNode, IfNode, Node, RuntimeNode, Variable } from "../syntax/tree.js";
import * as bindings from "./bindings.js";
import * as calls from "./calls.js";
import * as control from "./control.js";
import { type Destination, EFFECT, type ValuesMode } from "./destination.js";
import * as exits from "./exits.js";
import { needsFrame } from "./frame-needs.js";
import * as functions from "./functions.js";
import type { OpenForm } from "./leaving.js";
import { setRawElement } from "./primitives/arrays.js";
import { primitiveRaw, primitiveTest } from "./primitives/table.js";
import { type Format, formatOf, raw } from "./raw.js";
import { type OpenScopes, openScopes, scopeForm } from "./scopes.js";
import {
  type At,
  binary,
  conditional,
  constant,
  declare,
  type Expression,
  FALSE,
  isConstant,
  isSimple,
  isUndefined,
  literal,
  member,
  NIL,
  name,
  number,
  run,
  runtime,
  type Statement,
  T,
  TRUE,
} from "./script.js";
import * as several from "./several.js";
import * as structures from "./structures.js";
import { typeConflict } from "./type-checks.js";
import type { Unit } from "./unit.js";
import { returned, unwanted, writtenFloat } from "./unwanted.js";
import * as values from "./values.js";

/** What the frame of a function keeps. */
interface FrameSlots {
  /** The number of its description as JavaScript; null where there is no frame. */
  readonly info: string | null;
  /** The names of variables: parameters and, last, that of the innermost scope. */
  readonly slots: string[];
  /** The latter; null where the frame keeps parameters alone. */
  readonly scope: string | null;
}

export class Generator {
  out: Statement[] = [];
  /** Whether the frame is pushed where the code is that is made now. */
  pushed = false;
  /** Whether the frame is pushed anywhere, and whether the code calls Lisp functions. */
  pushes = false;
  calls = false;
  /** Whether the code leaves the function by an exit that it throws. */
  leaves = false;
  /** The special variables that the code binds. */
  readonly specials = new Set<LispSymbol>();
  /** How many variables the code declares. */
  variables = 0;
  /** Calls of itself; Infinity where a call of something else might redefine this function. */
  selfCalls = 0;
  selfTailCalls = false;
  /** Where the blocks that surround the code put their values. */
  readonly blocks: Unit["blocks"];
  /** The scopes around the code, if its frame keeps variables. */
  readonly scopes: OpenScopes | null;
  /** The forms of this function around the code that exits of others may lead to, innermost last. */
  readonly open: OpenForm[] = [];
  /** The format of the raw floats that the function returns; null for objects. */
  rawResult: Format | null = null;
  /** How the function is called by others, if it may call itself directly. */
  self: { readonly callee: Expression; readonly parameters: readonly string[] } | null = null;

  constructor(
    readonly unit: Unit,
    readonly fn: FunctionNode,
    readonly parent: Generator | null,
    readonly frame: FrameSlots,
  ) {
    this.blocks = unit.blocks;
    this.scopes = openScopes(this);
    parent?.callsOther();
  }

  /** The state for a function inside of this one. */
  nested(fn: FunctionNode, frame: FrameSlots): Generator {
    return new Generator(this.unit, fn, this, frame);
  }

  get host() {
    return this.unit.host;
  }

  /**
   * Notes what keeps calls of itself from being direct: a call of code that could define this function anew
   * while it runs, or a `try`, in which no call is the last thing done.
   */
  callsOther(): void {
    this.selfCalls = Number.POSITIVE_INFINITY;
  }

  emit(...statements: readonly Statement[]): void {
    this.out.push(...statements);
  }

  /** Runs `body` with a fresh buffer and returns what it emitted. */
  buffered(body: () => void): Statement[] {
    const saved = this.out;
    this.out = [];
    body();
    const made = this.out;
    this.out = saved;
    return made;
  }

  fresh(prefix: string): string {
    this.variables++;
    return this.unit.fresh(prefix);
  }

  /** The place of a node's code in the source text. */
  at(node: Node): At {
    return this.unit.placeOf(node.where.at);
  }

  /** Pushes the frame, unless it is there. */
  pushHere(): void {
    if (this.pushed) return;
    this.pushed = true;
    this.pushes = true;
    this.emit({ kind: "push" });
  }

  /**
   * Pushes the frame before code that needs it: a loop would push each time round, and a `try` could be left
   * before the push.
   */
  pushFor(...nodes: readonly (Node | null)[]): void {
    if (!this.pushed && needsFrame(...nodes)) this.pushHere();
  }

  /** A call into the runtime that a fast path makes when it must. */
  slow(node: Node, x: Expression): Expression {
    return { kind: "slow", x, pushed: this.pushed, at: this.at(node) };
  }

  slowCall(node: Node, property: string, ...args: readonly Expression[]): Expression {
    return this.slow(node, runtime(property, ...args));
  }

  deliver(destination: Destination, x: Expression): void {
    switch (destination.to) {
      case "return":
        this.emit({ kind: "return", x });
        break;
      case "variable":
        this.emit({ kind: "do", x: { kind: "assign", target: name(destination.name, true), value: x } });
        break;
      case "several":
        this.emit(...several.taken(this, x, destination.names));
        break;
      case "effect":
        if (!isSimple(x)) this.emit({ kind: "do", x });
    }
  }

  /** Makes the code of a node for a destination. */
  statement(node: Node, destination: Destination): void {
    switch (node.kind) {
      case "sequence":
        for (const form of node.forms.slice(0, -1)) this.statement(form, EFFECT);
        this.statement(node.forms[node.forms.length - 1] as Node, destination);
        return;
      case "if":
        return control.ifStatement(this, node, destination);
      case "while":
        return control.whileLoop(this, node, destination);
      case "count":
        return control.countLoop(this, node, destination);
      case "guard":
        return control.guard(this, node, destination);
      case "let":
        return bindings.letForm(this, node, destination);
      case "receive":
        return bindings.receive(this, node, destination);
      case "progv":
        return bindings.progv(this, node, destination);
      case "scope":
        return scopeForm(this, node, destination);
      case "local-functions":
        return functions.localFunctions(this, node, destination);
      case "default":
        return functions.parameterDefault(this, node);
      case "check":
        return functions.parameterCheck(this, node);
      case "block":
        return exits.block(this, node, destination);
      case "return":
        return exits.returnFrom(this, node);
      case "tagbody":
        return exits.tagbody(this, node, destination);
      case "go":
        return exits.go(this, node);
      case "catch":
        return exits.catchForm(this, node, destination);
      case "throw":
        return exits.throwForm(this, node);
      case "unwind-protect":
        return exits.unwindProtect(this, node, destination);
      case "first":
        return values.first(this, node, destination);
      case "assign":
        if (destination.to === "effect") return bindings.assignStatement(this, node);
        break;
      case "values":
        if (destination.to === "several") return several.valuesTo(this, node, destination.names);
        break;
      case "call":
        if (destination.to === "return" && calls.selfTailCall(this, node)) return;
        if (destination.to === "several" && several.callTo(this, node, destination.names)) return;
        break;
    }
    if (destination.to === "effect" && writtenFloat(node) !== null) {
      const made = this.rawOf(node);
      if (made !== null) {
        this.emit(run(made));
        return;
      }
    }
    this.deliver(destination, this.valueFor(node, destination));
  }

  private valueFor(node: Node, destination: Destination): Expression {
    if (destination.to === "return") return returned(this, node);
    const x = this.expression(node, destination.values);
    return destination.to === "effect" ? unwanted(this, x) : x;
  }

  /** Makes the code of a node as an expression whose values are as `mode` asks. */
  expression(node: Node, mode: ValuesMode = "pv"): Expression {
    switch (node.kind) {
      case "constant":
        return this.constant(node.value);
      case "read":
        return this.unit.variable(node.variable);
      case "global":
        return this.specialValue(node, node.symbol);
      case "assign":
        return bindings.assign(this, node);
      case "assign-global":
        return bindings.assignGlobal(this, node);
      case "sequence":
        for (const form of node.forms.slice(0, -1)) this.statement(form, EFFECT);
        return this.expression(node.forms[node.forms.length - 1] as Node, mode);
      case "if":
        return control.ifExpression(this, node, mode);
      case "let":
        return bindings.letExpression(this, node, mode);
      case "function":
        return functions.functionExpression(this, node);
      case "local-function":
        return this.unit.localFunction(node.target);
      case "global-function":
        return calls.globalFunction(this, node);
      case "call":
        return calls.call(this, node, mode);
      case "call-local":
        return calls.callLocal(this, node, mode);
      case "call-lambda":
        return calls.callLambda(this, node, mode);
      case "wrong-call":
        return calls.wrongCall(this, node);
      case "values":
        return values.valuesForm(this, node, mode);
      case "values-call":
        return values.valuesCall(this, node, mode);
      case "values-list":
        return values.valuesList(this, node);
      case "the":
        return values.the(this, node, mode);
      case "runtime":
        return calls.runtimeCall(this, node, mode);
      case "script":
        return calls.script(this, node);
      case "half":
        return structures.half(this, node);
      case "make-structure":
        return structures.makeStructure(this, node);
      case "structure-slot":
        return structures.slot(this, node);
      case "define":
        return functions.define(this, node);
      case "load-time":
        return literal(this.unit.literals.loadTimeValue(node.value));
      case "invalid":
        return this.invalid(node.message, node.source, node);
    }
    const variable = this.fresh("r");
    this.emit(declare(variable, null));
    this.statement(node, { to: "variable", name: variable, values: mode });
    return name(variable, true);
  }

  private invalid(message: string, source: string, node: Node): Expression {
    this.pushHere();
    const texts = [message, source].map((text) => literal(textLiteral(text)));
    const call = runtime("compiledProgramError", ...texts);
    return { kind: "at-height", x: { ...call, at: this.at(node) } as Expression };
  }

  /** The raw float that a node known to be one comes to; null where it comes as an object. */
  rawOf(node: Node): Expression | null {
    switch (node.kind) {
      case "call":
        if (node.writer !== null) return structures.writeRawSlot(this, node, node.writer);
        return primitiveRaw(this, node);
      case "call-local":
        return calls.rawCallLocal(this, node);
      case "structure-slot":
        return slotFormat(node.key) === formatOf(node) ? structures.heldSlot(this, node) : null;
      case "runtime":
        return node.name === "setAref" ? setRawElement(this, node) : null;
      case "let":
        return formatOf(node.body) === formatOf(node) ? bindings.letRaw(this, node) : null;
      case "sequence": {
        const last = node.forms[node.forms.length - 1] as Node;
        if (formatOf(last) !== formatOf(node)) return null;
        for (const form of node.forms.slice(0, -1)) this.statement(form, EFFECT);
        return raw(this, last);
      }
    }
    return null;
  }

  /** Makes the code of a node as a JavaScript boolean. */
  test(node: Node): Expression {
    switch (node.kind) {
      case "constant":
        return node.value === this.host.nil ? FALSE : TRUE;
      case "function":
      case "local-function":
        this.deliver(EFFECT, this.expression(node));
        return TRUE;
      case "sequence":
        for (const form of node.forms.slice(0, -1)) this.statement(form, EFFECT);
        return this.test(node.forms[node.forms.length - 1] as Node);
      case "if":
        return control.ifTest(this, node);
      case "call": {
        const test = primitiveTest(this, node);
        if (test !== null) return test;
      }
    }
    return binary("!==", this.expression(node), NIL);
  }

  /** The checks of arguments that are sure to be of a wrong type. */
  guards(node: CallNode | RuntimeNode): calls.Guard[] {
    return node.conflicts.map((conflict) => ({
      index: conflict.index,
      check: (x) => typeConflict(this, node, conflict, x),
    }));
  }

  /** Code for the values of nodes, in order; the expressions may then be used together, left to right. */
  expressions(nodes: readonly Node[], guards: readonly calls.Guard[] = []): Expression[] {
    return this.expressionsBy(nodes, (node) => this.expression(node), guards);
  }

  /** The same where `make` makes the code of a node. */
  expressionsBy<N>(
    nodes: readonly N[],
    make: (node: N) => Expression,
    guards: readonly calls.Guard[] = [],
  ): Expression[] {
    const parts = nodes.map((node) => {
      let x: Expression = NIL;
      const before = this.buffered(() => {
        x = make(node);
      });
      return { before, x };
    });
    let last = guards.length > 0 ? parts.length : parts.length - 1;
    while (last >= 0 && (last === parts.length ? guards.length === 0 : parts[last]?.before.length === 0))
      last--;
    const made = parts.map(({ before, x }, i) => {
      this.emit(...before);
      return i >= last ? x : this.stable(x);
    });
    for (const { index, check } of guards) this.emit(check(made[index] as Expression));
    return made;
  }

  /** Code for the values of nodes as names or constants that may be used any number of times. */
  atoms(nodes: readonly Node[], guards: readonly calls.Guard[] = []): Expression[] {
    return this.atomsBy(nodes, (node) => this.expression(node), guards);
  }

  atomsBy<N>(
    nodes: readonly N[],
    make: (node: N) => Expression,
    guards: readonly calls.Guard[] = [],
  ): Expression[] {
    const made = this.expressionsBy(nodes, make, guards);
    let last = made.length - 1;
    while (last >= 0 && isSimple(made[last] as Expression)) last--;
    return made.map((x, i) => (i < last ? this.stable(x) : i === last ? this.named(x) : x));
  }

  /** A name or constant for a value that nothing can change before it is used. */
  stable(x: Expression): Expression {
    return isConstant(x) ? x : this.copy(x);
  }

  /** A name or constant for a value that is used before anything else happens. */
  named(x: Expression): Expression {
    return isSimple(x) ? x : this.copy(x);
  }

  private copy(x: Expression): Expression {
    const variable = this.fresh("t");
    this.emit(constant(variable, x));
    return name(variable);
  }

  /** A conditional whose branches `make` makes. */
  conditional(node: IfNode, make: (branch: Node) => Expression): Expression {
    return control.choice(this, node, make);
  }

  reference(value: LispValue): Expression {
    return literal(this.unit.literals.reference(value));
  }

  constant(value: LispValue): Expression {
    const { nil, t } = this.host;
    if (value === nil) return NIL;
    if (value === t) return T;
    if (typeof value === "number" && Number.isFinite(value)) return number(value);
    if (typeof value === "string") return literal(textLiteral(value));
    return this.reference(value);
  }

  specialValue(node: Node, symbol: LispSymbol): Expression {
    const s = this.reference(symbol);
    const value = member(s, VALUE);
    return conditional(isUndefined(value), this.slowCall(node, "unboundVariable", s), value);
  }

  /** Whether a variable's assignments are made to its frame as well. */
  followsFrame(variable: Variable): boolean {
    return this.pushed && this.frame.slots.includes(this.unit.nameOf(variable));
  }
}
