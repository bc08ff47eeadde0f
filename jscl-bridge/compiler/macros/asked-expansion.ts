/** What a program asks for when it calls MACROEXPAND and its like: in which environment, and what fails. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { list, nil, sym } from "../../runtime/signals.js";
import { wrongType } from "../../runtime/streams/stream-arguments.js";
import type { CompilerHost } from "../host.js";
import { Environment } from "../scope/environment.js";
import { ProgramError } from "../syntax/program-error.js";

/** The environment that an argument designates; NIL or nothing at all is the global one. */
export function environmentOf(x: LispValue): Environment {
  if (x instanceof Environment) return x;
  if (x === undefined || x === nil()) return Environment.empty;
  return wrongType(x, list(sym("OR"), sym("LEXENV", "SB-KERNEL"), sym("NULL")));
}

/** Signals what is wrong with a form, where its expansion is asked for. */
export function signalling<T>(host: CompilerHost, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof ProgramError) return host.signal(error);
    throw error;
  }
}
