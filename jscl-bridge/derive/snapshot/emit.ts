import type { Node, Statement } from "acorn";
import type { Snapshot } from "./heap.js";
import { restoreHeap } from "./restore.js";

/**
 * Body of `createJscl` that runs the prelude and restores the heap instead of running the library's top
 * level.
 */
export function emitProgram(
  prelude: Statement[],
  snapshot: Snapshot,
  preludeVariables: string[],
  print: (node: Node) => string,
): string {
  const { data, known, functions, factories, variables } = snapshot;
  const assigned = new Set(preludeVariables);
  const factoryText = factories.map(({ node, captures }) => {
    return `(${captures.names.map(({ name }) => name).join(",")}) => ${print(node)}`;
  });
  const declared = variables.filter(([name]) => !assigned.has(name));
  return `${prelude.map(print).join("\n")}
const functions_z = [
${functions.map(({ node }) => print(node)).join(",\n")}
];
const factories_z = [
${factoryText.join(",\n")}
];
const data_z = JSON.parse(${JSON.stringify(JSON.stringify(data))});
const heap_z = (${restoreHeap.toString()})({
  data: data_z,
  known: [${known.join(",")}],
  LispSymbol: internals.Symbol, Cons: internals.Cons, functions: functions_z, factories: factories_z,
});
var ${declared.map(([name, at]) => `${name} = heap_z[${at}]`).join(",\n")};
${variables
  .filter(([name]) => assigned.has(name))
  .map(([name, at]) => `${name} = heap_z[${at}];`)
  .join("\n")}
`;
}
