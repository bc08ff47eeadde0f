/** Stock JSCL in a module Worker of a page; says once that it is there. */
import "/stock/jscl.js";
import { stockTasks } from "./stock-tasks.js";

const perform = stockTasks(self.jscl);
self.onmessage = ({ data }) => self.postMessage(perform(data));
self.postMessage({ ms: 0 });
