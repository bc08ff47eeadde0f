import { type ExportNamedDeclaration, type FunctionDeclaration, parse, type Statement } from "acorn";
import { dotted, ecmaVersion, ShapeError, visit } from "../ast.js";

/** The overlay's code, split from the module that holds it. */
export interface OverlayProgram {
  body: Statement[];
  /** What the host calls it with; these names mean the same in restored code. */
  parameters: string[];
  /**
   * Variables that number frames with the host, whose numbers a restored image gives anew: text, and names in
   * it.
   */
  numbering: Map<string, { text: string; names: string[] }>;
}

const numberingCalls = new Set(["S.register", "S.registerLibrary", "S.library"]);

/**
 * Reads the module that build-image writes.
 * @throws ShapeError when it is not one exported function `overlay`.
 */
export function readOverlay(text: string): OverlayProgram {
  const [only, ...more] = parse(text, { ecmaVersion, sourceType: "module" }).body;
  const declaration = (only as ExportNamedDeclaration | undefined)?.declaration as
    | FunctionDeclaration
    | undefined;
  if (more.length > 0 || declaration?.type !== "FunctionDeclaration" || declaration.id.name !== "overlay") {
    throw new ShapeError("the overlay is not a module that only exports a function named overlay");
  }
  const parameters = declaration.params.map((parameter) => dotted(parameter) ?? "");
  const numbering: OverlayProgram["numbering"] = new Map();
  for (const statement of declaration.body.body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      if (init?.type !== "CallExpression" || !numberingCalls.has(dotted(init.callee) ?? "")) continue;
      const names: string[] = [];
      visit(init, (node) => {
        if (node.type === "Identifier") names.push(dotted(node) ?? "");
        return undefined;
      });
      numbering.set(dotted(id) ?? "", { text: text.slice(init.start, init.end), names });
    }
  }
  return { body: declaration.body.body, parameters, numbering };
}
