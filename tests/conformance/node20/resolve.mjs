const globbing = new URL("./globbing.mjs", import.meta.url).href;

/** Resolves `fs` to a module with globSync; the file that adds it imports `node:fs`. */
export function resolve(specifier, context, next) {
  return specifier === "fs" ? { url: globbing, shortCircuit: true } : next(specifier, context);
}
