/** The levels of report that are compared. Each makes of an answer what a reader is given; null for none. */

/**
 * Each as `{ title, report(answer) }`; an answer has the full one, and the text of the recorded one, with the
 * answer to the first question about it.
 */
export const ARMS = {
  none: { title: "none", report: () => "" },
  type: {
    title: "type and message",
    report: ({ full: { error, text } }) => (error ? `[ERROR] ${error.type}\n${error.message}` : text),
  },
  brief: { title: "brief", report: ({ full }) => full.text },
  full: { title: "full", report: ({ full }) => full },
  recording: { title: "with recording", report: ({ recorded }) => recorded },
};

/** Whether there are the tools of a recording, by the list of tools. */
export function hasRecording(tools) {
  const found = (wanted) => tools.find(({ name }) => name === wanted);
  const takes = found("evaluate-lisp")?.inputSchema?.properties ?? {};
  return Object.hasOwn(takes, "record") && found("query-recording") !== undefined;
}

/** Characters of what an agent asks for first: with the report, some 250 tokens. */
const BUDGET = 500;

/**
 * What an agent asks first of the recording of an answer that has a value where another was expected: where
 * its first wrong element came from or, where it has none, the value itself. After an error, whose report has
 * its frames, it has the summary that is in the report.
 */
export function firstQuestion({ status, values }, expected) {
  const wrong = values?.at(-1);
  if (status !== "ok" || wrong === undefined) return null;
  const value = `(let ((given '${wrong}) (expected '${expected}))
    (if (and (consp given) (consp expected))
        (loop for each in given
              for wanted in expected
              unless (equal each wanted) return each
              finally (return given))
        given))`;
  return { value, budget: BUDGET };
}
