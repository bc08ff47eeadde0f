/** Functions of the image's own Lisp: one that has the name of another replaces it, wherever that is. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../jscl-bridge/lisp/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".lisp") && !/(?:^|[\\/])tests[\\/]/.test(path))
  .sort();

/** Those that are there before classes have methods, and are replaced on purpose. */
const REPLACED = ["JSCL-MCP:install-condition-writer", "JSCL-MCP:install-reader"];

/** The functions and macros that a text defines at its toplevel, by package and name. */
function definedIn(text: string): string[] {
  let current = "";
  return text.split("\n").flatMap((line) => {
    current = /^\(in-package "([^"]+)"\)/.exec(line)?.[1] ?? current;
    const name = /^\(def(?:un|macro|generic|un-for-programs|macro-for-programs) ([^\s()]+)/.exec(line)?.[1];
    if (name === undefined) return [];
    return name.includes(":") ? [name.replace(/:+/, ":")] : [`${current}:${name}`];
  });
}

/** The functions that TypeScript defines in packages of the image, as a text of Lisp would name them. */
const definedInTables = (text: string): string[] =>
  [...text.matchAll(/^\s+"(JSCL-MCP|SB-[A-Z]+)::([^"]+)":/gm)].map(
    ([, home, name = ""]) => `${home}:${name.toLowerCase()}`,
  );

const tables = readdirSync(new URL("../image/", folder), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => `../../jscl-bridge/image/${path}`);

test("no two functions of the image have one name", () => {
  const places = new Map<string, string[]>();
  for (const file of tables) {
    for (const name of definedInTables(readFileSync(new URL(file, import.meta.url), "utf8")))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(20);
  for (const file of files) {
    for (const name of definedIn(readFileSync(new URL(file, folder), "utf8")))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(1000);
  const twice = [...places].filter(([name, { length }]) => length > 1 && !REPLACED.includes(name));
  expect(twice).toEqual([]);
});
