import type { ExpressionStatement, Statement } from "acorn";
import { dotted, ShapeError, statements } from "./ast.js";
import { safepointVariable } from "./safepoints.js";

const getters = 2;

/**
 * Places the library into `export const createJscl`, so that importing it runs nothing and a page can make
 * more than one image. `more` is module code that may use `current`, the internals of the newest image.
 * `safepoint` is `{ fuel: number, tick(): void, room: number, onSample(object): void }`; the default one
 * never stops anything.
 */
export function wrapAsModule(body: string, more = ""): string {
  return `let current;
${more}export const createJscl = function (options = {}) {
${body}
return jscl;
};
`;
}

/** Makes the prelude fit for more than one image, and adds what the derived code and the runtime share. */
export function adaptPrelude(body: Statement[]): void {
  makeGettersRedefinable(body);
  // Module code is strict already, and a function with a default parameter must not say so itself.
  const [directive] = body;
  if (directive?.type === "ExpressionStatement" && directive.directive === "use strict") body.shift();
  const at = body.findIndex((statement) => isAssignmentTo(statement, "internals.globalEval"));
  if (at < 0) throw new ShapeError("jscl.js does not assign internals.globalEval at top level");
  body.splice(
    at,
    0,
    ...statements(`
const ${safepointVariable} = internals.safepoint = options.safepoint ?? {
  fuel: 1e6,
  tick: function () { this.fuel = 1e6; },
  room: Infinity,
  onSample: function () {},
};
internals.becomeCurrent = function () { current = internals; };
internals.becomeCurrent();
`),
  );
}

/**
 * The accessors that turn a car of a non-list into a TYPE-ERROR live on `Object.prototype`, which all images
 * of a realm share: they have to be replaceable, and to signal in the image that runs.
 */
function makeGettersRedefinable(body: Statement[]): void {
  let found = 0;
  for (const [index, statement] of body.entries()) {
    const call = (statement as ExpressionStatement).expression;
    if (call?.type !== "CallExpression" || dotted(call.callee) !== "Object.defineProperty") continue;
    const [object, property] = call.arguments;
    if (object === undefined || dotted(object) !== "Object.prototype" || property?.type !== "Literal")
      continue;
    const signal = `function () { current.typeError(this, current.intern("CONS")); }`;
    body[index] = statements(`Object.defineProperty(Object.prototype, ${JSON.stringify(property.value)}, {
      configurable: true, get: ${signal}, set: ${signal},
    });`)[0] as Statement;
    found++;
  }
  if (found !== getters)
    throw new ShapeError(`jscl.js defines ${found} accessors on Object.prototype, not ${getters}`);
}

function isAssignmentTo(statement: Statement, name: string): boolean {
  if (statement.type !== "ExpressionStatement") return false;
  const { expression } = statement;
  return expression.type === "AssignmentExpression" && dotted(expression.left) === name;
}
