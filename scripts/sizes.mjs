/** `npm run sizes`: what dist/ weighs; fails when the server's wasm is over its limit. */
import { runMain } from "./lib/report.mjs";
import { measureSizes, printSizes } from "./lib/sizes.mjs";

await runMain(async () => {
  if (!printSizes(await measureSizes())) process.exitCode = 1;
});
