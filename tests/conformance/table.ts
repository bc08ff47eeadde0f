/** The suite's findings, as a table to read. */
import { dim, red } from "../../scripts/lib/report.mjs";
import type { Scenario } from "./suite.js";

/** Of a column. */
const WIDTH = "2026-07-28 shipped".length;

export type Results = ReadonlyMap<string, readonly Scenario[]>;

/** Every scenario with its result in each version; below, what failed. */
export function printTable(results: Results): void {
  const versions = [...results.keys()];
  const names = [...new Set([...results.values()].flat().map(({ name }) => name))].sort();
  const width = Math.max(...names.map((name) => name.length));
  console.log(
    `\n${"scenario".padEnd(width)}  ${versions.map((version) => version.padEnd(WIDTH)).join("  ")}`,
  );
  for (const name of names) {
    const cells = versions.map((version) => cell(results.get(version)?.find((one) => one.name === name)));
    console.log(`${name.padEnd(width)}  ${cells.join("  ")}`);
  }
  console.log(dim("(…) is not required by the version: an extension, newer than it, or not finished\n"));
  for (const [version, scenarios] of results) {
    for (const { name, isRequired, failures, warnings } of scenarios) {
      const report = isRequired ? red : dim;
      for (const text of failures) console.log(report(`${version} ${name}: ${text}`));
      for (const text of warnings) console.log(dim(`${version} ${name}: should: ${text}`));
    }
  }
}

function cell(scenario: Scenario | undefined): string {
  if (!scenario) return dim("-".padEnd(WIDTH));
  const { isRequired, passed, failures, warnings } = scenario;
  const mark = failures.length > 0 ? "fail" : "pass";
  const text = `${mark} ${passed}${failures.length > 0 ? `-${failures.length}` : ""}${warnings.length > 0 ? "!" : ""}`;
  const shown = (isRequired ? text : `(${text})`).padEnd(WIDTH);
  if (!isRequired) return dim(shown);
  return failures.length > 0 ? red(shown) : shown;
}

/** One line for each version. */
export function summary(results: Results): string[] {
  return [...results].map(([version, scenarios]) => {
    const passed = (list: readonly Scenario[]) => list.filter(({ failures }) => failures.length === 0).length;
    const required = scenarios.filter(({ isRequired }) => isRequired);
    const others = scenarios.filter(({ isRequired }) => !isRequired);
    const ofRequired =
      required.length > 0 ? `${passed(required)} of ${required.length} required scenarios pass, ` : "";
    return `${version}: ${ofRequired}${passed(others)} of ${others.length} that are not required`;
  });
}
