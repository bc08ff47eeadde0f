/** How long a finger stays for a long press, in milliseconds, and how many pixels it may move meanwhile. */
const [STAYS_MS, MOVES] = [500, 10];

/** A finger that stays in one place: some browsers make no context menu of it. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isDone = false;

  begin({ pointerType, clientX, clientY }: PointerEvent, act: () => void): void {
    this.end();
    this.#isDone = false;
    if (pointerType !== "touch") return;
    this.#from = { x: clientX, y: clientY };
    this.#timer = setTimeout(() => {
      this.#isDone = true;
      act();
    }, STAYS_MS);
  }

  move({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > MOVES) this.end();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Whether what the browser makes of the touch, a click or a context menu, is over with it. */
  get isDone(): boolean {
    return this.#isDone;
  }
}
