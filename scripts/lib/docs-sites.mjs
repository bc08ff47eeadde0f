/**
 * The worked sites of docs/sites/, each built by its own tool as its users have it: published packages,
 * installed under build/docs-sites/.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { at, BUILD, DIST } from "./paths.mjs";
import { mustRun, onPath } from "./run.mjs";

const MDBOOK = "0.5.4";

const FOLDER = join(BUILD, "docs-sites");
/** The built sites, each in a folder of its name. */
export const SITES = join(FOLDER, "site");
const work = (name) => join(FOLDER, "work", name);
const out = (name) => join(SITES, name);
const quiet = { quiet: true };

/** dist/ as one copies it into a site: what a server would compress by itself is left out. */
function copyAssets(target) {
  cpSync(DIST, target, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
}

const venv = join(FOLDER, "sphinx-venv");
const ownMdbook = join(FOLDER, "mdbook", "bin", "mdbook");
const vitepress = join(FOLDER, "node_modules", "vitepress", "bin", "vitepress.js");
const highlighter = at("node_modules", "@highlightjs", "cdn-assets");

/**
 * `tool()` is the program that builds a site, or undefined where it is not installed; `build(folder, tool)`
 * builds what stands in `folder`, a copy of the sources.
 */
const sites = [
  {
    name: "plain",
    title: "Plain HTML",
    tool: () => highlighter,
    build(folder) {
      cpSync(folder, out("plain"), { recursive: true });
      cpSync(highlighter, join(out("plain"), "highlight"), { recursive: true });
      copyAssets(join(out("plain"), "lisp"));
    },
  },
  {
    name: "mdbook",
    title: "mdBook",
    tool: () => (existsSync(ownMdbook) ? ownMdbook : onPath("mdbook")),
    install: () =>
      mustRun("cargo", ["install", `mdbook@${MDBOOK}`, "--locked", "--root", join(FOLDER, "mdbook")]),
    async build(folder, tool) {
      copyAssets(join(folder, "src", "lisp"));
      await mustRun(tool, ["build", folder, "--dest-dir", out("mdbook")], quiet);
    },
  },
  {
    name: "sphinx",
    title: "Sphinx",
    tool: () => [join(venv, "bin", "sphinx-build")].find(existsSync),
    async install() {
      await mustRun("python3", ["-m", "venv", venv]);
      const requirements = at("docs", "sites", "sphinx", "requirements.txt");
      await mustRun(join(venv, "bin", "pip"), ["install", "--quiet", "--requirement", requirements]);
    },
    async build(folder, tool) {
      copyAssets(join(folder, "source", "lisp"));
      const env = { PYTHONPATH: folder };
      await mustRun(tool, ["-W", join(folder, "source"), out("sphinx")], { ...quiet, env });
    },
  },
  {
    name: "vitepress",
    title: "VitePress",
    tool: () => [vitepress].find(existsSync),
    async install() {
      for (const file of ["package.json", "package-lock.json"])
        copyFileSync(at("docs", "sites", "vitepress", file), join(FOLDER, file));
      await mustRun("npm", ["ci", "--prefix", FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]);
    },
    async build(folder, tool) {
      copyAssets(join(folder, "public", "lisp"));
      await mustRun(process.execPath, [tool, "build", folder, "--outDir", out("vitepress")], quiet);
    },
  },
];

/** Steps that install what is missing. */
export function installSteps() {
  mkdirSync(FOLDER, { recursive: true });
  return sites
    .filter(({ tool, install }) => install && !tool())
    .map(({ name, title, install }) => ({
      name: `docs-tool-${name}`,
      title: `Installing ${title}`,
      run: () => install().then(() => undefined),
    }));
}

/** Steps that build the sites whose tools are installed. */
export function siteSteps() {
  return sites
    .map((site) => ({ ...site, path: site.tool() }))
    .filter(({ path }) => path !== undefined)
    .map(({ name, title, path, build }) => ({
      name: `docs-site-${name}`,
      title: `Building the site of ${title}`,
      inputs: [at("docs", "sites", name), DIST, at("scripts", "lib", "docs-sites.mjs")],
      keep: (file) => !/\.(br|gz)$/.test(file),
      outputs: [join(out(name), "index.html")],
      async run() {
        for (const folder of [work(name), out(name)]) rmSync(folder, { recursive: true, force: true });
        cpSync(at("docs", "sites", name), work(name), { recursive: true });
        await build(work(name), path);
      },
    }));
}
