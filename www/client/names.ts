import type { ExpansionReport, SourceReport, SymbolReport } from "jscl-mcp";
import type { Answer } from "../elements/answer.js";
import { hasTexts, isObject } from "../elements/fields.js";

/*
 * What this page reads of the structured content of `describe-symbol`, `get-source` and `macroexpand-form`.
 * Each check covers the members that it relies on.
 */

/** What a symbol names. */
export type Meaning = Pick<
  SymbolReport["meanings"][number],
  "kind" | "lambdaList" | "bodyPosition" | "documentation" | "value"
>;

/** A symbol and what it names, the first meaning first. */
export interface SymbolFacts {
  readonly symbol: string;
  readonly meanings: readonly Meaning[];
}

/** The text of a definition that was made in the session. */
export type Definition = Pick<SourceReport["definitions"][number], "kind" | "name" | "code">;

/** A form, expanded, and whether there was anything to expand. */
export type Expansion = Pick<ExpansionReport, "expansion" | "expanded">;

function isMeaning(value: unknown): value is Meaning {
  const isTextOrNull = (text: unknown) => text === null || typeof text === "string";
  return (
    isObject(value) &&
    typeof value["kind"] === "string" &&
    (value["bodyPosition"] === null || typeof value["bodyPosition"] === "number") &&
    ["lambdaList", "documentation", "value"].every((name) => isTextOrNull(value[name]))
  );
}

function isDefinition(value: unknown): value is Definition {
  return isObject(value) && hasTexts(value, "kind", "name", "code");
}

/** What `describe-symbol` knows; null where there is no such symbol. */
export function readSymbol({ data }: Answer): SymbolFacts | null {
  if (!isObject(data) || typeof data["symbol"] !== "string" || !Array.isArray(data["meanings"])) return null;
  return { symbol: data["symbol"], meanings: data["meanings"].filter(isMeaning) };
}

/** The definitions that `get-source` has found. */
export function readSource({ data }: Answer): readonly Definition[] {
  const found = isObject(data) ? data["definitions"] : null;
  return Array.isArray(found) ? found.filter(isDefinition) : [];
}

/** The answer of `macroexpand-form`; null where it reports an error. */
export function readExpansion({ data, isError }: Answer): Expansion | null {
  if (isError || !isObject(data)) return null;
  const { expansion, expanded } = data as Partial<Expansion>;
  return typeof expansion === "string" && typeof expanded === "boolean" ? { expansion, expanded } : null;
}
