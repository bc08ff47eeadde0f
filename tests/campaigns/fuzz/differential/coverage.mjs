/** Which constructs programs had, and which of them were executed. */

/**
 * The constructs, by what they are about. In capitals the names that programs write; otherwise what the
 * simple evaluator says of a program as it executes it.
 */
const CONSTRUCTS = {
  "control flow": [
    ..."PROGN IF WHEN UNLESS COND CASE ECASE TYPECASE ETYPECASE AND OR NOT PROG1 PROG2".split(" "),
    ..."LOOP DO DO* DOTIMES DOLIST MAPC MAPCAR MAPCAN ASSERT CHECK-TYPE".split(" "),
    ..."FOR IN ON ACROSS FROM REPEAT WITH WHILE UNTIL DO COLLECT APPEND NCONC SUM COUNT MAXIMIZE MINIMIZE ALWAYS NEVER THEREIS WHEN UNLESS IF INITIALLY FINALLY"
      .split(" ")
      .map((word) => `LOOP ${word}`),
  ],
  jumps: ["TAGBODY", "GO", "PROG", "PROG*", "GO forward", "GO backward", "GO out of a closure"],
  "non-local exits": [
    ..."BLOCK RETURN-FROM RETURN CATCH THROW UNWIND-PROTECT".split(" "),
    "RETURN-FROM out of a closure",
    "RETURN-FROM to a block that has ended",
    "THROW to no tag",
    "exit through UNWIND-PROTECT",
  ],
  bindings: [
    ..."LET LET* MULTIPLE-VALUE-BIND DESTRUCTURING-BIND LOCALLY PROGV SYMBOL-MACROLET MACROLET".split(" "),
    "binding of a special variable",
  ],
  assignments: [
    ..."SETQ PSETQ SETF PSETF MULTIPLE-VALUE-SETQ SHIFTF ROTATEF".split(" "),
    "assignment of another type",
    "assignment from a closure",
    "assignment of a special variable",
  ],
  functions: [
    ..."LAMBDA FUNCTION FUNCALL APPLY FLET LABELS DEFUN DEFMACRO DEFVAR DEFPARAMETER".split(" "),
    "call of a LAMBDA form",
    "call of a local function",
    "call of a local macro",
    "call of a macro",
    "default of &OPTIONAL",
    "default of &KEY",
    "&REST",
    "&AUX",
  ],
  "multiple values": "VALUES MULTIPLE-VALUE-LIST MULTIPLE-VALUE-CALL MULTIPLE-VALUE-PROG1 NTH-VALUE".split(
    " ",
  ),
  places: [
    ..."INCF DECF PUSH PUSHNEW POP REMF DEFINE-MODIFY-MACRO DEFSETF".split(" "),
    ..."CAR FIRST CDR NTH ELT AREF SVREF GETF GETHASH LDB VALUES THE"
      .split(" ")
      .map((name) => `place ${name}`),
    "place by DEFSETF",
    "place by (SETF name)",
  ],
  declarations: [
    ..."DECLARE TYPE FIXNUM IGNORABLE SPECIAL INLINE OPTIMIZE DECLAIM THE".split(" "),
    "declaration that is true",
    "declaration that is false",
  ],
  numbers: [
    ..."+ - * / 1+ 1- = /= < > <= >= MAX MIN ABS SIGNUM MOD REM FLOOR CEILING TRUNCATE ROUND GCD EXPT ISQRT".split(
      " ",
    ),
    ..."EVENP ODDP ZEROP PLUSP MINUSP LOGAND LOGIOR LOGXOR LOGNOT ASH LOGBITP LOGCOUNT".split(" "),
    ..."INTEGER-LENGTH BYTE LDB LDB-TEST DPB FLOAT COERCE RATIONAL PARSE-INTEGER".split(" "),
    "fixnum of more than 53 bits",
    "bignum",
    "ratio",
    "single float",
    "double float",
  ],
  "tests of types":
    "NULL NUMBERP INTEGERP REALP FLOATP CONSP LISTP ATOM STRINGP SYMBOLP CHARACTERP VECTORP TYPEP ENDP".split(
      " ",
    ),
  conditions: [
    ..."HANDLER-CASE HANDLER-BIND RESTART-CASE WITH-SIMPLE-RESTART IGNORE-ERRORS ERROR CERROR WARN SIGNAL INVOKE-RESTART".split(
      " ",
    ),
    "condition that is handled",
    "handler that declines",
    "error that ends the program",
  ],
};

export class Coverage {
  #had = new Map();
  #executed = new Map();

  /** Counts a program by its forms and by what was executed of it. */
  add(forms, executed) {
    const written = new Set();
    collect(forms, written);
    for (const name of Object.values(CONSTRUCTS).flat()) {
      const isWritten = isWord(name) && written.has(name);
      if (isWritten) increase(this.#had, name);
      // Declarations and lambda list keywords are not evaluated: to be written is all that they can be.
      if (isWord(name) ? isWritten && (executed.has(name) || UNEVALUATED.has(name)) : executed.has(name))
        increase(this.#executed, name);
    }
  }

  /** The constructs that no program has executed. */
  get missing() {
    return Object.values(CONSTRUCTS)
      .flat()
      .filter((name) => !this.#executed.has(name));
  }

  /** One line for each construct: how many programs had it, and executed it. */
  table() {
    const count = (counts, name) => String(counts.get(name) ?? 0).padStart(7);
    return Object.entries(CONSTRUCTS).flatMap(([subject, names]) => [
      `${subject.padEnd(45)}${"had".padStart(7)}${"executed".padStart(10)}`,
      ...names.map((name) => {
        const had = isWord(name) ? count(this.#had, name) : "".padStart(7);
        return `  ${name.padEnd(43)}${had}${count(this.#executed, name).padStart(10)}`;
      }),
    ]);
  }
}

const UNEVALUATED = new Set("DECLARE TYPE FIXNUM IGNORABLE SPECIAL INLINE OPTIMIZE".split(" "));
const isWord = (name) => name === name.toUpperCase() && !name.startsWith("LOOP ");

function increase(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The atoms of a tree, in capitals; of those with a prefix the name. */
function collect(tree, found) {
  if (Array.isArray(tree)) {
    for (const part of tree) collect(part, found);
    if (tree[0] === "function" || tree[0] === "lambda") found.add("FUNCTION");
  } else found.add(tree.replace(/^#?'/, "").toUpperCase());
  if (typeof tree === "string" && tree.startsWith("#'")) found.add("FUNCTION");
}
