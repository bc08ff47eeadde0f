// The program that makes an index of systems.
import { OK, say } from "../telling.js";
import { buildIndex } from "./build.js";
import type { BuildOptions } from "./options.js";

export async function main({ folder, out }: BuildOptions): Promise<number> {
  const { projects, systems } = await buildIndex(folder, out, say);
  say(`${out} has an index of ${systems} systems in ${projects} projects.`);
  return OK;
}
