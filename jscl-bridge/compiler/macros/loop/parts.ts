/** What the clauses of one LOOP come to, until it is put together. */

import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { nil, sym } from "../../../runtime/signals.js";
import type { CompilerHost } from "../../host.js";
import type { Environment } from "../../scope/environment.js";
import { car, cons, form, isCons, list } from "../../syntax/forms.js";
import type { Collector } from "./accumulation.js";
import { ClauseSource } from "./source.js";

/** The package of the tags, as SBCL has them. */
export const LOOP_PACKAGE = "SB-LOOP";

/** The tag that LOOP-FINISH goes to. */
export const endTag = (): LispSymbol => sym("END-LOOP", LOOP_PACKAGE);

export const endLoop = (): LispValue => form("GO", endTag());

type Layer = (body: LispValue) => LispValue;

export interface LoopParts {
  readonly host: CompilerHost;
  readonly environment: Environment;
  readonly source: ClauseSource;
  name: LispValue;
  isNamed: boolean;
  /** Names that clauses bind, whose values they step or collect. */
  readonly bound: Set<LispValue>;
  readonly collectors: Collector[];
  readonly prologue: LispValue[];
  /** What is done before the body is reached for the first time, and before each other time. */
  readonly before: LispValue[];
  readonly again: LispValue[];
  body: LispValue[];
  readonly epilogue: LispValue[];
  /** What the loop answers where nothing else returns. */
  result: LispValue | null;
  /** ALWAYS, NEVER or THEREIS make the value. */
  isQuantified: boolean;
  /** A clause has put something into the body, so that nothing can be iterated after it. */
  hasBody: boolean;
  inConditional: boolean;
  fresh(name: string): LispSymbol;
  /** A variable that errors do not name, as SBCL has none there. */
  unnamed(name: string): LispSymbol;
  bind(name: LispValue, init: LispValue, ...declarations: LispValue[]): void;
  /** Has a variable that is being bound begin with a value. */
  beginWith(name: LispValue, value: LispValue): void;
  /** Binds in parallel what clauses joined by AND bind, around all that comes later. */
  closeBindings(): void;
  /** Puts a form around the loop, inside of what is being bound. */
  surround(layer: Layer): void;
  /** What all of it is, around the TAGBODY. */
  surrounded(tagbody: LispValue): LispValue;
  emit(...forms: LispValue[]): void;
}

/** The parts of a loop of these clauses. */
export function loopParts(host: CompilerHost, environment: Environment, clauses: LispValue): LoopParts {
  const layers: Layer[] = [];
  let bindings: LispValue[] = [];
  let declarations: LispValue[] = [];
  let inside: Layer[] = [];
  let made = 0;
  const parts: LoopParts = {
    host,
    environment,
    source: new ClauseSource(clauses),
    name: nil(),
    isNamed: false,
    bound: new Set(),
    collectors: [],
    prologue: [],
    before: [],
    again: [],
    body: [],
    epilogue: [],
    result: null,
    isQuantified: false,
    hasBody: false,
    inConditional: false,
    fresh: (name) => new host.internals.Symbol(`LOOP-${name}-${made++}`),
    unnamed: (name) => new host.internals.Symbol(name),
    bind: (name, init, ...more) => {
      bindings.push(list(name, init));
      declarations.push(...more, list(sym("IGNORABLE"), name));
    },
    beginWith: (name, value) => {
      bindings = bindings.map((each) => (car(each) === name ? list(name, value) : each));
    },
    closeBindings: () => {
      if (bindings.length > 0) {
        const bound = list(...bindings);
        const declaration = cons(sym("DECLARE"), list(...declarations));
        layers.push((body) => form("LET", bound, declaration, body));
      }
      layers.push(...inside);
      bindings = [];
      declarations = [];
      inside = [];
    },
    surround: (layer) => inside.push(layer),
    surrounded: (tagbody) => layers.reduceRight((inner, layer) => layer(inner), tagbody),
    emit: (...forms) => {
      parts.body.push(...forms);
      parts.hasBody = true;
    },
  };
  return parts;
}

/** A test that ends the loop: before the body it is made as iterations are. */
export function emitTest(parts: LoopParts, test: LispValue): void {
  if (parts.hasBody || parts.inConditional) {
    parts.emit(test);
    return;
  }
  parts.before.push(test);
  parts.again.push(test);
}

export function returning({ name }: LoopParts, value: LispValue): LispValue {
  return form("RETURN-FROM", name, value);
}

export function refuseInConditional({ inConditional, source }: LoopParts, clause = ""): void {
  if (!inConditional) return;
  const shown = clause === "" ? "This LOOP" : `The LOOP :${clause}`;
  source.fail(`${shown} clause is not permitted inside a conditional.`);
}

/** The whole form. */
export function expansion(parts: LoopParts): LispValue {
  parts.closeBindings();
  const { name, before, again, body, result } = parts;
  // What is done alike each time stands once, after the tag.
  let shared = 0;
  while (shared < before.length && before.at(-1 - shared) === again.at(-1 - shared)) shared++;
  const first = before.slice(0, before.length - shared);
  const statements = [
    ...parts.prologue,
    ...first,
    sym("NEXT-LOOP", LOOP_PACKAGE),
    ...before.slice(first.length),
    ...body,
    ...again.slice(0, again.length - shared),
    form("GO", sym("NEXT-LOOP", LOOP_PACKAGE)),
    endTag(),
    ...parts.epilogue,
  ];
  const tagbody = cons(sym("TAGBODY"), list(...statements));
  return form("BLOCK", name, parts.surrounded(result === null ? tagbody : form("PROGN", tagbody, result)));
}

/** Forms in the place of one. */
export function together(forms: readonly LispValue[]): LispValue {
  return forms.length === 1 ? forms[0] : cons(sym("PROGN"), list(...forms));
}

/** The parts of a pattern of variables, or of one of types, which may be shorter. */
export function half(pattern: LispValue, part: (x: LispValue) => LispValue): LispValue {
  return isCons(pattern) ? part(pattern) : pattern;
}
