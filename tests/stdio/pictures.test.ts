/** Pictures over standard input and output, and what the Lisp says of the functions that show them. */
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnyMessage, endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,development"]);
  await program.initialize();
});
afterAll(endAll);

/** A red pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const SIGNATURE = "89504e470d0a1a0a";

/** Width and height of a PNG in base64, from its first chunk. */
function sizeOf(data: string): [number, number] {
  const bytes = Buffer.from(data, "base64");
  expect(bytes.subarray(0, 8).toString("hex")).toBe(SIGNATURE);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** The content of an evaluation that displays these texts of SVG. */
async function displayed(...pictures: string[]): Promise<AnyMessage[]> {
  const forms = pictures.map((svg) => `(jscl-mcp:display "image/svg+xml" ${JSON.stringify(svg)})`);
  const { content } = await program.call("evaluate-lisp", { code: forms.join("\n") });
  return content.slice(1);
}

const svg = (inside: string, attributes = 'width="20" height="10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

test("a picture arrives as a PNG beside the text that names it, and its SVG is a resource", async () => {
  const code = '(jscl-mcp:plot (list 3 1 4) :kind :bars :title "Three bars") 42';
  const { content, isError } = await program.call("evaluate-lisp", { code });
  expect(isError).toBe(false);
  expect(content.map(({ type }: AnyMessage) => type)).toEqual(["text", "image", "text"]);
  expect(content[0].text).toMatch(/\[display\]\n.*Three bars[\s\S]*=> 42/);
  expect(content[1].mimeType).toBe("image/png");
  expect(sizeOf(content[1].data)[0]).toBe(512);
  const uri = /^SVG of the picture: (lisp:\S+)$/.exec(content[2].text)?.[1];
  const { result } = await program.ask("resources/read", { uri });
  const { text } = result.contents[0];
  expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text.match(/<rect /g)?.length).toBeGreaterThanOrEqual(3);
  expect(program.watch.problems).toEqual([]);
});

test("a picture has at most 1,024 pixels a side, and letters", async () => {
  const [huge, words, none] = [svg("", 'width="1e9" height="5e8"'), svg('<text y="8">Words</text>'), svg("")];
  const images = (await displayed(huge, words, none)).filter(({ type }) => type === "image");
  expect(images.map(({ data }) => sizeOf(data))).toEqual([
    [1024, 512],
    [512, 256],
    [512, 256],
  ]);
  expect(images[1]?.["data"].length).toBeGreaterThan(2 * images[2]?.["data"].length);
});

test("what is no picture, or no end, holds nothing up and is left to its address", async () => {
  const ring = svg('<g id="a"><use href="#a"/></g><use href="#a"/>');
  const laughs = Array.from(
    { length: 25 },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
  );
  const bomb = svg(`<rect id="g0" width="1" height="1"/>${laughs.join("")}<use href="#g25"/>`);
  for (const each of ["nonsense", "<svg", ring, bomb]) {
    expect((await displayed(each)).at(-1)?.["text"]).toMatch(/^SVG of the picture: lisp:/);
  }
  expect(await program.evaluate("(+ 1 2)")).toBe("=> 3");
});

test("a picture reads no files and asks no servers", async () => {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end();
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const plain = svg("");
  const png = new URL("picture.png", import.meta.url);
  const addresses = [
    `http://localhost:${port}/a.png`,
    `http://localhost:${port}/a.svg`,
    png.href,
    png.pathname,
  ];
  const others = addresses.map((href) => svg(`<image href="${href}" width="20" height="10"/>`));
  const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${new URL("pictures.test.ts", import.meta.url).href}">]>${svg("<text>&x;</text>")}`;
  writeFileSync(png, Buffer.from(DOT, "base64"));
  try {
    const [empty, ...drawn] = (await displayed(plain, ...others)).filter(({ type }) => type === "image");
    expect(drawn.length).toBe(others.length);
    for (const each of drawn) expect(each["data"]).toBe(empty?.["data"]);
    expect((await displayed(entity)).filter(({ type }) => type === "image")).toEqual([]);
    expect(asked).toEqual([]);
  } finally {
    rmSync(png);
    server.close();
  }
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
