import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { DIST } from "../lib/paths.mjs";
import { nearAndOverLimits } from "../lib/sizes.mjs";

/** What the build has not compressed yet takes a busy machine long. */
const COMPRESSING_MS = 240_000;

test.skipIf(!existsSync(DIST))(
  "nothing that readers of pages load is over its limit",
  async () => {
    const { over, near } = await nearAndOverLimits();
    for (const each of near) console.warn(`${each}: the limit is near.`);
    expect(over).toEqual([]);
  },
  COMPRESSING_MS,
);
