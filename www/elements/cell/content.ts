/** What generators put beside the code: numbers of lines. */
const NOT_CODE = ".linenos, .lineno, .line-number, .ln, template, script";

/** The element of a host whose text is its code. */
export function codeElement(host: Element): Element {
  return host.querySelector("pre code") ?? host.querySelector("pre") ?? host;
}

/** The code that stands in an element, without what a highlighter has made of it. */
export function codeIn(host: Element): string {
  let code = codeElement(host);
  if (code.querySelector(NOT_CODE)) {
    code = code.cloneNode(true) as Element;
    for (const other of code.querySelectorAll(NOT_CODE)) other.remove();
  }
  return dedent(code.textContent);
}

/** Text without blank lines around it, and without the indentation that all its lines have. */
export function dedent(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split("\n");
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return depth > 0 && depth < Infinity ? lines.map((line) => line.slice(depth)).join("\n") : lines.join("\n");
}
