import { LispSession } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";

test("a message sent before the image is ready is answered when it is", async ({ page }) => {
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForLoadState("domcontentloaded");
  await addClients(page);
  const early = await LispSession.open(page);
  expect((await early.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("two clients with the same request ids each get their own answers", async ({ serverPage: page }) => {
  const [one, two] = [await LispSession.open(page), await LispSession.open(page)];
  const ask = (session: LispSession, code: string, id: number) =>
    session.request("tools/call", { name: "evaluate-lisp", arguments: { code } }, id);
  const answers = await Promise.all(
    [0, 1, 2].flatMap((id) => [ask(one, `(list :one ${id})`, id), ask(two, `(list :two ${id})`, id)]),
  );
  const texts = answers.map(
    (answer) => (answer["result"] as { content: [{ text: string }] }).content[0].text,
  );
  expect(texts).toEqual([0, 1, 2].flatMap((id) => [`=> (:ONE ${id})`, `=> (:TWO ${id})`]));
  expect(await one.received()).toHaveLength(3);
  expect(await two.received()).toHaveLength(3);
});

test("garbage on a port harms nobody", async ({ freshLisp }) => {
  const other = await LispSession.open(freshLisp.page);
  const garbage: unknown[] = [
    null,
    7,
    "text",
    true,
    [],
    {},
    [[]],
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: {}, method: 5 },
    { jsonrpc: "2.0", id: 9, method: "tools/call" },
    { jsonrpc: "2.0", id: 10, method: "tools/call", params: { name: 7, arguments: "no" } },
    { jsonrpc: "2.0", id: 11, result: {} },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "nobody" } },
    "x".repeat(1_000_000),
  ];
  for (const message of garbage) await freshLisp.post(message);
  await freshLisp.postUnspeakable();
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
  expect((await other.evaluate("(+ 2 2)")).text).toBe("=> 4");
  for (const answer of await freshLisp.received()) {
    expect(answer["jsonrpc"]).toBe("2.0");
    // Clients of the official kind reject an error whose id is null.
    expect(answer["id"]).not.toBeNull();
  }
});

test("window messages that are no invitations are ignored", async ({ freshLisp }) => {
  await freshLisp.page.evaluate(() => {
    const { port1 } = new MessageChannel();
    for (const data of [
      null,
      5,
      "jscl-mcp",
      {},
      { channel: "jscl-mcp" },
      { channel: "jscl-mcp", type: "mcp-connect" },
    ])
      window.postMessage(data, location.origin);
    window.postMessage({ channel: "other", type: "mcp-connect" }, location.origin, [port1]);
  });
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a page of another origin is refused, and one of the same origin is not", async ({ page, baseURL }) => {
  const site = new URL(baseURL ?? "");
  // The site's own isolation headers would keep a foreign page from embedding it at all; a host may serve it
  // without them.
  await page.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { "content-type": "text/html" } });
  });
  const outer = async (origin: string) => {
    const body = `<iframe src="${site.origin}/"></iframe>`;
    await page.route(`${origin}/outer`, (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(`${origin}/outer`);
    await page.frameLocator("iframe").locator("html[data-lisp=ready]").waitFor({ state: "attached" });
    const frame = page.frames()[1];
    await frame?.evaluate(() =>
      window.addEventListener("message", ({ data, source }) => {
        if (data === "is it there?") source?.postMessage("it is there", { targetOrigin: "*" });
      }),
    );
    const asked = await page.evaluateHandle(async (target) => {
      const within = document.querySelector("iframe")?.contentWindow;
      const state = { isAnswered: false };
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        state.isAnswered = true;
      };
      within?.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, target, [port2]);
      port1.postMessage({ jsonrpc: "2.0", id: 1, method: "ping" });
      // What is posted after the invitation has come, so the invitation has.
      const isThere = new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => data === "it is there" && resolve(true));
      });
      within?.postMessage("is it there?", target);
      await isThere;
      return state;
    }, site.origin);
    // And the server has done what there was to do when it has answered another client.
    await frame?.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
          port1.postMessage({ jsonrpc: "2.0", id: 1, method: "ping" });
        }),
    );
    return () => asked.evaluate(({ isAnswered }) => isAnswered);
  };
  const foreign = `${site.protocol}//127.0.0.1:${site.port}`;
  await expect.poll(await outer(site.origin)).toBe(true);
  expect(await (await outer(foreign))()).toBe(false);
});

test("reset-session gives a fresh image and answers when it is there", async ({ freshLisp }) => {
  await freshLisp.evaluate("(defvar *gone* 1) (defun gone () 1)");
  const { isError } = await freshLisp.tool("reset-session");
  expect(isError ?? false).toBe(false);
  const { text } = await freshLisp.evaluate("(list (boundp '*gone*) (fboundp 'gone))");
  expect(text).toBe("=> (NIL NIL)");
});
