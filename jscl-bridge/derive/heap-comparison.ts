/** Differences between what two objects of separate realms lead to, as paths; empty when they are alike. */
export function differences(first: object, second: object, limit = 10): string[] {
  const found: string[] = [];
  const partners = new Map<object, object>();
  const pending: [object, object, string][] = [[first, second, "jscl"]];
  const compare = (a: unknown, b: unknown, path: string): void => {
    const [inA, inB] = [a, b].map((x) => (typeof x === "object" && x !== null) || typeof x === "function");
    if (inA && inB) {
      if (partners.get(a as object) !== b) pending.push([a as object, b as object, path]);
    } else if (!Object.is(a, b)) found.push(`${path}: ${String(a)} and ${String(b)}`);
  };
  for (const [a, b, path] of pending) {
    if (found.length >= limit) break;
    const partner = partners.get(a);
    if (partner !== undefined) {
      if (partner !== b) found.push(`${path}: one object there, two here`);
      continue;
    }
    partners.set(a, b);
    if (Object.hasOwn(a, "globalThis")) continue;
    if (kind(a) !== kind(b)) found.push(`${path}: ${kind(a)} and ${kind(b)}`);
    const keys = (object: object) =>
      Reflect.ownKeys(object).filter((key) => !(typeof object === "function" && key === "name"));
    const keysA = keys(a).map(String);
    const keysB = keys(b).map(String);
    if (keysA.join() !== keysB.join())
      found.push(`${path}: keys ${keysA.slice(0, 9)} and ${keysB.slice(0, 9)}`);
    else
      for (const key of keys(a))
        if (typeof key === "string") compare(read(a, key), read(b, key), `${path}.${key}`);
  }
  return found;
}

function read(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function kind(object: object): string {
  const prototype = Object.getPrototypeOf(object) as { constructor?: { length: number } } | null;
  if (typeof object === "function") return "function";
  if (prototype === null) return "bare object";
  if (Array.isArray(object)) return "array";
  return `object of ${Object.getPrototypeOf(prototype) === null ? "Object" : "a class"}`;
}
