/**
 * The simple evaluator: runs a program step by step as the standard describes it, and nothing else. It
 * reads the text, walks the forms again and again, looks names up in linked frames, and knows no more of
 * the language than generated programs use.
 */
import {
  Condition,
  Cons,
  Float,
  isKeyword,
  items,
  LispFunction,
  LispSymbol,
  list,
  Malformed,
  NIL,
  Ratio,
  symbol,
  T,
  TooMuch,
  Trouble,
} from "./data.mjs";
import {
  Exit,
  Frame,
  find,
  functionKey,
  Macro,
  SpecialName,
  SymbolMacro,
  Unhandled,
  Variable,
} from "./frames.mjs";
import { makeFunction } from "./functions.mjs";
import { library } from "./library/all.mjs";
import { equal, same } from "./library/equality.mjs";
import { macros as standardMacros } from "./macros/all.mjs";
import { operators } from "./operators/all.mjs";
import { restarting } from "./operators/handlers.mjs";
import { print } from "./printer.mjs";
import { read } from "./reader.mjs";
import { isOfType } from "./types.mjs";

/** Forms that a program may evaluate. */
const STEPS = 30_000;

export class Evaluator {
  /** Values of special variables; definitions of the program. */
  values = new Map();
  specials = new Set();
  functions = new Map();
  macros = new Map();
  setters = new Map();
  /** Values that special variables had before they were bound, the latest last. */
  bindings = [];
  /** Handlers, restarts and tags of CATCH that are active, each linked to the one outside it. */
  handlers = null;
  restarts = null;
  catches = null;
  log = [];
  /**
   * The first error that nothing handled: a cleanup may still leave for somewhere in the program, or signal
   * another.
   */
  unhandled = null;
  /** Names of what was executed. */
  executed = new Set();
  #steps = 0;

  /** @param macros Those of the standard, or others where a fault is to be found. */
  constructor(macros = standardMacros) {
    this.standardMacros = macros;
  }

  same = same;
  equal = equal;

  cover(construct) {
    this.executed.add(construct);
  }

  /** The values of a form. */
  evaluate(form, env) {
    if (this.#steps++ > STEPS) throw new TooMuch("steps");
    if (form === undefined) throw new Malformed("a form is missing");
    if (form instanceof LispSymbol) return [this.variable(form, env)];
    if (!(form instanceof Cons)) return [form];
    const { car: head, cdr: rest } = form;
    if (head instanceof Cons) {
      this.cover("call of a LAMBDA form");
      return this.call(this.evaluate(head, env)[0], this.all(items(rest), env));
    }
    if (!(head instanceof LispSymbol)) throw new Malformed("an operator");
    const local = find(env, "function", head)?.meaning;
    if (local instanceof Macro) {
      this.cover("call of a local macro");
      return this.evaluate(local.expand(items(rest)), env);
    }
    if (local !== undefined) {
      this.cover("call of a local function");
      return this.call(local, this.all(items(rest), env));
    }
    return this.#global(head, items(rest), env);
  }

  #global(head, args, env) {
    const operator = operators.get(head.name);
    if (operator !== undefined) {
      this.cover(head.name);
      return operator(this, args, env);
    }
    const macro = this.standardMacros.get(head.name);
    if (macro !== undefined) {
      this.cover(head.name);
      return this.evaluate(macro(this, args, env), env);
    }
    const defined = this.macros.get(head);
    if (defined !== undefined) {
      this.cover("call of a macro");
      return this.evaluate(defined.expand(args), env);
    }
    const given = this.all(args, env);
    return this.callGlobal(head, given);
  }

  /** The value of a form. */
  one(form, env) {
    return this.evaluate(form, env)[0] ?? NIL;
  }

  isTrue(form, env) {
    return this.one(form, env) !== NIL;
  }

  /** The value of each form. */
  all(forms, env) {
    return forms.map((form) => this.one(form, env));
  }

  progn(forms, env) {
    let values = [NIL];
    for (const form of forms) values = this.evaluate(form, env);
    return values;
  }

  /** The values of a call of anything that FUNCALL takes. */
  call(what, args) {
    if (what instanceof LispSymbol) return this.callGlobal(what, args);
    if (!(what instanceof LispFunction))
      return this.error("TYPE-ERROR", { datum: what, expected: "FUNCTION" });
    try {
      return what.call(args);
    } catch (e) {
      if (e instanceof Trouble) return this.signalError(e.condition);
      throw e;
    }
  }

  callGlobal(name, args) {
    const found = this.globalFunction(name);
    if (found === undefined) return this.#undefined(name, args);
    if (this.functions.has(name)) return this.call(found, args);
    this.cover(name.name);
    const values = this.call(found, args);
    const kind = numberKind(values[0]);
    if (kind !== null) this.cover(kind);
    return values;
  }

