/** Names that are near to one that there is none of, by the number of slips between them. */

/** The names that are likely to be meant by one, the nearest first, at most `most`. */
export function nearNames(names: Iterable<string>, name: string, most: number): readonly string[] {
  const wanted = name.toLowerCase();
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const each of names) {
    const isPart = wanted.length > 2 && (each.includes(wanted) || (each.length > 2 && wanted.includes(each)));
    const distance = isPart ? 1 : distanceOf(each, wanted);
    if (distance <= 1 + Math.floor(wanted.length / 4)) found.push({ name: each, distance });
  }
  found.sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1));
  return found.slice(0, most).map((each) => each.name);
}

/** A name of this many characters may have two slips; a shorter one that does is another name. */
const LONG = 8;

/** Of a shorter name than this a slip leaves too little. */
const SHORTEST = 4;

/** The one thing that was meant, and how far its name is from what was written. */
export interface Meant<T> {
  readonly value: T;
  readonly distance: number;
}

/**
 * The thing whose name is meant, for certain: the only one that is one slip away, or two where the name is
 * long. Null where there is none, or where several are as near. `shortest` is for small sets of names.
 */
export function theOneMeant<T>(
  things: Iterable<T>,
  nameOf: (thing: T) => string,
  written: string,
  shortest = SHORTEST,
): Meant<T> | null {
  if (written.length < shortest) return null;
  let limit = written.length < LONG ? 1 : 2;
  let found: Meant<T> | null = null;
  let isTied = false;
  for (const value of things) {
    const name = nameOf(value);
    if (name.length < shortest || Math.abs(name.length - written.length) > limit) continue;
    const distance = distanceOf(name, written);
    if (distance > limit || distance === 0) continue;
    if (found !== null && found.distance === distance && found.value === value) continue;
    isTied = distance === found?.distance;
    found = { value, distance };
    limit = distance;
  }
  return isTied ? null : found;
}

/** Beyond this a name is far from any. */
const LONGEST = 100;

/** Characters to insert, remove, replace or swap with their neighbours to make one text of another. */
export function distanceOf(one: string, other: string): number {
  if (one.length > LONGEST || other.length > LONGEST) return LONGEST;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] as number) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] as number;
}
