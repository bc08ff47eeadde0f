import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { DIST } from "../lib/paths.mjs";
import { overLimits, wideLimits } from "../lib/sizes.mjs";

/** What the build has not compressed yet takes a busy machine long. */
const COMPRESSING_MS = 240_000;

test.skipIf(!existsSync(DIST))(
  "nothing that pages load is over its limit",
  async () => {
    expect(await overLimits()).toEqual([]);
  },
  COMPRESSING_MS,
);

test.skipIf(!existsSync(DIST))(
  "a limit is near enough to notice something",
  async () => {
    expect(await wideLimits()).toEqual([]);
  },
  COMPRESSING_MS,
);
