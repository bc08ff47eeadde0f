/** What the kinds of fault share: a site is an edit of the text, and the forms that are faulty after it. */
import { isList, isSymbol, operatorOf, walk } from "../tree.mjs";

/** The edit `{ from, to, text }` and the faulty forms, as they were before it. */
export const site = (from, to, text, ...forms) => ({ edit: { from, to, text }, forms });

/** Replaces a node, in a form that is then faulty. */
export const replacing = (node, text, form) => site(node.from, node.to, text, form);

/** Replaces a form by another, which is then the faulty one itself. */
export const becoming = (node, text) => site(node.from, node.to, text, node);

/** Every form of the definitions, as `[node, scope, toplevel form]`; the call at the end is what is asked. */
export function formsOf(program) {
  const found = [];
  walk(program.slice(0, -1), (...form) => found.push(form));
  return found;
}

/** The innermost form around a node that is one, not a clause or a list of bindings. */
export function formAround(node, forms) {
  const known = new Set(forms.map(([form]) => form));
  let outer = node.parent;
  while (outer?.parent && !(isList(outer) && known.has(outer))) outer = outer.parent;
  return outer?.parent ? outer : node;
}

/** The numbers, strings, characters and symbols in quoted data and in code. */
export function literals(forms) {
  return forms.flatMap(([node]) => {
    if (node.kind === "Number" || node.kind === "String" || node.kind === "Character") return [node];
    return node.kind === "Prefixed" && /^['`]/.test(node.prefix) ? atomsIn(node.items[0]) : [];
  });
}

function atomsIn(node) {
  if (node.items.length === 0)
    return ["Number", "String", "Character", "Symbol"].includes(node.kind) ? [node] : [];
  return node.items.flatMap(atomsIn);
}

/** A name with two neighbours swapped, or its last letter doubled where they are the same. */
export function misspelt(name) {
  for (let i = Math.max(0, name.length - 3); i + 1 < name.length; i++)
    if (name[i] !== name[i + 1]) return name.slice(0, i) + name[i + 1] + name[i] + name.slice(i + 2);
  return name + name.at(-1);
}

/** Whether a symbol is a reference to a variable. */
export const isReference = (node, scope) => isSymbol(node) && scope.has(node.text.toLowerCase());

/** Whether a name occurs in a form as an operator or as a function's name. */
export function calls(node, name) {
  if (operatorOf(node) === name) return true;
  if (node.kind === "Prefixed" && node.prefix === "#'") return node.items[0]?.text.toLowerCase() === name;
  return node.items.some((item) => calls(item, name));
}
