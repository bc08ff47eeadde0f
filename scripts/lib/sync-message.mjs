/** The library through which a held evaluation waits, for esbuild. */
import { readFileSync } from "node:fs";
import { at } from "./paths.mjs";

// The library takes these from the global object when it is called, and a Worker's has them no longer then.
// Its bundled form needs a global `self` besides, which Node has not.
const TAKEN_BEFORE = `
  import { now, atomics as Atomics, TextReader as TextDecoder } from ${JSON.stringify(at("jscl-bridge", "runtime", "platform.ts"))};
  const performance = { now };
`;

/** Bundles it from its source, with what it uses of the platform taken before a Worker is locked down. */
export const syncMessage = {
  name: "sync-message",
  setup(build) {
    const source = at("node_modules", "sync-message", "lib", "index.ts");
    build.onResolve({ filter: /^sync-message$/ }, () => ({ path: source, sideEffects: false }));
    build.onLoad({ filter: /sync-message[\\/]lib[\\/]index\.ts$/ }, () => ({
      contents: `${TAKEN_BEFORE}${readFileSync(source, "utf8")}`,
      loader: "ts",
    }));
  },
};
