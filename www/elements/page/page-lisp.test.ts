import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { ErrorReport, EvaluationReport, LispServer as Server } from "jscl-mcp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WireWatch } from "../../../tests/wire/watch.js";
import type { Answer } from "../answer.js";
import { LispOfPage } from "./lisp-of-page.js";
import { McpClient } from "./mcp-client.js";
import type { Loss, PageSession } from "./page-lisp.js";

// A server with real images, in threads of Node.
const file = fileURLToPath(new URL("../../../dist/jscl-mcp-node.js", import.meta.url));

let servers: Server[] = [];
const watches: WireWatch[] = [];

async function load(): Promise<{ LispServer: Pick<typeof Server, "start"> }> {
  if (!existsSync(file)) throw new Error("dist/jscl-mcp-node.js is missing: run `npm run build` first.");
  const { LispServer } = (await import(/* @vite-ignore */ file)) as { LispServer: typeof Server };
  const start: typeof Server.start = async (options) => {
    const server = await LispServer.start(options);
    servers.push(server);
    const connect = server.connect.bind(server);
    server.connect = () => watched(connect());
    return server;
  };
  return { LispServer: { start } };
}

function watched(port: MessagePort): MessagePort {
  const watch = new WireWatch();
  watches.push(watch);
  const post = port.postMessage.bind(port);
  port.postMessage = (message: unknown) => {
    watch.heard(message);
    post(message);
  };
  port.addEventListener("message", ({ data }) => watch.sent(data));
  return port;
}

/** The threads of all images. */
const threads: Worker[] = [];
process.on("worker", (thread: Worker) => threads.push(thread));

