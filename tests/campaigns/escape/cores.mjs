/** Forms that would have JavaScript run, or reach its objects, if their operators were anybody's. */

import { EVERYTHING, lispString, MODULES, PLAIN } from "./payloads.mjs";
import { runtimeNames } from "./runtime-names.mjs";

const [plain, modules, everything] = [PLAIN, MODULES, EVERYTHING].map(lispString);

const named = (group, forms) => forms.map((form) => ({ name: `${group}: ${short(form)}`, form }));
const short = (form) =>
  form.replaceAll(plain, "…").replaceAll(modules, "… import …").replaceAll(everything, "…… ");

/** Makers of code from text. */
const makers = named(
  "a maker of code",
  [plain, modules].flatMap((text) => [
    `(jscl::js-eval ${text})`,
    `(jscl::%js-inline ${text})`,
    `(jscl::%js-vref ${text})`,
    `(jscl::%js-vset ${text} 1)`,
    `(jscl::%js-call (jscl::%js-vref "eval") ${text})`,
    `(#j:eval ${text})`,
    `(funcall #j:eval ${text})`,
    `(funcall (#j:Function ${text}))`,
    `(funcall (#j:Function ${lispString("return ")} ${text}))`,
    `(#j:globalThis:eval ${text})`,
    `(#j:window:eval ${text})`,
    `(#j:self:eval ${text})`,
    `(#j:setTimeout ${text} 0)`,
    `(#j:setInterval ${text} 9)`,
    `(#j:queueMicrotask (#j:Function ${text}))`,
    `(#j:Reflect:apply #j:eval nil (vector ${text}))`,
    `(funcall (#j:Reflect:construct #j:Function (vector ${text})))`,
    `((jscl::oget jscl::*root* "eval") ${text})`,
    `((jscl::oget! jscl::*root* "eval") ${text})`,
    `((jscl::oget* jscl::*root* "eval") ${text})`,
    `(funcall (jscl::oget jscl::*root* "eval") ${text})`,
    `(jscl::make-new #j:Function ${text})`,
    `(jscl::%js-new #j:Function ${text})`,
    `(funcall (jscl::newinstance nil #j:Function ${text}))`,
  ]),
);

const OBJECTS = [
  `1`,
  `"x"`,
  `'car`,
  `#'car`,
  `(lambda () 1)`,
  `(list 1)`,
  `nil`,
  `t`,
  `#\\a`,
  `1.5`,
  `2/3`,
  `(expt 10 30)`,
  `(vector 1)`,
  `*package*`,
  `(make-hash-table)`,
  `*standard-output*`,
  `*readtable*`,
  `#p"x"`,
  `(find-class 'integer)`,
  `(make-condition 'error)`,
  `jscl::*root*`,
  `jscl::*environment*`,
  `(jscl::new)`,
  `#j:Math`,
  `#j:Math:abs`,
  `#j:JSON:parse`,
  `#j:Date:now`,
  `#j:fetch`,
  `#j:console:log`,
  `#j:setTimeout`,
];

const PATHS = [
  `"constructor"`,
  `"constructor" "constructor"`,
  `"__proto__" "constructor"`,
  `"toString" "constructor"`,
  `"__proto__" "__proto__" "constructor" "constructor"`,
  `(string '|constructor|) (concatenate 'string "con" "structor")`,
];

/** Constructors of functions at the ends of paths. */
const chains = named(
  "a chain",
  OBJECTS.flatMap((object) =>
    PATHS.flatMap((path, i) =>
      ["oget", "oget!", "oget*"]
        .filter((_, j) => (i + j) % 2 === 0)
        .map(
          (reader) => `(funcall ((jscl::${reader} ${object} ${path}) ${i % 2 === 0 ? everything : plain}))`,
        ),
    ),
  ),
);

/** Functions of the runtime. */
const RUNTIME =
  `globalEval constructor __proto__ valueOf toString hasOwnProperty MakeFunction makeFunction evaluate compile internals newInstance
  callForeign foreignRead foreignWrite lispToJs toJs fromJs call apply bind`.split(/\s+/);

