/** Reaches a thread through memory that it shares. */
import type { BootOptions } from "../../engine/boot-options.js";
import { Answers } from "./answers.js";
import { clearInterrupt, interrupt } from "./interrupts.js";
import type { Line } from "./line.js";

export function memoryLine({
  interrupts,
  answers: channel,
}: Pick<BootOptions, "interrupts" | "answers">): Line {
  const answers = new Answers(channel);
  return {
    answer: (answer) => answers.write(answer),
    command: (held, command) => answers.command(held, command),
    interrupt(evaluation) {
      interrupt(interrupts, evaluation);
      answers.wake();
    },
    clearInterrupt: () => clearInterrupt(interrupts),
    drop: (evaluation) => answers.drop(evaluation),
    close: () => answers.drop(),
  };
}
