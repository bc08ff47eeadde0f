/**
 * The documents' samples: what has a recorded answer answers it, and everything else that somebody would copy
 * is at least what it says it is. A block that is no sample is marked as `text`; one of Lisp that cannot be
 * run here says why, after `lisp not run:`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import type { EvaluationReport, LispServer } from "jscl-mcp";
import * as thePackage from "jscl-mcp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_SETS } from "../../jscl-bridge/contract/results.js";
import { LocalClient } from "../../jscl-bridge/node/local-client.js";
import { readOptions } from "../../jscl-bridge/node/options.js";
import { clientPages } from "../../scripts/lib/client-pages.mjs";
import { compare } from "../../www/elements/notation/compare.js";
import { parseRecorded } from "../../www/elements/notation/notation.js";
import { fits, htmlSamples, markdownSamples, type Sample, sphinxSamples, transcript } from "./samples.js";

const read = (path: string) => readFileSync(path, "utf8");

/** The files of a folder, in it or also below it, whose names end so. */
const filesOf = (folder: string, ending: RegExp, recursive = false) =>
  (readdirSync(folder, { recursive }) as string[])
    .filter((name) => ending.test(name))
    .map((name) => (folder === "." ? name : `${folder}/${name}`))
    .sort();

/** Every document of the project; what agents read is one of them. */
const DOCUMENTS = [
  ...filesOf(".", /\.md$/),
  ...filesOf("docs", /\.md$/),
  ...filesOf("docs/clients", /\.md$/),
  ...filesOf("docs/decisions", /\.md$/),
  ...filesOf("src", /\.md$/, true),
];

/** Sites that are built of cells: a cell there may show an error, and records it or not. */
const SITES = filesOf("docs/sites", /\.(?:md|html|rst)$/, true);

/** Samples there are parts of scripts, which a test holds them to. */
const isOfClients = (path: string) => path.startsWith("docs/clients/");

const samples = DOCUMENTS.flatMap((path) => markdownSamples(path, read(path)));

