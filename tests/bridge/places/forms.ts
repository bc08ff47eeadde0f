/** Places of every kind, and what is done with them: tables, and the forms that they make together. */

/** What a place holds at first, what it is changed to by the way, and what is stored. */
const VALUES = {
  any: ["1", "10", "7"],
  number: ["1", "10", "7"],
  list: ["(list 1 2)", "(list 10)", "(list 7)"],
  plist: ["(list :a 1 :b 2)", "(list :b 9 :d 4)", "(list 7)"],
  sequence: ["1", "10", "(list 7 8)"],
  character: ["#\\x", "#\\y", "#\\z"],
  bit: ["1", "0", "1"],
  boolean: ["nil", "t", "t"],
} as const;

type Kind = keyof typeof VALUES;

interface Place {
  kind: Kind;
  /** Bindings around the form. */
  bindings: string;
  place: string;
  /** A form that changes what the place holds, or where its subforms lead. */
  change: string;
  /** Forms for what is there afterwards. */
  state: string;
}

/** `INIT` and `OTHER` stand for values, `$` for the number of the place in its form. */
const TABLE = `
variable         any       (x$ INIT) | x$ | (setq x$ OTHER) | x$
special          any       (*special* INIT) | *special* | (setq *special* OTHER) | *special*
alias            any       (*special* INIT) | alias | (setq *special* OTHER) | *special*
global-macro     any       (*cell* (list INIT)) | global-macro | (rplaca *cell* OTHER) | *cell*
car              any       (p$ (list INIT 2)) | (car (l :p$ p$)) | (rplaca p$ OTHER) | p$
car-variable     any       (p$ (list INIT 2)) (q$ p$) | (car p$) | (setq p$ (list OTHER)) | p$ q$
cdr              any       (p$ (cons 2 INIT)) | (cdr (l :p$ p$)) | (rplacd p$ OTHER) | p$
first            any       (p$ (list INIT 2)) | (first (l :p$ p$)) | (rplaca p$ OTHER) | p$
rest             any       (p$ (cons 2 INIT)) | (rest (l :p$ p$)) | (rplacd p$ OTHER) | p$
cadr             any       (p$ (list 1 INIT)) (q$ (cdr p$)) | (cadr (l :p$ p$)) | (rplacd p$ (list OTHER)) | p$ q$
cdaddr           any       (p$ (list 1 2 (cons 3 INIT))) | (cdaddr (l :p$ p$)) | (rplacd (third p$) OTHER) | p$
cddddr           any       (p$ (list* 1 2 3 4 INIT)) | (cddddr (l :p$ p$)) | (rplaca p$ OTHER) | p$
second           any       (p$ (list 1 INIT)) | (second (l :p$ p$)) | (rplacd p$ (list OTHER)) | p$
fifth            any       (p$ (list 1 2 3 4 INIT)) | (fifth (l :p$ p$)) | (rplacd p$ (list 1 2 3 OTHER)) | p$
tenth            any       (p$ (list 1 2 3 4 5 6 7 8 9 INIT)) | (tenth (l :p$ p$)) | (rplaca (last p$) OTHER) | p$
nth              any       (p$ (list 1 INIT 3)) | (nth (l :i$ 1) (l :p$ p$)) | (rplacd p$ (list OTHER 9)) | p$
nth-variable     any       (p$ (list 1 INIT 3)) (i$ 1) | (nth i$ p$) | (setq i$ 0 p$ (list 8 9)) | p$ i$
elt              any       (p$ (list 1 INIT 3)) | (elt (l :p$ p$) (l :i$ 1)) | (rplacd p$ (list OTHER 9)) | p$
aref             any       (v$ (vector 1 INIT 3)) | (aref (l :v$ v$) (l :i$ 1)) | (setf (svref v$ 1) OTHER) | v$
aref-variable    any       (v$ (vector 1 INIT 3)) (i$ 1) | (aref v$ i$) | (setf (svref v$ 1) OTHER i$ 0) | v$ i$
aref-2           any       (v$ (make-array '(2 2) :initial-element INIT)) | (aref (l :v$ v$) (l :i$ 1) (l :j$ 0)) | (setf (row-major-aref v$ 2) OTHER) | v$
aref-0           any       (v$ (make-array '() :initial-element INIT)) | (aref (l :v$ v$)) | (setf (row-major-aref v$ 0) OTHER) | (aref v$)
svref            any       (v$ (vector 1 INIT 3)) | (svref (l :v$ v$) (l :i$ 1)) | (setf (svref v$ 1) OTHER) | v$
row-major-aref   any       (v$ (make-array '(2 2) :initial-element INIT)) | (row-major-aref (l :v$ v$) (l :i$ 2)) | (setf (aref v$ 1 0) OTHER) | v$
gethash          any       (h$ (make-hash-table)) | (gethash (l :k$ 'k) (l :h$ h$) (l :d$ INIT)) | (setf (gethash 'k h$) OTHER) | (gethash 'k h$)
get              any       (y$ (gensym)) | (get (l :y$ y$) (l :k$ 'k) (l :d$ INIT)) | (setf (get y$ 'k) OTHER) | (symbol-plist y$)
getf             any       (p$ (list 'j 5 'k INIT)) | (getf p$ (l :k$ 'k)) | (setf (getf p$ 'k) OTHER) | p$
getf-default     any       (p$ (list 'j 5)) | (getf p$ (l :k$ 'k) (l :d$ INIT)) | (setq p$ (list 'i 3)) | p$
getf-car         any       (p$ (list (list 'k INIT))) | (getf (car (l :p$ p$)) (l :k$ 'k)) | (rplaca p$ (list 'k OTHER 'm 1)) | p$
getf-getf        any       (p$ (list 'j (list 'k INIT))) | (getf (getf p$ (l :j$ 'j) (l :e$ nil)) (l :k$ 'k) (l :d$ 5)) | (setf (getf (getf p$ 'j) 'k) OTHER) | p$
getf-values      any       (p$ (list 'k INIT)) (q$ 3) | (getf (values p$ q$) (l :k$ 'k)) | (setf (getf p$ 'k) OTHER) | p$ q$
symbol-value     any       (y$ (gensym)) (z$ (set y$ INIT)) | (symbol-value (l :y$ y$)) | (set y$ OTHER) | (symbol-value y$) z$
symbol-plist     list      (y$ (gensym)) (z$ (setf (get y$ 'a) 1)) | (symbol-plist (l :y$ y$)) | (setf (get y$ 'a) OTHER) | (symbol-plist y$) z$
fill-pointer     number    (v$ (make-array 200 :fill-pointer 1)) | (fill-pointer (l :v$ v$)) | (setf (fill-pointer v$) OTHER) | (fill-pointer v$)
ldb              number    (n$ 1) | (ldb (byte (l :s$ 6) (l :o$ 1)) n$) | (setq n$ 21) | n$
ldb-constant     number    (n$ 1) | (ldb (byte 6 1) n$) | (setq n$ 21) | n$
ldb-car          number    (p$ (list 1)) | (ldb (byte (l :s$ 6) (l :o$ 1)) (car (l :p$ p$))) | (rplaca p$ 21) | p$
ldb-ldb          number    (n$ 1) | (ldb (byte (l :s$ 3) 1) (ldb (byte 6 (l :o$ 2)) n$)) | (setq n$ 21) | n$
mask-field       number    (n$ 2) | (mask-field (l :b$ (byte 6 0)) n$) | (setq n$ 21) | n$
mask-field-car   number    (p$ (list 2)) | (mask-field (byte (l :s$ 6) 0) (car (l :p$ p$))) | (rplaca p$ 21) | p$
logbitp          boolean   (n$ 4) | (logbitp (l :i$ 2) n$) | (setq n$ 1) | n$
logbitp-car      boolean   (p$ (list 4)) | (logbitp (l :i$ 1) (car (l :p$ p$))) | (rplaca p$ 1) | p$
the              any       (p$ (list INIT)) | (the t (car (l :p$ p$))) | (rplaca p$ OTHER) | p$
the-integer      number    (x$ 1) | (the integer x$) | (setq x$ 10) | x$
apply-aref       any       (v$ (vector 1 INIT 3)) | (apply #'aref (l :v$ v$) (l :l$ (list 1))) | (setf (svref v$ 1) OTHER) | v$
apply-function   any       (p$ (list 1 INIT)) | (apply #'fn2 (l :p$ p$) (l :l$ (list 1))) | (rplaca (cdr p$) OTHER) | p$
structure        any       (s$ (make-st :a INIT)) | (st-a (l :s$ s$)) | (setf (slot-value s$ 'a) OTHER) | (st-a s$)
inherited        any       (s$ (make-sub :a INIT)) | (sub-a (l :s$ s$)) | (setf (st-a s$) OTHER) | (sub-a s$)
slot-value       any       (s$ (make-instance 'cl :a INIT)) | (slot-value (l :s$ s$) (l :n$ 'a)) | (setf (cl-a s$) OTHER) | (cl-a s$)
accessor         any       (s$ (make-instance 'cl :a INIT)) | (cl-a (l :s$ s$)) | (setf (slot-value s$ 'a) OTHER) | (cl-a s$)
function         any       (p$ (list INIT)) | (fn (l :p$ p$)) | (rplaca p$ OTHER) | p$
function-2       any       (p$ (list 1 INIT)) | (fn2 (l :p$ p$) (l :i$ 1)) | (rplaca (cdr p$) OTHER) | p$
short            any       (p$ (list 1 INIT)) | (short (l :p$ p$) (l :i$ 1)) | (rplaca (cdr p$) OTHER) | p$
long             any       (p$ (list INIT)) | (long (l :p$ p$)) | (rplaca p$ OTHER) | p$
long-index       any       (p$ (list 1 INIT)) | (long (l :p$ p$) (l :i$ 1)) | (rplaca (cdr p$) OTHER) | p$
keyed            any       (p$ (list 1 INIT)) | (keyed (l :p$ p$) :at (l :i$ 1)) | (rplaca (cdr p$) OTHER) | p$
two-stores       any       (p$ (list INIT 2)) | (two (l :p$ p$)) | (rplaca p$ OTHER) | p$
expander         any       (p$ (list 1 INIT)) | (last-of (cdr (l :p$ p$))) | (rplaca (cdr p$) OTHER) | p$
expander-global  any       (*cell* (list (list 1 INIT))) | (last-of global-macro) | (rplaca *cell* (list 2 3)) | *cell*
expander-pair    any       (p$ (cons INIT 2)) | (pair (l :p$ p$)) | (rplaca p$ OTHER) | p$
macro            any       (p$ (list INIT 2)) | (first-of (l :p$ p$)) | (rplaca p$ OTHER) | p$
local-macro      any       (p$ (list 1 INIT)) | (local-macro (l :p$ p$)) | (rplaca (cdr p$) OTHER) | p$
local-function   any       (p$ (list INIT)) | (local-function (l :p$ p$)) | (rplaca p$ OTHER) | p$
values           any       (x$ INIT) (p$ (list 2)) | (values x$ (car (l :p$ p$))) | (setq x$ OTHER) | x$ p$
values-two       any       (p$ (list INIT 2)) (q$ (list 3)) | (values (two (l :p$ p$)) (car (l :q$ q$))) | (rplaca p$ OTHER) | p$ q$
values-values    any       (x$ INIT) (y$ 2) (z$ 3) | (values (values x$ y$) z$) | (setq x$ OTHER) | x$ y$ z$
subseq           sequence  (v$ (list INIT 2 3)) | (subseq (l :v$ v$) (l :b$ 0) (l :e$ 2)) | (rplaca v$ OTHER) | v$
char             character (v$ (copy-seq "abc")) | (char (l :v$ v$) (l :i$ 1)) | (setf (aref v$ 1) OTHER) | v$
bit              bit       (v$ (copy-seq #*010)) | (bit (l :v$ v$) (l :i$ 1)) | (setf (aref v$ 1) OTHER) | v$
sbit-2           bit       (v$ (make-array '(2 2) :element-type 'bit :initial-element 1)) | (sbit (l :v$ v$) (l :i$ 1) (l :j$ 1)) | (setf (aref v$ 1 1) OTHER) | v$
`;

