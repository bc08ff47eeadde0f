import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  bundleText,
  FORMAT,
  INDEX_FILE,
  type IndexedSystem,
  indexText,
} from "../../jscl-bridge/systems/format.js";
import { answerOf, bootEvaluator, type Evaluator, saidOf, valuesOf } from "./image.js";

/** What the host has for the image: files by their names. Tests put others in their place. */
const served = new Map<string, string>();
const asked: string[] = [];
let evaluate: Evaluator;

const LIMIT_MS = 60_000;
const run = (code: string, more = {}) => evaluate(code, { deadlineMs: LIMIT_MS, ...more });
const load = (...names: string[]) =>
  run(`(jscl-mcp:load-systems ${names.map((name) => JSON.stringify(name)).join(" ")})`);

const PROJECTS: Record<string, Record<string, string>> = {
  base: {
    "base.asd":
      '(defsystem "base" :components ((:file "src/base")))(defsystem "base/more" :depends-on ("base"))',
    "src/base.lisp":
      "(defpackage :base (:use :cl) (:export #:twice #:*loads*)) (in-package :base) (defvar *loads* 0) (incf *loads*) (defun twice (x) (* 2 x))",
  },
  upper: {
    "upper.asd": '(defsystem "upper" :depends-on ("base") :components ((:file "upper")))',
    "upper.lisp":
      "(defpackage :upper (:use :cl :base) (:export #:four)) (in-package :upper) (defun four () (twice 2)) (defun unused (x) (undefined-here))",
  },
  broken: {
    "broken.asd": '(defsystem "broken" :components ((:file "broken")))',
    "broken.lisp": '(defun before () 1)\n(error "No way.")',
  },
  torn: { "torn.asd": '(defsystem "torn" :depends-on ("base") :components ((:file "torn")))' },
  circle: {
    "one.asd": '(defsystem "one" :depends-on ("other"))',
    "other.asd": '(defsystem "other" :depends-on ("one"))',
  },
};

const system = (name: string, project: string, ...dependsOn: string[]): IndexedSystem => ({
  name,
  project,
  file: `${name.split("/")[0]}.asd`,
  dependsOn,
});

const SYSTEMS = [
  system("base", "base"),
  system("base/more", "base", "base"),
  system("upper", "upper", "base"),
  system("broken", "broken"),
  system("torn", "torn", "base"),
  system("one", "circle", "other"),
  system("other", "circle", "one"),
];

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Serves the projects, and an index in which `change` may have changed something. */
function serve(change: (index: { projects: object[]; systems: object[] }) => void = () => {}): void {
  served.clear();
  asked.length = 0;
  const projects = new Map(
    Object.entries(PROJECTS).map(([name, files]) => {
      const text = bundleText(new Map(Object.entries(files)));
      served.set(`${name}.json`, text);
      return [name, { name, bundle: `${name}.json`, sha256: hashOf(text), length: text.length }];
    }),
  );
  const systems = new Map(SYSTEMS.map((each) => [each.name, each]));
  const index = JSON.parse(indexText({ projects, systems }));
  change(index);
  served.set(INDEX_FILE, JSON.stringify(index));
}

async function boot(): Promise<void> {
  evaluate = await bootEvaluator({
    systems(name) {
      asked.push(name);
      const text = served.get(name);
      if (text === undefined) throw new Error(`the server answered 404 for ${name}`);
      return text;
    },
  });
  expect(answerOf(run('(require "asdf")'))).toContain("ASDF");
}

/** Whether the image may have taken another index than the usual one, or none. */
let isOther = true;

beforeEach(() => {
  isRefused = false;
  serve();
});

/** Writes a system into the session's own files. */
function writeMine(): void {
  const write = (path: string, text: string) =>
    run(
      `(ensure-directories-exist ${JSON.stringify(path)}) (with-open-file (s ${JSON.stringify(path)} :direction :output :if-exists :supersede) (write-string ${JSON.stringify(text)} s))`,
    );
  write("/home/mine/mine.asd", '(defsystem "mine" :components ((:file "mine")))');
  write("/home/mine/mine.lisp", "(defparameter cl-user::*mine* 7)");
}

