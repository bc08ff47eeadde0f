/** SBCL as a child process that runs and times Lisp, where it is installed. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const driver = fileURLToPath(new URL("sbcl.lisp", import.meta.url));
const OPTIONS = [
  "--noinform",
  "--no-sysinit",
  "--no-userinit",
  "--disable-debugger",
  "--load",
  driver,
  "--quit",
];

/** The child, or null where there is no SBCL. */
export async function startSbcl() {
  const child = spawn(process.env.SBCL || "sbcl", OPTIONS, { stdio: ["pipe", "pipe", "ignore"] });
  const started = await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
  });
  if (!started) return null;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (task) => {
    child.stdin.write(`${task}\n`);
    const { value, done } = await lines.next();
    if (done) return { problem: "SBCL ended" };
    return value.startsWith('"') ? { problem: JSON.parse(value) } : { ms: Number(value) };
  };
  const text = (string) => `"${string.replace(/[\\"]/g, "\\$&")}"`;
  return {
    load: (file) => ask(`(:load ${text(file)})`),
    run: (name, times) => ask(`(:run ${text(name)} ${times})`),
    evaluate: (form) => ask(`(:evaluate ${text(form)})`),
    close: () => void child.kill(),
  };
}
