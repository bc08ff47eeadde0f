/**
 * Which variables a program reads where it can come to: a parameter that is not among them has no value in
 * SBCL's frames, because SBCL does not keep it.
 *
 * A read that serves only to make another value counts when that value is read: the right side of
 * `(let ((y x)) …)`, or the body of a local function.
 */
import { neverReturns, standardFunction } from "../syntax/standard-functions.js";
import type { BlockNode, FunctionNode, LocalFunction, Node, Variable } from "../syntax/tree.js";

/** Something that may be read: a variable, a local function, or the value of an operand. */
class Readable {
  read = false;
  /** Read as soon as this is. */
  private waiting: Readable[] = [];

  mark(): void {
    if (this.read) return;
    this.read = true;
    for (const each of this.waiting.splice(0)) each.mark();
  }

  /** Reads this for another, or at once where that is null. */
  for(consumer: Readable | null): void {
    if (consumer === null || consumer.read) this.mark();
    else if (!this.read) consumer.waiting.push(this);
  }
}

/** What the code that is looked at is for, in one function. */
interface Level {
  readonly fn: FunctionNode;
  consumer: Readable | null;
  readonly outer: Level | null;
}

/** The variables of a tree that are read. */
export function readVariables(root: FunctionNode): { has(variable: Variable): boolean } {
  const reads = new Reads(root);
  reads.all();
  return reads;
}

class Reads {
  private readonly variables = new Map<Variable, Readable>();
  private readonly functions = new Map<LocalFunction, Readable>();
  private readonly reached = new Set<BlockNode>();
  /** Whether control can come here. */
  private reachable = true;
  private level: Level;

  constructor(private readonly root: FunctionNode) {
    this.level = { fn: root, consumer: null, outer: null };
  }

  all(): void {
    this.node(this.root.body);
  }

  has(variable: Variable): boolean {
    return this.variables.get(variable)?.read === true;
  }

  private of<K>(map: Map<K, Readable>, key: K): Readable {
    let readable = map.get(key);
    if (readable === undefined) {
      readable = new Readable();
      map.set(key, readable);
    }
    return readable;
  }

  /** Notes that the code reads what a function further out has. */
  private note(what: Readable, owner: FunctionNode | null): void {
    if (!this.reachable) return;
    let level: Level = this.level;
    while (level.fn !== owner && level.consumer === null && level.outer !== null) level = level.outer;
    what.for(level.consumer);
  }

  /** Looks at what only `consumer` uses. */
  private on(consumer: Readable, node: Node): void {
    const { level } = this;
    const saved = level.consumer;
    level.consumer = consumer;
    this.node(node);
    level.consumer = saved;
  }

  /** Looks at what only `consumer` uses, if making its value does nothing else. */
  private onlyFor(consumer: Readable, node: Node): void {
    if (isFlushable(node)) this.on(consumer, node);
    else this.node(node);
  }

  private effects(nodes: readonly Node[]): void {
    for (const node of nodes) this.onlyFor(new Readable(), node);
  }

  private body(nodes: readonly Node[]): void {
    this.effects(nodes.slice(0, -1));
    const last = nodes[nodes.length - 1];
    if (last !== undefined) this.node(last);
  }

  /** Operands of a call, which are read if that is made. */
  private operands(nodes: readonly Node[]): void {
    const { reachable } = this;
    const operands = nodes.map((node) => {
      const operand = new Readable();
      this.onlyFor(operand, node);
      return operand;
    });
    if (this.reachable || !reachable) for (const operand of operands) this.note(operand, this.level.fn);
  }

