/** Which of Vitest's projects the test files are in that are not in the one that all others share. */

const REPLACES = "it replaces a module, which others would have loaded before";

const SHOWS = "it has V8 show its collector to every realm that is made in the process from then on";

/** Test files that get a process and modules of their own, each with the reason. */
export const ALONE: Readonly<Record<string, string>> = {
  "jscl-bridge/host/core.test.ts": REPLACES,
  "jscl-bridge/node/granted-directory-exchanged.test.ts": REPLACES,
  "jscl-bridge/reader/reader.test.ts": REPLACES,
  "jscl-bridge/runtime/numbers/bits.test.ts": REPLACES,
  "jscl-bridge/runtime/numbers/numbers.test.ts": REPLACES,
  "jscl-bridge/runtime/numbers/rationals.test.ts": REPLACES,
  "jscl-bridge/runtime/numbers/sbcl.test.ts": REPLACES,
  "jscl-bridge/runtime/objects/heap.test.ts": SHOWS,
  "jscl-bridge/runtime/streams.test.ts":
    "it stands on npm's JSCL alone, without what an image of ours leaves in the modules of the runtime",
  "jscl-bridge/runtime/stack/exhaustion.test.ts":
    "it defines a global object that a module looks for when it is evaluated",
  "tests/bridge/images-are-garbage.test.ts": SHOWS,
  "tests/bridge/sound-types.test.ts": REPLACES,
  "tests/bridge/weak-references.test.ts": SHOWS,
  "tests/bridge/whereabouts.test.ts": "how deep the stack is follows from what V8 has compiled so far",
  "www/elements/page/session-of-page.test.ts": SHOWS,
};

/** Test files about what is in dist/: the server in Node, and the site's files. All others need no dist/. */
export const OF_DIST: readonly string[] = [
  "scripts/tests/fixtures.test.mjs",
  "scripts/tests/headers.test.mjs",
  "scripts/tests/sizes.test.mjs",
  "scripts/tests/symbols.test.mjs",
  "tests/teaching/guide.test.ts",
  "tests/teaching/teaching.test.ts",
  "tests/campaigns/corpus/corpus.test.mjs",
  "tests/campaigns/fuzz/differential/differential.test.mjs",
  "tests/campaigns/fuzz/programs/programs.test.mjs",
  "tests/campaigns/soak/soak.test.mjs",
  "tests/wire/node-clients.test.ts",
  "www/elements/page/page-lisp.test.ts",
];
