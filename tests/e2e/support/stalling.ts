import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DIST } from "../../../scripts/lib/paths.mjs";

/** A server whose answers begin and then stop. */
export interface StallingServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves files of dist/ so that headers and half of the file come, and then nothing. With `givesParts` that
 * is so of whole files alone: a part that is asked for by its bytes comes.
 */
export async function startStalling({ givesParts = false } = {}): Promise<StallingServer> {
  const server = createServer((request, response) => {
    const file = new URL(request.url ?? "", "http://localhost").pathname;
    const whole = readFileSync(join(DIST, file));
    const headers = headersOf(file, whole.length);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (givesParts && range) sendPart(whole, Number(range[1]), Number(range[2]), headers, response);
    else if (request.method === "HEAD") response.writeHead(200, headers).end();
    else response.writeHead(200, headers).write(whole.subarray(0, whole.length / 2));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const headersOf = (file: string, length: number) => ({
  "Content-Type": file.endsWith(".wasm") ? "application/wasm" : "text/javascript; charset=utf-8",
  "Content-Length": length,
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
});

function sendPart(
  whole: Buffer,
  from: number,
  to: number,
  headers: ReturnType<typeof headersOf>,
  response: ServerResponse,
): void {
  const part = whole.subarray(from, to + 1);
  if (part.length === 0) {
    response.writeHead(416).end();
    return;
  }
  const range = `bytes ${from}-${from + part.length - 1}/${whole.length}`;
  response.writeHead(206, { ...headers, "Content-Length": part.length, "Content-Range": range }).end(part);
}
