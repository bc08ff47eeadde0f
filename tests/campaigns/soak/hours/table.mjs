import { Random } from "../../fuzz/random.mjs";

/**
 * What a course is served at: ways to ask the server, each of which notes what was not answered as it should
 * be.
 */
export class Table {
  requests = 0;
  problems = [];
  #server;

  constructor(server, seed) {
    this.#server = server;
    this.random = new Random(seed, "courses", server.title);
  }

  get granted() {
    return this.#server.granted;
  }

  /** Calls a tool; its text has to match. Resolves to the structured content. */
  async call(name, given = {}, expected = /^/) {
    const { text, data } = this.#told(await this.request("tools/call", { name, arguments: given }));
    this.check(`${name} ${JSON.stringify(given)}`, text, expected);
    return data;
  }

  /** Evaluates code; its text has to match. */
  evaluate(code, expected, more = {}) {
    return this.call("evaluate-lisp", { code, package: "COMMON-LISP-USER", ...more }, expected);
  }

  /** Reads a resource; its text has to match. */
  async read(uri, expected) {
    const { result, error } = await this.request("resources/read", { uri });
    this.check(uri, result?.contents[0].text ?? JSON.stringify(error), expected);
  }

  async request(method, params = {}, more = {}) {
    this.requests++;
    return this.#server.request({ method, params, ...more });
  }

  /** Has the host do something that is no request; what it tells has to match. */
  async has(does, argument, expected) {
    this.requests++;
    this.check(`${does} ${argument}`, String(await this.#server[does](argument)), expected);
  }

  /** How many notifications of a method have come since this was asked. */
  async notified(method, { atLeast }) {
    const { [method]: count = 0 } = await this.#server.notified();
    if (count < atLeast) this.problems.push(`${count} of ${method}, and not ${atLeast}`);
  }

  check(what, text, expected) {
    if (!expected.test(text)) this.problems.push(`${what.slice(0, 300)}: ${text.slice(0, 400)}`);
  }

  #told({ result, error }) {
    return result
      ? { text: result.content[0].text, data: result.structuredContent }
      : { text: JSON.stringify(error), data: undefined };
  }
}
