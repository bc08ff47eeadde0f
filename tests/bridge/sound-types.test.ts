import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import type { CompilerHost } from "../../jscl-bridge/compiler/host.js";
import type { FunctionNode, Node } from "../../jscl-bridge/compiler/syntax/tree.js";
import type { LispType } from "../../jscl-bridge/compiler/types/lattice.js";
import type { LispValue } from "../../jscl-bridge/runtime/objects/marshal.js";
import { ALL, ARRAY, children, DOUBLE, INTEGER, isNumber, SINGLE, typeOfConstant } from "./engine.js";
import type { Evaluator } from "./image.js";

/**
 * What the compiler proves of values decides how it keeps them, so it must hold: here each value that is an
 * argument, or is bound or assigned, is looked at when the program runs.
 */

interface Proof {
  readonly host: CompilerHost;
  readonly type: LispType;
  readonly form: LispValue;
  left: number;
}

/** Values are alike after so many at one place. */
const LOOKS = 500;

const state = vi.hoisted(() => ({ proofs: [] as unknown[], wrong: new Set<string>(), looks: 0 }));
const proofs = state.proofs as Proof[];

function holds(value: LispValue, type: LispType, host: CompilerHost): boolean {
  if (Array.isArray(value)) return (type.kinds & ARRAY) !== 0;
  const found = typeOfConstant(host, value);
  if (found.kinds === ALL) return true;
  if ((found.kinds & ~type.kinds) !== 0) return false;
  if (found.kinds === INTEGER) {
    if (type.low !== null && (found.low === null || found.low < type.low)) return false;
    return type.high === null || (found.high !== null && found.high <= type.high);
  }
  if ((found.kinds & (SINGLE | DOUBLE)) !== 0)
    return type.facets.nonNegative !== true || found.facets.nonNegative === true;
  // Numbers of one value may be several objects.
  return isNumber(value) || type.constant === undefined || type.constant.value === value;
}

/** A node whose value is looked at. */
function lookedAt(host: CompilerHost, node: Node): Node {
  if (node.type === null || node.kind === "constant" || node.kind === "function" || node.kind === "script")
    return node;
  const id = proofs.push({ host, type: node.type, form: node.form, left: LOOKS }) - 1;
  const { form, where, order, type } = node;
  return {
    kind: "script",
    form,
    where,
    order,
    type,
    text: `globalThis.lookAt($0,${id})`,
    args: [node],
    thrown: false,
  };
}

function addLooks(host: CompilerHost, root: Node): void {
  const seen = new Set<Node>();
  const nodes: Node[] = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    nodes.push(...children(node));
    if (node.kind === "call" || node.kind === "call-local" || node.kind === "call-lambda")
      node.args = node.args.map((arg) => lookedAt(host, arg));
    else if (node.kind === "let")
      for (const binding of node.bindings) binding.init = lookedAt(host, binding.init);
    else if (node.kind === "assign") node.value = lookedAt(host, node.value);
  }
}

vi.mock("../../jscl-bridge/compiler/types/infer.js", async (original) => {
  const { inferTypes } = await original<typeof import("../../jscl-bridge/compiler/types/infer.js")>();
  return {
    inferTypes(host: CompilerHost, root: FunctionNode): void {
      inferTypes(host, root);
      if (!host.internalCode) addLooks(host, root.body);
    },
  };
});

let evaluate: Evaluator;
beforeEach(async () => {
  const { bootEvaluator } = await import("./image.js");
  (globalThis as unknown as Record<string, unknown>)["lookAt"] = (value: LispValue, id: number) => {
    const proof = proofs[id] as Proof;
    if (proof.left-- <= 0) return value;
    state.looks++;
    const { host, type, form } = proof;
    if (!holds(value, type, host))
      state.wrong.add(`${host.print(form)} is ${host.print(value)}, not ${type.text}`);
    return value;
  };
  state.wrong.clear();
  evaluate = await bootEvaluator();
});

const folder = new URL("../bench/lisp/", import.meta.url);
const files = ["typed", "arithmetic", "values"].flatMap((group) =>
  readdirSync(new URL(`${group}/`, folder)).map((file) => `${group}/${file}`),
);

test.each(files)("%s", (file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  expect(evaluate(text).outcome.condition).toBeNull();
  for (const [, name] of text.matchAll(/\(defun (run-\S+) /g)) {
    const { outcome } = evaluate(`(${name} 1)`, { deadlineMs: 60_000 });
    expect(outcome.condition).toBeNull();
  }
  expect([...state.wrong]).toEqual([]);
  expect(state.looks).toBeGreaterThan(1000);
});

test("forms about arrays and slots of floats", () => {
  const text = readFileSync(new URL("sbcl-answers/float-storage.txt", import.meta.url), "utf8");
  for (const line of text.split("\n")) if (!line.startsWith("  ") && line !== "") evaluate(line);
  expect([...state.wrong]).toEqual([]);
});
