// The Lisp image's own file. Loaded in a Worker it boots an image and talks to the host by messages; loaded
// by a page, or in a thread of Node's, it only offers to.
import { serveInWorker } from "./serve.js";

// What the build leaves out of this file asks for itself.
export { rareEngine } from "./rare-functions.js";
export { bootEngine, serveHost } from "./serve.js";

serveInWorker();
