/** Shorter ones cost less in the JSON of their message. */
const LONG = 512;

/** The message of a call with long arguments: what it is without them, and they. */
export type LongArguments = {
  /** The message with empty strings in their places. */
  readonly rest: unknown;
  readonly texts: ReadonlyArray<readonly [name: string, text: string]>;
};

/** Takes the long texts out of the arguments of a tool, which is called by a message; null where there are none. */
export function longArguments(message: unknown): LongArguments | null {
  if (!isObject(message) || message["method"] !== "tools/call" || !isObject(message["params"])) return null;
  const { params } = message;
  if (!isObject(params["arguments"])) return null;
  const texts: Array<readonly [string, string]> = [];
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params["arguments"])) {
    const isLong = typeof value === "string" && value.length >= LONG && isWellFormed(value);
    if (isLong) texts.push([name, value]);
    Object.defineProperty(args, name, { value: isLong ? "" : value, enumerable: true });
  }
  if (texts.length === 0) return null;
  return { rest: { ...message, params: { ...params, arguments: args } }, texts };
}

/** The JSON text of the message as it came. */
export function wholeMessage(json: string, texts: LongArguments["texts"]): string {
  if (texts.length === 0) return json;
  const message = JSON.parse(json) as { params: { arguments: Record<string, unknown> } };
  for (const [name, text] of texts) message.params.arguments[name] = text;
  return JSON.stringify(message);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Half a surrogate pair has no UTF-8. JSON can write it, and the server then says what is wrong with it. */
function isWellFormed(text: string): boolean {
  return (text as { isWellFormed?: () => boolean }).isWellFormed?.() ?? false;
}
