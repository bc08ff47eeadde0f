/** The verbs that JSCL's own macros expand into: raw access to JavaScript objects, and calls of our runtime. */
import type { LispCons, LispSymbol, LispValue } from "../runtime/marshal.js";
import { isLispString, stringText } from "../runtime/marshal.js";
import type { Destination } from "./destination.js";
import type { Environment } from "./environment.js";
import { car, cdr, elements, isSymbol, operands } from "./forms.js";
import { ProgramError } from "./program-error.js";
import { readable } from "./reads.js";
import type { SpecialForm, SpecialForms } from "./special-forms.js";
import type { Unit } from "./unit.js";
import { checkRuntimeCall } from "./warnings/runtime-calls.js";

/** A JavaScript property key from a form: a literal string, or computed. */
function key(unit: Unit, form: LispValue, env: Environment): string {
  return isLispString(form) ? JSON.stringify(stringText(form)) : `R.text(${unit.expression(form, env)})`;
}

function property(unit: Unit, object: LispValue, keys: readonly LispValue[], env: Environment): string {
  let text = unit.stable(unit.expression(object, env));
  for (const k of keys) text = `${text}[${key(unit, k, env)}]`;
  return text;
}

/** A JavaScript property by its keys, read with a look at what programs may reach. */
function reading(unit: Unit, object: LispValue, keys: readonly LispValue[], env: Environment): string {
  const target = unit.stable(unit.expression(object, env));
  return unit.context.slow(`R.foreignRead(${[target, ...keys.map((k) => key(unit, k, env))].join(",")})`);
}

/** The setting of such a property, of a value that has a name. */
function writing(
  unit: Unit,
  value: string,
  object: LispValue,
  keys: readonly LispValue[],
  env: Environment,
): string {
  const target = unit.stable(unit.expression(object, env));
  return unit.context.slow(
    `R.foreignWrite(${[value, target, ...keys.map((k) => key(unit, k, env))].join(",")})`,
  );
}

/** Whether what a program does with JavaScript's objects is looked at each time. */
function isChecked(unit: Unit): boolean {
  return unit.host.checksForeign && !unit.host.internalCode;
}

const ACCESSORS: ReadonlySet<unknown> = new Set(["OGET", "OGET!"]);

/** Whether a call's head reads a JavaScript property, as `#j:f` does: then the call is one of that method. */
export function isForeignHead(head: LispValue): boolean {
  const symbol = car(head);
  return isSymbol(symbol) && symbol.package?.packageName === "JSCL" && ACCESSORS.has(symbol.name);
}

/** ((oget object "key" …) argument …) calls a JavaScript method; OGET converts, OGET! does not. */
export function foreignCall(unit: Unit, form: LispCons, env: Environment): string {
  const head = form.$$jscl_car as LispCons;
  const [object, ...keys] = operands(head, 2);
  const computed = keys.filter((k) => !isLispString(k));
  const args = elements(form.$$jscl_cdr);
  const [target, ...rest] = unit.atoms([object, ...computed, ...args], env);
  const keyTexts = keys.map((k) =>
    isLispString(k) ? JSON.stringify(stringText(k)) : `R.text(${rest.shift()})`,
  );
  const convert = (head.$$jscl_car as LispSymbol).name === "OGET";
  return unit.context.slow(`R.callForeign(${convert},${target},[${keyTexts.join(",")}],[${rest.join(",")}])`);
}

function verb(arity: number, text: (...atoms: string[]) => string): SpecialForm {
  return {
    expression: (unit, form, env) => text(...unit.atoms(operands(form, arity, arity), env)),
  };
}

/** A verb that is a call of the runtime where programs are looked after. */
function checkedVerb(arity: number, checked: string, text: (...atoms: string[]) => string): SpecialForm {
  return {
    expression: (unit, form, env) => {
      const atoms = unit.atoms(operands(form, arity, arity), env);
      return isChecked(unit) ? unit.context.slow(`R.${checked}(${atoms.join(",")})`) : text(...atoms);
    },
  };
}

/** (%RUNTIME "name" form …) calls a function of the runtime. */
function runtimeCall(unit: Unit, form: LispCons, env: Environment): string {
  const [name, ...args] = operands(form, 1);
  if (!isLispString(name) || !/^[A-Za-z]\w*$/.test(stringText(name)))
    throw new ProgramError("%RUNTIME needs the name of a function");
  unit.checks = checkRuntimeCall(unit, stringText(name), args, env);
  const texts = unit.atoms(args, env);
  return unit.context.slow(`R.${stringText(name)}(${texts.join(",")})`);
}

function newObject(convert: boolean): SpecialForm {
  return {
    expression: (unit, form, env) => {
      const plist = elements(form.$$jscl_cdr);
      const values = unit.expressions(
        plist.filter((_, i) => i % 2 === 1),
        env,
      );
      const entries = values.map((value, i) => {
        const name = plist[2 * i];
        if (!isLispString(name)) throw new ProgramError("a property name is not a literal string");
        return `[${JSON.stringify(stringText(name))}]:${convert ? `R.toJs(${value})` : value}`;
      });
      return `({${entries.join(",")}})`;
    },
  };
}

