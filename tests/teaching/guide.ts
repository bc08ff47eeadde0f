import { readFileSync } from "node:fs";

/** A cell of the guide, with the code that it has to run before it. */
export interface GuideCell {
  readonly id: string;
  readonly text: string;
  /** The ids of cells that it needs. */
  readonly after: readonly string[];
  /** Its hidden code. */
  readonly setup: string | null;
}

const PAGE = new URL("../../www/guide/index.html", import.meta.url);

function unescape(html: string): string {
  return html
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}

function codeIn(html: string): string {
  const code = /^\s*<pre><code class="language-lisp">([\s\S]*?)<\/code><\/pre>\s*$/.exec(html)?.[1];
  if (code === undefined) throw new Error(`This is no code block: ${html}`);
  return unescape(code);
}

/** The cells of the guide, in the order of the page. */
export function guideCells(html = readFileSync(PAGE, "utf8")): GuideCell[] {
  const templates = new Map<string, string>();
  for (const [, tag = "", inner = ""] of html.matchAll(/<template( [^>]*)>([\s\S]*?)<\/template>/g))
    templates.set(attribute(tag, "id") ?? "", unescape(inner));
  return [...html.matchAll(/<lisp-cell( [^>]*)>([\s\S]*?)<\/lisp-cell>/g)].map(([, tag = "", inner = ""]) => {
    const setup = attribute(tag, "setup");
    const hidden = setup === null ? null : templates.get(setup);
    if (hidden === undefined) throw new Error(`There is no template ${setup}.`);
    const after = attribute(tag, "after")?.split(" ") ?? [];
    return { id: attribute(tag, "id") ?? "", text: codeIn(inner), after, setup: hidden };
  });
}
