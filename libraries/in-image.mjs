/** Run by `run.mjs` in a process of its own: evaluates a text in an image that has all libraries' files. */
import { readFileSync } from "node:fs";
import { at } from "../scripts/lib/paths.mjs";
import { sourceFiles } from "./checkouts.mjs";

const [program] = process.argv.slice(2);
const module = (name) => new URL(`file://${at("dist", name)}`).href;
const { bootEngine } = await import(module("jscl-worker.js"));

/** More than the process is given. */
const DEADLINE_MS = 3_600_000;
const MANY = 100_000_000;

const command = (code) => ({
  kind: "evaluate",
  id: 1,
  code,
  package: null,
  deadlineMs: DEADLINE_MS,
  maxOutput: MANY,
  captureTime: false,
  look: null,
  input: { text: null, askMs: 0, end: "There is no input." },
  limits: {
    valueChars: 1000,
    messageChars: 10_000,
    argumentChars: 300,
    formChars: 40,
    maxFrames: 100,
    maxValues: 100,
    maxWarnings: 20,
  },
  restarts: [],
  askMs: 0,
  tellForms: false,
  tellResults: false,
  keep: { after: 0, handles: 0, most: 0 },
  pictures: { most: 0, chars: 0 },
});

const { handle } = await bootEngine({ interrupts: null, answers: null, grants: {} }, (event) => {
  if (event.kind === "output") process.stdout.write(event.text);
  if (event.kind !== "completed" || event.outcome.status === "ok") return;
  const { status, condition } = event.outcome;
  process.stdout.write(`\n\fENDED 0 ${condition ? `${condition.type}: ${condition.message}` : status}\n`);
  for (const { text } of condition?.frames ?? []) process.stdout.write(`  ${text}\n`);
});
for (const { path, file } of sourceFiles()) {
  const content = readFileSync(file);
  if (!content.includes(0))
    handle({ kind: "file", id: 1, path, action: { kind: "write", content: content.toString("utf8") } });
}
handle(command(program));
process.exit(0);
