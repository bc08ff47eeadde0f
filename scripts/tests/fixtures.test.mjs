import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIST, FIXTURES } from "../lib/paths.mjs";

const wasmOf = (folder) => readFileSync(join(folder, "jscl_mcp_bg.wasm"));

test("what is shipped has nothing of the tests' tools", () => {
  expect(wasmOf(DIST).includes("evaluate-lisp")).toBe(true);
  // The binding of a RegExp's method is called so too.
  const names = wasmOf(DIST).toString("latin1").replaceAll("__wbg_test_", "");
  for (const name of ["test_", "test://"]) expect(names.includes(name), name).toBe(false);
});

test.runIf(existsSync(join(FIXTURES, "jscl_mcp_bg.wasm")))("the tests' own server has them", () => {
  expect(wasmOf(FIXTURES).includes("test_simple_text")).toBe(true);
});
