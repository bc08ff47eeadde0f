import type { LispCons, LispValue } from "../runtime/objects/marshal.js";
import { safepoint } from "../runtime/stack/safepoints.js";
import { Comma } from "./comma.js";

/** `#n=` and `#n#` (CLHS 2.4.8.15): an object that stands for itself inside itself is put in once it is whole. */

/** Stands where `#n#` refers to an object that is still being read. */
export class Placeholder {
  target: LispValue | Placeholder = this;
}

interface Parts {
  isCons(x: LispValue): x is LispCons;
  /** Puts what a function gives for them in the place of the parts of an object that is no cons and no vector. */
  replaceParts(object: object, by: (part: LispValue) => LispValue): void;
}

export class Labels {
  readonly #labels = new Map<number, LispValue>();
  #isCircular = false;

  has(label: number): boolean {
    return this.#labels.has(label);
  }

  /** Announces a label whose object is about to be read. */
  begin(label: number): Placeholder {
    const placeholder = new Placeholder();
    this.#labels.set(label, placeholder);
    return placeholder;
  }

  finish(label: number, placeholder: Placeholder, value: LispValue): void {
    placeholder.target = value;
    this.#labels.set(label, value);
  }

  /** What a reference stands for; a placeholder while it is being read. */
  refer(label: number): LispValue {
    const value = this.#labels.get(label);
    if (value instanceof Placeholder) this.#isCircular = true;
    return value;
  }

  /** The toplevel object with all placeholders replaced. */
  resolve(value: LispValue, image: Parts): LispValue {
    return this.#isCircular ? replace(value, image) : value;
  }
}

/** Walks everything a reader can have made; without recursion along lists, which may be long. */
function replace(root: LispValue, image: Parts): LispValue {
  const seen = new Set<LispValue>();
  const pending: LispValue[] = [root];
  const settle = (value: LispValue): LispValue => {
    const target = value instanceof Placeholder ? value.target : value;
    if (typeof target === "object" && target !== null && !seen.has(target)) {
      seen.add(target);
      pending.push(target);
    }
    return target;
  };
  seen.add(root);
  while (pending.length > 0) {
    safepoint();
    const object = pending.pop();
    if (image.isCons(object)) {
      object.$$jscl_car = settle(object.$$jscl_car);
      object.$$jscl_cdr = settle(object.$$jscl_cdr);
    } else if (Array.isArray(object)) {
      for (let i = 0; i < object.length; i++) {
        // Strings and bit vectors hold no objects of their own.
        if (typeof object[i] === "object") object[i] = settle(object[i]);
      }
    } else if (object instanceof Comma) {
      object.form = settle(object.form);
    } else if (typeof object === "object" && object !== null) image.replaceParts(object, settle);
  }
  return root;
}
