/** Every tool beyond `core`, over a MessagePort, against the Lisp of a page. */
import { LispSession, OfficialClient } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";

test("each new tool is listed with its words, and answers", async ({ site }) => {
  const loaded: string[] = [];
  site.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const client = await OfficialClient.connect(site, "auto");
  expect(loaded.filter((name) => name === "/jscl-tools.json").length).toBeLessThanOrEqual(1);
  await client.evaluate(`(defvar *depth* 0)
(defmacro deeper (&body body) \`(let ((*depth* (1+ *depth*))) ,@body))
(defun area (x) (* x x))
(defun user (y) (deeper (list (area y) *depth*)))
(defclass shape () ((name :initarg :name :reader name-of)))
(defmethod show ((s shape)) (name-of s))
(jscl-mcp-test:deftest adds (jscl-mcp-test:is (= 4 (area 2))))`);
  const calls: [string, Record<string, unknown>, string][] = [
    ["get-usage-guide", { section: "tools" }, "- `development`"],
    ["apropos-search", { pattern: "*depth*", in: "cl-user" }, "*depth* — variable"],
    ["who-calls", { symbol: "area" }, "user: line 4, column 30"],
    ["who-references", { symbol: "*depth*" }, "user: line 4, column 24 (read)"],
    ["who-binds", { symbol: "*depth*" }, "user: line 4, column 16"],
    ["who-expands", { symbol: "deeper" }, "user: line 4, column 16"],
    ["class-info", { class: "shape" }, "name, initarg :name, read by name-of"],
    ["find-methods", { "generic-function": "show" }, "show (shape) (s)"],
    [
      "validate-syntax",
      { code: "(defun f (x)\n  (car x)\n\n(defun g () 1)" },
      "at the end of line 2, column 9",
    ],
    ["compile-form", { code: "(defun h () (no-such-function))" }, "undefined function"],
    ["time-execution", { code: "(progn (print 5) (user 3))", runs: 2 }, "=> (9 1)"],
    ["profile-code", { code: "(dotimes (i 3000000) (area i))" }, "one each"],
    ["load-file", { code: "(in-package :cl)\n(cl-user::area 5)" }, "=> 25"],
    ["run-tests", {}, "1 passed, 0 failed"],
    ["export-session", {}, "(defun area (x) (* x x))"],
    ["export-session", { path: "/all.lisp" }, "Made /all.lisp"],
    ["load-file", { path: "/all.lisp" }, "=> T"],
  ];
  for (const [tool, args, expected] of calls) {
    const { text, isError, structuredContent } = await client.tool(tool, args);
    expect(text, tool).toContain(expected);
    expect([isError ?? false, structuredContent?.["text"]], tool).toEqual([false, text]);
  }
  const { text } = await client.tool("time-execution", { code: "(car 1)" });
  expect(text).toContain("[ERROR] TYPE-ERROR");
});

test("a client in the page gets a PNG of a picture, and the address of its SVG", async ({ site }) => {
  const client = await LispSession.open(site);
  const code = '(jscl-mcp:plot (list 3 1 4) :kind :bars :title "Three bars")';
  const { result } = (await client.request("tools/call", { name: "evaluate-lisp", arguments: { code } })) as {
    result: { content: { type: string; mimeType?: string; data?: string; text?: string }[] };
  };
  const [text, image, address] = result.content;
  expect([text?.type, image?.mimeType]).toEqual(["text", "image/png"]);
  expect(address?.text).toBe("SVG of the picture: lisp://session/main/picture/1");
  const png = Buffer.from(image?.data ?? "", "base64");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 299]);
});

test("without the file of words the tools say so, and work", async ({ site }) => {
  await site.route("**/jscl-tools.json", (route) => route.fulfill({ status: 404 }));
  await site.reload();
  await addClients(site);
  const client = await LispSession.open(site);
  const { result } = (await client.request("tools/list")) as { result: unknown };
  const { tools } = result as {
    tools?: { name: string; description: string }[];
  };
  const search = tools?.find(({ name }) => name === "apropos-search");
  expect(search?.description).toContain("jscl-tools.json could not be loaded. jscl-mcp looked for its file");
  expect(tools?.find(({ name }) => name === "evaluate-lisp")?.description).toContain(
    "Evaluate Common Lisp code",
  );
  const { text } = await client.tool("apropos-search", { pattern: "mapcar" });
  expect(text).toContain("mapcar (function list &rest more-lists)");

  const guide = { uri: "lisp://guide" };
  const refused = await client.request("resources/read", guide);
  expect(JSON.stringify(refused)).toContain("This text is missing: jscl-tools.json could not be loaded.");
  await site.unroute("**/jscl-tools.json");
  const [read, told] = await Promise.all([
    client.request("resources/read", guide),
    client.tool("get-usage-guide", { section: "all" }),
  ]);
  expect(JSON.stringify(read)).toContain("# Working with this Common Lisp");
  expect(told.text).toContain("# Working with this Common Lisp");
});
