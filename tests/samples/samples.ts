/** The samples of the documents: what stands in their code blocks, by language, and their transcripts. */
import { endOfForm } from "../../www/elements/forms.js";

/** A block of code of a document. */
export interface Sample {
  readonly document: string;
  /** The line of its first line, from 1. */
  readonly line: number;
  /** The language that the document names; "" for none. */
  readonly language: string;
  /** What else stands beside the language. */
  readonly info: string;
  readonly text: string;
}

const FENCE = /^([ \t]*)(`{3,})([^\n`]*)\n([\s\S]*?)^\1\2[ \t]*$/gm;

/** The blocks of a Markdown text. */
export function markdownSamples(document: string, text: string, firstLine = 1): Sample[] {
  return [...text.matchAll(FENCE)].flatMap(({ 0: all, 3: head = "", 4: body = "", index }) => {
    const line = firstLine + text.slice(0, index).split("\n").length;
    const [language = "", ...info] = head.trim().split(/\s+/);
    const sample = { document, line, language, info: info.join(" "), text: body };
    if (!all.trimStart().startsWith("````")) return [sample];
    return [sample, ...markdownSamples(document, body, line)];
  });
}

const unescaped = (html: string): string =>
  html
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");

/** The blocks of Lisp in a page, or in a piece of one. */
export function htmlSamples(document: string, html: string, firstLine = 1): Sample[] {
  const blocks = html.matchAll(/<code class="language-lisp">([\s\S]*?)<\/code>/g);
  return [...blocks].map(({ 1: body = "", index }) => ({
    document,
    line: firstLine + html.slice(0, index).split("\n").length - 1,
    language: "lisp",
    info: "",
    text: unescaped(body),
  }));
}

/** The cells of a text for Sphinx, with the hidden code before the first of them. */
export function sphinxSamples(document: string, text: string): Sample[] {
  const blocks = text.matchAll(/^\.\. lisp-(?:cell|setup)::.*\n((?:[ \t]+.*\n|\n)*)/gm);
  return [...blocks].map(({ 1: body = "", index }) => ({
    document,
    line: text.slice(0, index).split("\n").length,
    language: "lisp",
    info: "",
    text: body.replace(/^(?:[ \t]+:\w+:.*\n)+/, "").replace(/^ {3}/gm, ""),
  }));
}

/** What is typed at a prompt, and what is answered. */
interface Exchange {
  readonly input: string;
  readonly answer: string;
}

/** What is typed ends where a form does, or the JSON of a tool's arguments. */
function endOfInput(text: string, start: number): number {
  const tool = /[\w-]+ (?=\{)/y;
  tool.lastIndex = start;
  if (!tool.test(text)) return endOfForm(text, start);
  for (let end = text.indexOf("\n", start); ; end = text.indexOf("\n", end + 1)) {
    const to = end < 0 ? text.length : end;
    try {
      JSON.parse(text.slice(tool.lastIndex, to));
      return to;
    } catch (problem) {
      if (end < 0) throw problem;
    }
  }
}

/** The exchanges of a text whose lines begin with `> ` where something is typed. */
export function transcript(text: string): Exchange[] {
  const exchanges: Exchange[] = [];
  const prompt = /^> /gm;
  for (let found = prompt.exec(text); found !== null; ) {
    const start = prompt.lastIndex;
    const end = endOfInput(text, start);
    prompt.lastIndex = end;
    found = prompt.exec(text);
    const answer = text.slice(end, found?.index).replace(/^\n+|\n+$/g, "");
    exchanges.push({ input: text.slice(start, end), answer });
  }
  return exchanges;
}

/** Whether a text is the recorded one, where a line `…` stands for any number of lines. */
export function fits(recorded: string, text: string): boolean {
  const parts = recorded.split(/^…$/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(
    `^${parts.map((part) => part.replace(/^\n|\n$/g, "")).join("(?:\\n?[\\s\\S]*\\n?)")}$`,
  ).test(text);
}
