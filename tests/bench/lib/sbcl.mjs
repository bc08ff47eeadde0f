/** SBCL as a child process, where it is installed. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { contents, valueForm } from "./lisps.mjs";

const driver = fileURLToPath(new URL("sbcl.lisp", import.meta.url));
const OPTIONS = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];

/**
 * A child that loads a file and answers each line with a line: `{ ask(line), close() }`, or null where there
 * is no SBCL.
 */
export async function startLisp(file) {
  const options = [...OPTIONS, "--load", file, "--quit"];
  const child = spawn(process.env.SBCL || "sbcl", options, { stdio: ["pipe", "pipe", "ignore"] });
  const started = await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
  });
  if (!started) return null;
  // Writing to a child that has ended fails silently; the missing answer reports it.
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Resolves to the answer, or to undefined when the child has ended. */
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    close: () => void child.kill(),
  };
}

/** The Lisp of `lisps.mjs` that is SBCL in a child, or null where there is none. */
export async function startSbcl() {
  let lisp = await startLisp(driver);
  if (lisp === null) return null;
  const ask = async (task) => {
    const line = await lisp.ask(task);
    if (line === undefined) return { problem: "SBCL ended" };
    if (line.startsWith("=")) return { text: line.slice(1) };
    return line.startsWith('"') ? { problem: contents(line) } : { ms: Number(line) };
  };
  const text = (string) => `"${string.replace(/[\\"]/g, "\\$&")}"`;
  return {
    async refresh() {
      lisp.close();
      lisp = await startLisp(driver);
    },
    load: (file) => ask(`(:load ${text(file)})`),
    run: (name, times) => ask(`(:run ${text(name)} ${times})`),
    value: (name) => ask(`(:value ${text(valueForm(name))})`),
    evaluate: (form) => ask(`(:evaluate ${text(form)})`),
    close: () => lisp.close(),
  };
}
