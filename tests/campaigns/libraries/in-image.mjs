/**
 * Run by `run.mjs` in a process of its own: evaluates a text in an image that has the files which a library
 * may need.
 */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { at } from "../../../scripts/lib/paths.mjs";
import { filesFor } from "./checkouts.mjs";

const [library, program] = process.argv.slice(2);
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
  record: null,
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
  hold: false,
  level: 0,
  tellForms: false,
  tellResults: false,
  keep: { after: 0, handles: 0, most: 0 },
  pictures: { most: 0, chars: 0 },
  debug: null,
  frame: null,
});

const { handle } = await bootEngine({ interrupts: null, answers: null, grants: {} }, (event) => {
  if (event.kind === "output") process.stdout.write(event.text);
  if (event.kind !== "completed" || event.outcome.status === "ok") return;
  const { status, condition } = event.outcome;
  process.stdout.write(`\n\fENDED 0 ${condition ? `${condition.type}: ${condition.message}` : status}\n`);
  for (const { text } of condition?.frames ?? []) process.stdout.write(`  ${text}\n`);
});
const write = (path, content) => handle({ kind: "file", id: 1, path, action: { kind: "write", content } });

/** What is put before a file's name while its octets stand in it as characters. */
const AS_CHARACTERS = "/octets";
const octetFiles = [];
for (const { path, file } of filesFor(JSON.parse(library))) {
  const content = readFileSync(file);
  if (isUtf8(content)) write(path, content.toString("utf8"));
  else octetFiles.push(path) && write(AS_CHARACTERS + path, content.toString("latin1"));
}
handle(
  command(`
(dolist (name '(${octetFiles.map((path) => JSON.stringify(path)).join(" ")}))
  (with-open-file (from (concatenate 'string "${AS_CHARACTERS}" name))
    (with-open-file (to name :direction :output :element-type '(unsigned-byte 8))
      (loop for character = (read-char from nil) while character
            do (write-byte (char-code character) to))))
  (delete-file (concatenate 'string "${AS_CHARACTERS}" name)))`),
);
handle(command(program));
process.exit(0);
