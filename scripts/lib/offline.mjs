/** The service worker of dist/: which files make a build of the site, and what names them. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { filesUnder } from "./stamps.mjs";

/** Files that no page of the site loads: those for pages of other sites, for Node, and for readers. */
const NOT_KEPT =
  /\.(br|gz|txt|map|d\.ts)$|^_headers$|^sw\.js$|^(frame|embed)[.-]|^jscl-mcp-(node|thread|draw|stdio|main|chunk)/;
const CHARSET = '<meta charset="utf-8">';
const BUILD = /\n *<meta name="build" content="\w*">/;

const digest = (algorithm, data, encoding) => createHash(algorithm).update(data).digest(encoding);

/**
 * Names the build in the site's pages and bundles the service worker that keeps its files; `bundle` takes the
 * constants of its text. To be called when all other files are there.
 */
export async function keepBuild(folder, bundle) {
  const files = filesUnder(folder)
    .map((file) => relative(folder, file).split(sep).join("/"))
    .filter((name) => !NOT_KEPT.test(name))
    .sort();
  const build = digest(
    "sha256",
    files.map((name) => `${name} ${digest("sha256", readFileSync(join(folder, name)), "hex")}\n`).join(""),
    "hex",
  ).slice(0, 16);
  for (const name of files.filter((each) => each.endsWith(".html"))) {
    const file = join(folder, name);
    const html = readFileSync(file, "utf8").replace(BUILD, "");
    writeFileSync(file, html.replace(CHARSET, `${CHARSET}\n    <meta name="build" content="${build}">`));
  }
  const entries = files.map((url) => {
    const bytes = readFileSync(join(folder, url));
    const integrity = `sha256-${digest("sha256", bytes, "base64")}`;
    return { url, revision: digest("sha256", bytes, "hex").slice(0, 16), integrity };
  });
  await bundle({ BUILD_FILES: JSON.stringify(entries), BUILD_NAME: JSON.stringify(build) });
}
