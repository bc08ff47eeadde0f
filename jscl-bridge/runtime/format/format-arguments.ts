/** The arguments of a control string, taken from a JavaScript array or lazily from a Lisp list. */
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { isCons, list, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";

export class Arguments {
  index = 0;

  /** `tail` is the part of a list that was not looked at yet; NIL when all items are known. */
  constructor(
    private readonly items: LispValue[],
    private tail: LispValue = nil(),
    private readonly safepoint: () => void = () => {},
  ) {}

  /**
   * Arguments that are the elements of a Lisp list, which may be circular. What is no list signals TYPE-ERROR
   * when an element is asked for.
   */
  static ofList(value: LispValue, safepoint: () => void): Arguments {
    return new Arguments([], value, safepoint);
  }

  /** Brings item `index` in sight; false when there is none. */
  private reach(index: number): boolean {
    while (this.items.length <= index) {
      if (this.tail === nil()) return false;
      if (!isCons(this.tail)) {
        wrongType(this.tail, sym("LIST"));
      }
      this.items.push(carOf(this.tail));
      this.tail = cdrOf(this.tail);
      if (this.items.length % 1000 === 0) this.safepoint();
    }
    return true;
  }

  get empty(): boolean {
    return this.index >= this.items.length && this.tail === nil();
  }

  /** The number of arguments from the beginning; walks the whole list. */
  get length(): number {
    while (this.tail !== nil()) this.reach(this.items.length);
    return this.items.length;
  }

  get remaining(): number {
    return this.length - this.index;
  }

  /** The next argument, or undefined when there is none. */
  next(): LispValue | undefined {
    return this.reach(this.index) ? this.items[this.index++] : undefined;
  }

  /** All arguments that are left, as a Lisp list. */
  takeRest(): LispValue {
    const rest = this.items.slice(this.index, this.length);
    this.index = this.items.length;
    return list(...rest);
  }
}
