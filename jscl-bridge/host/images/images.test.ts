import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "../../contract/engine.js";
import { browserPlatform } from "../browser-platform.js";
import { packageFiles } from "../files/package-files.js";
import { Clock } from "../time/clock.js";
import { Images, MAIN_IMAGE } from "./images.js";

/** A Worker that runs nothing: it keeps what it was told, and speaks when a test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly heard: unknown[] = [];
  terminated = false;

  constructor(readonly script: URL) {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(event: Event): void {
    this.dispatchEvent(new MessageEvent("message", { data: event }));
  }
}

const READY: Event = { kind: "ready", lisp: "JSCL", version: "1", bootMs: 5 };

let heard: Array<[number, string]>;
let images: Images;

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("location", new URL("http://localhost/"));
  heard = [];
  images = new Images(
    browserPlatform,
    new Clock(),
    packageFiles("http://localhost/"),
    "worker",
    {},
    (image, event) => heard.push([image, event.kind]),
  );
});

afterEach(() => vi.unstubAllGlobals());

function worker(number: number): FakeWorker {
  const found = FakeWorker.all[number];
  if (!found) throw new Error(`Worker ${number} was not started.`);
  return found;
}

test("each image has a Worker of its own, and its events come with its number", () => {
  images.start(MAIN_IMAGE);
  images.start(7);
  worker(1).say(READY);
  worker(0).say({ kind: "booting", step: "x", done: 0, total: 1 });
  expect(heard).toEqual([
    [7, "ready"],
    [MAIN_IMAGE, "booting"],
  ]);
});

test("the start that a page waits for is that of main", async () => {
  images.start(MAIN_IMAGE);
  images.start(7);
  const first = images.main.ready;
  worker(1).say(READY);
  images.start(MAIN_IMAGE, "reset-session");
  await expect(first).rejects.toThrow("reset-session");
  expect(worker(0).terminated).toBe(true);
  expect(worker(1).terminated).toBe(false);
  worker(2).say(READY);
  await expect(images.main.ready).resolves.toMatchObject({ lisp: "JSCL" });
});

test("an image that was stopped is heard no more and told nothing", () => {
  images.start(MAIN_IMAGE);
  images.start(7);
  images.stop(7, "Its session was closed.");
  const told = worker(1).heard.length;
  worker(1).say(READY);
  images.interrupt(7, 1);
  images.stop(7, "again");
  expect(worker(1).terminated).toBe(true);
  expect(worker(1).heard).toHaveLength(told);
  expect(heard).toEqual([]);
});

test("an image whose Worker may not be made dies at once, and others are started", async () => {
  vi.stubGlobal("Worker", function Forbidden() {
    throw new Error("forbidden by the page's policy");
  });
  images.start(7);
  images.post(7, { kind: "evaluate" } as never);
  images.start(8);
  images.stop(8, "closed");
  await Promise.resolve();
  expect(heard).toEqual([[7, "died"]]);
  vi.stubGlobal("Worker", FakeWorker);
  images.start(7);
  expect(FakeWorker.all).toHaveLength(1);
});

test("all end together, or all but main", () => {
  for (const image of [MAIN_IMAGE, 1, 2]) images.start(image);
  images.stopOthers("over");
  expect(FakeWorker.all.map((one) => one.terminated)).toEqual([false, true, true]);
  images.start(3);
  images.stopAll("closed");
  expect(FakeWorker.all.every((one) => one.terminated)).toBe(true);
});

test("an image shares memory where its Worker takes it, and starts without where it does not", () => {
  images.start(MAIN_IMAGE);
  expect(images.canBeReached).toBe(true);
  expect(worker(0).heard.at(-1)).toMatchObject({ options: { interrupts: expect.any(SharedArrayBuffer) } });

  class Refusing extends FakeWorker {
    override postMessage(message: { options?: { interrupts: unknown } }): void {
      if (message.options?.interrupts) throw new DOMException("It cannot be cloned.", "DataCloneError");
      super.postMessage(message);
    }
  }
  vi.stubGlobal("Worker", Refusing);
  images.start(MAIN_IMAGE);
  expect(images.canBeReached).toBe(false);
  expect(worker(1).heard.at(-1)).toMatchObject({
    kind: "boot",
    options: { interrupts: null, answers: null },
  });
});

test("nothing is shared where there is no memory for it, although the page is isolated", () => {
  vi.stubGlobal("crossOriginIsolated", true);
  vi.stubGlobal("SharedArrayBuffer", undefined);
  images.start(MAIN_IMAGE);
  expect(images.canBeReached).toBe(false);
  expect(worker(0).heard.at(-1)).toMatchObject({
    kind: "boot",
    options: { interrupts: null, answers: null },
  });
});
