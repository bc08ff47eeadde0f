/** Judges answers: how an evaluation may end, and what it must never say. */

/** Words that only JavaScript says. */
const LEAKS =
  /undefined is not|is not a function\b(?! name)|is not iterable|Cannot (?:read|set prop|convert|mix|destructure|access|assign)|JavaScript error|TypeError:|ReferenceError|SyntaxError|RangeError|\[object \w+\]|Invalid (?:array|string|count|time)|null \(reading|BigInt|is not a constructor|is not defined|Maximum call stack|Unexpected (?:token|identifier|end of)|\$\$jscl|toFixed|hasOwnProperty/;

/** Evaluated after each program; each part leans on another part of the session. */
export const CANARY = {
  code: `(cl:let ((cl:*print-base* 10) (cl:*print-radix* cl:nil) (cl:*print-pretty* cl:nil) (cl:*print-case* :upcase) (cl:*print-level* cl:nil) (cl:*print-length* cl:nil) (cl:*print-array* cl:t) (cl:*print-escape* cl:t))
  (cl:prin1-to-string
    (cl:list (cl:+ 1 2) (cl:format cl:nil "~a-~d" :x 42)
      (cl:handler-case (cl:error "x") (cl:error () :caught))
      (cl:restart-case (cl:invoke-restart 'again 5) (again (v) (cl:* v v)))
      (cl:catch 'tag (cl:unwind-protect (cl:throw 'tag 7) (cl:list 1)))
      (cl:loop for i below 3 collect (cl:expt i 2))
      (cl:mapcar (cl:lambda (x) (cl:1+ x)) (cl:list 1 2))
      (cl:with-output-to-string (s) (cl:write-string "out" s))
      (cl:typep (cl:make-condition 'cl:type-error :datum 1 :expected-type 'cl:list) 'cl:error)
      (cl:block b (cl:dolist (x '(1 2 3)) (cl:when (cl:= x 2) (cl:return-from b x))))
      (cl:length (cl:compute-restarts))
      (cl:sort (cl:list 3 1 2) #'cl:<) (cl:gethash 1 (cl:let ((h (cl:make-hash-table))) (cl:setf (cl:gethash 1 h) :one) h)))))`,
  package: "COMMON-LISP-USER",
};

const SOUND = '"(3 \\"X-42\\" :CAUGHT 25 7 (0 1 4) (2 3) \\"out\\" T 2 1 (1 2 3) :ONE)"';

/** The problem of an answer to {@link CANARY}; null when the session is sound. */
export function judgeCanary(answer) {
  const value = answer.values?.[0];
  if (answer.status === "ok" && value === SOUND) return null;
  return `canary: ${answer.error ? `${answer.error.type}: ${answer.error.message}` : value}`;
}

/** The problem of an answer; null when it is one that a Lisp may give. */
export function judge(answer) {
  const { status, error, values = [], stdout = "", warnings = [] } = answer;
  if (!["ok", "aborted", "error", "timeout"].includes(status))
    return `status: ${JSON.stringify(answer).slice(0, 200)}`;
  const ended = status === "error" || status === "timeout";
  if (ended !== (error !== undefined)) return `${status} with${error ? "" : "out"} an error`;
  if (error !== undefined) {
    if (!error.type || error.type.toLowerCase() === "undefined")
      return `report without type: ${error.message}`;
    if (error.type === "INTERNAL-ERROR") return `INTERNAL-ERROR: ${error.message}`;
    if (typeof error.message !== "string") return "report without message";
    if (LEAKS.test(error.message)) return `leak: ${error.type}: ${error.message}`;
    const frame = error.frames.find(({ text }) => LEAKS.test(text));
    if (frame) return `leak in a frame: ${frame.text}`;
  }
  const said = [...values, stdout, ...warnings.map(({ message }) => message)].find((text) =>
    LEAKS.test(text),
  );
  if (said !== undefined) return `leak: ${LEAKS.exec(said)[0]} in ${said.slice(0, 200)}`;
  if (values.includes("undefined")) return "a value that is undefined";
  return null;
}

/**
 * The kind of a problem, so that each is shown once or twice and counted: numbers and names of the program
 * are dropped.
 */
export function kindOf(problem) {
  return problem
    .replace(/\d+/g, "N")
    .replace(/"[^"]*"/g, '""')
    .slice(0, 90);
}
