/** The program that lets an agent into a page: its doors, and what it promises while there is no page. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { endAll, Program } from "./support/program.js";
import { ask, credentials, type PageAddress, pageAddress, RelayPage } from "./support/relay-page.js";

afterEach(endAll);

async function start(...args: string[]): Promise<{ program: Program; address: PageAddress }> {
  const program = new Program(["--page", "--port", "0", ...args]);
  return { program, address: await pageAddress(program) };
}

const open = (address: PageAddress, headers: Record<string, string>, path = "/agent") =>
  ask(address, { path, method: "POST", headers });

const ping = (id: string | number) => ({ jsonrpc: "2.0", id, method: "ping" });
const pong = (id: string | number) => ({ jsonrpc: "2.0", id, result: {} });
const says = (page: RelayPage, count: number) =>
  vi.waitFor(() => expect(page.heard.length).toBeGreaterThanOrEqual(count));

describe("who is let in", () => {
  test("its page alone: by the token, its origin and its host", async () => {
    const { program, address } = await start();
    const right = credentials(address);
    const { Authorization = "" } = right;
    const strangers = [
      [{ Origin: address.origin }, "of another run"],
      [{ ...right, Authorization: `${Authorization}x` }, "of another run"],
      [{ ...right, Authorization: "Bearer " }, "of another run"],
      [{ ...right, Origin: "https://elsewhere.example" }, "Only the page"],
      [{ ...right, Origin: "null" }, "Only the page"],
      [{ Authorization }, "Only the page"],
      [{ ...right, Host: `elsewhere.example:${address.port}` }, "its own address"],
      [{ ...right, Host: "127.0.0.1:1" }, "its own address"],
    ] as const;
    for (const [headers, why] of strangers) {
      const { status, text, headers: said } = await open(address, headers);
      expect([status, text], why).toEqual([403, expect.stringContaining(why)]);
      expect(said).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await open(address, right, "/agent/0123456789abcdef")).status).toBe(410);
    expect((await ask(address, { path: "/agent" })).status).toBe(405);
    expect((await ask(address, { path: "/", headers: { Host: "elsewhere.example" } })).status).toBe(403);
    // None of them has kept the page out.
    await RelayPage.open(address);
    await expect(RelayPage.open(address)).rejects.toThrow("Another page lets this agent in already.");
    expect(program.strange).toEqual([]);
    expect(program.messages).toEqual([]);
  });

  test("the site is served with its headers, and nothing beside it", async () => {
    const { address } = await start();
    const page = await ask(address, { path: "/" });
    expect(page.text).toContain("<title>");
    expect(page.text).not.toContain(address.token);
    expect(page.headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "content-security-policy": expect.stringContaining("connect-src 'self';"),
    });
    for (const path of ["/../package.json", "/..%2fpackage.json", "/%00", "/nothing"])
      expect((await ask(address, { path })).status, path).toBeGreaterThanOrEqual(400);
  });
});

describe("messages", () => {
  test("wait for the page, pass both ways as they are, and are answered when it goes", async () => {
    const { program, address } = await start();
    const early = program.ask("ping", {}, "early");
    const dropped = { jsonrpc: "2.0", id: "dropped", method: "ping" };
    program.send(dropped);
    program.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "dropped" } });
    await vi.waitFor(() => expect(program.stderr).toContain("The agent waits for the page: open http"));
    const page = await RelayPage.open(address);
    await says(page, 1);
    expect(page.heard).toEqual([{ ...ping("early"), params: {} }]);
    await page.send(pong("early"));
    expect(await early).toEqual(pong("early"));

    // An id that JavaScript cannot hold, and text of every kind.
    program.write(
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping","params":{"x":"λ\\u2028\\n"}}\n',
    );
    await says(page, 2);
    expect(page.heard[1].params).toEqual({ x: "λ\u2028\n" });
    await page.send({ jsonrpc: "2.0", id: page.heard[1].id, result: { y: "λ\n" } });
    await vi.waitFor(() => expect(program.messages.at(-1)?.result).toEqual({ y: "λ\n" }));

    const lost = program.ask("ping", {}, "lost");
    await says(page, 3);
    page.close();
    expect(await lost).toMatchObject({
      id: "lost",
      error: { code: -32000, message: expect.stringContaining("The page was closed or loaded again") },
    });
    const later = program.ask("ping", {}, "later");
    const next = await RelayPage.open(address);
    await says(next, 1);
    // What an earlier page was asked is not answered twice.
    await next.send(pong("lost"), pong("later"));
    expect(await later).toEqual(pong("later"));
    expect(program.messages.filter(({ id }) => id === "lost")).toHaveLength(1);
    expect(program.strange).toEqual([]);
  });

  test("what is no JSON, and what is too much, is answered at once", async () => {
    const { program, address } = await start();
    program.write("no json\n");
    await vi.waitFor(() => expect(program.messages[0]?.error.code).toBe(-32700));
    for (let id = 1; id <= 1001; id++) program.send(ping(id));
    const refused = await program.message(({ id }) => id === 1001);
    expect(refused.error).toMatchObject({ code: -32000, message: expect.stringContaining("Too many") });
    const page = await RelayPage.open(address);
    await says(page, 1000);
    expect(page.heard).toHaveLength(1000);
  });
});

describe("the end", () => {
  test("of the input: what was asked is answered, and the page is let go", async () => {
    const { program, address } = await start();
    const page = await RelayPage.open(address);
    const answer = program.ask("ping", {}, "last");
    program.endInput();
    await says(page, 1);
    await page.send(pong("last"));
    expect(await answer).toEqual(pong("last"));
    await page.ended;
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });

  test("of the program, by a signal", async () => {
    const { program, address } = await start();
    const page = await RelayPage.open(address);
    program.kill("SIGTERM");
    await page.ended;
    expect((await program.ended).code).toBe(0);
  });
});

test("--open has the browser opened, by the process that may", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-open-"));
  const opened = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$@" > ${opened}\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  const program = new Program(["--page", "--port", "0", "--open"], {
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
  });
  const { origin, token } = await pageAddress(program);
  await vi.waitFor(() => expect(readFileSync(opened, "utf8")).toBe(`${origin}/#agent=${token}\n`));
});

test.each([
  [["--port", "1"], "--port needs --page."],
  [["--open"], "--open needs --page."],
  [["--page", "--load", "x.lisp"], "--load does nothing"],
  [["--page", "--port", "70000"], "--port needs a whole number"],
])("%j is refused", async (args, said) => {
  const program = new Program(args);
  expect((await program.ended).code).toBe(2);
  expect(program.stderr).toContain(said);
});

test("a port that is taken is named", async () => {
  const { address } = await start();
  const other = new Program(["--page", "--port", String(address.port)]);
  expect((await other.ended).code).toBe(1);
  expect(other.stderr).toContain(`Port ${address.port} is in use`);
});
