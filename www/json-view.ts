import { element } from "./dom.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON laid out with two spaces of indentation, its keys and values told apart by class. */
export function jsonView(value: unknown): HTMLElement {
  const text = JSON.stringify(value, null, 2) ?? "undefined";
  const code = element("code");
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    code.append(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, string, colon] = match;
    if (string === undefined) code.append(element("span", { class: "json-atom" }, whole));
    else if (colon === undefined) code.append(element("span", { class: "json-string" }, string));
    else code.append(element("span", { class: "json-key" }, string), colon);
  }
  code.append(text.slice(at));
  return element("pre", { class: "json" }, code);
}
