import { expect, test } from "vitest";
import type { DefinitionLog } from "./definition-log.js";
import { GlobalDefinitions } from "./definitions.js";
import type { Internals } from "./marshal.js";

test("no table of what is known of names keeps a name", () => {
  const definitions = new GlobalDefinitions({} as Internals, {} as DefinitionLog);
  const tables = Object.entries(definitions).filter(
    ([, value]) => value instanceof Map || value instanceof Set,
  );
  expect(tables.map(([name]) => name)).toEqual([]);
});
