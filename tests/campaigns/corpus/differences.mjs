/** The columns in which a program differs, for a person to read. */
export function differences({ row, answer, equal, usable, ms }) {
  const columns = Object.keys(equal).filter((column) => !equal[column]);
  if (columns.length === 0) return [];
  const { expected } = row;
  const show = {
    status: [expected.status, answer.status],
    type: [expected.error?.type, answer.error?.type],
    message: [expected.error?.message, answer.error?.message],
    restarts: [expected.error?.restarts, answer.error?.restarts.map((r) => [r.name, r.description])],
    frames: [
      expected.error?.frames.map(call),
      answer.error?.frames.slice(0, 6).map((f) => call([f.function, f.arguments])),
    ],
    values: [expected.values, answer.values],
    stdout: [expected.stdout, answer.stdout],
    warnings: [expected.warnings, answer.warnings.map((w) => [w.type, w.message])],
  };
  const lines = [`\n#${row.id} ${row.category} ${(row.flags ?? []).join(" ")}`, row.code];
  if (!usable) lines.push("  the session is not usable afterwards");
  if (ms > 1000) lines.push(`  took ${Math.round(ms)} ms`);
  if (answer.status !== expected.status && answer.error)
    lines.push(`  ours says: ${answer.error.type}: ${answer.error.message}`);
  for (const column of columns) {
    const pair = show[column] ?? show[{ restartTexts: "restarts", warningTexts: "warnings" }[column]];
    if (pair === undefined) continue;
    const [wanted, got] = pair.map((x) => JSON.stringify(x));
    lines.push(`  ${column}`, `    SBCL ${wanted}`, `    ours ${got}`);
  }
  return lines;
}

const call = ([name, args]) => `(${[name, ...args].join(" ")})`;
