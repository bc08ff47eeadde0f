import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

test("code is formatted as the editor formats it, by a file that is loaded when it is needed", async ({
  site,
}) => {
  const loaded: string[] = [];
  site.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const client = await OfficialClient.connect(site, "auto");
  await client.evaluate("(defmacro own-when (test &body body) `(when ,test ,@body))");
  expect(loaded).not.toContain("/jscl-format.js");
  const code = '(defun f (x)\n(own-when x\n(print x)\n"a\n  b"))';
  const indented = '(defun f (x)\n  (own-when x\n    (print x)\n    "a\n  b"))';
  const { text, structuredContent } = await client.tool("format-code", { code });
  expect(text).toBe(indented);
  expect(structuredContent).toMatchObject({ code: indented, changedLines: 3, problems: [] });
  expect(loaded.filter((name) => name === "/jscl-format.js")).toHaveLength(1);
  const again = await client.tool("format-code", { code: indented });
  expect(again.structuredContent).toMatchObject({ code: indented, changedLines: 0 });
  const open = await client.tool("format-code", { code: "(defun f (x)\n(print x)" });
  expect(open).toMatchObject({ isError: true });
  expect(open.text).toContain("Line 1, column 0: a bracket is opened here and never closed.");
});

test("a page that cannot load the file says why", async ({ site }) => {
  await site.route("**/jscl-format.js", (route) => route.fulfill({ status: 404 }));
  const client = await OfficialClient.connect(site, "auto");
  const { text, isError } = await client.tool("format-code", { code: "(a\nb)" });
  expect(isError).toBe(true);
  expect(text).toContain("jscl-format.js");
  expect(text).toContain("404");
});
