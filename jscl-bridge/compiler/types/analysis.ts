/**
 * One pass over a tree: the type of each node's value where it is evaluated, and what is known of variables
 * behind it. What is believed of jumps back and of calls of local functions is that of the pass before;
 * `infer.ts` repeats it until nothing changes.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { slotFormat } from "../../runtime/objects/structure-slots.js";
import { table } from "../../runtime/objects/table.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { isSymbol } from "../syntax/forms.js";
import { standardFunction } from "../syntax/standard-functions.js";
import type {
  BlockNode,
  CallNode,
  ConstantNode,
  FunctionNode,
  LocalFunction,
  Node,
  TagbodyNode,
  Variable,
} from "../syntax/tree.js";
import { functionText } from "../warnings/function-texts.js";
import type { WarningType } from "../warnings/reporter.js";
import { typeFromForm } from "../warnings/specifiers.js";
import { noteDefinition } from "./accessors.js";
import type { Belief, BlockResult } from "./beliefs.js";
import { assignType, defaultType, isFlushable, letType, receiveType, theType } from "./bindings.js";
import { callType } from "./calls.js";
import { typeOfConstant } from "./constants.js";
import {
  blockType,
  catchType,
  countLoop,
  go,
  ifType,
  leave,
  leftAnywhere,
  tagbody,
  unwindProtect,
  whileLoop,
} from "./control.js";
import { checkDiscarded } from "./discarded.js";
import { type Consumer, Consumers, type Finding } from "./findings.js";
import { Flow } from "./flow.js";
import { callLambda, callLocal, functionType, localFunctions, localReference } from "./functions.js";
import { STRUCTURE } from "./kinds.js";
import { disjoint, intersection, type LispType } from "./lattice.js";
import { FUNCTION_TYPE, typeOf } from "./specifiers.js";
import { Joint, type State } from "./state.js";

/** The types of floats, by how precise they are. */
const FLOATS: Readonly<Record<string, LispType | undefined>> = table({
  double: typeOf("DOUBLE-FLOAT"),
  single: typeOf("SINGLE-FLOAT"),
});
const LIST = typeOf("LIST");
const INSTANCE_TYPE = typeOf(STRUCTURE, "STRUCTURE-OBJECT");

export class Analysis {
  readonly flow = new Flow();
  consumers = new Consumers();
  findings: Finding[] = [];
  /** How often control has come to the pass. */
  pass = 0;
  /** How many loops of standard macros and the like are around the code, in its function. */
  loops = 0;
  readonly joints = new Map<Node, Joint[]>();
  readonly blocks = new Map<BlockNode, BlockResult>();
  readonly tagbodies = new Map<
    TagbodyNode,
    { current: number; readonly cleanups: number; readonly entry: State }
  >();
  /** Functions that are called where their only use is, by the variables they are bound to. */
  readonly called = new Map<Variable, FunctionNode>();
  /** Parts of conditionals whose end control does not come to. */
  readonly unreached = new Set<Node>();
  readonly beliefs = new Map<LocalFunction, Belief>();
  /** The variables that the cleanup forms around the code assign, outermost first. */
  readonly cleanups: ReadonlySet<Variable>[] = [];
  /** Whether something was known of an argument when control came there first. */
  private readonly known = new Map<Node, boolean>();
  private readonly errors = new Map<Node, { values: readonly LispValue[]; error: string | null }>();
  private readonly declared = new Map<LispValue, LispType | null>();

  constructor(
    readonly host: CompilerHost,
    /** What was found in the passes before; control ends there. Null where it goes on. */
    readonly endings: ReadonlyMap<Node, ReadonlySet<number>> | null,
  ) {}

  begin(): void {
    this.flow.begin();
    this.consumers = new Consumers();
    this.findings = [];
    this.pass++;
    this.loops = 0;
  }

  /** The joint number `index` of a node. */
  joint(node: Node, index = 0): Joint {
    let all = this.joints.get(node);
    if (all === undefined) {
      all = [];
      this.joints.set(node, all);
    }
    let joint = all[index];
    if (joint === undefined) {
      joint = new Joint();
      all[index] = joint;
    }
    return joint;
  }

  /** The type that a specifier stands for, if values are checked against it; null where they are not. */
  declaredType(specifier: LispValue): LispType | null {
    if (specifier === null || specifier === this.host.t) return null;
    let type = this.declared.get(specifier);
    if (type === undefined) {
      const found = typeFromForm(this.host, specifier);
      type = found.kinds === 0 ? null : found;
      this.declared.set(specifier, type);
    }
    return type;
  }

  /** The type of a value that has passed a check. */
  checked(type: LispType | null, declared: LispType | null): LispType | null {
    if (declared === null || type === null) return type ?? declared;
    return disjoint(type, declared) ? type : intersection(type, declared);
  }

  isSymbol(value: LispValue): value is LispSymbol {
    return isSymbol(value);
  }

  /** Whether nothing is known of a value that something was known of when control came there first. */
  isUnknown(node: Node, type: LispType | null): boolean {
    if (!this.known.has(node)) this.known.set(node, type !== null);
    return type !== null || this.known.get(node) === false;
  }

  /** Notes something to warn of that does not end the flow of control. */
  find(node: Node, index: number, type: WarningType, message: () => string, form: LispValue): void {
    const consumer = this.consumers.current;
    const { order: place } = node;
    this.findings.push({ node, index, place, type, message, form, consumer, ends: false, guard: null });
  }

