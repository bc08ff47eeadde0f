/**
 * The tree of a program's text, with places, by the grammar of the editor; and a walk over its forms that
 * knows which parts of the standard's operators are forms, which are names, and what they bind.
 */
import { build } from "esbuild";
import { at } from "../../../scripts/lib/paths.mjs";

async function loadParser() {
  const entry = at("jscl-bridge", "syntax", "parser.ts");
  const options = { bundle: true, format: "esm", write: false, logLevel: "error", platform: "node" };
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`;
  return (await import(url)).parser;
}

const parser = await loadParser();
const DATA = new Set([
  "List",
  "Vector",
  "String",
  "Character",
  "Number",
  "Symbol",
  "Label",
  "Dispatch",
  "Prefixed",
]);

function nodeOf(text, cursor, parent) {
  const { name: kind, from, to } = cursor;
  const node = { kind, from, to, parent, items: [], text: text.slice(from, to) };
  for (let child = cursor.firstChild; child; child = child.nextSibling)
    if (DATA.has(child.name)) node.items.push(nodeOf(text, child, node));
  if (kind === "Prefixed") node.prefix = text.slice(from, node.items[0]?.from ?? to).trim();
  return node;
}

/** The toplevel forms of a text. */
export function read(text) {
  return nodeOf(text, parser.parse(text).topNode, null).items;
}

export const isList = (node) => node?.kind === "List";
export const isSymbol = (node) => node?.kind === "Symbol";

/** The operator of a form, in small letters; an empty text for what is none. */
export function operatorOf(node) {
  return isList(node) && isSymbol(node.items[0]) ? node.items[0].text.toLowerCase() : "";
}

const words = (text) => new Set(text.split(" "));
const NO_FORMS = words(
  "declare defgeneric defclass defstruct define-condition defmacro define-machine declaim in-package go",
);
const BINDERS = words("let let* do do* prog");
const LOCALS = words("flet labels macrolet");
const KEYED = words("case ecase ccase typecase etypecase");
const CLAUSED = words("handler-case restart-case");
const ITERATORS = words("dolist dotimes");

/** The names that a lambda list or a pattern binds. */
function namesIn(list) {
  return (list?.items ?? []).flatMap((item) => {
    if (isSymbol(item)) return /^[&.]/.test(item.text) ? [] : [item.text.toLowerCase()];
    return isList(item)
      ? namesIn({ items: item.items.slice(0, isSymbol(item.items[0]) ? 1 : undefined) })
      : [];
  });
}

/**
 * Calls `found(node, scope, form)` with each form of a program, the names of the variables that it sees, and
 * the toplevel form it is in; atoms included, and what is quoted as one form.
 */
export function walk(program, found) {
  for (const form of program) new Walk(found, form).form(form, new Set());
}

class Walk {
  constructor(found, top) {
    this.found = found;
    this.top = top;
  }

  forms(nodes, scope) {
    for (const node of nodes) this.form(node, scope);
  }

  form(node, scope) {
    this.found(node, scope, this.top);
    if (node.kind === "Prefixed" || !isList(node)) return;
    const operator = operatorOf(node);
    const [, first, ...more] = node.items;
    const wider = (names) => new Set([...scope, ...names]);
    if (NO_FORMS.has(operator)) return;
    if (operator === "") {
      if (operatorOf(node.items[0]) === "lambda") this.form(node.items[0], scope);
      this.forms(node.items.slice(1), scope);
    } else if (operator === "defun") this.forms(more.slice(1), wider(namesIn(more[0])));
    else if (operator === "defmethod") {
      const at = more.findIndex(isList);
      this.forms(more.slice(at + 1), wider(namesIn(more[at])));
    } else if (operator === "defvar" || operator === "defparameter") this.forms(more, scope);
    else if (operator === "lambda") this.forms(more, wider(namesIn(first)));
    else if (operator === "multiple-value-bind" || operator === "destructuring-bind") {
      this.form(more[0], scope);
      this.forms(more.slice(1), wider(namesIn(first)));
    } else if (BINDERS.has(operator)) this.binder(node, operator, scope);
    else if (ITERATORS.has(operator)) {
      this.form(first.items[1], scope);
      this.forms([...first.items.slice(2), ...more], wider([first.items[0].text.toLowerCase()]));
    } else if (LOCALS.has(operator)) {
      for (const { items } of first.items) this.forms(items.slice(2), wider(namesIn(items[1])));
      this.forms(more, scope);
    } else if (KEYED.has(operator)) {
      this.form(first, scope);
      for (const clause of more) this.forms(clause.items.slice(1), scope);
    } else if (CLAUSED.has(operator)) {
      this.form(first, scope);
      for (const { items } of more) this.forms(items.slice(2), wider(namesIn(items[1])));
    } else if (operator === "cond") for (const clause of [first, ...more]) this.forms(clause.items, scope);
    else if (operator === "handler-bind") {
      for (const { items } of first.items) this.forms(items.slice(1), scope);
      this.forms(more, scope);
    } else if (operator === "loop" && isSymbol(first)) this.loop(node, scope);
    else this.forms(node.items.slice(1), scope);
  }

  binder(node, operator, scope) {
    const [, bindings, ...body] = node.items;
    let names = new Set(scope);
    for (const binding of bindings.items) {
      const seen = operator.endsWith("*") ? names : scope;
      if (isList(binding)) this.forms(binding.items.slice(1), seen);
      names = new Set([...names, (isList(binding) ? binding.items[0] : binding).text.toLowerCase()]);
    }
    this.forms(body, names);
  }

  loop(node, scope) {
    const names = new Set(scope);
    const skipped = new Set();
    node.items.forEach((item, index) => {
      const next = node.items[index + 1];
      if (!/^(for|with|into)$/i.test(item.text) || next === undefined) return;
      skipped.add(next);
      for (const name of isList(next) ? namesIn(next) : [next.text.toLowerCase()]) names.add(name);
    });
    for (const item of node.items.slice(1)) {
      const isWord = isSymbol(item) && !names.has(item.text.toLowerCase());
      if (!skipped.has(item) && !isWord) this.form(item, names);
    }
  }
}
