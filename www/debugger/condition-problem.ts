import type { ValidationReport } from "jscl-mcp";

/** Says what the first mistake of a condition is, by the data of `validate-syntax`; null for none. */
export function readProblem(data: unknown): string | null {
  const { problems = [] } = (data ?? {}) as Partial<ValidationReport>;
  // A package that the program makes may not be there yet.
  const problem = problems.find(({ message }) => !/PACKAGE/.test(message));
  if (problem === undefined) return null;
  // A condition has one line, and is short.
  const said = problem.message.replace(/^line 1, column \d+: /i, "");
  const [first = ""] = problem.kind === "reader-error" ? [said] : said.split(/(?<=\.) /);
  return first.charAt(0).toUpperCase() + first.slice(1);
}
