/** `npm run sizes`: what dist/ weighs; fails when something is over its limit. */
import { runMain } from "./lib/report.mjs";
import { measureSizes, overLimits, printSizes } from "./lib/sizes.mjs";

await runMain(async () => {
  printSizes(await measureSizes());
  for (const each of await overLimits()) {
    console.log(each);
    process.exitCode = 1;
  }
});
