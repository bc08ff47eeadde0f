/**
 * What makes code of text in a realm that is to be locked. `import()` is syntax, so it cannot be taken away,
 * and only a policy that some hosts do not send refuses it: text that has the word is not made code.
 */

import { loadsModules } from "../../runtime/code.js";

type Maker = (new (...texts: string[]) => unknown) & { readonly prototype: object };

/** A function of each kind whose constructor has no name. */
const UNNAMED = "return [async () => {}, function* () {}, async function* () {}]";

/**
 * Puts makers that refuse the word in the place of `eval`, of `Function` and of the constructors that have no
 * name.
 */
export function withoutImports(scope: {
  eval?: (text: unknown) => unknown;
  Function?: FunctionConstructor;
}): void {
  const { eval: evaluate, Function: Makes } = scope;
  if (evaluate === undefined || Makes === undefined) return;
  const samples = Makes(UNNAMED)() as object[];
  const checked = (text: string): string => {
    if (loadsModules(text))
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
