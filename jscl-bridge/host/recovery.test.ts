import { expect, test } from "vitest";
import { internalError } from "./recovery.js";

test("a request is answered under its own id", () => {
  expect(JSON.parse(internalError('{"jsonrpc":"2.0","id":"a","method":"ping"}') ?? "")).toMatchObject({
    jsonrpc: "2.0",
    id: "a",
    error: { code: -32603 },
  });
});

test("what waits for no answer gets none", () => {
  for (const json of ["", "null", "[]", "7", '{"method":"x"}', '{"id":null}'])
    expect(internalError(json)).toBeNull();
});
