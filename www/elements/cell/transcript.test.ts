import { describe, expect, it } from "vitest";
import { dedent } from "./content.js";
import { lineInTranscript, recordedLines, transcriptTokens } from "./transcript.js";

const text = "(defun f (x)\n  x)\n=> F\n\n(f 1)\n.. it's \"open\n=> 1\n(f 2)";

describe("a transcript", () => {
  it("knows its recorded lines", () => {
    expect(recordedLines(text)).toEqual([false, false, true, false, false, true, true, false]);
    expect(recordedLines("=> 1")).toEqual([false]);
  });

  it("finds lines of the code in the text", () => {
    expect([1, 2, 3, 4, 5].map((line) => lineInTranscript(text, line))).toEqual([1, 2, 4, 5, 8]);
  });

  it("colours code after a record that closes nothing", () => {
    const found: string[] = [];
    let whole = "";
    transcriptTokens(text, (kind, from, to) => {
      whole += text.slice(from, to);
      if (kind === "mark" || kind === "number" || kind === "string")
        found.push(`${kind} ${text.slice(from, to)}`);
    });
    expect(whole).toBe(text);
    expect(found).toEqual(["mark =>", "number 1", "mark ..", "mark =>", "number 2"]);
  });
});

describe("dedent", () => {
  it("takes away what all lines have", () => {
    expect(dedent("\n\n    (a\n      b)\n\n    c\n  ")).toBe("(a\n  b)\n\nc");
    expect(dedent("(a)\r\n(b)")).toBe("(a)\n(b)");
    expect(dedent("  \n ")).toBe("");
  });
});
