import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { messageOf } from "../elements/message-of.js";
import type { MarkEvent } from "./event-mark.js";
import { Icicle } from "./icicle.js";
import type { AskRecording, Recording, Step } from "./recording.js";

/** Events that are drawn at once, and how near to their end the others are asked for. */
const [DRAWN, MARGIN] = [400, 12];

/** Events in the list: before the one that is looked at, and in all. */
const [BEFORE, LISTED] = [6, 16];

/** Characters of the answers that are asked for: all that is drawn. */
const BUDGET = 100_000;

/**
 * A recording as a line of events, forwards and backwards: the calls that an event is in, the variables as
 * they were after it, and the events with a value or of a function.
 */
export class Timeline {
  readonly #ask: AskRecording;
  readonly #mark: MarkEvent;
  readonly #icicle = new Icicle((event) => void this.#goTo(event));
  readonly #slider = element("input", { type: "range", "aria-label": "Event", step: 1 });
  readonly #place = element("output", { class: "timeline-place" });
  readonly #list = element("ol", { class: "timeline-events", "aria-label": "Events" });
  readonly #path = element("ol", { class: "timeline-path", "aria-label": "Calls it is in" });
  readonly #variables = element("dl", { class: "timeline-variables" });
  readonly #found = element("div", { class: "timeline-found", role: "status" });
  readonly #problem = element("p", { class: "inspector-problem", role: "status" });
  #steps: readonly Step[] = [];
  #first = 0;
  #last = 0;
  #at = 0;
  #calls: readonly Step[] = [];
  #isAsking = false;

  constructor(ask: AskRecording, mark: MarkEvent) {
    this.#ask = ask;
    this.#mark = mark;
    this.#slider.addEventListener("input", () => void this.#goTo(Number(this.#slider.value)));
  }

