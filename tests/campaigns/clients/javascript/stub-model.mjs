/** A stub of a model of the AI SDK's: makes some calls of tools, and keeps what it is given and told. */
import { parts } from "./common.mjs";

const count = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const usage = { inputTokens: count, outputTokens: count };

/** What a model reads of a tool's result. */
function read({ type, value }) {
  if (type === "content") {
    const text = value.filter((part) => part.type === "text").map((part) => part.text);
    const others = value.filter((part) => part.type !== "text").map((part) => part.mediaType);
    return { text: text.join("\n"), images: others };
  }
  if (typeof value === "string")
    return { text: value, images: [], error: type === "error-text" || undefined };
  if (Array.isArray(value?.content)) return parts(value.content, value.isError);
  return { text: value?.text ?? JSON.stringify(value), images: [] };
}

export class StubModel {
  specificationVersion = "v3";
  provider = "stub";
  modelId = "stub";
  supportedUrls = {};
  calls = [];
  answers = [];
  tools = [];

  /** The next thing that it says. */
  reply({ prompt, tools }) {
    this.tools = (tools ?? []).map((tool) => ({ ...tool, parameters: tool.inputSchema }));
    const told = prompt.filter(({ role }) => role === "tool").flatMap(({ content }) => content);
    this.answers = told.filter(({ type }) => type === "tool-result").map(({ output }) => read(output));
    const next = this.calls[this.answers.length];
    if (next === undefined) return { type: "text", text: "done" };
    const toolCallId = `call-${this.answers.length}`;
    return { type: "tool-call", toolCallId, toolName: next[0], input: JSON.stringify(next[1]) };
  }

  async doGenerate(options) {
    const said = this.reply(options);
    const unified = said.type === "text" ? "stop" : "tool-calls";
    return { content: [said], finishReason: { unified, raw: unified }, usage, warnings: [] };
  }

  async doStream(options) {
    const { content, finishReason } = await this.doGenerate(options);
    const [said] = content;
    const middle =
      said.type === "text"
        ? [
            { type: "text-start", id: "text" },
            { type: "text-delta", id: "text", delta: said.text },
            { type: "text-end", id: "text" },
          ]
        : [said];
    const events = [
      { type: "stream-start", warnings: [] },
      ...middle,
      { type: "finish", finishReason, usage },
    ];
    return { stream: ReadableStream.from(events) };
  }
}
