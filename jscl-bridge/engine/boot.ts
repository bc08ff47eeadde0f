import type { GrantedDirectory } from "../contract/granted-directory.js";
import { Image, type OverlayCode } from "../image/image.js";
import { beginIn, grantedFiles } from "../runtime/granted-files.js";
import { characterNames } from "../runtime/library/unicode-names.js";
import { LispImage } from "./lisp-image.js";
import { makerOf, type RareSource } from "./rare-functions.js";

/** What an image is made of. */
export interface ImageParts {
  /** Starts the derived JSCL. */
  readonly createJscl: ConstructorParameters<typeof Image>[0];
  /** Our Lisp, compiled. */
  readonly overlay: OverlayCode;
  /** The functions of both that few programs call, in a file of their own. */
  readonly rare: RareSource;
  /** The text of ASDF. */
  readonly asdf: () => string;
  /** The text of the names of characters. */
  readonly characters: () => string;
  /** The texts of the index of systems and of its bundles, by their names; nothing where there is none. */
  readonly systems?: "" | ((name: string) => string) | undefined;
}

/**
 * Makes an image of its parts; `progress` is called with each step as it begins. With `isOpen`, for tests,
 * its internals can be named. Programs begin in `directory`, where one was granted.
 */
export function bootImage(
  { createJscl, overlay, rare, asdf, characters, systems }: ImageParts,
  progress: (step: string) => void,
  isOpen = false,
  directory?: GrantedDirectory,
): LispImage {
  progress("Starting JSCL");
  const image = new Image(
    (options) => createJscl({ ...options, rare: makerOf(rare) }),
    undefined,
    null,
    directory && grantedFiles(directory),
  );
  image.asdf = asdf;
  characterNames.text = characters;
  image.systems = systems;
  progress("Loading conditions, printer and objects");
  image.load(overlay);
  if (directory !== undefined) beginIn(directory);
  if (!isOpen) image.hideInternals();
  return new LispImage(image);
}
