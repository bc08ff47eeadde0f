/** Binding variables: lexical ones become JavaScript variables, special ones are set and put back. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolPackage, valueText } from "../../runtime/objects/symbols.js";
import type { Unit } from "../emit/unit.js";
import type { CompilerHost } from "../host.js";
import type { Declarations } from "../syntax/declarations.js";
import { isSymbol } from "../syntax/forms.js";
import { repeated } from "../syntax/lambda-list-check.js";
import { ConstantBindingError, ProgramError } from "../syntax/program-error.js";
import { noteDeclarations } from "../warnings/declared.js";
import type { Environment, VariableBinding } from "./environment.js";
import { readable } from "./reads.js";

/**
 * The symbols that are to be bound, each fit for it and given once; `operator` is what the messages call the
 * binder.
 */
export function checkVariables(
  unit: Unit,
  names: readonly LispValue[],
  operator: string,
  where = operator,
): void {
  for (const name of names) {
    if (!isSymbol(name))
      throw new ProgramError("~S is not a symbol and cannot be used as a local variable.", name);
    if (name === unit.host.nil) throw new ProgramError("~S cannot be used as a local variable.", name);
    if (homeName(name) === "KEYWORD") {
      throw new ProgramError("~S is a keyword and cannot be used as a local variable.", name);
    }
    if (unit.host.proclaimed(name) === "constant" || name === unit.host.t) {
      throw new ConstantBindingError(name, operator);
    }
  }
  const twice = repeated(names as LispSymbol[]);
  if (twice !== undefined && operator !== "LET*") {
    throw new ProgramError(`The variable ~S occurs more than once in the ${where}.`, twice);
  }
}

/** Whether binding `symbol` here makes a dynamic binding. */
export function isSpecial(unit: Unit, symbol: LispSymbol, declarations: Declarations | null): boolean {
  return unit.host.proclaimed(symbol) === "special" || declarations?.special.has(symbol) === true;
}

export function lexicalBinding(
  unit: Unit,
  symbol: LispSymbol,
  declarations: Declarations | null,
): VariableBinding {
  return {
    kind: "lexical",
    js: unit.fresh("v"),
    owner: unit.context,
    ...readable(),
    used: false,
    assigned: false,
    uses: 0,
    calls: 0,
    ignored: declarations?.ignorable.has(symbol) === true || symbolPackage(symbol) === undefined,
    declaredIgnore: declarations?.ignore.has(symbol) === true,
    type: declarations?.types.get(symbol) ?? null,
    expansion: null,
  };
}

export function specialBinding(): VariableBinding {
  return {
    kind: "special",
    js: "",
    owner: null,
    ...readable(),
    used: true,
    assigned: false,
    uses: 0,
    calls: 0,
    ignored: true,
    declaredIgnore: false,
    type: null,
    expansion: null,
  };
}

/** The environment in which the free special declarations of a body hold; checks its declarations. */
export function withSpecials(
  host: CompilerHost,
  declarations: Declarations,
  bound: Set<LispSymbol>,
  env: Environment,
): Environment {
  let inner = env;
  if (declarations.specifiers.length > 0) noteDeclarations(host, declarations, bound, env);
  for (const symbol of declarations.special) {
    if (!bound.has(symbol)) inner = inner.withVariable(symbol, specialBinding());
  }
  return inner;
}

/** Special variables bound one after the other: each from where `bind` is called to the end of `body`. */
export class SequentialBindings {
  private readonly undo: string[] = [];
  private declared = "";

  constructor(private readonly unit: Unit) {}

  bind(symbol: LispSymbol, value: string): void {
    const { unit } = this;
    const variable = valueText(unit.literals.reference(symbol));
    const old = unit.fresh("o");
    const bound = unit.fresh("o");
    this.declared += `let ${old},${bound}=false;`;
    this.undo.push(`if(${bound})${variable}=${old};`);
    unit.emit(`${old}=${variable};${bound}=true;${variable}=${value};`);
  }

  around(body: () => void): void {
    const { unit } = this;
    // Frames pushed inside the `try` would be missing after it, so they are pushed before.
    const region = unit.context.openRegion();
    const code = unit.buffered(body);
    const bound = this.undo.length > 0;
    unit.context.closeRegion(region, bound);
    unit.emit(region.text);
    unit.emit(bound ? `${this.declared}try{${code}}finally{${this.undo.reverse().join("")}}` : code);
  }
}

/** Emits `body` with special variables bound to the given JavaScript values for its duration. */
export function withDynamicBindings(
  unit: Unit,
  bindings: readonly { symbol: LispSymbol; value: string }[],
  body: () => void,
): void {
  if (bindings.length === 0) {
    body();
    return;
  }
  // Frames pushed inside the `try` would be missing after it, so they are pushed before.
  const region = unit.context.openRegion();
  const code = unit.buffered(() => {
    const olds = bindings.map(({ symbol, value }) => {
      const variable = valueText(unit.literals.reference(symbol));
      const old = unit.fresh("o");
      unit.emit(`const ${old}=${variable};${variable}=${value};`);
      return `${variable}=${old};`;
    });
    unit.context.callsOther();
    unit.emit("try{");
    body();
    unit.emit(`}finally{${olds.reverse().join("")}}`);
  });
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(code);
}
