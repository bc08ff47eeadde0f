/** Walks through what a page does with its Lisp, and leaves what came of it in `lispResult`. */
export function tryLisp(LispServer, options) {
  walk(LispServer, options).then(
    (result) => {
      globalThis.lispResult = result;
    },
    (error) => {
      globalThis.lispResult = String(error);
    },
  );
}

async function walk(LispServer, options) {
  const server = await LispServer.start(options);
  const { lisp } = await server.ready;
  const port = server.connect();
  const waiting = new Map();
  port.onmessage = ({ data }) => waiting.get(data.id)?.(data.result);
  let last = 0;
  const call = async (name, args = {}) => {
    const id = ++last;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    port.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    return (await answer).content[0].text;
  };
  const evaluate = (code) => call("evaluate-lisp", { code });
  // LOOP's functions are in a file of their own, which the program waits for.
  const value = await evaluate("(defun sq (x) (* x x)) (list (sq 12) (loop for x in '(1 2 3) sum x))");
  const report = await evaluate("(defun half (x) (/ x 0)) (list (half 7))");
  // By a service worker, where no header isolates the page.
  const held = await call("evaluate-lisp", { code: "(list (car 1))", "on-error": "hold" });
  await call("invoke-restart", { restart: "ABORT" });
  await call("configure-limits", { timeout: 0.3 });
  const runaway = await evaluate("(loop)");
  await call("reset-session");
  const fresh = await evaluate("(fboundp 'sq)");
  await server.registerTools();
  const tools = typeof document.modelContext;
  await server.close();
  const cell = (await document.querySelector("lisp-cell").run()).values;
  return {
    lisp,
    value,
    report,
    held: held.includes("The evaluation is held"),
    runaway: runaway.split("\n")[0],
    fresh,
    tools,
    cell,
  };
}
