/**
 * Tasks as files for those who run a model: a folder each, with the program, what it should answer, and the
 * report of every arm of the same mutant, so that arms are paired.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARMS } from "./arms.mjs";

export function exportTasks(directory, tasks) {
  for (const task of tasks) {
    const folder = join(directory, task.id);
    mkdirSync(folder, { recursive: true });
    const { id, kind, program, seed, code, expected, faulty, answer } = task;
    writeFileSync(join(folder, "program.lisp"), code);
    const arms = [];
    for (const [arm, { report }] of Object.entries(ARMS)) {
      const told = report(answer);
      if (told === null) continue;
      arms.push(arm);
      const text = typeof told === "string" ? told : JSON.stringify(told, null, 2);
      writeFileSync(join(folder, `report-${arm}.txt`), text);
    }
    const isSilent = answer.full.error === undefined;
    const about = { id, kind, program, seed, expected, isSilent, arms };
    writeFileSync(join(folder, "task.json"), `${JSON.stringify(about, null, 2)}\n`);
    // Apart, so that nobody hands it to the model with the rest.
    writeFileSync(join(folder, "solution.json"), `${JSON.stringify({ faulty }, null, 2)}\n`);
  }
}
