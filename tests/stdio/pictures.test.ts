/** Pictures over standard input and output, and what the Lisp says of the functions that show them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnyMessage, endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,development"]);
  await program.initialize();
});
afterAll(endAll);

test("a picture arrives as image content beside the text that names it", async () => {
  const code = '(jscl-mcp:plot (list 3 1 4) :kind :bars :title "Three bars") 42';
  const { content, isError } = await program.call("evaluate-lisp", { code });
  expect(isError).toBe(false);
  expect(content.map(({ type }: AnyMessage) => type)).toEqual(["text", "image"]);
  expect(content[0].text).toMatch(/\[display\]\n.*Three bars[\s\S]*=> 42/);
  expect(content[1].mimeType).toBe("image/svg+xml");
  const svg = Buffer.from(content[1].data, "base64").toString();
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg.match(/<rect /g)?.length).toBeGreaterThanOrEqual(3);
  expect(program.watch.problems).toEqual([]);
});

test.each([
  ["display", '(mime data &key (title "a picture"))', "Shows a picture to who evaluates"],
  ["plot", '(data &key (kind :line) (from 0) (to 10) (title "plot"))', "Displays DATA"],
  ["svg", "(form)", "The text of the SVG that FORM is"],
  ["kept-value", "(handle)", "The value that the image keeps by HANDLE"],
])("describe-symbol says how jscl-mcp:%s is called", async (name, lambdaList, documentation) => {
  const { content, structuredContent } = await program.call("describe-symbol", {
    symbol: `jscl-mcp:${name}`,
  });
  expect(structuredContent.meanings).toMatchObject([{ kind: "function", lambdaList }]);
  expect(structuredContent.meanings[0].documentation).toContain(documentation);
  expect(content[0].text).toContain("Lambda-list: (");
  expect(content[0].text).toContain(documentation);
});

test("the guide names them", async () => {
  const { result } = await program.ask("resources/read", { uri: "lisp://guide" });
  for (const name of ["jscl-mcp:display", "jscl-mcp:plot", "jscl-mcp:svg"])
    expect(result.contents[0].text).toContain(name);
});
