import { afterEach, expect, test, vi } from "vitest";
import { packageFiles } from "./package-files.js";

afterEach(() => vi.unstubAllGlobals());

test("files are looked for in the folder that is named, with its last slash or without", () => {
  vi.stubGlobal("location", new URL("https://my.example/docs/page.html"));
  for (const [assets, folder] of [
    ["/lisp/", "https://my.example/lisp/"],
    ["/lisp", "https://my.example/lisp/"],
    ["lisp", "https://my.example/docs/lisp/"],
    ["./", "https://my.example/docs/"],
    ["https://cdn.example/a@1.2.3/dist", "https://cdn.example/a@1.2.3/dist/"],
    ["/lisp/jscl-mcp.js", "https://my.example/lisp/"],
  ] as const)
    expect(packageFiles(assets).lisp.href, assets).toBe(`${folder}jscl.js`);
});

test("what is no address is refused by name", () => {
  expect(() => packageFiles("http://")).toThrow(
    'The option assets is "http://", which is no address of a folder.',
  );
});
