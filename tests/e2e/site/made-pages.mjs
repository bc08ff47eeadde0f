/**
 * Pages that tests make: what they PUT below `/made/` is there from then on. Playwright could answer in the
 * server's place, but a context that it does that for caches nothing, and compiles each file again.
 */

const pages = new Map();

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Answers a request for a page that tests make, or to make one; false when it is for anything else. */
export function answerMade(request, response) {
  const path = (request.url ?? "").replace(/[?#].*$/s, "");
  if (!path.startsWith("/made/")) return false;
  void answer(path, request, response);
  return true;
}

async function answer(path, request, response) {
  if (request.method === "PUT") {
    pages.set(path, JSON.parse(await textOf(request)));
    response.writeHead(204).end();
    return;
  }
  const page = pages.get(path);
  if (!page) response.writeHead(404).end();
  // The next test may make another page of this name.
  else response.writeHead(200, { "Cache-Control": "no-store", ...page.headers }).end(page.body);
}
