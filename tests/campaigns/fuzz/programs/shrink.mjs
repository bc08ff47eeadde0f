/** Makes what fails small. */
import { Dotted } from "./tree.mjs";

/** The most programs that are tried on the way. */
const TRIES = 3000;

/** The smallest list of forms found for which `fails` still resolves to true. */
export async function shrink(forms, fails) {
  let best = forms;
  let left = TRIES;
  for (let progress = true; progress; ) {
    progress = false;
    for (const smaller of reductions(best)) {
      if (left-- === 0) return best;
      if (await fails(smaller)) {
        best = smaller;
        progress = true;
        break;
      }
    }
  }
  return best;
}

/** Trees one step smaller, the smallest first: without one item, or with a part in the place of the whole. */
function* reductions(tree) {
  if (tree instanceof Dotted) {
    yield tree.items;
    return;
  }
  if (!Array.isArray(tree)) return;
  for (let i = 0; i < tree.length; i++)
    if (Array.isArray(tree[i])) for (const part of tree[i]) yield tree.with(i, part);
  for (let i = 0; i < tree.length; i++) yield tree.toSpliced(i, 1);
  for (let i = 0; i < tree.length; i++) {
    if (Array.isArray(tree[i]) && tree[i].length > 0) yield tree.with(i, "0");
    for (const smaller of reductions(tree[i])) yield tree.with(i, smaller);
  }
}

/** The list without what is not needed for `fails`; its last item stays. */
export async function shrinkList(list, fails) {
  let best = list;
  for (let size = list.length >> 1; size >= 1; size >>= 1) {
    for (let i = 0; i < best.length - 1; ) {
      const smaller = best.toSpliced(i, Math.min(size, best.length - 1 - i));
      if (await fails(smaller)) best = smaller;
      else i += size;
    }
  }
  return best;
}

/**
 * The smallest text found for which `fails` still resolves to true: parts of it are left out, the long ones
 * first.
 */
export async function shrinkText(text, fails) {
  let best = text;
  for (let size = best.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < best.length; ) {
      const smaller = best.slice(0, at) + best.slice(at + size);
      if (await fails(smaller)) best = smaller;
      else at += size;
    }
  }
  return best;
}
