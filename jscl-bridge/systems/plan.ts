/** Which projects a system needs. */

import type { IndexedSystem, SystemIndex } from "./format.js";

/** The system of that name, or else the one whose file defines it: `a/b` is defined where `a` is. */
export function indexedSystem({ systems }: SystemIndex, name: string): IndexedSystem | undefined {
  const slash = name.indexOf("/");
  return systems.get(name) ?? (slash > 0 ? systems.get(name.slice(0, slash)) : undefined);
}

/**
 * The systems that are loaded for one, that itself included, each after those that it depends on. What is not
 * in the index is left to ASDF, which may know it otherwise.
 * @throws Error for a system that depends on itself.
 */
export function planFor(index: SystemIndex, system: IndexedSystem): readonly IndexedSystem[] {
  const planned = new Set<IndexedSystem>();
  const path: Iterator<IndexedSystem | undefined>[] = [];
  const open: IndexedSystem[] = [];
  const enter = (each: IndexedSystem): void => {
    if (open.includes(each)) throw new Error(circle([...open.slice(open.indexOf(each)), each]));
    open.push(each);
    path.push(each.dependsOn.map((name) => index.systems.get(name)).values());
  };
  enter(system);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { value, done } = top.next();
    if (done === true) {
      path.pop();
      planned.add(open.pop() as IndexedSystem);
    } else if (value !== undefined && !planned.has(value)) enter(value);
  }
  return [...planned];
}

function circle(systems: readonly IndexedSystem[]): string {
  const names = systems.map(({ name }) => `"${name}"`).join(", which depends on ");
  return `${names}: no order can load them`;
}
