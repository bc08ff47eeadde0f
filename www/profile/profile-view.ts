import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { streamRow } from "../elements/views/entry-view.js";
import { row } from "../elements/views/row.js";
import { duration } from "../transcript/transcript.js";
import { FlameGraph } from "./flame-graph.js";
import { callsOf, type Profile } from "./profile.js";

/** Functions that are listed. */
const LISTED = 12;

/** Where the time of an evaluation went, and what it wrote and returned. */
export function profileParts({
  samples,
  realMs,
  functions,
  stacks,
  stacksTotal,
  values,
  stdout,
}: Profile): HTMLElement[] {
  const few = samples < 20 ? " That is little to go by: let it run for a second or so." : "";
  const said = element(
    "p",
    {},
    `${duration(realMs)}, ${samples.toLocaleString("en")} sample${samples === 1 ? "" : "s"}.${few}`,
  );
  const calls = callsOf(stacks);
  const left = stacksTotal - stacks.length;
  const content = element(
    "div",
    { class: "profile" },
    said,
    samples > 0 && new FlameGraph(calls).root,
    left > 0 &&
      element("p", { class: "frame-note" }, `${left.toLocaleString("en")} rarer stacks are left out.`),
    samples > 0 && functionTable(functions.slice(0, LISTED)),
  );
  return [
    ...(stdout === "" ? [] : [streamRow("stdout", stdout.replace(/\n$/, ""))]),
    row("profile", "time", content),
    ...values.map((value) => row("value", "⇒", element("pre", {}, highlightLisp(value)))),
  ];
}

function functionTable(functions: Profile["functions"]): HTMLElement {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const head = ["Function", "Self", "Total"].map((name) => element("th", { scope: "col" }, name));
  const rows = functions.map(({ name, selfShare, totalShare }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, element("code", {}, name)),
      element("td", {}, percent(selfShare)),
      element("td", {}, percent(totalShare)),
    ),
  );
  return element(
    "table",
    { class: "profile-functions" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
}
