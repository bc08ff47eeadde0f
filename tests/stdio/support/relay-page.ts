import { type IncomingMessage, request } from "node:http";
import type { AnyMessage, Program } from "./program.js";

/** Where a program serves its page, and what lets a page in. */
export type PageAddress = { readonly origin: string; readonly port: number; readonly token: string };

/** Resolves to the address that a program started with `--page` writes to standard error. */
export async function pageAddress(program: Program): Promise<PageAddress> {
  for (;;) {
    const found = /(http:\/\/127\.0\.0\.1:(\d+))\/#agent=([\w-]+)/.exec(program.stderr);
    if (found) return { origin: found[1] ?? "", port: Number(found[2]), token: found[3] ?? "" };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
};

/** Sends a request with exactly these headers; `onText` gets the body as it comes. */
export function ask(
  { port }: PageAddress,
  options: {
    readonly path: string;
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly onHead?: (answer: IncomingMessage) => void;
    readonly onText?: (text: string) => void;
  },
): Promise<Answer> {
  const { path, method = "GET", headers = {}, body = "", onHead, onText } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (answer) => {
      let text = "";
      onHead?.(answer);
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        onText?.(chunk);
      });
      const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      answer.once("end", done).once("error", done);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** What the page sends to be let in. */
export function credentials({ origin, token }: PageAddress): Record<string, string> {
  return { Origin: origin, Authorization: `Bearer ${token}` };
}

/** A page, as far as the relay sees one: what the agent has said to it, and a server that a test plays. */
export class RelayPage {
  readonly heard: AnyMessage[] = [];
  readonly ended: Promise<unknown>;
  readonly #address: PageAddress;
  #path = "";
  #stream: IncomingMessage | null = null;
  #rest = "";

  private constructor(address: PageAddress, onOpen: () => void, onRefused: (text: string) => void) {
    this.#address = address;
    this.ended = ask(address, {
      path: "/agent",
      method: "POST",
      headers: credentials(address),
      onHead: (answer) => {
        this.#stream = answer;
        if (answer.statusCode !== 201) return;
        this.#path = answer.headers.location ?? "";
        onOpen();
      },
      onText: (text) => this.#read(text),
    }).then(({ status, text }) => status !== 201 && onRefused(text));
  }

  static open(address: PageAddress): Promise<RelayPage> {
    return new Promise((resolve, reject) => {
      const page = new RelayPage(
        address,
        () => resolve(page),
        (text) => reject(new Error(text.trim())),
      );
    });
  }

  async send(...messages: readonly object[]): Promise<number> {
    const body = messages.map((message) => JSON.stringify(message)).join("\n");
    const headers = credentials(this.#address);
    return (await ask(this.#address, { path: this.#path, method: "POST", headers, body })).status;
  }

  close(): void {
    this.#stream?.destroy();
  }

  #read(text: string): void {
    // A refusal is a sentence.
    if (this.#path === "") return;
    const [...lines] = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") this.heard.push(JSON.parse(line));
  }
}
