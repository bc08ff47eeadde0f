/** Compiled code of systems between visits: what an image finds kept, and what decides that it is used. */
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bundleText, INDEX_FILE, indexText } from "../../jscl-bridge/systems/format.js";
import { bootImage, compileSystems } from "./engine.js";
import { bootEvaluator, type Evaluator, loadParts, saidOf, valuesOf } from "./image.js";

type Projects = Record<string, Record<string, string>>;

const PROJECTS: Projects = {
  base: {
    "base.asd": '(defsystem "base" :components ((:file "macros") (:file "base" :depends-on ("macros"))))',
    "macros.lisp": "(defmacro twice (x) `(* 2 ,x))",
    "base.lisp":
      '(pushnew :base *features*) (declaim (optimize (debug 3))) (defun eight () (twice 4)) (defun quoted () \'#1=(a #1# "é\ud834\udd1e"))',
  },
  upper: {
    "upper.asd": '(defsystem "upper" :depends-on ("base") :components ((:file "upper")))',
    "upper.lisp": "(defun sixteen () (twice (eight))) #+own-feature (defun own () t)",
  },
  broken: {
    "broken.asd": '(defsystem "broken" :components ((:file "fine") (:file "broken")))',
    "fine.lisp": "(defun fine () 1)",
    "broken.lisp": '(error "No way.")',
  },
};

const DEPENDS_ON: Record<string, string[]> = { base: [], upper: ["base"], broken: [] };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The files of an index of these projects. */
function filesOf(projects: Projects): ReadonlyMap<string, string> {
  const files = new Map(
    Object.entries(projects).map(([name, texts]) => [
      `${name}.json`,
      bundleText(new Map(Object.entries(texts))),
    ]),
  );
  const indexed = [...files].map(([bundle, text]) => {
    const name = bundle.replace(".json", "");
    return { name, bundle, sha256: hashOf(text), length: text.length };
  });
  const systems = indexed.map(({ name }) => ({
    ...{ name, project: name, file: `${name}.asd` },
    dependsOn: DEPENDS_ON[name] ?? [],
  }));
  const byName = <T extends { name: string }>(all: readonly T[]) => new Map(all.map((x) => [x.name, x]));
  files.set(INDEX_FILE, indexText({ projects: byName(indexed), systems: byName(systems) }));
  return files;
}

const textIn = (files: ReadonlyMap<string, string>) => (name: string) => {
  const text = files.get(name);
  if (text === undefined) throw new Error(`there is no ${name}`);
  return text;
};

/** What the host keeps; tests change it. */
const shelf = new Map<string, string>();
const kept = { read: (key: string) => shelf.get(key) ?? null };
let wanted: string[] = [];
let whole: ReadonlyMap<string, string>;

/** Keeps what an image makes of these systems that runs no program. */
async function compile(names: readonly string[], projects = PROJECTS): Promise<void> {
  const parts = { ...(await loadParts()), systems: textIn(filesOf(projects)), kept, isCompiler: true };
  const notes: string[] = [];
  compileSystems(
    bootImage(parts, () => {}),
    names,
    (note) => {
      notes.push(note.kind);
      if (note.kind === "compiled-code") shelf.set(note.key, note.text);
    },
  );
  expect(notes.at(-1)).toBe("compiled-all");
}

const run = (evaluate: Evaluator, code: string) => evaluate(code, { deadlineMs: 60_000 });

/** An image of a program, after some code and ASDF. */
async function visit(before = "", projects = PROJECTS): Promise<Evaluator> {
  wanted = [];
  const onWants = (names: readonly string[]) => void wanted.push(...names);
  const evaluate = await bootEvaluator({ systems: textIn(filesOf(projects)), kept, onWants });
  expect(valuesOf(run(evaluate, `(require :asdf) ${before} t`)).at(-1)).toBe("T");
  return evaluate;
}

const FASLS = "(mapcar #'pathname-name (remove 0 (directory \"/.cache/**/*.fasl\") :key #'file-write-date))";

