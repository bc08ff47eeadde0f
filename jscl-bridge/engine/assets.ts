import type { ImageParts } from "./boot.js";

/** Fetches what an image is made of from beside this module. Rejects when the file cannot be had. */
export async function fetchImageParts(): Promise<ImageParts> {
  const { createJscl, overlay } = await import(new URL("./jscl.js", import.meta.url).href);
  return { createJscl, overlay };
}
