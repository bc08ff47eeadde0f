/**
 * Two arguments of a message change places easily, and it reads well all the same. So each message of the
 * overlay that has two is in an answer that some test expects: most of them in what SBCL says
 * (`tests/bridge/sbcl-answers/`).
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, ROOT } from "../lib/paths.mjs";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");

/** A text as it stands in a source of Lisp, TypeScript or JSON, in one line. */
const plain = (text) => text.replace(/\\+n/g, " ").replace(/\\+"/g, '"').replace(/\s+/g, " ");

/** What tests expect, and programs that they run. */
const EXPECTED = files
  .filter((file) => /^(?:tests\/bridge|jscl-bridge)\/.*(?:cases\.(?:json|ts)|\.test\.ts)$/.test(file))
  .concat(files.filter((file) => /^tests\/bridge\/sbcl-answers\/.*\.txt$|lisp\/tests\/.*\.lisp$/.test(file)))
  .map((file) => plain(readFileSync(at(file), "utf8")))
  .join("\n");

/** Strings for FORMAT: what stands between their directives, which only take one argument each. */
const ARGUMENT = /~[ASDW]/i;
const LAYOUT = /~@?:?[<>%_I]|~@?\n\s*/gi;

function controls(source) {
  return [...source.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)]
    .map(([, text]) => text.replace(LAYOUT, " "))
    .filter((text) => text.split(ARGUMENT).length > 2 && !/~(?![ASDW])/i.test(text) && /\w{4}/.test(text));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** How many characters an argument, and what stands before and after a message, may have here. */
const NEAR = 300;

function isExpected(control) {
  const parts = plain(control)
    .split(ARGUMENT)
    .map((part) => part.trim());
  const form = new RegExp(parts.map(escaped).join(`(?!~).{1,${NEAR}}?`));
  const longest = parts.toSorted((a, b) => b.length - a.length)[0];
  for (let place = EXPECTED.indexOf(longest); place >= 0; place = EXPECTED.indexOf(longest, place + 1)) {
    const near = EXPECTED.slice(Math.max(0, place - NEAR), place + longest.length + NEAR);
    if (form.test(near)) return true;
  }
  return false;
}

/** The beginnings of those that are in none, with the reason. */
const UNTRIED = {
  "You can't change the class of": "ours comes later than SBCL's, by another condition",
  "when initializing the generic function #<STANDARD-GENERIC-FUNCTION>": "SBCL's has an address",
  "Invalid qualifiers for": "SBCL's standard and short combinations say it in their own words",
  "The old value of": "CHECK-TYPE asks it of who reads at the terminal",
  "There is no slot named": "SBCL's readers of conditions are generic functions",
  "~A for the generic function": "SBCL's lacks a space",
  "~A names the class": "DESCRIBE says more in SBCL",
  "Count: ~D Size: ~D Test: ~S": "DESCRIBE says more in SBCL",
  "~S, of the class ~S, is of an allocation": "SBCL's is of a method that is missing",
  "when initializing the generic function ~S": "SBCL's has an address",
  "~A also uses the following packages": "SBCL names its variable without a package",
  "Keep ~A as local nickname for": "SBCL replaces the nickname",
  "~A is a nickname for the package": "a note, which recorded answers leave out",
  "~S is not accessible in the": "SBCL tells of several symbols at once",
};

const sources = files.filter(
  (file) => /^jscl-bridge\/lisp\/.*\.lisp$/.test(file) && !file.startsWith("jscl-bridge/lisp/tests/"),
);

test("each message with two arguments is in an answer that a test expects", () => {
  const all = sources.flatMap((file) =>
    controls(readFileSync(at(file), "utf8")).map((control) => ({ file, control })),
  );
  expect(all.length).toBeGreaterThan(50);
  const untried = all.filter(({ control }) => !isExpected(control));
  const reasonOf = ({ control }) =>
    Object.keys(UNTRIED).find((beginning) => plain(control).trim().startsWith(beginning));
  expect(untried.filter((message) => reasonOf(message) === undefined)).toEqual([]);
  expect([...new Set(untried.map(reasonOf))].toSorted()).toEqual(Object.keys(UNTRIED).toSorted());
});
