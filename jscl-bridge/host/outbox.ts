/** Messages that wait until what they tell of is kept, in the order in which they are to be sent. */
export class Outbox {
  readonly #send: (client: number, message: object) => void;
  #waiting: Array<{ readonly change: number; readonly client: number; readonly message: object }> = [];
  #settled = 0;

  constructor(send: (client: number, message: object) => void) {
    this.#send = send;
  }

  /** Sends a message when all changes up to that one are settled. */
  post(change: number, client: number, message: object): void {
    if (change <= this.#settled && this.#waiting.length === 0) this.#send(client, message);
    else this.#waiting.push({ change, client, message });
  }

  /** All changes up to that one are kept, or cannot be. */
  settle(change: number): void {
    this.#settled = Math.max(this.#settled, change);
    for (let next = this.#waiting[0]; next && next.change <= this.#settled; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#send(next.client, next.message);
    }
  }

  /** Sends all of them now. */
  flush(): void {
    for (const { client, message } of this.#waiting.splice(0)) this.#send(client, message);
  }
}
