/**
 * The name of this build: code that was compiled by another is of no use. The bundler puts a digest of all
 * that an image is made of in the place of this text (`scripts/lib/split-engine.mjs`).
 */
export const BUILD_NAME = "build-of-this-image";
