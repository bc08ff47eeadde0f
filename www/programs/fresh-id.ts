/** An id that nothing else has. Pages that came over plain HTTP have no `crypto.randomUUID`. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
