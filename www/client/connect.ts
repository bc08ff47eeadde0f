import type { LispServer } from "jscl-mcp";
import type { BootProgressRelay } from "../boot-progress.js";
import type { Status } from "../status.js";
import type { TrafficPanel } from "../traffic/traffic.js";
import { LispClient } from "./client.js";

/**
 * Connects to the server in this page as any MCP client would, over a port. The status follows the image, the first one
 * and each that replaces it. Rejects, and says so in the status, when the server does not start or does not answer.
 */
export async function connect(
  starting: Promise<LispServer>,
  progress: BootProgressRelay,
  status: Status,
  traffic: TrafficPanel,
): Promise<LispClient> {
  let watchImage: () => void = () => undefined;
  status.booting("Loading the server", 0, 1);
  progress.listen(({ step, done, total }) => {
    status.booting(step, done, total);
    watchImage();
  });
  try {
    const server = await starting;
    const client = await LispClient.connect(server.connect(), (way, message) => traffic.add(way, message));
    watchImage = imageWatch(server, client.protocolVersion, status);
    watchImage();
    return client;
  } catch (error) {
    status.failed(error);
    throw error;
  }
}

/** What to call when an image may have begun to boot; each image has a promise of its own, so a new one tells. */
function imageWatch(server: LispServer, protocol: string, status: Status): () => void {
  let watched: Promise<unknown> | null = null;
  return () => {
    const { ready } = server;
    if (ready === watched) return;
    watched = ready;
    ready.then(
      ({ bootMs }) => status.ready(bootMs, protocol),
      (error: unknown) => {
        // An image that was replaced while it loaded has a successor, which the page waits for instead.
        if (server.ready === ready) status.failed(error);
      },
    );
  };
}
