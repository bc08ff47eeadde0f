/**
 * What the tests of this folder name of the engine. Vitest gives them one bundle of it (`engine-bundle.mjs`):
 * its modules are neither transformed nor evaluated anew for each file, and run as those of the site do.
 */

export { clauseOf } from "../../jscl-bridge/compiler/macros/loop/clauses.js";
export { Environment } from "../../jscl-bridge/compiler/scope/environment.js";
export { Builder } from "../../jscl-bridge/compiler/syntax/builder.js";
export { children } from "../../jscl-bridge/compiler/syntax/children.js";
export { runtimeVerbs } from "../../jscl-bridge/compiler/syntax/operators/runtime-verbs.js";
export { structureOperators } from "../../jscl-bridge/compiler/syntax/operators/structures.js";
export { printTree } from "../../jscl-bridge/compiler/syntax/print-tree.js";
export { typeOfConstant } from "../../jscl-bridge/compiler/types/constants.js";
export { inferTypes } from "../../jscl-bridge/compiler/types/infer.js";
export { ALL, ARRAY, DOUBLE, INTEGER, SINGLE } from "../../jscl-bridge/compiler/types/kinds.js";
export { bootImage } from "../../jscl-bridge/engine/boot.js";
export { compileSystems } from "../../jscl-bridge/engine/compile-systems.js";
export { createEngine } from "../../jscl-bridge/engine/engine.js";
export { evaluateCommand } from "../../jscl-bridge/engine/evaluate-command.js";
export { noAnswer } from "../../jscl-bridge/engine/no-answer.js";
export { wellFormedText } from "../../jscl-bridge/engine/outgoing.js";
export { explainGrants, grantedBridge } from "../../jscl-bridge/engine/power/bridge.js";
export { capabilities } from "../../jscl-bridge/engine/power/capabilities.js";
export { makerOf, rareSource } from "../../jscl-bridge/engine/rare-functions.js";
export { tellingWants } from "../../jscl-bridge/engine/serve.js";
export { expandedType } from "../../jscl-bridge/functions/designators.js";
export { argumentCounts, functionEntry, functionNames } from "../../jscl-bridge/functions/table.js";
export { KeptTexts } from "../../jscl-bridge/image/debugger/kept-texts.js";
export { LOOP_WORDS } from "../../jscl-bridge/image/hints/meant-names.js";
export { Image } from "../../jscl-bridge/image/image.js";
export { MOST_CHARACTERS } from "../../jscl-bridge/runtime/memory-files.js";
export { isNumber } from "../../jscl-bridge/runtime/numbers.js";
export { NAMEABLE } from "../../jscl-bridge/runtime/objects/nameable.js";
export { packageSymbols } from "../../jscl-bridge/runtime/objects/package-objects.js";
export { STOCK_NAMES, STOCK_ROOTS } from "../../jscl-bridge/runtime/objects/stock-symbols.js";
export {
  homeName,
  symbolFunction,
  symbolName,
  symbolValue,
} from "../../jscl-bridge/runtime/objects/symbols.js";
export { makeString } from "../../jscl-bridge/runtime/objects/vectors.js";
export { runAtToplevel } from "../../jscl-bridge/runtime/reports/boundary.js";
export { callLisp } from "../../jscl-bridge/runtime/signals.js";
