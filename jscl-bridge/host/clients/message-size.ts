/** Deeper nesting is no message; the server's own reader goes some hundred levels down. */
const DEEPEST = 500;

/**
 * Whether the JSON text of a message would have more than `limit` characters, told without making it: data that is shared
 * within a message, or an array of a length and nothing else, is small until it is text. "deep" for what is nested too deeply,
 * as whatever contains itself is.
 */
export function sizeOf(data: unknown, limit: number): "fits" | "long" | "deep" {
  let left = limit;
  const walk = (value: unknown, depth: number): "fits" | "long" | "deep" => {
    if (typeof value === "string") left -= value.length + 2;
    else if (typeof value !== "object" || value === null) left -= 4;
    else if (depth > DEEPEST) return "deep";
    else if (ArrayBuffer.isView(value)) left -= value.byteLength * 2;
    else if (Array.isArray(value)) {
      left -= value.length + 2;
      for (let i = 0; i < value.length && left >= 0; i++) {
        const size = walk(value[i], depth + 1);
        if (size !== "fits") return size;
      }
    } else {
      left -= 2;
      for (const key of Object.keys(value)) {
        left -= key.length + 4;
        const size = left < 0 ? "long" : walk((value as Record<string, unknown>)[key], depth + 1);
        if (size !== "fits") return size;
      }
    }
    return left < 0 ? "long" : "fits";
  };
  return walk(data, 0);
}

/** The JSON text of a message's id; "" where it has none that an answer could carry. */
export function idText(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  const { id, method } = data as { id?: unknown; method?: unknown };
  const isId = (typeof id === "string" && id.length < 1000) || typeof id === "number";
  return isId && typeof method === "string" ? JSON.stringify(id) : "";
}
