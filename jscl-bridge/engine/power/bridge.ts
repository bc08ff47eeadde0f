/** What Lisp reaches of JavaScript, as wide as the page's grants make it. */
import type { Bridge } from "../../runtime/objects/foreign.js";
import type { Capabilities } from "./capabilities.js";
import { describeGrants, type Grants, grantOf, isGranting } from "./grants.js";

/** Says of a name why it is not there; null for one that no grant gives. */
export function explainGrants(grants: Grants, name: string): string | null {
  const grant = grantOf(name);
  if (grant === null) return null;
  return `#j:${name} is not granted: the page allows ${describeGrants(grants)}. The page can: LispServer.start({ grants: { ${grant} } }).`;
}

/**
 * The bridge of an image; null where nothing is granted, for then there is none. With `dom` it begins at the
 * page's window, else at a table of what is granted.
 */
export function grantedBridge(grants: Grants, { globals, harmless }: Capabilities): Bridge | null {
  if (!isGranting(grants)) return null;
  if (grants.dom === true) return { root: globalThis, isOpen: true, harmless, explain: () => null };
  const root = Object.freeze(Object.assign(Object.create(null), globals)) as object;
  return { root, isOpen: false, harmless, explain: (name) => explainGrants(grants, name) };
}