  /** The message of the error that a call of a function with these arguments signals; null for none. */
  errorOfCall(node: CallNode, values: readonly LispValue[]): string | null {
    const known = this.errors.get(node);
    if (known?.values.every((value, i) => value === values[i])) return known.error;
    const error = this.host.errorOfCall(node.name, values);
    this.errors.set(node, { values, error });
    return error;
  }

  /** The value of a call that can be made now; null for another. */
  folded(node: CallNode): LispValue {
    const { args, name } = node;
    if (args.length === 0 || !args.every(({ kind }) => kind === "constant")) return null;
    if (standardFunction(name)?.attributes.has("foldable") !== true) return null;
    return (
      this.host.valueOfCall(
        name,
        args.map((arg) => (arg as ConstantNode).value),
      )?.value ?? null
    );
  }

  /** Code that is only there for a consumer. */
  on<T>(consumer: Consumer, analyse: () => T): T {
    const { consumers } = this;
    const outer = consumers.current;
    consumers.current = consumer;
    const result = analyse();
    consumers.current = outer;
    return result;
  }

  /** Analyses a node whose value a consumer alone uses, if making it does nothing else. */
  visitFor(consumer: Consumer, node: Node): LispType | null {
    return isFlushable(node) ? this.on(consumer, () => this.visit(node)) : this.visit(node);
  }

  /** Analyses a node whose value nobody uses. */
  effect(node: Node): void {
    this.visitFor("nothing", node);
    checkDiscarded(this, node);
  }

  effects(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (this.flow.dead) return;
      this.effect(node);
    }
  }

  /** The types of values that are computed one after the other. */
  visitAll(nodes: readonly Node[]): (LispType | null)[] {
    return nodes.map((node) => this.visit(node));
  }

  /** The type of a node's value; null where nothing is known, or control does not come behind it. */
  visit(node: Node): LispType | null {
    if (this.flow.dead) return null;
    const type = this.typeOf(node);
    if (!this.flow.dead) node.type = type;
    return type;
  }

  private typeOf(node: Node): LispType | null {
    switch (node.kind) {
      case "constant":
        return node.type ?? typeOfConstant(this.host, node.value);
      case "read":
        this.consumers.read(node.variable);
        return this.flow.typeOf(node.variable);
      case "call":
        return callType(this, node);
      case "sequence":
        this.effects(node.forms.slice(0, -1));
        return this.visit(node.forms.at(-1) as Node);
      case "if":
        return ifType(this, node);
      case "let":
        return letType(this, node);
      case "receive":
        return receiveType(this, node);
      case "function":
        return functionType(this, node);
      case "local-functions":
        return localFunctions(this, node);
      case "local-function":
        return localReference(this, node.target);
      case "call-local":
        return callLocal(this, node);
      case "call-lambda":
        return callLambda(this, node);
      case "block":
        return blockType(this, node);
      case "tagbody":
        return tagbody(this, node);
      case "while":
        return whileLoop(this, node);
      case "count":
        return countLoop(this, node);
      default:
        return this.rarer(node);
    }
  }

  private rarer(node: Node): LispType | null {
    safepoint();
    switch (node.kind) {
      case "assign":
        return assignType(this, node);
      case "the":
        return theType(this, node);
      case "return":
        leave(this, node);
        return null;
      case "go":
        go(this, node);
        return null;
      case "catch":
        return catchType(this, node);
      case "unwind-protect":
        return unwindProtect(this, node);
      case "default":
        return defaultType(this, node);
      case "check": {
        const declared = this.declaredType(node.declared);
        if (declared !== null) this.flow.assume(node.variable, declared);
        return null;
      }
      case "global-function":
        return FUNCTION_TYPE.named(() => functionText(node.symbol) ?? "FUNCTION");
      case "values": {
        const [first] = this.visitAll(node.forms);
        return first === undefined ? typeOfConstant(this.host, this.host.nil) : first;
      }
      case "first": {
        const type = this.visit(node.first);
        this.effect(node.body);
        return type;
      }
      default:
        return this.plain(node);
    }
  }

  /** Nodes whose parts are evaluated in order, and of whose value little is known. */
  private plain(node: Node): LispType | null {
    switch (node.kind) {
      case "assign-global":
        return this.visit(node.value);
      case "guard":
        return this.visit(node.body);
      case "scope":
        for (const variable of node.variables) {
          this.consumers.read(variable);
          this.flow.assign(variable, this.declaredType(variable.declared));
        }
        return node.place === undefined ? this.visit(node.body) : leftAnywhere(this, node.body);
      case "progv":
        this.visitAll([node.symbols, node.values]);
        return this.visit(node.body);
      case "values-call":
        this.visitAll([node.callee, ...node.forms]);
        return null;
      case "values-list":
        this.visit(node.producer);
        return LIST;
      case "throw":
        this.visitAll([node.tag, node.value]);
        this.flow.stop();
        return null;
      case "invalid":
        this.flow.stop();
        return null;
      case "runtime":
        return callType(this, node);
      case "wrong-call":
      case "script":
        this.visitAll(node.args);
        return null;
      case "half":
        this.visit(node.object);
        return null;
      case "make-structure":
        this.visitAll([node.lineage, ...node.values]);
        return INSTANCE_TYPE;
      case "structure-slot":
        this.visitAll(node.operands);
        if (node.value !== null) return this.visit(node.value);
        return FLOATS[slotFormat(node.key) ?? ""] ?? null;
      case "define":
        noteDefinition(node);
        this.visit(node.definition);
        return null;
      default:
        return null;
    }
  }
}
