/** The list of references that SBCL puts under a message. */
const REFERENCES = /\nSee also:((?:\n {2}\S.*)+)\s*$/;

/** What a message tells an agent to call; a person has the page's own settings. */
const FOR_AGENTS = /\nTo allow more time, call configure-limits .*$/m;

/**
 * A message without its references to the manual of SBCL, which is no help with another Lisp. Those to the
 * standard stay.
 */
export function inOwnWords(message: string): string {
  return message.replace(FOR_AGENTS, "").replace(REFERENCES, (_, lines: string) => {
    const kept = lines.split("\n").filter((line) => line !== "" && !line.includes("The SBCL Manual"));
    return kept.length > 0 ? `\nSee also:\n${kept.join("\n")}` : "";
  });
}

/** The name in a warning of a redefinition: `AREA (CIRCLE)` for a method of that class. */
export function redefinedName(message: string): string {
  const [, name = message] = /^redefining (.*) in \S+$/s.exec(message) ?? [];
  return name
    .replace(/#<SB-MOP:EQL-SPECIALIZER (.*)>/g, "(EQL $1)")
    .replace(/#<[A-Z-]+ ([^\s<>]+)>/g, "$1")
    .replace(/(^|[\s(])(?:[^\s:()"|]+)::?(?=[^\s:])/g, "$1");
}
