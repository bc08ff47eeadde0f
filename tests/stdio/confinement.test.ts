/** Permissions of the program's process and its threads, when all code in them is a stranger's. */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { endAll, PROGRAM, Program } from "./support/program.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
const dist = dirname(PROGRAM);
const installed = join(folder, "package", "dist");
const program = join(installed, "jscl-mcp-stdio.js");
const fixture = fileURLToPath(new URL("./support/hostile-thread.js", import.meta.url));

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(() => {
  cpSync(dist, installed, { recursive: true, filter: (path) => !/\.(br|gz|html|woff2)$/.test(path) });
  writeFileSync(join(folder, "package", "package.json"), '{"type":"module"}');
  renameSync(join(installed, "jscl-mcp-thread.js"), join(installed, "real-thread.js"));
  cpSync(fixture, join(installed, "jscl-mcp-thread.js"));
  for (const name of ["canary.txt", "canary.mjs"]) writeFileSync(join(folder, "package", name), "");
});
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

/** The attempts in threads, and those that succeeded. */
function triesIn(text: string): { readonly tried: number; readonly done: readonly string[] } {
  const tries = text
    .split("\n")
    .filter((line) => line.startsWith('{"what"'))
    .map((line) => JSON.parse(line) as { what: string; held: string });
  return { tried: tries.length, done: tries.filter(({ held }) => held === "").map(({ what }) => what) };
}

test("a thread whose realm is lost reads, writes and starts nothing, and the journal is kept", async () => {
  const journal = join(folder, "package", "kept.journal");
  const granted = join(folder, "package", "granted");
  mkdirSync(granted);
  writeFileSync(join(granted, "file.txt"), "");
  const own = new Program(["--journal", journal, "--tools", "core,sessions", "--files", granted], {
    program,
  });
  await own.evaluate("(defun kept () 42)");
  await own.call("create-session", { session: "other" });
  expect(await own.evaluate("(+ 1 2)", { session: "other" })).toBe("=> 3");
  expect(await own.evaluate('(probe-file "file.txt")')).toBe(`=> #P"${granted}/file.txt"`);
  own.endInput();
  expect(await own.closed).toEqual({ code: 0, signal: null });
  const { tried, done } = triesIn(own.stderr);
  expect(done).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(40);
  expect(readFileSync(journal, "utf8")).toContain("defun kept");
});