describe("the documents", () => {
  let server: LispServer;
  let client: LocalClient;
  beforeAll(async () => {
    const { LispServer } = (await import(/* @vite-ignore */ pathToFileURL("dist/jscl-mcp-node.js").href)) as {
      LispServer: { start(options: object): Promise<LispServer> };
    };
    server = await LispServer.start({ tools: TOOL_SETS });
    client = new LocalClient(server);
  });
  afterAll(() => server?.close());

  const call = (name: string, args: object) => client.call(name, args);

  /** Evaluates a block of Lisp, and returns what came instead of what it records. */
  async function mismatches(text: string, isSound: boolean): Promise<unknown[]> {
    const recorded = parseRecorded(text);
    const {
      data,
      isError,
      text: said,
    } = await call("evaluate-lisp", { code: recorded.code, detail: "full" });
    const records = recorded.forms.some(({ expected }) => expected.length > 0);
    if (isError && isSound && !/^\.\. debugger invoked on/m.test(text)) return [said];
    return records ? compare(recorded, data as EvaluationReport) : [];
  }

  /** Types what a transcript has at its prompts, and compares the answers. */
  async function typed(text: string): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (const { input, answer } of transcript(text)) {
      const [, tool = "evaluate-lisp", args] = /^([\w-]+) (\{[\s\S]*)$/.exec(input) ?? [];
      const { text: said, isError } = await call(
        tool,
        args === undefined ? { code: input } : JSON.parse(args),
      );
      // Where nothing is recorded it has to have gone well.
      const isRight = answer === "" ? !isError || /^\[held\]/m.test(said) : fits(answer, said);
      if (!isRight) wrong.push({ input, recorded: answer, said });
    }
    return wrong;
  }

  /** What is wrong with a sample, by its language; a language that is not here has nobody to try it. */
  const TRIES: Record<string, (sample: Sample) => Promise<unknown[]> | unknown[]> = {
    // A diagram, a policy, an answer that depends on the machine.
    text: () => [],
    "": ({ text }) => (/^> /m.test(text) ? typed(text) : ["is neither run nor marked as text"]),
    lisp: ({ text, info }) => (/^not run: \S/.test(info) ? [] : mismatches(text, true)),
    sh: ({ text }) => text.trim().split("\n").flatMap(commandProblems),
    json: ({ text }) => jsonProblems(text),
    js: ({ document, text }) => (isOfClients(document) ? [] : scriptProblems(text)),
    ts: ({ text }) => scriptProblems(text),
    html: async ({ document, text, line }) => {
      const found: unknown[] = [];
      for (const { text: code } of htmlSamples(document, text, line))
        found.push(...(await mismatches(code, true)));
      for (const [, script = ""] of text.matchAll(/<script type="module">([\s\S]*?)<\/script>/g))
        found.push(...(await scriptProblems(script)));
      for (const [, address = ""] of text.matchAll(/\ssrc="([^"]*)"/g)) {
        const [path = "", fragment = ""] = address.split("#");
        const file = basename(path.replace(/\?.*/, ""));
        if (!existsSync(`dist/${file}`)) found.push(`${file} is no file of dist/`);
        const code = /^code=(.*)$/.exec(fragment)?.[1];
        if (code !== undefined)
          found.push(...(await mismatches(Buffer.from(code, "base64url").toString(), true)));
      }
      return found;
    },
    css: ({ text }) => {
      const ours = filesOf("www/elements", /\.(?:ts|css)$/, true)
        .map(read)
        .join("\n");
      const names = [...text.matchAll(/(--lisp-[\w-]+)|::part\(([\w-]+)\)/g)];
      return names
        .filter(([, name, part]) => !(name ? ours.includes(name) : ours.includes(`part: "${part}"`)))
        .map(([name]) => `${name} is nowhere in the elements`);
    },
    // What is in it is looked at by itself.
    markdown: () => [],
    python: ({ document, text }) => {
      if (isOfClients(document)) return [];
      const extension = read("docs/sites/sphinx/jscl_mcp_sphinx.py");
      const names = [...text.matchAll(/\b(?:lisp|jscl)_\w+/g)].map(([name]) => name);
      return names
        .filter((name) => name !== "jscl_mcp_sphinx" && !extension.includes(`"${name}"`))
        .map((name) => `${name} is not in the extension`);
    },
    rust: ({ document }) => (isOfClients(document) ? [] : ["is not tried"]),
    rst: async ({ document, text }) => {
      const found: unknown[] = [];
      for (const sample of sphinxSamples(document, text))
        found.push(...(await mismatches(sample.text, true)));
      return found;
    },
  };

  test("the samples of docs/clients/ are parts of what `npm run clients` runs", () => {
    const pages = Object.entries(clientPages());
    expect(pages.length).toBeGreaterThan(10);
    for (const [path, page] of pages) expect(read(path), path).toBe(page);
  });

  const documents = [...new Set(samples.map(({ document }) => document))];

  test.each(documents)("%s: every sample is what it says", async (path) => {
    const problems: unknown[] = [];
    const own = samples.filter(({ document }) => document === path);
    if (own.some(({ language }) => ["", "lisp", "html", "rst"].includes(language)))
      await call("reset-session", {});
    for (const sample of own) {
      const tried = TRIES[sample.language] ?? (() => [`nobody tries ${sample.language}`]);
      for (const problem of await tried(sample))
        problems.push({ at: `${sample.document}:${sample.line}`, problem });
    }
    expect(problems).toEqual([]);
  });

  test.each(SITES)("%s: every cell answers as recorded", async (path) => {
    const text = read(path);
    const read_ = { md: markdownSamples, html: htmlSamples, rst: sphinxSamples } as const;
    const cells = read_[path.split(".").at(-1) as keyof typeof read_](path, text);
    const problems: unknown[] = [];
    for (const { language, text } of cells)
      if (language === "lisp") problems.push(...(await mismatches(text, false)));
    expect(problems).toEqual([]);
  });

  const inline = DOCUMENTS.flatMap((path) =>
    [
      ...read(path)
        .replace(FENCED, "")
        .matchAll(/`([{[][^`\n]*"[^`]*)`(?:\s+answers\s+`=> ([^`]*)`)?/g),
    ].map(([, text = "", answer]) => ({ path, text: text.replace(/\s+/g, " "), answer })),
  ).filter(({ text }) => /^(?:\{"[\w-]+":|\[\{)/.test(text) && !text.includes("…"));

  test("JSON in the middle of a text is JSON, and answers what stands behind it", async () => {
    expect(inline.length).toBeGreaterThan(2);
    expect(inline.some(({ answer }) => answer !== undefined)).toBe(true);
    for (const { path, text, answer } of inline) {
      const args = JSON.parse(text) as object;
      if (answer === undefined) continue;
      await call("reset-session", {});
      expect([path, text, (await call("evaluate-lisp", args)).text.split("\n").at(-1)]).toEqual([
        path,
        text,
        `=> ${answer}`,
      ]);
    }
  });
});

const FENCED = /^[ \t]*(`{3,})[\s\S]*?^[ \t]*\1$/gm;

/** The words of a command as a shell has them. */
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );

const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;

/** What is wrong with a line for a shell: it names a script, a file or an option that is not there. */
function commandProblems(line: string): string[] {
  const [command, ...args] = words(line.replace(/\s+#.*$/, ""));
  if (command === undefined || command === "#") return [];
  const ours = (given: readonly string[]) => {
    if (given[0] === "systems") return given[1] === "build" && given.includes("--out") ? [] : [line];
    try {
      readOptions(given);
      return [];
    } catch (problem) {
      return [`${line}: ${(problem as Error).message}`];
    }
  };
  if (command === "npx" && /^(?:jscl-mcp|\.\/jscl-mcp-\d.*\.tgz)$/.test(args[0] ?? ""))
    return ours(args.slice(1));
  if (command === "node" && args[0] === "dist/jscl-mcp-stdio.js") return ours(args.slice(1));
  if (command === "node") return existsSync(args[0] ?? "") ? [] : [`${line}: there is no such file`];
  if (command === "npm" && (args[0] === "start" || args[0] === "test"))
    return args[0] in scripts ? [] : [`${line}: there is no such script`];
  if (command === "npm" && args[0] === "run")
    return (args[1] ?? "") in scripts ? [] : [`${line}: there is no such script`];
  if (command === "npm" && ["install", "ci", "pack"].includes(args[0] ?? "")) return [];
  if (["cargo", "git", "cd"].includes(command)) return [];
  return [`${line}: nobody tries ${command}`];
}

test("commands in the middle of a text are there", () => {
  const found = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/`((?:npm (?:run|start|test)|node [\w./-]+\.m?js|npx jscl-mcp)\b[^`\n]*)`/g)].map(
      ([, line = ""]) => ({ path, line }),
    ),
  ).filter(({ line }) => !/[<…]|\.\.\//.test(line));
  expect(found.length).toBeGreaterThan(20);
  expect(
    found.flatMap(({ path, line }) => commandProblems(line).map((problem) => `${path}: ${problem}`)),
  ).toEqual([]);
});

/** What is wrong with JSON; the arguments of our own program are read as it reads them. */
function jsonProblems(text: string): unknown[] {
  type Servers = Record<string, { command: string; args: string[] }>;
  const { mcpServers = {} } = JSON.parse(text) as { mcpServers?: Servers };
  return Object.values(mcpServers).flatMap(({ command, args }) => {
    const here = args.map((word) => word.replace(/^\/path\/to\/jscl-mcp\//, ""));
    return commandProblems([command, ...here].join(" "));
  });
}

/** What is wrong with a script: it cannot be parsed, or takes from our package what is not there. */
async function scriptProblems(text: string): Promise<unknown[]> {
  try {
    await transform(text, { loader: "ts" });
  } catch (problem) {
    return [(problem as Error).message];
  }
  const imports = text.matchAll(/import \{([^}]*)\} from "(?:jscl-mcp|[^"]*\/jscl-mcp\.js)"/g);
  const names = [...imports].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return names
    .filter((name) => name !== "" && !(name in thePackage))
    .map((name) => `${name} is not exported`);
}

test("transcripts are read as they are typed", () => {
  expect(transcript('> (f\n 1)\n> step {"a":\n  1}\n=> 2\n\n> x')).toEqual([
    { input: "(f\n 1)", answer: "" },
    { input: 'step {"a":\n  1}', answer: "=> 2" },
    { input: "x", answer: "" },
  ]);
  expect([
    fits("a\n…\nd", "a\nb\nc\nd"),
    fits("a\n…", "a"),
    fits("a", "a\nb"),
    fits("a\n…\nd", "a\nb"),
  ]).toEqual([true, true, false, false]);
});

test("blocks are found wherever they stand", () => {
  const text = "a\n```lisp not run: why\n1\n```\n````markdown\n```lisp\n2\n```\n````\n  ```\n  3\n  ```\n";
  expect(markdownSamples("d", text).map(({ line, language, info }) => [line, language, info])).toEqual([
    [3, "lisp", "not run: why"],
    [6, "markdown", ""],
    [7, "lisp", ""],
    [11, "", ""],
  ]);
});
