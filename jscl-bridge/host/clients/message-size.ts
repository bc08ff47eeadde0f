/** Deeper nesting is no message. */
const DEEPEST = 128;

/**
 * Why data is no message: its JSON text would be too long, it is nested too deeply, as whatever contains
 * itself is, or JSON has no text for it.
 */
type NoMessage = "long" | "deep" | "odd";

/**
 * About how many characters the JSON text of a message has, told without making it: data that is shared
 * within a message, or an array of a length and nothing else, is small until it is text.
 */
export function sizeOf(data: unknown, limit: number): number | NoMessage {
  let left = limit;
  const walk = (value: unknown, depth: number): NoMessage | null => {
    if (typeof value === "string") left -= value.length + 2;
    else if (typeof value !== "object" || value === null) {
      if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return "odd";
      left -= 4;
    } else if (depth >= DEEPEST) return "deep";
    else if (ArrayBuffer.isView(value)) left -= value.byteLength * 2;
    else if (Array.isArray(value)) {
      left -= value.length + 2;
      for (let i = 0; i < value.length && left >= 0; i++) {
        const problem = walk(value[i], depth + 1);
        if (problem !== null) return problem;
      }
    } else {
      left -= 2;
      for (const key of Object.keys(value)) {
        left -= key.length + 4;
        const problem = left < 0 ? "long" : walk((value as Record<string, unknown>)[key], depth + 1);
        if (problem !== null) return problem;
      }
    }
    return left < 0 ? "long" : null;
  };
  return data === undefined ? "odd" : (walk(data, 0) ?? limit - left);
}

/** A request's id; undefined where it has none that an answer could carry. */
export function requestId(data: unknown): string | number | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { id, method } = data as { id?: unknown; method?: unknown };
  const isId = (typeof id === "string" && id.length < 1000) || typeof id === "number";
  return isId && typeof method === "string" ? id : undefined;
}
