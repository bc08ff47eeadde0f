/**
 * What the Lisp of the extensions calls that is no Lisp: references that keep nothing, floats' bits, and the
 * compiler's environments.
 */

import { environmentOf, signalling } from "../compiler/macros/asked-expansion.js";
import { type MacroKind, macroLambda } from "../compiler/macros/macro-lambda.js";
import { type Environment, SPECIAL } from "../compiler/scope/environment.js";
import { expansionIn } from "../compiler/syntax/expand-all.js";
import { functionNameSymbol } from "../compiler/syntax/forms.js";
import { isSpecialOperator } from "../runtime/definitions/special-operators.js";
import { type FunctionTable, install } from "../runtime/function-table.js";
import { fixedArguments, oneValue, truth } from "../runtime/library/fixed.js";
import { defineTest } from "../runtime/library/general-hash-tables.js";
import { bitsOfFloat, floatOfBits } from "../runtime/numbers/float-parts.js";
import { stateOfSeed } from "../runtime/numbers/random.js";
import { big, integer, isFloat, isInteger } from "../runtime/numbers/types.js";
import { isReal, toDoubleValue } from "../runtime/numbers.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import { HashTable } from "../runtime/objects/hash-table.js";
import type { LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { isPackageObject, localNicknames } from "../runtime/objects/package-objects.js";
import { symbolName } from "../runtime/objects/symbols.js";
import { makeString } from "../runtime/objects/vectors.js";
import { now, WeakReference } from "../runtime/platform.js";
import {
  cons,
  elementsOf,
  isCons,
  isSymbol,
  keyword,
  list,
  listOf,
  nil,
  sym,
  t,
} from "../runtime/signals.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import type { Image } from "./image.js";
import { octetFunctions } from "./octet-functions.js";
import { systemFunctions } from "./system-files.js";

export function installExtensionFunctions(image: Image): void {
  install({
    ...floatFunctions(),
    ...garbageFunctions(),
    ...packageFunctions(),
    ...environmentFunctions(image),
    ...systemFunctions(image),
    ...alarmFunctions(image),
    ...octetFunctions(),
  });
}

function floatFunctions(): FunctionTable {
  return {
    "JSCL-MCP::FLOAT-OF-BITS": fixedArguments(2, 2, (bits, isDouble) =>
      isInteger(bits) ? floatOfBits(big(bits), isDouble !== nil()) : wrongType(bits, sym("INTEGER")),
    ),
    "JSCL-MCP::RANDOM-STATE-OF-SEED": fixedArguments(1, 1, (seed) =>
      isInteger(seed) && seed >= 0 ? stateOfSeed(big(seed)) : wrongType(seed, sym("UNSIGNED-BYTE")),
    ),
    "JSCL-MCP::BITS-OF-FLOAT": fixedArguments(1, 1, (float) =>
      isFloat(float) ? integer(bitsOfFloat(float)) : wrongType(float, sym("FLOAT")),
    ),
  };
}

type Referent = () => LispValue | undefined;

const strongly =
  (x: LispValue): Referent =>
  () =>
    x;

/** A function of its own, since functions that are made together keep what any of them names. */
const weakly =
  (weak: WeakReference<object>): Referent =>
  () =>
    weak.deref() as LispValue | undefined;

/** What keeps an object only while something else does; what is no object of JavaScript's is kept. */
function reference(x: LispValue): Referent {
  const isObject = (typeof x === "object" && x !== null) || typeof x === "function";
  // Symbols stay where their packages have them.
  if (!isObject || isSymbol(x) || WeakReference === null) return strongly(x);
  return weakly(new WeakReference(x as object));
}

class Reference {
  constructor(readonly referent: () => LispValue | undefined) {}
}

interface Finalizer {
  readonly referent: () => LispValue | undefined;
  readonly fn: LispValue;
}

function garbageFunctions(): FunctionTable {
  let finalizers: Finalizer[] = [];
  return {
    "JSCL-MCP::WEAK-REFERENCE": fixedArguments(1, 1, (x) => new Reference(reference(x)) as LispValue),
    "JSCL-MCP::REFERENT": (values, x) => {
      const found = x instanceof Reference ? x.referent() : undefined;
      return found === undefined ? values(nil(), nil()) : values(found, t());
    },
    "JSCL-MCP::NOTE-FINALIZER": fixedArguments(2, 2, (x, fn) => {
      finalizers.push({ referent: reference(x), fn });
      return x;
    }),
    "JSCL-MCP::FORGET-FINALIZERS": fixedArguments(1, 1, (x) => {
      finalizers = finalizers.filter(({ referent }) => referent() !== x);
      return x;
    }),
    // The functions whose objects are gone, which no other call answers.
    "JSCL-MCP::TAKE-FINALIZERS": fixedArguments(0, 0, () => {
      const due = finalizers.filter(({ referent }) => referent() === undefined);
      finalizers = finalizers.filter(({ referent }) => referent() !== undefined);
      return listOf(due.map(({ fn }) => fn));
    }),
    "JSCL-MCP::DEFINE-TEST": fixedArguments(2, 2, (name, hash) => {
      if (!isSymbol(name)) return wrongType(name, sym("SYMBOL"));
      defineTest(name, hash);
      return name;
    }),
    "JSCL-MCP::TABLE-OPTIONS": (values, table) => {
      const options = table instanceof HashTable ? table.options : undefined;
      const { weakness, synchronized } = options ?? { weakness: null, synchronized: false };
      return values(weakness === null ? nil() : keyword(weakness), truth(synchronized));
    },
  };
}

function packageFunctions(): FunctionTable {
  return {
    "JSCL-MCP::LOCAL-NICKNAMES": oneValue((pkg) => {
      const names =
        typeof pkg === "object" && pkg !== null && isPackageObject(pkg) && localNicknames(pkg as never);
      return listOf([...(names || [])].map(([name, meant]) => cons(makeString(name), meant)));
    }),
    "JSCL-MCP::FORGET-LOCAL-NICKNAME": fixedArguments(2, 2, (pkg, name) => {
      const names = isPackageObject(pkg as object) ? localNicknames(pkg as never) : undefined;
      return truth(names?.delete((name as string[]).join("")) === true);
    }),
  };
}

/** One alarm: a function that the first safepoint calls from a time on. */
function alarmFunctions({ stack }: Image): FunctionTable {
  let alarm: { readonly at: number; readonly fn: LispFunction } | null = null;
  const ring = () => {
    if (alarm === null || now() < alarm.at) return;
    const { fn } = alarm;
    const { sp } = stack;
    alarm = null;
    try {
      fn((value) => value);
    } finally {
      stack.sp = sp;
    }
  };
  let isLooking = false;
  /** Only where a program has timers does the call stack look at them, for good. */
  const look = () => {
    isLooking = true;
    const { tick } = stack;
    stack.tick = () => {
      tick.call(stack);
      ring();
    };
  };
  return {
    "JSCL-MCP::CLOCK": fixedArguments(0, 0, () => Math.floor(now())),
    "JSCL-MCP::CALL-FROM": fixedArguments(2, 2, (time, fn) => {
      if (!isLooking) look();
      const isSet = isReal(time) && typeof fn === "function";
      alarm = isSet ? { at: toDoubleValue(time), fn: fn as LispFunction } : null;
      // The next look comes when the fuel is used up, which may be a while.
      if (isSet) stack.fuel = 0;
      return nil();
    }),
  };
}

/** The kind, whether the meaning is local, and declarations: what the functions of CLtL2 answer. */
type Facts = [kind: LispValue, isLocal: LispValue, declarations: LispValue];

const fact = (name: string, value: LispValue, home?: string): LispValue => cons(sym(name, home), value);
const kindOf = (name: string): LispValue => sym(name, "KEYWORD");

function variableFacts({ definitions }: Image, name: LispSymbol, env: Environment): Facts {
  const local = env.variable(name);
  const globalType = definitions.variableTypes.get(name);
  const declared = (type: LispValue | undefined | null) =>
    type === undefined || type === null || type === nil() ? [] : [fact("TYPE", type)];
  switch (local?.kind) {
    case "unknown":
      return [kindOf("LEXICAL"), t(), nil()];
    case "lexical": {
      const { variable } = local;
      const ignored = variable.declaredIgnore ? [fact("IGNORE", t())] : [];
      return [kindOf("LEXICAL"), t(), list(...ignored, ...declared(variable.declared))];
    }
    case "symbol-macro":
      return [kindOf("SYMBOL-MACRO"), t(), nil()];
    case "special":
      return [kindOf("SPECIAL"), nil(), list(...declared(globalType))];
  }
  const types = list(...declared(globalType));
  const proclaimed = definitions.variables.get(name);
  if (proclaimed === "special") return [kindOf("SPECIAL"), nil(), types];
  if (proclaimed === "constant") return [kindOf("CONSTANT"), nil(), nil()];
  if (definitions.symbolMacros.has(name)) return [kindOf("SYMBOL-MACRO"), nil(), nil()];
  return [nil(), nil(), types];
}

function functionFacts(image: Image, name: LispValue, env: Environment): Facts {
  const { definitions, internals } = image;
  const symbol = functionNameSymbol(name);
  if (symbol === null && isCons(name)) return [nil(), nil(), nil()];
  if (symbol === null) return wrongType(name, list(sym("OR"), sym("SYMBOL"), sym("CONS")));
  const local = env.function(symbol);
  if (local !== undefined) {
    const isInline = local.kind === "function" && local.target.inline !== null;
    const facts = isInline ? list(fact("INLINE", sym("INLINE"))) : nil();
    return [kindOf(local.kind === "macro" ? "MACRO" : "FUNCTION"), t(), facts];
  }
  if (isSpecialOperator(symbol)) return [kindOf("SPECIAL-FORM"), nil(), nil()];
  if (image.compiler.macroObject(symbol) !== null) return [kindOf("MACRO"), nil(), nil()];
  const type = definitions.functionTypes.get(symbol);
  if (type === undefined && !internals.fboundp(symbol)) return [nil(), nil(), nil()];
  const inline = definitions.inline.has(symbol)
    ? "INLINE"
    : definitions.notInline.has(symbol)
      ? "NOTINLINE"
      : null;
  const facts = [
    ...(inline === null ? [] : [fact("INLINE", sym(inline))]),
    ...(type === undefined || type === nil() ? [] : [fact("FTYPE", type)]),
  ];
  return [kindOf("FUNCTION"), nil(), list(...facts)];
}

const MACRO_KINDS: readonly MacroKind[] = [
  "DEFMACRO",
  "MACROLET",
  "DEFINE-COMPILER-MACRO",
  "DEFINE-SETF-EXPANDER",
  "DEFTYPE",
];

function isMacroKind(name: string): boolean {
  return (MACRO_KINDS as readonly string[]).includes(name);
}

const QUALITIES = ["SPEED", "SPACE", "SAFETY", "DEBUG", "COMPILATION-SPEED"];

function environmentFunctions(image: Image): FunctionTable {
  const { compiler, definitions } = image;
  return {
    "JSCL-MCP::VARIABLE-IN-ENVIRONMENT": (values, name, environment) =>
      isSymbol(name)
        ? values(...variableFacts(image, name, environmentOf(environment)))
        : wrongType(name, sym("SYMBOL")),
    "JSCL-MCP::FUNCTION-IN-ENVIRONMENT": (values, name, environment) =>
      values(...functionFacts(image, name, environmentOf(environment))),
    "JSCL-MCP::QUALITIES": fixedArguments(1, 1, (environment) => {
      const debug = environmentOf(environment).debug ?? definitions.debug;
      const qualities = QUALITIES.map((name) => list(sym(name), name === "DEBUG" ? debug : 1));
      return list(list(sym("INHIBIT-WARNINGS", "SB-EXT"), 1), ...qualities);
    }),
    "JSCL-MCP::DECLARATION-NAMES": fixedArguments(0, 0, () => listOf([...definitions.declarations])),
    "JSCL-MCP::MACRO-LAMBDA": fixedArguments(4, 4, (name, lambdaList, body, kind) => {
      const isKind = isSymbol(kind) && isMacroKind(symbolName(kind));
      if (!isKind) return wrongType(kind, list(sym("MEMBER"), ...MACRO_KINDS.map((known) => sym(known))));
      const known = symbolName(kind) as MacroKind;
      return signalling(compiler, () => macroLambda(compiler, name, lambdaList, body, known));
    }),
    "JSCL-MCP::EXPAND-ALL": fixedArguments(2, 2, (form, environment) =>
      expansionIn(compiler, form, environmentOf(environment)),
    ),
    "JSCL-MCP::AUGMENTED": fixedArguments(
      6,
      6,
      (environment, variables, symbolMacros, functions, macros, declared) => {
        let env = environmentOf(environment);
        const special = new Set<LispValue>();
        for (const specifier of elementsOf(declared)) {
          if (isCons(specifier) && carOf(specifier) === sym("SPECIAL"))
            for (const name of elementsOf(cdrOf(specifier))) special.add(name);
        }
        for (const name of [...elementsOf(variables), ...special]) {
          if (isSymbol(name)) env = env.withVariable(name, special.has(name) ? SPECIAL : { kind: "unknown" });
        }
        for (const pair of elementsOf(symbolMacros)) {
          const [name, expansion] = elementsOf(pair);
          if (isSymbol(name)) env = env.withVariable(name, { kind: "symbol-macro", expansion });
        }
        for (const name of elementsOf(functions)) {
          const symbol = functionNameSymbol(name);
          if (symbol !== null) env = env.withFunction(symbol, { kind: "unknown" });
        }
        for (const pair of elementsOf(macros)) {
          const [name, expander] = elementsOf(pair);
          if (isSymbol(name) && typeof expander === "function")
            env = env.withFunction(name, { kind: "macro", expander: expander as LispFunction });
        }
        return env as LispValue;
      },
    ),
  };
}