describe("of the usual index", () => {
  beforeEach(async () => {
    if (isOther) await boot();
    isOther = false;
  });

  test("a system of the index is loaded after those that it depends on, and each file is fetched once", async () => {
    await boot();
    expect(valuesOf(load("upper"))).toEqual(['("upper")']);
    expect(valuesOf(run("(upper:four) base:*loads*"))).toEqual(["1"]);
    expect(asked).toEqual([INDEX_FILE, "base.json", "upper.json"]);
    expect(valuesOf(load("upper", "base/more"))).toEqual(['("upper" "base/more")']);
    expect(valuesOf(run('(asdf:load-system "base") base:*loads*'))).toEqual(["1"]);
    expect(asked).toHaveLength(3);
    expect(valuesOf(run('(probe-file "/systems/base/src/base.lisp")'))).toEqual([
      '#P"/systems/base/src/base.lisp"',
    ]);
  });

  test("what there is not is said with what is near it and what there is, and nothing is loaded then", () => {
    run("(fmakunbound 'cl-user::before)");
    const said = saidOf(load("broken", "uper"));
    expect(said).toContain('There is no system "uper". Near it: upper. There are base, broken,');
    expect(valuesOf(run("(fboundp 'cl-user::before)"))).toEqual(["NIL"]);
    expect(saidOf(run('(asdf:load-system "uper")'))).toContain("MISSING-COMPONENT");
    expect(saidOf(load(""))).toContain('There is no system "".');
    expect(valuesOf(load())).toEqual(["NIL"]);
    expect(saidOf(run("(jscl-mcp:load-systems 42)"))).toContain("42");
  });

  test("an error in a file of a system is reported as of any file, and warnings of its compilation are", () => {
    const { outcome } = load("broken");
    expect(outcome.condition?.type).toContain("SIMPLE-ERROR");
    expect(outcome.condition?.message).toBe("No way.");
    expect(valuesOf(run("(cl-user::before)"))).toEqual(["1"]);
    const again = run('(asdf:load-system "upper" :force t)').outcome;
    expect(again.warnings.map(({ message }) => message).join(" ")).toContain("UNDEFINED-HERE");
  });

  test("progress names the file that is compiled, and the answer is without ASDF's lines", () => {
    run('(asdf:clear-system "base") (mapc #\'delete-file (directory "/.cache/**/base.fasl"))');
    const { told, stdout } = run('(jscl-mcp:load-systems "base")', { tellForms: true });
    expect(stdout).toBe("");
    // Told only of what takes longer than anybody could see.
    for (const { file } of told) if (file !== null) expect(file.name).toMatch(/base\.(asd|lisp|fasl)$/);
  });

  test("a system of the session's own files is found wherever it lies, before one of the index", () => {
    writeMine();
    expect(valuesOf(load("mine"))).toEqual(['("mine")']);
    expect(valuesOf(run("cl-user::*mine*"))).toEqual(["7"]);
    expect(saidOf(load("mint"))).toContain("Near it: mine");
  });

  test("compiled files are not among the definitions that are given back to another image", () => {
    writeMine();
    const code =
      '(compile-file "/home/mine/mine.lisp" :output-file "/tmp/mine.fasl") (load "/tmp/mine.fasl")';
    const { outcome } = run(code);
    expect(outcome.condition).toBeNull();
    const names = outcome.definitions.flatMap((each) => each.names);
    expect(names).toContain("VARIABLE *MINE*");
    expect(names.filter((name) => name.startsWith("FILE"))).toEqual([]);
  });
});

/** Whether the image has not taken the last index, so that it asks for the next one. */
let isRefused = false;

/** What an image that keeps no index yet says about a system when it is served that. */
async function saidWhen(change: Parameters<typeof serve>[0], name = "upper", then = () => {}) {
  isOther = true;
  if (!isRefused) await boot();
  serve(change);
  then();
  const said = saidOf(load(name));
  isRefused = said.includes("The index of systems cannot be used");
  expect(valuesOf(run('(probe-file "/systems/upper/upper.lisp")')), said).toEqual(["NIL"]);
  expect(valuesOf(run("(+ 1 1)"))).toEqual(["2"]);
  return said;
}

type Index = { projects: Record<string, unknown>[]; systems: Record<string, unknown>[] };
const project = (index: object, name: string) =>
  (index as Index).projects.find((each) => each["name"] === name) as Record<string, unknown>;

