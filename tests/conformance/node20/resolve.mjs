const globbing = new URL("./globbing.mjs", import.meta.url).href;

/** Gives `fs` with globSync to whoever asks for `fs`; the file that completes it asks for `node:fs`. */
export function resolve(specifier, context, next) {
  return specifier === "fs" ? { url: globbing, shortCircuit: true } : next(specifier, context);
}
