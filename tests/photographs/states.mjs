/** The states of the playground that are photographed, in an order in which each begins where one ended. */

const ERROR =
  "(defun average (list)\n  (/ (reduce #'+ list) (length list)))\n\n(average '(1 2 3))\n(average '())\n";
/** Definitions that do not compile, and a warning with a hint. */
const CAUGHT = `(defun larger (a b)
  (if (> a b)
      a
      b
      :neither))

(defun first-even (numbers)
  (dolist (n numbers)
    (when (evenp n)
      (return-from even n))))

(defun total (amounts)
  (reduce #'+ amuonts))`;
/** An error that there are restarts for: the program waits there. */
const HELD = "(defun area (radius)\n  (* pi radius radius))\n\n(area 2)\n(area width)\n";
/** Calls that keep their variables. */
const CALLS = `(declaim (optimize (debug 2)))
(defvar *rate* 1)
(defun price (pounds)
  (let ((pence (* pounds 100)) (*rate* 3))
    (list pence (tax pence))))
(list :paid (price 4))`;
const VALUES = [
  "(defun square (x)",
  "  (* x x))",
  "",
  "(mapcar #'square '(1 2 3))",
  '(format t "To standard output.~%")',
  '(warn "Something is odd.")',
  '(values 1/3 #c(1 2) "a string" #\\a)',
].join("\n");

const FILES = `(dolist (path '("/data/notes.txt" "/data/deep/more.txt" "/average.lisp"))
  (with-open-file (s path :direction :output :if-exists :supersede)
    (format s "(defun average (list)~%  (/ (reduce #'+ list) (length list)))~%")))`;

/** Values that are opened: the last one is drawn. */
const OBJECTS = [
  "(defclass shape () ((name :initarg :name :reader shape-name)))",
  "(defclass disc (shape) ((radius :initarg :radius :accessor disc-radius)))",
  "(defclass square (shape) ((side :reader square-side)))",
  '(list 1 (make-instance \'disc :name "Moon" :radius 1737) "text")',
  "(find-class 'shape)",
].join("\n");

/** A program that reads a line, where the browser lets it wait. */
const READS = '(format t "What is your name?~%")\n(format t "Hello, ~a." (read-line))';

/** What a recording has: calls, variables and a condition that is handled. */
const RECORDED = `(defun noted (x)
  (let ((y (* x 2)))
    (setq y (1+ y))
    (handler-case (error "No.") (error () y))))`;

/** Runs the text; the button stops what still runs. */
async function run(desk, text) {
  await desk.paste("#editor .cm-content", text);
  await desk.wait("#run:not(.stop)");
  await desk.click("#run");
}

/** Runs the text, and waits for its entry. */
async function evaluate(desk, text, state) {
  await run(desk, text);
  await desk.wait(`#transcript > .entry:last-child[data-state="${state}"]`);
}

const openMenu = (selector) => async (desk) => {
  await desk.click(`${selector} > button`);
  await desk.wait(`${selector} [role="menu"]:not([hidden])`);
};

const escape = (desk) => desk.press("Escape");

