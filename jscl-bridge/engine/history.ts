import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { list, nil, sym } from "../runtime/signals.js";

/**
 * What a REPL remembers of the last forms and their values (CLHS 25.1.1): `-`, `+`, `*`, `/` and their like.
 */
export class History {
  readonly #running = sym("-");
  readonly #forms = ["+", "++", "+++"].map((name) => sym(name));
  readonly #values = ["*", "**", "***"].map((name) => sym(name));
  readonly #lists = ["/", "//", "///"].map((name) => sym(name));

  constructor() {
    for (const symbol of [this.#running, ...this.#forms, ...this.#values, ...this.#lists]) {
      setSymbolValue(symbol, nil());
    }
  }

  begin(form: LispValue): void {
    setSymbolValue(this.#running, form);
  }

  /** The form that runs, which is `-`. */
  get running(): LispValue {
    return symbolValue(this.#running);
  }

  end(form: LispValue, values: readonly LispValue[]): void {
    push(this.#forms, form);
    push(this.#values, values.length > 0 ? values[0] : nil());
    push(this.#lists, list(...values));
  }
}

/** Makes `value` that of the first symbol, and each symbol's value that of the next. */
function push(symbols: readonly LispSymbol[], value: LispValue): void {
  let next = value;
  for (const symbol of symbols) {
    const old = symbolValue(symbol);
    setSymbolValue(symbol, next);
    next = old;
  }
}
