/**
 * The content security policies that the site ships. docs/security.md says what each allowance is for.
 */

const join = (directives) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

/**
 * The playground's page. It may be framed: a page around it speaks to its server, if it is admitted. Clients
 * in the page may make code of text, as the validator of an official one does; Lisp is not in this realm.
 */
const PAGE_POLICY = join({
  "default-src": "'none'",
  "script-src": "'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  "style-src": "'self' 'unsafe-inline'",
  "font-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
});

/** The page that is nothing but a server, for the page around it. No client lives in it. */
const FRAME_POLICY = join({
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
});

/** The pages of the site, each with its policy. */
export const PAGE_POLICIES = { "index.html": PAGE_POLICY, "frame.html": FRAME_POLICY };

/**
 * The Lisp's Worker: `jscl` is the one script that it imports, as a source; the compiler makes functions of
 * text, and that is all.
 */
export const workerPolicy = (jscl = "'self'") =>
  join({ "default-src": "'none'", "script-src": `${jscl} 'unsafe-eval'`, "base-uri": "'none'" });

/** Cross-origin isolation, which gives the page and its Workers shared memory. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * Lets pages of other sites embed the page that is made for it. Which of them its server answers is decided
 * elsewhere.
 */
export const EMBEDDABLE = { ...ISOLATION, "Cross-Origin-Resource-Policy": "cross-origin" };

/** A page with its policy, for hosts that send no headers. */
export function withPolicy(html, policy) {
  const charset = '<meta charset="utf-8">';
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(charset, `${charset}\n    ${meta}`);
}

/** A `_headers` file, which several hosts of static sites read. */
export function headersFile() {
  const lines = (path, headers) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ];
  return `${[
    ...lines("/*", { ...ISOLATION, "X-Content-Type-Options": "nosniff" }),
    ...lines("/", { "Content-Security-Policy": PAGE_POLICY }),
    ...lines("/index.html", { "Content-Security-Policy": PAGE_POLICY }),
    ...lines("/frame.html", {
      "Content-Security-Policy": FRAME_POLICY,
      "Cross-Origin-Resource-Policy": EMBEDDABLE["Cross-Origin-Resource-Policy"],
    }),
    ...lines("/jscl-worker.js", { "Content-Security-Policy": workerPolicy() }),
  ].join("\n")}\n`;
}
