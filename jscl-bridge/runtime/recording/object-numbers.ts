/**
 * Numbers of objects in recordings. A private field of the object holds its number: no program sees the
 * field, and no copy has it. A WeakMap takes ten times as long for each new object, because the collector
 * visits its entries.
 */

/** A constructor that returns its argument: a class that extends it adds its fields to that object. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: subclasses add their fields to it
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
  /** Numbers of objects that take no field: a coming JavaScript refuses one to what is not extensible. */
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
