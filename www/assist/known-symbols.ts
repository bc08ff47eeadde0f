import type { Meaning, SymbolFacts } from "../client/names.js";

/** Symbols that are remembered, at most. */
const MOST = 500;

/** What the Lisp says of symbols, asked once for each until something is evaluated. */
export class KnownSymbols {
  readonly #ask: (name: string) => Promise<SymbolFacts | null>;
  readonly #known = new Map<string, Promise<SymbolFacts | null>>();

  constructor(ask: (name: string) => Promise<SymbolFacts | null>) {
    this.#ask = ask;
  }

  /** Forgets what an evaluation may have changed. */
  forget(): void {
    this.#known.clear();
  }

  of(name: string): Promise<SymbolFacts | null> {
    const key = name.toLowerCase();
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= MOST) this.#known.clear();
    // A Lisp that did not answer is asked again.
    const asked = this.#ask(name).catch(() => {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      return null;
    });
    this.#known.set(key, asked);
    return asked;
  }
}

/** The meaning of a symbol as an operator, if it has one with a lambda list. */
export function operatorMeaning(
  facts: SymbolFacts | null,
): (Meaning & { readonly lambdaList: string }) | null {
  for (const meaning of facts?.meanings ?? []) {
    const { kind, lambdaList } = meaning;
    if (lambdaList !== null && kind !== "setf-function") return { ...meaning, lambdaList };
  }
  return null;
}

/** The index of a macro's first argument that is in its `&body`; null of what has none. */
export function bodyPosition(facts: SymbolFacts | null): number | null {
  return facts?.meanings.find((meaning) => meaning.kind === "macro")?.bodyPosition ?? null;
}

/** A call as its lambda list shows it: `(reduce function sequence &key key)`. */
export function signature(name: string, lambdaList: string): string {
  return lambdaList === "()" ? `(${name})` : `(${name} ${lambdaList.slice(1)}`;
}

const KINDS: Partial<Record<Meaning["kind"], string>> = {
  "generic-function": "generic function",
  "special-operator": "special operator",
  "symbol-macro": "symbol macro",
  "structure-class": "structure class",
  "condition-class": "condition class",
  "setf-function": "setf function",
};

/** The kind of a meaning in words. */
export function kindName({ kind }: Meaning): string {
  return KINDS[kind] ?? kind;
}

/** What there is to say of a symbol, as text; null where that is nothing. */
export function textOf(name: string, { meanings }: SymbolFacts): string | null {
  const paragraphs = meanings.map((meaning) => {
    const { lambdaList, value, documentation } = meaning;
    const head = lambdaList === null ? name.toLowerCase() : signature(name.toLowerCase(), lambdaList);
    const lines = [head, value === null ? kindName(meaning) : `${kindName(meaning)} = ${value}`];
    return documentation === null ? lines.join("\n") : `${lines.join("\n")}\n\n${documentation}`;
  });
  return paragraphs.length === 0 ? null : paragraphs.join("\n\n");
}
