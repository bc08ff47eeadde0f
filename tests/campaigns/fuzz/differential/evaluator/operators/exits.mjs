/** Operators that leave what is being evaluated, and those that are left. */
import { LispSymbol, Malformed, NIL } from "../data.mjs";
import { Exit, Frame, find, Point, Unhandled } from "../frames.mjs";

export function block(lisp, name, forms, env) {
  return until(new Point(), (point) => lisp.progn(forms, new Frame("block", name, point, env)));
}

/** The result of `run`, or the values of an exit to the point. */
export function until(point, run, arrive = (payload) => payload) {
  let payload;
  try {
    return run(point);
  } catch (e) {
    if (!(e instanceof Exit) || e.point !== point) throw e;
    payload = e.payload;
  } finally {
    point.isLive = false;
  }
  return arrive(payload);
}

/** Whether a form is a tag. */
const isTag = (form) => form instanceof LispSymbol || typeof form === "bigint";

function tagbody(lisp, statements, env) {
  const point = new Point();
  let inner = env;
  for (const [index, form] of statements.entries())
    if (isTag(form)) inner = new Frame("tag", form, { point, index }, inner);
  try {
    for (point.at = 0; point.at < statements.length; point.at++) {
      const form = statements[point.at];
      if (isTag(form)) continue;
      try {
        lisp.evaluate(form, inner);
      } catch (e) {
        if (!(e instanceof Exit) || e.point !== point) throw e;
        point.at = e.payload;
      }
    }
    return [NIL];
  } finally {
    point.isLive = false;
  }
}

function go(lisp, [tag], env) {
  const found = find(env, "tag", tag);
  if (found === null) throw new Malformed("a tag");
  const { point, index } = found.meaning;
  if (!point.isLive) return lisp.error("CONTROL-ERROR");
  lisp.cover(index > point.at ? "GO forward" : "GO backward");
  if (found.isOutside) lisp.cover("GO out of a closure");
  throw new Exit(point, index);
}

function returnFrom(lisp, [name, form = NIL], env) {
  const found = find(env, "block", name);
  if (found === null) throw new Malformed("a block");
  const values = lisp.evaluate(form, env);
  if (!found.meaning.isLive) {
    lisp.cover("RETURN-FROM to a block that has ended");
    return lisp.error("CONTROL-ERROR");
  }
  if (found.isOutside) lisp.cover("RETURN-FROM out of a closure");
  throw new Exit(found.meaning, values);
}

function catchTag(lisp, [tagForm, ...forms], env) {
  const outside = lisp.catches;
  const tag = lisp.one(tagForm, env);
  return until(new Point(), (point) => {
    lisp.catches = { tag, point, outside };
    try {
      return lisp.progn(forms, env);
    } finally {
      lisp.catches = outside;
    }
  });
}

function throwTag(lisp, [tagForm, form], env) {
  const tag = lisp.one(tagForm, env);
  const values = lisp.evaluate(form, env);
  for (let active = lisp.catches; active !== null; active = active.outside)
    if (active.tag === tag) throw new Exit(active.point, values);
  lisp.cover("THROW to no tag");
  return lisp.error("CONTROL-ERROR");
}

function unwindProtect(lisp, [form, ...cleanup], env) {
  let values;
  try {
    values = lisp.evaluate(form, env);
  } catch (e) {
    if (e instanceof Exit || e instanceof Unhandled) {
      lisp.cover("exit through UNWIND-PROTECT");
      lisp.progn(cleanup, env);
    }
    throw e;
  }
  lisp.progn(cleanup, env);
  return values;
}

export const exits = {
  BLOCK: (lisp, [name, ...forms], env) => block(lisp, name, forms, env),
  "RETURN-FROM": returnFrom,
  TAGBODY: tagbody,
  GO: go,
  CATCH: catchTag,
  THROW: throwTag,
  "UNWIND-PROTECT": unwindProtect,
};
