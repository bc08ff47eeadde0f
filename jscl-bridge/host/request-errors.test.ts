import { expect, test } from "vitest";
import { internalError } from "./request-errors.js";

test("a request is answered under its own id", () => {
  expect(internalError("a")).toMatchObject({ jsonrpc: "2.0", id: "a", error: { code: -32603 } });
});
