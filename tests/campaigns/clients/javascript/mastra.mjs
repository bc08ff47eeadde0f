/** Mastra, with @mastra/mcp. */
import { ARGS, COMMAND, main } from "./common.mjs";
import { StubModel } from "./stub-model.mjs";

// The page begins.

import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";

function lisp() {
  const server = {
    command: COMMAND,
    args: ARGS,
    timeout: 120_000, // by default 60 seconds
    // Asks the user for what Lisp wants: here a line for READ-LINE.
    inputRequests: async () => ({ action: "accept", content: { input: "Ada" } }),
  };
  return new MCPClient({ servers: { lisp: server } });
}

/** The tools are called lisp_evaluate-lisp and so on. */
async function lispAgent(client, model) {
  const tools = await client.listTools();
  return new Agent({ id: "lisp", name: "Lisp", instructions: "You program in Common Lisp.", model, tools });
}
// The page ends.

await main(
  async () => {
    const client = lisp();
    const model = new StubModel();
    const agent = await lispAgent(client, model);
    const run = async (calls, abortSignal) => {
      model.calls = calls;
      await agent.generate("Go.", { maxSteps: 20, abortSignal });
      return model.answers;
    };
    return {
      lacks: ["typed"],
      given: () => run([]).then(() => model.tools),
      run,
      close: () => client.disconnect(),
    };
  },
  (tool) => `lisp_${tool}`,
);
