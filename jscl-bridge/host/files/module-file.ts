import { problemOfScript } from "./file-problems.js";

/**
 * A module of the package that is loaded when it is needed. Rejects with an Error that says in one sentence
 * why it could not be imported.
 */
export async function importModule(file: URL): Promise<unknown> {
  try {
    return await import(file.href);
  } catch (cause) {
    throw new Error((await problemOfScript(file)) ?? `${file.href} could not be imported.`, { cause });
  }
}
