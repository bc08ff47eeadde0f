import { messageOf } from "../elements/message-of.js";
import type { Direction } from "../elements/page/json-rpc.js";

/** The address at which the program that serves this page passes an agent's messages on. */
const AGENT = "agent";

/** The tries to connect while another page is connected: the page that is loaded again may still be. */
const TRIES = 8;
const TRY_MS = 250;

const [BUSY, REFUSED] = [409, 403];

interface RelayParts {
  readonly token: string;
  /** A new client's port. */
  readonly connect: () => Promise<MessagePort>;
  /** Sees each message as it passes. */
  readonly tap: (direction: Direction, message: unknown) => void;
}

/** Why there is no connection, in one sentence, and whether the token will ever be of use again. */
export class RelayRefusal extends Error {
  readonly isFinal: boolean;

  constructor(text: string, isFinal: boolean) {
    super(text);
    this.isFinal = isFinal;
  }
}

/**
 * Makes the agent a client of this page's server. Calls `onOpen` when it is one, and resolves when the agent
 * has gone; rejects with a {@link RelayRefusal} when the program does not let this page in, or did not take
 * what it was sent.
 */
export async function relayAgent(parts: RelayParts, onOpen: () => void): Promise<void> {
  const headers = { Authorization: `Bearer ${parts.token}` };
  const port = await parts.connect();
  try {
    const { path, body } = await open(headers);
    const reading = new AbortController();
    const sender = new Sender(path, headers, (problem) => reading.abort(problem));
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      parts.tap("received", data);
      sender.send(data);
    };
    onOpen();
    for await (const line of linesOf(body, reading.signal)) {
      // A sign of life.
      if (line === "") continue;
      const message: unknown = JSON.parse(line);
      parts.tap("sent", message);
      port.postMessage(message);
    }
  } finally {
    port.close();
  }
}

interface Opened {
  readonly path: string;
  readonly body: ReadableStream<Uint8Array>;
}

async function open(headers: Record<string, string>): Promise<Opened> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(AGENT, { method: "POST", headers }).catch((error: unknown) => {
      throw new RelayRefusal(`The agent's program is not there any more (${messageOf(error)}).`, true);
    });
    const path = answer.headers.get("Location");
    if (answer.ok && answer.body && path !== null) return { path, body: answer.body };
    const text = (await answer.text()).trim();
    if (answer.status === BUSY && tries < TRIES) {
      await new Promise((resolve) => setTimeout(resolve, TRY_MS));
      continue;
    }
    const isOurs = answer.status === BUSY || answer.status === REFUSED;
    // Another server may have the port now.
    throw new RelayRefusal(
      isOurs ? text : "The agent's program is not there any more.",
      answer.status !== BUSY,
    );
  }
}

/** Posts messages in the order in which they come. */
class Sender {
  readonly #path: string;
  readonly #headers: Record<string, string>;
  readonly #onProblem: (problem: RelayRefusal) => void;
  #waiting: string[] = [];
  #isSending = false;

  constructor(path: string, headers: Record<string, string>, onProblem: (problem: RelayRefusal) => void) {
    this.#path = path;
    this.#headers = headers;
    this.#onProblem = onProblem;
  }

  send(message: unknown): void {
    this.#waiting.push(JSON.stringify(message));
    if (!this.#isSending) void this.#post();
  }

  async #post(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      const body = this.#waiting.splice(0).join("\n");
      // A program that has ended ends what it sends, too.
      const answer = await fetch(this.#path, { method: "POST", headers: this.#headers, body }).catch(
        () => null,
      );
      if (answer && !answer.ok) this.#onProblem(new RelayRefusal((await answer.text()).trim(), false));
    }
    this.#isSending = false;
  }
}

/** The lines of a stream, until it ends in whatever way; throws the signal's reason when that is aborted. */
async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    signal.throwIfAborted();
    if (done) return;
    const [end = "", ...lines] = decoder.decode(value, { stream: true }).split("\n");
    rest.push(end);
    for (const line of lines) {
      yield rest.join("");
      rest = [line];
    }
  }
}
