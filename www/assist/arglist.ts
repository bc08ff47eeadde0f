import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { element } from "../elements/dom.js";
import { type Call, callsAt } from "./calls.js";
import { type KnownSymbols, operatorMeaning, signature } from "./known-symbols.js";
import { parameterAt } from "./lambda-list.js";

/** Milliseconds that the cursor rests before the Lisp is asked. */
const REST_MS = 120;

/** Calls around the cursor that are asked for, from the innermost. */
const DEEPEST = 4;

/** Shows in `line` the lambda list of the call that the cursor is in, its argument set off. */
export function arglistIn(line: HTMLElement, symbols: KnownSymbols): Extension {
  return ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const show = async () => {
      asked += 1;
      const mine = asked;
      const parts = view.hasFocus ? await partsFor(view, symbols) : null;
      if (mine !== asked) return;
      line.replaceChildren(...(parts ?? []));
      line.querySelector("strong")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    return {
      update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
        if (!docChanged && !selectionSet && !focusChanged) return;
        clearTimeout(timer);
        timer = setTimeout(() => void show(), REST_MS);
      },
      destroy: () => clearTimeout(timer),
    };
  });
}

async function partsFor({ state }: EditorView, symbols: KnownSymbols): Promise<(Node | string)[] | null> {
  const calls = callsAt(state.doc.toString(), state.selection.main.head);
  for (const call of calls.slice(0, DEEPEST)) {
    const meaning = operatorMeaning(await symbols.of(call.operator));
    if (meaning) return shown(call, meaning.lambdaList);
  }
  return null;
}

function shown(call: Call, lambdaList: string): (Node | string)[] {
  const name = call.operator.toLowerCase();
  const whole = signature(name, lambdaList);
  const found = parameterAt(lambdaList, call);
  if (!found) return [whole];
  // The name stands before the list, whose bracket stands before the name.
  const shift = whole.length - lambdaList.length;
  const [from, to] = [found.from + shift, found.to + shift];
  return [whole.slice(0, from), element("strong", {}, whole.slice(from, to)), whole.slice(to)];
}