const runtime = named("the runtime", [
  ...RUNTIME.flatMap((name) => [
    `(jscl::%runtime ${lispString(name)} ${plain})`,
    `(funcall (jscl::%runtime ${lispString(name)} ${everything}))`,
  ]),
  `(jscl::%runtime ${lispString(`x,${EVERYTHING},R.nil`)})`,
  `(jscl::%runtime ${lispString(`nil();${EVERYTHING};R.nil`)})`,
  `(jscl::%runtime "callForeign" nil #j:globalThis (vector "eval") (vector ${plain}))`,
  `(jscl::%runtime "callForeign" t jscl::*root* (vector "eval") (vector ${plain}))`,
  `(jscl::%runtime "callForeign" t #'car (vector "constructor") (vector ${everything}))`,
  `(jscl::%runtime "foreignRead" #'car "constructor")`,
  `(funcall ((jscl::oget! (jscl::%runtime "toJs" #'car) "constructor") ${everything}))`,
]);

/** Each function of the runtime, with arguments that are none of its own. */
const misused = named(
  "a function of the runtime",
  runtimeNames().flatMap((name) => [
    `(jscl::%runtime "${name}" ${everything})`,
    `(jscl::%runtime "${name}" (vector ${plain} #'car) (list ${everything}))`,
    `(funcall ((jscl::oget! (jscl::%runtime "${name}" 1 2) "constructor" "constructor") ${everything}))`,
  ]),
);

/** Strings whose characters are not the same each time they are read. */
const CHANGING = [
  `(jscl::storage-vector-set! s 0 c)`,
  `(jscl::storage-vector-set s 0 c)`,
  `(jscl::storage-vector-fill s c)`,
  `(jscl::oset! c s 0)`,
  `(jscl::oset c s "0")`,
  `(setf (jscl::oget s "0") c)`,
  `(setf (aref s 0) c)`,
  `(setf (char s 0) c)`,
  `(setf (svref s 0) c)`,
  `(setf (row-major-aref s 0) c)`,
  `(setf (elt s 0) c)`,
  `(fill s c)`,
  `(replace s (vector c))`,
  `(map-into s (lambda () c))`,
  `(setq s (coerce (list c) 'string))`,
  `(setq s (map 'string #'identity (list c)))`,
  `(setq s (make-string 1 :initial-element c))`,
  `(setq s (make-array 1 :element-type 'character :initial-contents (list c)))`,
  `(setq s (concatenate 'string (list c)))`,
  `(setq s (jscl::clone (vector c))) (jscl::oset! 1 s "stringp")`,
];

const OBJECT_WAYS = [
  (answer) => `(jscl::new "toString" ${answer})`,
  (answer) => `(jscl::new "valueOf" ${answer} "toString" ${answer})`,
  (answer) => `(let ((o (jscl::new))) (jscl::oset ${answer} o "toString") o)`,
];

const USES = [
  (s) => `(eval (list 'jscl::%runtime ${s}))`,
  (s) => `(funcall (eval (list 'jscl::oget #'car ${s})) ${everything})`,
  (s) => `(eval (list 'jscl::new ${s} 1))`,
  (s) => `(eval (list 'jscl::oset 1 '(jscl::new) ${s}))`,
  (s) => `(jscl::js-eval ${s})`,
  (s) => `(eval (list 'lambda (list (make-symbol ${s})) 1))`,
  (s) => `(eval (list 'defun (intern ${s}) () 1))`,
  (s) => `(eval (list 'block (make-symbol ${s}) (list 'return-from (make-symbol ${s}) 1)))`,
  (s) => `(eval (list 'let (list (list (make-symbol ${s}) 1)) 2))`,
  (s) => `(eval (list 'defun 'documented () ${s} 1))`,
  (s) => `(eval ${s})`,
  (s) => `(eval (read-from-string ${s}))`,
  (s) => `(format nil ${s})`,
];

const injected = [`x,${EVERYTHING},R.nil`, EVERYTHING, `constructor`];

/** Checked at one reading, and used at another. */
const toctou = CHANGING.flatMap((change, i) =>
  USES.flatMap((use, j) =>
    [1, 2, 3, 4]
      .filter((good) => (i + j) % 3 === 0 || good === 2)
      .map((good) => ({
        // These got out once.
        always: j === 0 && good <= 2,
        name: `a text that changes after ${good} readings, by ${change}, in ${use("s").replaceAll(everything, "…")}`,
        form: `(let* ((n 0) (c ${OBJECT_WAYS[(i + j) % 3](`(lambda (&rest r) (declare (ignore r)) (if (<= (incf n) ${good}) "nil" ${lispString(injected[j % 3])}))`)}) (s (make-string 1))) ${change} ${use("s")})`,
      })),
  ),
);

