/** Chance that repeats itself: the same seed gives the same choices on every machine. */
export class Random {
  #state;

  /** @param {...(number | string)} seed What the choices depend on. */
  constructor(...seed) {
    this.#state = hash(seed.join("/"));
  }

  /** A number from 0 to below 1. (Mulberry32.) */
  unit() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low, high) {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  chance(probability) {
    return this.unit() < probability;
  }

  pick(items) {
    return items[this.int(0, items.length - 1)];
  }

  /** One of `[weight, item]`, as often as its weight says. */
  weighted(choices) {
    let rest = this.unit() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of choices) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return choices.at(-1)[1];
  }

  /** From `low` to `high` results of `make`. */
  many(low, high, make) {
    return Array.from({ length: this.int(low, high) }, (_, i) => make(i));
  }
}

/** FNV-1a, and a last stir, so that neighbouring seeds have nothing in common. */
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
