/**
 * Stock JSCL as npm ships it, as something that runs and times Lisp: `{ kind, … }` in; the milliseconds, or
 * why there are none, out.
 */
export function stockTasks(jscl) {
  const { packages, internals } = jscl;

  // Calls its function instead of evaluating a call, which in stock costs more than many a program.
  const call = (pkg, name, ...args) => packages[pkg].symbols[name].fvalue(internals.pv, ...args);

  function loadFile(text) {
    const stream = call("COMMON-LISP", "MAKE-STRING-INPUT-STREAM", internals.make_lisp_string(text));
    for (;;) {
      const form = call("COMMON-LISP", "READ", stream, packages["COMMON-LISP"].symbols.NIL, stream);
      if (form === stream) return;
      call("COMMON-LISP", "EVAL", form);
    }
  }

  const tasks = {
    load: ({ text }) => loadFile(text),
    run: ({ name, times }) => call("COMMON-LISP-USER", name, times),
    evaluate: ({ text }) => jscl.evaluateString(text),
    // What it answers is not compared: it is not what is measured.
    value: () => {},
  };

  /** An exception of stock JSCL: a JavaScript error, or an exit that carries a condition. */
  function problemOf(error) {
    if (error instanceof Error) return error.message;
    try {
      const text = call("COMMON-LISP", "PRINC-TO-STRING", error.values ?? error);
      return internals.xstring(text);
    } catch {
      return "a Lisp error";
    }
  }

  return (task) => {
    const start = performance.now();
    try {
      tasks[task.kind](task);
      return { ms: performance.now() - start };
    } catch (error) {
      return { problem: problemOf(error) };
    }
  };
}
