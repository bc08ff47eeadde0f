/** What steps that run beside each other print: each line says whose it is. */
import { AsyncLocalStorage } from "node:async_hooks";
import { StringDecoder } from "node:string_decoder";

/** The label of the step that something is done for. */
const labels = new AsyncLocalStorage();

/** Does something for the step of that label. */
export const labelled = (label, act) => labels.run(label, act);

export const isLabelled = () => labels.getStore() !== undefined;

/** Prints a line of the step that runs. */
export function say(line) {
  console.log(`${labels.getStore() ?? "     "} ${line}`);
}

/** Prints what comes from a stream of the step's own program, line by line. */
export function sayLines(stream) {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  // Events of a stream come without the label.
  const label = labels.getStore();
  const print = (text) => labelled(label, () => say(text));
  stream.on("data", (chunk) => {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop();
    for (const line of lines) print(line);
  });
  stream.on("end", () => {
    if (rest !== "") print(rest);
  });
}
