/** LangChain's adapters for JavaScript. */

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ARGS, COMMAND, main } from "./common.mjs";

// The page begins.

import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { createAgent } from "langchain";

function lisp() {
  return new MultiServerMCPClient({
    mcpServers: { lisp: { transport: "stdio", command: COMMAND, args: ARGS } },
    defaultToolTimeout: 120_000, // by default 60 seconds
  });
}

async function lispAgent(client, model) {
  return createAgent({ model, tools: await client.getTools() });
}
// The page ends.

class StubModel extends BaseChatModel {
  calls = [];
  answers = [];
  given = [];

  _llmType() {
    return "stub";
  }

  bindTools(tools) {
    this.given = tools.map((tool) => convertToOpenAITool(tool).function);
    return this;
  }

  read({ content, status }) {
    const list = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const text = list.filter(({ type }) => type === "text").map((part) => part.text);
    const urls = list.filter(({ type }) => type === "image_url").map((part) => part.image_url.url);
    const images = urls.map((url) => /^data:([^;]+)/.exec(url)[1]);
    return { text: text.join("\n"), images, error: status === "error" };
  }

  async _generate(messages) {
    this.answers = messages.filter((message) => ToolMessage.isInstance(message)).map(this.read);
    const next = this.calls[this.answers.length];
    const call = next && { name: next[0], args: next[1], id: `call-${this.answers.length}` };
    const message = new AIMessage({ content: next ? "" : "done", tool_calls: next ? [call] : [] });
    return { generations: [{ message, text: "" }] };
  }
}

await main(async () => {
  const client = lisp();
  const model = new StubModel({});
  const agent = await lispAgent(client, model);
  const run = async (calls, signal) => {
    model.calls = calls;
    await agent.invoke({ messages: [{ role: "user", content: "Go." }] }, { recursionLimit: 50, signal });
    return model.answers;
  };
  return {
    lacks: ["typed", "elicitation"],
    given: () => run([]).then(() => model.given),
    run,
    close: () => client.close(),
  };
});
