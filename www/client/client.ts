import type { LineBreakpoint } from "../debugger/breakpoint-marks.js";
import type { Answer } from "../elements/answer.js";
import type { Fields } from "../elements/fields.js";
import type { Tap } from "../elements/page/json-rpc.js";
import { McpClient, MODERN } from "../elements/page/mcp-client.js";
import { type InputAnswer, respond } from "../elements/page/respond.js";
import { readProgressResults } from "../elements/results.js";
import type { OutputStream } from "../elements/views/live-output.js";
import type { Result } from "../elements/views/results-view.js";
import type { Asked } from "../finished.js";
import { readValue, type Value, type Which } from "../inspect/value.js";
import {
  type Definition,
  type Expansion,
  readExpansion,
  readSource,
  readSymbol,
  type SymbolFacts,
} from "./names.js";

/** Milliseconds to wait for a description: a Lisp that evaluates gives none before it is done. */
const DESCRIPTION_MS = 1000;

/** Stacks of a profile that are drawn, at most. */
const MOST_STACKS = 1000;

/** An evaluation's progress is what it writes, where `_meta` names the stream, and how far it is. */
function tell(message: string, meta: Fields, watch: Watch): void {
  const stream = meta["jscl-mcp/stream"];
  if (stream === "stdout" || stream === "stderr") watch.onOutput(stream, message);
  const at = meta["jscl-mcp/form"] as FormAtWork | undefined;
  if (at) watch.onForm(at);
  const results = readProgressResults(meta);
  if (results.length > 0) watch.onResults(results);
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

/** The arguments that say on which lines an evaluation stops, and where. */
function stopping(breakpoints: readonly LineBreakpoint[]): Fields {
  const conditions = breakpoints.map(({ condition }) => condition);
  return {
    breakpoints: breakpoints.map(({ line }) => line),
    ...(conditions.some((condition) => condition !== "") ? { conditions } : {}),
  };
}

/** How to follow an evaluation while it runs. */
export interface Watch {
  /** Aborting it sends `notifications/cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onOutput: (stream: OutputStream, text: string) => void;
  readonly onForm: (at: FormAtWork) => void;
  /** Told the values of forms while others run. */
  readonly onResults: (results: readonly Result[]) => void;
  /** Asked for each line that the evaluation reads, with what it wrote before. */
  readonly onInput?: (prompt: string) => Promise<InputAnswer>;
}

/** The tools of a Lisp server, each in the session of a name, called as any MCP client would call them. */
export class LispClient {
  readonly #client: McpClient;
  /** The name and the version of the server. */
  readonly server: string;
  /** The version of MCP that is spoken. */
  readonly protocolVersion = MODERN;

  private constructor(client: McpClient, server: string) {
    this.#client = client;
    this.server = server;
  }

  /** Finds out over the port who the server is. Rejects when it does not answer. */
  static async connect(port: MessagePort, tap: Tap): Promise<LispClient> {
    const client = new McpClient(port, { name: "jscl-mcp-playground", tap });
    const { name, version } = await client.discover();
    return new LispClient(client, `${name} ${version}`);
  }

  /** Evaluates code as it is asked for; held at an error that there is no restart for if it `isHeld`. */
  run(asked: Asked, watch: Watch, isHeld: boolean): Promise<Answer> {
    const { session, code, restarts, way, breakpoints = [] } = asked;
    if (way === "profile")
      return this.#followed("profile-code", { session, code, count: MOST_STACKS }, watch);
    if (way === "step") return this.#followed("step", { session, code, detail: "full" }, watch);
    if (breakpoints.length > 0 && restarts.length === 0 && !way)
      return this.#followed("step", { session, code, detail: "full", ...stopping(breakpoints) }, watch);
    const args = {
      ...{ session, code, capture_time: true, detail: "full" },
      ...(restarts.length > 0 ? { restarts } : {}),
      ...(isHeld ? { on_error: "hold" } : {}),
      ...(way === "record" ? { record: true } : {}),
    };
    return this.#followed("evaluate-lisp", args, watch);
  }

  /** Has an evaluation that is held go on by a tool; answers as the evaluation does. */
  goOn(session: string, tool: string, args: Fields, watch: Watch): Promise<Answer> {
    return this.#followed(tool, { session, ...args }, watch);
  }

  #followed(tool: string, args: Fields, watch: Watch): Promise<Answer> {
    return this.#client.callTool(tool, args, {
      signal: watch.signal,
      onProgress: (message, meta) => tell(message, meta, watch),
      onInput: (name, { params }) =>
        respond(name, params, {
          restart: async () => null,
          input: async (prompt) => (await watch.onInput?.(prompt)) ?? null,
        }),
    });
  }

  /** The last error in the words of the server. */
  describeLastError(session: string): Promise<Answer> {
    return this.call("describe-last-error", { session, detail: "full" });
  }

  /** The last error's frames, the innermost first, at most `maxFrames` of them. */
  backtrace(session: string, maxFrames: number): Promise<Answer> {
    return this.call("get-backtrace", { session, max_frames: maxFrames, detail: "full" });
  }

  /** The limits as they are. */
  limits(session: string): Promise<Answer> {
    return this.call("configure-limits", { session });
  }

  /**
   * Sets limits for the evaluations to come: `timeout` in seconds (0 for none), `max-output` in characters.
   */
  configureLimits(
    session: string,
    limits: { readonly timeout: number; readonly maxOutput: number },
  ): Promise<Answer> {
    return this.call("configure-limits", {
      session,
      timeout: limits.timeout,
      max_output: limits.maxOutput,
    });
  }

  /** Forgets every definition of the session; answers when a fresh image stands in its place. */
  resetSession(session: string): Promise<Answer> {
    return this.call("reset-session", { session });
  }

  /** Makes a session; the server chooses its name. */
  createSession(): Promise<Answer> {
    return this.call("create-session", {});
  }

  /** All sessions, and what each does. */
  listSessions(): Promise<Answer> {
    return this.call("list-sessions", {});
  }

  /** Ends a session and what it evaluates. */
  closeSession(session: string): Promise<Answer> {
    return this.call("close-session", { session });
  }

  /** The symbols that a text may be meant to become in a session, the likeliest first. */
  completeSymbol(session: string, text: string): Promise<readonly string[]> {
    const uri = "lisp://session/{session}/symbol/{name}";
    return this.#client.complete(uri, "name", text, { session });
  }

  /**
   * The source of what a name was defined as in a session, or else what the Lisp says of it, if that comes
   * soon.
   */
  async describe(session: string, name: string): Promise<string | null> {
    const read = (kind: string): Promise<string | null> => {
      const uri = `lisp://session/${encodeURIComponent(session)}/${kind}/${encodeURIComponent(name)}`;
      return this.#client.read(uri, AbortSignal.timeout(DESCRIPTION_MS));
    };
    return read("definition").catch(() => read("symbol"));
  }

  /** What a symbol names, if the Lisp answers soon: one that evaluates does not. */
  async describeSymbol(session: string, symbol: string, packageOf: string): Promise<SymbolFacts | null> {
    const args = { session, symbol, package: packageOf };
    return readSymbol(await this.call("describe-symbol", args, DESCRIPTION_MS));
  }

  /** The definitions of a name that were made in the session. */
  async source(session: string, symbol: string): Promise<readonly Definition[]> {
    return readSource(await this.call("get-source", { session, symbol }));
  }

  /** Expands a macro form by one step. Fails with the Lisp's own words. */
  async expandOnce(session: string, code: string, packageOf: string): Promise<Expansion> {
    const said = await this.call("macroexpand-form", { session, code, package: packageOf, once: true });
    const expansion = readExpansion(said);
    if (expansion === null) throw new Error(said.text);
    return expansion;
  }

  /** A page of what a value consists of. Rejects with the Lisp's own words where there is no such value. */
  async inspect(session: string, which: Which): Promise<Value> {
    return readValue(await this.call("inspect-value", { session, ...which }));
  }

  /** Calls a tool, until `signal` aborts that or, given milliseconds, for so long. */
  call(name: string, args: Fields, until?: number | AbortSignal): Promise<Answer> {
    const signal = typeof until === "number" ? AbortSignal.timeout(until) : until;
    return this.#client.callTool(name, args, { signal });
  }
}
