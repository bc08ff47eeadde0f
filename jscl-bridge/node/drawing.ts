import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { confinedTo, readToLoad } from "./confinement.js";

/** Milliseconds that the pictures of one answer may take. */
const DRAW_MS = 5000;

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * PNGs in base64 of texts of SVG, by a thread of its own, whose file is in `folder`; null for what is none,
 * or has not been drawn in time.
 */
export function drawPictures(folder: URL, pictures: readonly string[]): Promise<(string | null)[]> {
  const drawn: (string | null)[] = [];
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./jscl-mcp-draw.js", folder), {
      name: "jscl-mcp drawing",
      resourceLimits: LIMITS,
      env: {},
      argv: [],
      execArgv: [...confinedTo({ read: readToLoad(fileURLToPath(folder)), write: [], threads: false })],
    });
    const end = () => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(pictures.map((_, index) => drawn[index] ?? null));
    };
    const timer = setTimeout(end, DRAW_MS);
    worker.on("message", (png: string | null) => {
      drawn.push(png);
      if (drawn.length === pictures.length) end();
    });
    worker.on("error", end);
    worker.postMessage(pictures);
  });
}
