/**
 * The origins that a frame admits, besides its own: those that its address names
 * (`?origin=https://my.example`), as far as the site allows them. The embedding page writes the address and
 * has to name its origins; the site names the origins it serves at all, since their programs run under its
 * name. Throws an Error that names the mistake.
 */
export function admittedOrigins(named: readonly string[], allowed: string, own: string): string[] {
  const permitted = allowed.split(/\s+/);
  for (const origin of named) {
    if (!isOrigin(origin))
      throw new Error(`"${origin}" is no origin: it has to look like https://my.example.`);
    if (origin !== own && !permitted.includes("*") && !permitted.includes(origin))
      throw new Error(
        `This site does not serve ${origin}: its frame.html has to name it in the meta element "jscl-mcp-origins".`,
      );
  }
  return [...new Set([own, ...named])];
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
