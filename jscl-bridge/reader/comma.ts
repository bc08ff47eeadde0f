import type { LispValue } from "../runtime/objects/marshal.js";

/** What a comma reads as until the backquote around it is expanded. */
export class Comma {
  form: LispValue;
  /** `,` one object; `,@` a list to splice; `,.` one that may be spliced destructively. */
  readonly kind: "comma" | "comma-at" | "comma-dot";

  constructor(form: LispValue, kind: Comma["kind"]) {
    this.form = form;
    this.kind = kind;
  }

  get isSplicing(): boolean {
    return this.kind !== "comma";
  }
}
