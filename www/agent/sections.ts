import type { WarningReport } from "jscl-mcp";

/** A report's text by its sections. The server lets nothing in them look like the head of another one. */
interface Sections {
  readonly stdout: string;
  readonly stderr: string;
  readonly warnings: readonly WarningReport[];
  /** The values or the error, and whatever else there is. */
  readonly rest: string;
}

const STREAMS = new Set(["[stdout]", "[stderr]", "[compile errors]", "[warnings]"]);
const HEAD =
  /^(?:\[(?:session|stdout|stderr|compile errors|warnings|restarts|timing|Backtrace)\]$|\[ERROR\] |=> )/;
const WARNING = /^([A-Z][^\s:]*(?:::?[^\s:]+)?): (.*)$/;

/** Reads the text of an evaluation, where its data says less than the text. */
export function sectionsOf(text: string): Sections {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  found.set("", lines);
  for (const line of text.split("\n")) {
    if (STREAMS.has(line)) {
      lines = [];
      found.set(line, lines);
    } else {
      if (HEAD.test(line)) lines = found.get("") ?? [];
      lines.push(line);
    }
  }
  const section = (head: string) => (found.get(head) ?? []).join("\n").replace(/\n$/, "");
  return {
    stdout: section("[stdout]"),
    stderr: section("[stderr]"),
    warnings: [...errorsOf(section("[compile errors]")), ...warningsOf(section("[warnings]"))],
    rest: section("").trim(),
  };
}

/** What a text says no more of: where, and what would have helped, stand in the message. */
const AS_TEXT = { package: "", position: null, where: null } as const;

/** The forms that cannot be compiled, as one: a message may have several lines. */
function errorsOf(text: string): readonly WarningReport[] {
  if (text === "") return [];
  const message = text.split("\n").slice(0, -1).join("\n");
  return [{ ...AS_TEXT, type: "COMPILER-ERROR", message, severity: "error" }];
}

function warningsOf(text: string): readonly WarningReport[] {
  const warnings: { type: string; message: string }[] = [];
  for (const line of text === "" ? [] : text.split("\n")) {
    const [, type, message] = WARNING.exec(line) ?? [];
    const last = warnings.at(-1);
    if (type !== undefined) warnings.push({ type, message: message ?? "" });
    else if (last) last.message += `\n${line}`;
  }
  return warnings.map((each) => {
    const severity = /STYLE-WARNING$|^REDEFINITION/.test(each.type) ? "style" : "warning";
    return { ...AS_TEXT, ...each, severity };
  });
}
