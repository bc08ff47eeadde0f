import { element } from "../elements/dom.js";

/** Characters of a file's name. */
const LONGEST_PATH = 500;

interface Question {
  readonly title: string;
  readonly text?: string;
  /** What the button says that does it. */
  readonly deed: string;
}

/** Asks whether to do something. Resolves when the person has answered. */
export function confirm({ title, text = "", deed }: Question): Promise<boolean> {
  return open(title, [element("p", {}, text)], deed, async () => null);
}

/**
 * Asks for the name of a file. `take` gets it when the person has confirmed, and resolves to a sentence where
 * it cannot be taken, which the dialog shows; null closes it.
 */
export async function askPath(
  title: string,
  path: string,
  take: (path: string) => Promise<string | null>,
): Promise<void> {
  const field = element("input", {
    class: "field",
    value: path,
    maxlength: LONGEST_PATH,
    required: true,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  const row = element("label", { class: "field-row path-row" }, element("span", {}, "Path"), field);
  const answered = open(title, [row], "Make", () => take(field.value.trim()));
  // The name without its type is what most people write anew.
  field.setSelectionRange(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
  await answered;
}

/** Resolves to whether it was done; `act` may refuse in words. */
function open(
  title: string,
  parts: readonly HTMLElement[],
  deed: string,
  act: () => Promise<string | null>,
): Promise<boolean> {
  const cancel = element("button", { class: "quiet", type: "button" }, "Cancel");
  const submit = element("button", { class: "primary", type: "submit" }, deed);
  const note = element("p", { class: "dialog-note", role: "alert" });
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "files-dialog-title" }, title),
    ...parts,
    note,
    element("div", { class: "dialog-actions" }, cancel, submit),
  );
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": "files-dialog-title" }, form);
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    let isDone = false;
    cancel.addEventListener("click", () => dialog.close());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const problem = await act();
      submit.disabled = false;
      if (problem !== null) {
        note.textContent = problem;
        return;
      }
      isDone = true;
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(isDone);
    });
  });
}
