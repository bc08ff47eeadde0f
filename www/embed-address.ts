import { codeOfFragment } from "./elements/code-link.js";

/** The attributes of a cell that an address may give. */
const ATTRIBUTES = ["eval", "on-error", "readonly", "timeout"] as const;

/** The colours of an embedded cell; `auto` is what the reader prefers. */
export type Theme = "auto" | "dark" | "light";

/** What the address of an embedded cell says. */
interface EmbedAddress {
  readonly code: string;
  readonly theme: Theme;
  /** Attributes of the cell, by name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Origins that may speak to the cell and its server. */
  readonly origins: readonly string[];
  /** Channels of clients that speak in envelopes; none for the usual one. */
  readonly channels: readonly string[];
  /** Whether the server is to be there from the beginning, for clients. */
  readonly startsAtOnce: boolean;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
}

export function isTheme(text: unknown): text is Theme {
  return text === "auto" || text === "dark" || text === "light";
}

/**
 * Reads `?origin=…&theme=…#code=…`. `code` is base64url of UTF-8, in the fragment, which servers are not
 * sent, or in the query; the fragment may give everything else, too, but not whom to admit.
 */
export function readAddress({ search, hash }: Pick<Location, "hash" | "search">): EmbedAddress {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const named = (name: string) => fragment.get(name) ?? query.get(name);
  const problems: string[] = [];
  const written = named("code");
  const code = written === null ? "" : codeOfFragment(`#code=${written}`);
  if (code === null)
    problems.push(
      "The code in the address of this frame cannot be read: it has to be base64url of UTF-8 text.",
    );
  const theme = named("theme") ?? "auto";
  if (!isTheme(theme)) problems.push(`There is no theme "${theme}": it is light, dark or auto.`);
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = named(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    code: code ?? "",
    theme: isTheme(theme) ? theme : "auto",
    attributes: Object.fromEntries(attributes),
    origins: query.getAll("origin"),
    channels: query.getAll("channel"),
    startsAtOnce: named("mcp") !== null,
    problems,
  };
}
