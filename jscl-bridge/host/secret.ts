/**
 * What a server seals the states with that clients carry: 32 bytes that nobody can guess, as hexadecimal
 * digits.
 */
export function drawSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
