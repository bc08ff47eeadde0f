import { CLOCKS } from "./clocks.mjs";
import { ENDS } from "./ends.mjs";
import { LOADS, load, missing, pause, SETTLE_MS, settle, withDefinitions } from "./parts.mjs";
import { STARTS } from "./starts.mjs";

/**
 * Each fault: what is done, and what must hold after it. `run({ page, random, rounds, site })` resolves to
 * `{ tried, problems }`; that each request has exactly one answer is looked at for all of them.
 */

async function workerKilled({ page, random, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await load(page, random, 6);
    await pause(random.int(0, 150));
    await page.evaluate(() => globalThis.lab.kill());
    await load(page, random, 3);
    if (await settle(page)) problems.push(`round ${round}: requests without an answer`);
    problems.push(...(await missing(page)));
  }
  return { tried: `${rounds} times, at random moments of 9 evaluations`, problems };
}

async function workerKilledWhileIdle({ page, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => globalThis.lab.kill());
    await pause(50);
    // The one that finds it dead may end in an error that says so; the next has all definitions.
    await page.evaluate(() => globalThis.lab.evaluate(1, "(kept-1 1)"));
    await settle(page);
    problems.push(...(await missing(page)));
  }
  return { tried: `${rounds} times`, problems };
}

async function workerKilledWhileBooting({ page, random, rounds }) {
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(async () => {
      const { lab } = globalThis;
      const server = await lab.start();
      const client = lab.connect(server);
      lab.evaluate(client, "(+ 1 2)");
      lab.last = client;
    });
    await pause(random.int(0, 300));
    await page.evaluate(() => globalThis.lab.kill());
    if (await settle(page)) problems.push(`round ${round}: requests without an answer`);
    const text = await page.evaluate(() => globalThis.lab.say(globalThis.lab.last, "(* 6 7)"));
    if (!text.includes("42")) problems.push(`round ${round}: ${text.slice(0, 200)}`);
  }
  return { tried: `${rounds} times, up to 0.3 s into the start`, problems };
}

async function portClosed({ page, random, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    const guest = await page.evaluate(() => globalThis.lab.connect());
    await page.evaluate(
      ([client, codes]) => {
        for (const code of codes) globalThis.lab.evaluate(client, code);
      },
      [guest, random.many(3, 8, () => random.pick(LOADS))],
    );
    await load(page, random, 4);
    await pause(random.int(0, 60));
    await page.evaluate((client) => globalThis.lab.close(client), guest);
    await load(page, random, 2);
    if (await settle(page)) problems.push(`round ${round}: requests of others without an answer`);
  }
  problems.push(...(await missing(page)));
  return { tried: `${rounds} clients that left with requests queued or an answer on its way`, problems };
}

async function twoServers({ page, rounds }) {
  await page.evaluate(async () => {
    await globalThis.lab.start();
    await globalThis.lab.start();
  });
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    const client = await page.evaluate(() => globalThis.lab.invite());
    const text = await page.evaluate((from) => globalThis.lab.say(from, "(+ 20 22)"), client);
    if (!text.includes("42")) problems.push(`an invitation came to nothing: ${text.slice(0, 200)}`);
  }
  for (const server of [0, 1]) {
    const text = await page.evaluate(
      (number) => globalThis.lab.say(globalThis.lab.connect(number), "(+ 1 1)"),
      server,
    );
    if (!text.includes("2")) problems.push(`server ${server} is broken: ${text.slice(0, 200)}`);
  }
  return { tried: `${rounds} invitations that both heard`, problems };
}

async function clockJumps({ page, random, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await load(page, random, 4);
    await page.evaluate(
      (ms) => {
        globalThis.lab.shift += ms;
      },
      random.pick([-86_400_000, -5000, -1, 500, 5000, 120_000, 86_400_000]),
    );
    await load(page, random, 2);
    if (await settle(page)) problems.push(`round ${round}: requests without an answer`);
  }
  problems.push(...(await missing(page)));
  return { tried: `${rounds} leaps of up to a day, forward and back`, problems };
}

