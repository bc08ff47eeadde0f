import { element } from "../elements/dom.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON laid out with two spaces of indentation, its keys and values distinguished by class. Each line is a
 * block of its own, so that one too long for the panel continues under its own beginning.
 */
export function jsonView(value: unknown): HTMLElement {
  const text = JSON.stringify(value, null, 2) ?? "undefined";
  const code = element("code");
  for (const line of text.split("\n")) code.append(jsonLine(line));
  return element("pre", { class: "json" }, code);
}

function jsonLine(line: string): HTMLElement {
  const text = line.trimStart();
  const row = element("span", { class: "json-line" });
  row.style.setProperty("--depth", String((line.length - text.length) / 2));
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    row.append(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, string, colon] = match;
    if (string === undefined) row.append(element("span", { class: "json-atom" }, whole));
    else if (colon === undefined) row.append(element("span", { class: "json-string" }, string));
    else row.append(element("span", { class: "json-key" }, string), colon);
  }
  row.append(text.slice(at));
  return row;
}
