import type { FrameInspection, FrameReport } from "jscl-mcp";
import type { Answer } from "../answer.js";
import { element } from "../dom.js";
import { isObject } from "../fields.js";
import { highlightLisp } from "../highlight.js";
import { messageOf } from "../message-of.js";
import type { ValueActions } from "./results-view.js";

type Variable = FrameInspection["variables"][number];

/** What a call can be asked and told. */
interface FrameDeeds {
  /** Calls `inspect-frame`. */
  readonly inspect: () => Promise<Answer>;
  /** Has all code keep its variables, and evaluates it again. */
  readonly again: () => void;
  /** What only a call can do whose evaluation is held. */
  readonly held: {
    /** Calls `eval-in-frame`. */
    readonly evaluate: (code: string) => Promise<Answer>;
    /** Has the call return values, each a form; the report is shown anew, or why it cannot. */
    readonly returnFrom: (values: string) => void;
    readonly restart: () => void;
  } | null;
}

/** How a variable differs from one that can be read and set. */
const MARKS: Readonly<Record<Variable["state"], string>> = {
  live: "",
  argument: "as passed",
  special: "special",
  dropped: "not kept",
};

/** A call that is unfolded: its variables and, where it is held, a line that evaluates among them. */
export class FramePanel {
  readonly #box: HTMLElement;
  readonly #frame: FrameReport;
  readonly #deeds: FrameDeeds;
  readonly #values: ValueActions;
  readonly #variables = element("div", { class: "frame-variables" });

  constructor(box: HTMLElement, frame: FrameReport, deeds: FrameDeeds, values: ValueActions) {
    this.#box = box;
    this.#frame = frame;
    this.#deeds = deeds;
    this.#values = values;
  }

  async show(): Promise<void> {
    const { held } = this.#deeds;
    this.#box.replaceChildren(this.#variables, ...(held ? [this.#line(held), this.#leaving(held)] : []));
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      const { data, text, isError } = await this.#deeds.inspect();
      if (isError || !isInspection(data)) this.#variables.replaceChildren(note(text));
      else this.#variables.replaceChildren(...this.#rows(data));
    } catch (error) {
      this.#variables.replaceChildren(note(messageOf(error)));
    }
  }

  #rows({ variables, missing, kind }: FrameInspection): HTMLElement[] {
    const shown = variables.length > 0 ? [this.#table(variables)] : [];
    if (missing !== null) return [...shown, note(missing), ...(kind === "library" ? [] : [this.#again()])];
    return variables.length > 0 ? shown : [note("This call has no variables.")];
  }

  #again(): HTMLElement {
    const again = button(
      "Run again with all variables",
      "Has all code of the session keep its variables, too",
    );
    again.addEventListener("click", () => this.#deeds.again());
    return element("p", {}, again);
  }

  #table(variables: readonly Variable[]): HTMLElement {
    const head = ["Name", "Value", "Kind"].map((name) => element("th", { scope: "col" }, name));
    return element(
      "table",
      { class: "variables" },
      element("caption", { class: "visually-hidden" }, `Variables of frame ${this.#frame.index}`),
      element("thead", { class: "visually-hidden" }, element("tr", {}, ...head)),
      element("tbody", {}, ...variables.map((variable) => this.#variable(variable))),
    );
  }

  #variable({ name, state, value, handle }: Variable): HTMLElement {
    const code = value === null ? "–" : element("code", {}, highlightLisp(value));
    const { openable } = this.#values;
    const shown = typeof code !== "string" && handle !== null && openable ? openable(code, handle) : code;
    return element(
      "tr",
      { class: `variable variable-${state}` },
      element("th", { scope: "row" }, name.toLowerCase()),
      element("td", {}, shown),
      element("td", {}, MARKS[state]),
    );
  }

  /** A line that evaluates what is entered in the call, and what came of it under the line. */
  #line({ evaluate }: NonNullable<FrameDeeds["held"]>): HTMLElement {
    const { index } = this.#frame;
    const input = textField(`Evaluate in frame ${index}`, "In this frame: a form, then Enter");
    const results = element("div", {
      class: "frame-results",
      role: "log",
      "aria-live": "polite",
      "aria-label": `Results in frame ${index}`,
    });
    const form = element(
      "form",
      { class: "frame-line" },
      element("span", { "aria-hidden": true }, "›"),
      input,
    );
    const past = new Past(input);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const code = input.value.trim();
      if (code === "" || input.readOnly) return;
      input.readOnly = true;
      const answer = await evaluate(code).catch((error: unknown) => ({
        text: messageOf(error),
        isError: true,
      }));
      input.readOnly = false;
      past.add(code);
      input.value = "";
      results.append(result(code, answer));
      await this.#refresh();
    });
    return element("div", { class: "frame-repl" }, results, form);
  }

  #leaving({ returnFrom, restart }: NonNullable<FrameDeeds["held"]>): HTMLElement {
    const { index } = this.#frame;
    const values = textField(`Values to return from frame ${index}`, "its values, as Lisp");
    const submit = element("button", { type: "submit", class: "quiet" }, "Return");
    const form = element("form", { class: "restart-form", hidden: true }, values, submit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      returnFrom(values.value);
    });
    const open = button("Return…", `Have the call ${index} return values`);
    open.setAttribute("aria-expanded", "false");
    open.setAttribute("aria-label", `Return from frame ${index}`);
    open.addEventListener("click", () => {
      form.hidden = !form.hidden;
      open.setAttribute("aria-expanded", String(!form.hidden));
      if (!form.hidden) values.focus();
    });
    const again = button("Restart frame", `Make the call ${index} again`);
    again.setAttribute("aria-label", `Restart frame ${index}`);
    again.addEventListener("click", restart);
    return element("div", { class: "frame-leaving" }, open, " ", again, form);
  }
}

/** What was entered in a line: the arrow keys call it back. */
class Past {
  readonly #entries: string[] = [];
  #at = 0;

  constructor(input: HTMLInputElement) {
    input.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      this.#at = Math.min(this.#entries.length, Math.max(0, this.#at + by));
      input.value = this.#entries[this.#at] ?? "";
    });
  }

  add(entry: string): void {
    if (this.#entries.at(-1) !== entry) this.#entries.push(entry);
    this.#at = this.#entries.length;
  }
}

function isInspection(data: unknown): data is FrameInspection {
  return isObject(data) && Array.isArray(data["variables"]) && "missing" in data;
}

function result(code: string, { text, isError }: Pick<Answer, "text" | "isError">): HTMLElement {
  const kind = isError ? "frame-result frame-result-error" : "frame-result";
  return element(
    "div",
    { class: kind },
    element("code", {}, highlightLisp(code)),
    element("pre", {}, isError ? text : highlightLisp(text)),
  );
}

function note(text: string): HTMLElement {
  return element("p", { class: "frame-note" }, text);
}

function button(name: string, title: string): HTMLButtonElement {
  return element("button", { type: "button", class: "more", title }, name);
}

function textField(label: string, placeholder: string): HTMLInputElement {
  return element("input", {
    class: "field restart-values",
    type: "text",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": label,
    placeholder,
  });
}
