import type { Answer } from "../answer.js";
import type { Fields } from "../fields.js";
import { JsonRpc, type Tap } from "./json-rpc.js";
import { signalOfRetry } from "./respond.js";

/** The version that each request is written in; it needs no handshake. */
export const MODERN = "2026-07-28";

/**
 * The version that this client shakes hands with, for the sake of log messages: a request of the other
 * version gets those about itself alone.
 */
const LEGACY = "2025-11-25";

/** How a client names itself, and who looks at what passes. */
interface ClientOptions {
  readonly name?: string;
  readonly onLog?: OnLog;
  readonly tap?: Tap;
}

/** A question of the server about a call that waits for its answer. */
interface InputRequest {
  readonly method: string;
  readonly params?: Fields;
}

/** How to follow a call. */
interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told each `notifications/progress` of the call: its message, and its `_meta`. */
  readonly onProgress?: ((message: string, meta: Fields) => void) | undefined;
  /**
   * Answers what the server asks before it can go on, by `elicitation/create`: a question's name and its
   * request; resolves to the result of that method. Without it the server is told that nobody answers.
   */
  readonly onInput?: ((name: string, request: InputRequest) => Promise<Fields>) | undefined;
}

/** What the server logs: about which part of it, and the data. */
type OnLog = (logger: string, data: Fields) => void;

/** One entry of `resources/list`. */
interface Listed {
  readonly uri: string;
  readonly title: string;
}

/**
 * A client of MCP over a MessagePort, as small as one can be that follows progress, cancels, and answers what
 * it is asked. Rule: https://modelcontextprotocol.io/specification/2026-07-28
 */
export class McpClient {
  readonly #rpc: JsonRpc;
  readonly #progress = new Map<unknown, NonNullable<CallOptions["onProgress"]>>();
  readonly #onLog: OnLog;
  readonly #info: Fields;

  /** Calls may be made at once. */
  constructor(port: MessagePort, { name = "jscl-mcp-page", onLog = () => {}, tap }: ClientOptions = {}) {
    this.#onLog = onLog;
    this.#info = { name, version: "1" };
    this.#rpc = new JsonRpc(port, (method, params) => this.#hear(method, params), tap);
  }

  /** What the server says of itself: its name and version. */
  async discover(): Promise<{ readonly name: string; readonly version: string }> {
    const { _meta } = await this.#request("server/discover", {});
    const { name, version } = ((_meta ?? {}) as Fields)["io.modelcontextprotocol/serverInfo"] as Fields;
    return { name: String(name), version: String(version) };
  }

  /** Has the server send its log messages of this level and above. */
  async listenToLog(level: string): Promise<void> {
    const hello = { protocolVersion: LEGACY, capabilities: {}, clientInfo: this.#info };
    await this.#rpc.request("initialize", hello);
    this.#rpc.notify("notifications/initialized");
    await this.#rpc.request("logging/setLevel", { level });
  }

  /**
   * Calls a tool, answers what it asks, and calls it again with the answers, until it is done. A tool that
   * fails is an answer; a call that the server refuses rejects with its error, and an aborted one with the
   * signal's reason.
   */
  async callTool(name: string, args: Fields, options: CallOptions = {}): Promise<Answer> {
    const { signal, onProgress, onInput } = options;
    for (let more: Fields = {}, lastAsked: string | null = null; ; ) {
      const ending = lastAsked === null ? signal : signalOfRetry(lastAsked, signal);
      const params = { name, arguments: args, ...more };
      const result = await this.#request("tools/call", params, { signal: ending, onProgress, onInput });
      if (result["resultType"] !== "input_required") return answer(result);
      if (!onInput) throw new Error(`The tool ${name} asks for what nobody here can answer.`);
      const inputResponses: Record<string, Fields> = {};
      for (const [key, asked] of Object.entries(result["inputRequests"] ?? {})) {
        inputResponses[key] = await onInput(key, asked as InputRequest);
        lastAsked = key;
      }
      const { requestState } = result;
      more = { inputResponses, ...(requestState === undefined ? {} : { requestState }) };
    }
  }

  /** The completions of `value` for the variable `name` of a template, where `known` has the others. */
  async complete(uri: string, name: string, value: string, known: Fields): Promise<readonly string[]> {
    const params = {
      ref: { type: "ref/resource", uri },
      argument: { name, value },
      context: { arguments: known },
    };
    const { completion } = await this.#request("completion/complete", params);
    return (completion as { readonly values: readonly string[] }).values;
  }

  /** The text of a resource; null where it has none. */
  async read(uri: string, signal?: AbortSignal): Promise<string | null> {
    const { contents } = await this.#request("resources/read", { uri }, { signal });
    return (contents as ReadonlyArray<{ readonly text?: string }>)[0]?.text ?? null;
  }

  /** All resources. */
  async list(): Promise<readonly Listed[]> {
    const all: Listed[] = [];
    for (let page: Fields = {}; ; ) {
      const { resources, nextCursor } = await this.#request("resources/list", page);
      all.push(...(resources as readonly Listed[]));
      if (nextCursor === undefined) return all;
      page = { cursor: nextCursor };
    }
  }

  async #request(
    method: string,
    params: Fields,
    { signal, onProgress, onInput }: CallOptions = {},
  ): Promise<Fields> {
    const token = this.#rpc.nextId;
    const meta = {
      "io.modelcontextprotocol/protocolVersion": MODERN,
      "io.modelcontextprotocol/clientCapabilities": onInput ? { elicitation: { form: {} } } : {},
      "io.modelcontextprotocol/clientInfo": this.#info,
      ...(onProgress ? { progressToken: token } : {}),
      // Its page shows the pictures of the data.
      "jscl-mcp/svg": true,
    };
    if (onProgress) this.#progress.set(token, onProgress);
    try {
      return await this.#rpc.request(method, { ...params, _meta: meta }, signal);
    } finally {
      this.#progress.delete(token);
    }
  }

  #hear(method: string, params: Fields): void {
    if (method === "notifications/progress") {
      const { progressToken, message = "", _meta = {} } = params;
      this.#progress.get(progressToken)?.(message as string, _meta as Fields);
    } else if (method === "notifications/message") {
      this.#onLog(String(params["logger"]), (params["data"] ?? {}) as Fields);
    }
  }
}

function answer({ content, structuredContent, isError }: Fields): Answer {
  const blocks = (content ?? []) as ReadonlyArray<{ readonly type: string; readonly text?: string }>;
  const text = blocks.map((block) => block.text ?? "").join("\n");
  return { text, data: structuredContent, isError: isError === true };
}
