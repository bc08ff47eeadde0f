/** `npm run build`: prerequisites, then everything that makes dist/ and the package. */
import { buildSteps, compressed, packageSteps } from "./lib/build-steps.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";

await runMain(() => runSteps([...prerequisites, ...buildSteps, compressed, ...packageSteps]));
