import { messageOf } from "../elements/message-of.js";
import { confirm } from "./dialogs.js";
import type { FileStore } from "./store.js";
import { MOST_PUT_IN, pathIn } from "./texts.js";

/** What became of files that were put in: where those are that were, and why the others were not. */
interface PutIn {
  readonly paths: readonly string[];
  readonly problems: readonly string[];
}

/** Puts files of this machine into a directory; asks before it replaces any. */
export async function putIn(store: FileStore, directory: string, files: readonly File[]): Promise<PutIn> {
  const problems: string[] = [];
  const contents: { path: string; bytes: Uint8Array }[] = [];
  for (const file of files) {
    const read = await bytesOfFile(file);
    if (read instanceof Uint8Array) contents.push({ path: pathIn(directory, file.name), bytes: read });
    else problems.push(read.problem);
  }
  const { entries, total } = await store.list(directory);
  const there = new Set(entries.filter(({ kind }) => kind === "file").map(({ path }) => path));
  // A long directory is not told whole.
  if (entries.length < total) for (const { path } of contents) if (await store.has(path)) there.add(path);
  const replaced = contents.filter(({ path }) => there.has(path)).map(({ path }) => path);
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
  for (const { path, bytes } of contents) {
    if (there.has(path) && !may) continue;
    try {
      await store.write(path, bytes);
      paths.push(path);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { paths, problems };
}

async function bytesOfFile(file: File): Promise<Uint8Array | { readonly problem: string }> {
  const { name, size } = file;
  const most = MOST_PUT_IN.toLocaleString("en");
  if (size > MOST_PUT_IN)
    return { problem: `${name} has ${size.toLocaleString("en")} bytes, and ${most} is the most.` };
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: `${name} could not be read. If it is a folder, put in its files.` };
  }
}
