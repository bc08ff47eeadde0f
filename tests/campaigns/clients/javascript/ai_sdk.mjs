/** The AI SDK with @ai-sdk/mcp. */
import { ARGS, COMMAND, main } from "./common.mjs";
import { StubModel } from "./stub-model.mjs";

// The page begins.

import { createMCPClient, ElicitationRequestSchema } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { generateText, isStepCount } from "ai";

async function lisp() {
  const transport = new StdioTransport({ command: COMMAND, args: ARGS });
  const client = await createMCPClient({ transport, capabilities: { elicitation: {} } });
  // Asks the user for what Lisp wants: here a line for READ-LINE.
  const answer = async () => ({ action: "accept", content: { input: "Ada" } });
  client.onElicitationRequest(ElicitationRequestSchema, answer);
  return client;
}

async function ask(client, model, prompt, abortSignal) {
  const tools = await client.tools();
  return generateText({ model, tools, prompt, abortSignal, stopWhen: isStepCount(20) });
}
// The page ends.

await main(async () => {
  const client = await lisp();
  const model = new StubModel();
  const run = async (calls, signal) => {
    model.calls = calls;
    await ask(client, model, "Go.", signal);
    return model.answers;
  };
  return {
    lacks: ["typed"],
    given: () => run([]).then(() => model.tools),
    run,
    close: () => client.close(),
  };
});