async function messagesCut({ page, random, rounds }) {
  await withDefinitions(page);
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 999_999,
    method: "tools/call",
    params: { name: "evaluate-lisp", arguments: { code: '(list "λ" 1)' } },
  });
  const cuts = random.many(rounds * 5, rounds * 5, () => random.int(0, message.length - 1));
  const before = await page.evaluate(() => globalThis.lab.strays.length);
  await page.evaluate(
    ([text, places]) => {
      const port = globalThis.lab.ports[1];
      for (const place of places) port.postMessage(text.slice(0, place));
      const circular = {};
      circular.self = circular;
      for (const odd of [
        null,
        undefined,
        5,
        "",
        [],
        {},
        new Map(),
        new Date(),
        10n,
        circular,
        new ArrayBuffer(4),
        [[]],
        { jsonrpc: "2.0" },
      ])
        port.postMessage(odd);
    },
    [message, cuts],
  );
  await load(page, random, 4);
  const problems = (await settle(page)) ? ["requests without an answer"] : [];
  // Each is answered by an error without an id, or not at all where there is nothing to answer; none is
  // answered as a request.
  const wrong = await page.evaluate(
    (from) => globalThis.lab.strays.splice(from).filter(({ error }) => error === undefined),
    before,
  );
  for (const stray of wrong)
    problems.push(`an answer to a broken message: ${JSON.stringify(stray).slice(0, 200)}`);
  problems.push(...(await missing(page)));
  return { tried: `${cuts.length} messages cut, 13 that are no messages`, problems };
}

async function pageFrozen({ page, random, rounds }) {
  await withDefinitions(page);
  const session = await page.context().newCDPSession(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await load(page, random, 4);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await pause(random.int(50, 3500));
    await session.send("Page.setWebLifecycleState", { state: "active" });
    if (await settle(page)) problems.push(`round ${round}: requests without an answer`);
  }
  problems.push(...(await missing(page)));
  return { tried: `${rounds} times, up to 3.5 s`, problems };
}

async function reloaded({ page, random, rounds, enter }) {
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await withDefinitions(page);
    await load(page, random, 4);
    await page.evaluate(() => globalThis.lab.evaluate(0, "(loop)"));
    await pause(random.int(0, 100));
    await enter();
  }
  await withDefinitions(page);
  problems.push(...(await missing(page)));
  return { tried: `${rounds} reloads in the middle of an evaluation`, problems };
}

/** A page that cannot keep anything: the server works as without it. */
async function storageUnavailable({ page, random, rounds, enter }) {
  const problems = [];
  const ways = {
    "there is none": () =>
      Reflect.deleteProperty(globalThis, "indexedDB") ||
      Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
    "it may not be used": () =>
      Object.defineProperty(globalThis, "indexedDB", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      }),
    "it cannot be opened": () => {
      globalThis.IDBFactory.prototype.open = () => {
        throw new DOMException("broken", "UnknownError");
      };
    },
    "it is full": () => {
      globalThis.IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      globalThis.IDBObjectStore.prototype.add = globalThis.IDBObjectStore.prototype.put;
    },
  };
  for (const [way, breakIt] of Object.entries(ways)) {
    await enter();
    await page.evaluate(breakIt);
    await withDefinitions(page, 3, { journal: { name: "faults" } });
    await load(page, random, rounds);
    if (await settle(page)) problems.push(`${way}: requests without an answer`);
    problems.push(...(await missing(page)).map((problem) => `${way}: ${problem}`));
  }
  return { tried: Object.keys(ways).join(", "), problems };
}

async function slowBoot({ page, random }) {
  await page.route("**/jscl.js*", async (route) => {
    await pause(3000);
    await route.continue();
  });
  await withDefinitions(page);
  await load(page, random, 6);
  const problems = (await settle(page)) ? ["requests without an answer"] : [];
  problems.push(...(await missing(page)));
  await page.unroute("**/jscl.js*");
  return { tried: "a Lisp that takes 3 s to arrive", problems };
}

async function fileGone({ page }) {
  await page.route("**/jscl.js*", (route) => route.fulfill({ status: 500, body: "gone" }));
  await page.evaluate(async (ms) => {
    const { lab } = globalThis;
    await lab.start();
    lab.connect();
    lab.evaluate(0, "(+ 1 2)");
    await lab.settle(ms);
  }, SETTLE_MS);
  await page.unroute("**/jscl.js*");
  const text = await page.evaluate(() => globalThis.lab.say(0, "(* 6 7)"));
  return {
    tried: "a Lisp whose file was missing at first",
    problems: text.includes("42") ? [] : [text.slice(0, 300)],
  };
}

export const SCENARIOS = {
  "the Worker is killed at random moments": workerKilled,
  "the Worker is killed while idle": workerKilledWhileIdle,
  "the Worker is killed while it starts": workerKilledWhileBooting,
  "a client is gone with requests queued": portClosed,
  "two servers in one page": twoServers,
  "the clock jumps": clockJumps,
  "messages are cut or none": messagesCut,
  "the page is frozen and thawed": pageFrozen,
  "the page is reloaded": reloaded,
  "storage is full or unavailable": storageUnavailable,
  "the Lisp arrives late": slowBoot,
  "the Lisp's file is gone": fileGone,
  ...CLOCKS,
  ...STARTS,
  ...ENDS,
};
