import type { EditorView } from "@codemirror/view";
import { closePeek, openPeek, peekButton } from "../assist/peek.js";
import { element } from "../elements/dom.js";

interface Question {
  readonly line: number;
  /** The condition of its breakpoint, "" for none; null where it has no breakpoint. */
  readonly condition: string | null;
  /** Says what is wrong with a condition; null for nothing. */
  readonly check: (condition: string) => Promise<string | null>;
  /** Gets the condition, "" for none; null takes the breakpoint away. */
  readonly take: (condition: string | null) => void;
}

/** Asks under a line of the editor where the program stops there. */
export function askCondition(view: EditorView, { line, condition, check, take }: Question): void {
  const note = element("p", { class: "peek-note peek-problem", id: "condition-problem", role: "alert" });
  const field = element("input", {
    class: "field",
    value: condition ?? "",
    placeholder: "(> n 3)",
    "aria-describedby": note.id,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "done",
  });
  const done = (wanted: string | null) => {
    closePeek(view);
    take(wanted);
  };
  const set = element("button", { class: "quiet", type: "submit" }, "Set");
  const form = element(
    "form",
    { class: "condition" },
    element("label", {}, `Stop on line ${line} only where`, field),
    note,
    element(
      "div",
      { class: "peek-tools" },
      set,
      condition ? peekButton("Always stop", () => done("")) : null,
      condition === null ? null : peekButton("Take away", () => done(null)),
      peekButton("Close", () => closePeek(view)),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = field.value.trim();
    const problem = wanted === "" ? null : await check(wanted).catch(() => null);
    if (!form.isConnected) return;
    if (problem === null) return done(wanted);
    note.textContent = problem;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  });
  openPeek(view, view.state.doc.line(line).from, `Breakpoint on line ${line}`, form);
}
