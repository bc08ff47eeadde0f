/**
 * `npm run clients`: drives the program with the client libraries that there are, each through its own layer
 * and a stub in the place of its model, and prints how each check went. Needs dist/ (`npm run build`).
 *
 *   npm run clients -- --fetch        installs them under build/clients/, from PyPI, npm and crates.io
 *   npm run clients                   all that are installed; others count as skipped
 *   npm run clients -- py-mcp rmcp    some, also with --fetch
 *
 * `clients.mjs` says what a client lacks or fails by itself. What is otherwise is an error, also where it is
 * better.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { at } from "../../../scripts/lib/paths.mjs";
import { duration, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { CLIENTS } from "./clients.mjs";
import { drive } from "./drive.mjs";
import { commandOf, copyScripts, fetchEnvironments, RUN, whyNot } from "./environments.mjs";

const PROGRAM = at("dist", "jscl-mcp-stdio.js");
const ARGUMENTS = [PROGRAM, "--tools", "core,inspect,sessions,development,debugger"];
const CHECKS = JSON.parse(readFileSync(new URL("checks.json", import.meta.url), "utf8"));

/** Writes down what the server lists, with which the scripts compare what a model is given. */
async function writeTools(file) {
  const client = new Client({ name: "clients", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ARGUMENTS }));
  const { tools } = await client.listTools();
  await client.close();
  writeFileSync(file, JSON.stringify(tools));
}

/** What a check's cell shows, and whether it is as `clients.mjs` says. */
function cellOf({ lacks, fails }, check, result) {
  if (lacks[check]) return result === undefined ? ["–", true] : [result.ok ? "new" : "FAILS", false];
  if (result === undefined) return ["gone", false];
  if (fails[check]) return result.ok ? ["new", false] : ["its own", true];
  return result.ok ? ["ok", true] : ["FAILS", false];
}

const WIDTH = 12;
const row = (name, cells) => name.padEnd(20) + cells.map((cell) => cell.padEnd(WIDTH)).join("");

await runMain(async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { fetch: { type: "boolean" } },
  });
  const unknown = positionals.find((name) => !CLIENTS.some((client) => client.name === name));
  if (unknown)
    throw new Problem(
      `There is no client "${unknown}"; they are ${CLIENTS.map(({ name }) => name).join(", ")}.`,
    );
  const chosen = CLIENTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (options.fetch) {
    await fetchEnvironments(new Set(chosen.map(({ environment }) => environment)));
    return;
  }
  if (!existsSync(PROGRAM)) throw new Problem("There is no dist/ yet: run `npm run build` first.");
  copyScripts();
  const tools = join(RUN, "tools.json");
  await writeTools(tools);
  console.log(row("", CHECKS));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const client of chosen) {
    const why = whyNot(client.environment);
    if (why) {
      counts.skipped++;
      console.log(row(client.name, [`skipped: ${why}`]));
      continue;
    }
    const began = performance.now();
    const command = commandOf(client.environment, client.script);
    const found = await drive([...command, tools, process.execPath, ...ARGUMENTS], RUN);
    const cells = CHECKS.map((check) => [check, ...cellOf(client, check, found[check])]);
    const wrong = cells.filter(([, , isRight]) => !isRight);
    const shown = cells.map(([, cell]) => cell);
    console.log(`${row(client.name, shown)}${duration(performance.now() - began)}`);
    for (const [check, cell] of wrong) console.log(`    ${check}, ${cell}: ${found[check]?.detail ?? ""}`);
    counts[wrong.length === 0 ? "passed" : "failed"]++;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.passed + counts.failed === 0)
    throw new Problem("No client is here: run `npm run clients -- --fetch` first.");
  if (counts.failed > 0) process.exitCode = 1;
});
