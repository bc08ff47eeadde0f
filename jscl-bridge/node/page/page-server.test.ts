import { type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { servePage } from "./page-server.js";
import { Relay } from "./relay.js";

const TOKEN = "token";
const open: Array<() => void> = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A relay whose agent is played by the test, behind its page's server. */
async function serve() {
  const answers: string[] = [];
  const relay = new Relay({
    toAgent: (line) => answers.push(line),
    onWaiting: () => undefined,
    onAnswered: () => undefined,
    waitMs: 60_000,
  });
  const server = await servePage({
    folder: tmpdir(),
    relay,
    token: TOKEN,
    port: 0,
    agentReads: () => Promise.resolve(),
    beatMs: 10,
  });
  open.push(() => server.close());
  return { relay, answers, server, address: new URL(server.address) };
}

/** A page that connects; what it is sent, and how it goes. */
function connect(address: URL) {
  const page = { status: 0, sent: "", isEnded: false, sender: null as unknown as ClientRequest };
  const headers = { Origin: address.origin, Authorization: `Bearer ${TOKEN}` };
  page.sender = request(new URL("/agent", address), { method: "POST", headers, agent: false }, (answer) => {
    page.status = answer.statusCode ?? 0;
    answer.setEncoding("utf8").on("data", (text: string) => {
      page.sent += text;
    });
    for (const event of ["end", "error"])
      answer.once(event, () => {
        page.isEnded = true;
      });
  });
  page.sender.once("error", () => undefined);
  page.sender.end();
  open.push(() => page.sender.destroy());
  return page;
}

const ping = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

test("a page hears signs of life between messages, which are no messages", async () => {
  const { relay, address } = await serve();
  const page = connect(address);
  await vi.waitFor(() => expect(page.sent).toMatch(/^\n{3,}$/), { timeout: 10_000 });
  relay.heard(ping(1));
  await vi.waitFor(() => expect(page.sent).toMatch(/^\n+\{.*\}\n{2,}$/), { timeout: 10_000 });
  expect(page.sent.split("\n").filter((line) => line !== "")).toEqual([ping(1)]);
});

test("a page that goes without a word is noticed, and the next one is let in", async () => {
  const { relay, answers, address } = await serve();
  const page = connect(address);
  await vi.waitFor(() => expect(page.status).toBe(201), { timeout: 10_000 });
  relay.heard(ping(1));
  page.sender.destroy();
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 10_000 });
  const { id, error } = JSON.parse(answers[0] ?? "");
  expect([id, error.message]).toEqual([1, expect.stringContaining("The page was closed or loaded again")]);
  relay.heard(ping(2));
  const next = connect(address);
  await vi.waitFor(() => expect(next.sent).toContain(ping(2)), { timeout: 10_000 });
  expect([next.status, answers.length]).toEqual([201, 1]);
  await vi.waitFor(() => expect(next.sent).toMatch(/\n{2,}$/), { timeout: 10_000 });
});

test("a page is let go when the agent's program ends", async () => {
  const { relay, address, server } = await serve();
  const page = connect(address);
  await vi.waitFor(() => expect(page.status).toBe(201), { timeout: 10_000 });
  relay.close();
  await vi.waitFor(() => expect(page.isEnded).toBe(true), { timeout: 10_000 });
  server.close();
});
