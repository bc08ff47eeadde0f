/** Code that control never comes to, of what a program has written: what SBCL notes that it deletes. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { children } from "../syntax/children.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import type { FunctionNode, Node } from "../syntax/tree.js";
import type { Analysis } from "./analysis.js";
import { solved } from "./infer.js";

/** Nodes whose parts are all gone through wherever control comes to them. */
const GONE_THROUGH: ReadonlySet<Node["kind"]> = new Set<Node["kind"]>([
  "assign",
  "assign-global",
  "block",
  "call",
  "call-local",
  "catch",
  "if",
  "let",
  "receive",
  "return",
  "sequence",
  "tagbody",
  "the",
  "throw",
  "unwind-protect",
  "while",
]);

/** The nodes of forms inside of `source` that begin such code; none where the tree is not understood. */
export function unreachedForms(host: CompilerHost, root: FunctionNode, source: LispValue): readonly Node[] {
  const analysis = solved(host, root, null);
  return analysis === null ? [] : new Unreached(analysis, root, codeIn(source)).forms;
}

/** The conses of a form, without those of literals: a macro that is defined in it may make code of them. */
function codeIn(source: LispValue): ReadonlySet<LispValue> {
  const found = new Set<LispValue>();
  const pending = [source];
  for (let form = pending.pop(); form !== undefined; form = pending.pop()) {
    if (!isCons(form) || found.has(form) || isQuote(carOf(form))) continue;
    found.add(form);
    pending.push(carOf(form), cdrOf(form));
  }
  return found;
}

function isQuote(head: LispValue): boolean {
  return isSymbol(head) && symbolName(head) === "QUOTE";
}

class Unreached {
  readonly forms: Node[] = [];
  /** What control came to, or to a part of it. */
  readonly #reached = new Set<Node>();
  /** Forms that are done where they stand, or in another place that a macro has put them in. */
  readonly #done = new Set<LispValue>();
  /** Nodes whose end control does not come to. */
  readonly #endless = new Set<Node>();
  readonly #analysis: Analysis;
  readonly #code: ReadonlySet<LispValue>;

  constructor(analysis: Analysis, root: FunctionNode, code: ReadonlySet<LispValue>) {
    this.#analysis = analysis;
    this.#code = code;
    this.#pass(root);
    this.#note(root.body);
    if (this.#reached.has(root.body)) this.#look(root.body);
  }

  #pass(root: FunctionNode): void {
    const analysis = this.#analysis;
    const { flow } = analysis;
    const visit = analysis.visit.bind(analysis);
    analysis.begin();
    analysis.visit = (node) => {
      if (flow.dead) return null;
      this.#reached.add(node);
      const type = visit(node);
      if (flow.dead) this.#endless.add(node);
      else this.#endless.delete(node);
      return type;
    };
    analysis.visit(root.body);
  }

  /** Notes what control came to by its parts alone; whether it did. */
  #note(node: Node): boolean {
    let isReached = this.#reached.has(node);
    for (const child of children(node)) if (this.#note(child)) isReached = true;
    if (isReached) {
      this.#reached.add(node);
      if (!this.#isCutShort(node)) this.#done.add(node.form);
    }
    return isReached;
  }

  /** Looks for such code inside of what is reached; whether the node itself is a call that is never made. */
  #look(node: Node): boolean {
    if (this.#isCutShort(node) && this.#begins(node)) {
      this.forms.push(node);
      for (const child of children(node)) if (this.#reached.has(child)) this.#look(child);
      return true;
    }
    for (const parts of runs(node)) {
      let isFound = false;
      for (const part of parts) {
        // What follows such code goes with it.
        if (this.#reached.has(part)) isFound = this.#look(part);
        else if (!isFound && GONE_THROUGH.has(node.kind)) isFound = this.#gather(part);
      }
    }
    return false;
  }

  /** Whether an argument of a call does not return, so that the call is never made. */
  #isCutShort(node: Node): boolean {
    return node.kind === "call" && node.args.some((arg) => this.#endless.has(arg));
  }

  /** Gathers the outermost forms of unreached code that the program has written; whether there are any. */
  #gather(node: Node): boolean {
    if (this.#begins(node)) {
      if (!this.forms.some(({ form }) => form === node.form)) this.forms.push(node);
      return true;
    }
    // What follows such code goes with it.
    const found = runs(node).map((parts) => parts.some((part) => this.#gather(part)));
    return found.includes(true);
  }

  /** Whether a node is a form of the program's own that would do something and is done nowhere. */
  #begins(node: Node): boolean {
    const { form } = node;
    if (!this.#code.has(form) || this.#analysis.host.positionOf(form) === null) return false;
    return !this.#done.has(form) && calls(node);
  }
}

/** The parts of a node, those together that control goes through one after the other. */
function runs(node: Node): readonly (readonly Node[])[] {
  if (node.kind === "tagbody") return node.segments.map(({ forms }) => forms);
  return node.kind === "if" ? children(node).map((part) => [part]) : [children(node)];
}

/** Whether a function is called in it. */
function calls(node: Node): boolean {
  return node.kind === "call" || children(node).some(calls);
}
