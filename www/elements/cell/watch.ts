/** An element that is drawn in two steps, so that several can be measured before any changes the page. */
export interface Drawable {
  measure(): void;
  draw(): void;
}

/** Room around the window in which an element counts as near. */
const NEAR = "60%";

/** Milliseconds in which pages fade from one theme to the other. */
const FADE_MS = 600;

/** Elements that are drawn between two frames. */
const AT_ONCE = 6;

const waiting = new Set<Drawable>();

/** Draws some at once and the others in the frames that follow. */
function drawSoon(drawables: Iterable<Drawable>): void {
  const isBegun = waiting.size > 0;
  for (const each of drawables) waiting.add(each);
  if (!isBegun) drawSome();
}

function drawSome(): void {
  const some = [...waiting].slice(0, AT_ONCE);
  for (const each of some) each.measure();
  for (const each of some) each.draw();
  for (const each of some) waiting.delete(each);
  if (waiting.size > 0) requestAnimationFrame(drawSome);
}

/** Calls back once for each element that meets the window, those that do at the same time together. */
class Meetings<Thing> {
  readonly #waiting = new Map<Element, Thing>();
  readonly #margin: string;
  readonly #met: (things: Thing[]) => void;
  #observer: IntersectionObserver | null = null;

  constructor(margin: string, met: (things: Thing[]) => void) {
    this.#margin = margin;
    this.#met = met;
  }

  add(element: Element, thing: Thing): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#came(entries), {
      rootMargin: this.#margin,
    });
    this.#waiting.set(element, thing);
    this.#observer.observe(element);
  }

  remove(element: Element): void {
    this.#waiting.delete(element);
    this.#observer?.unobserve(element);
  }

  #came(entries: readonly IntersectionObserverEntry[]): void {
    const met = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    const things = met.flatMap((element) => this.#waiting.get(element) ?? []);
    for (const element of met) this.remove(element);
    this.#met(things);
  }
}

/** Elements to draw when they come near. */
export const near = new Meetings<Drawable>(NEAR, drawSoon);

/** What to do when elements come into the window. */
export const seen = new Meetings<() => void>("0px", (calls) => {
  for (const call of calls) call();
});

/** The elements that follow the theme of the page, however that is switched. */
export const themed = {
  all: new Set<Drawable>(),
  isWatching: false,

  add(drawable: Drawable): void {
    themed.all.add(drawable);
    if (themed.isWatching) return;
    themed.isWatching = true;
    let late: ReturnType<typeof setTimeout> | undefined;
    const look = () => drawSoon(themed.all);
    const changed = () => {
      requestAnimationFrame(look);
      clearTimeout(late);
      late = setTimeout(look, FADE_MS);
    };
    const observer = new MutationObserver(changed);
    for (const root of [document.documentElement, document.body])
      observer.observe(root, { attributes: true });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  },

  remove(drawable: Drawable): void {
    themed.all.delete(drawable);
  },
};

/** Calls back when the page is parsed, so that an element has its content. */
export function whenParsed(call: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", call, { once: true });
  else call();
}