interface Operation {
  /**
   * `P` is the place, `CHANGE` the form that changes it, `NEW` a value for it; `P2`, `CHANGE2` and `NEW2` of
   * another.
   */
  form: string;
  /** The kinds of places it is for, and what a place of any kind holds for it; all kinds by default. */
  kinds?: readonly Kind[];
}

const NUMBERS: readonly Kind[] = ["number", "any"];
const LISTS: readonly Kind[] = ["list", "any"];
const PLISTS: readonly Kind[] = ["plist", "any"];

const OPERATIONS: Readonly<Record<string, Operation>> = {
  setf: { form: "(setf P (progn (l :new CHANGE) NEW))" },
  "setf of values": { form: "(setf P (values (l :new NEW) (l :more 5)))" },
  "setf of values, inside": { form: "(let (y) (setf (values y P) (values (l :y 1) (l :new NEW) 3)))" },
  psetf: { form: "(let ((y 1)) (psetf y (l :y 2) P (progn (l :new CHANGE) NEW)) (l y 0))" },
  shiftf: { form: "(shiftf P (progn (l :new CHANGE) NEW))" },
  rotatef: { form: "(rotatef P)" },
  incf: { form: "(incf P (progn (l :delta CHANGE) 5))", kinds: NUMBERS },
  "incf by one": { form: "(incf P)", kinds: NUMBERS },
  decf: { form: "(decf P (progn (l :delta CHANGE) 5))", kinds: NUMBERS },
  "decf by a variable": { form: "(let ((d 1)) (decf P d))", kinds: NUMBERS },
  "modify macro": { form: "(add P (progn (l :a CHANGE) 5))", kinds: NUMBERS },
  "modify macro of rest": { form: "(collect P (l :a 5) (l :b 6) (progn (l :c CHANGE) 8))", kinds: ["any"] },
  "append by a modify macro": { form: "(append-all P (l :a '(7)) (progn (l :b CHANGE) '(8)))", kinds: LISTS },
  push: { form: "(push (progn (l :item CHANGE) 5) P)", kinds: LISTS },
  pushnew: {
    form: "(pushnew (l :item 2) P :test (progn (l :test CHANGE) #'eql) :key (l :key nil))",
    kinds: LISTS,
  },
  pop: { form: "(pop P)", kinds: LISTS },
  remf: { form: "(remf P (progn (l :indicator CHANGE) :b))", kinds: PLISTS },
  "macro of a program": { form: "(modify P (progn (l :f CHANGE) (constantly NEW)) (l :a 1))" },
  "rotatef of two": { form: "(rotatef P P2)" },
  "shiftf of two": { form: "(shiftf P P2 (l :new NEW2))" },
  "psetf of two": { form: "(psetf P (progn (l :a CHANGE2) NEW) P2 (progn (l :b CHANGE) NEW2))" },
};

