import { REPLACED } from "./instances.js";

/**
 * The properties of JSCL's objects that the overlay's JavaScript reads: it says `@name`, and gets the
 * property when it is compiled (%JS-INLINE, compiler/syntax/operators/privileged.ts).
 */
const PROPERTIES = new Map([
  // Functions and symbols.
  ["documentation", "docstring"],
  ["function", "fvalue"],
  ["lambdaList", "lambdaList"],
  ["value", "value"],
  ["variableDocumentation", "vardoc"],
  // Packages.
  ["exports", "exports"],
  // Arrays.
  ["adjustable", "adjustable"],
  ["bits", "bits"],
  ["fillPointer", "fillpointer"],
  ["stringMark", "stringp"],
  // Instances: what they are, their class, its slots in order, a hash code, and the layout that they were
  // made with.
  ["type", "dt_Name"],
  ["lineage", "structDescriptors"],
  ["class", "CLASS0"],
  ["slots", "SLOTS1"],
  ["hash", "HASH2"],
  ["slotLayout", "CN3"],
  ["replaced", REPLACED],
]);

/**
 * JavaScript text with properties in the places of their names; the first name that there is none for, where
 * there is one.
 */
export function withProperties(text: string): { code: string; unknown: string | undefined } {
  let unknown: string | undefined;
  const code = text.replace(/@(\w+)/g, (_, name: string) => {
    const property = PROPERTIES.get(name);
    if (property === undefined) unknown ??= name;
    return property ?? name;
  });
  return { code, unknown };
}