/** What is wrong with bundles of one index: their texts, null for none, and what is then said of them. */
const DAMAGES: Record<string, { text: string | null; isIndexed: boolean; said: string }> = {
  other: {
    text: "{}",
    isIndexed: false,
    said: "other-bundle.json is not the bundle that the index names",
  },
  changed: {
    text: bundleText(new Map(Object.entries(PROJECTS["base"] ?? {}))).replace("(* 2 x)", "(* 3 x)"),
    isIndexed: false,
    said: "its hash is another",
  },
  missing: {
    text: null,
    isIndexed: false,
    said: 'System "needs-missing" cannot be loaded: the server answered 404 for missing-bundle.json.',
  },
  above: { text: '{"../up.lisp":"1"}', isIndexed: true, said: '"../up.lisp", leads out of its project' },
  rooted: { text: '{"/etc/x":"1"}', isIndexed: true, said: "leads out of its project" },
  number: { text: '{"a.lisp":1}', isIndexed: true, said: 'the file "a.lisp" is no string' },
  list: { text: "[]", isIndexed: true, said: "it is no object" },
  open: { text: "{", isIndexed: true, said: "it is no JSON" },
  without: {
    text: '{"base.asd~":"1"}',
    isIndexed: true,
    said: 'without-bundle.json has no file base.asd, which defines "in-without"',
  },
};

test("a bundle of another hash, a missing one or one that is none is refused, and nothing is put", async () => {
  isOther = true;
  await boot();
  serve((index) => {
    for (const [name, { text, isIndexed }] of Object.entries(DAMAGES)) {
      const bundle = `${name}-bundle.json`;
      const good = served.get("base.json") as string;
      const indexed = isIndexed && text !== null ? text : good;
      index.projects.push({ name, bundle, sha256: hashOf(indexed), length: indexed.length });
      index.systems.push(
        { name: `in-${name}`, project: name, file: "base.asd", dependsOn: [] },
        { name: `needs-${name}`, project: "upper", file: "upper.asd", dependsOn: [`in-${name}`] },
      );
      if (text !== null) served.set(bundle, text);
    }
  });
  for (const [name, { said }] of Object.entries(DAMAGES)) {
    expect(saidOf(load(`needs-${name}`))).toContain(said);
    for (const file of ["/systems/upper/upper.lisp", `/systems/${name}/base.asd`])
      expect(valuesOf(run(`(probe-file "${file}")`)), name).toEqual(["NIL"]);
    expect(valuesOf(run("(+ 1 1)"))).toEqual(["2"]);
  }
});

test("an index that is none, or names what cannot be, is refused with the reason", async () => {
  const text = (given: string) =>
    saidWhen(
      () => {},
      "upper",
      () => served.set(INDEX_FILE, given),
    );
  expect(await text("<html>")).toContain("The index of systems cannot be used: it is no JSON.");
  expect(await text("{}")).toContain('it has no "format"');
  expect(await text('{"format":"other","projects":[],"systems":[]}')).toContain(`not "${FORMAT}"`);
  expect(await saidWhen((index) => Object.assign(index, { more: 1 }))).toContain('a member "more"');
  expect(await saidWhen((index) => Object.assign(project(index, "base"), { bundle: "../b.json" }))).toContain(
    "leads out of its project",
  );
  expect(
    await saidWhen((index) => Object.assign(project(index, "base"), { bundle: "https://else.where/b.json" })),
  ).toContain("leads out of its project");
  expect(await saidWhen((index) => Object.assign(project(index, "base"), { sha256: "abc" }))).toContain(
    "no SHA-256",
  );
  expect(await saidWhen((index) => Object.assign(project(index, "base"), { length: 1e9 }))).toContain(
    "1000000000 characters",
  );
  expect(await saidWhen((index) => index.systems.push(index.systems[0] as object))).toContain(
    "two of the system",
  );
  expect(
    await saidWhen(
      () => {},
      "upper",
      () => served.delete(INDEX_FILE),
    ),
  ).toContain("answered 404");
});

test("a circle is found before anything is fetched, and a bundle for which there is no room", async () => {
  expect(await saidWhen(() => {}, "one")).toContain(
    '"one", which depends on "other", which depends on "one": no order can load them',
  );
  expect(asked).toEqual([INDEX_FILE]);
  const length = 60 * 1024 * 1024;
  const huge = (index: object) => {
    for (const name of ["base", "upper"]) Object.assign(project(index, name), { length });
  };
  expect(await saidWhen(huge)).toContain("there is room for");
  expect(asked).toEqual([INDEX_FILE]);
});

test("a system whose file is not in its bundle is said to be missing it, and the next try begins anew", async () => {
  expect(await saidWhen(() => {}, "torn")).toContain("torn.lisp");
  expect(valuesOf(load("upper"))).toEqual(['("upper")']);
});

test("without an index the session's files are all there is", async () => {
  isOther = true;
  evaluate = await bootEvaluator();
  run('(require "asdf")');
  expect(saidOf(load("upper"))).toContain(
    'There is no system "upper". The host has given no index of systems.',
  );
});
