/** What the playground's editor and transcript take, measured in a page of Playwright's that shows it. */

import { median } from "./stats.mjs";

/** A program of so many lines, in forms of ten. */
function programOf(lines) {
  const form = (number) =>
    [
      `(defun step-${number} (list &key (start 0) end)`,
      '  "Adds what there is in LIST."',
      "  (let ((sum 0)",
      "        (place start))",
      "    ;; From the first to the last.",
      "    (dolist (each (subseq list start end) sum)",
      "      (when (numberp each)",
      "        (incf sum (* each place)))",
      "      (incf place))))",
      "",
    ].join("\n");
  return Array.from({ length: lines / 10 }, (_, number) => form(number)).join("\n");
}

/** Puts a text into the program's editor, as pasting does. */
async function paste(page, text) {
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("#editor .cm-content").dispatchEvent(event);
  }, text);
}

/**
 * Types in the middle of a text of so many lines; resolves to the milliseconds that the page's thread works
 * on each key, drawing included. What the same takes with a key that writes nothing is not counted: it is
 * this measurement's own. The thread's clock counts, so that what else the machine does is not in it.
 */
export async function typingTimes(page, lines, keys) {
  await paste(page, programOf(lines));
  await page.keyboard.press("ControlOrMeta+Home");
  for (let down = 0; down < 25; down += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const timeOf = async (key) => {
    const before = await worked();
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return (await worked()) - before;
  };
  const own = [];
  for (let time = 0; time < 20; time += 1) own.push(await timeOf("Shift"));
  const times = [];
  for (let key = 0; key < keys; key += 1)
    times.push((await timeOf(key % 12 === 11 ? "Enter" : "abcdefghij ("[key % 12])) - median(own));
  await session.detach();
  return times;
}

/**
 * Evaluates a form so often; resolves to the milliseconds from each click to its answer in the transcript.
 */
export async function entryTimes(page, count) {
  await paste(page, "(list 1 2 3)");
  return page.evaluate(async (runs) => {
    const run = document.getElementById("run-form");
    const transcript = document.getElementById("transcript");
    const times = [];
    for (let number = 0; number < runs; number += 1) {
      const began = performance.now();
      run.click();
      await new Promise((resolve) => {
        const look = () => {
          const last = transcript.lastElementChild;
          if (last?.dataset.state !== "ok" || last.dataset.seen) return;
          last.dataset.seen = "yes";
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(transcript, { subtree: true, childList: true, attributes: true });
        look();
      });
      // The button is free again in the next turn.
      await new Promise((resolve) => setTimeout(resolve));
      times.push(performance.now() - began);
    }
    return times;
  }, count);
}
