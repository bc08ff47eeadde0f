import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SymbolFacts } from "../client/names.js";
import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { symbolAt } from "./calls.js";
import { type KnownSymbols, kindName, signature } from "./known-symbols.js";

/** Milliseconds that the pointer rests. */
const REST_MS = 400;

/** Characters of documentation that are shown of each meaning. */
const MOST_SHOWN = 600;

/** Shows what a symbol names when the pointer rests on it. */
export function symbolHover(symbols: KnownSymbols): Extension {
  return hoverTooltip(
    async (view, place) => {
      const found = symbolAt(view.state.doc.toString(), place);
      if (!found || found.name.startsWith(":") || found.name.startsWith("&")) return null;
      const facts = await symbols.of(found.name);
      if (!facts || facts.meanings.length === 0) return null;
      const dom = factsView(found.name, facts);
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) };
    },
    { hoverTime: REST_MS },
  );
}

function factsView(name: string, { meanings }: SymbolFacts): HTMLElement {
  return element("div", { class: "symbol-facts" }, ...meanings.map((meaning) => meaningView(name, meaning)));
}

function meaningView(name: string, meaning: SymbolFacts["meanings"][number]): HTMLElement {
  const { lambdaList, value, documentation } = meaning;
  const head = lambdaList === null ? name.toLowerCase() : signature(name.toLowerCase(), lambdaList);
  const said = documentation === null ? "" : cut(documentation);
  return element(
    "div",
    { class: "meaning" },
    element("p", { class: "meaning-head" }, element("code", {}, highlightLisp(head))),
    element("p", { class: "meaning-kind" }, kindName(meaning), value === null ? "" : ` = ${cut(value)}`),
    said !== "" && element("p", { class: "meaning-text" }, said),
  );
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
}
