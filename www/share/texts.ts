/** The markup of a cell with this code, for a page of documentation. */
export function cellMarkup(code: string): string {
  const escaped = code.trimEnd().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<lisp-cell>\n<pre><code class="language-lisp">${escaped}</code></pre>\n</lisp-cell>\n`;
}

/** A name for the file of a program. */
export function fileName(name: string): string {
  const stem = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${stem || "program"}.lisp`;
}

/** A failure that is told to somebody who was not there. */
interface Failure {
  readonly code: string;
  /** The report, as the server worded it. */
  readonly report: string;
  /** The program and its version. */
  readonly version: string;
  readonly browser: string;
}

/** An issue about a failure, or a question to an agent, in Markdown. */
export function failureMarkdown({ code, report, version, browser }: Failure): string {
  return [
    "**Evaluated**",
    fenced(code.trimEnd(), "lisp"),
    "**Answered**",
    fenced(report.trimEnd(), "text"),
    `${version}, ${browser}`,
    "",
  ].join("\n\n");
}

/** A fenced block, whose fence is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
