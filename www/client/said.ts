/** What an answer says is wrong: the condition's message where it is a report, else all of it. */
export function problemIn(text: string): string {
  return /^\[ERROR\] .*\n([\s\S]*?)(?:\n\n|$)/.exec(text)?.[1] ?? text;
}
