type Send = (client: number, message: object) => void;

/** Messages that wait until what they tell of is kept, in the order in which they are to be sent. */
export class Outbox {
  readonly #send: Send;
  #waiting: Array<{ readonly change: number; readonly args: Parameters<Send> }> = [];
  #settled = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Sends a message when all changes up to that one are settled. */
  post(change: number, ...args: Parameters<Send>): void {
    if (change <= this.#settled && this.#waiting.length === 0) this.#send(...args);
    else this.#waiting.push({ change, args });
  }

  /** All changes up to that one are kept, or cannot be. */
  settle(change: number): void {
    this.#settled = Math.max(this.#settled, change);
    for (let next = this.#waiting[0]; next && next.change <= this.#settled; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#send(...next.args);
    }
  }

  /** Sends all of them now. */
  flush(): void {
    for (const { args } of this.#waiting.splice(0)) this.#send(...args);
  }
}