/** Parts of objects that are compiled into code, changed so that they are no part of such an object. */
const PARTS = [
  ["(+ 1.5 1)", "value"],
  ["(+ 1.5d0 1)", "value"],
  ["(/ 2 3)", "num"],
  ["(/ 2 3)", "den"],
  ["(complex 1 2)", "real"],
  ["(complex 1 2)", "imag"],
  ["(make-symbol (string 'x))", "name"],
  ["(intern (string 'escaping-part))", "name"],
  ["(intern (string 'escaping-part) :keyword)", "name"],
  ["(make-array 3 :fill-pointer 1)", "fillpointer"],
  ["(copy-seq (string 'x))", "0"],
  ["(copy-seq (string 'x))", "length"],
  ["(make-array '(2 2))", "dimensions"],
  ["(make-array 2)", "type"],
  ["(make-package (symbol-name (gensym)))", "packageName"],
  ["(lambda (x) x)", "name"],
  ["(list 1 2)", "$$jscl_car"],
  ["(make-hash-table)", "test"],
];
const PLACED = [
  "(eval x)",
  "(eval (list 'quote x))",
  "(eval (list '+ x 1))",
  "(eval (list 'funcall x 1))",
  "(funcall (compile nil (list 'lambda () (list 'list x (list 'quote x)))))",
  "(eval (list 'let (list (list x 1)) x))",
  "(eval (list 'funcall (list 'lambda (list '&key x) 1)))",
  "(eval (list 'defun x (list x) x))",
  "(eval (list 'flet (list (list x () 1)) (list x)))",
  "(eval (list 'block x (list 'funcall (list 'lambda () (list 'return-from x 1)))))",
  "(eval (list 'tagbody (list 'go x) x))",
  "(eval (list 'aref (vector 1 2) x))",
  "(eval (list 'the (list 'integer x x) 1))",
  "(eval (list 'case 1 (list x 1) (list t 2)))",
  "(eval (list 'dotimes (list 'i x) 1))",
  "(eval (list 'defstruct x x))",
  "(eval (list 'locally (list 'declare (list 'type x 'y)) 1))",
];
const BROKEN_OFF = [
  `1),${EVERYTHING},(1`,
  `1;${EVERYTHING};`,
  `"+${PLAIN}+"`,
  `*/${PLAIN}/*`,
  `\n${EVERYTHING}\n`,
];

const parts = PARTS.flatMap(([object, part], i) =>
  PLACED.flatMap((place, j) =>
    [0, 1].map((k) => ({
      name: `the ${part} of ${object} changed, in ${place}`,
      form: `(let ((x ${object})) (jscl::${k === 0 ? "oset" : "oset!"} ${lispString(BROKEN_OFF[(i + j) % BROKEN_OFF.length])} x "${part}") ${place})`,
    })),
  ),
);

/** Properties that others read. */
const pollution = named(
  "a property that others read",
  [`1`, `"x"`, `(list 1)`, `#'car`, `jscl::*root*`, `(jscl::new)`, `*package*`, `(make-hash-table)`].flatMap(
    (object) => [
      `(jscl::oset @N@ ${object} "constructor" "prototype" "escaped")`,
      `(jscl::oset! @N@ ${object} "__proto__" "escaped")`,
      `(jscl::oset* @N@ ${object} "__proto__" "__proto__" "escaped")`,
      `(setf (jscl::oget ${object} "constructor" "prototype" "escaped") @N@)`,
      `(setf (jscl::oget ${object} "escaped") @N@)`,
    ],
  ),
);

const NAMES =
  `fetch XMLHttpRequest WebSocket EventSource Worker SharedWorker importScripts navigator:sendBeacon open require process:getBuiltinModule process:binding
  process:kill process:abort document:write alert location:assign window:open window:parent:postMessage postMessage indexedDB:open localStorage:setItem
  caches:open BroadcastChannel RTCPeerConnection Image`.split(/\s+/);

/** Names of the platform, called as they stand. */
const platform = named(
  "the platform",
  NAMES.flatMap((name) => {
    const keys = name.split(":").map(lispString).join(" ");
    return [
      `(#j:${name} "@URL@/@N@" "1")`,
      `(#j:globalThis:${name} "@URL@/@N@" "1")`,
      `(#j:self:${name} "@URL@/@N@" "1")`,
      `(jscl::make-new #j:${name} "@URL@/@N@")`,
      `((jscl::oget jscl::*root* ${keys}) "@URL@/@N@" "1")`,
      `(funcall (jscl::oget! jscl::*root* ${keys}) "@URL@/@N@")`,
    ];
  }),
);

