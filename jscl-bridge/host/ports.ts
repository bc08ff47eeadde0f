import type { Clients } from "./clients.js";

/** Makes a port's other side a client. Messages that the port holds already are delivered in order. */
export function attachPort(clients: Clients, port: MessagePort): number {
  const inlet = clients.add({
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  });
  port.addEventListener("message", ({ data }) => inlet.heard(data));
  port.addEventListener("messageerror", inlet.heardUnreadable);
  // Not every browser tells when the other side goes away; where none does, the port stays until the page goes.
  port.addEventListener("close", inlet.gone);
  port.start();
  return inlet.client;
}