/** What a system's function answers when it is loaded, and the files that were compiled for that. */
async function loaded(before = "", projects = PROJECTS) {
  const evaluate = await visit(before, projects);
  const [said] = valuesOf(run(evaluate, `(jscl-mcp:load-systems "upper") (cons (sixteen) ${FASLS})`));
  return { said, wanted };
}

const NOTHING = { said: "(16)", wanted: [] };
const EVERYTHING = { said: '(16 "base" "macros" "upper")', wanted: ["base", "upper"] };
const ALL_WITH = (value: number) => ({ ...EVERYTHING, said: `(${value} "base" "macros" "upper")` });

beforeAll(async () => {
  await compile(["base", "upper"]);
  whole = new Map(shelf);
});
beforeEach(() => {
  shelf.clear();
  for (const [key, text] of whole) shelf.set(key, text);
});

test("what was compiled in one visit is loaded in the next, objects and features and all", async () => {
  expect(whole.size).toBe(2);
  expect(await loaded()).toEqual(NOTHING);
  const evaluate = await visit();
  const code = '(asdf:load-system "upper") (let ((x (quoted))) (list (eq x (second x)) (third x)))';
  expect(valuesOf(run(evaluate, code)).at(-1)).toBe('(T "é𝄞")');
  // What a system adds and proclaims is no program's doing: the next one is as it was kept.
  expect(valuesOf(run(evaluate, "(find :base *features*)"))).toEqual([":BASE"]);
  const one = await visit('(asdf:load-system "base")');
  expect(valuesOf(run(one, `(asdf:load-system "upper") (cons (sixteen) ${FASLS})`))).toEqual(["(16)"]);
});

test("with nothing kept an image says what it compiled, dependencies first, and compiles no less", async () => {
  shelf.clear();
  expect(await loaded()).toEqual(EVERYTHING);
  await compile(wanted);
  expect([...shelf.keys()].sort()).toEqual([...whole.keys()].sort());
  expect(await loaded()).toEqual(NOTHING);
});

test("of a system that is kept without those that it needs, all is compiled again", async () => {
  const [base] = whole.keys();
  shelf.delete(base as string);
  expect(await loaded()).toEqual(EVERYTHING);
});

test("a program decides nothing of what is kept: macros, functions, readers that it has changed", async () => {
  shelf.clear();
  const changes =
    "(defmacro twice (x) `(* 100 ,x)) (setq *read-base* 8) (set-macro-character #\\! (lambda (s c) s c 1))";
  const evaluate = await visit(changes);
  run(evaluate, '(jscl-mcp:load-systems "upper")');
  await compile(wanted);
  expect(new Map(shelf)).toEqual(whole);
  expect(await loaded()).toEqual(NOTHING);
});

test("another bundle of a system, or of one that it needs, makes what is kept useless", async () => {
  const changed = (project: string, file: string, from: string, to: string): Projects => {
    const text = PROJECTS[project]?.[file]?.replace(from, to) as string;
    return { ...PROJECTS, [project]: { ...PROJECTS[project], [file]: text } };
  };
  const otherBase = changed("base", "macros.lisp", "* 2", "* 3");
  expect(await loaded("", otherBase)).toEqual(ALL_WITH(36));
  await compile(["base", "upper"], otherBase);
  expect(await loaded("", otherBase)).toEqual({ said: "(36)", wanted: [] });
  const otherUpper = changed("upper", "upper.lisp", "(twice (eight))", "(+ 1 (eight))");
  shelf.clear();
  for (const [key, text] of whole) shelf.set(key, text);
  expect(await loaded("", otherUpper)).toEqual({ said: '(9 "upper")', wanted: ["upper"] });
});

