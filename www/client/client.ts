import { type CallToolResult, Client, isInputRequiredResult } from "@modelcontextprotocol/client";
import type { OutputStream } from "../transcript/live-output.js";
import type { RestartChoice } from "../transcript/restarts-view.js";
import { PortTransport, type Tap } from "./transport.js";

/** setTimeout's largest delay: the server's own deadline ends an evaluation, not the client's patience. */
const NO_CLIENT_TIMEOUT_MS = 2 ** 31 - 1;

/** Milliseconds to wait for a description: a Lisp that evaluates gives none before it is done. */
const DESCRIPTION_MS = 1000;

/**
 * A tool's answer: the text written for models, the data written for programs, and whether it reports an
 * error.
 */
export interface Answer {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** An evaluation's progress is what it writes, where `_meta` names the stream, and how far it is. */
type Progress = {
  readonly message?: string | undefined;
  readonly _meta?: Record<string, unknown>;
};

function tell({ message = "", _meta = {} }: Progress, watch: Watch): void {
  const stream = _meta["jscl-mcp/stream"];
  if (stream === "stdout" || stream === "stderr") watch.onOutput(stream, message);
  const at = _meta["jscl-mcp/form"] as FormAtWork | undefined;
  if (at) watch.onForm(at);
}

/** The running form of an evaluation, from 1, and where it begins. */
export interface FormAtWork {
  readonly form: number;
  readonly line: number;
  readonly column: number;
  /** The file that it loads, and how many of its forms are done. */
  readonly file?: string;
  readonly doneInFile?: number;
}

/**
 * The answer to an error that an evaluation is held at: a restart and the text of its values, or null to end
 * there.
 */
export type RestartAnswer = { readonly restart: string; readonly values: string } | null;

/** How to follow an evaluation while it runs. */
interface Watch {
  /** Aborting it sends `notifications/cancelled`. */
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, text: string) => void;
  readonly onForm: (at: FormAtWork) => void;
  /**
   * Asked each time that the evaluation is held at an error; without it no evaluation is. `question` says all
   * of it as text.
   */
  readonly onHeld?: (question: string) => Promise<RestartAnswer>;
}

type Params = { readonly name: string; readonly arguments: Record<string, unknown> };

/** The tools of a Lisp server, each in the session of a name, called as any MCP client would call them. */
export class LispClient {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Negotiates MCP over the port. Rejects with the client's own error when the server does not answer. */
  static async connect(port: MessagePort, tap: Tap): Promise<LispClient> {
    const client = new Client(
      { name: "jscl-mcp-playground", version: "0.1.0" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
    );
    await client.connect(new PortTransport(port, tap));
    await client.listTools();
    return new LispClient(client);
  }

  /** The protocol version both sides agreed on, such as `2026-07-28`. */
  get protocolVersion(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? "unknown";
  }

  /** Evaluates every form of `code` in a session, taking restarts as `restarts` says. */
  evaluate(session: string, code: string, restarts: readonly RestartChoice[], watch: Watch): Promise<Answer> {
    const choices = restarts.length > 0 ? { restarts } : {};
    const asking = watch.onHeld ? { "on-error": "ask" } : {};
    const args = { session, code, "capture-time": true, detail: "full", ...choices, ...asking };
    return this.#converse({ name: "evaluate-lisp", arguments: args }, watch);
  }

  /** Calls a tool, answers what it asks, and calls it again with the answer, until it is done. */
  async #converse(call: Params, watch: Watch): Promise<Answer> {
    for (let params: Params = call; ; ) {
      // Here an evaluation belongs to its entry; a handler for all of the client's questions would not know
      // which one asks.
      const options = { ...callOptions(watch), allowInputRequired: true };
      const result = await this.#client.request({ method: "tools/call", params }, options);
      if (!isInputRequiredResult(result)) return answer(result);
      const { inputRequests, requestState } = result;
      const [[name, asked] = ["", undefined]] = Object.entries(inputRequests ?? {});
      const question = (asked?.params as { message?: string } | undefined)?.message ?? "";
      const said = (await watch.onHeld?.(question)) ?? null;
      const response = said ? { action: "accept", content: said } : { action: "cancel" };
      const retry = { inputResponses: { [name]: response }, ...(requestState ? { requestState } : {}) };
      params = { ...call, ...retry };
    }
  }

  /** The last error in the words of the server. */
  describeLastError(session: string): Promise<Answer> {
    return this.#call("describe-last-error", { session, detail: "full" });
  }

  /** The last error's frames, the innermost first, at most `maxFrames` of them. */
  backtrace(session: string, maxFrames: number): Promise<Answer> {
    return this.#call("get-backtrace", { session, "max-frames": maxFrames, detail: "full" });
  }

  /** The limits as they are. */
  limits(session: string): Promise<Answer> {
    return this.#call("configure-limits", { session });
  }

  /**
   * Sets limits for the evaluations to come: `timeout` in seconds (0 for none), `max-output` in characters.
   */
  configureLimits(
    session: string,
    limits: { readonly timeout: number; readonly maxOutput: number },
  ): Promise<Answer> {
    return this.#call("configure-limits", {
      session,
      timeout: limits.timeout,
      "max-output": limits.maxOutput,
    });
  }

  /** Forgets every definition of the session; answers when a fresh image stands in its place. */
  resetSession(session: string): Promise<Answer> {
    return this.#call("reset-session", { session });
  }

  /** Makes a session; the server chooses its name. */
  createSession(): Promise<Answer> {
    return this.#call("create-session", {});
  }

  /** All sessions, and what each does. */
  listSessions(): Promise<Answer> {
    return this.#call("list-sessions", {});
  }

  /** Ends a session and what it evaluates. */
  closeSession(session: string): Promise<Answer> {
    return this.#call("close-session", { session });
  }

  /** The symbols that a text may be meant to become in a session, the likeliest first. */
  async completeSymbol(session: string, text: string): Promise<readonly string[]> {
    const { completion } = await this.#client.complete({
      ref: { type: "ref/resource", uri: "lisp://session/{session}/symbol/{name}" },
      argument: { name: "name", value: text },
      context: { arguments: { session } },
    });
    return completion.values;
  }

  /**
   * The source of what a name was defined as in a session, or else what the Lisp says of it, if that comes
   * soon.
   */
  async describe(session: string, name: string): Promise<string | null> {
    const read = async (kind: string): Promise<string | null> => {
      const uri = `lisp://session/${encodeURIComponent(session)}/${kind}/${encodeURIComponent(name)}`;
      const { contents } = await this.#client.readResource({ uri }, { timeout: DESCRIPTION_MS });
      const [content] = contents;
      return content !== undefined && "text" in content ? content.text : null;
    };
    return read("definition").catch(() => read("symbol"));
  }

  async #call(name: string, args: Record<string, unknown>): Promise<Answer> {
    return answer(await this.#client.callTool({ name, arguments: args }, callOptions()));
  }
}

function callOptions(watch?: Watch) {
  if (watch === undefined) return { timeout: NO_CLIENT_TIMEOUT_MS };
  return {
    timeout: NO_CLIENT_TIMEOUT_MS,
    // An evaluation that was aborted while it was held ends by the answer that says so.
    ...(watch.signal.aborted ? {} : { signal: watch.signal }),
    onprogress: (progress: Progress) => tell(progress, watch),
  };
}

function answer(result: CallToolResult): Answer {
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { text, data: result.structuredContent, isError: result.isError === true };
}
