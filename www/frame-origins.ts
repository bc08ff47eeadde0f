/** Who is admitted to a frame, and what is wrong with its address or its site. */
interface Admission {
  readonly admitted: readonly string[];
  /** A sentence each. */
  readonly problems: readonly string[];
}

/**
 * The origins that a frame admits: its own, and those that its address names (`?origin=https://my.example`),
 * which the embedding page writes. `allowed`, where it is not empty, is whom the site serves at all, since
 * programs of others run under its name: several with spaces between them, or `*`.
 */
export function admittedOrigins(named: readonly string[], allowed: string, own: string): Admission {
  const permitted = allowed.split(/\s+/).filter((origin) => origin !== "");
  const isServed = (origin: string) =>
    permitted.length === 0 || permitted.includes("*") || permitted.includes(origin) || origin === own;
  const problems: string[] = [];
  const admitted = new Set([own]);
  for (const origin of named) {
    if (!isOrigin(origin)) problems.push(`"${origin}" is no origin: it has to look like https://my.example.`);
    else if (isServed(origin)) admitted.add(origin);
    else
      problems.push(
        `This site does not serve ${origin}: the meta element "jscl-mcp-origins" of this page names others.`,
      );
  }
  return { admitted: [...admitted], problems };
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
