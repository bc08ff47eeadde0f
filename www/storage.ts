const PREFIX = "jscl-mcp.playground.";

/** Reads a remembered text; `null` when there is none or when the browser forbids storage. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Remembers a text, or forgets it when given `null`. Does nothing where the browser forbids storage. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // A page without storage works all the same; it only forgets.
  }
}
