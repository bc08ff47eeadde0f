/** mcporter, as a library; its command line starts a process for each call. */
import { ARGS, COMMAND, main, parts } from "./common.mjs";

// The page begins.

import { createRuntime } from "mcporter";

async function lisp() {
  const command = { kind: "stdio", command: COMMAND, args: ARGS, cwd: process.cwd() };
  return createRuntime({ servers: [{ name: "lisp", command }] });
}
// The page ends.

await main(async () => {
  const runtime = await lisp();
  return {
    lacks: ["elicitation", "cancel"],
    async given() {
      const tools = await runtime.listTools("lisp", { includeSchema: true });
      return tools.map((tool) => ({ ...tool, parameters: tool.inputSchema }));
    },
    async run(calls) {
      const answers = [];
      for (const [name, args] of calls) {
        const result = await runtime.callTool("lisp", name, { args, timeoutMs: 120_000 });
        answers.push(parts(result.content, result.isError ?? false));
      }
      return answers;
    },
    close: () => runtime.close(),
  };
});
