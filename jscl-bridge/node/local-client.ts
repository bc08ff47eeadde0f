import type { EvaluationReport } from "../contract/results.js";
import type { Inlet } from "../host/clients/connection.js";
import type { LispServer } from "../host/lisp-server.js";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** What a tool answered. */
type LocalAnswer = {
  readonly text: string;
  readonly isError: boolean;
  readonly data: unknown;
};

type Output = (stream: "stdout" | "stderr", text: string) => void;
type Waiting = { readonly resolve: (answer: LocalAnswer) => void; readonly onOutput: Output };

/** The program itself as a client of its server. */
export class LocalClient {
  readonly #inlet: Inlet;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(server: LispServer) {
    this.#inlet = server.attach({ send: (message) => this.#hear(message as Message), close: () => {} });
  }

  /** Calls a tool; `onOutput` is told what an evaluation writes as it does. */
  call(name: string, args: object, onOutput: Output = () => {}): Promise<LocalAnswer> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, onOutput });
      const params = { name, arguments: args, _meta: { ...META, progressToken: id } };
      this.#inlet.heard({ jsonrpc: "2.0", id, method: "tools/call", params });
    });
  }

  /** Ends what it has asked for. */
  leave(): void {
    this.#inlet.gone();
  }

  #hear({ id, method, params, result, error }: Message): void {
    if (method === "notifications/progress" && params !== undefined) {
      const stream = params._meta?.["jscl-mcp/stream"];
      if (stream !== undefined)
        this.#waiting.get(params.progressToken)?.onOutput(stream, params.message ?? "");
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    const { content, isError, structuredContent } = result ?? {};
    const text = content?.map((block) => block.text).join("\n") ?? error?.message ?? "";
    waiting.resolve({ text, isError: error !== undefined || isError === true, data: structuredContent });
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
