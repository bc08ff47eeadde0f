/** Bundles by esbuild: the site's, and the build's own TypeScript programs. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBehind } from "./imports.mjs";
import { keepBuild } from "./offline.mjs";
import { at } from "./paths.mjs";
import { headersFile, PAGE_POLICIES, withPolicy } from "./policy.mjs";
import { Problem } from "./report.mjs";
import { shrink } from "./shrink.mjs";
import { splitEngine } from "./split-engine.mjs";
import { syncMessage } from "./sync-message.mjs";

/** Bytes from which a part of the playground is worth the seconds that shrinking takes. */
const WORTH_SHRINKING = 100_000;

/** Runs esbuild, which prints its own messages; resolves to its result. */
async function build(options) {
  const { build } = await import("esbuild");
  return build(options).catch(() => {
    const entries = Object.values(options.entryPoints).join(" and ");
    throw new Problem(`${entries} could not be bundled, for the reasons above.`);
  });
}

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
function leaveImports(file) {
  const text = readFileSync(file, "utf8");
  const mark = "import(/* webpackIgnore: true *//* @vite-ignore */";
  writeFileSync(file, text.replace(/(?<![\w$.])import\((?=[\w$])/g, mark));
}

const forBrowsers = {
  absWorkingDir: at(),
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
};

const forNode = {
  ...forBrowsers,
  platform: "node",
  target: "node20",
};

/** A style sheet as a module of its text, for shadow roots. */
const styleTexts = {
  name: "style-texts",
  setup(bundling) {
    bundling.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        ...forBrowsers,
        entryPoints: { style: path },
        write: false,
        outdir: "/",
      });
      const contents = `export const css = ${JSON.stringify(outputFiles[0].text.trim())};`;
      return { contents, loader: "js", watchFiles: Object.keys(metafile.inputs).map((file) => at(file)) };
    });
  },
};

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
  const parts = await build({
    ...forBrowsers,
    entryPoints: ELEMENT_PARTS,
    outdir,
    splitting: true,
    entryNames: "lisp-cell-[name]-[hash]",
    chunkNames: "lisp-cell-[hash]",
    plugins: [publicPackageBeside, styleTexts],
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
    plugins: [publicPackageBeside, partsBeside, styleTexts],
  });
  for (const name of ["lisp-cell.js", ...filesBehind(outdir, files.get(ELEMENT_PARTS.edit), true)])
    await shrink(join(outdir, name));
  // The embedded cell asks for the elements and their parts as pages do.
  files.set(ELEMENTS, "lisp-cell.js");
  const embed = await build({
    ...forBrowsers,
    entryPoints: { embed: "www/embed.ts" },
    outdir,
    plugins: [partsBeside],
  });
  return [parts, first, embed];
}

/** Gives functions of the library that call a program's their twins, as the tests' configuration does. */
async function heapForms() {
  const tool = await bundleTool(at("jscl-bridge", "derive", "heap-forms.ts"), "heap-forms.mjs");
  const { heapForms } = await import(pathToFileURL(tool).href);
  const { transform } = await import("esbuild");
  const forms = heapForms(at("jscl-bridge", "runtime"));
  return {
    name: "heap-forms",
    setup(bundling) {
      bundling.onLoad({ filter: /[\\/]library[\\/][\w-]+\.ts$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", target: "es2022" });
        const contents = forms.transform(code, path);
        return contents === null ? undefined : { contents, loader: "js" };
      });
    },
  };
}

let modulesWithTwins;

/** Makes the twins of whole modules, as the tests' configuration does. */
function heapModules() {
  modulesWithTwins ??= makeHeapModules();
  return modulesWithTwins;
}

async function makeHeapModules() {
  const tool = await bundleTool(at("jscl-bridge", "derive", "heap-modules.ts"), "heap-modules.mjs");
  const modules = (await import(pathToFileURL(tool).href)).heapModules(at("jscl-bridge"));
  return {
    name: "heap-modules",
    setup(bundling) {
      bundling.onResolve({ filter: /\?heap$/ }, ({ path, resolveDir }) => ({
        path: modules.resolve(path, resolveDir),
        suffix: "?heap",
      }));
      bundling.onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
        if (suffix === "?heap") return { contents: modules.load(path), loader: "js" };
        const contents = modules.transform(readFileSync(path, "utf8"), path);
        return contents === null ? undefined : { contents, loader: "ts" };
      });
    },
  };
}