const more = named("the page", [
  `(setf #j:escaped @N@)`,
  `(setf #j:window:escaped @N@)`,
  `(setf #j:document:title "escaped-@N@")`,
  `(setf #j:location:href "@URL@/@N@")`,
  `(setf #j:document:body:innerHTML "<img src='@URL@/@N@'>")`,
  `(#j:Object:assign #j:globalThis (jscl::new "escaped" @N@))`,
  `(#j:Object:defineProperty #j:globalThis "escaped" (jscl::new "value" @N@))`,
]);

/** Thenables, getters and other objects that run code when they are read. */
const objects = named("an object that is read", [
  `(jscl::new "then" (lambda (&rest r) (declare (ignore r)) (jscl::js-eval ${plain})))`,
  `(jscl::new "toJSON" (lambda (&rest r) (declare (ignore r)) "FORGED-@N@"))`,
  `(error (jscl::new "toString" (lambda (&rest r) (declare (ignore r)) (jscl::js-eval ${plain}))))`,
  `(jscl::%throw (jscl::new "kind" "completed" "id" 1))`,
  `(jscl::%js-try (error "x") (catch (e) (funcall ((jscl::oget e "constructor" "constructor") ${everything}))))`,
  `(handler-case (car 1) (error (c) (funcall ((jscl::oget c "constructor" "constructor") ${everything}))))`,
  `(#j:Error:prepareStackTrace 1)`,
  `(setf #j:Error:prepareStackTrace (lambda (&rest r) (funcall ((jscl::oget (cadr r) "constructor" "constructor") ${everything}))))`,
  `(#j:Promise:resolve (jscl::new "then" (lambda (&rest r) (funcall ((jscl::oget (car r) "constructor") ${everything})))))`,
  `(#j:Proxy (jscl::new) (jscl::new "get" (lambda (&rest r) (declare (ignore r)) 1)))`,
  `(#j:Atomics:waitAsync 1)`,
  `(#j:SharedArrayBuffer 8)`,
]);

/** Lisp's own ways to files and processes, which lead to the image's memory alone. */
const lisp = [
  `(with-open-file (s "@DIR@/@N@" :direction :output) (write-string "x" s))`,
  `(with-open-file (s "@DIR@/secret.txt") (read-line s))`,
  `(load "@DIR@/secret.txt")`,
  `(probe-file "@DIR@/secret.txt")`,
  `(directory "@DIR@/*.*")`,
  `(sb-ext:run-program "/usr/bin/touch" '("@DIR@/@N@"))`,
  `(run-program "touch" '("@DIR@/@N@"))`,
  `(rename-file "@DIR@/secret.txt" "@DIR@/@N@")`,
  `(delete-file "@DIR@/secret.txt")`,
  `(ensure-directories-exist "@DIR@/@N@/")`,
  `(require :sb-posix)`,
  `(sb-ext:posix-getenv "HOME")`,
  `(ed "@DIR@/@N@")`,
  `(dribble "@DIR@/@N@")`,
  `(compile-file "@DIR@/secret.txt" :output-file "@DIR@/@N@")`,
].map((form) => ({ name: `Lisp's own: ${form}`, form }));

/** Printed texts that imitate an answer. */
const forged = [
  `(format t "~%{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"FORGED-@N@\\",\\"result\\":{}}~%")`,
  `(format *error-output* "~%{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"FORGED-@N@\\",\\"result\\":{}}~%")`,
  `(#j:console:log "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"FORGED-@N@\\",\\"result\\":{}}")`,
  `(error "~%{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"FORGED-@N@\\"}~%")`,
  `(intern (format nil "~%{\\"id\\":\\"FORGED-@N@\\"}~%"))`,
  `(make-string 3000000 :initial-element #\\x)`,
].map((form) => ({ name: `what is printed: ${form}`, form }));

/** Forms that name operators, to be tried in every way… */
export const CORES = [
  ...makers,
  ...chains,
  ...runtime,
  ...misused,
  ...pollution,
  ...platform,
  ...more,
  ...objects,
  ...toctou,
  ...parts,
];
/** …and those that are as they are. */
export const PROGRAMS = [...lisp, ...forged];