  /** Puts it into a box. */
  async open(box: HTMLElement): Promise<void> {
    try {
      const { events, dropped, functions } = await this.#ask({});
      if (events === dropped) throw new Error("Nothing was recorded: no function of the program was called.");
      [this.#first, this.#last] = [dropped, events - 1];
      this.#slider.min = String(this.#first);
      this.#slider.max = String(this.#last);
      box.replaceChildren(
        element("div", { class: "timeline-line" }, this.#slider, this.#place),
        this.#icicle.root as unknown as HTMLElement,
        this.#moves(),
        element(
          "div",
          { class: "timeline-columns" },
          this.#list,
          element("div", {}, this.#path, this.#variables),
        ),
        this.#search(functions),
        this.#found,
        this.#problem,
      );
      await this.#goTo(functions[0]?.first ?? this.#first);
    } catch (error) {
      box.replaceChildren(element("p", { class: "inspector-problem" }, messageOf(error)));
    }
  }

  /** Looks at its event again, after others may have been looked at. */
  resume(): void {
    void this.#goTo(this.#at);
  }

  #moves(): HTMLElement {
    const moves = [
      ["Back over", "To the event before that is not deeper", () => this.#nextAt(-1)],
      ["Back", "To the event before", () => this.#at - 1],
      ["Forward", "To the next event", () => this.#at + 1],
      ["Over", "To the next event that is not deeper", () => this.#nextAt(1)],
      ["Out", "To the call that it is in", () => this.#caller()],
    ] as const;
    const buttons = moves.map(([name, title, to]) => {
      const button = element("button", { type: "button", class: "quiet", title }, name);
      button.addEventListener("click", () => void this.#goTo(to()));
      return button;
    });
    return element("div", { class: "timeline-moves", role: "group", "aria-label": "Steps" }, ...buttons);
  }

  /** The nearest event in a direction that is no deeper than this one, as far as is drawn. */
  #nextAt(direction: 1 | -1): number {
    const here = this.#steps.findIndex(({ event }) => event === this.#at);
    const depth = this.#steps[here]?.depth ?? 0;
    for (let at = here + direction; this.#steps[at]; at += direction) {
      const step = this.#steps[at];
      if (step && step.depth <= depth) return step.event;
    }
    return this.#at + direction;
  }

  #caller(): number {
    return this.#calls.findLast(({ event }) => event < this.#at)?.event ?? this.#at;
  }

  /** Looks at an event. While an answer is awaited only the last that was wanted counts. */
  async #goTo(wanted: number): Promise<void> {
    this.#at = Math.min(Math.max(wanted, this.#first), this.#last);
    this.#slider.value = String(this.#at);
    this.#place.textContent = `#${this.#at} of ${this.#last.toLocaleString("en")}`;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let event = -1; event !== this.#at; ) {
        event = this.#at;
        await this.#draw(event);
        const { path, variables, place } = await this.#ask({ event, count: 1, budget: BUDGET });
        if (event !== this.#at) continue;
        this.#show(path, variables);
        this.#mark(this.#isShown ? place : null);
      }
      this.#problem.textContent = "";
    } catch (error) {
      this.#problem.textContent = messageOf(error);
      this.#mark(null);
    } finally {
      this.#isAsking = false;
    }
  }

  /** It may have been closed, or cleared away, while an answer was awaited. */
  get #isShown(): boolean {
    return this.#slider.isConnected && this.#slider.closest("[hidden]") === null;
  }

  /** Asks for the events around one, unless they are there. */
  async #draw(event: number): Promise<void> {
    const [from = Number.POSITIVE_INFINITY, to = -1] = [this.#steps[0]?.event, this.#steps.at(-1)?.event];
    const isIn = (near: number) => near >= from && near <= to;
    if (!isIn(Math.max(this.#first, event - MARGIN)) || !isIn(Math.min(this.#last, event + MARGIN))) {
      const start = Math.max(this.#first, Math.min(event - DRAWN / 2, this.#last - DRAWN + 1));
      const { steps } = await this.#ask({ event: start, count: DRAWN, budget: BUDGET });
      this.#steps = steps;
      this.#icicle.show(steps);
    }
    this.#icicle.at(event);
  }

  #show(path: readonly Step[], variables: Recording["variables"]): void {
    this.#calls = path;
    const here = this.#steps.findIndex(({ event }) => event === this.#at);
    const start = Math.max(0, Math.min(here - BEFORE, this.#steps.length - LISTED));
    const shown = this.#steps.slice(start, start + LISTED);
    const shallowest = Math.min(...shown.map(({ depth }) => depth));
    this.#slider.setAttribute("aria-valuetext", this.#steps[here]?.text ?? "");
    this.#list.replaceChildren(...shown.map((step) => this.#link(step, step.depth - shallowest)));
    this.#path.replaceChildren(...path.map((step, depth) => this.#link(step, depth)));
    this.#variables.replaceChildren(
      ...variables.flatMap(({ name, value }) => [
        element("dt", {}, element("code", {}, name.toLowerCase())),
        element("dd", {}, element("code", {}, highlightLisp(value))),
      ]),
    );
  }

  /** A line that leads to an event. */
  #link({ event, kind, text }: Pick<Step, "event" | "kind" | "text">, depth = 0): HTMLElement {
    const button = element(
      "button",
      {
        type: "button",
        class: `timeline-event timeline-${kind}`,
        "aria-current": event === this.#at ? "step" : undefined,
        title: `#${event}`,
      },
      element("code", {}, highlightLisp(text)),
    );
    button.style.setProperty("--depth", String(Math.min(depth, 12)));
    button.addEventListener("click", () => void this.#goTo(event));
    return element("li", {}, button);
  }

  #search(functions: Recording["functions"]): HTMLElement {
    const names = functions.map(({ name, calls }) =>
      element("option", { value: name }, `${name} (${calls.toLocaleString("en")})`),
    );
    const choice = element(
      "select",
      { class: "field", "aria-label": "Calls of a function" },
      element("option", { value: "" }, "Calls of …"),
      ...names,
    );
    const value = element("input", {
      class: "field grow",
      type: "search",
      placeholder: "Find a value, such as '(1 2)",
      "aria-label": "Find a value",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
    });
    const form = element("form", { class: "timeline-search" }, value, choice);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (value.value.trim() !== "") void this.#find({ value: value.value });
    });
    choice.addEventListener("change", () => {
      if (choice.value === "") this.#found.replaceChildren();
      else void this.#find({ function: choice.value });
    });
    return form;
  }

  /** Lists the events that are asked for. */
  async #find(args: { readonly value: string } | { readonly function: string }): Promise<void> {
    this.#found.textContent = "…";
    try {
      const { steps, calls, found } = await this.#ask({ ...args, budget: BUDGET / 10 });
      const events = calls.map(({ event, call, values, end, times }) => {
        const ended = end === "returned" ? `=> ${values.join(", ") || "; No values"}` : `(${end})`;
        return { event, kind: "call" as const, text: `${call} ${ended}${times > 1 ? `  × ${times}` : ""}` };
      });
      const all = "value" in args ? steps : events;
      const said =
        found === null
          ? "Equal calls are listed once."
          : `In ${found.toLocaleString("en")} event${found === 1 ? "" : "s"}${found > all.length ? ", the first and the last of them" : ""}.`;
      this.#found.replaceChildren(
        element("p", {}, said),
        element("ol", { class: "timeline-events" }, ...all.map((step) => this.#link(step))),
      );
    } catch (error) {
      this.#found.replaceChildren(element("p", { class: "inspector-problem" }, messageOf(error)));
    }
  }
}
