import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BootOptions } from "../engine/boot-options.js";
import type { Engine } from "../engine/engine.js";
import { evaluateCommand } from "../engine/evaluate-command.js";
import { splitEngine } from "./engine-split.js";
import { functionsThatRan } from "./functions-that-ran.js";

const [engine, lispFolder, output, ...lists] = process.argv.slice(2);
if (engine === undefined || lispFolder === undefined || output === undefined || lists.length === 0)
  throw new Error("usage: engine-split <engine.js> <folder of jscl.js> <out-dir> <usual.lisp> ...");

/** What is needed where no file can be waited for, or where only a browser comes by. */
const KEPT = [
  "engine/power/",
  "engine/(?:answers|assets|boot|broken-outcome|commands|compiled-notes|engine|inbox|inbox-messages|interrupts|late-file|life|rare-functions|serve|shelf|text-source|waits|worker)",
  "runtime/(?:code|platform|signals|applied)",
  "runtime/objects/heap",
  "runtime/(?:stack|reports)/",
];
/** A thread that waits at a level has fetched the file before. */
const HELD = "jscl-bridge/runtime/stack/(?:levels|frame-exits|deep-calls)";
/** What an error's report may ask for, and a program that errs may wait for. */
const REPORTED = [
  "engine/(?:replay-text|taking-restarts)",
  "image/hints/",
  "image/debugger/(?:frames|parameters)",
  "runtime/live-variables",
  "systems/near-names",
  "runtime/reports/(?:frames|visible-frames|library-calls)",
];
const isLater = new RegExp(`^jscl-bridge/(?:${REPORTED.join("|")})`);
const isKept = new RegExp(`^(?!${HELD})(?:node_modules/|jscl-bridge/(?:${KEPT.join("|")}))`);

interface WorkerFile {
  bootEngine(options: BootOptions, post: () => void): Promise<Engine>;
}

const lisp = (name: string) => pathToFileURL(join(lispFolder, name)).href;
const texts = await Promise.all(lists.map((list) => readFile(list, "utf8")));
const programs = texts.flatMap((text) => text.split(/\n{2,}/));
/** A program that its deadline ends. */
const ENDLESS = "(do () (nil))";
const SHORT_MS = 50;
const { href } = pathToFileURL(engine);
/**
 * What the file itself calls, which has nowhere to come from yet; another address makes it another module.
 */
const loading = await functionsThatRan<WorkerFile>(`${href}?loading`, () => {});
const runs = await functionsThatRan<WorkerFile>(href, async ({ bootEngine }) => {
  const files = { lisp: lisp("jscl.js"), rare: lisp("jscl-rare.js") };
  const { handle } = await bootEngine(
    { interrupts: null, answers: null, inbox: null, grants: {}, ...files },
    () => {},
  );
  for (const [id, code] of programs.entries())
    handle({ kind: "evaluate", ...evaluateCommand(id + 1, code, { deadlineMs: 60_000 }) });
  const endless = evaluateCommand(programs.length + 1, ENDLESS, { deadlineMs: SHORT_MS });
  handle({ kind: "evaluate", ...endless });
});

const text = await readFile(engine, "utf8");
/** esbuild names each module before its text. */
const modules = [...text.matchAll(/^\/\/ (\S+)$/gm)];
const moduleAt = (at: number) => modules.findLast(({ index }) => index < at)?.[1] ?? "";
const { first, rare, moved } = splitEngine(text, (from, to) =>
  isLater.test(moduleAt(from)) ? !loading(from, to) : runs(from, to) === 0 && !isKept.test(moduleAt(from)),
);
await mkdir(output, { recursive: true });
await writeFile(join(output, "first.js"), first);
await writeFile(join(output, "rare.js"), rare);
process.stdout.write(`${JSON.stringify({ moved })}\n`);
process.exit(0);