test("nor does one in a process of somebody else's, who has all permissions", () => {
  const script = `
    import { LispServer } from ${JSON.stringify(join(installed, "jscl-mcp-node.js"))};
    const server = await LispServer.start();
    await server.ready;
    await server.close();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const { tried, done } = triesIn(stderr);
  expect(done).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(20);
});

/** Has the program run JavaScript at its start, in each process that it has. */
const planted = (script: string) => ["--import", `data:text/javascript,${encodeURIComponent(script)}`];

test("the process has its own files, threads and what the command line names", async () => {
  const [loaded, journal] = [join(folder, "loaded.lisp"), join(folder, "a journal, kept")];
  writeFileSync(loaded, "(defun loaded () 1)");
  const asked = {
    "fs.read": [
      join(dist, "jscl.js"),
      loaded,
      journal,
      `${journal}.new`,
      `${journal}.other`,
      folder,
      "/etc/passwd",
    ],
    "fs.write": [journal, `${journal}.new`, loaded, join(dist, "jscl.js"), folder],
    worker: [undefined],
    child: [undefined],
    inspector: [undefined],
    wasi: [undefined],
    addon: [undefined],
  };
  const script = `
    const asked = ${JSON.stringify(asked)};
    if (process.permission) process.stderr.write("has " + JSON.stringify(Object.entries(asked).map(([scope, names]) =>
      [scope, names.map((name) => process.permission.has(scope, name ?? undefined))])) + "\\n");`;
  const own = new Program(["--load", loaded, "--journal", journal], { nodeArgs: planted(script) });
  await own.evaluate("(loaded)");
  own.endInput();
  await own.closed;
  const has = /^has (.*)$/m.exec(own.stderr)?.[1] ?? "";
  expect(Object.fromEntries(JSON.parse(has))).toEqual({
    "fs.read": [true, true, true, true, false, false, false],
    "fs.write": [true, true, false, false, false],
    worker: [true],
    child: [false],
    inspector: [false],
    wasi: [false],
    addon: [false],
  });
});

test("of the environment it has what tells the language and the clock", async () => {
  const script = `if (process.permission) process.stderr.write("env " + JSON.stringify(process.env) + "\\n")`;
  const env = { ...process.env, SECRET: "x", TZ: "Asia/Tokyo", LC_ALL: "C" };
  const own = new Program([], { nodeArgs: planted(script), env });
  expect(await own.evaluate("(nth 8 (multiple-value-list (decode-universal-time 0)))")).toBe("=> -9");
  own.endInput();
  await own.closed;
  const has = JSON.parse(/^env (.*)$/m.exec(own.stderr)?.[1] ?? "{}") as NodeJS.ProcessEnv;
  expect(has).toMatchObject({ TZ: "Asia/Tokyo", LC_ALL: "C" });
  expect(
    Object.keys(has).filter((name) => !/^(TZ|LANG|LANGUAGE|LC_.*|LD_.*|JSCL_MCP_LIFELINE)$/.test(name)),
  ).toEqual([]);
});

test("where Node has no permissions to take, it serves all the same and says nothing", async () => {
  const without = `Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: new Set() })`;
  const own = new Program([], { nodeArgs: planted(without) });
  expect(await own.evaluate("(+ 1 2)")).toBe("=> 3");
  own.endInput();
  expect(await own.closed).toEqual({ code: 0, signal: null });
  expect(own.stderr).toBe("");
});

test("who has settled the permissions of the process himself is obeyed", async () => {
  const [name] = ["--permission", "--experimental-permission"].filter((each) =>
    process.allowedNodeEnvironmentFlags.has(each),
  );
  const own = new Program([], {
    nodeArgs: [String(name), "--allow-worker", "--allow-fs-read=*", "--no-warnings"],
  });
  expect(await own.evaluate("(+ 1 2)")).toBe("=> 3");
  expect(childrenOf(own.pid)).toEqual([]);
});

/** The processes that a process has started, where the system lists them. */
function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Resolves when a process is gone, or to false after some seconds. */
async function isGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if (!existsSync(`/proc/${pid}`)) return true;
    await later(50);
  }
  return false;
}

test.runIf(existsSync("/proc/self/task"))("of its two processes none outlives the other", async () => {
  const first = new Program();
  await first.evaluate("1");
  const [served] = childrenOf(first.pid);
  process.kill(Number(served), "SIGKILL");
  expect(await first.closed).toEqual({ code: null, signal: "SIGKILL" });

  // Another process holds its standard streams open.
  const script = `
    const own = require("node:child_process").spawn(process.execPath, [process.argv[1]], { stdio: "inherit" });
    process.stderr.write(own.pid + "\\n"); setInterval(() => {}, 1000)`;
  const holder = spawn(process.execPath, ["--eval", script, PROGRAM], { stdio: "pipe" });
  try {
    const pid = await new Promise<number>((resolve) =>
      holder.stderr.once("data", (text) => resolve(Number(text))),
    );
    holder.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const [orphan] = childrenOf(pid);
    process.kill(pid, "SIGKILL");
    expect(await isGone(Number(orphan))).toBe(true);
  } finally {
    holder.kill("SIGKILL");
  }
});

test.runIf(existsSync("/proc/self/task"))(
  "no signal opens an inspector in either of its processes",
  async () => {
    const own = new Program();
    await own.evaluate("1");
    for (const pid of [own.pid, ...childrenOf(own.pid)]) process.kill(pid, "SIGUSR1");
    await later(300);
    expect(await own.evaluate("2")).toBe("=> 2");
    own.endInput();
    expect(await own.closed).toEqual({ code: 0, signal: null });
    expect(own.stderr).toBe("");
  },
);

test("it is found by symbolic links, to itself, its folder and its journal's", async () => {
  const real = join(folder, "real, with a space");
  mkdirSync(join(real, "node_modules", ".bin"), { recursive: true });
  cpSync(dist, join(real, "store", "dist"), {
    recursive: true,
    filter: (path) => !/\.(br|gz|html|woff2)$/.test(path),
  });
  writeFileSync(join(real, "store", "package.json"), '{"type":"module"}');
  symlinkSync("../store", join(real, "node_modules", "jscl-mcp"));
  symlinkSync("../jscl-mcp/dist/jscl-mcp-stdio.js", join(real, "node_modules", ".bin", "jscl-mcp"));
  symlinkSync("real, with a space", join(folder, "link"));
  writeFileSync(join(real, "kept.journal"), "");
  rmSync(join(real, "kept.journal"));
  const journal = join(folder, "link", "kept.journal");
  for (const path of ["node_modules/.bin/jscl-mcp", "node_modules/jscl-mcp/dist/jscl-mcp-stdio.js"]) {
    const own = new Program(["--journal", journal, "--restore"], { program: join(folder, "link", path) });
    expect(await own.evaluate("(defun kept () 42) (kept)")).toContain("=> 42");
    own.endInput();
    expect(await own.closed).toEqual({ code: 0, signal: null });
  }
  expect(readFileSync(join(real, "kept.journal"), "utf8")).toContain("defun kept");
});
