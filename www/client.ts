import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import type { OutputStream } from "./live-output.js";
import type { RestartChoice } from "./restarts-view.js";
import { PortTransport, type Tap } from "./transport.js";

/** setTimeout's largest delay: the server's own deadline ends an evaluation, not the client's patience. */
const NO_CLIENT_TIMEOUT_MS = 2 ** 31 - 1;

/** A tool's answer: the text written for models, the data written for programs, and whether it reports an error. */
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

/** Which form of an evaluation is at work, from 1, and where it begins. */
export interface FormAtWork {
  readonly form: number;
  readonly line: number;
  readonly column: number;
  /** The file that it loads, and how many of its forms are done. */
  readonly file?: string;
  readonly doneInFile?: number;
}

/** How to follow an evaluation while it runs. */
export interface Watch {
  /** Aborting it sends `notifications/cancelled`. */
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, text: string) => void;
  readonly onForm: (at: FormAtWork) => void;
}

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
      { versionNegotiation: { mode: "auto" } },
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
    return this.#call("evaluate-lisp", { session, code, "capture-time": true, ...choices }, watch);
  }

  /** The last error in the words of the server. */
  describeLastError(session: string): Promise<Answer> {
    return this.#call("describe-last-error", { session });
  }

  /** The last error's frames, the innermost first, at most `maxFrames` of them. */
  backtrace(session: string, maxFrames: number): Promise<Answer> {
    return this.#call("get-backtrace", { session, "max-frames": maxFrames });
  }

  /** The limits as they are. */
  limits(session: string): Promise<Answer> {
    return this.#call("configure-limits", { session });
  }

  /** Sets limits for the evaluations to come: `timeout` in seconds (0 for none), `max-output` in characters. */
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

  async #call(name: string, args: Record<string, unknown>, watch?: Watch): Promise<Answer> {
    const options = watch && {
      signal: watch.signal,
      onprogress: (progress: Progress) => tell(progress, watch),
    };
    const result = await this.#client.callTool(
      { name, arguments: args },
      { timeout: NO_CLIENT_TIMEOUT_MS, ...options },
    );
    return answer(result);
  }
}

function answer(result: CallToolResult): Answer {
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { text, data: result.structuredContent, isError: result.isError === true };
}
