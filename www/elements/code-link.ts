const NAME = "#code=";

/** The fragment of an address that opens the playground with this code: base64url of its UTF-8. */
export function codeFragment(code: string): string {
  const bytes = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte));
  return NAME + btoa(bytes.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The code of such a fragment; `null` where it is something else or cannot be read. */
export function codeOfFragment(fragment: string): string | null {
  if (!fragment.startsWith(NAME)) return null;
  try {
    const text = atob(fragment.slice(NAME.length).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(text, (char) => char.charCodeAt(0)),
    );
  } catch {
    return null;
  }
}
