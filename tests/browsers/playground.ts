import { expect } from "vitest";
import type { Browser } from "./engines/engine.js";

const NEWEST = ".entry:last-child";

const COMMAND = process.platform === "darwin" ? "Meta" : "Control";
const SELECT_ALL = [COMMAND, "a"];
const RUN = [COMMAND, "Enter"];

type MenuEntry = {
  readonly selector: string;
  readonly about: string;
  readonly isDisabled: boolean;
};

/** The playground as a person uses it, by mouse and keyboard. */
export class Playground {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Loads the page and waits for its Lisp. */
  async open(url: string): Promise<void> {
    await this.#browser.open(url);
    const state = () => this.#browser.run(() => document.documentElement.dataset["lisp"]);
    await expect.poll(state).toBe("ready");
  }

  /** Writes code in place of what there is, runs it, and waits for an answer of that kind. */
  async evaluate(code: string, state = "ok"): Promise<void> {
    await this.#run(code);
    await this.#reaches(state);
  }

  /** Stops code while it runs; answers what the button said of it. */
  async stop(code: string): Promise<string> {
    await this.#run(code);
    await this.#reaches("running");
    const title = await this.#browser.run(() => document.getElementById("run")?.title ?? "");
    await this.#browser.click("#run");
    await this.#reaches("cancelled");
    return title;
  }

  /** The text of a part of the newest entry; of all of it for "". */
  newest(selector: string): Promise<string> {
    const text = (where: string) => document.querySelector<HTMLElement>(where)?.innerText ?? "";
    return this.#browser.run(text, `${NEWEST} ${selector}`.trim());
  }

  /** Clicks the first element that a selector names, once it is there. */
  async click(selector: string): Promise<void> {
    const isThere = (where: string) => document.querySelector(where) !== null;
    await expect.poll(() => this.#browser.run(isThere, selector)).toBe(true);
    await this.#browser.click(selector);
  }

  /** Clicks a part of the newest entry. */
  clickInNewest(selector: string): Promise<void> {
    return this.click(`${NEWEST} ${selector}`);
  }

  /** Runs code that will wait for a line of input, and gives it one. */
  async answerInput(code: string, line: string): Promise<void> {
    await this.#run(code);
    await this.#reaches("held");
    await this.click(`${NEWEST} .input-line`);
    await this.#browser.type(line);
    await this.#browser.press("Enter");
    await this.#reaches("ok");
  }

  /** The lines of the editor. */
  lines(): Promise<string[]> {
    return this.#browser.run(() =>
      [...document.querySelectorAll("#editor .cm-line")].map(({ textContent }) => textContent ?? ""),
    );
  }

  /** Puts a text in place of what the editor has. */
  async write(code: string): Promise<void> {
    await this.#browser.click("#editor .cm-content");
    await this.#browser.press(...SELECT_ALL);
    await this.#browser.type(code);
    expect(await this.lines()).toEqual([code]);
  }

  /** What a menu says of an entry; leaves the menu open. */
  async openMenu(menu: string, title: string): Promise<MenuEntry> {
    await this.#browser.click(`${menu} > button`);
    const find = (where: string, name: string) => {
      const items = [...document.querySelectorAll<HTMLElement>(`${where} .menu-item`)];
      const at = items.findIndex((each) => each.querySelector(".menu-title")?.textContent === name);
      const about = items[at]?.querySelector(".menu-about")?.textContent ?? "";
      const isDisabled = items[at]?.getAttribute("aria-disabled") === "true";
      return { selector: `${where} .menu-item:nth-child(${at + 1})`, isThere: at >= 0, about, isDisabled };
    };
    const entry = () => this.#browser.run(find, menu, title);
    await expect.poll(entry).toMatchObject({ isThere: true });
    return entry();
  }

  async #run(code: string): Promise<void> {
    const count = await this.#browser.run(countEntries);
    await this.write(code);
    // By keys: suggestions may be open over the button.
    await this.#browser.press(...RUN);
    await expect.poll(() => this.#browser.run(countEntries)).toBe(count + 1);
  }

  async #reaches(state: string): Promise<void> {
    const seen = (where: string) => document.querySelector<HTMLElement>(where)?.dataset["state"];
    await expect.poll(() => this.#browser.run(seen, NEWEST)).toBe(state);
  }
}

function countEntries(): number {
  return document.querySelectorAll(".entry").length;
}
