/** The levels of report that are compared. Each makes of an answer what a reader is given; null for none. */

/** Each as `{ title, isThere(tools), report(answer) }`; an answer is a full one, or one that was recorded. */
export const ARMS = {
  none: { title: "none", report: () => "" },
  type: {
    title: "type and message",
    report: ({ full: { error, text } }) => (error ? `[ERROR] ${error.type}\n${error.message}` : text),
  },
  brief: { title: "brief", report: ({ full }) => full.text },
  full: { title: "full", report: ({ full }) => full },
  recording: { title: "with recording", report: ({ recorded }) => recorded ?? null },
};

/** Whether the tool of evaluation takes the argument `record`, by the list of tools. */
export function hasRecording(tools) {
  const tool = tools.find(({ name }) => name === "evaluate-lisp");
  return Object.hasOwn(tool?.inputSchema?.properties ?? {}, "record");
}
