import type { WarningReport } from "jscl-mcp";

/** A report's text by its sections. The server lets nothing in them look like the head of another one. */
interface Sections {
  readonly stdout: string;
  readonly stderr: string;
  readonly warnings: readonly WarningReport[];
  /** The values or the error, and whatever else there is. */
  readonly rest: string;
}

const STREAMS = new Set(["[stdout]", "[stderr]", "[warnings]"]);
const HEAD = /^(?:\[(?:session|stdout|stderr|warnings|restarts|timing|Backtrace)\]$|\[ERROR\] |=> )/;
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
    warnings: warningsOf(section("[warnings]")),
    rest: section("").trim(),
  };
}

function warningsOf(text: string): readonly WarningReport[] {
  const warnings: Array<{ type: string; package: string; message: string; position: null }> = [];
  for (const line of text === "" ? [] : text.split("\n")) {
    const [, type, message] = WARNING.exec(line) ?? [];
    const last = warnings.at(-1);
    if (type !== undefined) warnings.push({ type, package: "", message: message ?? "", position: null });
    else if (last) last.message += `\n${line}`;
  }
  return warnings;
}