function jsTry(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [body, ...clauses] = operands(form, 1);
  const region = unit.context.openRegion();
  const entry = unit.flow.here();
  const code = unit.buffered(() => unit.statement(body, env, destination));
  const ends = [unit.flow.here()];
  let text = `try{${code}}`;
  for (const clause of clauses) {
    const name = (car(clause) as { name?: string }).name;
    if (name === "CATCH") {
      const variable = car(car(cdr(clause)));
      const js = unit.fresh("e");
      const inner = env.withVariable(variable as never, {
        ...readable(),
        kind: "lexical",
        js,
        owner: unit.context,
        used: true,
        assigned: false,
        uses: 0,
        calls: 0,
        ignored: true,
        declaredIgnore: false,
        type: null,
        expansion: null,
      });
      unit.flow.resume(unit.flow.abrupt(entry));
      const handler = unit.buffered(() => unit.body(cdr(cdr(clause)), inner, destination));
      ends.push(unit.flow.here());
      text += `catch(${js}_){const ${js}=R.fromJs(${js}_);${handler}}`;
    } else if (name === "FINALLY") {
      unit.flow.resume(unit.flow.abrupt(entry));
      text += `finally{${unit.buffered(() => unit.body(cdr(clause), env, { to: "effect", values: "pv" }))}}`;
      ends.splice(0, ends.length, unit.flow.here());
    }
  }
  unit.flow.resume(...ends);
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(text.includes("}catch(") || text.includes("}finally{") ? text : code);
}

/** (%RUNTIME-GUARD . body): a JavaScript exception in the body becomes a Lisp error while its handlers are active. */
function guard(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const region = unit.context.openRegion();
  const code = unit.buffered(() => unit.body(form.$$jscl_cdr, env, destination));
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(`try{${code}}catch(e){if(R.isExit(e))throw e;R.convertForeign(e);}`);
}

export const foreignForms: SpecialForms = {
  "%RUNTIME": { expression: runtimeCall },
  "%RUNTIME-GUARD": { statement: guard },
  "%UNSAFE-CAR": verb(1, (x) => `${x}.$$jscl_car`),
  "%UNSAFE-CDR": verb(1, (x) => `${x}.$$jscl_cdr`),
  "OGET!": {
    expression: (unit, form, env) => {
      const [object, ...keys] = operands(form, 2);
      return isChecked(unit) ? reading(unit, object, keys, env) : property(unit, object, keys, env);
    },
  },
  "OSET!": {
    expression: (unit, form, env) => {
      const [value, object, ...keys] = operands(form, 3);
      const name = unit.stable(unit.expression(value, env));
      if (isChecked(unit)) return writing(unit, name, object, keys, env);
      return `(${property(unit, object, keys, env)}=${name})`;
    },
  },
  "OGET*": {
    expression: (unit, form, env) => {
      const [object, ...keys] = operands(form, 2);
      return `R.orNil(${isChecked(unit) ? reading(unit, object, keys, env) : property(unit, object, keys, env)})`;
    },
  },
  "OSET*": {
    expression: (unit, form, env) => {
      const [value, object, ...keys] = operands(form, 3);
      const name = unit.stable(unit.expression(value, env));
      if (isChecked(unit)) return `R.orNil(${writing(unit, name, object, keys, env)})`;
      return `R.orNil(${property(unit, object, keys, env)}=${name})`;
    },
  },
  OGET: {
    expression: (unit, form, env) => {
      const [object, ...keys] = operands(form, 2);
      const text = unit.host.internalCode
        ? property(unit, object, keys, env)
        : reading(unit, object, keys, env);
      return `R.fromJs(R.orNil(${text}))`;
    },
  },
  OSET: {
    expression: (unit, form, env) => {
      const [value, object, ...keys] = operands(form, 3);
      const name = unit.stable(unit.expression(value, env));
      if (isChecked(unit)) return `R.orNil(${writing(unit, `R.toJs(${name})`, object, keys, env)})`;
      return `R.orNil(${property(unit, object, keys, env)}=R.toJs(${name}))`;
    },
  },
  "NEW!": newObject(false),
  NEW: newObject(true),
  CLONE: verb(1, (x) => `Object.assign({},${x})`),
  IN: {
    expression: (unit, form, env) => {
      const [k, object] = operands(form, 2, 2);
      return `(${key(unit, k, env)} in ${unit.expression(object, env)}?t:nil)`;
    },
  },
  OBJECTP: verb(1, (x) => `(typeof ${x}==="object"&&${x}!==null?t:nil)`),
  "STORAGE-VECTOR-P": verb(1, (x) => `(typeof ${x}==="object"&&${x}!==null&&"length" in ${x}?t:nil)`),
  "MAKE-STORAGE-VECTOR": verb(1, (n) => `new Array(${n})`),
  "STORAGE-VECTOR-SIZE": verb(1, (x) => `${x}.length`),
  "RESIZE-STORAGE-VECTOR": checkedVerb(2, "resizeStorage", (x, n) => `(${x}.length=${n})`),
  "STORAGE-VECTOR-REF": verb(2, (x, i) => `R.aref(${x},${i})`),
  "STORAGE-VECTOR-REF!": checkedVerb(2, "storage", (x, i) => `${x}[${i}]`),
  "STORAGE-VECTOR-SET": verb(3, (x, i, v) => `R.setAref(${x},${i},${v})`),
  "STORAGE-VECTOR-SET!": checkedVerb(3, "setStorage", (x, i, v) => `(${x}[${i}]=${v})`),
  "STORAGE-VECTOR-FILL": checkedVerb(2, "fillStorage", (x, v) => `${x}.fill(${v})`),
  "LISP-TO-JS": verb(1, (x) => `R.toJs(${x})`),
  "JS-TO-LISP": verb(1, (x) => `R.fromJs(${x})`),
  "JS-NULL-P": verb(1, (x) => `(${x}===null?t:nil)`),
  "JS-UNDEFINED-P": verb(1, (x) => `(${x}===undefined?t:nil)`),
  "%JS-TYPEOF": verb(1, (x) => `R.fromJs(typeof ${x})`),
  "%%NLX-P": verb(1, (x) => `(R.isExit(${x})?t:nil)`),
  "%JS-TRY": { statement: jsTry },
};
