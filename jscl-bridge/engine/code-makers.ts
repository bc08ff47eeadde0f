/**
 * What makes code of text in a realm that is to be locked. `import()` is syntax, so it cannot be taken away, and only a policy that
 * some hosts do not send refuses it: text that has the word is not made code. Keywords have no escapes (ECMA-262, 12.7), so
 * whoever means it has to write it.
 */

type Maker = (new (...texts: string[]) => unknown) & { readonly prototype: object };

const KEYWORD = "import";

/** A function of each kind whose constructor has no name. */
const UNNAMED = "return [async () => {}, function* () {}, async function* () {}]";

/** Puts makers that refuse the word in the place of `eval`, of `Function` and of the constructors that have no name. */
export function withoutImports(scope: {
  eval?: (text: unknown) => unknown;
  Function?: FunctionConstructor;
}): void {
  const { eval: evaluate, Function: Makes } = scope;
  if (evaluate === undefined || Makes === undefined) return;
  const samples = Makes(UNNAMED)() as object[];
  const checked = (text: string): string => {
    if (hasKeyword(text))
      throw new EvalError(
        "Text that has the word import in it is not made JavaScript here: no module can be loaded.",
      );
    return text;
  };
  define(scope, "eval", (text: unknown) => evaluate(typeof text === "string" ? checked(text) : text));
  const base = guarded(Makes as unknown as Maker, checked);
  define(scope, "Function", base);
  for (const sample of samples) {
    const { constructor } = Object.getPrototypeOf(sample) as object;
    Object.setPrototypeOf(guarded(constructor as unknown as Maker, checked), base);
  }
}

/**
 * Whether the word stands in a text, and not within a longer one. By hand: V8 ends the process where a regular expression is first
 * compiled on an exhausted stack.
 */
function hasKeyword(text: string): boolean {
  for (let at = text.indexOf(KEYWORD); at >= 0; at = text.indexOf(KEYWORD, at + 1)) {
    if (!isWordPart(text.charCodeAt(at - 1)) && !isWordPart(text.charCodeAt(at + KEYWORD.length)))
      return true;
  }
  return false;
}

/** Letters, digits and the underscore of ASCII; other parts of names are taken for the end of the word, to be safe. */
function isWordPart(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}

/** A constructor of functions like `Original`, which its prototype leads to from now on. */
function guarded(Original: Maker, checked: (text: string) => string): object {
  // Each is made a text once: one that changes from look to look is checked as it is used.
  const make = (texts: readonly unknown[], target: unknown) =>
    Reflect.construct(
      Original,
      texts.map((text) => checked(`${text}`)),
      target as new () => unknown,
    );
  function Guarded(this: unknown, ...texts: unknown[]): unknown {
    return make(texts, new.target === undefined ? Original : new.target);
  }
  const { prototype } = Original;
  Object.defineProperty(Guarded, "name", { value: Original.name, configurable: true });
  Object.defineProperty(Guarded, "length", { value: 1, configurable: true });
  Object.defineProperty(Guarded, "prototype", { value: prototype, writable: false });
  define(prototype, "constructor", Guarded);
  return Guarded;
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
}
