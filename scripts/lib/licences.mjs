/** The licence texts that travel with the built site. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "./paths.mjs";
import { ask } from "./run.mjs";

const RULE = `\n${"-".repeat(78)}\n\n`;

/**
 * Writes LICENSE.txt and THIRD-PARTY.txt for the npm packages in `bundled` (names), JSCL, and the crates in
 * the wasm.
 */
export function writeLicences(folder, bundled) {
  copyFileSync(at("LICENSE"), join(folder, "LICENSE.txt"));
  const npm = ["jscl", ...bundled.filter((name) => name !== "jscl")].map(describePackage);
  const parts = [
    "This site contains the following works of others. Their licences follow.\n\n" +
      "jscl.js is derived by a program from the npm package jscl; the program is part of jscl-mcp's source, in jscl-bridge/derive.\n",
    ...npm,
    `ASDF, jscl-asdf.json, as it was released\n\n${licenceOf("asdf")}`,
    `The names of characters in jscl-names.json, from Unicode's data\n\n${licenceOf("unicode")}`,
    `Rust crates compiled into jscl_mcp_bg.wasm, each under the licence named:\n\n${describeCrates()}\n`,
  ];
  writeFileSync(join(folder, "THIRD-PARTY.txt"), parts.join(RULE));
}

const licenceOf = (name) => readFileSync(at("jscl-bridge", "third-party", name, "LICENSE"), "utf8");

function describePackage(name) {
  const folder = at("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  // The GPL's text is LICENSE.txt already; it is not repeated here.
  const isGpl = /^GPL-3/.test(license);
  const text = isGpl ? "See LICENSE.txt." : file ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${name} ${version} (${license})\n\n${text}\n`;
}

function describeCrates() {
  const tree = ask("cargo", [
    "tree",
    "--target=wasm32-unknown-unknown",
    "--edges=normal,no-proc-macro",
    "--prefix=none",
    "--no-dedupe",
    "--format={p} ({l})",
  ]);
  // A local crate is printed with its path, which belongs to the machine and not to the site.
  const lines = (tree ?? "")
    .split("\n")
    .map((line) => line.replace(/ \(proc-macro\)/, "").replace(/ \([^)]*[/\\][^)]*\) /, " "));
  return [...new Set(lines)].filter(Boolean).sort().join("\n");
}
