// One walk through all that the server offers, taken by every kind of client on every binding. It returns its
// findings; expected.ts has those it should return.
import { type Kind, Official } from "./clients.js";

/** The findings of a walk, step by step. The finding of a failed step is a text. */
export type Findings = Record<string, unknown>;

/** Makes a transport to the server, another one each time. */
type Connect = () => object | Promise<object>;

type Step = (client: Official, own: string) => Promise<unknown>;

const until = async (isSo: () => boolean): Promise<boolean> => {
  for (let waited = 0; waited < 100 && !isSo(); waited++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return isSo();
};

const failure = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: string };
  return code === undefined ? String(message ?? error) : `${code}: ${message}`;
};

const outcome = async (work: Promise<unknown>): Promise<unknown> => work.then((value) => value, failure);

/** The steps, in their order. `own` is a Lisp name that no other walk uses. */
const steps: Record<string, Step> = {
  async server(client) {
    const { info, ...rest } = client.server;
    return { name: info?.["name"], ...rest, hasInstructions: client.instructions.length > 0 };
  },
  async tools(client) {
    const names = await client.tools();
    return { names: names.sort(), again: (await client.tools()).length === names.length };
  },
  async call(client) {
    const { content, structuredContent, isError } = await client.call("evaluate-lisp", { code: "(+ 1 2)" });
    return { text: content[0]?.text, values: structuredContent?.["values"], isError };
  },
  async error(client) {
    const { content, structuredContent, isError } = await client.call("evaluate-lisp", { code: "(/ 1 0)" });
    const { type } = (structuredContent?.["error"] ?? {}) as { type?: string };
    return { text: content[0]?.text.split("\n")[0], type, isError };
  },
  async otherTools(client) {
    const text = async (name: string, args = {}) => (await client.call(name, args)).content[0]?.text ?? "";
    await client.call("evaluate-lisp", { code: "(/ 1 0)" });
    return {
      lastError: (await text("describe-last-error")).includes("Error: DIVISION-BY-ZERO"),
      backtrace: (await text("get-backtrace", { "max-frames": 1 })).includes("0: (/ 1 0)"),
      limits: (await client.call("configure-limits", { timeout: 20 })).isError,
    };
  },
  async wrongCalls(client) {
    const unknown = await outcome(client.call("no-such-tool"));
    const wrong = await client.call("evaluate-lisp", { cod: "1" });
    return { unknown: String(unknown).slice(0, 6), isError: wrong.isError };
  },
  async progress(client) {
    const told: Array<{ progress: number }> = [];
    const code = "(dotimes (i 4) (print i) (finish-output) (sleep 0.1))";
    await client.evaluate(code, { onprogress: (progress) => told.push(progress) });
    const grows = told.every(({ progress }, i) => i === 0 || progress > (told[i - 1]?.progress ?? 0));
    return { some: told.length > 0, grows };
  },
  async cancel(client, own) {
    await client.evaluate(`(defvar ${own} 42)`);
    const controller = new AbortController();
    // It runs on where memory is not shared, until its image is replaced: without a load for the machine.
    const running = outcome(client.evaluate("(loop (sleep 1))", { signal: controller.signal }));
    setTimeout(() => controller.abort(), 200);
    const ended = String(await running);
    // Where memory is not shared, the image is replaced, and a section before the value says so.
    const kept = (await client.evaluate(own)).split("\n").at(-1);
    return { ended: /^=>/.test(ended) ? ended : "ended", kept };
  },
  async asking(client) {
    client.asked.length = 0;
    client.answer = { action: "accept", content: { restart: "USE-VALUE", values: "(* 6 7)" } };
    const ask = async (code: string) => {
      const { content } = await client.call("evaluate-lisp", { code, "on-error": "ask" });
      return content[0]?.text ?? "";
    };
    const chosen = await ask("(list nothing-here nothing-there)");
    const asked = client.asked.map(({ message }) => /The variable \S+ is unbound\./.exec(message)?.[0]);
    client.answer = { action: "decline" };
    const declined = await ask("(list nothing-here)");
    return {
      value: chosen.split("\n").at(-1),
      asked,
      declined: declined.includes("[ERROR] UNBOUND-VARIABLE"),
      why: /(Nobody|The client) .*$/m.exec(declined)?.[0],
    };
  },
  async input(client) {
    client.asked.length = 0;
    client.answer = { action: "accept", content: { input: "Ada (L.)" } };
    const typed = await client.evaluate('(progn (format t "Name? ") (list (read-line) (read-line)))');
    const asked = client.asked.map(({ message }) => message.split("\n").at(-1));
    client.answer = { action: "decline" };
    const declined = await client.evaluate("(read-line)");
    return {
      value: typed
        .split("\n")
        .at(-1)
        ?.replace(/\{[0-9A-F]+\}/, "{}"),
      asked,
      declined: declined.startsWith("[ERROR] END-OF-FILE"),
      why: declined.split("\n")[2],
    };
  },
  async large(client) {
    const text = 'é\\"\n'.repeat(50_000);
    const code = `(length ${JSON.stringify(text).replaceAll("\\n", "\n")})`;
    // Over stdio an answer has less room, unless its client says otherwise.
    await client.call("configure-limits", { "max-answer": 0 });
    const answer = await client.evaluate("(make-string 50000 :initial-element #\\é)");
    return { there: await client.evaluate(code), back: /^=> "é{50000}"$/.test(answer) || answer };
  },
  async atOnce(client) {
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    return Promise.all(numbers.map((number) => client.evaluate(`(* ${number} ${number})`)));
  },
  async resources(client, own) {
    const [fixed, lastError] = ["lisp://guide", "lisp://session/main/last-error"];
    const [listed, templates] = [await client.resources(), await client.templates()];
    const stop = await client.watch(lastError);
    const updates = () => client.told.filter(({ params }) => params?.["uri"] === lastError).length;
    const hasChanged = () =>
      client.told.some(({ method }) => method === "notifications/resources/list_changed");
    await client.evaluate(`(defun ${own}-f (x) (* x x))`);
    await client.evaluate("(/ 1 0)");
    const definition = `lisp://session/main/definition/${own.toUpperCase()}-F`;
    const found = {
      listed: [fixed, lastError].every((uri) => listed.includes(uri)),
      templates: templates.length,
      guide: (await client.read(fixed)).length > 1000,
      unknown: String(await outcome(client.read("lisp://nowhere"))).slice(0, 6),
      listChanged: await until(hasChanged),
      updated: await until(() => updates() > 0),
      definition: await client.read(definition),
      listedNow: (await client.resources()).includes(definition),
    };
    await stop();
    const before = updates();
    await client.evaluate("(/ 2 0)");
    return { ...found, quiet: updates() === before };
  },
  async prompts(client, own) {
    const names = await client.prompts();
    const text = await client.prompt("explain-definition", { name: `${own}-f` });
    return { names: names.sort(), hasSource: text.includes("(* x x)") };
  },
  async completion(client, own) {
    return outcome(client.complete("explain-definition", "name", own));
  },
  async logging(client) {
    await client.evaluateLogged('(warn "look out") 1');
    const heard = () => client.told.filter(({ method }) => method === "notifications/message");
    await until(() => heard().some(({ params }) => params?.["level"] === "warning"));
    const levels = heard().map(({ params }) => String(params?.["level"]));
    await client.evaluate("1");
    return { levels: [...new Set(levels)].sort(), quiet: heard().length === levels.length };
  },
};

/** Takes all steps, one after another, then goes away and comes back. */
export async function walk(kind: Kind, connect: Connect, own: string): Promise<Findings> {
  const found: Findings = {};
  const client = await Official.connect(kind, await connect());
  for (const [name, step] of Object.entries(steps))
    found[name] = await step(client, own).catch((error) => `failed: ${failure(error)}`);
  await client.close();
  const next = await Official.connect(kind, await connect());
  found["reconnected"] = await outcome(next.evaluate(own));
  await next.close();
  return found;
}
