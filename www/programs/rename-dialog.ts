import { element } from "../elements/dom.js";
import { LONGEST_NAME } from "./program.js";

/** Asks for a program's name; `take` gets it when the person has confirmed. */
export function askName(name: string, take: (name: string) => void): void {
  const field = element("input", {
    class: "field",
    value: name,
    maxlength: LONGEST_NAME,
    required: true,
    autocomplete: "off",
  });
  const cancel = element("button", { class: "quiet", type: "button" }, "Cancel");
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "rename-title" }, "Rename"),
    element("label", { class: "field-row name-row" }, element("span", {}, "Name"), field),
    element(
      "div",
      { class: "dialog-actions" },
      cancel,
      element("button", { class: "primary", type: "submit" }, "Rename"),
    ),
  );
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": "rename-title" }, form);
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", () => take(field.value));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
