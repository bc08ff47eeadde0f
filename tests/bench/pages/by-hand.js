/** JavaScript that a person wrote in a module Worker of a page; says once that it is there. */
import { byHandTask } from "../lisp/by-hand/task.js";

self.onmessage = ({ data }) => self.postMessage(byHandTask(data));
self.postMessage({ ms: 0 });
