/** What of others is part of this repository is as they released it. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../lib/paths.mjs";

const RELEASED = {
  "asdf/asdf.lisp": "3a9d9441a829f79541b32dffb46f893abf93cb5e30bf467e26ba4ff32f516ffe",
};

test.each(Object.entries(RELEASED))("%s is as it was released", (file, hash) => {
  const bytes = readFileSync(at("jscl-bridge", "third-party", file));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
});

test("there is nothing else, but licences and what says where it is from", () => {
  const files = readdirSync(at("jscl-bridge", "third-party"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !["LICENSE", "README.md"].includes(entry.name))
    .map((entry) =>
      `${entry.parentPath ?? entry.path}/${entry.name}`.slice(at("jscl-bridge", "third-party").length + 1),
    );
  expect(files).toEqual(Object.keys(RELEASED));
});
