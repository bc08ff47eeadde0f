/**
 * Functions that are declared INLINE: a call of one is its body, with the parameters bound to the arguments.
 * It leaves no frame, as in SBCL.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { sym } from "../../runtime/signals.js";
import { isSpecial, lexicalVariable, withSpecials } from "../scope/bindings.js";
import { type Environment, SPECIAL } from "../scope/environment.js";
import type { Builder } from "./builder.js";
import { parseBody } from "./declarations.js";
import { declaredType } from "./declared-types.js";
import { car, cdr, cons, list } from "./forms.js";
import { parseLambdaList } from "./lambda-list.js";
import type { Binding, Node } from "./tree.js";

export interface InlineFunction {
  /** What follows LAMBDA. */
  readonly lambda: LispValue;
  readonly block: LispSymbol | null;
  /** Where the function was defined. */
  readonly env: Environment;
}

/** The body of a function in place of a call; null where it takes other arguments, or stands in itself. */
export function inlineCall(
  b: Builder,
  { lambda, block, env }: InlineFunction,
  args: readonly Node[],
  form: LispValue,
): Node | null {
  if (b.inlining.has(lambda)) return null;
  const { required, optional, rest, hasKey, aux } = parseLambdaList(car(lambda));
  if (optional.length > 0 || rest !== null || hasKey || aux.length > 0) return null;
  if (required.length !== args.length) return null;
  const declarations = parseBody(cdr(lambda), true);
  const bindings = required.map((symbol, i): Binding => {
    const special = isSpecial(b, symbol, declarations);
    const variable = special ? null : lexicalVariable(b, symbol, declarations);
    const declared = declaredType(b.host, symbol, declarations, special);
    return { symbol, variable, init: args[i] as Node, declared };
  });
  const inner = bindings.reduce(
    (outer, { symbol, variable }) =>
      outer.withVariable(symbol, variable === null ? SPECIAL : { kind: "lexical", variable }),
    env,
  );
  const base = b.base(form);
  b.inlining.add(lambda);
  try {
    // What there is to warn of was found where the function is defined.
    const body = b.host.warnings.silently(() => {
      const known = withSpecials(b.host, declarations, new Set(required), inner);
      const { body: forms } = declarations;
      return b.body(block === null ? forms : list(cons(sym("BLOCK"), cons(block, forms))), known);
    });
    return bindings.length === 0 ? body : { kind: "let", ...base, bindings, body };
  } finally {
    b.inlining.delete(lambda);
  }
}

/** The functions that the declarations at the head of a body declare INLINE. */
export function declaredInline(specifiers: readonly LispValue[]): ReadonlySet<LispValue> {
  const names = new Set<LispValue>();
  for (const specifier of specifiers) {
    if (car(specifier) !== sym("INLINE")) continue;
    for (let rest = cdr(specifier); car(rest) !== sym("NIL"); rest = cdr(rest)) names.add(car(rest));
  }
  return names;
}
