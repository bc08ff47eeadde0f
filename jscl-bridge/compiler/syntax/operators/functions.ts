/** FUNCTION, FLET, LABELS and JSCL's own forms for defining functions. */

import { isSpecialOperator } from "../../../runtime/definitions/special-operators.js";
import { cdrOf } from "../../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { stockSymbol } from "../../../runtime/objects/stock-symbols.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { sym } from "../../../runtime/signals.js";
import { withSpecials } from "../../scope/bindings.js";
import { Environment } from "../../scope/environment.js";
import { type Signature, signatureOf } from "../../warnings/signature.js";
import type { Builder } from "../builder.js";
import { functionReference } from "../calls.js";
import { parseBody } from "../declarations.js";
import {
  car,
  cdr,
  elements,
  functionNameSymbol,
  isCons,
  isSymbol,
  operands,
  setfFunctionSymbol,
} from "../forms.js";
import { declaredInline } from "../inline.js";
import { keepFunctions, keptDefinition, keptInside } from "../kept-definitions.js";
import { lambdaNode, within } from "../lambda.js";
import { parseLambdaList } from "../lambda-list.js";
import { checkLocalName } from "../locked-names.js";
import { illegalFunctionName, ProgramError, SPECIAL_NAME } from "../program-error.js";
import type { LocalFunction, Node } from "../tree.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

const functionForm: SpecialOperator = (b, form, env) => {
  const [name] = operands(form, 1, 1);
  const head = car(name);
  if (isCons(name) && isSymbol(head) && symbolName(head) === "NAMED-LAMBDA") {
    const node = namedLambda(b, name, env);
    const isMethods = node.kind === "function" && node.frame === "method";
    if (!isMethods || b.host.internalCode || b.host.isForFile) return node;
    return isAlone(b, env) ? keptDefinition(b, node, form) : keptInside(b, node, form, env);
  }
  return functionReference(b, name, form, env);
};

/** Whether there is nothing around a form whose meaning would be lost where it is compiled again. */
function isAlone(b: Builder, env: Environment): boolean {
  return b.fn.outer === null && env === Environment.empty;
}

/**
 * (NAMED-LAMBDA name lambda-list . body): `name` is a symbol, (SETF symbol), (MACRO-FUNCTION symbol), (FLET
 * string) for a function that a macro makes, (FLET string HANDLER) for a handler, or the name of a method.
 */
function namedLambda(b: Builder, form: LispCons, env: Environment): Node {
  const name = car(cdrOf(form));
  const lambda = cdr(cdrOf(form));
  if (isSymbol(name)) return lambdaNode(b, lambda, env, { kind: "function", name, block: name });
  if (car(name) === sym("MACRO-FUNCTION")) {
    return lambdaNode(b, lambda, env, { kind: "function", name, block: null });
  }
  if (car(name) === sym("FLET")) {
    const local = within(b, [sym("FLET"), car(cdr(name))]);
    const isHandler = cdr(cdr(name)) !== b.host.nil;
    return lambdaNode(b, lambda, env, { kind: "local", name: local, block: null, isHandler });
  }
  const setf = car(name) === sym("SETF") ? car(cdr(name)) : null;
  if (!isSymbol(setf)) return lambdaNode(b, lambda, env, { kind: "method", name, block: null });
  return lambdaNode(b, lambda, env, { kind: "setf", name, block: setf });
}

interface LocalDefinition {
  name: LispValue;
  /** The symbol calls use, and the block's name. */
  key: LispSymbol;
  block: LispSymbol;
  lambda: LispValue;
  target: LocalFunction;
}

/** What a local function takes; null where its definition is no valid one. */
function localSignature({ host }: Builder, definition: LispValue): Signature | null {
  if (host.internalCode) return null;
  try {
    return signatureOf(parseLambdaList(car(cdr(definition))));
  } catch {
    return null;
  }
}

