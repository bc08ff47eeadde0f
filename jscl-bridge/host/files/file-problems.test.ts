import { expect, test } from "vitest";
import { problemOfAnswer } from "./file-problems.js";

const page = (type: string) => new Response("<!doctype html>", { headers: { "content-type": type } });

test("a file of ours has no problem", () => {
  const file = new URL("https://my.example/lisp/jscl.js");
  expect(
    problemOfAnswer(file, new Response("", { headers: { "content-type": "text/javascript" } })),
  ).toBeNull();
});

test("what came is told with the address, and with what helps", () => {
  const file = new URL("https://my.example/lisp/jscl.js");
  const helps =
    'serve the files of the package\'s folder dist there, or set the option "assets" to the address of a folder that has them.';
  expect(problemOfAnswer(file, page("text/html; charset=utf-8"))).toBe(
    `jscl-mcp looked for its file jscl.js at https://my.example/lisp/jscl.js, but an HTML page came: ${helps}`,
  );
  expect(problemOfAnswer(file, new Response(null, { status: 404 }))).toBe(
    `jscl-mcp looked for its file jscl.js at https://my.example/lisp/jscl.js, but the server answered 404: ${helps}`,
  );
});

test("where Vite has bundled the package without its files, the line for Vite helps", () => {
  const file = new URL("http://localhost:5173/node_modules/.vite/deps/jscl_mcp_bg.wasm");
  expect(problemOfAnswer(file, page("text/html"))).toMatch(
    /, but an HTML page came: Vite has bundled .*, so set optimizeDeps: \{ exclude: \["jscl-mcp"\] \} in its configuration\.$/,
  );
});
