/** Attempts in the program, over standard input and output. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { at } from "../../../scripts/lib/paths.mjs";
import { programAt } from "./attempts.mjs";
import { betrays, watch } from "./canary.mjs";

/** The program as with a Node that has no permissions: then only the lock holds. */
export const WITHOUT_PERMISSIONS = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: new Set() })`)}`,
];

/** Resolves to the escapes, each an attempt and what it did. */
export async function tryInProgram(attempts, { confined, reset, prelude }) {
  const canary = await watch();
  const escapes = [];
  const program = start(confined ? [] : WITHOUT_PERMISSIONS);
  const begin = async () => {
    if (prelude !== undefined) {
      await program.call("configure-limits", { timeout: 120 });
      const text = await program.call("evaluate-lisp", { code: prelude });
      if (!text.includes("(:EVERYTHING T)")) throw new Error(`The prelude answered ${text}`);
    }
    await program.call("configure-limits", { timeout: 2 });
  };
  try {
    await begin();
    for (const [number, attempt] of attempts.entries()) {
      if (number % reset === reset - 1) {
        await program.call("reset-session", {});
        await begin();
      }
      const code = programAt(attempt, number, canary);
      const text = await program.call("evaluate-lisp", { code, package: "COMMON-LISP-USER" });
      if (betrays(text, false)) escapes.push([number, `answered ${text}`]);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    escapes.push(...program.forged(), ...canary.marks());
    if (program.exitCode() !== null)
      escapes.push([-1, `ended the program with status ${program.exitCode()}`]);
  } finally {
    program.end();
    await canary.close();
  }
  return escapes;
}

/** Starts the program, with options of Node's and of its own. */
export function start(nodeArgs, args = [], program = at("dist", "jscl-mcp-stdio.js")) {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  const waiting = new Map();
  const forged = [];
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      forged.push([-1, `wrote a line that is no message: ${line.slice(0, 100)}`]);
      return;
    }
    const resolve = waiting.get(message.id);
    waiting.delete(message.id);
    if (resolve !== undefined) resolve(message.result?.content?.[0]?.text ?? "");
    else if (message.id !== undefined)
      forged.push([Number(/\d+/.exec(message.id)?.[0] ?? -1), `forged an answer: ${line.slice(0, 100)}`]);
  });
  child.once("close", () => {
    for (const resolve of waiting.values()) resolve("");
  });
  return {
    call(name, args) {
      if (child.exitCode !== null) return Promise.resolve("");
      return new Promise((resolve) => {
        waiting.set(++last, resolve);
        const params = { name, arguments: args };
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method: "tools/call", params })}\n`);
      });
    },
    forged: () => forged,
    exitCode: () => child.exitCode,
    end: () => child.kill(),
  };
}
