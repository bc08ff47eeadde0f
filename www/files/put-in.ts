import { messageOf } from "../../jscl-bridge/element/message-of.js";
import { confirm } from "./dialogs.js";
import type { FileStore } from "./store.js";
import { MOST_PUT_IN, pathIn, textOf } from "./texts.js";

/** What became of files that were put in: where those are that were, and why the others were not. */
interface PutIn {
  readonly paths: readonly string[];
  readonly problems: readonly string[];
}

/** Puts files of this machine into a directory; asks before it replaces any. */
export async function putIn(store: FileStore, directory: string, files: readonly File[]): Promise<PutIn> {
  const problems: string[] = [];
  const texts: { path: string; text: string }[] = [];
  for (const file of files) {
    const text = await textOfFile(file);
    if (typeof text === "string") texts.push({ path: pathIn(directory, file.name), text });
    else problems.push(text.problem);
  }
  const { entries, total } = await store.list(directory);
  const there = new Set(entries.filter(({ kind }) => kind === "file").map(({ path }) => path));
  // A long directory is not told whole.
  if (entries.length < total) for (const { path } of texts) if (await store.has(path)) there.add(path);
  const replaced = texts.filter(({ path }) => there.has(path)).map(({ path }) => path);
  const may =
    replaced.length === 0 ||
    (await confirm({
      title: replaced.length === 1 ? `Replace ${replaced[0]}?` : `Replace ${replaced.length} files?`,
      text:
        replaced.length === 1
          ? "What it holds now is lost."
          : `${replaced.join(", ")}: what they hold now is lost.`,
      deed: "Replace",
    }));
  const paths: string[] = [];
  for (const { path, text } of texts) {
    if (there.has(path) && !may) continue;
    try {
      await store.write(path, text);
      paths.push(path);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { paths, problems };
}

async function textOfFile(file: File): Promise<string | { readonly problem: string }> {
  const { name, size } = file;
  const most = MOST_PUT_IN.toLocaleString("en");
  if (size > MOST_PUT_IN)
    return { problem: `${name} has ${size.toLocaleString("en")} bytes, and ${most} is the most.` };
  try {
    const text = textOf(await file.arrayBuffer());
    return text ?? { problem: `${name} is no text in UTF-8, and the Lisp's files hold text alone.` };
  } catch {
    return { problem: `${name} could not be read. If it is a folder, put in its files.` };
  }
}
