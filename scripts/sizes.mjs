/** `npm run sizes`: what dist/ weighs; fails when what a reader loads is over its limit. */
import { runMain } from "./lib/report.mjs";
import { measureSizes, nearAndOverLimits, printSizes } from "./lib/sizes.mjs";

await runMain(async () => {
  printSizes(await measureSizes());
  const { over, near } = await nearAndOverLimits();
  for (const each of near) console.log(`${each}: the limit is near.`);
  for (const each of over) {
    console.log(each);
    process.exitCode = 1;
  }
});
