/**
 * Attempts to leave the directory of `--files`: links of every kind by every function of files, and two
 * sessions of which one exchanges directories while the other opens what is in them. A folder beside the
 * directory is watched; nothing of it may be read or change. Node's permissions would hold some of that: they
 * are not there.
 */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start, WITHOUT_PERMISSIONS } from "./program.mjs";

/** A path takes so long to follow that there is time to exchange its beginning. */
const DEEP = "d/".repeat(150);

const SECRET = "a secret that lies beside the directory";

/** A directory as somebody may have cloned it, and what lies beside it. */
function lay(deep = "") {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-directory-")));
  const [granted, out] = ["granted", "out"].map((name) => join(top, name));
  for (const each of [out, join(out, "sub"), join(out, deep)]) mkdirSync(each, { recursive: true });
  for (const each of ["secret.txt", "f.txt", "sub/f.txt", `${deep}f.txt`])
    writeFileSync(join(out, each), SECRET);
  const fill = () => {
    rmSync(granted, { recursive: true, force: true });
    for (const each of ["out", `real/q/${deep}`, "deep/y", "spare"])
      mkdirSync(join(granted, each), { recursive: true });
    for (const each of ["own.txt", "out/f.txt", "real/q/f.txt", `real/q/${deep}f.txt`])
      writeFileSync(join(granted, each), "inside");
    // Leads to granted/out from where it is, and to what lies beside when its directory is moved up.
    symlinkSync("../../out", join(granted, "deep/y/q"));
    for (const [name, target] of Object.entries(LINKS))
      symlinkSync(target(out, granted), join(granted, name));
    linkSync(join(out, "secret.txt"), join(granted, "hard.txt"));
  };
  return { top, granted, out, fill };
}

/** By the names that temporary files had, and by others. */
const LINKS = {
  "file.txt": (out) => join(out, "secret.txt"),
  "relative.txt": () => "../out/secret.txt",
  dangling: (out) => join(out, "new.txt"),
  folder: (out) => out,
  chain: (_, granted) => join(granted, "file.txt"),
  "chain-of-folders": () => "folder",
  inner: () => "own.txt",
  "inner-dangling": () => "out/none.txt",
  loop: () => "loop",
  ".own.txt.jscl-mcp-new": (out) => join(out, "secret.txt"),
  ".target.txt.jscl-mcp-new": (out) => join(out, "made.txt"),
};

/** Names by which a program may reach what the links lead to. */
const NAMES = [
  ...Object.keys(LINKS),
  "own.txt",
  "target.txt",
  "hard.txt",
  "folder/f.txt",
  "folder/new.txt",
  "folder/sub/f.txt",
  "chain-of-folders/f.txt",
  "deep/y/q/f.txt",
  "folder/../own.txt",
  "../out/f.txt",
];

/** What programs do with a name; `~A` is the name. */
const DOINGS = [
  '(with-open-file (s "~A") (read-line s))',
  ...[":supersede", ":append", ":overwrite", ":rename", ":rename-and-delete"].map(
    (kind) =>
      `(with-open-file (s "~A" :direction :output :if-exists ${kind} :if-does-not-exist :create) (write-string "gone" s))`,
  ),
  '(with-open-file (s "~A" :direction :io :if-exists :overwrite :if-does-not-exist :create) (write-string "gone" s))',
  '(list (probe-file "~A") (ignore-errors (truename "~A")) (ignore-errors (file-write-date "~A")))',
  '(rename-file "own.txt" "@ROOT@/~A")',
  '(rename-file "@ROOT@/~A" "@ROOT@/target.txt")',
  '(progn (rename-file "@ROOT@/~A" "@ROOT@/.own.txt.jscl-mcp-new") (with-open-file (s "own.txt" :direction :output :if-exists :supersede) (write-string "gone" s)))',
  '(delete-file "~A")',
  '(ensure-directories-exist "~A/made/x.txt")',
  '(list (directory "~A/*.*") (directory "~A/**/*.*"))',
  '(sb-ext:delete-directory "~A/sub/")',
  '(progn (load "~A") (compile-file "~A"))',
  '(compile-file "own.txt" :output-file "~A")',
];

/** All that lies beside the directory. */
function seen(out) {
  const found = {};
  const walk = (folder, name) => {
    for (const each of readdirSync(folder)) {
      const path = join(folder, each);
      const entry = lstatSync(path);
      found[`${name}${each}`] = entry.isFile() ? `${entry.ino} ${readFileSync(path, "utf8")}` : entry.ino;
      if (entry.isDirectory()) walk(path, `${name}${each}/`);
    }
  };
  walk(out, "");
  return found;
}

