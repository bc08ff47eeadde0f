import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compressFolder } from "../lib/compress.mjs";
import { listen, wantedPort } from "../lib/site.mjs";

let scratch;
let server;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "site-"));
  const site = join(scratch, "site");
  mkdirSync(join(site, "sub"), { recursive: true });
  writeFileSync(join(scratch, "secret"), "secret");
  writeFileSync(join(site, "index.html"), "<h1>root</h1>");
  writeFileSync(join(site, "sub", "index.html"), "<h1>sub</h1>");
  writeFileSync(join(site, "big.js"), "// the same line again\n".repeat(500));
  writeFileSync(join(site, "server.wasm"), "\0asm");
  symlinkSync(join(scratch, "secret"), join(site, "link.txt"));
  await compressFolder(site);
  const another = join(scratch, "secret");
  server = await listen(
    { "/": site, "/sub/another.js": another, "/gone.js": join(scratch, "gone") },
    wantedPort("0"),
  );
});

afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true });
});

/** A request with its path as it stands: fetch would tidy the dots away. */
function get(path, headers = {}, method = "GET") {
  return new Promise((resolve, reject) => {
    request({ port: server.port, host: "127.0.0.1", path, headers, method }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on("error", reject)
      .end();
  });
}

describe("the static server", () => {
  test("serves a folder's page, and sends a folder without its slash there", async () => {
    expect(await get("/")).toMatchObject({ status: 200, body: "<h1>root</h1>" });
    expect(await get("/sub/?query#x")).toMatchObject({ status: 200, body: "<h1>sub</h1>" });
    expect(await get("//sub")).toMatchObject({ status: 308, headers: { location: "/sub/" } });
  });

  test("sends no isolation and no policy of its own where it is asked to", async () => {
    const plain = await listen({ "/": join(scratch, "site") }, wantedPort("0"), { isPlain: true });
    const served = await fetch(`${plain.url}index.html`);
    await plain.close();
    expect(await served.text()).toBe("<h1>root</h1>");
    const names = [...served.headers.keys()].filter((name) => /cross-origin|policy/.test(name));
    expect(names).toEqual([]);
    const usual = Object.keys((await get("/index.html")).headers).filter((name) => /cross-origin/.test(name));
    expect(usual).toHaveLength(3);
  });

  test("serves a file in another's place", async () => {
    expect(await get("/sub/another.js")).toMatchObject({ status: 200, body: "secret" });
    expect(await get("/sub/another.js/")).toMatchObject({ status: 404 });
    expect(await get("/gone.js")).toMatchObject({ status: 404 });
  });

  test("isolates the page, lends its files to others, and names types as the browser needs them", async () => {
    expect((await get("/")).headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    const { headers } = await get("/server.wasm");
    expect(headers).toMatchObject({
      "content-type": "application/wasm",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(headers).not.toHaveProperty("cross-origin-embedder-policy");
    expect((await get("/sub/another.js")).headers).toHaveProperty("cross-origin-embedder-policy");
    expect((await get("/big.js")).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ])("answers accept-encoding %s with %s", async (accepted, encoding) => {
    expect((await get("/big.js", { "accept-encoding": accepted })).headers["content-encoding"]).toBe(
      encoding,
    );
  });

  test("answers a known ETag without a body", async () => {
    const { etag } = (await get("/")).headers;
    expect(await get("/", { "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
  });

  test.each([
    "/../secret",
    "/%2e%2e/secret",
    "/..%2fsecret",
    "/sub/../../secret",
    "/link.txt",
    "/nope",
    "/big.js/x",
  ])("has nothing at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test("refuses what it cannot read and what would write", async () => {
    expect((await get("/%zz")).status).toBe(400);
    expect((await get("/", {}, "POST")).status).toBe(405);
  });
});

describe("the wanted port", () => {
  test("is fixed when it was asked for", () => {
    expect(wantedPort("3000")).toEqual({ port: 3000, fixed: true });
    expect(wantedPort("")).toMatchObject({ fixed: false });
  });

  test.each(["abc", "-1", "70000", "1.5"])("cannot be %s", (text) => {
    expect(() => wantedPort(text)).toThrow(`PORT is "${text}"`);
  });

  test("is replaced by the next free one only when nobody asked for it", async () => {
    const taken = { port: server.port, fixed: true };
    await expect(listen({ "/": scratch }, taken)).rejects.toThrow("is in use: set PORT to another one");
    const second = await listen({ "/": scratch }, { ...taken, fixed: false });
    expect(second.port).toBeGreaterThan(server.port);
    await second.close();
  });
});
