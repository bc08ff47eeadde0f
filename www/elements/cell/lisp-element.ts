import { element } from "../dom.js";
import { css } from "../styles/cell.css";
import { addStyles } from "./add-styles.js";
import { type Appearance, appearanceOf } from "./appearance.js";
import { type Drawable, near, seen, themed, whenParsed } from "./watch.js";

/** Node has no elements, but generators of sites import this module there. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * An element of ours in somebody's page: drawn when it comes near the window, in the colours of the page. The
 * page's code is drawn anew and not slotted: what the page's highlighter has made of it would change its
 * colours when the editor takes its place, and rules of the page could hide it.
 */
export abstract class LispElement extends Base {
  #box: HTMLElement | null = null;
  #appearance: Appearance | null = null;
  readonly #drawable: Drawable = {
    measure: () => {
      if (this.isConnected) this.#appearance = this.#lookAround();
    },
    draw: () => {
      if (this.isConnected) this.drawn();
    },
  };

  /** Makes what is in the box, once. */
  protected abstract build(box: HTMLElement): void;
  /** Calls when the page is parsed and the element in it. */
  protected abstract arrived(): void;
  /** Called when the element has left the page, and not to come back at once. */
  protected abstract left(): void;

  connectedCallback(): void {
    whenParsed(() => {
      if (!this.isConnected) return;
      if (this.#box) themed.add(this.#drawable);
      else near.add(this, this.#drawable);
      this.arrived();
    });
  }

  disconnectedCallback(): void {
    near.remove(this);
    seen.remove(this);
    themed.remove(this.#drawable);
    // Scripts that move an element take it out and put it in again.
    queueMicrotask(() => {
      if (!this.isConnected) this.left();
    });
  }

  attributeChangedCallback(name: string): void {
    if (name === "theme" && this.#box) {
      this.#drawable.measure();
      this.#drawable.draw();
    }
  }

  /** The box, drawn by now. */
  protected drawn(): HTMLElement {
    const isNew = this.#box === null;
    if (this.isConnected) this.#appearance ??= appearanceOf(this);
    const box = this.#box ?? element("div", { class: "lisp" });
    this.#box = box;
    if (this.#appearance) this.#dress(box, this.#appearance);
    if (!isNew) return box;
    near.remove(this);
    const root = this.attachShadow({ mode: "open" });
    addStyles(root, css);
    this.build(box);
    // The page's own code stays where it is: its styles can still be asked when the page changes its theme.
    root.append(box, element("div", { hidden: true }, element("slot")));
    if (this.isConnected) themed.add(this.#drawable);
    return box;
  }

  #lookAround(): Appearance {
    const fresh = appearanceOf(this);
    // Code that is not shown any more has no measures, but colours.
    if (!this.#box || !this.#appearance) return fresh;
    const { "--page-block": _, ...measures } = this.#appearance.measures;
    const block = fresh.measures["--page-block"];
    return {
      isDark: fresh.isDark,
      measures: block === undefined ? measures : { ...measures, "--page-block": block },
    };
  }

  #dress(box: HTMLElement, { isDark, measures }: Appearance): void {
    box.dataset["theme"] = isDark ? "dark" : "light";
    box.removeAttribute("style");
    for (const [name, value] of Object.entries(measures)) box.style.setProperty(name, value);
  }
}