const places: readonly (readonly [name: string, place: Place])[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [, name = "", kind = "", rest = ""] = /^(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const [bindings = "", place = "", change = "", state = ""] = rest.split(" | ");
    return [name, { kind: kind as Kind, bindings, place, change, state }];
  });

/** A place of the table with its values and its number filled in. */
function filled(
  { kind, ...texts }: Place,
  number: number,
  wanted: Kind,
): Omit<Place, "kind"> & { value: string } {
  const [init, other, value] = VALUES[kind === "any" ? wanted : kind];
  const fill = (text: string): string =>
    text.replaceAll("$", String(number)).replaceAll("INIT", init).replaceAll("OTHER", other);
  const { bindings, place, change, state } = texts;
  return { bindings: fill(bindings), place: fill(place), change: fill(change), state: fill(state), value };
}

function formOf(operation: Operation, index: number): string | null {
  const [, first] = places[index] as (typeof places)[number];
  const { form, kinds } = operation;
  if (kinds !== undefined && !kinds.includes(first.kind)) return null;
  const second = form.includes("P2") ? partner(index) : null;
  if (form.includes("P2") && second === null) return null;
  const a = filled(first, 1, kinds?.[0] ?? "any");
  const b = second === null ? null : filled(second, 2, "any");
  const texts: Record<string, string> = {
    P: a.place,
    CHANGE: a.change,
    NEW: a.value,
    P2: b?.place ?? "",
    CHANGE2: b?.change ?? "",
    NEW2: b?.value ?? "",
  };
  const body = form.replace(/\b(?:P2?|CHANGE2?|NEW2?)\b/g, (name) => texts[name] ?? name);
  return `(effects (${a.bindings} ${b?.bindings ?? ""}) ${body} ${a.state} ${b?.state ?? ""})`;
}

/**
 * The next place of the table that can hold what the one at `index` holds, and shares no variable with it.
 */
function partner(index: number): Place | null {
  const [, { kind, bindings }] = places[index] as (typeof places)[number];
  if (kind !== "any" && kind !== "number") return null;
  for (let i = 1; i < places.length; i++) {
    const [, other] = places[(index + i) % places.length] as (typeof places)[number];
    const shared = ["*special*", "*cell*"].some(
      (name) => bindings.includes(name) && other.bindings.includes(name),
    );
    if ((other.kind === "any" || other.kind === "number") && !shared) return other;
  }
  return null;
}

/** The forms of each operation, by the names of operation and place. */
export function allForms(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => {
      const forms = places.map(([place], i) => [place, formOf(operation, i)] as const);
      return [name, Object.fromEntries(forms.filter(([, form]) => form !== null))];
    }),
  ) as Record<string, Record<string, string>>;
}
