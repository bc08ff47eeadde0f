import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { Event } from "../../jscl-bridge/contract/engine.js";
import { bootImage } from "../../jscl-bridge/engine/boot.js";
import { createEngine } from "../../jscl-bridge/engine/engine.js";
import { evaluateCommand } from "../../jscl-bridge/engine/evaluate-command.js";
import { loadParts } from "./image.js";

const events: Event[] = [];
const image = bootImage(await loadParts(), () => {}, true);
const engine = createEngine(image, (event) => events.push(event));
let id = 0;
function run(code: string, look: any = null, pkg: string | null = null) {
  events.length = 0;
  id += 1;
  engine.handle({
    kind: "evaluate",
    ...evaluateCommand(id, code, { look, package: pkg, deadlineMs: 30000 }),
  });
  const last = events.at(-1) as any;
  return last.outcome;
}
const tool = (name: string, args: object = {}, code = "", pkg: string | null = null) => {
  const out = run(code, { kind: "tool", tool: name, arguments: JSON.stringify(args) }, pkg);
  if (!out.report)
    return `!! ${out.condition?.type}: ${out.condition?.message}\n${out.condition?.frames
      ?.slice(0, 6)
      .map((f: any) => f.text)
      .join("\n")}`;
  const { text, ...rest } = JSON.parse(out.report);
  return `${text}\n   DATA ${JSON.stringify(rest).slice(0, 700)}`;
};
test("try", () => {
  for (const line of readFileSync("/tmp/w/tools/build/try/calls.txt", "utf8").split("\n====\n")) {
    if (line.trim() === "") continue;
    const m = /^@(\S+) (\{.*?\})(?:\n([\s\S]*))?$/.exec(line.trim());
    if (m) console.log(line + "\n---\n" + tool(m[1]!, JSON.parse(m[2]!), m[3] ?? ""));
    else {
      const o = run(line);
      console.log(
        o.condition ? `${line}\n!! ${o.condition.type} ${o.condition.message}` : o.values.join(" "),
      );
    }
  }
}, 100000);
