import { element } from "../elements/dom.js";

/** Ways to put an entry's code into an editor that has other text. */
interface EditChoices {
  readonly replace: () => void;
  readonly append: () => void;
}

/** Puts an entry's code back where it can be edited; answers the ways where it cannot without a loss. */
export type EditAgain = () => EditChoices | null;

interface EntryParts {
  readonly entry: HTMLElement;
  /** What is hidden while the entry is folded. */
  readonly body: HTMLElement;
  /** What is copied. */
  readonly text: () => string;
  readonly edit: EditAgain;
  /** The text of the answer, as a model reads it; "" for none. */
  readonly said: () => string;
}

/** Milliseconds for which a button says that it has copied. */
const SAID_MS = 1_500;

/** The buttons of an entry: edit its code again, copy it with its answer, read that as a model does, fold. */
export function entryTools(parts: EntryParts): HTMLElement {
  const tools = [editButton, copyButton, modelButton, foldButton].map((button) => button(parts));
  return element("span", { class: "entry-tools" }, ...tools);
}

function tool(title: string): HTMLButtonElement {
  return element("button", { type: "button", class: "entry-tool" }, title);
}

function editButton({ edit, body }: EntryParts): HTMLElement {
  const button = tool("Edit");
  button.title = "Put this code back into the editor";
  button.addEventListener("click", () => {
    const choices = edit();
    if (choices) body.before(question(choices, button));
  });
  return button;
}

/** Asks what becomes of the text that the editor has. */
function question({ replace, append }: EditChoices, asker: HTMLButtonElement): HTMLElement {
  const answers = [
    ["Replace it", replace],
    ["Add this at its end", append],
    ["Cancel", () => asker.focus()],
  ] as const;
  const box = element("p", {
    class: "entry-question",
    role: "group",
    "aria-label": "The editor has other text",
  });
  box.append("The editor has other text. ");
  for (const [title, act] of answers) {
    const button = element("button", { type: "button", class: "more" }, title);
    button.addEventListener("click", () => {
      close();
      act();
    });
    box.append(button, " ");
  }
  const close = () => {
    asker.disabled = false;
    box.remove();
  };
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    close();
    asker.focus();
  });
  asker.disabled = true;
  queueMicrotask(() => box.querySelector("button")?.focus());
  return box;
}

function copyButton({ text }: EntryParts): HTMLElement {
  const button = tool("Copy");
  button.title = "Copy this code and its answer";
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    button.textContent = done ? "Copied" : "Could not copy";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SAID_MS);
  });
  return button;
}

/** What a model reads in place of what the person sees. */
function modelButton({ entry, said }: EntryParts): HTMLElement {
  const button = tool("As text");
  button.title = "What a model reads of this answer";
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    const shown = entry.querySelector(":scope > .model-text");
    shown?.remove();
    button.setAttribute("aria-expanded", String(!shown));
    if (!shown) entry.append(modelText(said()));
  });
  return button;
}

/** The text of an answer, as a model reads it. */
export function modelText(text: string): HTMLElement {
  const words = element("pre", { class: "model-words", tabindex: 0, role: "group" }, text);
  words.setAttribute("aria-label", "What a model reads");
  const length = `${text.length.toLocaleString("en")} characters`;
  const about = text === "" ? "There is no answer for a model to read." : `What a model reads · ${length}`;
  return element("div", { class: "model-text" }, element("p", {}, about), text !== "" && words);
}

function foldButton({ entry }: EntryParts): HTMLElement {
  const button = tool("Fold");
  button.setAttribute("aria-expanded", "true");
  button.addEventListener("click", () => {
    const isFolded = entry.classList.toggle("entry-folded");
    button.textContent = isFolded ? "Unfold" : "Fold";
    button.setAttribute("aria-expanded", String(!isFolded));
  });
  return button;
}

/** Code with the server's words about it as comments, so that the whole can be read by a Lisp again. */
export function asComment(answer: string): string {
  return answer
    .trimEnd()
    .split("\n")
    .map((line) => `;; ${line}`.trimEnd())
    .join("\n");
}
