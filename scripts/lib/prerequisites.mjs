/**
 * The tools that must be on the machine before anything can be built, and those that the scripts may install.
 */
import { existsSync, readFileSync } from "node:fs";
import { at, WASM_TARGET } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { ask, mustRun, onPath } from "./run.mjs";
import { say } from "./step-output.mjs";

const MINIMUM_NODE = [20, 19];

/** Node and Rust, each with one sentence that says what to install. */
const tools = {
  name: "tools",
  title: "Looking for Node and Rust",
  needs: [],
  run() {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
      throw new Problem(
        `Node ${process.versions.node} is too old: install Node ${MINIMUM_NODE.join(".")} or newer from https://nodejs.org.`,
      );
    }
    const cargo = ask("cargo", ["--version"]);
    if (!cargo)
      throw new Problem(
        "Rust is missing: install it with rustup from https://rustup.rs, then run this again.",
      );
    return `Node ${process.versions.node}, ${cargo.replace(/ \(.*/, "")}`;
  },
};

/** npm packages at the versions of package-lock.json. */
const packages = {
  name: "packages",
  title: "npm packages",
  needs: ["tools"],
  async run() {
    if (packagesMatchLock()) return "as in package-lock.json";
    say("installing with `npm ci`");
    // No package here needs its install script, and npm warns about each one it holds back.
    await mustRun("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    return undefined;
  },
};

/**
 * True when what npm recorded in node_modules is what the lock file asks for. npm's own record is compared,
 * not a stamp of the scripts, so that packages which a person installed by hand are not installed again.
 */
function packagesMatchLock() {
  const record = at("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" || (installed[path] ? installed[path].version === entry.version : entry.optional === true),
  );
}

/** The standard library for WebAssembly. */
const wasmTarget = {
  name: "wasm-target",
  title: `Rust target ${WASM_TARGET}`,
  needs: ["tools"],
  async run() {
    const library = ask("rustc", ["--print", "target-libdir", "--target", WASM_TARGET]);
    if (library && existsSync(library)) return "installed";
    if (!onPath("rustup")) {
      throw new Problem(
        `The Rust target ${WASM_TARGET} is missing: install it from where your Rust came from, or use rustup from https://rustup.rs.`,
      );
    }
    say(`installing with \`rustup target add ${WASM_TARGET}\``);
    await mustRun("rustup", ["target", "add", WASM_TARGET]);
    return undefined;
  },
};

/** rustfmt and clippy, which a minimal toolchain lacks. */
export const rustLinters = {
  name: "rust-linters",
  title: "rustfmt and clippy",
  async run() {
    if (ask("cargo", ["fmt", "--version"]) && ask("cargo", ["clippy", "--version"])) return "installed";
    if (!onPath("rustup")) {
      throw new Problem(
        "rustfmt or clippy is missing: install them from where your Rust came from, or use rustup from https://rustup.rs.",
      );
    }
    await mustRun("rustup", ["component", "add", "rustfmt", "clippy"]);
    return undefined;
  },
};

export const prerequisites = [tools, packages, wasmTarget];
