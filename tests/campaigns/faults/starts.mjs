/**
 * Faults of the start: clients learn within two seconds why there is no Lisp, and the next start may succeed.
 */
import { pause } from "./parts.mjs";

/**
 * Starts a server whose files `serve` serves. Returns a problem when its clients do not learn `expected` in
 * time.
 */
async function startWith(page, file, serve, { withinMs, expected }) {
  const problems = [];
  await page.route(`**/${file}*`, serve);
  const { text, ms, ready } = await page.evaluate(async () => {
    const { lab } = globalThis;
    let text = "";
    let ready = "";
    const ms = await lab.timed(async () => {
      const server = await lab.start();
      const client = lab.connect(server);
      lab.last = client;
      lab.servers[server].ready.catch((error) => {
        ready = error.message;
      });
      text = await lab.say(client, "(+ 1 2)", 15_000);
    });
    return { text, ms, ready };
  });
  await page.unroute(`**/${file}*`);
  if (!expected.test(text)) problems.push(`${file}: it was told ${text.slice(0, 300)}`);
  if (ready === "") problems.push(`${file}: the page was not told`);
  if (ms > withinMs) problems.push(`${file}: told after ${Math.round(ms)} ms`);
  const after = await page.evaluate(() => globalThis.lab.say(globalThis.lab.last, "(* 6 7)", 30_000));
  if (!after.includes("42")) problems.push(`${file}: not started again: ${after.slice(0, 200)}`);
  return problems;
}

/** Serves another text in place of a file's, with the headers that make it one of the page's. */
const script = (change) => async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.text()) });
};

/** A script of the Worker that says nothing, in several ways. */
async function silentScript({ page }) {
  const problems = [];
  const ways = {
    "an empty one": ["", /is empty/],
    "a comment": ["// nothing", /is not the file of the Lisp/],
    "another's": ["setTimeout(() => self.close(), 200);", /is not the file of the Lisp/],
    "one that ends at once": ["self.close();", /is not the file of the Lisp/],
    "one with an error": ["this is no JavaScript", /could not be started/],
  };
  for (const [way, [body, expected]] of Object.entries(ways))
    for (const problem of await startWith(
      page,
      "jscl-worker.js",
      script(() => body),
      { withinMs: 2500, expected },
    ))
      problems.push(`${way}: ${problem}`);
  return { tried: Object.keys(ways).join(", "), problems };
}

/** The engine begins, and its Worker ends by itself soon after. */
async function endsWhileItBoots({ page }) {
  const problems = [];
  // The Lisp itself never comes, so the boot is not over before.
  await page.route("**/jscl.js*", () => {});
  const ending = script((text) => `setTimeout(() => self.close(), 200);${text}`);
  await page.route("**/jscl-worker.js*", ending);
  const { text, ms } = await page.evaluate(async () => {
    const { lab } = globalThis;
    let text = "";
    const ms = await lab.timed(async () => {
      const server = await lab.start();
      lab.last = lab.connect(server);
      text = await lab.say(lab.last, "(+ 1 2)", 15_000);
    });
    return { text, ms };
  });
  await page.unroute("**/jscl-worker.js*");
  await page.unroute("**/jscl.js*");
  if (!text.includes("Its Worker has ended")) problems.push(`it was told ${text.slice(0, 300)}`);
  if (ms > 2000) problems.push(`told after ${Math.round(ms)} ms`);
  const after = await page.evaluate(() => globalThis.lab.say(globalThis.lab.last, "(* 6 7)", 30_000));
  if (!after.includes("42")) problems.push(`not started again: ${after.slice(0, 200)}`);
  return { tried: "a Worker that closes itself after 200 ms", problems };
}

/** The server's own file never comes: the start is rejected. */
async function serverNeverArrives({ page }) {
  await page.route("**/jscl_mcp_bg.wasm*", () => {});
  const message = await page.evaluate(() =>
    globalThis.lab.start().then(
      () => "it started",
      (error) => error.message,
    ),
  );
  await page.unroute("**/jscl_mcp_bg.wasm*");
  const problems = message.includes("but nothing came for") ? [] : [`the page was told: ${message}`];
  const text = await page.evaluate(async () => {
    const server = await globalThis.lab.start();
    return globalThis.lab.say(globalThis.lab.connect(server), "(* 6 7)");
  });
  if (!text.includes("42")) problems.push(`the next start: ${text.slice(0, 200)}`);
  return { tried: "a file that is never answered", problems };
}

/** Several servers are begun at once, and each is its own. */
async function startedTwice({ page }) {
  const texts = await page.evaluate(async () => {
    const { lab } = globalThis;
    const servers = await Promise.all([lab.start(), lab.start(), lab.start()]);
    const clients = servers.map((server) => lab.connect(server));
    await Promise.all(clients.map((client, i) => lab.say(client, `(defparameter *mine* ${i})`)));
    return Promise.all(clients.map((client) => lab.say(client, "*mine*")));
  });
  const problems = texts.flatMap((text, i) => (text === `=> ${i}` ? [] : [`server ${i}: ${text}`]));
  await pause(50);
  return { tried: "three at once", problems };
}

export const STARTS = {
  "the Worker's script says nothing": silentScript,
  "the Worker ends while it boots": endsWhileItBoots,
  "the server never arrives": serverNeverArrives,
  "the server is started several times": startedTwice,
};
