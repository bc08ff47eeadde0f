const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];
const SPACE = 0x20;

/** The longest member name or id that is looked at, in bytes. */
const LONGEST = 1000;

/**
 * Reads of a JSON object that is too long to be kept what is needed to refuse it: the `id` of a request,
 * wherever it stands. It is told byte by byte, and keeps no more than one short text at a time.
 */
export class LongMessage {
  readonly #members = new Map<string, string>();
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** What was read of the name or the plain value at hand, at the outermost level. */
  #text: number[] = [];
  #name: string | null = null;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  /**
   * The JSON text of the id of a request; "" for what is no request, or has an id that no answer could carry.
   */
  get id(): string {
    const id = this.#members.get("id") ?? "";
    if (!this.#members.get("method")?.startsWith('"')) return "";
    try {
      const value: unknown = JSON.parse(id);
      return typeof value === "string" || typeof value === "number" ? id : "";
    } catch {
      return "";
    }
  }

  #take(byte: number): void {
    if (this.#inText) {
      this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inText = false;
    } else if (byte === QUOTE) {
      this.#inText = true;
      this.#keep(byte);
    } else if (OPENING.includes(byte)) this.#depth += 1;
    else if (CLOSING.includes(byte)) {
      if (this.#depth === 1) this.#endMember();
      this.#depth -= 1;
    } else if (this.#depth !== 1) return;
    else if (byte === COLON) this.#endName();
    else if (byte === COMMA) this.#endMember();
    else if (byte > SPACE) this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#text.length <= LONGEST) this.#text.push(byte);
  }

  #endName(): void {
    const text = this.#takeText();
    this.#name = text === '"id"' || text === '"method"' ? text.slice(1, -1) : null;
  }

  #endMember(): void {
    const text = this.#takeText();
    if (this.#name !== null) this.#members.set(this.#name, text);
    this.#name = null;
  }

  #takeText(): string {
    const text = Buffer.from(this.#text).toString("utf8");
    this.#text = [];
    return text;
  }
}
