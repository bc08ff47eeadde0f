/** What npm packs. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { expect, inject, test } from "vitest";

const inside = join(inject("project"), "node_modules", "jscl-mcp");
const files = readdirSync(inside, { recursive: true, encoding: "utf8" })
  .filter((name) => statSync(join(inside, name)).isFile())
  .sort();
const read = (name: string) => readFileSync(join(inside, name), "utf8");
const described = JSON.parse(read("package.json"));

/** Every file but declarations; `*` stands for a hash. */
const PACKED = [
  "CHANGELOG.md",
  "LICENSE",
  "LICENSE-APACHE",
  "LICENSE-MIT",
  "README.md",
  "dist/LICENSE.txt",
  "dist/THIRD-PARTY.txt",
  // The playground: cells have a link to it, which leads to beside lisp-cell.js.
  "dist/app-*.js",
  "dist/app.css",
  "dist/app.files.css",
  "dist/app.js",
  "dist/jscl-asdf.json",
  "dist/jscl-names.json",
  "dist/jscl-tools.json",
  "dist/embed.css",
  "dist/embed.html",
  "dist/embed.js",
  "dist/favicon.svg",
  "dist/frame.html",
  "dist/frame.js",
  "dist/ibm-plex-mono-latin-400-italic.woff2",
  "dist/ibm-plex-mono-latin-400-normal.woff2",
  "dist/ibm-plex-mono-latin-500-normal.woff2",
  "dist/ibm-plex-sans-latin-400-normal.woff2",
  "dist/ibm-plex-sans-latin-500-normal.woff2",
  "dist/index.html",
  "dist/jscl-compiler.js",
  "dist/jscl-draw.js",
  "dist/jscl-format.js",
  "dist/jscl-journal.js",
  "dist/jscl-mcp-build-main-*.js",
  "dist/jscl-mcp-chunk-*.js",
  "dist/jscl-mcp-main-*.js",
  "dist/jscl-mcp-open-browser-*.js",
  "dist/jscl-mcp-page-main-*.js",
  "dist/jscl-mcp-draw.js",
  "dist/jscl-mcp-draw.wasm",
  "dist/jscl-mcp-node.js",
  "dist/jscl-mcp-stdio.js",
  "dist/jscl-mcp-thread.js",
  "dist/jscl-mcp.js",
  "dist/jscl-rare.js",
  "dist/jscl-wait.js",
  "dist/jscl-webmcp-polyfill.js",
  "dist/jscl-worker.js",
  "dist/jscl.js",
  "dist/jscl_mcp_bg.wasm",
  "dist/lisp-cell-*.js",
  "dist/lisp-cell-edit-*.js",
  "dist/lisp-cell-lisp-*.js",
  "dist/lisp-cell-repl-*.js",
  "dist/lisp-cell-run-*.js",
  "dist/lisp-cell-select-*.js",
  "dist/lisp-cell-tools-*.js",
  "dist/lisp-cell.js",
  "docs/bindings.md",
  "docs/bundlers.md",
  "docs/embedding.md",
  "docs/security.md",
  "docs/stdio.md",
  "package.json",
];

test("it holds what is built, and no sources", () => {
  const others = files.filter((name) => !name.startsWith("build/types/"));
  const names = new Set(others.map((name) => name.replace(/-[0-9A-Z]{8}\./, "-*.")));
  expect([...names].sort()).toEqual([...PACKED].sort());
  const declarations = files.filter((name) => name.startsWith("build/types/"));
  expect(declarations).toContain("build/types/jscl-bridge/index.d.ts");
  expect(declarations.filter((name) => !name.endsWith(".d.ts"))).toEqual([]);
});

test("each address that it exports is there", () => {
  const addresses = (entry: unknown): string[] =>
    typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(addresses);
  const named = [...addresses(described.exports), described.types, ...addresses(described.bin)];
  for (const address of named) expect(existsSync(join(inside, address.replace("*", ""))), address).toBe(true);
});

test("an address with a file's name is that file's, and each file that pages load has one", () => {
  const named = Object.entries(described.exports).filter(([address]) => /\.\w+$/.test(address));
  expect(named.length).toBeGreaterThan(5);
  for (const [address, file] of named)
    expect([address, basename(String(file))]).toEqual([address, basename(address)]);
  const loaded = files.filter((name) => /^dist\/(?:jscl(?:[-_]\w+)?\.\w+)$/.test(name));
  expect(loaded.length).toBeGreaterThan(8);
  // What is fetched by its address alone; the package's own code is imported by its names.
  const addresses = new Set(named.map(([address]) => basename(address)));
  const data = loaded.map((name) => basename(name)).filter((name) => !name.endsWith(".js"));
  expect(data.filter((name) => !addresses.has(name))).toEqual([]);
});

test("what one of its files imports is in it", () => {
  const modules = files.filter((name) => /\.(js|d\.ts)$/.test(name));
  for (const name of modules)
    for (const [, from = ""] of read(name).matchAll(/(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/g)) {
      const target = name.endsWith(".d.ts") ? from.replace(/\.js$/, ".d.ts") : from;
      expect(existsSync(resolve(inside, dirname(name), target)), `${name} imports ${from}`).toBe(true);
    }
});

test("its service worker is too large for a bundler to write it into another file", () => {
  // Vite's `assetsInlineLimit`: a service worker has to have an address.
  expect(read("dist/jscl-wait.js").length).toBeGreaterThan(4096);
});

test("its code names files and imports as bundlers look for them", () => {
  const names = [
    "jscl_mcp_bg.wasm",
    "jscl-worker.js",
    "jscl.js",
    "jscl-rare.js",
    "jscl-wait.js",
    "jscl-asdf.json",
    "jscl-names.json",
    "jscl-tools.json",
    "jscl-webmcp-polyfill.js",
    "jscl-format.js",
    "jscl-draw.js",
    "jscl-journal.js",
    "jscl-compiler.js",
  ];
  const code = read("dist/jscl-mcp.js");
  for (const name of names) expect(code).toContain(`new URL("./${name}",import.meta.url)`);
  for (const name of ["dist/jscl-mcp.js", "dist/jscl-worker.js"]) {
    const byAddress = read(name).match(/(?<![\w$.])import\((?!")[^)]*/g) ?? [];
    expect(byAddress.length).toBeGreaterThan(0);
    for (const each of byAddress) expect(each).toMatch(/webpackIgnore: true.*@vite-ignore/);
  }
});

test("what describes it is complete", () => {
  expect(described).not.toHaveProperty("private");
  expect(described).not.toHaveProperty("dependencies");
  expect(described).toMatchObject({
    license: "GPL-3.0-or-later",
    author: "The jscl-mcp authors",
    engines: { node: ">=20.19" },
    keywords: expect.arrayContaining(["common-lisp", "mcp"]),
  });
});

test("it says whose work is in it and under which licences", () => {
  expect(read("LICENSE")).toContain("GNU GENERAL PUBLIC LICENSE");
  expect(read("LICENSE-MIT")).toContain("The jscl-mcp authors");
  expect(read("LICENSE-APACHE")).toContain("Apache License");
  const others = read("dist/THIRD-PARTY.txt");
  for (const name of ["jscl ", "sync-message ", "js-sys "]) expect(others).toContain(name);
});
