/** Programs as trees: a list is an array, an atom is its text, a list with an odd end a {@link Dotted}. */
export class Dotted {
  constructor(items, tail) {
    this.items = items;
    this.tail = tail;
  }
}

const PREFIXES = new Map([
  ["quote", "'"],
  ["function", "#'"],
]);

/** The text of a tree. */
export function write(tree) {
  if (typeof tree === "string") return tree;
  if (tree instanceof Dotted) return `(${[...tree.items.map(write), ".", write(tree.tail)].join(" ")})`;
  const prefix = tree.length === 2 ? PREFIXES.get(tree[0]) : undefined;
  return prefix === undefined ? `(${tree.map(write).join(" ")})` : prefix + write(tree[1]);
}

/** Every list in a tree. */
export function lists(tree, found = []) {
  if (!Array.isArray(tree)) return found;
  found.push(tree);
  for (const item of tree) lists(item, found);
  return found;
}

export function copy(tree) {
  if (tree instanceof Dotted) return new Dotted(tree.items.map(copy), copy(tree.tail));
  return Array.isArray(tree) ? tree.map(copy) : tree;
}