/** Each with what leads to it, and what leads away from it. */
export const STATES = [
  { name: "start", enter: async () => {} },
  { name: "values", enter: (desk) => evaluate(desk, VALUES, "ok") },
  { name: "compile-errors", enter: (desk) => evaluate(desk, CAUGHT, "ok") },
  { name: "held", enter: (desk) => evaluate(desk, HELD, "held") },
  {
    name: "frames",
    enter: async (desk) => {
      await evaluate(desk, CALLS, "held");
      // The entry before it waits as well.
      await desk.wait(".entry:last-child .frames li:nth-child(2)");
      await desk.click(".entry:last-child .frames li:nth-child(2) .frame-unfold");
      await desk.wait(".entry:last-child .variables");
      await desk.click(".entry:last-child .frame-line input");
      await desk.type("(list pence pounds)");
      await desk.press("Enter");
      await desk.wait(".entry:last-child .frame-result");
    },
  },
  {
    name: "frame-error",
    enter: async (desk) => {
      await desk.click(".entry:last-child .frame-line input");
      await desk.type("(car pence)");
      await desk.press("Enter");
      await desk.wait(".entry:last-child .frame-result-error pre");
    },
  },
  {
    name: "levels",
    enter: async (desk) => {
      await desk.paste("#repl-input .cm-content", "(car nowhere)");
      await desk.press("Control", "Enter");
      await desk.wait('.entry[data-state="held"] + .entry:last-child[data-state="held"]');
    },
    leave: async (desk) => {
      await desk.press("Control", ".");
      await desk.wait('#transcript > .entry:last-child:not([data-state="held"], [data-state="running"])');
      await desk.wait("#run:not(.stop)");
    },
  },
  {
    name: "error",
    enter: async (desk) => {
      await desk.press("Control", ".");
      await desk.wait("#transcript:not(:has([data-state='held']))");
      await evaluate(desk, ERROR, "held");
      await desk.press("Control", ".");
      await desk.wait('#transcript > .entry:last-child[data-state="error"]');
    },
  },
  {
    name: "inspector",
    enter: async (desk) => {
      await evaluate(desk, OBJECTS, "ok");
      for (const row of [".row-form", ".row-value"]) {
        await desk.click(`.entry:last-child ${row} pre + .disclose`);
        await desk.wait(`.entry:last-child ${row} .level`);
      }
      await desk.click(".entry:last-child .row-value .level-head [aria-pressed]");
      await desk.wait(".entry:last-child .class-diagram");
    },
  },
  {
    name: "input",
    enter: async (desk) => {
      await run(desk, READS);
      await desk.wait('#transcript > .entry:last-child:is([data-state="held"], [data-state="error"])');
    },
    leave: async (desk) => {
      await desk.press("Control", ".");
      await desk.wait('#transcript > .entry:last-child:not([data-state="held"], [data-state="running"])');
      await desk.wait("#run:not(.stop)");
    },
  },
  {
    name: "agent",
    enter: async (desk) => {
      await desk.evaluateAsAgent(VALUES);
      await desk.wait('#transcript > .entry-of-other[data-state="ok"]');
      await desk.evaluateAsAgent('(princ "At work.") (loop)');
      await desk.wait('#transcript > .entry-of-other[data-state="running"]');
      await desk.wait("#run.stop");
    },
    leave: async (desk) => {
      await desk.click("#run");
      await desk.wait("#run:not(.stop)");
    },
  },
  {
    name: "recording",
    enter: async (desk) => {
      await evaluate(desk, RECORDED, "ok");
      await desk.paste("#repl-input .cm-content", ",record (noted 2)");
      await desk.press("Control", "Enter");
      await desk.wait(".entry:last-child .recording-summary");
      await desk.click(".entry:last-child .recording-summary + button");
      await desk.wait(".entry:last-child .timeline:not([hidden]) .timeline-event");
    },
  },
  { name: "menu-programs", enter: openMenu("#programs"), leave: escape },
  { name: "menu-sessions", enter: openMenu("#sessions"), leave: escape },
  { name: "menu-share", enter: openMenu("#share"), leave: escape },
  {
    name: "find",
    enter: async (desk) => {
      await desk.click("#editor .cm-content");
      await desk.press("Control", "f");
      await desk.wait(".cm-search");
      await desk.type("list");
    },
    leave: escape,
  },
  {
    name: "suggestions",
    enter: async (desk) => {
      await desk.paste("#editor .cm-content", "(multiple-v");
      await desk.press("Control", " ");
      await desk.wait(".cm-tooltip-autocomplete li[aria-selected]");
    },
    leave: escape,
  },
  {
    name: "selection",
    enter: async (desk) => {
      await desk.paste("#editor .cm-content", VALUES);
      await desk.press("Control", "a");
    },
  },
  {
    name: "keys",
    enter: async (desk) => {
      await desk.press("F1");
      await desk.wait("dialog.keys[open]");
    },
    leave: escape,
  },
  {
    name: "limits",
    enter: async (desk) => {
      await desk.click("#limits-open");
      await desk.wait("#limits[open]");
    },
    leave: escape,
  },
  {
    name: "traffic",
    enter: async (desk) => {
      await desk.click("#traffic-toggle");
      await desk.wait("#traffic:not([hidden]) li");
    },
  },
  {
    name: "message",
    enter: async (desk) => {
      await desk.click("#traffic li:last-child .message summary");
      await desk.wait("#traffic .message[open] .json-string");
    },
    leave: (desk) => desk.click("#traffic-close"),
  },
  {
    name: "files",
    enter: async (desk) => {
      await evaluate(desk, FILES, "ok");
      await desk.click("#files-toggle");
      await desk.wait("#files:not([hidden]) [data-path='/data/']");
      await desk.click("[data-path='/data/']");
      await desk.wait("[data-path='/data/notes.txt']");
    },
    leave: escape,
  },
  {
    name: "file-open",
    enter: async (desk) => {
      await desk.click("#files-toggle");
      await desk.wait("#files:not([hidden]) [data-path='/average.lisp']");
      await desk.click("[data-path='/average.lisp']");
      await desk.press("Enter");
      await desk.wait(".file-bar:not([hidden])");
      await desk.type("; not saved\n");
      await desk.wait(".file-bar[data-state='changed']");
    },
    leave: async (desk) => {
      await desk.click(".file-deeds button:last-child");
      await desk.click("#files-toggle");
    },
  },
  {
    name: "tutorial",
    enter: async (desk) => {
      await openMenu("#programs")(desk);
      await desk.choose("Examples");
      await desk.choose("Tutorial");
      await desk.wait("#tutorial:not([hidden])");
    },
  },
];
