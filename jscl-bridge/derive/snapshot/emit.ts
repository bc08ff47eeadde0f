import type { Node, Statement } from "acorn";
import { restoreHeap } from "./restore.js";
import type { Snapshot } from "./write.js";

/**
 * Body of `createJscl` that runs the prelude and restores the heap instead of running the library's top
 * level.
 */
export function emitProgram(
  prelude: Statement[],
  snapshot: Omit<Snapshot, "numbering">,
  preludeVariables: string[],
  print: (node: Node) => string,
): string {
  const { data, known, functions, factories, variables } = snapshot;
  const assigned = new Set(preludeVariables);
  const factoryText = factories.map(({ node, captures }) => {
    return `(${captures.names.map(({ name }) => name).join(",")}) => ${print(node)}`;
  });
  const declared = variables.filter((name) => !assigned.has(name));
  return `${prelude.map(print).join("\n")}
const functions_z = [
${functions.map(({ node }) => print(node)).join(",\n")}
];
const factories_z = [
${factoryText.join(",\n")}
];
const heap_z = (${restoreHeap.toString()})({
  data: JSON.parse(${JSON.stringify(JSON.stringify(data))}),
  known: [${known.join(",")}],
  LispSymbol: internals.Symbol, Cons: internals.Cons, functions: functions_z, factories: factories_z,
});
const next_z = () => {
  const value = heap_z.inOrder();
  next_z.all.push(value);
  return value;
};
next_z.all = [];
${variables
  .filter((name) => assigned.has(name))
  .map((name) => `${name} = next_z();`)
  .join("\n")}
var ${declared.map((name) => `${name} = next_z()`).join(",\n")};
heap_z.fill();
`;
}
