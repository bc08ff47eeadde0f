import { readFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { type LocalClient, withoutOutput } from "./local-client.js";
import type { Code } from "./options.js";
import { Refusal } from "./refusal.js";
import type { StandardInput } from "./standard-input.js";

type Streams = {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** What the code reads; `null` where it has nothing to read. */
  readonly stdin: StandardInput | null;
};

/**
 * Evaluates code in order, as far as the first error; resolves to whether there was none. What it says of
 * files' values is nothing.
 */
export async function runCode(
  client: LocalClient,
  code: readonly Code[],
  { stdout, stderr, stdin }: Streams,
): Promise<boolean> {
  for (const piece of code) {
    let atLineStart = true;
    const onOutput = (stream: "stdout" | "stderr", text: string) => {
      (stream === "stdout" ? stdout : stderr).write(text);
      atLineStart = text.endsWith("\n");
    };
    // What one piece does not read is there for the next one.
    const onInput = stdin && (() => stdin.read(piece === code.at(-1)));
    const answer = await client.call("evaluate-lisp", await argumentsOf(piece), {
      onOutput,
      ...(onInput ? { onInput } : {}),
    });
    if (piece.kind === "load" && !answer.isError) continue;
    const report = withoutOutput(answer);
    const where = piece.kind === "load" ? `jscl-mcp: ${piece.path}:\n` : "";
    // Only a person sees both streams as one text.
    const newline = !atLineStart && isTerminal(stdout) && isTerminal(stderr) ? "\n" : "";
    stderr.write(`${newline}${where}${report}\n`);
    if (answer.isError) return false;
  }
  return true;
}

async function argumentsOf(piece: Code): Promise<object> {
  const detail = "full";
  if (piece.kind === "eval") return { code: piece.text, detail };
  // As LOAD does: what IN-PACKAGE says in a file does not outlive it (CLHS, LOAD).
  return { code: await textOf(piece.path), package: "COMMON-LISP-USER", detail };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isTerminal(stream: Writable & { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}
