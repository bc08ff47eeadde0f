import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

const kinds: readonly ClientKind[] = ["auto", "legacy", "pinned", "sdk-1.32"];

for (const kind of kinds) {
  test(`the official client, ${kind}, is told of output while Lisp runs`, async ({ serverPage: page }) => {
    const client = await OfficialClient.connect(page, kind);
    const { answer, told } = await client.evaluateWithProgress(`
      (dotimes (i 5)
        (format t "~D~%" i)
        (format *error-output* "e~D~%" i)
        (let ((end (+ (get-internal-real-time) (floor internal-time-units-per-second 10))))
          (loop until (>= (get-internal-real-time) end))))`);
    expect(answer.structuredContent).toMatchObject({
      status: "ok",
      stdout: "0\n1\n2\n3\n4\n",
      stderr: "e0\ne1\ne2\ne3\ne4\n",
    });
    const heard = (stream: string) =>
      told.map(({ message, _meta }) => (_meta?.["jscl-mcp/stream"] === stream ? message : "")).join("");
    expect(heard("stdout")).toBe("0\n1\n2\n3\n4\n");
    expect(heard("stderr")).toBe("e0\ne1\ne2\ne3\ne4\n");
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(told.length).toBeGreaterThan(3);
  });
}

for (const kind of kinds) {
  test(`the official client, ${kind}, is told of a long evaluation form by form`, async ({
    serverPage: page,
  }) => {
    const client = await OfficialClient.connect(page, kind);
    const { told } = await client.evaluateWithProgress(
      Array.from({ length: 8 }, () => "(sleep 0.06)\n").join(""),
    );
    expect(told.length).toBeGreaterThan(3);
    for (const { progress, message, _meta } of told) {
      const { form = 0, line, done } = _meta?.["jscl-mcp/form"] ?? {};
      expect([line, done, progress]).toEqual([form, form - 1, form - 1]);
      expect(message).toBe(`form ${form}, line ${line} (${done} form${done === 1 ? "" : "s"} done)`);
    }
    // On a busy machine a short one may take long, at times.
    await expect.poll(async () => (await client.evaluateWithProgress("1 2 3")).told).toEqual([]);
  });
}

test("output without end is a few messages, and no more than the session allows", async ({
  serverPage: page,
}) => {
  const client = await OfficialClient.connect(page, "auto");
  await client.tool("configure-limits", { timeout: 1, "max-output": 1000 });
  const { answer, told } = await client.evaluateWithProgress("(loop (print 1))");
  const { stdout, truncated } = answer.structuredContent as {
    stdout: string;
    truncated: { stdout: number };
  };
  expect(stdout).toHaveLength(1000);
  expect(truncated.stdout).toBeGreaterThan(1000);
  expect(answer.text).toContain(`\n… ${truncated.stdout} more characters\n`);
  expect(told.reduce((sum, { message = "" }) => sum + message.length, 0)).toBeLessThanOrEqual(1000);
  expect(told.length).toBeLessThan(60);
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});
