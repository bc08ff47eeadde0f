import { element } from "../elements/dom.js";
import { MAIN } from "./texts.js";

const CROSS = "m4 4 8 8M12 4l-8 8";

/** What the panel consists of, the tree's own elements left out. */
export function panelElements() {
  const make = button("New", "Make a file");
  const upload = button("Upload", "Put files of this machine into the chosen directory");
  const close = element("button", {
    type: "button",
    class: "quiet icon-only",
    "aria-label": "Close files",
  });
  close.append(cross());
  const chooser = element("input", { type: "file", multiple: true, hidden: true });
  const open = button("Open", "Edit it in the place of the program (Enter)");
  const load = button("Load", "Evaluate (load …) in the session");
  const download = button("Download", "Save it on this machine");
  const remove = button("Delete", "Delete it (Del)");
  const said = element("p", { class: "files-said", role: "status" });
  const note = element("p", { class: "files-note" });
  const keep = element("input", { type: "checkbox" });
  const keeping = element("label", { class: "files-keep" }, keep, "Keep files in this browser");
  const treePlace = element("div", { class: "files-tree" });
  const head = element(
    "div",
    { class: "pane-head" },
    element("h2", {}, "Files"),
    element("span", { class: "grow" }),
    make,
    upload,
    close,
  );
  const deeds = element(
    "div",
    { class: "files-deeds", role: "group", "aria-label": "Chosen file" },
    ...[open, load, download, remove],
  );
  return {
    parts: [head, treePlace, deeds, said, keeping, note, chooser],
    ...{ keep, make, upload, close, chooser, open, load, download, remove, said, treePlace },
    /** Says whose files these are, and how long they last. */
    showSession(session: string, isKept: boolean): void {
      keeping.hidden = session !== MAIN;
      const lasts = isKept
        ? "This browser keeps them for your next visit."
        : "Reset and a reload of the page lose them: download what you want to keep.";
      note.textContent = `In the memory of the Lisp of session ${session}. ${lasts} Drop files here to put them in.`;
    },
  };
}

function button(label: string, title: string): HTMLButtonElement {
  return element("button", { type: "button", class: "quiet", title }, label);
}

function cross(): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", CROSS);
  icon.append(path);
  return icon;
}
