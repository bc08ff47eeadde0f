// Pages around a frame, of an origin of their own that sends no headers: a server beside the site's.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
  const clients = await pageClientsScript();
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    const isScript = request.url === "/clients.js";
    const body = bodies[Number(request.url?.slice(1))] ?? "";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html", ...headers });
    response.end(
      isScript
        ? clients
        : `<!doctype html><meta charset="utf-8">${COLLECT}<script src="/clients.js"></script><body>${body}`,
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