/** Bundles the image's own file, of which a part goes beside the rare functions of the Lisp. */
async function bundleWorker(outdir, lispFolder) {
  const tool = await bundleTool(at("jscl-bridge", "derive", "engine-split-main.ts"), "engine-split.mjs");
  const bundle = await build({
    ...forBrowsers,
    minify: false,
    entryPoints: { "jscl-worker": "jscl-bridge/engine/worker.ts" },
    outdir,
    write: false,
    plugins: [syncMessage, await heapForms(), await heapModules()],
  });
  await splitEngine(named(bundle.outputFiles[0].text, lispFolder), lispFolder, tool, outdir);
  return bundle;
}

/** Stands for the build's name in `jscl-bridge/image/build-name.ts`. */
const NO_NAME = "build-of-this-image";

/** The image's file with the name of this build: what is compiled follows from that file and the Lisp. */
function named(text, lispFolder) {
  if (text.split(NO_NAME).length !== 2) throw new Error("The image's file has not one place for its name.");
  const hash = createHash("sha256").update(text);
  const lisp = ["jscl.js", "jscl-rare.js"].map((name) => join(lispFolder, name));
  for (const file of [...lisp, at("build", "asdf", "jscl-asdf.json")]) hash.update(readFileSync(file));
  return text.replace(NO_NAME, hash.digest("hex"));
}

/**
 * Bundles everything that dist/ needs and resolves to the names of the npm packages whose code went into it.
 * The Lisp is in `lispFolder`.
 */
export async function bundleSite(outdir, lispFolder) {
  const elements = bundleElements(outdir);
  const worker = bundleWorker(outdir, lispFolder);
  const results = await Promise.all([
    build({
      ...forBrowsers,
      entryPoints: {
        "jscl-mcp": "jscl-bridge/index.ts",
        "jscl-webmcp-polyfill": "jscl-bridge/host/bindings/webmcp-polyfill.ts",
        "jscl-format": "jscl-bridge/syntax/layout.ts",
        "jscl-journal": "jscl-bridge/host/browser-journal.ts",
        "jscl-compiler": "jscl-bridge/host/browser-compiler.ts",
        frame: "www/frame.ts",
      },
      outdir,
      plugins: [syncMessage, publicPackageBeside],
    }),
    build({
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
    }),
    build({
      ...forNode,
      entryPoints: {
        "jscl-mcp-node": "jscl-bridge/node/index.ts",
        "jscl-mcp-thread": "jscl-bridge/node/thread.ts",
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
  const large = filesBehind(outdir, "app.js", true).filter(
    (name) => statSync(join(outdir, name)).size > WORTH_SHRINKING,
  );
  for (const name of large) await shrink(join(outdir, name));
  await shrink(join(outdir, "jscl-mcp.js"));
  results.push(await worker);
  for (const name of ["jscl-mcp.js", "jscl-worker.js"]) leaveImports(join(outdir, name));
  cpSync(at("www", "guide"), join(outdir, "guide"), { recursive: true });
  for (const [page, policy] of Object.entries(PAGE_POLICIES))
    writeFileSync(join(outdir, page), withPolicy(readFileSync(at("www", page), "utf8"), policy));
  writeFileSync(join(outdir, "_headers"), headersFile());
  if (existsSync(at("www", "static"))) cpSync(at("www", "static"), outdir, { recursive: true });
  const all = [...results, ...(await elements)];
  return [...new Set(all.flatMap(({ metafile }) => packagesOf(metafile)))].sort();
}

function packagesOf(metafile) {
  return Object.keys(metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
}

/**
 * Bundles the service worker of the site in `outdir`, which has all its other files; resolves to the names of
 * the npm packages in it.
 */
export async function bundleOffline(outdir) {
  let names = [];
  await keepBuild(outdir, async (constants) => {
    const { metafile } = await build({
      ...forBrowsers,
      entryPoints: { sw: "www/offline/worker.ts" },
      format: "iife",
      outdir,
      define: { ...constants, "process.env.NODE_ENV": '"production"' },
    });
    names = packagesOf(metafile);
  });
  return names;
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
    plugins: [syncMessage, await heapModules()],
  });
  return outfile;
}

/** Bundles one of the build's own programs for Node and resolves to the file; npm packages stay imports. */
export async function bundleTool(entry, name) {
  const outfile = at("build", "tools", name);
  await build({
    absWorkingDir: at(),
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
    sourcemap: "inline",
    // What makes twins has none.
    plugins: /[\\/]heap-\w+\.ts$/.test(entry) ? [] : [await heapModules()],
  });
  return outfile;
}
