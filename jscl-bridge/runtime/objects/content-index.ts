/**
 * The places of keys that are equal by what they contain, by hash codes. A Map of JavaScript's would take a
 * number for each, and numbers that are no keys themselves are objects, which it is slow to find.
 */
export class ContentIndex {
  /** The latest place of each hash code's lowest bits; negative where there is none. */
  private heads: number[] = empty(8);
  /** By place. */
  private readonly hashes: number[] = [];
  private readonly earlier: number[] = [];
  private count = 0;

  /** The place to look at first for a hash code; negative where there is none. */
  first(hash: number): number {
    return this.from(this.heads[hash & (this.heads.length - 1)] as number, hash);
  }

  /** The place to look at after another. */
  next(place: number, hash: number): number {
    return this.from(this.earlier[place] as number, hash);
  }

  add(place: number, hash: number): void {
    if (++this.count > this.heads.length) this.grow();
    this.hashes[place] = hash;
    this.link(place, hash & (this.heads.length - 1));
  }

  remove(place: number, hash: number): void {
    const { heads, earlier } = this;
    const head = hash & (heads.length - 1);
    this.count--;
    if (heads[head] === place) heads[head] = earlier[place] as number;
    else {
      let later = heads[head] as number;
      while (earlier[later] !== place) later = earlier[later] as number;
      earlier[later] = earlier[place] as number;
    }
  }

  private from(start: number, hash: number): number {
    let place = start;
    while (place >= 0 && this.hashes[place] !== hash) place = this.earlier[place] as number;
    return place;
  }

  private link(place: number, head: number): void {
    this.earlier[place] = this.heads[head] as number;
    this.heads[head] = place;
  }

  private grow(): void {
    const chains = this.heads;
    this.heads = empty(2 * chains.length);
    for (let at = 0; at < chains.length; at++) {
      let place = chains[at] as number;
      while (place >= 0) {
        const before = this.earlier[place] as number;
        this.link(place, (this.hashes[place] as number) & (this.heads.length - 1));
        place = before;
      }
    }
  }
}

function empty(size: number): number[] {
  const heads: number[] = [];
  for (let i = 0; i < size; i++) heads.push(-1);
  return heads;
}
