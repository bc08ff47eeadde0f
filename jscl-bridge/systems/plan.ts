/** Which projects a system needs, and what is near a name that there is none of. */

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

/** The names that are likely to be meant by one, the nearest first, at most `most`. */
export function nearNames(names: Iterable<string>, name: string, most: number): readonly string[] {
  const wanted = name.toLowerCase();
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const each of names) {
    const isPart = wanted.length > 2 && (each.includes(wanted) || (each.length > 2 && wanted.includes(each)));
    const distance = isPart ? 1 : distanceOf(each, wanted);
    if (distance <= 1 + Math.floor(wanted.length / 4)) found.push({ name: each, distance });
  }
  found.sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1));
  return found.slice(0, most).map((each) => each.name);
}

/** Beyond this a name is far from any. */
const LONGEST = 100;

/** Characters to insert, remove or replace to make one text of another. */
function distanceOf(one: string, other: string): number {
  if (one.length > LONGEST || other.length > LONGEST) return LONGEST;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
