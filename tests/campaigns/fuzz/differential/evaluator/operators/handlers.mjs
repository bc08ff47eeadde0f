/** Operators that establish handlers and restarts. */
import { items, NIL, Restart } from "../data.mjs";
import { Exit, Point } from "../frames.mjs";
import { makeFunction } from "../functions.mjs";
import { until } from "./exits.mjs";

/** The result of `run`, called while the handlers are active. */
function handling(lisp, entries, run) {
  const outside = lisp.handlers;
  lisp.handlers = { entries, outside };
  try {
    return run();
  } finally {
    lisp.handlers = outside;
  }
}

function handlerBind(lisp, [bindings, ...forms], env) {
  const entries = items(bindings).map((binding) => {
    const [type, handlerForm] = items(binding);
    const handler = lisp.one(handlerForm, env);
    return { type, handle: (condition) => lisp.call(handler, [condition]) };
  });
  return handling(lisp, entries, () => lisp.progn(forms, env));
}

function handlerCase(lisp, [form, ...clauses], env) {
  const point = new Point();
  const parsed = clauses.map((clause) => items(clause));
  const noError = parsed.find(([type]) => type.name === ":NO-ERROR");
  const entries = parsed
    .filter((clause) => clause !== noError)
    .map(([type, parameters, ...body]) => ({
      type,
      handle(condition) {
        throw new Exit(point, { condition, parameters, body });
      },
    }));
  let isHandled = false;
  const values = until(
    point,
    () => handling(lisp, entries, () => lisp.evaluate(form, env)),
    ({ condition, parameters, body }) => {
      isHandled = true;
      lisp.cover("condition that is handled");
      const clause = makeFunction(lisp, null, parameters, body, env);
      return lisp.call(clause, parameters === NIL ? [] : [condition]);
    },
  );
  if (isHandled || noError === undefined) return values;
  const [, parameters, ...body] = noError;
  return lisp.call(makeFunction(lisp, null, parameters, body, env), values);
}

/**
 * The result of `run`, called while the restarts are active. Each is a name and a function of its arguments.
 */
export function restarting(lisp, named, run) {
  const outside = lisp.restarts;
  const point = new Point();
  const leave = (take) => (args) => {
    throw new Exit(point, { take, args });
  };
  lisp.restarts = { restarts: named.map(([name, take]) => new Restart(name, leave(take))), outside };
  return until(
    point,
    () => {
      try {
        return run();
      } finally {
        lisp.restarts = outside;
      }
    },
    ({ take, args }) => take(args),
  );
}

function restartCase(lisp, [form, ...clauses], env) {
  const named = clauses.map((clause) => {
    const [name, parameters, ...body] = items(clause);
    const taken = makeFunction(lisp, null, parameters, body, env);
    return [name, (args) => lisp.call(taken, args)];
  });
  return restarting(lisp, named, () => lisp.evaluate(form, env));
}

export const handlers = {
  "HANDLER-BIND": handlerBind,
  "HANDLER-CASE": handlerCase,
  "RESTART-CASE": restartCase,
};
