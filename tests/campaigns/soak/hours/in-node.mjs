/** The shipped server in a process of Node, its images in threads. */
import { fork } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS } from "../diet.mjs";
import { TOOLS } from "./tools.mjs";

export async function soakInNode({ folder, systems, leak }) {
  const granted = join(realpathSync(folder), "granted");
  mkdirSync(granted);
  const cache = join(folder, "compiled");
  const journal = join(folder, "lisp.journal");
  const child = fork(
    new URL("node-server.mjs", import.meta.url),
    [JSON.stringify([granted, systems, cache, journal, CLIENTS, TOOLS, leak])],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const waiting = new Map();
  let lastId = 0;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  ended.then((status) => {
    for (const { reject } of waiting.values()) reject(new Error(`Node's process ended with ${status}.`));
  });
  child.on("message", ({ id, value, problem }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) resolve(value);
    else reject(new Error(problem));
  });
  const wait = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  await wait(0);
  const ask = (name, argument) => {
    const id = ++lastId;
    const answer = wait(id);
    child.send({ id, name, argument });
    return answer;
  };
  return {
    title: "Node",
    granted,
    eat: (meals) => ask("eat", meals),
    request: (asked) => ask("request", asked),
    notified: () => ask("notified"),
    visit: (code) => ask("visit", code),
    memory: () => ask("memory"),
    objects: () => ask("objects"),
    async close() {
      await ask("close");
      await ended;
    },
  };
}
