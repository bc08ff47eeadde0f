/**
 * Which definitions of the session use a function, macro or variable: found when it is asked, by walking the
 * lambda expressions that functions keep. Nothing is noted while a program is compiled or runs.
 */

import { observeLambda, type UseKind, type UseObserver } from "../compiler/syntax/expand-all.js";
import type { LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { functionNameOf } from "../runtime/objects/setf-names.js";
import { symbolFunction } from "../runtime/objects/symbols.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, isCons, list, sym } from "../runtime/signals.js";
import type { FrameInfo, SourcePosition } from "../runtime/stack/callstack.js";
import { longStep } from "../runtime/stack/safepoints.js";
import type { Place } from "../runtime/stack/sources.js";
import type { Image } from "./image.js";

/** A use of what was looked for. */
export interface FoundUse {
  /** The name of the definition: a symbol, or a list such as (METHOD AREA (CIRCLE)). */
  readonly definition: LispValue;
  readonly kind: UseKind;
  readonly position: SourcePosition | null;
  readonly file: string | null;
}

export interface Uses {
  readonly uses: readonly FoundUse[];
  /** How many definitions were looked through. */
  readonly searched: number;
  /** The names of definitions that keep no lambda expression. */
  readonly unread: readonly LispValue[];
}

/** A definition of the session. */
interface Definition {
  readonly name: LispValue;
  readonly info: FrameInfo | undefined;
}

/** The uses of a symbol, of these kinds, in all definitions that are there. */
export function usesOf(image: Image, symbol: LispSymbol, kinds: ReadonlySet<UseKind>): Uses {
  const uses: FoundUse[] = [];
  const unread: LispValue[] = [];
  let searched = 0;
  for (const { name, info } of definitions(image)) {
    longStep();
    const source = info?.source;
    if (!isCons(source)) {
      unread.push(name);
      continue;
    }
    searched += 1;
    const observer = new Observer(symbol, kinds, name, info as FrameInfo);
    const isWalked = image.catchingErrors(
      () => {
        observeLambda(image.compiler, source, observer);
        return true;
      },
      () => false,
    );
    if (!isWalked) unread.push(name);
    uses.push(...observer.found);
  }
  return { uses, searched, unread };
}

/** Finds one symbol in one definition. */
class Observer implements UseObserver {
  readonly found: FoundUse[] = [];
  /** Where the innermost form stands that has a place. */
  #here: SourcePosition | null;
  readonly #outer: (SourcePosition | null)[] = [];
  readonly #place: Place | null;

  constructor(
    private readonly symbol: LispSymbol,
    private readonly kinds: ReadonlySet<UseKind>,
    private readonly definition: LispValue,
    info: FrameInfo,
  ) {
    this.#place = placeOf(info);
    this.#here = info.place?.position ?? null;
  }

  begin(form: LispValue): void {
    this.#outer.push(this.#here);
    this.#here = this.#place?.form.text.positionOf?.(form) ?? this.#here;
  }

  end(): void {
    this.#here = this.#outer.pop() ?? null;
  }

  use(kind: UseKind, name: LispSymbol): void {
    if (name !== this.symbol || !this.kinds.has(kind)) return;
    const { definition } = this;
    const position = this.#here;
    const last = this.found.at(-1);
    const isSame =
      last?.kind === kind &&
      last.position?.line === position?.line &&
      last.position?.column === position?.column;
    // A macro may use its argument twice.
    if (!isSame) this.found.push({ definition, kind, position, file: this.#place?.form.text.file ?? null });
  }
}

/** A place in the text that a function comes from: its own or, of what a macro made, that of one of its calls. */
function placeOf({ place, calls }: FrameInfo): Place | null {
  return place ?? calls?.places.find((each) => each !== null) ?? null;
}

/** The definitions of the session: functions, macros, compiler macros and methods. */
function* definitions(image: Image): Generator<Definition> {
  const { definitions: known, stack } = image;
  const infoOf = (fn: LispFunction) => stack.infoOf(fn as { name: string });
  // The first look for one of SBCL's packages loads the extensions, which know the methods.
  image.tables.findPackage("SB-MOP");
  for (const symbol of known.compiled) {
    const info = image.internals.fboundp(symbol) ? infoOf(symbolFunction(symbol)) : undefined;
    if (info !== undefined && !isInternal(info)) yield { name: functionNameOf(symbol), info };
  }
  for (const [kind, table] of [
    ["MACRO-FUNCTION", known.macros],
    ["COMPILER-MACRO-FUNCTION", known.compilerMacros],
  ] as const) {
    for (const [symbol, fn] of table) {
      const info = infoOf(fn);
      if (info !== undefined && !isInternal(info)) yield { name: list(sym(kind), symbol), info };
    }
  }
  for (const each of elementsOf(callLisp("METHOD-FUNCTIONS", INTERNAL_PACKAGE))) {
    const [name, fn] = elementsOf(each);
    const info = typeof fn === "function" ? infoOf(fn as LispFunction) : undefined;
    if (info !== undefined && !isInternal(info)) yield { name, info };
  }
}

/** Whether it is the image's own: those have neither a source nor a place. */
function isInternal({ source, place, calls }: FrameInfo): boolean {
  return source === undefined && place === null && calls === undefined;
}
