/**
 * Finds objects with a prototype in which a name may be looked up: a program that chooses `constructor` or
 * `__proto__` would find an entry that nobody has put there. TypeScript allows a text as an index only of
 * types that say so, so it is enough to look for these.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { at, ROOT } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

/** Rooms that handle names of programs and clients. The derivation reads nothing but JSCL. */
const ROOMS = ["compiler", "engine", "functions", "host", "image", "node", "reader", "runtime"].map((room) =>
  at("jscl-bridge", room),
);

const isSource = (file) => /\.ts$/.test(file) && !/(\.test|testing|test-image|contract)\.ts$/.test(file);

/** Tables of functions that are compiled in or installed: they are iterated once, and never looked up. */
const GONE_THROUGH = /Record<string, (LispFunction|NativeMacro)>|\b(SpecialOperators|FunctionTable)\b/;

/**
 * Files in which a text is an index of an object that may have a prototype: the number of such lines, and why
 * they are safe.
 */
const HELD = {
  "jscl-bridge/engine/power/bridge.ts": [1, "puts names of our own into an object that has none"],
  "jscl-bridge/engine/boot-options.ts": [1, "the names are our own"],
  "jscl-bridge/engine/power/capabilities.ts": [4, "asks for names of our own"],
  "jscl-bridge/engine/commands.ts": [1, "asks for names of our own, in what the host has posted"],
  "jscl-bridge/engine/tools/tool-run.ts": [1, "asks for names of our own"],
  "jscl-bridge/engine/power/lockdown.ts": [3, "the names are on its list"],
  "jscl-bridge/host/images/heard-events.ts": [1, "asks for names of our own"],
  "jscl-bridge/host/clients/message-size.ts": [1, "goes through an object's own properties"],
  "jscl-bridge/node/file-store.ts": [1, "asks for names of our own"],
  "jscl-bridge/node/restart.ts": [1, "goes through an environment"],
  "jscl-bridge/runtime/definitions/global-definitions.ts": [2, "asks for names of JSCL's"],
  "jscl-bridge/runtime/objects/foreign.ts": [3, "reads JavaScript's objects, as a grant allows"],
  "jscl-bridge/runtime/objects/marshal.ts": [3, "JSCL's own, made without prototypes by its derivation"],
  "jscl-bridge/runtime/objects/instances.ts": [2, "asks for names of our own, and goes through a table"],
  "jscl-bridge/runtime/objects/package-objects.ts": [1, "tables of packages are made without prototypes"],
  "jscl-bridge/runtime/objects/structure-slots.ts": [
    1,
    "asks for names that end in a digit or a letter for it",
  ],
  "jscl-bridge/runtime/objects/stock-tables.ts": [
    2,
    "tables of JSCL's, made without prototypes by its derivation",
  ],
  "jscl-bridge/runtime/base-image.ts": [
    2,
    "packages have no prototype; the runtime's functions are called by names that a table holds",
  ],
  "jscl-bridge/runtime/library/element-types.ts": [1, "goes into a table"],
  "jscl-bridge/runtime/operators/deferring.ts": [2, "is made by table(); the runtime's functions"],
  "jscl-bridge/runtime/format/interpreter.ts": [1, "is given what table() made"],
  "jscl-bridge/runtime/library/hash-tables.ts": [
    1,
    "tables of JSCL's, made without prototypes by its derivation",
  ],
  "jscl-bridge/runtime/objects/packages.ts": [3, "made without prototypes"],
  "jscl-bridge/runtime/printer/printer-image.ts": [1, "packages have no prototype"],
  "jscl-bridge/runtime/printer/symbols.ts": [1, "made without prototypes"],
  "jscl-bridge/runtime/streams/stream-arguments.ts": [
    2,
    "its names are allowed ones, and looked up by names of our own",
  ],
  "jscl-bridge/runtime/streams/print-functions.ts": [1, "asks for names of our own"],
  "jscl-bridge/runtime/library/more-numbers.ts": [2, "is gone through once"],
  "jscl-bridge/runtime/objects/table.ts": [3, "is what makes them"],
};

const INDEXED = /Record<string,|\[\w+: string\]:|Object\.fromEntries/;
const MADE_BARE = /= (table(<.+>)?\(|Object\.create\(null\))/;

/** Lines of a source in which an object with a prototype may be indexed by a text. */
export function indexedLines(source) {
  return source
    .split("\n")
    .map((text, i) => ({ text, line: i + 1 }))
    .filter(
      ({ text }) =>
        INDEXED.test(text) &&
        !GONE_THROUGH.test(text) &&
        !MADE_BARE.test(text) &&
        !/^\s*(\/\/|\*|\/\*)/.test(text),
    );
}

/** The problems, in words. */
export function findTables(held = HELD) {
  const problems = [];
  const files = ROOMS.flatMap(filesUnder).filter(isSource);
  for (const file of files) {
    const name = relative(ROOT, file);
    const lines = indexedLines(readFileSync(file, "utf8"));
    const [count] = held[name] ?? [0];
    if (lines.length <= count) continue;
    const where = lines.map(({ text, line }) => `  ${name}:${line}: ${text.trim()}`).join("\n");
    problems.push(`${name} has ${lines.length} objects that a text may index, not ${count}:\n${where}`);
  }
  return problems;
}
