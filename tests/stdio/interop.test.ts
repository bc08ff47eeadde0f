import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { KINDS, type Kind } from "../interop/clients.js";
import { expected } from "../interop/expected.js";
import { walk } from "../interop/walk.js";
import { PROGRAM } from "./support/program.js";

function connect(kind: Kind) {
  const program = {
    command: process.execPath,
    args: [PROGRAM, "--tools", "core,sessions"],
    stderr: "inherit" as const,
  };
  return kind === "sdk-1.32" ? new StdioClientTransportV1(program) : new StdioClientTransport(program);
}

for (const kind of KINDS)
  test(`the official client, ${kind}, over standard input and output`, async () => {
    const found = await walk(kind, () => connect(kind), "walk");
    expect(found).toEqual({
      ...expected(kind, "walk"),
      // Another connection is another process.
      reconnected: expect.stringContaining("UNBOUND-VARIABLE"),
    });
  });
