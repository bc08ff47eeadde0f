/** A child of an element; `null`, `undefined` and `false` are left out. */
type Child = Node | string | null | undefined | false;

/**
 * Attributes by name; `true` writes an empty attribute (`"true"` for ARIA), `false` and `undefined` write
 * none.
 */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element with attributes and children. Strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  append(node, children);
  return node;
}

/** Appends children to a node, leaving out the empty ones. */
function append(node: ParentNode & Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

/** The element with this id, checked to be of the given class. Throws when the page lacks it. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`The page has no ${kind.name} with id "${id}".`);
  return node;
}