function differences(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]);
}

/**
 * Resolves to how many attempts there were, one of `part`, and to what got out of those by one session. The
 * first that changes something is the last that is made.
 */
export async function tryLinks({ program, part }) {
  const { top, granted, out, fill } = lay();
  const escapes = [];
  let count = 0;
  fill();
  const before = seen(out);
  const own = start(WITHOUT_PERMISSIONS, ["--files", granted], program);
  try {
    for (const [i, name] of NAMES.entries())
      for (const [j, doing] of DOINGS.entries()) {
        if ((i * DOINGS.length + j) % part !== 0) continue;
        fill();
        const code = doing.replaceAll("~A", name).replaceAll("@ROOT@", granted);
        const text = await own.call("evaluate-lisp", { code });
        count += 1;
        // The hard link is that file, as far as anybody can tell.
        if (text.includes(SECRET) && name !== "hard.txt") escapes.push(`${code} read ${text}`);
        const changed = differences(before, seen(out));
        if (changed.length > 0) {
          escapes.push(`${code} changed ${changed.join(", ")}`);
          return { count, escapes };
        }
      }
  } finally {
    own.end();
    rmSync(top, { recursive: true, force: true });
  }
  return { count, escapes };
}

const loop = (
  ms,
  body,
) => `(let ((end (+ (get-internal-real-time) (* ${ms} (floor internal-time-units-per-second 1000)))) (n 0))
  (loop while (< (get-internal-real-time) end) do (incf n) ${body})
  n)`;

/** Has two directories take each other's place: in one is a directory, in the other a link that leads out. */
const exchange = (ms, granted) => {
  const move = (from, to) => `(ignore-errors (rename-file "${granted}/${from}/" "${granted}/${to}/"))`;
  return loop(
    ms,
    [move("real", "spare/x"), move("deep/y", "real"), move("real", "deep/y"), move("spare/x", "real")].join(
      " ",
    ),
  );
};

/** What the sessions do meanwhile with the files inside, each something else. */
const USES = [
  `(with-open-file (s "@DEEP@f.txt") (let ((read (read-line s))) (when (search "secret" read) (return-from using read))))`,
  `(with-open-file (s "@DEEP@w.txt" :direction :output :if-exists :supersede) (write-string "gone" s))`,
  `(with-open-file (s "@DEEP@f.txt" :direction :output :if-exists :append) (write-string "" s))`,
  `(progn (rename-file "@DEEP@w.txt" "moved.txt") (delete-file "@DEEP@moved.txt"))`,
];

/** Resolves to the same of races between two sessions, which take so many milliseconds. */
export async function race({ ms, program }) {
  const { top, granted, out, fill } = lay(DEEP);
  fill();
  const before = seen(out);
  const own = start(WITHOUT_PERMISSIONS, ["--files", granted, "--tools", "core,sessions"], program);
  const escapes = [];
  let count = 0;
  try {
    const codes = [
      exchange(ms, granted),
      ...USES.map((form) => form.replaceAll("@DEEP@", `real/q/${DEEP}`)).map(
        (form) => `(block using ${loop(ms, `(ignore-errors ${form})`)})`,
      ),
    ];
    const sessions = codes.map((_, i) => (i === 0 ? "main" : `s${i}`));
    for (const session of sessions) {
      if (session !== "main") await own.call("create-session", { session });
      await own.call("configure-limits", { timeout: Math.ceil(ms / 1000) + 30, session });
    }
    const texts = await Promise.all(
      codes.map((code, i) => own.call("evaluate-lisp", { code, session: sessions[i] })),
    );
    for (const text of texts) if (text.includes("secret")) escapes.push(`a race read ${text}`);
    const changed = differences(before, seen(out));
    if (changed.length > 0) escapes.push(`a race changed ${changed.join(", ")}`);
    const counts = texts.map((text) => Number(/^=> (\d+)/m.exec(text)?.[1] ?? 0));
    if (counts.includes(0) && escapes.length === 0) throw new Error(`No race was run: ${texts.join(" ")}`);
    count = counts.reduce((sum, each) => sum + each);
  } finally {
    own.end();
    rmSync(top, { recursive: true, force: true });
  }
  return { count, escapes };
}
