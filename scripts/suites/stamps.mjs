/** Stamps of suites: with which inputs each passed last, and what it counted then. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, ROOT, STAMPS } from "../lib/paths.mjs";
import { ask } from "../lib/run.mjs";
import { hashOf } from "../lib/stamps.mjs";

const isCompressed = (file) => /\.(br|gz)$/.test(file);

/** Every file that git knows or would take, sorted. */
function trackedFiles() {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  return [...new Set(names.split("\0").filter(Boolean))].sort().map((name) => at(name));
}

/** What decides beside files, by the suite's needs: the versions of what runs it. */
function versionsFor({ needs, also }, browser) {
  const texts = [process.version, also?.() ?? ""];
  if (needs.includes("browser")) texts.push(ask(browser.chromium, ["--version"]) ?? "");
  return texts;
}

/** A text that is another as soon as something has changed that decides how the suite ends. */
export function fingerprint(suite, browser = {}) {
  const hash = createHash("sha256");
  for (const text of versionsFor(suite, browser)) hash.update(`${text}\0`);
  hash.update(ask("rustc", ["--version"]) ?? "");
  hash.update(
    hashOf(
      suite.inputs.map((input) => at(input)),
      (file) => !isCompressed(file),
    ),
  );
  if (suite.everything) hash.update(hashOf(trackedFiles()));
  return hash.digest("hex");
}

const file = ({ name }) => join(STAMPS, `suite-${name}.json`);

/** The counts of the suite's last run, if it passed with these inputs; undefined otherwise. */
export function passedWith(suite, print) {
  if (!existsSync(file(suite))) return undefined;
  const stamp = JSON.parse(readFileSync(file(suite), "utf8"));
  return stamp.fingerprint === print ? stamp : undefined;
}

/** Remembers that the suite passed as a whole. */
export function stampSuite(suite, print, { passed, skipped }) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(file(suite), JSON.stringify({ fingerprint: print, passed, skipped }));
}

/** Forgets the suite's last run, before the next begins. */
export function unstampSuite(suite) {
  rmSync(file(suite), { force: true });
}
