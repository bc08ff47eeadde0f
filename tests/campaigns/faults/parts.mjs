/** Parts that several scenarios share. */

export const SETTLE_MS = 90_000;

/** Starts a server with clients that have defined something. */
export async function withDefinitions(page, clients = 3, options = {}) {
  await page.evaluate(
    async ([count, ms, given]) => {
      const { lab } = globalThis;
      await lab.start(given);
      for (let i = 0; i < count; i++) lab.connect();
      lab.evaluate(
        0,
        "(defun kept-1 (x) (list x :kept)) (defmacro kept-2 (x) `(kept-1 ,x)) (defclass kept-3 () ((a :initform 3)))",
      );
      await lab.settle(ms);
      // Only now: on a busy machine the first evaluations may take longer.
      lab.call(0, "configure-limits", { timeout: 1 });
      await lab.settle(ms);
    },
    [clients, SETTLE_MS, options],
  );
}

/** The definitions that were made and are missing. */
export async function missing(page, client = 0) {
  const text = await page.evaluate(
    ([from]) =>
      globalThis.lab.say(from, "(list (kept-1 1) (kept-2 2) (slot-value (make-instance 'kept-3) 'a))"),
    [client],
  );
  return text.includes("((1 :KEPT) (2 :KEPT) 3)") ? [] : [`definitions lost: ${text.slice(0, 300)}`];
}

export const settle = (page, ms = SETTLE_MS) => page.evaluate((most) => globalThis.lab.settle(most), ms);

export const LOADS = [
  "(+ 1 2)",
  "(loop repeat 100000 sum 1)",
  "(kept-1 5)",
  "(progn (sleep 0.05) 1)",
  '(error "x")',
  "(dotimes (i 100) (print i))",
];

/** Asks several things of several clients at once. */
export const load = (page, random, count, clients = 3) =>
  page.evaluate(
    (asked) => {
      for (const [client, code] of asked) globalThis.lab.evaluate(client, code);
    },
    random.many(count, count, () => [random.int(0, clients - 1), random.pick(LOADS)]),
  );

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
