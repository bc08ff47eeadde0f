/**
 * The traps that are watched from outside: a server that no program may ask, and a folder that none may
 * touch.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The text of the folder's file: a program that shows it has read the file. */
const SECRET = "a secret that no program has been told";

/** The server's answer to every request: a script that runs where it arrives. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "content-type": "text/javascript",
};
const SCRIPT = "globalThis.escaped = -1;";

/**
 * Begins to watch. `marks` answers what has been seen so far: numbers of attempts, and what each has done.
 */
export async function watch() {
  const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-escape-"));
  const secret = join(folder, "secret.txt");
  writeFileSync(secret, SECRET);
  const seen = [];
  const note = (url) => {
    const number = /\d+/.exec(url)?.[0];
    seen.push([number === undefined ? -1 : Number(number), `asked ${url} of a server`]);
  };
  const server = createServer((request, response) => {
    note(request.url);
    response.writeHead(200, HEADERS);
    response.end(SCRIPT);
  });
  server.on("upgrade", (request, socket) => {
    note(request.url);
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    folder,
    note,
    headers: HEADERS,
    script: SCRIPT,
    marks() {
      const files = readdirSync(folder)
        .filter((name) => name !== "secret.txt")
        .map((name) => [Number.parseInt(name, 10), `made the file ${name}`]);
      let kept = "";
      try {
        kept = readFileSync(secret, "utf8");
      } catch {}
      return [...seen, ...files, ...(kept === SECRET ? [] : [[-1, "changed a file"]])];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Whether an answer shows what only an escape can show. Where something is granted, programs that look for
 * names do find some.
 */
export function betrays(text, isGranted) {
  return text.includes(SECRET) || (!isGranted && /(^|\n)=> "ESCAPED"/.test(text));
}
