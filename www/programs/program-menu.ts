import type { MenuItem } from "../menu.js";
import type { Program } from "./program.js";
import type { Programs } from "./programs.js";

const ORIGINS: Record<Program["origin"], string> = {
  own: "",
  example: "from an example",
  link: "from a link",
  tutorial: "from the tutorial",
};

/** Time since a moment, as a person says it. */
export function since(atMs: number, nowMs = Date.now()): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return "just now";
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / 60 / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** The first line of a text that says something. */
function beginning(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "empty";
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}

interface Actions {
  readonly rename: () => void;
  readonly focusEditor: () => void;
  readonly format: () => void;
  /** The menu of examples, for windows that have no room for it beside this one. */
  readonly examples: () => Promise<readonly MenuItem[]>;
}

/** What the menu of programs shows: the programs, and what can be done with the open one. */
export function programItems(
  programs: Programs,
  { rename, focusEditor, format, examples }: Actions,
): MenuItem[] {
  const { current } = programs;
  const then = (act: () => void) => () => {
    act();
    focusEditor();
  };
  const listed = programs.all().map((each) => ({
    title: each.name,
    about: [since(each.changedMs), ORIGINS[each.origin]].filter((part) => part !== "").join(" · "),
    checked: each.id === current.id,
    choose: then(() => programs.open(each.id)),
  }));
  const versions = current.versions.map(({ text, atMs }) => ({
    title: since(atMs),
    about: `${text.split("\n").length} lines · ${beginning(text)}`,
    choose: () => programs.showVersion(text),
  }));
  return [
    ...listed,
    {
      title: "New program",
      about: "",
      begins: true,
      choose: then(() => programs.begin({ name: "Untitled", origin: "own", text: "" })),
    },
    { title: "Examples", about: "", choose: null, opens: examples },
    { title: "Format", about: "Indents every line", begins: true, choose: then(format) },
    { title: "Rename…", about: "", choose: rename },
    { title: "Duplicate", about: "", choose: then(() => programs.duplicate()) },
    versions.length > 0
      ? { title: "Earlier versions", about: "", choose: null, opens: () => versions }
      : { title: "Earlier versions", about: "Each run of a changed program makes one", choose: null },
    { title: "Delete", about: "", choose: then(() => programs.remove()) },
  ];
}
