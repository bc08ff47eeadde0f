import type { ImageParts } from "./boot.js";

/** Fetches what an image is made of, all at once, from beside this module. Rejects when a file cannot be had. */
export async function fetchImageParts(): Promise<ImageParts> {
  const load = (name: string) => import(new URL(name, import.meta.url).href);
  const [{ createJscl }, { overlay }] = await Promise.all([load("./jscl.js"), load("./overlay.js")]);
  return { createJscl, overlay };
}
