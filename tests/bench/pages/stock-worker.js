// Stock JSCL as npm ships it, alone in a module Worker.
import "/stock/jscl.js";

const answer = self.jscl.evaluateString("(+ 1 2)");
self.postMessage(String(answer));
