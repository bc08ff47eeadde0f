import { LispServer } from "jscl-mcp";
import { LispClient } from "./client.js";
import type { Status } from "./status.js";
import type { TrafficPanel } from "./traffic.js";

/**
 * Starts the server in this page and connects to it as any MCP client would, over a port. The status follows the
 * image, the first one and each that replaces it.
 */
export async function connect(status: Status, traffic: TrafficPanel): Promise<LispClient> {
  let server: LispServer | null = null;
  let client: LispClient | null = null;
  let watched: Promise<unknown> | null = null;

  /** Each image has a promise of its own, so a new one means that a new image is on its way. */
  function watchImage(): void {
    if (!server || !client || server.ready === watched) return;
    const { ready } = server;
    const protocol = client.protocolVersion;
    watched = ready;
    ready.then(
      ({ bootMs }) => status.ready(bootMs, protocol),
      (error: unknown) => {
        // An image that was replaced while it loaded has a successor, which the page waits for instead.
        if (server?.ready === ready) status.failed(error);
      },
    );
  }

  status.booting("Loading the server", 0, 1);
  try {
    server = await LispServer.start({
      onBoot: ({ step, done, total }) => {
        status.booting(step, done, total);
        watchImage();
      },
    });
    client = await LispClient.connect(server.connect(), (way, message) => traffic.add(way, message));
    watchImage();
    return client;
  } catch (error) {
    status.failed(error);
    throw error;
  }
}
