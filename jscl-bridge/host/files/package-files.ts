/** The files that a server loads when it starts, or when they are needed, each by its address. */
export type PackageFiles = {
  /** The server. */
  readonly wasm: URL;
  /** The engine of an image. */
  readonly worker: URL;
  /** The Lisp, which the engine imports. */
  readonly lisp: URL;
  /** The functions of the Lisp and of the engine that few programs call, fetched when the engine is idle. */
  readonly rare: URL;
  /** ASDF, fetched when a program requires it. */
  readonly asdf: URL;
  /** The names of characters and what those of the standard mean, fetched when a program asks for one. */
  readonly names: URL;
  /** Descriptions and schemas of the tools outside of `core`, fetched where such tools are chosen. */
  readonly tools: URL;
  /** WebMCP for a browser that has none. */
  readonly polyfill: URL;
  /** What lays code out. */
  readonly layout: URL;
  /** What draws pictures for clients that do not, in a page. */
  readonly drawing: URL;
  /** What keeps definitions from visit to visit, for a page that does. */
  readonly journal: URL;
  /** What has systems compiled and keeps that, for a server that does. */
  readonly compiler: URL;
  /** The folder with the index of systems, where the page has one. */
  readonly systems?: URL | undefined;
  /** The folder in which compiled systems are kept, in Node, where they are. */
  readonly compiled?: string | undefined;
};

/** The files of the package, and the folder of systems, each where its option says. */
export function filesAt({
  assets,
  systems,
  systemsCache,
}: {
  readonly assets?: string | URL;
  readonly systems?: string | URL;
  readonly systemsCache?: boolean | string;
}): PackageFiles {
  return {
    ...packageFiles(assets),
    systems: systems ? folderAt(systems, "systems") : undefined,
    compiled: typeof systemsCache === "string" ? systemsCache : undefined,
  };
}

/**
 * The files of the folder `assets`; without one, those that lie beside this module. The latter are written in
 * the form that bundlers look for: they copy such a file as it is and put its new address in the place of the
 * old one. So all addresses are here, and an image's Worker is told that of the Lisp.
 * @throws Error when `assets` is no address.
 */
export function packageFiles(assets?: string | URL): PackageFiles {
  if (assets !== undefined) return filesOf(folderAt(assets, "assets"));
  return {
    wasm: new URL("./jscl_mcp_bg.wasm", import.meta.url),
    worker: new URL("./jscl-worker.js", import.meta.url),
    lisp: new URL("./jscl.js", import.meta.url),
    rare: new URL("./jscl-rare.js", import.meta.url),
    asdf: new URL("./jscl-asdf.json", import.meta.url),
    names: new URL("./jscl-names.json", import.meta.url),
    tools: new URL("./jscl-tools.json", import.meta.url),
    polyfill: new URL("./jscl-webmcp-polyfill.js", import.meta.url),
    layout: new URL("./jscl-format.js", import.meta.url),
    drawing: new URL("./jscl-draw.js", import.meta.url),
    journal: new URL("./jscl-journal.js", import.meta.url),
    compiler: new URL("./jscl-compiler.js", import.meta.url),
  };
}

function filesOf(folder: URL): PackageFiles {
  const file = (name: string) => new URL(name, folder);
  return {
    wasm: file("jscl_mcp_bg.wasm"),
    worker: file("jscl-worker.js"),
    lisp: file("jscl.js"),
    rare: file("jscl-rare.js"),
    asdf: file("jscl-asdf.json"),
    names: file("jscl-names.json"),
    tools: file("jscl-tools.json"),
    polyfill: file("jscl-webmcp-polyfill.js"),
    layout: file("jscl-format.js"),
    drawing: file("jscl-draw.js"),
    journal: file("jscl-journal.js"),
    compiler: file("jscl-compiler.js"),
  };
}

function folderAt(address: string | URL, option: string): URL {
  const base = globalThis.location?.href;
  if (!URL.canParse(address, base))
    throw new Error(`The option ${option} is "${address}", which is no address of a folder.`);
  const folder = new URL(address, base);
  // A module's address stands for the folder that it is in; a folder may be named without its last slash.
  if (/\/[^/.]+$/.test(folder.pathname)) folder.pathname += "/";
  return folder;
}
