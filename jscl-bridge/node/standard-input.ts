import type { Readable } from "node:stream";

/** Characters of whole lines that are read at once, about. */
const PIECE = 256 * 1024;

/** The lines of a stream, which is not touched before somebody wants one. */
export class StandardInput {
  readonly #stream: Readable;
  #chunks: AsyncIterator<string> | null = null;
  #rest = "";
  #hasEnded = false;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /**
   * The next line with its line break, or the last one without; `null` at the end. With `all`, every whole
   * line that is there, so that a long input is no long row of questions.
   */
  async read(all: boolean): Promise<string | null> {
    while (!this.#hasEnded && !this.#rest.includes("\n")) await this.#readMore();
    // What has come meanwhile belongs to it, too; a reader of a long input is not asked for each line.
    const end = all ? this.#rest.lastIndexOf("\n", PIECE) : this.#rest.indexOf("\n");
    const length = end < 0 ? this.#lengthOfFirstLine() : end + 1;
    const text = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return text === "" ? null : text;
  }

  #lengthOfFirstLine(): number {
    const end = this.#rest.indexOf("\n");
    return end < 0 ? this.#rest.length : end + 1;
  }

  async #readMore(): Promise<void> {
    this.#chunks ??= (this.#stream.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
    try {
      const { value, done } = await this.#chunks.next();
      if (done) this.#hasEnded = true;
      else this.#rest += value;
    } catch {
      // One that is closed, or cannot be read, has nothing more.
      this.#hasEnded = true;
    }
  }
}
