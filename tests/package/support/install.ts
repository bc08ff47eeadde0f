import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of a project that has installed the package, and nothing else. */
    project: string;
    /** The file that npm has packed. */
    tarball: string;
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Packs what is built, and installs it in an empty project, where there is no network. */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-package-"));
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", folder);
  const name = readdirSync(folder).find((entry) => entry.endsWith(".tgz")) ?? "";
  const tarball = join(folder, name);
  console.log(`      ${name}: ${statSync(tarball).size.toLocaleString("en")} bytes`);
  const project = join(folder, "project");
  mkdirSync(project);
  npm(project, "install", "--offline", "--no-audit", "--no-fund", tarball);
  provide("project", project);
  provide("tarball", tarball);
  return () => rmSync(folder, { recursive: true, force: true });
}
