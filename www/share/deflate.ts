/** Thrown when what is inflated passes its limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** A text's UTF-8, deflated without a header. Rule: RFC 1951 */
export async function deflated(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The text that was deflated. Throws {@link TooLarge} as soon as it has more than `most` bytes: a few bytes
 * may stand for gigabytes, which are never made.
 */
export async function inflated(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    total += value.byteLength;
    if (total > most) {
      await reader.cancel().catch(() => undefined);
      throw new TooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Bytes as base64url without padding. Rule: RFC 4648, section 5 */
export function textOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A call takes so many arguments, and no more.
  for (let from = 0; from < bytes.length; from += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  return btoa(parts.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of a base64url text; null where it is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return null;
  }
}
