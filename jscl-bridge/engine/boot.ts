import type { GrantedDirectory } from "../contract/granted-directory.js";
import { Image, type OverlayCode } from "../image/image.js";
import type { KeptCode } from "../image/kept-code.js";
import { beginIn, grantedFiles } from "../runtime/granted-files.js";
import { namesFile } from "../runtime/library/names-file.js";
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
  /** The text of the names of characters, and of what the standard's names mean. */
  readonly names: () => string;
  /** The texts of the index of systems and of its bundles, by their names; nothing where there is none. */
  readonly systems?: "" | ((name: string) => string) | undefined;
  /** The compiled code of systems that the host keeps; nothing where it keeps none. */
  readonly kept?: KeptCode | null;
  /** Whether the image compiles systems for others, and runs no program. */
  readonly isCompiler?: boolean;
}

/** The image of `makeImage` behind what the engine asks of one. */
export function bootImage(...options: Parameters<typeof makeImage>): LispImage {
  return new LispImage(makeImage(...options));
}

/**
 * Makes an image of its parts; `progress` is called with each step as it begins. With `isOpen`, for tests,
 * its internals can be named. Programs begin in `directory`, where one was granted.
 */
export function makeImage(
  { createJscl, overlay, rare, asdf, names, systems, kept, isCompiler }: ImageParts,
  progress: (step: string) => void,
  isOpen = false,
  directory?: GrantedDirectory,
): Image {
  progress("Starting JSCL");
  const image = new Image(
    (options) => createJscl({ ...options, rare: makerOf(rare) }),
    undefined,
    null,
    directory && grantedFiles(directory),
  );
  image.asdf = asdf;
  namesFile.text = names;
  image.systems = systems;
  image.keptCode = kept ?? null;
  image.isCompiler = isCompiler ?? false;
  progress("Loading conditions, printer and objects");
  image.load(overlay);
  if (directory !== undefined) beginIn(directory);
  if (!isOpen) image.hideInternals();
  return image;
}
