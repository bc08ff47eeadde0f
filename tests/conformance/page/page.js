// Runs in the page: one server, and the ports of its clients, by number.
import { LispServer } from "./jscl-mcp.js";

const server = await LispServer.start();
// Some scenarios wait for half a second only.
await server.ready;
const ports = new Map();

const orders = {
  open(client) {
    const port = server.connect();
    port.onmessage = ({ data }) => globalThis.heardFromServer(JSON.stringify([client, data]));
    ports.set(client, port);
  },
  send: (client, json) => ports.get(client)?.postMessage(JSON.parse(json)),
  close(client) {
    ports.get(client)?.close();
    ports.delete(client);
  },
};

globalThis.order = (what, client, json) => orders[what](client, json);
