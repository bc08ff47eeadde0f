/** Bytes as base64 (RFC 4648, section 4) and back: an image's realm has no functions of the platform's. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    const bits = ((group[0] ?? 0) << 16) | ((group[1] ?? 0) << 8) | (group[2] ?? 0);
    for (let digit = 0; digit < 4; digit++)
      text += digit > group.length ? "=" : DIGITS[(bits >> (18 - 6 * digit)) & 63];
  }
  return text;
}

/** The bytes of a text; null where it is no base64 with its padding. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = i < digits ? valueOf(text.charCodeAt(i)) : 0;
    if (value < 0) return null;
    bits = (bits << 6) | value;
    if (i % 4 !== 3) continue;
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = (bits >> shift) & 255;
    // Bits that no byte takes are not thrown away.
    if (i === text.length - 1 && padding > 0 && (bits & (padding === 1 ? 0xff : 0xffff)) !== 0) return null;
    bits = 0;
  }
  return bytes;
}

/** What a digit stands for; -1 for another character. */
function valueOf(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  return code === 43 ? 62 : code === 47 ? 63 : -1;
}
