/** What esbuild does for us: the site's bundles and the build's own TypeScript programs. */
import { copyFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { at } from "./paths.mjs";

const esbuild = () => import("esbuild");

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

/** Bundles everything that dist/ needs and resolves to the names of the npm packages whose code went into it. */
export async function bundleSite(outdir) {
  const { build } = await esbuild();
  const { metafile } = await build({
    absWorkingDir: at(),
    entryPoints: {
      "jscl-mcp": "jscl-bridge/index.ts",
      "jscl-worker": "jscl-bridge/engine/worker.ts",
      app: "www/app.ts",
    },
    outdir,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    minify: true,
    legalComments: "none",
    loader: { ".woff2": "file" },
    assetNames: "[name]",
    logLevel: "warning",
    metafile: true,
    plugins: [publicPackageBeside],
  });
  copyFileSync(at("www", "index.html"), join(outdir, "index.html"));
  if (existsSync(at("www", "static"))) cpSync(at("www", "static"), outdir, { recursive: true });
  const names = Object.keys(metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

/** Bundles one of the build's own programs for Node and resolves to the file; npm packages stay imports. */
export async function bundleTool(entry, name) {
  const { build } = await esbuild();
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
