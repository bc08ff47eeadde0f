import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { GrantedDirectory } from "../contract/granted-directory.js";
import { serveDirectory } from "./directory-channel.js";
import { openDirectory } from "./granted-directory.js";
import { seal } from "./sealed-places.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-granted-")));
const granted = join(top, "granted");
const at = (name: string) => join(granted, name);
let directory: GrantedDirectory;

beforeEach(() => {
  rmSync(granted, { recursive: true, force: true });
  mkdirSync(at("sub"), { recursive: true });
  writeFileSync(at("file"), "old");
  writeFileSync(join(top, "outside"), "secret");
  directory = openDirectory(granted);
});
afterAll(() => rmSync(top, { recursive: true }));

const text = (content: string) => new TextEncoder().encode(content);
const outside = { problem: "It leads out of the directory that was granted" };

test("what a link leads to is written where that lies inside, and a name that leads nowhere is replaced", () => {
  symlinkSync("file", at("inner"));
  symlinkSync(join(top, "new"), at("dangling"));
  expect(directory.write(at("inner"), text("new"))).toEqual({ value: undefined });
  expect(directory.write(at("dangling"), text("here"))).toEqual({ value: undefined });
  expect([readFileSync(at("file"), "utf8"), readFileSync(at("dangling"), "utf8")]).toEqual(["new", "here"]);
  expect(readdirSync(top).sort()).toEqual(["granted", "outside"]);
});

test("a hard link is another file as soon as it is written", () => {
  linkSync(join(top, "outside"), at("hard"));
  expect(directory.write(at("hard"), text("mine"))).toEqual({ value: undefined });
  expect(readFileSync(join(top, "outside"), "utf8")).toBe("secret");
});

test("nothing is left behind, and nothing half written, where writing fails", () => {
  mkdirSync(at("taken"));
  expect(directory.write(at("taken"), text("x"))).toEqual({ problem: "Is a directory" });
  expect(readdirSync(granted).sort()).toEqual(["file", "sub", "taken"]);
});

test("the directory itself is neither moved nor removed, nor is what leaves it named", () => {
  for (const done of [
    directory.rename(`${granted}/`, at("sub/x")),
    directory.rename(at("sub/"), `${granted}/`),
    directory.remove(`${granted}/`),
    directory.rename(at("file"), at("sub/..")),
    directory.write(`${granted}/../new`, text("x")),
    directory.read(`${granted}/../outside`),
    directory.read("/etc/passwd"),
    directory.makeDirectory(`${granted}/../made/`),
  ])
    expect(done).toEqual({ problem: expect.any(String) });
  for (const name of ["file", "sub"]) rmSync(at(name), { recursive: true });
  for (const done of [
    directory.rename(`${granted}/`, at("x")),
    directory.remove(`${granted}/`),
    directory.removeDirectory(`${granted}/`),
  ])
    expect(done).toEqual({ problem: "Operation not permitted" });
  expect(readdirSync(top).sort()).toEqual(["granted", "outside"]);
  expect(directory.look(join(top, "outside"))).toEqual(outside);
});

test("what is sealed is read, and not changed, nor moved along with what it lies in", () => {
  mkdirSync(at("sub/own"));
  writeFileSync(at("sub/own/file"), "own");
  seal([at("sub/own"), at("sub/to-be")]);
  const problem = { problem: "It belongs to the program that runs this Lisp, which only reads it" };
  expect(directory.read(at("sub/own/file"))).toEqual({ value: new Uint8Array(text("own")) });
  for (const done of [
    directory.write(at("sub/own/file"), text("x")),
    directory.write(at("sub/own/new"), text("x")),
    directory.write(at("sub/to-be"), text("x")),
    directory.remove(at("sub/own/file")),
    directory.rename(at("sub/"), at("moved/")),
    directory.rename(at("file"), at("sub/to-be")),
    directory.rename(at("sub/own/file"), at("mine")),
    directory.makeDirectory(at("sub/own/more/")),
    directory.removeDirectory(at("sub/")),
  ])
    expect(done).toEqual(problem);
  symlinkSync("sub/own", at("by-link"));
  expect(directory.write(at("by-link/file"), text("x"))).toEqual(problem);
});

/** What the served end of a channel answers to a message. */
async function answered(port: MessagePort, message: unknown): Promise<unknown> {
  const answer = new Promise((resolve) => port.once("message", resolve));
  port.postMessage(message);
  return answer;
}

test("a thread may ask for anything, and gets what is served", async () => {
  const { channel, close } = serveDirectory(directory);
  try {
    expect(await answered(channel.port, ["read", at("file")])).toEqual({
      value: new Uint8Array(text("old")),
    });
    const nonsense = [null, 1, "read", [], ["read"], ["constructor", "x"], ["root"], ["__proto__", "x"]];
    for (const asked of [
      ...nonsense,
      ["read", {}],
      ["read", at("file"), "more"],
      ["write", at("file")],
      ["write", at("file"), "text"],
      ["rename", at("file")],
    ])
      expect(await answered(channel.port, asked), JSON.stringify(asked)).toEqual({
        problem: "Invalid request",
      });
    expect(await answered(channel.port, ["read", "\0"])).toEqual({ problem: expect.any(String) });
    expect(readFileSync(at("file"), "utf8")).toBe("old");
  } finally {
    close();
  }
});
