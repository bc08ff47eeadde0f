/**
 * What systems the files of a project define and what they depend on: asked of ASDF in an image of ours, so
 * that a definition is read as it will be when it is loaded, its conditions on features included.
 */

import type { EvaluationReport } from "../../contract/results.js";
import type { IndexedSystem } from "../../systems/format.js";
import type { LocalClient } from "../local-client.js";
import type { Project } from "./projects.js";

interface Described {
  readonly systems: readonly IndexedSystem[];
  /** The files that could not be read as definitions, each with the reason. */
  readonly problems: readonly string[];
}

/** What separates fields of a line: no name of a system has one. */
const FIELD = "\t";

/**
 * A function of a project's stand-in and of a file in the project. It writes a line for each system that the
 * file defines: its name, and what it depends on. What the file itself writes, nobody reads.
 */
const DESCRIBER = `
(require "asdf")
(in-package "COMMON-LISP-USER")
(defpackage "JSCL-MCP-INDEX" (:use "COMMON-LISP"))
(in-package "JSCL-MCP-INDEX")
(defun dependency-name (dependency)
  (cond ((atom dependency) (asdf:coerce-name dependency))
        ((eq (first dependency) :version) (dependency-name (second dependency)))
        ((eq (first dependency) :feature)
         (when (uiop:featurep (second dependency)) (dependency-name (third dependency))))))
(defun dependencies (system)
  (remove-duplicates (remove nil (mapcar #'dependency-name
                                         (append (asdf:system-defsystem-depends-on system)
                                                 (asdf:system-depends-on system))))
                     :test #'string= :from-end t))
(defun describe-file (stand-in path)
  (let* ((output *standard-output*)
         (first (asdf/session:with-asdf-session () (asdf/system-registry:search-for-system-definition stand-in)))
         (root (subseq (namestring first) 0 (1+ (position #\\/ (namestring first) :start (length "/systems/")))))
         (file (merge-pathnames (sb-ext:parse-native-namestring path) root)))
    (let ((*standard-output* (make-broadcast-stream))
          (*error-output* (make-broadcast-stream))
          (*package* (find-package "ASDF-USER")))
      (asdf:load-asd file))
    (dolist (name (sort (asdf:registered-systems) #'string<))
      (let ((system (asdf:registered-system name)))
        (when (equal (asdf:system-source-file system) file)
          (format output "~A~{${FIELD}~A~}~%" name (dependencies system)))))))`;

/** Asks an image that finds the project's files by the definition of a system of that project. */
export class Describer {
  #isReady = false;

  constructor(private readonly client: LocalClient) {}

  /** A fresh image comes, which has room for the files of other projects. */
  async reset(): Promise<void> {
    await this.client.call("reset-session", {});
    this.#isReady = false;
  }

  async describe(project: Project): Promise<Described> {
    const systems: IndexedSystem[] = [];
    const problems: string[] = [];
    for (const file of project.definitions) {
      const { lines, problem } = await this.#describeFile(project, file);
      if (problem !== null) problems.push(`${project.name}/${file} cannot be read: ${problem}`);
      for (const line of lines) {
        const [name = "", ...dependsOn] = line.split(FIELD);
        systems.push({ name, project: project.name, file, dependsOn });
      }
    }
    return { systems, problems };
  }

  async #describeFile(project: Project, file: string) {
    if (!this.#isReady) await this.#evaluate(DESCRIBER);
    this.#isReady = true;
    const code = `(jscl-mcp-index::describe-file ${lispString(standIn(project))} ${lispString(file)})`;
    const { status, error, stdout } = await this.#evaluate(code);
    // The image may be another one then.
    if (status !== "ok") this.#isReady = false;
    const lines = stdout.split("\n").filter((line) => line !== "");
    return { lines, problem: status === "ok" ? null : (error?.message ?? status) };
  }

  async #evaluate(code: string): Promise<EvaluationReport> {
    const { data, text } = await this.client.call("evaluate-lisp", { code, detail: "full" });
    if (data === undefined) throw new Error(text);
    return data as EvaluationReport;
  }
}

/** The name of the system that a file is called by. */
export function definedBy(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1, -".asd".length);
}

/** The name of a system that there is not, by which the image finds the project whatever that defines. */
export function standIn({ name }: Project): string {
  return `project:${name}`;
}

function lispString(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
