/** Runs the official conformance suite and reads what it found. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { at } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/run.mjs";

/** One of the suite's scenarios. */
export type Scenario = {
  readonly name: string;
  /** Whether the version requires it; others are extensions, newer than the version, or not finished. */
  readonly isRequired: boolean;
  readonly passed: number;
  /** The failures, in the suite's words. */
  readonly failures: readonly string[];
  /** The warnings, in the suite's words. */
  readonly warnings: readonly string[];
};

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };

const SUITE = at("node_modules", "@modelcontextprotocol", "conformance");
/** A check's message can quote whole messages. */
const LONGEST = 500;

/** The versions that have a list of what they require, with the scenarios of servers in it. */
export function requiredBy(version: string): ReadonlySet<string> {
  const file = at("node_modules", "@modelcontextprotocol", "conformance", "requirements", `${version}.yaml`);
  if (!existsSync(file)) return new Set();
  const [, list = ""] = /^server:\n((?: {2}- .*\n)+)/m.exec(readFileSync(file, "utf8")) ?? [];
  return new Set([...list.matchAll(/^ {2}- (.*)$/gm)].map(([, name]) => name ?? ""));
}

/**
 * Runs all scenarios of a version, or one of them, against the server at `url`. What the suite writes is kept
 * under `label`.
 */
export async function runSuite(
  version: string,
  url: string,
  { label = version, only }: { readonly label?: string; readonly only?: string | undefined } = {},
): Promise<Scenario[]> {
  const results = at("build", "test-results", "conformance", label);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const required = requiredBy(version);
  const chosen =
    only !== undefined
      ? ["--scenario", only, "--spec-version", version]
      : required.size > 0
        ? ["--requirements", version]
        : ["--suite", "all", "--spec-version", version];
  await run(
    process.execPath,
    [
      ...["--import", at("tests", "conformance", "node20", "register.mjs")],
      ...[`${SUITE}/dist/index.js`, "server", "--url", url, "--output-dir", results],
      ...chosen,
    ],
    { quiet: true, capture: true },
  );
  const found = readdirSync(results).map((folder) => scenario(results, folder, required));
  // A scenario that broke down has left no results.
  const missing = [...required].filter(
    (name) => only === undefined && !found.some((one) => one.name === name),
  );
  const broken = missing.map((name) => ({
    name,
    isRequired: true,
    passed: 0,
    failures: ["did not run"],
    warnings: [],
  }));
  return [...found, ...broken].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function scenario(results: string, folder: string, required: ReadonlySet<string>): Scenario {
  const name = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\dZ-]+$/, "");
  const checks = JSON.parse(readFileSync(`${results}/${folder}/checks.json`, "utf8")) as Check[];
  const worded = (status: string) =>
    checks
      .filter((check) => check.status === status)
      .map(({ id, errorMessage }) => `${id}: ${(errorMessage ?? "").slice(0, LONGEST)}`);
  const passed = checks.filter((check) => check.status === "SUCCESS").length;
  const failures = worded("FAILURE");
  // A scenario that checked nothing has shown nothing.
  if (passed === 0 && failures.length === 0) failures.push("nothing was checked");
  return { name, isRequired: required.has(name), passed, failures, warnings: worded("WARNING") };
}
