import type { Entry } from "./store.js";
import { directoryOf, nameOf } from "./texts.js";
import type { FileTree } from "./tree.js";

interface DragParts {
  readonly panel: HTMLElement;
  readonly tree: FileTree;
  readonly onFiles: (directory: string, files: readonly File[]) => void;
  /** The bytes of a file, if they are to be had soon. */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A file that may be dragged out, as an address that the browser downloads. */
interface Ready {
  readonly path: string;
  readonly address: string;
}

/** Of which type a file is by its bytes alone, nobody knows. */
const ANY = "application/octet-stream";

/** Lets files be dropped on the panel, and dragged out of it where the browser downloads what is dragged. */
export function setUpDrag({ panel, tree, onFiles, read }: DragParts): void {
  let target: Element | null = null;
  let ready: Ready | null = null;

  function mark(next: Element | null): void {
    if (next === target) return;
    target?.removeAttribute("data-drop");
    target = next;
    target?.setAttribute("data-drop", "");
  }

  function isOfFiles({ dataTransfer }: DragEvent): boolean {
    return dataTransfer?.types.includes("Files") ?? false;
  }

  function directoryAt(event: DragEvent): string {
    return directoryOf(tree.entryAt(event.target)?.path ?? "/");
  }

  panel.addEventListener("dragover", (event) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    mark(tree.itemOf(directoryAt(event)));
  });
  panel.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) mark(null);
  });
  panel.addEventListener("drop", (event) => {
    mark(null);
    if (!isOfFiles(event)) return;
    event.preventDefault();
    onFiles(directoryAt(event), [...(event.dataTransfer?.files ?? [])]);
  });

  // What is dragged has to be there when the drag begins, so it is read when the button goes down.
  tree.root.addEventListener("pointerdown", ({ target: pressed }) => {
    const entry = tree.entryAt(pressed);
    if (entry?.kind === "file") void prepare(entry);
  });
  tree.root.addEventListener("dragstart", ({ target: dragged, dataTransfer }) => {
    const entry = tree.entryAt(dragged);
    if (!entry || !dataTransfer) return;
    dataTransfer.effectAllowed = "copy";
    dataTransfer.setData("text/plain", entry.path);
    // Colons would end the name early.
    const name = nameOf(entry.path).replaceAll(":", "-");
    if (ready?.path === entry.path) dataTransfer.setData("DownloadURL", `${ANY}:${name}:${ready.address}`);
  });

  async function prepare({ path }: Entry): Promise<void> {
    if (ready) URL.revokeObjectURL(ready.address);
    ready = null;
    const bytes = await read(path);
    if (bytes === null) return;
    ready = { path, address: URL.createObjectURL(new Blob([bytes], { type: ANY })) };
  }
}
