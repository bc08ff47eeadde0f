/** Cells in the page, and pages with cells in frames. */
export async function cells(table) {
  const n = table.random.int(1, 99);
  await table.has(
    "cell",
    `(defun in-cell (x) (* x ${n}))\n(in-cell 2)\n=> ${2 * n}`,
    new RegExp(`=> ${2 * n}$`),
  );
  await table.has("cell", '(format t "written")\n(car 5)', /TYPE-ERROR/);
}

export async function frames(table) {
  await table.has("frame", "/guide/index.html", /=> |stdout/);
}
