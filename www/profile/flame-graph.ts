import { element } from "../elements/dom.js";
import { shadeOf } from "../shade.js";
import type { Call } from "./profile.js";

/** The part of the width below which a call is not drawn. */
const LEAST = 0.002;

/** Rows that are drawn, at most. */
const MOST_ROWS = 60;

/** A call that is drawn. */
interface Drawn {
  readonly call: Call;
  readonly button: HTMLButtonElement;
  readonly parent: Drawn | null;
}

/**
 * A flame graph: each call as wide as its part of the samples, above it what it calls. One call is in the tab
 * order; the arrow keys lead to what it calls, to its caller and to its neighbours. Enter or a click has a
 * call take the whole width, Escape goes back.
 */
export class FlameGraph {
  readonly root = element("div", { class: "flames", role: "group", "aria-label": "Flame graph" });
  readonly #all: Call;
  #drawn: Drawn[] = [];
  #focus: Call;

  constructor(all: Call) {
    this.#all = all;
    this.#focus = all;
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
    this.#draw();
  }

  #draw(): void {
    const hadFocus = this.root.contains(document.activeElement);
    this.#drawn = [];
    const way = pathTo(this.#all, this.#focus) ?? [this.#all];
    let parent: Drawn | null = null;
    way.forEach((call, row) => {
      parent = this.#add(call, row, 0, 1, parent, row < way.length - 1);
    });
    this.#inside(this.#focus, way.length, 0, 1, parent);
    const rows = Math.min(
      MOST_ROWS,
      Math.max(...this.#drawn.map(({ button }) => Number(button.dataset["row"]))) + 1,
    );
    this.root.style.setProperty("--rows", String(rows));
    this.root.replaceChildren(...this.#drawn.map(({ button }) => button));
    const first = this.#drawn.find(({ call }) => call === this.#focus);
    if (first) this.#hold(first, hadFocus);
  }

  /** Draws what a call calls, over its width. */
  #inside(call: Call, row: number, left: number, width: number, parent: Drawn | null): void {
    if (row >= MOST_ROWS) return;
    let at = left;
    for (const inner of call.calls) {
      const part = (inner.total / call.total) * width;
      if (part >= LEAST)
        this.#inside(inner, row + 1, at, part, this.#add(inner, row, at, part, parent, false));
      at += part;
    }
  }

  #add(call: Call, row: number, left: number, width: number, parent: Drawn | null, isAround: boolean): Drawn {
    const { name, depth, total, self } = call;
    const share = (samples: number) => `${((100 * samples) / Math.max(1, this.#all.total)).toFixed(1)} %`;
    // A function that calls itself is drawn once, with how deep it went.
    const text = depth > 1 ? `${name} ×${depth}` : name;
    const title = `${text}: ${share(total)}, ${share(self)} in itself`;
    const button = element(
      "button",
      {
        type: "button",
        class: isAround ? "flame flame-around" : `flame ${shadeOf(name)}`,
        title,
        "aria-label": title,
        tabindex: -1,
        "data-row": row,
      },
      text,
    );
    button.style.left = `${left * 100}%`;
    button.style.width = `${width * 100}%`;
    button.style.setProperty("--row", String(row));
    const drawn = { call, button, parent };
    button.addEventListener("click", () => this.#zoom(call));
    button.addEventListener("focus", () => this.#hold(drawn, false));
    this.#drawn.push(drawn);
    return drawn;
  }

  #zoom(call: Call): void {
    this.#focus = call;
    this.#draw();
  }

  /** Makes a call the one that the Tab key comes to. */
  #hold({ button }: Drawn, takesFocus: boolean): void {
    for (const each of this.#drawn) each.button.tabIndex = each.button === button ? 0 : -1;
    if (takesFocus) button.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const here = this.#drawn.find(({ button }) => button === document.activeElement);
    if (!here) return;
    if (event.key === "Escape" && this.#focus !== this.#all) {
      event.preventDefault();
      this.#zoom(this.#all);
      return;
    }
    const siblings = this.#drawn.filter(({ parent }) => parent === here.parent);
    const beside = (by: number) => siblings[siblings.indexOf(here) + by];
    const ways: Readonly<Record<string, Drawn | null | undefined>> = {
      ArrowDown: this.#drawn.find(({ parent }) => parent === here),
      ArrowUp: here.parent,
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
    };
    if (!Object.hasOwn(ways, event.key)) return;
    event.preventDefault();
    const next = ways[event.key];
    if (next) this.#hold(next, true);
  }
}

/** The calls from the outermost to this one; null where it is not among them. */
function pathTo(from: Call, call: Call): readonly Call[] | null {
  if (from === call) return [from];
  for (const inner of from.calls) {
    const rest = pathTo(inner, call);
    if (rest) return [from, ...rest];
  }
  return null;
}
