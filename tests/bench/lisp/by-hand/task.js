/** Answers a task of the bench: runs and times a program of `all.js`, or says what one repetition returns. */
import { byHand } from "./all.js";

function repeat(program, times) {
  let value;
  for (let i = 0; i < times; i++) value = program();
  return value;
}

export function byHandTask({ kind, name, times }) {
  if (kind === "load") return {};
  const program = byHand[name.slice("RUN-".length).toLowerCase()];
  if (kind === "value") return { text: String(program()) };
  const start = performance.now();
  repeat(program, times);
  return { ms: performance.now() - start };
}
