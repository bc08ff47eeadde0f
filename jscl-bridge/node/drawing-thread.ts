// Makes PNGs of texts of SVG, in a thread of its own that may be ended: what a program has drawn may take any
// time. It reads no file but its own, and what a picture refers to is not fetched.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { zoomOf } from "../host/drawing-size.js";

/** The faces of the playground. */
const FONTS = ["ibm-plex-sans-latin-400-normal", "ibm-plex-mono-latin-400-normal"];

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url));

const font = {
  loadSystemFonts: false,
  fontBuffers: FONTS.map((name) => read(`${name}.woff2`)),
  defaultFontFamily: "IBM Plex Sans",
  sansSerifFamily: "IBM Plex Sans",
  serifFamily: "IBM Plex Sans",
  monospaceFamily: "IBM Plex Mono",
};

function png(svg: string): string | null {
  try {
    const { width, height } = new Resvg(svg);
    // Who looks at it may show what is transparent as black.
    const drawn = new Resvg(svg, {
      font,
      background: "white",
      fitTo: { mode: "zoom", value: zoomOf(width, height) },
    });
    return Buffer.from(drawn.render().asPng()).toString("base64");
  } catch {
    return null;
  }
}

const isReady = initWasm(read("jscl-mcp-draw.wasm"));
parentPort?.on("message", async (pictures: readonly string[]) => {
  await isReady;
  for (const picture of pictures) parentPort?.postMessage(png(picture));
});