  #undefined(name, args) {
    const restarts = [
      ["CONTINUE", () => this.callGlobal(name, args)],
      ["USE-VALUE", ([callee]) => this.call(callee, args)],
    ];
    return restarting(this, restarts, () => this.error("UNDEFINED-FUNCTION", { name }));
  }

  globalFunction(name) {
    const defined = this.functions.get(name);
    if (defined !== undefined) return defined;
    const standard = library.get(name.name);
    return standard && new LispFunction(name.name, (args) => standard(args, this));
  }

  /** The function that a name or a LAMBDA expression stands for. */
  functionNamed(name, env) {
    if (name instanceof Cons && name.car === symbol("LAMBDA")) {
      const [lambdaList, ...body] = items(name.cdr);
      return makeFunction(this, null, lambdaList, body, env);
    }
    const key = functionKey(name);
    const local = find(env, "function", key)?.meaning;
    if (local !== undefined) return local;
    return this.globalFunction(key) ?? this.error("UNDEFINED-FUNCTION", { name });
  }

  variable(name, env) {
    if (name === NIL || name === T || isKeyword(name)) return name;
    const meaning = find(env, "variable", name)?.meaning;
    if (meaning instanceof SymbolMacro) return this.one(meaning.expansion, env);
    if (meaning instanceof Variable) return meaning.value;
    this.#checkSpecial(name, meaning);
    return this.specialValue(name);
  }

  /**
   * A variable that is neither bound nor special is no program's; one that is written with asterisks may
   * be.
   */
  #checkSpecial(name, meaning) {
    if (meaning === undefined && !this.specials.has(name) && !name.name.startsWith("*"))
      throw new Malformed(`undefined variable ${name.name}`);
  }

  specialValue(name) {
    const value = this.values.get(name);
    return value === undefined ? this.#unbound(name) : value;
  }

  #unbound(name) {
    const restarts = [
      ["CONTINUE", () => this.specialValue(name)],
      ["USE-VALUE", ([value]) => value],
      ["STORE-VALUE", ([value]) => this.setSpecial(name, value)],
    ];
    return restarting(this, restarts, () => this.error("UNBOUND-VARIABLE", { name }));
  }

  setSpecial(name, value) {
    this.values.set(name, value);
    return value;
  }

  assign(name, value, env) {
    const found = find(env, "variable", name);
    const meaning = found?.meaning;
    if (meaning instanceof SymbolMacro) {
      const form = list([symbol("SETF"), meaning.expansion, list([symbol("QUOTE"), value])]);
      return this.one(form, env);
    }
    if (meaning instanceof Variable) {
      this.checkType(value, meaning.type);
      if (found.isOutside) this.cover("assignment from a closure");
      if (kindOf(value) !== kindOf(meaning.value)) this.cover("assignment of another type");
      meaning.value = value;
    } else {
      this.#checkSpecial(name, meaning);
      this.cover("assignment of a special variable");
      this.setSpecial(name, value);
    }
    return value;
  }

  /** The environment in which the variable is bound. */
  bind(env, name, value, declared) {
    if (!(name instanceof LispSymbol) || isKeyword(name) || name === NIL || name === T)
      throw new Malformed("a variable");
    const type = declared.types.get(name);
    this.checkType(value, type);
    if (!declared.specials.has(name) && !this.specials.has(name))
      return new Frame("variable", name, new Variable(value, type), env);
    this.cover("binding of a special variable");
    this.bindSpecial(name, value);
    return new Frame("variable", name, new SpecialName(), env);
  }

  bindSpecial(name, value) {
    this.bindings.push([name, this.values.get(name)]);
    this.values.set(name, value);
  }

  /** Returns what `run` returns, after it has restored the special variables that `run` bound. */
  binding(run) {
    const depth = this.bindings.length;
    try {
      return run();
    } finally {
      while (this.bindings.length > depth) this.values.set(...this.bindings.pop());
    }
  }

  checkType(value, type) {
    if (type === undefined) return;
    if (isOfType(value, type, this)) return void this.cover("declaration that is true");
    this.cover("declaration that is false");
    this.error("TYPE-ERROR", { datum: value, expected: type });
  }

  error(type, slots) {
    return this.signalError(new Condition(type, slots));
  }

  signalError(condition) {
    this.signal(condition);
    this.unhandled ??= condition;
    throw new Unhandled();
  }

  /** Asks the handlers, the innermost first; each runs with those that are outside of it. */
  signal(condition) {
    const active = this.handlers;
    try {
      for (let cluster = active; cluster !== null; cluster = cluster.outside) {
        this.handlers = cluster.outside;
        for (const { type, handle } of cluster.entries)
          if (isOfType(condition, type, this)) {
            handle(condition);
            this.cover("handler that declines");
          }
      }
    } finally {
      this.handlers = active;
    }
  }
}

/** The kind of a number that is no small integer. */
function numberKind(value) {
  if (value instanceof Ratio) return "ratio";
  if (value instanceof Float) return value.isDouble ? "double float" : "single float";
  if (typeof value !== "bigint" || BigInt.asIntN(54, value) === value) return null;
  return BigInt.asIntN(63, value) === value ? "fixnum of more than 53 bits" : "bignum";
}

function kindOf(value) {
  if (value === NIL) return "null";
  return typeof value === "bigint" ? "integer" : (value?.isString ?? false) ? "string" : value.constructor;
}

/**
 * Runs a program: `{ values, condition, log, specials, executed }`, printed; `condition` is the type of the
 * unhandled error, or null. Throws Malformed or TooMuch for a program that cannot be compared.
 * @param specials Names of special variables whose values at the end are of interest.
 */
export function evaluate(text, specials = [], lisp = new Evaluator()) {
  let values = [];
  try {
    for (const form of read(text)) if (lisp.unhandled === null) values = lisp.evaluate(form, null);
  } catch (e) {
    if (e instanceof Exit) throw new Malformed("an exit to nowhere");
    if (e instanceof RangeError) throw new TooMuch("depth");
    if (e instanceof Trouble) throw new Malformed("an error in no call");
    if (!(e instanceof Unhandled)) throw e;
  }
  const condition = lisp.unhandled?.type ?? null;
  if (condition !== null) lisp.cover("error that ends the program");
  return {
    values: condition === null ? values.map(print) : [],
    condition,
    log: lisp.log,
    specials: specials.map((name) => {
      const value = lisp.values.get(symbol(name.toUpperCase()));
      return value === undefined ? "unbound" : print(value);
    }),
    executed: lisp.executed,
  };
}
