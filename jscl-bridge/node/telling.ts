/** What the program's status says of its end. */
export const [OK, FAILED, WRONG_USE] = [0, 1, 2];

/** Says something that is no answer. */
export function say(text: string): void {
  process.stderr.write(`jscl-mcp: ${text}\n`);
}
