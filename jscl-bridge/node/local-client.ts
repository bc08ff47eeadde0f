import type { EvaluationReport } from "../contract/results.js";
import type { Inlet } from "../host/clients/connection.js";
import type { LispServer } from "../host/lisp-server.js";

/** What the program says of itself, where it can answer for input or not. */
const metaOf = (answersInput: boolean) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": answersInput ? { elicitation: {} } : {},
  // It prints texts alone.
  "jscl-mcp/svg": true,
});

/** What a tool answered. */
type LocalAnswer = {
  readonly text: string;
  readonly isError: boolean;
  readonly data: unknown;
};

type Output = (stream: "stdout" | "stderr", text: string) => void;
type Waiting = { readonly resolve: (message: Message) => void; readonly onOutput: Output };

/** Who follows a call. */
type Follower = {
  /** Told what an evaluation writes as it does. */
  readonly onOutput?: Output;
  /** Gives what an evaluation reads next, `null` at the end; without it an evaluation has no input. */
  readonly onInput?: () => Promise<string | null>;
};

/** The program itself as a client of its server. */
export class LocalClient {
  readonly #inlet: Inlet;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(server: LispServer) {
    this.#inlet = server.attach({ send: (message) => this.#hear(message as Message), close: () => {} });
  }

  /** Calls a tool, again with what it asked for as often as it asks. */
  async call(
    name: string,
    args: object,
    { onOutput = () => {}, onInput }: Follower = {},
  ): Promise<LocalAnswer> {
    for (let more: object = {}; ; ) {
      const { result, error } = await this.#request(name, args, more, onOutput, onInput !== undefined);
      if (result?.resultType !== "input_required" || !onInput) {
        const { content, isError, structuredContent } = result ?? {};
        const text = content?.map((block) => block.text).join("\n") ?? error?.message ?? "";
        return { text, isError: error !== undefined || isError === true, data: structuredContent };
      }
      const input = await onInput();
      // What is typed at a terminal stands there already, and what a program is fed is no output.
      const response =
        input === null
          ? { action: "cancel" }
          : { action: "accept", content: { input }, _meta: { "jscl-mcp/echo": false } };
      more = { inputResponses: { input: response }, requestState: result.requestState };
    }
  }

  #request(
    name: string,
    args: object,
    more: object,
    onOutput: Output,
    answersInput: boolean,
  ): Promise<Message> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, onOutput });
      const params = {
        name,
        arguments: args,
        ...more,
        _meta: { ...metaOf(answersInput), progressToken: id },
      };
      this.#inlet.heard({ jsonrpc: "2.0", id, method: "tools/call", params });
    });
  }

  /** Ends what it has asked for. */
  leave(): void {
    this.#inlet.gone();
  }

  #hear(message: Message): void {
    const { id, method, params } = message;
    if (method === "notifications/progress" && params !== undefined) {
      const stream = params._meta?.["jscl-mcp/stream"];
      if (stream !== undefined)
        this.#waiting.get(params.progressToken)?.onOutput(stream, params.message ?? "");
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.resolve(message);
  }
}

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly progressToken: number;
    readonly message?: string;
    readonly _meta?: { readonly "jscl-mcp/stream"?: "stdout" | "stderr" };
  };
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
  };
  readonly error?: { readonly message: string };
};

/** The text of an evaluation's report without the output that was shown as it came. */
export function withoutOutput({ text, data }: LocalAnswer): string {
  if (typeof data !== "object" || data === null) return text;
  const { stdout, stderr } = data as EvaluationReport;
  const lines = text.split("\n");
  for (const [head, output] of [
    ["[stdout]", stdout],
    ["[stderr]", stderr],
  ] as const) {
    // What hides in output is shown in the text, but its lines are the same.
    const at = output === "" ? -1 : lines.indexOf(head);
    if (at >= 0) lines.splice(at, 1 + output.replace(/\n+$/, "").split("\n").length);
  }
  return lines.join("\n").replace(/^\n+/, "");
}
