import { LongMessage } from "./long-message.js";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The receiver of a stream's lines. */
type LineListener = {
  /** A line that is not blank, without its end. Of a request, what is no UTF-8 has become U+FFFD. */
  onLine(text: string): void;
  /** A line that is no UTF-8, and no request. */
  onGarbage(): void;
  /**
   * A line longer than the limit, as a message of which only the id is kept, as JSON text; "" where it has
   * none.
   */
  onLong(id: string): void;
};

/**
 * Cuts a stream of bytes into lines of at most `limit` bytes each. A longer one takes no more memory than
 * that.
 */
export class Lines {
  readonly #listener: LineListener;
  readonly #limit: number;
  // A fresh line may begin with the mark that some programs put before a text; the decoder takes it away.
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #parts: Uint8Array[] = [];
  #length = 0;
  #long: LongMessage | null = null;

  constructor(listener: LineListener, limit: number) {
    this.#listener = listener;
    this.#limit = limit;
  }

  /** Takes in what came next. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** The stream has ended: what is left is a line, too. */
  end(): void {
    this.#endLine();
  }

  #add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#long === null && this.#length > this.#limit) {
      this.#long = new LongMessage();
      for (const kept of this.#parts) this.#long.push(kept);
      this.#parts = [];
    }
    if (this.#long === null) this.#parts.push(part);
    else this.#long.push(part);
  }

  #endLine(): void {
    const [parts, long] = [this.#parts, this.#long];
    this.#parts = [];
    this.#long = null;
    this.#length = 0;
    if (long !== null) return this.#listener.onLong(long.id);
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
    const line = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
    let text: string;
    try {
      text = this.#decoder.decode(line);
    } catch {
      // A pending request gets an answer.
      if (idOf(line) === "") return this.#listener.onGarbage();
      text = new TextDecoder().decode(line);
    }
    if (text.trim() !== "") this.#listener.onLine(text);
  }
}

function idOf(line: Uint8Array): string {
  const message = new LongMessage();
  message.push(line);
  return message.id;
}
