/** The site's bundles: of pages, of the public package and its program, and of the engine. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build, forBrowsers, forNode, record, recorded } from "./esbuild.mjs";
import { filesBehind } from "./imports.mjs";
import { keepBuild } from "./offline.mjs";
import { at } from "./paths.mjs";
import { shrink } from "./shrink.mjs";
import { syncMessage } from "./sync-message.mjs";

/** Bytes from which a part of the playground is worth the seconds that shrinking takes. */
const WORTH_SHRINKING = 100_000;

/**
 * The playground imports the public package by its name, as any user of it would; in dist/ that is a file
 * beside it, so the package's code is loaded once and not copied into the application.
 */
const publicPackageBeside = {
  name: "public-package-beside",
  setup(build) {
    build.onResolve({ filter: /^jscl-mcp$/ }, () => ({ path: "./jscl-mcp.js", external: true }));
  },
};

/** An image's thread in Node loads the very file that a page's Worker does. */
const engineBeside = {
  name: "engine-beside",
  setup(build) {
    build.onResolve({ filter: /\/engine\/worker\.js$/ }, () => ({
      path: "./jscl-worker.js",
      external: true,
    }));
  },
};

/**
 * Has the bundlers of others leave alone what a file of the package imports by an address that it works out.
 * Minifiers drop such comments.
 */
export function leaveImports(file) {
  const text = readFileSync(file, "utf8");
  const mark = "import(/* webpackIgnore: true *//* @vite-ignore */";
  writeFileSync(file, text.replace(/(?<![\w$.])import\((?=[\w$])/g, mark));
}

/** Makes a style sheet a module of its text, for shadow roots; what is bundled so is added to `results`. */
const styleTexts = (results) => ({
  name: "style-texts",
  setup(bundling) {
    bundling.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const result = await build({
        ...forBrowsers,
        entryPoints: { style: path },
        write: false,
        outdir: "/",
      });
      results.push(result);
      const contents = `export const css = ${JSON.stringify(result.outputFiles[0].text.trim())};`;
      return { contents, loader: "js" };
    });
  },
});

/** The parts of the elements that are loaded when they are needed, by the modules that begin them. */
const ELEMENT_PARTS = {
  run: "www/elements/run/cell-run.ts",
  repl: "www/elements/run/repl-run.ts",
  edit: "www/elements/edit/cell-editor.ts",
  lisp: "www/elements/page/page-lisp.ts",
  select: "www/elements/select/selector.ts",
  tools: "www/elements/tools/tools.ts",
};

const ELEMENTS = "www/elements/lisp-cell.ts";

/**
 * Bundles the elements. The first file is whole in itself, so that a page asks for one file and no second one
 * before somebody looks; it has copies of the few small modules that its parts have, too.
 */
async function bundleElements(outdir) {
  const results = [];
  const parts = await build({
    ...forBrowsers,
    entryPoints: ELEMENT_PARTS,
    outdir,
    splitting: true,
    entryNames: "lisp-cell-[name]-[hash]",
    chunkNames: "lisp-cell-[hash]",
    plugins: [publicPackageBeside, styleTexts(results)],
  });
  const files = new Map(
    Object.entries(parts.metafile.outputs).map(([file, { entryPoint }]) => [entryPoint, basename(file)]),
  );
  const partsBeside = {
    name: "parts-beside",
    setup(bundling) {
      bundling.onResolve({ filter: /\.js$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const source = relative(at(), join(resolveDir, path)).replace(/\.js$/, ".ts");
        return { path: `./${files.get(source)}`, external: true };
      });
    },
  };
  const first = await build({
    ...forBrowsers,
    entryPoints: { "lisp-cell": ELEMENTS },
    outdir,
    plugins: [publicPackageBeside, partsBeside, styleTexts(results)],
  });
  const edited = filesBehind(outdir, files.get(ELEMENT_PARTS.edit), true);
  const shrunk = shrink(["lisp-cell.js", ...edited].map((name) => join(outdir, name)));
  // The embedded cell asks for the elements and their parts as pages do.
  files.set(ELEMENTS, "lisp-cell.js");
  const embed = await build({
    ...forBrowsers,
    entryPoints: { embed: "www/embed.ts" },
    outdir,
    plugins: [partsBeside],
  });
  await shrunk;
  return [...results, parts, first, embed];
}

/** Bundles what pages have of their own: the playground, the frame, the elements. */
export async function bundlePages(outdir) {
  const elements = bundleElements(outdir);
  const frame = build({
    ...forBrowsers,
    entryPoints: { frame: "www/frame.ts" },
    outdir,
    plugins: [publicPackageBeside],
  });
  const app = await build({
    ...forBrowsers,
    entryPoints: {
      app: "www/app.ts",
      offline: "www/offline/page.ts",
      // Loaded with the panel that it is for.
      "app.files": "www/styles/files.css",
    },
    outdir,
    // Lets the playground start the server before the rest of its code has been loaded.
    splitting: true,
    chunkNames: "app-[hash]",
    loader: { ".woff2": "file" },
    assetNames: "[name]",
    plugins: [publicPackageBeside],
  });
  const large = Object.entries(app.metafile.outputs).filter(
    ([file, { bytes }]) => file.endsWith(".js") && bytes > WORTH_SHRINKING,
  );
  await shrink(large.map(([file]) => at(file)));
  record("pages", [app, await frame, ...(await elements)]);
}

