import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { WireWatch } from "../../wire/watch.js";

/** The program as it is built. */
export const PROGRAM = fileURLToPath(new URL("../../../dist/jscl-mcp-stdio.js", import.meta.url));

/** A message, where a test looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at all kinds of messages.
export type AnyMessage = any;

/** The end of a process. */
type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

const running = new Set<Program>();

/** Ends what a test has left running. */
export function endAll(): void {
  for (const program of running) program.kill();
}

/** The program in a process of its own, and its client, which holds every line it gets against the schema. */
export class Program {
  readonly watch = new WireWatch();
  /** The lines of standard output that were no JSON. */
  readonly strange: string[] = [];
  readonly messages: AnyMessage[] = [];
  stderr = "";
  readonly ended: Promise<End>;
  /** Resolves when both of its streams have ended, too. */
  readonly closed: Promise<End>;
  readonly #process: ChildProcess;
  #rest: string[] = [];
  #lastId = 0;
  #waiting: Array<{
    readonly is: (message: AnyMessage) => boolean;
    readonly resolve: (message: AnyMessage) => void;
  }> = [];

  constructor(
    args: readonly string[] = [],
    options: {
      readonly nodeArgs?: readonly string[];
      readonly env?: NodeJS.ProcessEnv;
      readonly program?: string;
    } = {},
  ) {
    const { nodeArgs = [], env = process.env, program = PROGRAM } = options;
    this.#process = spawn(process.execPath, [...nodeArgs, program, ...args], { stdio: "pipe", env });
    running.add(this);
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.#process.stdin?.on("error", () => {});
    const end = (event: "exit" | "close") =>
      new Promise<End>((resolve) => {
        this.#process.once(event, (code, signal) => {
          running.delete(this);
          resolve({ code, signal });
        });
      });
    this.ended = end("exit");
    this.closed = end("close");
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The standard output so far: lines that are no messages, and a last one that is not ended. */
  get unread(): string {
    return [...this.strange, this.#rest.join("")].join("\n");
  }

  /** Writes to standard input. */
  write(data: string | Uint8Array): void {
    this.#process.stdin?.write(data);
  }

  /** Sends one message. */
  send(message: object): void {
    this.watch.heard(message);
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks, and resolves to the whole answer. */
  ask(method: string, params: object = {}, id: string | number = ++this.#lastId): Promise<AnyMessage> {
    const answer = this.message((message) => message.id === id && message.method === undefined);
    this.send({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  /** Calls a tool and resolves to its result. */
  async call(name: string, args: object = {}, meta?: object): Promise<AnyMessage> {
    const answer = await this.ask("tools/call", { name, arguments: args, ...(meta ? { _meta: meta } : {}) });
    return answer.result ?? answer;
  }

  /** Evaluates and resolves to the text of the report. */
  async evaluate(code: string, args: object = {}): Promise<string> {
    return (await this.call("evaluate-lisp", { code, ...args })).content[0].text;
  }

  /** Resolves to the next message that is meant, of those that have come or will. */
  message(is: (message: AnyMessage) => boolean): Promise<AnyMessage> {
    return new Promise((resolve) => {
      this.#waiting.push({ is, resolve });
    });
  }

  async initialize(protocolVersion = "2025-11-25", capabilities: object = {}): Promise<AnyMessage> {
    const clientInfo = { name: "test", version: "1" };
    const answer = await this.ask("initialize", { protocolVersion, capabilities, clientInfo });
    this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  /** Says no more. */
  endInput(): void {
    this.#process.stdin?.end();
  }

  /** Reads no more. */
  closeOutput(): void {
    this.#process.stdout?.destroy();
  }

  pauseOutput(): void {
    this.#process.stdout?.pause();
  }

  resumeOutput(): void {
    this.#process.stdout?.resume();
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.#process.kill(signal);
  }

  #read(text: string): void {
    const [end, ...lines] = text.split("\n");
    this.#rest.push(end ?? "");
    for (const line of lines) {
      this.#line(this.#rest.join(""));
      this.#rest = [line];
    }
  }

  #line(line: string): void {
    let message: AnyMessage;
    try {
      message = JSON.parse(line);
    } catch {
      this.strange.push(line);
      return;
    }
    this.messages.push(message);
    this.watch.sent(message);
    const meant = this.#waiting.filter(({ is }) => is(message));
    this.#waiting = this.#waiting.filter((one) => !meant.includes(one));
    for (const { resolve } of meant) resolve(message);
  }
}
