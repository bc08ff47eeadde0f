// Pages around a frame, of an origin of their own that sends no headers: a server beside the site's.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { OFFICIAL_CLIENTS } from "../site/official-clients.mjs";
import { pageClientsScript } from "./bundle.js";

/** A page around frames, which collects what they say on the channel "jscl-mcp". */
export interface Parents {
  readonly origin: string;
  /** The address of a page with this body. */
  page(body: string): string;
  close(): Promise<void>;
}

const COLLECT = `<script>
  globalThis.said = [];
  addEventListener("message", ({ data }) => data?.channel === "jscl-mcp" && said.push(data));
</script>`;

export async function openParents(headers: Readonly<Record<string, string>> = {}): Promise<Parents> {
  const scripts = new Map<string | undefined, string>([
    ["/clients.js", await pageClientsScript()],
    ["/official-clients.js", await readFile(OFFICIAL_CLIENTS, "utf8")],
  ]);
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    const script = scripts.get(request.url);
    const body = bodies[Number(request.url?.slice(1))] ?? "";
    const type = script === undefined ? "text/html" : "text/javascript";
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(
      script ??
        `<!doctype html><meta charset="utf-8">${COLLECT}<script src="/clients.js"></script><body>${body}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page: (body) => `${origin}/${bodies.push(body) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