/** The functions of FLET, which are called outside of themselves alone, may be put in the place of calls. */
function definitions(
  b: Builder,
  form: LispCons,
  operator: "FLET" | "LABELS",
  env: Environment,
): LocalDefinition[] {
  operands(form, 1);
  const { specifiers } = parseBody(cdr(cdrOf(form)));
  const inline = operator === "FLET" ? declaredInline(specifiers) : new Set<LispValue>();
  const source = car(cdrOf(form));
  if (!isCons(source) && source !== b.host.nil) {
    throw new ProgramError(`Malformed ${operator} definitions: ~S.`, source);
  }
  return elements(source).map((definition) => {
    if (!isCons(definition) || !isCons(cdrOf(definition))) {
      throw new ProgramError(`The ${operator} definition spec ~S is malformed.`, definition);
    }
    const name = car(definition);
    const plain = isSymbol(name) ? name : isCons(name) && car(name) === sym("SETF") ? car(cdr(name)) : null;
    if (!isSymbol(plain)) throw new ProgramError("Illegal function name: ~S.", name);
    if (isSymbol(name) && isSpecialOperator(name)) {
      throw new ProgramError(SPECIAL_NAME, name);
    }
    checkLocalName(b.host, plain, name, "function", env);
    const key = isSymbol(name) ? name : setfFunctionSymbol(plain);
    return {
      name,
      key,
      block: plain,
      lambda: cdr(definition),
      target: {
        name: within(b, [sym(operator), name]),
        signature: localSignature(b, definition),
        lambda: null,
        used: false,
        referenced: false,
        escapes: false,
        inline: inline.has(name) ? { lambda: cdr(definition), block: plain, env } : null,
      },
    };
  });
}

function localFunctions(operator: "FLET" | "LABELS"): SpecialOperator {
  return (b, form, env) => {
    const { forEffect } = b;
    const functions = definitions(b, form, operator, env);
    let inner = env;
    for (const { key, target } of functions) inner = inner.withFunction(key, { kind: "function", target });
    const recursive = operator === "LABELS";
    for (const { target, lambda, block } of functions) {
      const named = { kind: "local", name: target.name, block } as const;
      target.lambda = lambdaNode(b, lambda, recursive ? inner : env, named);
    }
    const base = b.base(form);
    const declarations = parseBody(cdr(cdrOf(form)));
    const seen = withSpecials(b.host, declarations, new Set(), inner);
    const body = b.body(declarations.body, seen, forEffect);
    const isKept = b.keepsVariables(seen);
    if (isKept) keepFunctions(b, functions);
    return {
      kind: "local-functions",
      ...base,
      functions: functions.map(({ target }) => target),
      recursive,
      lexical: isKept ? seen.forDebugger() : null,
      body,
    };
  };
}

/** (%SET-FUNCTION name function): what DEFUN does at run time. `name` is a literal function name. */
const setFunction: SpecialOperator = (b, form, env) => {
  const [name, definition] = operands(form, 2, 2);
  if (functionNameSymbol(name) === null) throw illegalFunctionName(name);
  const node = b.node(definition, env);
  const lambda = cdr(cdr(car(cdr(definition))));
  const alone = isAlone(b, env);
  if (isSymbol(name) && alone) b.host.noteInlineLambda(name, lambda);
  const described = description(b, definition);
  const whole = described !== null && alone ? [...described, definition] : described;
  const kept = alone || described === null ? node : keptInside(b, node, definition, env);
  return { kind: "define", ...b.base(form), name, definition: kept, description: whole };
};

/** What DESCRIBE and DOCUMENTATION tell of the function, if it is a program's. */
function description(b: Builder, definition: LispValue): [LispValue, LispValue] | null {
  const lambda = car(cdr(definition));
  if (b.host.internalCode || car(lambda) !== stockSymbol("NAMED-LAMBDA")) return null;
  const [lambdaList, body] = [car(cdr(cdr(lambda))), cdr(cdr(cdr(lambda)))];
  return [lambdaList, parseBody(body, true).documentation ?? b.host.nil];
}

export const functionOperators: SpecialOperators = {
  FUNCTION: functionForm,
  FLET: localFunctions("FLET"),
  LABELS: localFunctions("LABELS"),
  "%SET-FUNCTION": setFunction,
};
