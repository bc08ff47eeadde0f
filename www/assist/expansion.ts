import type { EditorView } from "@codemirror/view";
import type { Expansion } from "../client/names.js";
import { element } from "../elements/dom.js";
import { highlightLisp, tokens } from "../elements/highlight.js";
import { messageOf } from "../elements/message-of.js";
import type { Stretch } from "./calls.js";
import { closePeek, openPeek, peekButton } from "./peek.js";

/** Shows a form's expansion, one step at a time, and puts it in the form's place where that is wanted. */
export async function showExpansion(
  view: EditorView,
  form: Stretch,
  expand: (code: string) => Promise<Expansion>,
): Promise<void> {
  const steps = [view.state.sliceDoc(form.from, form.to)];
  const code = element("code", {});
  const note = element("p", { class: "peek-note", role: "status" });
  const current = () => steps.at(-1) ?? "";
  const next = peekButton("Next step", () => void step());
  const back = peekButton("Back", () => {
    steps.pop();
    refresh("");
  });
  const put = peekButton("Put in place", () => {
    const column = form.from - view.state.doc.lineAt(form.from).from;
    const insert = indentedBy(current(), column);
    closePeek(view);
    view.dispatch({
      changes: { ...form, insert },
      selection: { anchor: form.from },
      userEvent: "input.expand",
    });
  });
  const copy = peekButton("Copy", () => {
    navigator.clipboard.writeText(current()).then(
      () => refresh("Copied"),
      () => refresh("The browser allows no copy; select the text instead."),
    );
  });
  const close = peekButton("Close", () => closePeek(view));
  const refresh = (said: string) => {
    code.replaceChildren(highlightLisp(current()));
    note.textContent = said;
    back.disabled = steps.length <= 2;
    put.disabled = steps.length === 1;
    next.disabled = false;
  };
  const step = async () => {
    try {
      const { expansion, expanded } = await expand(current());
      if (expanded) steps.push(expansion);
      refresh(expanded ? "" : steps.length === 1 ? "This form is no macro call." : "That was the last step.");
      next.disabled = !expanded;
      if (!expanded) close.focus();
    } catch (error) {
      refresh(messageOf(error));
    }
  };
  await step();
  const shown = element("pre", { class: "peek-code", tabindex: 0 }, code);
  const tools = element("div", { class: "peek-tools" }, next, back, put, copy, close);
  openPeek(view, form.from, "Macro expansion", shown, note, tools);
}

/** Text whose lines stand further in, but for the first and those that begin in a string. */
export function indentedBy(text: string, columns: number): string {
  const blanks = " ".repeat(columns);
  let indented = "";
  tokens(text, (kind, from, to) => {
    const word = text.slice(from, to);
    indented += kind === "string" ? word : word.replaceAll("\n", `\n${blanks}`);
  });
  return indented;
}
