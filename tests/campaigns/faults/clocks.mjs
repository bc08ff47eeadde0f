/** Faults of time: limits are measured with a clock that nobody sets, and sleep does not count. */
import { missing, pause, settle, withDefinitions } from "./parts.mjs";

const HOUR_MS = 3_600_000;

/** Runs for so many seconds of the image's own clock. */
const busyFor = (seconds) =>
  `(let ((end (+ (get-internal-real-time) (* ${seconds} internal-time-units-per-second))))
     (loop while (< (get-internal-real-time) end)) :done)`;

/**
 * Begins what takes five seconds, within a limit of six, has `happen` come over it, and says what is wrong
 * with the answer. The server looks at its clock in the middle of that, since it began something shorter
 * before.
 */
async function during(page, happen) {
  const id = await page.evaluate(async (code) => {
    const { lab } = globalThis;
    lab.call(0, "configure-limits", { timeout: 0.5 });
    await lab.say(0, "1");
    lab.call(0, "configure-limits", { timeout: 6 });
    return lab.evaluate(0, code);
  }, busyFor(5));
  await pause(300);
  await happen();
  if (await settle(page)) return ["an evaluation without an answer"];
  const text = await page.evaluate((asked) => globalThis.lab.text(asked), id);
  return text === "=> :DONE" ? [] : [`not what it was worth: ${text.slice(0, 300)}`];
}

const setCalendar = (page, leap) =>
  page.evaluate((ms) => {
    globalThis.lab.shift += ms;
  }, leap);

/** The page's clocks after the computer has slept. */
const sleep = (page, hours) =>
  page.evaluate((ms) => {
    globalThis.lab.shift += ms;
    globalThis.lab.asleep += ms;
  }, hours * HOUR_MS);

/** The calendar is set while something runs: that ends nothing. */
async function calendarSet({ page }) {
  await withDefinitions(page);
  const problems = [];
  const leaps = [-24 * HOUR_MS, -HOUR_MS, HOUR_MS, 24 * HOUR_MS];
  for (const leap of leaps) {
    const wrong = await during(page, () => setCalendar(page, leap));
    problems.push(...wrong.map((problem) => `${leap / HOUR_MS} h: ${problem}`));
  }
  problems.push(...(await missing(page)));
  return { tried: `${leaps.length} leaps of the calendar in the middle of an evaluation`, problems };
}

/** The calendar was set, and the image does not stop: the watchdog ends it all the same. */
async function calendarSetBeforeTheWatchdog({ page }) {
  const problems = [];
  for (const leap of [-HOUR_MS, HOUR_MS]) {
    await page.evaluate(async () => {
      const { lab } = globalThis;
      const server = await lab.start();
      const client = lab.connect(server);
      lab.last = client;
      lab.call(client, "configure-limits", { timeout: 1 });
      await lab.say(client, "(defun kept () :kept)");
      // Its messages are dropped from now on, as if it were stuck: only the watchdog can end its evaluation.
      lab.mute(lab.workers.at(-1));
      lab.evaluate(client, "(loop)");
    });
    await pause(300);
    await setCalendar(page, leap);
    if (await settle(page, 10_000)) problems.push(`${leap / HOUR_MS} h: nothing ended it`);
    const text = await page.evaluate(() => globalThis.lab.say(globalThis.lab.last, "(kept)"));
    if (!text.includes(":KEPT")) problems.push(`${leap / HOUR_MS} h: ${text.slice(0, 200)}`);
  }
  return { tried: "an hour forward and back, before an image that is stuck", problems };
}

/**
 * The computer sleeps for hours while the page's clock runs: the running evaluation continues, and its answer
 * is valid.
 */
async function computerSleeps({ page, rounds }) {
  await withDefinitions(page);
  const problems = [];
  for (let night = 0; night < Math.min(rounds, 3); night++)
    problems.push(...(await during(page, () => sleep(page, 9))));
  problems.push(...(await missing(page)));
  return { tried: `${Math.min(rounds, 3)} nights in the middle of an evaluation`, problems };
}

/** A page that is frozen for longer than any limit, as one is in the background. */
async function frozenForLong({ page }) {
  await withDefinitions(page);
  const session = await page.context().newCDPSession(page);
  const problems = await during(page, async () => {
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await pause(12_000);
    await session.send("Page.setWebLifecycleState", { state: "active" });
  });
  problems.push(...(await missing(page)));
  return { tried: "12 s, with a limit of 6 s", problems };
}

/**
 * Timers come once a minute, as in a page that has been in the background for five; here the minute is 8 s.
 */
async function timersThrottled({ page }) {
  await withDefinitions(page);
  await page.evaluate(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, ms, ...rest) => setTimeout(work, Math.max(ms ?? 0, 8000), ...rest);
  });
  const problems = await during(page, () => pause(100));
  problems.push(...(await missing(page)));
  await page.evaluate(() => {
    globalThis.lab.evaluate(0, "(loop)");
    globalThis.lab.mute(globalThis.lab.workers.at(-1));
  });
  // A limit of 2 s and a grace of 2 s, each seen by the next timer, and again after it was late.
  if (await settle(page, 60_000)) problems.push("an image that is stuck is never ended");
  problems.push(...(await missing(page)));
  return { tried: "timers that come every 8 s", problems };
}

export const CLOCKS = {
  "the calendar is set": calendarSet,
  "the calendar is set and the Lisp is stuck": calendarSetBeforeTheWatchdog,
  "the computer sleeps": computerSleeps,
  "the page is frozen for long": frozenForLong,
  "timers are throttled": timersThrottled,
};
