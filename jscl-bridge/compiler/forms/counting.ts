/**
 * (%COUNT-UP variable limit . body), what DOTIMES comes to: the body for each value of the variable from 0,
 * to which it is set, up to the integer `limit`, a number or a variable.
 *
 * Unless the body assigns the variable, it holds a small integer without a test. Whether it does is known
 * only when the body has been compiled: until then a mark stands for the test.
 */

import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { type Destination, EFFECT } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { variableIn } from "../scope/held-reads.js";
import { elements, form as makeForm } from "../syntax/forms.js";
import { typeOf } from "../warnings/types.js";
import type { SpecialForms } from "./special-forms.js";

/** The type of a variable that counts up from zero. */
const COUNT = typeOf("UNSIGNED-BYTE");

const MARK = "\u000f";

/**
 * JavaScript variables that count in the loops around the code being compiled, and whether the program
 * assigns them.
 */
export class Counters {
  private readonly open = new Map<string, { assigned: boolean }>();

  /** Text for a test whether `js` is a 32-bit integer, or null where it counts nothing. */
  test(js: string): string | null {
    return this.open.has(variableIn(js)) ? `${MARK}${js}${MARK}` : null;
  }

  noteAssigned(js: string): void {
    const counter = this.open.get(js);
    if (counter !== undefined) counter.assigned = true;
  }

  /**
   * Compiles code in which `js` counts; its text with the tests filled in, and whether the program assigns
   * `js`.
   */
  counting(js: string, compile: () => string): { code: string; assigned: boolean } {
    const counter = { assigned: false };
    this.open.set(js, counter);
    const marked = compile();
    this.open.delete(js);
    const code = marked.replace(/\u000f([^\u000f]+)\u000f/g, (mark, x: string) => {
      if (variableIn(x) !== js) return mark;
      return counter.assigned ? `typeof ${x}==="number"&&(${x}|0)===${x}` : "true";
    });
    return { code, assigned: counter.assigned };
  }
}

function compileCountUp(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const [variable, limit, ...body] = elements(cdrOf(form));
  const binding = env.variable(variable as never);
  if (binding?.kind === "lexical") countLexical(unit, binding, { variable, limit, body, env });
  else unit.statement(whileForm(variable, limit, body), env, EFFECT);
  unit.deliver(destination, "nil");
}

function whileForm(variable: LispValue, limit: LispValue, body: readonly LispValue[]): LispValue {
  const step = makeForm("SETQ", variable, makeForm("1+", variable));
  return makeForm(stockSymbol("%WHILE"), makeForm("<", variable, limit), ...body, step);
}

interface Loop {
  variable: LispValue;
  limit: LispValue;
  body: readonly LispValue[];
  env: Environment;
}

function countLexical(unit: Unit, binding: VariableBinding, { variable, limit, body, env }: Loop): void {
  const { js } = binding;
  const region = unit.context.openRegion();
  const bound = unit.expression(limit, env);
  // The variable's first value must not count as its only one.
  binding.assigned = true;
  binding.used = true;
  const { flow } = unit;
  flow.bind(binding, () => ({ type: COUNT, alias: null }));
  const { reachable } = unit.reads;
  const start = flow.label();
  const { code, assigned } = unit.counters.counting(js, () =>
    unit.buffered(() => {
      flow.loop(start, () => {
        const tested = flow.here();
        for (const each of body) unit.statement(each, env, EFFECT);
        // One more than a count is one.
        const isCount = (): boolean => flow.typeOf(binding)?.text === COUNT.text;
        flow.bind(binding, () => ({ type: isCount() ? COUNT : null, alias: null }));
        flow.jump(start);
        flow.resume(tested);
      });
    }),
  );
  unit.reads.reachable = reachable;
  if (assigned) unit.assigned.add(js);
  const safepoint = `if(--S.fuel<0)${unit.context.slow("S.tick()")};`;
  const loop = assigned
    ? checkedLoop(unit, { variable, limit, body, env }, `${safepoint}${code}`)
    : `for(${js}=0;${js}<${bound};${js}++){${safepoint}${code}}`;
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(loop);
}

/** The loop where the variable may hold anything after the body. */
function checkedLoop(unit: Unit, { variable, limit, env }: Loop, code: string): string {
  let test = "";
  const head = unit.buffered(() => {
    test = unit.test(makeForm("<", variable, limit), env);
  });
  const step = unit.buffered(() =>
    unit.statement(makeForm("SETQ", variable, makeForm("1+", variable)), env, EFFECT),
  );
  return `for(;;){${head}if(!(${test}))break;${code}${step}}`;
}

export const countingForms: SpecialForms = { "%COUNT-UP": { statement: compileCountUp } };
