import type { ErrorReport } from "jscl-mcp";
import { element } from "../dom.js";
import { topLevelForms } from "../forms.js";

type Restart = ErrorReport["restarts"][number];

/** An entry of the argument `restarts` of `evaluate-lisp`. */
export interface RestartChoice {
  readonly restart: string;
  readonly values?: readonly string[];
  readonly condition_type: string;
}

/** Evaluates the same code again, taking a restart where this error occurs. */
type TakeRestart = (choice: RestartChoice) => void;

/** How a restart of the list is taken. */
export interface RestartUse {
  /**
   * Whether the program is held at the error: then taking a restart continues it, and the toplevel's ABORT
   * ends it.
   */
  readonly isHeld: boolean;
  readonly take: TakeRestart;
}

/**
 * The restarts of a condition, numbered as `describe-last-error` numbers them, each to be taken; but the
 * last, ABORT, only where the program waits.
 */
export function restartList(
  { restarts, ...condition }: ErrorReport,
  { isHeld, take }: RestartUse,
): HTMLElement[] {
  const list = element("ol", { class: "restarts" });
  const type = `${condition.package}::${condition.type}`;
  restarts.forEach((restart, index) => {
    // Only the innermost of several restarts with one name can be named.
    const shadowed = restarts.findIndex(({ name }) => name === restart.name) < index;
    const choice = { restart: shadowed ? String(index + 1) : restart.name, condition_type: type };
    const isToplevel = index === restarts.length - 1;
    list.append(
      element(
        "li",
        { part: "restart" },
        element("span", { class: "restart-number" }, String(index + 1)),
        element(
          "div",
          {},
          ...row(restart, isToplevel && !isHeld ? null : (values) => take({ ...choice, ...values }), isHeld),
        ),
      ),
    );
  });
  // The toplevel's own restart, the last, has no button there.
  const evaluatesAgain = !isHeld && restarts.length > 1;
  const note = "Take evaluates all of it again, and takes the restart where the error occurs.";
  return evaluatesAgain ? [element("p", { class: "restarts-note" }, note), list] : [list];
}

type TakeWith = (values: { values?: readonly string[] }) => void;

function row(restart: Restart, take: TakeWith | null, isHeld: boolean): (HTMLElement | string)[] {
  const about = element(
    "span",
    { class: "restart-text" },
    element("span", { class: "restart-name" }, restart.name),
    " ",
    element("span", { class: "restart-about" }, restart.description),
  );
  if (take === null) return [about];
  const button = element(
    "button",
    {
      type: "button",
      class: "more take",
      title: isHeld
        ? "Take this restart, and go on from here"
        : "Evaluate the same code again, and take this restart where the error occurs",
      "aria-label": `Take ${restart.name}`,
    },
    restart.parameters === "()" ? "Take" : "Take…",
  );
  if (restart.parameters === "()") {
    button.addEventListener("click", () => take({}));
    return [about, " ", button];
  }
  const form = valuesForm(restart, take);
  form.hidden = true;
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) form.querySelector("input")?.focus();
  });
  return [about, " ", button, form];
}

/** Asks for the arguments of a restart as Lisp text, one form for each. */
function valuesForm(restart: Restart, take: TakeWith): HTMLFormElement {
  const parameters = (restart.parameters ?? "").replace(/^\(|\)$/g, "").toLowerCase();
  const input = element("input", {
    class: "field restart-values",
    type: "text",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": `Values for ${restart.name}`,
    placeholder: parameters === "" ? "its values, as Lisp" : `${parameters}, as Lisp`,
  });
  const submit = element("button", { type: "submit", class: "quiet" }, "Take");
  const form = element("form", { class: "restart-form" }, input, submit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value;
    take({ values: topLevelForms(text).map(({ from, to }) => text.slice(from, to)) });
  });
  return form;
}
