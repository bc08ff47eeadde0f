import { addStyles } from "../cell/add-styles.js";
import { icon } from "../cell/icons.js";
import { codeFragment } from "../code-link.js";
import { element } from "../dom.js";
import { css } from "../styles/tools.css";

const RESET = "M3.5 8a4.5 4.5 0 1 0 1.6-3.4M5 2v3h3";
const COPY = "M6 6h7v7H6zM10 6V3H3v7h3";
const INDENT = "M3 3.5h10M7 6.5h6M7 9.5h6M3 12.5h10";
const OPEN = "M7 4H3v9h9V9M9 3h4v4M13 3 8 8";

/** What the smaller buttons act on. */
interface ToolsOptions {
  readonly toolbar: HTMLElement;
  readonly code: () => string;
  readonly reset: () => void;
  /** Indents the code, where it can be changed. */
  readonly format?: () => void;
  /** The address of the playground; null where nobody knows one. */
  readonly playground: string | null;
  readonly say: (text: string) => void;
}

/** Puts the buttons into a toolbar that are seen once somebody is there. */
export function addTools({ toolbar, code, reset, format, playground, say }: ToolsOptions): void {
  const root = toolbar.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, css);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code());
      say("Copied");
    } catch {
      say("The browser does not let this page copy");
    }
  };
  toolbar.append(
    button("Start over: the code as it was, and a fresh Lisp", RESET, reset),
    button("Copy the code", COPY, () => void copy()),
  );
  if (format) {
    const indent = button("Indent the code", INDENT, format);
    indent.dataset["edits"] = "";
    toolbar.append(indent);
  }
  if (playground === null) return;
  const link = named("a", "Open in the playground", OPEN);
  link.target = "_blank";
  link.rel = "noopener";
  const address = () => {
    link.href = playground + codeFragment(code());
  };
  for (const event of ["pointerenter", "focus"]) link.addEventListener(event, address);
  address();
  toolbar.append(link);
}

function named<K extends "a" | "button">(tag: K, label: string, path: string): HTMLElementTagNameMap[K] {
  const node = element(tag, { class: "tool", "aria-label": label, title: label });
  node.append(icon(path));
  return node;
}

function button(label: string, path: string, act: () => void): HTMLElement {
  const node = named("button", label, path);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}