/** Bundles the public package, for pages and for Node, and its program. */
export async function bundlePackage(outdir) {
  const results = await Promise.all([
    build({
      ...forBrowsers,
      entryPoints: {
        "jscl-mcp": "jscl-bridge/index.ts",
        "jscl-webmcp-polyfill": "jscl-bridge/host/bindings/webmcp-polyfill.ts",
        "jscl-format": "jscl-bridge/syntax/layout.ts",
        "jscl-draw": "jscl-bridge/host/drawing.ts",
        "jscl-journal": "jscl-bridge/host/browser-journal.ts",
        "jscl-compiler": "jscl-bridge/host/browser-compiler.ts",
      },
      outdir,
      plugins: [syncMessage],
    }),
    build({
      ...forBrowsers,
      // Sites take it in by importScripts.
      format: "iife",
      // Who has a service worker reads what is taken in; and Vite writes files below 4 KB into others.
      minify: false,
      banner: { js: readFileSync(at("jscl-bridge", "waiting", "about.txt"), "utf8") },
      entryPoints: { "jscl-wait": "jscl-bridge/waiting/service-worker.ts" },
      outdir,
    }),
    build({
      ...forNode,
      entryPoints: {
        "jscl-mcp-node": "jscl-bridge/node/index.ts",
        "jscl-mcp-thread": "jscl-bridge/node/thread.ts",
        "jscl-mcp-draw": "jscl-bridge/node/drawing-thread.ts",
      },
      outdir,
      plugins: [engineBeside, syncMessage],
    }),
    build({
      ...forNode,
      entryPoints: { "jscl-mcp-stdio": "jscl-bridge/node/start.ts" },
      outdir,
      // Has the process that starts the other one load what it needs alone.
      splitting: true,
      chunkNames: "jscl-mcp-[name]-[hash]",
      banner: { js: "#!/usr/bin/env node" },
      plugins: [syncMessage],
    }),
  ]);
  const drawing = at("node_modules", "@resvg", "resvg-wasm", "index_bg.wasm");
  copyFileSync(drawing, join(outdir, "jscl-mcp-draw.wasm"));
  await shrink([join(outdir, "jscl-mcp.js")]);
  leaveImports(join(outdir, "jscl-mcp.js"));
  record("package", results);
}

/**
 * Bundles the engine, whole and not minified: what few programs run of it goes beside it (`split-engine`).
 */
export async function bundleEngine(outfile) {
  const result = await build({
    ...forBrowsers,
    minify: false,
    entryPoints: ["jscl-bridge/engine/worker.ts"],
    outfile,
    plugins: [syncMessage],
  });
  record("engine", [result]);
}

/** The names of the npm packages whose code went into those bundles. */
export const bundledPackages = () =>
  ["pages", "package", "engine"].flatMap((name) => recorded(name).packages);

/**
 * Bundles the service worker of the site in `outdir`, which has all its other files; resolves to the names of
 * the npm packages in it.
 */
export async function bundleOffline(outdir) {
  await keepBuild(outdir, async (constants) => {
    const result = await build({
      ...forBrowsers,
      entryPoints: { sw: "www/offline/worker.ts" },
      format: "iife",
      outdir,
      // As a file of its own it would be asked for at each look for a new build.
      banner: { js: readFileSync(join(outdir, "jscl-wait.js"), "utf8") },
      define: { ...constants, "process.env.NODE_ENV": '"production"' },
    });
    record("offline", [result]);
  });
  return recorded("offline").packages;
}

/**
 * Bundles the public package with another server than the one that is shipped, whose bindings are in
 * `folder`.
 */
export async function bundlePackageWith(folder, outdir) {
  const itsServer = {
    name: "its-server",
    setup: (bundling) =>
      bundling.onResolve({ filter: /^#wasm$/ }, () => ({ path: join(folder, "jscl_mcp.js") })),
  };
  await build({
    ...forBrowsers,
    entryPoints: { "jscl-mcp": "jscl-bridge/index.ts" },
    outdir,
    plugins: [itsServer, syncMessage],
  });
}

/**
 * Bundles the image's file with its realm open to programs, for tests of what then holds; resolves to the
 * file.
 */
export async function bundleOpenWorker() {
  const outfile = at("build", "fixtures", "open-worker.js");
  await build({
    ...forBrowsers,
    entryPoints: ["tests/fixtures/open-worker.ts"],
    outfile,
    plugins: [syncMessage],
  });
  return outfile;
}
