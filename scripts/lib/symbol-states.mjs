/** What the image cannot say of COMMON-LISP's symbols. */

/** What symbols name that have no value, function, type or class of their own. */
export const PLACELESS = new Map(
  Object.entries({
    "call-method make-method": "local macro",
    "call-next-method next-method-p": "local function",
    "compilation-speed debug safety space speed": "optimize quality",
    "declaration dynamic-extent ftype ignorable ignore inline notinline optimize special": "declaration",
    declare: "symbol before declarations",
    "compiler-macro structure variable": "kind of documentation",
    otherwise: "symbol in CASE",
    standard: "method combination",
    type: "declaration, kind of documentation",
  }).flatMap(([names, kind]) => names.split(" ").map((name) => [name.toUpperCase(), kind])),
);

/** What differs from SBCL, on purpose or because there is no more of it here. */
export const DIFFERENT = new Map(
  Object.entries({
    "*features*": "`:jscl-mcp` and what holds here; `:sbcl` once ASDF is loaded",
    "*print-pretty*": "NIL at first",
    "*terminal-io* *query-io* *debug-io*": "reads what the evaluation was given, or asks the client",
    aref: "an index that is too large is an INDEX-TOO-LARGE-ERROR",
    "break invoke-debugger":
      "the debugger is the client's: a report, and a choice of restarts where it holds the evaluation",
    "call-arguments-limit multiple-values-limit": "65536",
    "compile-file": "the file is for the image that wrote it",
    "describe documentation": "standard names have no documentation strings",
    disassemble: "shows JavaScript",
    dribble: "not here: an error says that there is no terminal",
    ed: "not here: an error says that nobody knows how to edit",
    "file-author machine-instance machine-type machine-version software-type software-version": "answers NIL",
    "function-lambda-expression": "no source is kept: NIL, T, and the name",
    inspect: "shows the object once; the client's tool inspects further",
    "internal-time-units-per-second": "1000",
    "lambda-parameters-limit": "16384",
    "lisp-implementation-type lisp-implementation-version": "says JSCL and its version",
    "random make-random-state random-state":
      "numbers of a generator of our own, whose states have no readable form",
    room: "cannot tell what is in use",
    step: "evaluates without stopping",
    time: "without cycles, bytes and the collector's time",
    "user-homedir-pathname": "`/`, of the image's files",
  }).flatMap(([names, difference]) => names.split(" ").map((name) => [name.toUpperCase(), difference])),
);
