/**
 * SBCL's packages beside the standard's, and what is in them: Lisp that the image loads when a program names
 * the first of those packages.
 */

import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { sym } from "../runtime/signals.js";
import { installExtensionFunctions } from "./extension-functions.js";
import type { Image, OverlayCode } from "./image.js";

/** Has the image run the code of its extensions when one of their packages is looked for. */
export function awaitExtensions(image: Image): void {
  image.tables.beforeExtensions = () => {
    // The code itself looks for them, and begins anew when it was left before its end.
    image.tables.beforeExtensions = null;
    try {
      loadExtensions(image);
    } catch (exit) {
      awaitExtensions(image);
      throw exit;
    }
  };
}

/** Has the extensions there, of which functions are called that no program names. */
export function needExtensions({ tables }: Image): void {
  // The first look for one of SBCL's packages loads them.
  tables.findPackage("SB-MOP");
}

function loadExtensions(image: Image): void {
  const { definitions, stack, tables } = image;
  const { sp } = stack;
  const current = sym("*PACKAGE*");
  const outer = symbolValue(current);
  const before = new Set(tables.allPackages());
  definitions.locked = false;
  try {
    tables.building(() => {
      installExtensionFunctions(image);
      definitions.log.aside(() => image.call(image.extensions as OverlayCode));
    });
    tables.keep(tables.allPackages().filter((pkg) => !before.has(pkg)));
  } finally {
    definitions.locked = true;
    setSymbolValue(current, outer);
    stack.sp = sp;
  }
}
