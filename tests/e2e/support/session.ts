import type { Frame, Page } from "@playwright/test";
import type { ClientKind, Progress } from "./page-clients.js";
import type { Reach } from "./page-transports.js";

/** A tool's result as it came over the wire, down to what the specs look at. */
type ToolAnswer = {
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>;
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  /** The text of the first content block. */
  readonly text: string;
};

type Arguments = Record<string, unknown>;

function withText(result: unknown): ToolAnswer {
  const answer = result as Omit<ToolAnswer, "text">;
  return { ...answer, text: answer.content[0]?.text ?? "" };
}

/** The tools, called from inside a page by a client that speaks JSON-RPC by hand. */
export class LispSession {
  readonly page: Page;
  readonly #handle: number;

  private constructor(page: Page, handle: number) {
    this.page = page;
    this.#handle = handle;
  }

  static async open(page: Page): Promise<LispSession> {
    return new LispSession(page, await page.evaluate(() => globalThis.mcp.raw()));
  }

  async tool(name: string, args: Arguments = {}): Promise<ToolAnswer> {
    const call = ([handle, tool, given]: readonly [number, string, Arguments]) =>
      globalThis.mcp.rawCall(handle, tool, given);
    return withText(await this.page.evaluate(call, [this.#handle, name, args] as const));
  }

  /** With all that there is to know of it as data. */
  evaluate(code: string, more: Arguments = {}): Promise<ToolAnswer> {
    return this.tool("evaluate-lisp", { code, detail: "full", ...more });
  }

  request(method: string, params: Arguments = {}, id?: unknown): Promise<Record<string, unknown>> {
    const send = ([handle, name, given, wanted]: readonly [number, string, Arguments, unknown]) =>
      globalThis.mcp.rawRequest(handle, name, given, wanted ?? undefined);
    const sent = this.page.evaluate(send, [this.#handle, method, params, id] as const);
    return sent as Promise<Record<string, unknown>>;
  }

  post(message: unknown): Promise<void> {
    const send = ([handle, data]: readonly [number, unknown]) => globalThis.mcp.rawPost(handle, data);
    return this.page.evaluate(send, [this.#handle, message] as const);
  }

  postUnspeakable(): Promise<void> {
    return this.page.evaluate((handle) => globalThis.mcp.rawPostUnspeakable(handle), this.#handle);
  }

  /** Everything the server has sent this client so far. */
  received(): Promise<Record<string, unknown>[]> {
    return this.page.evaluate((handle) => globalThis.mcp.rawReceived(handle), this.#handle);
  }
}

/** One of the official clients, connected inside a page. */
export class OfficialClient {
  readonly #page: Page | Frame;
  readonly #handle: number;

  private constructor(page: Page | Frame, handle: number) {
    this.#page = page;
    this.#handle = handle;
  }

  /** Connects a client in that page or frame, to the server in it unless another is named. */
  static async connect(
    page: Page | Frame,
    kind: ClientKind,
    reach: Reach = { by: "port" },
  ): Promise<OfficialClient> {
    const open = ([wanted, way]: readonly [ClientKind, Reach]) => globalThis.mcp.connect(wanted, way);
    const handle = await page.evaluate(open, [kind, reach] as const);
    return new OfficialClient(page, handle);
  }

  async tool(name: string, args: Arguments = {}): Promise<ToolAnswer> {
    const call = ([handle, tool, given]: readonly [number, string, Arguments]) =>
      globalThis.mcp.callTool(handle, tool, given);
    return withText(await this.#page.evaluate(call, [this.#handle, name, args] as const));
  }

  /** The answer to an evaluation, and the notifications that the client received while it ran. */
  async evaluateWithProgress(code: string): Promise<{ answer: ToolAnswer; told: Progress[] }> {
    const call = ([handle, given]: readonly [number, Arguments]) =>
      globalThis.mcp.callToolWithProgress(handle, "evaluate-lisp", given);
    const [result, told] = await this.#page.evaluate(call, [this.#handle, { code, detail: "full" }] as const);
    return { answer: withText(result), told };
  }

  /** With all that there is to know of it as data. */
  evaluate(code: string, more: Arguments = {}): Promise<ToolAnswer> {
    return this.tool("evaluate-lisp", { code, detail: "full", ...more });
  }

  /** How an evaluation ended that the client has aborted after a while. */
  aborted(code: string, afterMs: number): Promise<string> {
    const call = ([handle, given, after]: readonly [number, Arguments, number]) =>
      globalThis.mcp.callToolAborted(handle, "evaluate-lisp", given, after);
    return this.#page.evaluate(call, [this.#handle, { code }, afterMs] as const);
  }

  async toolNames(): Promise<string[]> {
    const listed = await this.#page.evaluate((handle) => globalThis.mcp.listTools(handle), this.#handle);
    return (listed as { tools: Array<{ name: string }> }).tools.map((tool) => tool.name);
  }

  /** Ends the connection, as a client that goes away does. */
  close(): Promise<void> {
    return this.#page.evaluate((handle) => globalThis.mcp.close(handle), this.#handle);
  }

  serverVersion(): Promise<unknown> {
    return this.#page.evaluate((handle) => globalThis.mcp.serverVersion(handle), this.#handle);
  }
}
