import { transform } from "esbuild";

const head = /^(let [\w$]+;(?:function [\w$]+\([^{}]*\)\{[^{}]*\})?const [\w$]+=)function\(/;
const tail = /\}(;export\{[^{}]* as createJscl[^{}]*\};\s*)$/;

/**
 * Shortens the derived module; property names, and with them the names of Lisp functions, stay.
 * @throws Error when the minifier's output has not the form that the eager compilation of `createJscl` is
 *   added to.
 */
export async function minifyDerived(code: string): Promise<string> {
  const { code: minified } = await transform(code, {
    minify: true,
    format: "esm",
    legalComments: "none",
    charset: "utf8",
    target: "es2022",
  });
  if (!head.test(minified) || !tail.test(minified))
    throw new Error("the minified module has an unexpected form");
  // V8 compiles a parenthesised function with the module, instead of reading all of it twice.
  return minified.replace(head, "$1(function(").replace(tail, "})$1");
}
