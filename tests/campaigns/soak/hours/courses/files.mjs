/** Files in memory and in a granted directory: by the tools, by LOAD and by OPEN. */

/** How many names there are: the same are used again and again. */
const NAMES = 12;

export async function files(table) {
  await used(table, `/notes/n${table.random.int(1, NAMES)}`);
}

/** Where no directory is granted, in memory once more. */
export async function grantedFiles(table) {
  const top = table.granted === null ? "/granted/" : `${table.granted}/`;
  await used(table, `${top}g${table.random.int(1, NAMES)}`);
}

async function used(table, name) {
  const n = table.random.int(0, 999);
  const path = `${name}.lisp`;
  const directory = path.slice(0, path.lastIndexOf("/") + 1);
  const content = `;; ${"padding ".repeat(table.random.int(1, 200))}\n(defun from-file (x) (+ x ${n}))\n`;
  await table.call("write-file", { path, content }, /./);
  await table.call("read-file", { path }, /from-file/);
  await table.call("list-files", { directory }, /\.lisp/);
  await table.call("load-file", { path }, /=> T|=> #P/);
  await table.evaluate(`(load "${path}") (from-file 1)`, new RegExp(`=> ${n + 1}$`));
  await table.evaluate(
    `(with-open-file (out "${name}.txt" :direction :output :if-exists :supersede)
       (dotimes (i ${table.random.int(10, 300)}) (format out "line ~d~%" i)))
     (with-open-file (in "${name}.txt") (loop for line = (read-line in nil) while line count line))`,
    /=> \d+$/,
  );
  await table.evaluate(
    `(with-open-file (out "${name}.bin" :direction :output :if-exists :supersede :element-type '(unsigned-byte 8))
       (write-sequence (make-array 5000 :initial-element 7) out))
     (rename-file "${name}.bin" "${name}.old")
     (list (probe-file "${name}.bin") (file-write-date "${name}.old") (length (directory "${directory}*.*")))`,
    /=> \(NIL /,
  );
  await table.evaluate(`(open "${directory}none/such.lisp")`, /FILE-DOES-NOT-EXIST|FILE-ERROR/);
  await table.call("read-file", { path: `${directory}none` }, /./);
  for (const end of ["old", "txt", "lisp"]) await table.call("delete-file", { path: `${name}.${end}` }, /./);
}
