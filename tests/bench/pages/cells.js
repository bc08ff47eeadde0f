/** A page of documentation with as many cells as its address says, and what it measures of itself. */
const asked = new URLSearchParams(location.search);
const count = Number(asked.get("cells") ?? 1);
const isLive = asked.has("live");
globalThis.longestGap = 0;
let last = performance.now();
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  const now = performance.now();
  globalThis.longestGap = Math.max(globalThis.longestGap, now - last);
  last = now;
  channel.port2.postMessage(null);
};
channel.port2.postMessage(null);

document.addEventListener("lisp-result", ({ detail }) => {
  globalThis.benchResult ??= { status: detail.status, values: detail.values, time: performance.now() };
});

const cells = Array.from({ length: count }, (_, index) => {
  const cell = document.createElement("lisp-cell");
  if (isLive && index === 0) cell.setAttribute("eval", "load");
  cell.innerHTML = '<pre><code class="language-lisp">(+ 1 2)\n=> 3</code></pre>';
  return cell;
});
document.getElementById("cells").append(...cells);
const script = document.createElement("script");
script.type = "module";
script.src = "/lisp-cell.js";
document.head.append(script);