test("features that a program adds or takes away, and frames that keep their variables, count", async () => {
  expect(await loaded("(push :own-feature *features*)")).toEqual(EVERYTHING);
  expect(await loaded("(setq *features* (remove :jscl *features*))")).toEqual(EVERYTHING);
  expect(await loaded("(declaim (optimize (debug 3)))")).toEqual(EVERYTHING);
  expect(await loaded("(push :own-feature *features*) (pop *features*)")).toEqual(NOTHING);
});

test("an entry that is damaged is none", async () => {
  const damages: ((text: string) => string)[] = [
    () => "",
    () => "{}\n{}\n",
    (text) => text.slice(0, text.length / 2),
    (text) => text.replace("SIXTEEN", "EIGHTEEN").replace("EIGHT", "SIX"),
    (text) => `${"0".repeat(64)}${text.slice(64)}`,
  ];
  for (const damage of damages) {
    for (const [key, text] of whole) shelf.set(key, damage(text));
    expect(await loaded(), String(damage)).toEqual(EVERYTHING);
  }
  const [base, upper] = [...whole.keys()] as [string, string];
  shelf.set(upper, "");
  shelf.set(base, "");
  await compile(["base", "upper"]);
  expect(new Map(shelf)).toEqual(whole);
});

test("a source that a program has put there or changed is compiled, and all that depends on it", async () => {
  const write = (path: string, text: string) =>
    `(ensure-directories-exist ${path}) (with-open-file (s ${path} :direction :output :if-exists :supersede) (write-string ${JSON.stringify(text)} s))`;
  const own = write('"/systems/base/macros.lisp"', "(defmacro twice (x) `(* 5 ,x))");
  expect(await loaded(own)).toEqual({ said: ALL_WITH(100).said, wanted: [] });
  const evaluate = await visit();
  const code = `(jscl-mcp:load-systems "upper") ${own} (asdf:clear-system "base") (asdf:clear-system "upper") (jscl-mcp:load-systems "upper") (sixteen)`;
  expect(valuesOf(run(evaluate, code)).at(-1)).toBe("100");
  const session = `${write('"/home/base.asd"', '(defsystem "base" :components ((:file "own")))')} ${write('"/home/own.lisp"', "(defmacro twice (x) `(* 7 ,x)) (defun eight () 1)")}`;
  expect(await loaded(session)).toMatchObject({ said: '(7 "own" "upper")' });
});

test("a file that a program puts in the place of a kept one is the program's, and is refused by its seal", async () => {
  const find = `(first (directory "/.cache/**/upper.fasl"))`;
  const first = await visit('(jscl-mcp:load-systems "upper")');
  const path = valuesOf(run(first, `(namestring ${find})`))[0] as string;
  const text = valuesOf(
    run(
      first,
      `(with-open-file (s ${path}) (let ((x (make-string (file-length s)))) (subseq x 0 (read-sequence x s))))`,
    ),
  )[0] as string;
  // Sealed by another image.
  const write = `(ensure-directories-exist ${path}) (with-open-file (s ${path} :direction :output) (write-string ${text} s))`;
  const second = await visit(write);
  expect(saidOf(run(second, `(load ${path})`))).toContain("INVALID-FASL");
  expect(saidOf(run(second, '(jscl-mcp:load-systems "upper")'))).toContain("INVALID-FASL");
});

test("nothing is kept of a system that cannot be loaded, and it is not asked for", async () => {
  const evaluate = await visit();
  expect(saidOf(run(evaluate, '(jscl-mcp:load-systems "broken")'))).toContain("No way.");
  expect(wanted).toEqual([]);
  shelf.clear();
  await compile(["broken", "no-such-system", '"', "base"]);
  expect(shelf.size).toBe(1);
});

test("without a shelf a source has the time when it came, and nothing is asked for", async () => {
  const evaluate = await bootEvaluator({ systems: textIn(filesOf(PROJECTS)) });
  const code =
    '(require :asdf) (jscl-mcp:load-systems "base") (plusp (file-write-date "/systems/base/base.lisp"))';
  expect(valuesOf(run(evaluate, code)).at(-1)).toBe("T");
});
