/**
 * A process that is stopped for a while, as by a computer that sleeps: nothing that ran then has had that
 * time.
 */
import { afterAll, describe, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

afterAll(endAll);

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs until it has run for so many milliseconds; when it was stopped counts as nothing. */
const awakeFor = (ms: number) =>
  `(let ((last (get-internal-real-time)) (sum 0) (most (* ${ms / 1000} internal-time-units-per-second)))
     (loop until (> sum most)
           do (let* ((now (get-internal-real-time)) (passed (- now last)))
                (when (< passed most) (incf sum passed))
                (setf last now)))
     :done)`;

// Both do nothing but wait, most of the time.
describe.concurrent("a process that was stopped", () => {
  test("what runs when the process is stopped has its time when it goes on", async () => {
    const program = new Program(["--timeout", "4"]);
    await program.evaluate("(defvar *kept* 42)");
    const running = program.evaluate(awakeFor(2000));
    await later(700);
    program.kill("SIGSTOP");
    await later(13_000);
    program.kill("SIGCONT");
    expect(await running).toBe("=> :DONE");
    expect(await program.evaluate("*kept*")).toBe("=> 42");
  }, 240_000);

  test("but not for ever", async () => {
    const program = new Program(["--timeout", "2"]);
    await program.evaluate("(defvar *kept* 42)");
    const running = program.evaluate("(loop)");
    await later(700);
    program.kill("SIGSTOP");
    await later(12_000);
    program.kill("SIGCONT");
    const began = performance.now();
    expect(await running).toContain("[ERROR] TIMEOUT");
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await program.evaluate("*kept*")).toBe("=> 42");
  }, 240_000);
});
