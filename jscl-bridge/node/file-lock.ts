import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { isAlive } from "./process-alive.js";

/** How long a lock is waited for, in milliseconds, */
const WAIT_MS = 2_000;

/** how long between two looks at it, at most, */
const PAUSE_MS = 20;

/**
 * and how long who holds it may take for what takes some milliseconds: where that is a process of another
 * machine, nobody can tell whether it lives.
 */
const STALE_MS = 10_000;

/**
 * A lock that does not say who holds it was made by a process that has ended since, or says so within
 * microseconds.
 */
const UNSIGNED_MS = 500;

/** The holder of a lock. */
type Holder = { readonly pid: number; readonly host: string; readonly token: string };

/**
 * Runs `work` while no other process does so under a lock of that path, a file that is there meanwhile. The
 * lock of a process that has ended is taken from it. `work` is given a function that rejects when the lock
 * was taken from this one, which was too slow for it.
 */
export async function withLock<T>(
  path: string,
  work: (check: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  await acquire(path, token);
  try {
    return await work(async () => {
      if ((await holderOf(path))?.token !== token) throw new Error(`${path} was taken by another process.`);
    });
  } finally {
    if ((await holderOf(path))?.token === token) await rm(path, { force: true });
  }
}

async function acquire(path: string, token: string): Promise<void> {
  const untilMs = performance.now() + WAIT_MS;
  while (!(await create(path, token))) {
    const holder = await holderOf(path);
    if (await isStale(path, holder)) await steal(path, holder);
    else if (performance.now() > untilMs) {
      throw new Error(`Process ${holder?.pid ?? "?"} is writing and does not end: ${path} is there.`);
    } else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * Math.random()));
  }
}

/**
 * Whether the lock was free, and is held now. In one go, so that hardly a process ends between making it and
 * saying whose it is.
 */
async function create(path: string, token: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname(), token };
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "EEXIST") return false;
    // It was made, and there was no room for what it says.
    if ((await holderOf(path)) === null) await rm(path, { force: true });
    throw error;
  }
}

async function holderOf(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch(unlessIs("ENOENT"));
  try {
    return text === null ? null : (JSON.parse(text) as Holder);
  } catch {
    // It is being written, or its writer has ended meanwhile.
    return null;
  }
}

async function isStale(path: string, holder: Holder | null): Promise<boolean> {
  const file = await stat(path).catch(unlessIs("ENOENT"));
  if (file === null) return false;
  const ageMs = Date.now() - file.mtimeMs;
  if (holder === null) return ageMs > UNSIGNED_MS;
  return ageMs > STALE_MS || (holder.host === hostname() && !isAlive(holder.pid));
}

/**
 * Two that find the same stale lock must not both delete it: the second one would delete what the first has
 * put in its place.
 */
async function steal(path: string, stale: Holder | null): Promise<void> {
  const guard = `${path}.stale`;
  if (!(await create(guard, randomUUID()))) {
    if (await isStale(guard, await holderOf(guard))) await rm(guard, { force: true });
    return;
  }
  try {
    const holder = await holderOf(path);
    if (holder?.token === stale?.token && (await isStale(path, holder))) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

function unlessIs(expected: string): (error: unknown) => null {
  return (error) => {
    if ((error as { code?: unknown }).code === expected) return null;
    throw error;
  };
}
