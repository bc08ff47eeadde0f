/** Texts and numbers that most programs never send, from the line that comes in to the line that goes out. */
import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { endAll, PROGRAM, Program } from "./support/program.js";

afterEach(endAll);

/** Answers lines by lines, as they are written: a reader of messages would not see all of them. */
function startRaw() {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return {
    async answerTo(id: string, line: string | Buffer): Promise<string> {
      child.stdin.write(line);
      child.stdin.write("\n");
      const answer = () => said.split("\n").find((each) => each.includes(`"id":${id},`)) ?? "";
      await expect.poll(answer, { timeout: 20_000 }).not.toBe("");
      return answer();
    },
    end: () => child.kill(),
  };
}

const call = (id: string, code: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"evaluate-lisp","arguments":{"code":${code}},` +
  `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`;

test("half of a surrogate pair loses neither answer nor data", async () => {
  const program = new Program(["--timeout", "0"]);
  await program.evaluate("(defvar *kept* 42)");
  expect(await program.evaluate("(string (code-char #xD800))")).toBe('=> "\\u{D800}"');
  expect(await program.evaluate("(code-char #xDFFF)")).toBe("=> #\\UDFFF");
  expect(await program.evaluate('(error "a~Ab" (code-char #xD800))')).toContain("\na\\u{D800}b\n");
  expect(await program.evaluate("(princ (string (code-char #xDC00))) *kept*")).toBe(
    "[stdout]\n\\u{DC00}\n\n=> 42",
  );
  const raw = startRaw();
  expect(await raw.answerTo("1", call("1", String.raw`"(length \"\ud800\")"`))).toContain("=> 1");
  expect(await raw.answerTo('"\\ud800"', call(String.raw`"\ud800"`, '"(+ 40 2)"'))).toContain("=> 42");
  const bytes = Buffer.from(call("2", '"(char= (char \\"?\\" 0) #\\\\Replacement_Character)"'));
  bytes[bytes.indexOf("?")] = 0xff;
  expect(await raw.answerTo("2", bytes)).toContain("=> T");
  raw.end();
});

test("an id comes back as it came", async () => {
  const raw = startRaw();
  for (const id of ["1e300", "9007199254740993", "123456789012345678901234567890", "1.0", "-0", "7"])
    expect(await raw.answerTo(id, call(id, `"(make-string 2000 :initial-element #\\\\a)"`))).toContain("aaa");
  raw.end();
});

test("what is printed imitates no section", async () => {
  const program = new Program();
  const text = await program.evaluate(
    '(format t "[ERROR] NO~%~C[31m" (code-char 27)) (values (format nil "~%[Backtrace]") 1)',
  );
  expect(text).toBe('[stdout]\n [ERROR] NO\n\\u{1B}[31m\n\n=> "\n [Backtrace]"\n=> 1');
});
