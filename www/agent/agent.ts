import type { LispServer } from "jscl-mcp";
import { messageOf } from "../elements/message-of.js";
import type { TrafficPanel } from "../traffic/traffic.js";
import { AgentEntries, type AgentEntriesParts } from "./entries.js";
import { AgentHeader } from "./header.js";
import { RelayRefusal, relayAgent } from "./relay.js";
import { forgetAgentToken } from "./token.js";
import { ClientWatch } from "./watch.js";

export type AgentParts = AgentEntriesParts & {
  readonly server: Promise<LispServer>;
  readonly traffic: TrafficPanel;
};

/** Lets the agent of the program that serves this page into its Lisp, and shows what it does there. */
export async function letAgentIn(parts: AgentParts, token: string): Promise<void> {
  const { server, traffic, say } = parts;
  const header = new AgentHeader();
  const entries = new AgentEntries(parts);
  let name = "agent";
  const watch = new ClientWatch({
    onName: (said) => {
      name = said;
      header.connected(said);
    },
    onWork: (requests) => header.working(requests),
    begin: (call) => entries.begin(call, name === "agent" ? name : `agent · ${name}`),
  });
  const tap = (direction: "sent" | "received", message: unknown) => {
    for (const each of [message].flat()) watch.see(direction, each);
    traffic.add(direction, message, "agent");
  };
  const connect = async () => (await server).connect();
  try {
    await relayAgent({ token, connect, tap }, () => header.connected(null));
    // The page that is loaded again ends like this, too, and needs its token.
    header.gone();
  } catch (error) {
    say(messageOf(error));
    if (error instanceof RelayRefusal && error.isFinal) forgetAgentToken();
  }
  watch.over();
}
