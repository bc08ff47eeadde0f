/**
 * The content security policies that the site ships. docs/security.md says what each allowance is for.
 */

const join = (directives) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

/** What no page needs. What a directive does not name falls to `default-src`. */
const NOTHING_ELSE = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'" };

/** What each page needs: its own scripts, which load and compile the server and start Workers. */
const SERVER = {
  ...NOTHING_ELSE,
  "script-src": "'self' 'wasm-unsafe-eval'",
  "connect-src": "'self'",
  "worker-src": "'self'",
};

/** What a page needs that shows something: styles, fonts, and the icon, whose address is its data. */
const LOOKS = { "style-src": "'self'", "font-src": "'self'", "img-src": "'self' data:" };

/**
 * The playground's page. It may be framed: a page around it speaks to its server, if it is admitted. Clients
 * in the page may make code of text, as the validator of an official one does; Lisp is not in this realm. Its
 * editor writes a style element.
 */
const PAGE_POLICY = join({
  ...SERVER,
  ...LOOKS,
  "script-src": "'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  "style-src": "'self' 'unsafe-inline'",
});

/** The page that is nothing but a server, for the page around it. No client lives in it. */
const FRAME_POLICY = join(SERVER);

/**
 * A page with cells: what any page needs whose cells have their Lisp beside them. Their styles are made by
 * scripts, which no policy counts as inline.
 */
const CELLS_POLICY = join({ ...SERVER, ...LOOKS });

/** The pages of the site, by their paths in it, each with its policy. */
export const PAGE_POLICIES = {
  "index.html": PAGE_POLICY,
  "frame.html": FRAME_POLICY,
  "embed.html": CELLS_POLICY,
  "guide/index.html": CELLS_POLICY,
};

/**
 * The Lisp's Worker: `jscl` is the one script that it imports, and `fetched` what it fetches, as sources; the
 * compiler makes functions of text, and that is all.
 */
export const workerPolicy = (jscl = "'self'", fetched = "'self'") =>
  join({
    "default-src": "'none'",
    "script-src": `${jscl} 'unsafe-eval'`,
    "connect-src": fetched,
    "base-uri": "'none'",
  });

const POLICY = "Content-Security-Policy";
const EMBEDDER = { "Cross-Origin-Embedder-Policy": "require-corp" };

/** Isolates a page that is no frame, which gives it and its Workers shared memory. */
export const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", ...EMBEDDER };

/** The same for a frame, whatever the page around it sends. Chromium alone knows it. */
const FRAME_ISOLATION = { "Document-Isolation-Policy": "isolate-and-credentialless" };

/** What every file is sent with: pages of all origins may load it, and none of it is anybody's secret. */
export const SHARED = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** For files whose names change with what is in them: a browser that has one asks nobody about it. */
const FOR_GOOD = { "Cache-Control": "public, max-age=31536000, immutable" };

const page = { ...ISOLATION, [POLICY]: PAGE_POLICY };
const guide = { ...ISOLATION, [POLICY]: CELLS_POLICY };
const frame = { ...FRAME_ISOLATION, [POLICY]: FRAME_POLICY };
const embed = { ...FRAME_ISOLATION, [POLICY]: CELLS_POLICY };

/**
 * What else is sent, by path. Hosts join the values of one header of all rules that match, so no two of them
 * name the same header for a path. Some hosts serve a page without its ending.
 */
const RULES = {
  "/*": SHARED,
  "/": page,
  "/index.html": page,
  "/guide/": guide,
  "/guide/index.html": guide,
  "/LICENSE.txt": ISOLATION,
  "/THIRD-PARTY.txt": ISOLATION,
  "/frame.html": frame,
  "/frame": frame,
  "/embed.html": embed,
  "/embed": embed,
  "/app-*": FOR_GOOD,
  "/lisp-cell-*": FOR_GOOD,
  // One file for isolated pages, which start no Worker that has no embedder policy, and for frames.
  "/jscl-worker.js": { ...EMBEDDER, ...FRAME_ISOLATION, [POLICY]: workerPolicy() },
};

const matches = (rule, path) => (rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule);

/** The headers of the file at a path of the site, but for those of its type. */
export function headersOf(path) {
  const found = Object.entries(RULES).filter(([rule]) => matches(rule, path));
  return Object.assign({}, ...found.map(([, headers]) => headers));
}

/** A page with its policy, for hosts that send no headers. */
export function withPolicy(html, policy) {
  const charset = '<meta charset="utf-8">';
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(charset, `${charset}\n    ${meta}`);
}

/** A `_headers` file, which several hosts of static sites read. */
export function headersFile() {
  const lines = ([path, headers]) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ];
  return `${Object.entries(RULES).flatMap(lines).join("\n")}\n`;
}
