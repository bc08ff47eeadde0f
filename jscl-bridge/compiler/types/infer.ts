/** Finds out what is known of values, and warns of what cannot be. */
import type { CompilerHost } from "../host.js";
import type { FunctionNode } from "../syntax/tree.js";

export function inferTypes(_host: CompilerHost, _root: FunctionNode): void {}