let lisp: LispOfPage;
beforeAll(() => {
  lisp = new LispOfPage({}, load);
});
afterEach(() => {
  const problems = watches.flatMap((watch) => watch.problems.splice(0));
  expect(problems, "messages that are not valid in their version of MCP").toEqual([]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

const report = (answer: Answer) => answer.data as EvaluationReport;
const values = async (session: PageSession, code: string) => report(await session.evaluate(code)).values;

/** The next loss of a session. */
function nextLoss(session: PageSession): Promise<Loss> {
  return new Promise((resolve) => {
    const stop = session.onLoss((loss) => {
      stop();
      resolve(loss);
    });
  });
}

/** A promise and the function that resolves it. */
function begun(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("an evaluation", () => {
  test("nothing is loaded before it", async () => {
    const idle = new LispOfPage({}, () => Promise.reject(new Error("was loaded")));
    const session = idle.session("page");
    session.setUp("a", "(defvar *a* 1)");
    session.onLoss(() => {});
    expect(await session.complete("ca")).toEqual([]);
    expect(await session.describe("car")).toBeNull();
    expect((await session.reset()).text).toBe("Session page is fresh: nothing was evaluated in it.");
    expect(idle.abilities).toEqual({ cancelsAtOnce: true, holds: true });
  });

  test("it is answered in full detail, and its output comes as it is written", async () => {
    const output: [string, string][] = [];
    const answer = await lisp.session("page").evaluate('(format t "a~%") (format *error-output* "b") 42', {
      onOutput: (stream, text) => output.push([stream, text]),
    });
    expect(answer).toMatchObject({ isError: false, text: "[stdout]\na\n\n[stderr]\nb\n\n=> 42" });
    expect(report(answer).results).toHaveLength(3);
    const written = (name: string) => output.map(([stream, text]) => (stream === name ? text : "")).join("");
    expect([written("stdout"), written("stderr")]).toEqual(["a\n", "b"]);
  });

  test("those of a session run one after the other, in the order in which they were asked for", async () => {
    const session = lisp.session("page");
    const told: string[] = [];
    const run = (name: string, code: string) =>
      session
        .evaluate(code, { onStart: () => told.push(`${name} begins`) })
        .then(() => told.push(`${name} ends`));
    await Promise.all([run("a", "(sleep 0.2)"), run("b", "1"), run("c", "(/ 1 0)")]);
    expect(told).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  test("one that is stopped while it runs, or waits, rejects, and the next one is answered", async () => {
    const session = lisp.session("page");
    const [running, waiting] = [new AbortController(), new AbortController()];
    const started = begun();
    const first = session.evaluate("(loop)", { signal: running.signal, onStart: started.resolve });
    const second = session.evaluate("(setf *stopped* 1)", { signal: waiting.signal });
    const third = values(session, "(boundp '*stopped*)");
    await started.promise;
    waiting.abort("not this one");
    await expect(second).rejects.toBe("not this one");
    running.abort("stopped");
    await expect(first).rejects.toBe("stopped");
    expect(await third).toEqual(["NIL"]);
  });

  test("its own limit holds for it alone", async () => {
    const session = lisp.session("page");
    const late = await session.evaluate("(loop)", { timeout: 0.2 });
    expect(report(late).status).toBe("timeout");
    expect(late.text).toContain("0.2 seconds");
    expect(await values(session, "(sleep 0.4)")).toEqual(["NIL"]);
    const wrong = await session.evaluate("(setf *wrong* 1)", { timeout: -1 });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain("timeout");
    expect(await values(session, "(boundp '*wrong*)")).toEqual(["NIL"]);
  });

  test("it is held at an error until a restart is chosen", async () => {
    const session = lisp.session("page");
    const asked: ErrorReport[] = [];
    const answer = await session.evaluate("(+ 1 nothing-here nothing-here)", {
      onHeld: async (error) => {
        asked.push(error);
        return { restart: "USE-VALUE", values: String(asked.length) };
      },
    });
    expect(asked.map(({ type }) => type)).toEqual(["UNBOUND-VARIABLE", "UNBOUND-VARIABLE"]);
    expect(asked[0]?.restarts.map(({ name }) => name)).toContain("USE-VALUE");
    expect(report(answer).values).toEqual(["4"]);
    const ended = await session.evaluate("(+ 1 nothing-here)", { onHeld: async () => null });
    expect(ended.text).toContain("The client chose no restart.");
  });

  test("one that is stopped while it is held rejects, and holds nobody up", async () => {
    const session = lisp.session("page");
    const stop = new AbortController();
    const held = session.evaluate("(+ 1 nothing-here)", {
      signal: stop.signal,
      onHeld: () => {
        stop.abort("stopped");
        return new Promise(() => {});
      },
    });
    await expect(held).rejects.toBe("stopped");
    expect(await values(session, "(+ 1 2)")).toEqual(["3"]);
  });

  test("it asks for what it reads, and one that is stopped meanwhile ends", async () => {
    const session = lisp.session("page");
    const prompts: string[] = [];
    const onInput = async (prompt: string) => {
      prompts.push(prompt);
      return prompts.length < 3 ? String(prompts.length) : null;
    };
    const code = '(format t "One? ") (list (read-line) (read-line) (read-line nil nil :end))';
    expect(report(await session.evaluate(code, { onInput })).values).toEqual(['("1" "2" :END)']);
    expect(prompts).toEqual(["One?", "Input", "Input"]);
    const stop = new AbortController();
    const held = session.evaluate("(loop (ignore-errors (read-line)))", {
      signal: stop.signal,
      onInput: () => {
        stop.abort("stopped");
        return new Promise(() => {});
      },
    });
    await expect(held).rejects.toBe("stopped");
    expect(await values(session, "(+ 1 2)")).toEqual(["3"]);
  });

  test("where nobody answers, none is asked", async () => {
    const answer = await lisp.session("page").evaluate("(read-line)");
    expect(answer.text).toContain("There is no input: evaluate-lisp takes it as its argument stdin");
  });

  test("a restart is taken, and the last error is described with its frames", async () => {
    const session = lisp.session("page");
    const restarts = [{ restart: "USE-VALUE", values: ["41"], condition_type: "UNBOUND-VARIABLE" }];
    expect(report(await session.evaluate("(+ 1 nowhere)", { restarts })).values).toEqual(["42"]);
    await session.evaluate("(car 1)");
    expect((await session.describeLastError()).text).toContain("TYPE-ERROR");
    const { error } = (await session.backtrace(1)).data as { error: ErrorReport };
    expect(error.frames).toHaveLength(1);
  });

  test("names are completed and described", async () => {
    const session = lisp.session("page");
    await session.evaluate("(defun squared (x) (* x x))");
    expect(await session.complete("squar")).toEqual(["squared"]);
    expect(await session.describe("squared")).toContain("(defun squared (x) (* x x))");
    expect(await session.describe("car")).toContain("CAR");
    expect(await session.describe("nothing-of-that-name")).toBeNull();
  });
});

describe("a session", () => {
  test("the page's is the server's main, and another one has definitions of its own", async () => {
    expect(lisp.session("main")).toBe(lisp.session("page"));
    const [page, guide] = [lisp.session("page"), lisp.session("guide")];
    expect(guide).toBe(lisp.session("guide"));
    await page.evaluate("(defun of-page () 1)");
    expect(await Promise.all([1, 2].map(() => values(guide, "(fboundp 'of-page)")))).toEqual([
      ["NIL"],
      ["NIL"],
    ]);
  });

  test("one of a wrong name says so", async () => {
    await expect(lisp.session("my guide").evaluate("1")).rejects.toThrow(/session.*letters, digits/);
  });

  test("its set-up code runs once, and again after a reset, of which each listener is told", async () => {
    const session = lisp.session("set-up");
    session.setUp("a", "(defvar *runs* 0) (incf *runs*)");
    expect(await values(session, "*runs*")).toEqual(["1"]);
    session.setUp("a", "(defvar *runs* 0) (incf *runs*)");
    expect(await values(session, "(list (incf *runs* 5) *runs*)")).toEqual(["(6 6)"]);
    const losses: Loss[] = [];
    const stop = session.onLoss((loss) => losses.push(loss));
    session.onLoss((loss) => losses.push(loss));
    expect((await session.reset()).text).toContain("Session set-up was reset");
    expect(losses).toHaveLength(2);
    expect(losses[0]).toMatchObject({
      reason: "reset",
      text: "The session was reset: all of its definitions, variables and packages are gone.",
      restored: [],
      gone: ["*RUNS* (variable)"],
    });
    stop();
    expect(await values(session, "*runs*")).toEqual(["1"]);
  });

  test("set-up code that fails is what the evaluation is answered with, until it does not", async () => {
    const session = lisp.session("broken");
    session.setUp("intro", '(error "no set-up")');
    const answer = await session.evaluate("(setf *reached* 1)");
    expect(answer).toMatchObject({ isError: true, data: null });
    expect(answer.text).toMatch(
      /^The set-up code "intro" of session broken failed\.\n\n\[ERROR\] SIMPLE-ERROR\nno set-up/,
    );
    session.setUp("intro", "(defvar *intro* 1)");
    expect(await values(session, "(list *intro* (boundp '*reached*))")).toEqual(["(1 NIL)"]);
  });

  test("a reset by somebody else is told as well", async () => {
    const session = lisp.session("page");
    await session.evaluate("(defun mine () 1)");
    const told = nextLoss(session);
    const other = new McpClient((servers[0] as Server).connect());
    await other.callTool("reset-session", {});
    expect(await told).toMatchObject({ reason: "reset", gone: [] });
  });

  test("a reset ends what runs, and what waits", async () => {
    const session = lisp.session("page");
    const started = begun();
    const running = session.evaluate("(loop)", { onStart: started.resolve });
    const waiting = session.evaluate("1");
    await started.promise;
    await session.reset();
    expect((await running).text).toContain("SESSION-LOST");
    expect(await waiting).toMatchObject({
      isError: true,
      text: "The evaluation did not begin: the session was reset.",
    });
    expect(await values(session, "(+ 1 2)")).toEqual(["3"]);
  });
});

describe("an image that is lost", () => {
  test("during an evaluation: cells are told what is restored, and set-up code runs again", async () => {
    const session = lisp.session("lost");
    session.setUp("data", "(defvar *data* 0) (incf *data*)");
    await session.evaluate("(defun kept () *data*) (incf *data* 7)");
    const told = nextLoss(session);
    const started = begun();
    const running = session.evaluate("(princ 1) (loop)", { onOutput: started.resolve });
    await started.promise;
    await threads.at(-1)?.terminate();
    expect((await running).text).toContain("SESSION-LOST");
    const { text, ...loss } = await told;
    expect(loss).toEqual({
      reason: "died",
      restored: ["*DATA* (variable)", "KEPT (function)"],
      gone: [],
    });
    expect(text).toMatch(
      /^The Lisp of this session was replaced by a fresh one: the Lisp ended: .* 2 definitions were restored: .* data made since is gone\.$/,
    );
    expect(await values(session, "(kept)")).toEqual(["1"]);
  });

  test("while nothing runs: cells are told all the same", async () => {
    const session = lisp.session("idle");
    await session.evaluate("(list 1 2)");
    const told = nextLoss(session);
    await threads.at(-1)?.terminate();
    expect(await told).toMatchObject({ reason: "died", restored: [], gone: [] });
    expect((await told).text).toContain("had no definitions to restore; its data is gone.");
    expect(await values(session, "(+ 1 2)")).toEqual(["3"]);
  });
});

describe("a start", () => {
  test("its steps are told, and its end", async () => {
    const other = new LispOfPage({}, load);
    const steps: (string | null)[] = [];
    const stop = other.onBoot((step) => steps.push(step?.step ?? null));
    await Promise.all([other.start(), other.start()]);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.indexOf(null)).toBe(steps.length - 1);
    stop();
    expect(await values(other.session("page"), "(+ 1 2)")).toEqual(["3"]);
  });

  test.each([
    [
      "Failed to fetch dynamically imported module: http://localhost/jscl-mcp.js",
      "The Lisp could not be loaded: http://localhost/jscl-mcp.js did not arrive.",
    ],
    [
      "error loading dynamically imported module: http://localhost/jscl-mcp.js",
      "The Lisp could not be loaded: http://localhost/jscl-mcp.js did not arrive.",
    ],
    ["Importing a module script failed.", "The Lisp could not be loaded: one of its files did not arrive."],
    [
      "/jscl_mcp_bg.wasm did not arrive within 30 seconds.\nmore",
      "The Lisp could not be started: /jscl_mcp_bg.wasm did not arrive within 30 seconds.",
    ],
  ])("that fails (%s) is one sentence, and the next call tries again", async (message, sentence) => {
    let isBroken = true;
    const other = new LispOfPage({}, () => (isBroken ? Promise.reject(new Error(message)) : load()));
    await expect(other.start()).rejects.toThrow(sentence);
    await expect(other.session("page").evaluate("1")).rejects.toThrow(sentence);
    await expect(other.session("b").evaluate("1")).rejects.toThrow(sentence);
    isBroken = false;
    expect(await values(other.session("b"), "(+ 1 2)")).toEqual(["3"]);
  });

  test("an image that cannot be started is one sentence, and the next call makes a server anew", async () => {
    const other = new LispOfPage({}, load);
    const count = threads.length;
    const starting = other.start();
    await expect.poll(() => threads.length).toBeGreaterThan(count);
    await threads.at(-1)?.terminate();
    await expect(starting).rejects.toThrow("The Lisp could not be started: Its thread ended with exit code");
    expect(await values(other.session("page"), "(+ 1 2)")).toEqual(["3"]);
  });
});
