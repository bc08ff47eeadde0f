/** What esbuild does for us: the site's bundles and the build's own TypeScript programs. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "./paths.mjs";
import { headersFile, PAGE_POLICIES, withPolicy } from "./policy.mjs";
import { Problem } from "./report.mjs";
import { syncMessage } from "./sync-message.mjs";

/** Runs esbuild, which prints its own messages; resolves to its result. */
async function build(options) {
  const { build } = await import("esbuild");
  return build(options).catch(() => {
    const entries = Object.values(options.entryPoints).join(" and ");
    throw new Problem(`${entries} could not be bundled, for the reasons above.`);
  });
}

/**
 * The playground imports the public package by its name, as any user of it would; in dist/ that is a file beside it, so the
 * package's code is loaded once and not copied into the application.
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

/** Bundles everything that dist/ needs and resolves to the names of the npm packages whose code went into it. */
export async function bundleSite(outdir) {
  const results = await Promise.all([
    build({
      ...forBrowsers,
      entryPoints: {
        "jscl-mcp": "jscl-bridge/index.ts",
        "jscl-worker": "jscl-bridge/engine/worker.ts",
        "jscl-webmcp-polyfill": "jscl-bridge/host/bindings/webmcp-polyfill.ts",
      },
      outdir,
      plugins: [syncMessage],
    }),
    build({
      ...forBrowsers,
      entryPoints: { app: "www/app.ts", frame: "www/frame.ts" },
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
  for (const [page, policy] of Object.entries(PAGE_POLICIES))
    writeFileSync(join(outdir, page), withPolicy(readFileSync(at("www", page), "utf8"), policy));
  writeFileSync(join(outdir, "_headers"), headersFile());
  if (existsSync(at("www", "static"))) cpSync(at("www", "static"), outdir, { recursive: true });
  const names = results
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

/** Bundles the public package with another server than the one that is shipped, whose bindings are in `folder`. */
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

/** Bundles the image's file with its realm open to programs, for tests of what then holds; resolves to the file. */
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
  });
  return outfile;
}
