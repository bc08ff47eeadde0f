/**
 * The numbers of objects in recordings. A private field of the object holds it: no program sees that, and no
 * copy has it. A weak map would take ten times as long for each object that is new, as the collector goes
 * through its entries.
 */

/** Its constructor answers the object that it is given, so that fields of classes below are added to that. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: that is what it is for
    return object;
  }
}

class Numbered extends Given {
  readonly #number: number;

  constructor(object: object, number: number) {
    super(object);
    this.#number = number;
  }

  /** The number of an object; undefined for one that has none. */
  static of(object: object): number | undefined {
    return #number in object ? object.#number : undefined;
  }
}

export class ObjectNumbers {
  #last = 0;
  /** Those of objects that take no field: JavaScript may come to refuse one to what is not extensible. */
  readonly #others = new WeakMap<object, number>();

  /** The number of an object; undefined before it was given one. */
  known(object: object): number | undefined {
    return Numbered.of(object) ?? this.#others.get(object);
  }

  /** The number of an object, which is given one where it has none. */
  of(object: object): number {
    return Numbered.of(object) ?? this.#new(object);
  }

  #new(object: object): number {
    const known = this.#others.get(object);
    if (known !== undefined) return known;
    const number = ++this.#last;
    try {
      new Numbered(object, number);
    } catch {
      this.#others.set(object, number);
    }
    return number;
  }
}