  private function(fn: FunctionNode): void {
    const { reachable, level } = this;
    this.level = { fn, consumer: null, outer: level };
    this.node(fn.body);
    this.level = level;
    this.reachable = reachable;
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of node.
  private node(node: Node): void {
    switch (node.kind) {
      case "constant":
      case "global":
      case "global-function":
      case "load-time":
      case "check":
        return;
      case "invalid":
        this.reachable = false;
        return;
      case "go":
        this.reachable = false;
        return;
      case "read":
        this.note(this.of(this.variables, node.variable), node.variable.owner);
        return;
      case "local-function":
        this.note(this.of(this.functions, node.target), null);
        return;
      case "assign":
      case "assign-global":
        this.node(node.value);
        return;
      case "sequence":
        this.body(node.forms);
        return;
      case "if":
        this.if(node.test, node.then, node.otherwise);
        return;
      case "let":
        for (const { variable, init } of node.bindings) {
          if (variable === null) this.node(init);
          else this.onlyFor(this.of(this.variables, variable), init);
        }
        this.node(node.body);
        return;
      case "receive":
        this.node(node.producer);
        this.node(node.body);
        return;
      case "function":
        this.function(node);
        return;
      case "default": {
        const { reachable } = this;
        this.node(node.init);
        this.reachable = reachable;
        return;
      }
      case "local-functions":
        for (const target of node.functions) {
          if (target.lambda === null) continue;
          const { level } = this;
          const saved = level.consumer;
          level.consumer = this.of(this.functions, target);
          this.function(target.lambda);
          level.consumer = saved;
        }
        this.node(node.body);
        return;
      case "call":
        this.call(node.args);
        if (neverReturns(node.name)) this.reachable = false;
        return;
      case "call-local":
        this.note(this.of(this.functions, node.target), null);
        this.call(node.args);
        return;
      case "wrong-call":
      case "runtime":
      case "script":
        this.operands(node.args);
        return;
      case "call-lambda":
        this.function(node.lambda);
        this.operands(node.args);
        return;
      case "block": {
        this.node(node.body);
        if (this.reached.has(node)) this.reachable = true;
        return;
      }
      case "return":
        this.node(node.value);
        if (this.reachable) this.reached.add(node.block);
        this.reachable = false;
        return;
      case "tagbody": {
        const { reachable } = this;
        for (const { forms } of node.segments) {
          this.reachable = reachable;
          this.effects(forms);
        }
        return;
      }
      case "while": {
        this.node(node.test);
        const { reachable } = this;
        this.effects(formsOf(node.body));
        this.reachable = reachable && !(node.test.kind === "constant");
        return;
      }
      case "count": {
        this.node(node.limit);
        const { reachable } = this;
        this.effects(formsOf(node.body));
        this.reachable = reachable;
        return;
      }
      case "catch": {
        this.node(node.tag);
        const { reachable } = this;
        this.node(node.body);
        this.reachable = reachable;
        return;
      }
      case "throw":
        this.node(node.tag);
        this.node(node.value);
        this.reachable = false;
        return;
      case "unwind-protect": {
        const { reachable } = this;
        this.node(node.protected);
        const returns = this.reachable;
        this.reachable = reachable;
        this.effects(formsOf(node.cleanup));
        this.reachable &&= returns;
        return;
      }
      case "progv":
        this.operands([node.symbols, node.values]);
        this.node(node.body);
        return;
      case "values":
        this.operands(node.forms);
        return;
      case "values-call":
        this.node(node.callee);
        for (const form of node.forms) this.node(form);
        return;
      case "values-list":
        this.node(node.producer);
        return;
      case "first":
        this.node(node.first);
        this.effects(formsOf(node.body));
        return;
      case "the":
        this.node(node.value);
        return;
      case "guard":
        this.node(node.body);
        return;
      case "scope":
        for (const variable of node.variables) this.note(this.of(this.variables, variable), variable.owner);
        this.node(node.body);
        return;
      case "half":
        this.operands([node.object]);
        return;
      case "make-structure":
        this.operands([node.lineage, ...node.values]);
        return;
      case "structure-slot":
        this.operands(node.value === null ? node.operands : [...node.operands, node.value]);
        return;
      case "define":
        this.node(node.definition);
    }
  }

  private call(args: readonly Node[]): void {
    this.operands(args);
  }

  private if(test: Node, then: Node, otherwise: Node): void {
    this.node(test);
    const { reachable } = this;
    this.node(then);
    const reachesEnd = this.reachable;
    this.reachable = reachable;
    this.node(otherwise);
    this.reachable ||= reachesEnd;
  }
}

function formsOf(node: Node): readonly Node[] {
  return node.kind === "sequence" ? node.forms : [node];
}

function isFlushable(node: Node): boolean {
  switch (node.kind) {
    case "constant":
    case "read":
    case "function":
    case "local-function":
    case "global-function":
      return true;
    case "call":
      return (
        standardFunction(node.name)?.attributes.has("flushable") === true && node.args.every(isFlushable)
      );
    default:
      return false;
  }
}
