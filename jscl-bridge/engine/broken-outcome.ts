/** What an evaluation comes to that a fault of the engine's own has ended. */
import type { Outcome } from "../contract/engine.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import type { EngineImage } from "./engine-image.js";

/** Every request gets an answer, also where a fault of the engine's own ended its evaluation. */
export function brokenOutcome(image: EngineImage, error: unknown): Outcome {
  const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    status: "error",
    values: [],
    results: null,
    warnings: [],
    condition: {
      type: "INTERNAL-ERROR",
      package: "JSCL-MCP",
      label: "JSCL-MCP:INTERNAL-ERROR",
      message: `The Lisp itself failed while it evaluated this; reset-session gives a fresh one. ${fault}`,
      precedence: [
        "JSCL-MCP:INTERNAL-ERROR",
        "COMMON-LISP:ERROR",
        "COMMON-LISP:SERIOUS-CONDITION",
        "COMMON-LISP:CONDITION",
        "COMMON-LISP:T",
      ],
      slots: [],
      restarts: [{ name: "ABORT", description: "Return to top level.", parameters: "()" }],
      frames: [],
      framesTotal: 0,
      form: 0,
      phase: "eval",
      position: null,
      where: null,
      callers: [],
      hints: [],
      severalForms: false,
      unclosed: null,
      handle: null,
      prelude: null,
      restartTaken: null,
      restartProblem: null,
      leftOut: null,
    },
    package: packageNameOf(image.currentPackage()),
    forms: 0,
    timing: null,
    dropped: { stdout: 0, stderr: 0, values: 0, results: 0, warnings: 0, definitions: 0 },
    restartsTaken: [],
    definitions: [],
    report: null,
    display: null,
    recording: null,
    replay: null,
    ends: null,
  };
}
