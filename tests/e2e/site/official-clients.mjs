/** The official clients, as a module that pages of the tests load from their site. */
import { build, forBrowsers } from "../../../scripts/lib/esbuild.mjs";
import { at } from "../../../scripts/lib/paths.mjs";

export const OFFICIAL_CLIENTS = at("build", "fixtures", "official-clients.js");

/** Bundles them; resolves to the file. */
export async function bundleOfficialClients() {
  await build({
    ...forBrowsers,
    entryPoints: ["tests/e2e/support/official-clients.ts"],
    outfile: OFFICIAL_CLIENTS,
  });
  return OFFICIAL_CLIENTS;
}
