/** The official SDK of TypeScript, version 1. */
import { ARGS, COMMAND, main, parts } from "./common.mjs";

// The page begins.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

async function lisp() {
  const client = new Client({ name: "my-agent", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  // Asks the user for what Lisp wants: here a line for READ-LINE.
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: "accept",
    content: { input: "Ada" },
  }));
  await client.connect(new StdioClientTransport({ command: COMMAND, args: ARGS }));
  return client;
}

/** By default a call may take 60 seconds, however much progress is told. */
const patient = { timeout: 120_000, resetTimeoutOnProgress: true, onprogress: () => {} };

async function call(client, name, given, signal) {
  return client.callTool({ name, arguments: given }, undefined, { ...patient, signal });
}
// The page ends.

await main(async () => {
  const client = await lisp();
  return {
    lacks: ["typed"],
    async given() {
      const { tools } = await client.listTools();
      return tools.map((tool) => ({ ...tool, parameters: tool.inputSchema }));
    },
    async run(calls, signal) {
      const answers = [];
      for (const [name, given] of calls) {
        const result = await call(client, name, given, signal);
        answers.push(parts(result.content, result.isError ?? false));
      }
      return answers;
    },
    close: () => client.close(),
  };
});
