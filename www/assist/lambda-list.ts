import { topLevelForms } from "../elements/forms.js";
import type { Call, Stretch } from "./calls.js";

type Parameter = Stretch & { readonly text: string };

/** The parameters of a lambda list by their part; `at` is that of the word that begins the part. */
interface Parts {
  readonly positional: readonly Parameter[];
  readonly rest: Parameter | null;
  readonly keys: readonly Parameter[];
  readonly key: Parameter | null;
}

function partsOf(list: string): Parts {
  const positional: Parameter[] = [];
  const keys: Parameter[] = [];
  let rest: Parameter | null = null;
  let key: Parameter | null = null;
  let part = "&required";
  for (const { from, to } of topLevelForms(list.slice(1, -1))) {
    const parameter = { from: from + 1, to: to + 1, text: list.slice(from + 1, to + 1).toLowerCase() };
    if (parameter.text.startsWith("&")) {
      part = parameter.text;
      if (part === "&key") key = parameter;
    } else if (part === "&required" || part === "&optional") positional.push(parameter);
    else if (part === "&rest" || part === "&body") rest = parameter;
    else if (part === "&key") keys.push(parameter);
    // What follows &whole and &environment is no argument, and one alone.
    else if (part === "&whole" || part === "&environment") part = "&required";
  }
  return { positional, rest, keys, key };
}

/** The keyword of a parameter such as `start`, `(start 0)` or `((:start from) 0)`. */
function keywordOf({ text }: Parameter): string {
  const [, name = ""] = /^\(*\s*:?([^\s()]+)/.exec(text) ?? [];
  return `:${name}`;
}

/** The parameter of a lambda list that a call's place is at, as a stretch of the list. */
export function parameterAt(list: string, { given, at }: Pick<Call, "given" | "at">): Stretch | null {
  if (at < 0) return null;
  const { positional, rest, keys, key } = partsOf(list);
  const simple = positional[at];
  if (simple) return simple;
  const named = (text: string | undefined) =>
    keys.find((parameter) => keywordOf(parameter) === text?.toLowerCase()) ?? null;
  const isValue = (at - positional.length) % 2 === 1;
  return named(given[isValue ? at - 1 : at]) ?? (isValue ? rest : (key ?? rest));
}
