import { Image, type OverlayCode } from "../image/image.js";
import { LispImage } from "./lisp-image.js";

/** What an image is made of: the modules of the derived JSCL and of the overlay. */
export interface ImageParts {
  readonly createJscl: ConstructorParameters<typeof Image>[0];
  readonly overlay: OverlayCode;
}

/**
 * Makes an image of its parts; `progress` is called with each step as it begins. With `isOpen`, for tests,
 * its internals can be named.
 */
export function bootImage(
  { createJscl, overlay }: ImageParts,
  progress: (step: string) => void,
  isOpen = false,
): LispImage {
  progress("Starting JSCL");
  const image = new Image(createJscl);
  progress("Loading conditions, printer and objects");
  image.load(overlay);
  if (!isOpen) image.hideInternals();
  return new LispImage(image);
}
