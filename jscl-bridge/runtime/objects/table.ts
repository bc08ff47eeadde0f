/**
 * An object that is looked up by a name which a program may have chosen. It has no prototype: `constructor`,
 * `valueOf` and their like are there only where somebody has put them.
 */
export function table<V>(entries: Readonly<Record<string, V>> = {}): Record<string, V> {
  return Object.assign(Object.create(null) as Record<string, V>, entries);
}
