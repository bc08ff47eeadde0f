import type { MenuItem } from "../menu.js";
import type { Programs } from "./programs.js";

interface Actions {
  readonly focusEditor: () => void;
  readonly openTutorial: () => void;
}

/**
 * The menu of examples, which are loaded when it is opened: the tutorial, and then examples, each of which
 * opens as a program of its own.
 */
export async function exampleItems(
  programs: Programs,
  { focusEditor, openTutorial }: Actions,
): Promise<readonly MenuItem[]> {
  const { exampleGroups } = await import("../examples/examples.js");
  const examples = exampleGroups.flatMap((group) =>
    group.map(({ title, about, code }, place) => ({
      title,
      about,
      begins: place === 0,
      choose: () => {
        programs.begin({ name: title, origin: "example", text: code });
        focusEditor();
      },
    })),
  );
  const about = "Ten steps, each of which looks at what you do";
  return [{ title: "Tutorial", about, choose: openTutorial }, ...examples];
}
