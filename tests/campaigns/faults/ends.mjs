/**
 * Faults of the end: every pending request is answered before a server is closed, or after a Worker has
 * ended.
 */
import { LOADS, missing, pause, settle, withDefinitions } from "./parts.mjs";

const closed = (page, server) => page.evaluate((number) => globalThis.lab.closeServer(number), server);

/** The server is closed with requests running, queued, and just posted. */
async function serverClosed({ page, random, rounds }) {
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    const { server, clients } = await page.evaluate(async () => {
      const { lab } = globalThis;
      const server = await lab.start();
      const clients = [lab.connect(server), lab.connect(server)];
      return { server, clients };
    });
    await pause(random.int(0, 500));
    const asked = random.many(1, 12, () => [random.pick(clients), random.pick([...LOADS, "(loop)"])]);
    const left = await page.evaluate(
      ([number, codes]) => {
        const { lab } = globalThis;
        for (const [client, code] of codes) lab.evaluate(client, code);
        lab.call(codes[0][0], "reset-session");
        lab.ask(codes[0][0], "resources/read", { uri: "lisp://session/main/symbol/car" });
        // A message posted at that moment was sent before its client could know.
        return lab.isAtOnce ? lab.closeServer(number) : null;
      },
      [server, asked],
    );
    if (left === null) {
      await pause(random.int(0, 200));
      await closed(page, server);
    }
    await page.evaluate(() => {
      globalThis.lab.isAtOnce = !globalThis.lab.isAtOnce;
    });
    const open = await page.evaluate(() => globalThis.lab.open());
    if (open > 0) problems.push(`round ${round}: ${open} requests without an answer when it was closed`);
  }
  return { tried: `${rounds} servers with up to 14 requests open`, problems };
}

/** A Worker ends by itself while it is idle: the server replaces it before the next request. */
async function workerEndsWhileIdle({ page, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => globalThis.lab.kill());
    await pause(300);
    problems.push(...(await missing(page)));
  }
  return { tried: `${rounds} times`, problems };
}

/** A program takes all the memory there is: it ends by that, and the session stays. */
async function memoryFull({ page }) {
  await withDefinitions(page);
  const problems = [];
  const programs = {
    conses: "(let ((all nil)) (loop (push (list 1 2 3) all)))",
    strings: "(let ((all nil)) (loop (push (make-string 100000) all)))",
    "a string": '(let ((s "ab")) (loop (setf s (concatenate \'string s s))))',
    arrays: "(let ((all nil)) (loop (push (make-array 100000) all)))",
    integers: "(let ((n 3)) (loop (setf n (* n n))))",
    closures: "(let ((all nil)) (loop (push (let ((x (list 1))) (lambda () x)) all)))",
    "hash tables": "(let ((h (make-hash-table)) (i 0)) (loop (setf (gethash (incf i) h) (list i))))",
    symbols: '(let ((i 0)) (loop (intern (format nil "S~d" (incf i)))))',
  };
  await page.evaluate(() => globalThis.lab.call(0, "configure-limits", { timeout: 20 }));
  for (const [what, code] of Object.entries(programs)) {
    const text = await page.evaluate((program) => globalThis.lab.say(0, program, 60_000), code);
    if (!/HEAP-EXHAUSTED|TIMEOUT|STORAGE-CONDITION|SESSION-LOST|too large|exhausted/i.test(text))
      problems.push(`${what}: ${text.slice(0, 200)}`);
    problems.push(...(await missing(page)).map((problem) => `${what}: ${problem}`));
  }
  await settle(page);
  return { tried: Object.keys(programs).join(", "), problems };
}

/**
 * The page is left in the middle of an evaluation and come back to: a browser that has kept it shows it as it
 * was.
 */
async function leftAndComeBackTo({ page, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => globalThis.lab.evaluate(0, "(progn (sleep 1) :slept)"));
    await pause(200);
    await page.goto(page.url().replace("LICENSE", "THIRD-PARTY"));
    await pause(round % 2 === 0 ? 300 : 2000);
    await page.goBack({ waitUntil: "commit", timeout: 5000 }).catch(() => {});
    await pause(500);
    if (!(await page.evaluate(() => globalThis.lab !== undefined)))
      return { tried: "", problems: [...problems, `round ${round}: the browser has not kept the page`] };
    if (await settle(page, 20_000)) problems.push(`round ${round}: requests without an answer`);
    problems.push(...(await missing(page)).map((problem) => `round ${round}: ${problem}`));
  }
  return { tried: `${rounds} times`, problems };
}

export const ENDS = {
  "the page is left and come back to": leftAndComeBackTo,
  "the server is closed": serverClosed,
  "the Worker ends while idle": workerEndsWhileIdle,
  "the memory is full": memoryFull,
};
