import { makeAtomicsChannel } from "sync-message";
import { expect, test } from "vitest";
import type { Command, Event } from "../../contract/engine.js";
import { readAnswers } from "../../engine/answers.js";
import { packageFiles } from "../files/package-files.js";
import type { Platform } from "../platform.js";
import { Clock } from "../time/clock.js";
import { startThreadImage } from "./thread-image.js";

const EVALUATE = { kind: "evaluate", id: 8, level: 0 } as Command;
const QUERY = { kind: "query", id: 1 } as Command;

/** An image whose thread the test plays, and what is read there of an answer to a question. */
function heldImage() {
  let say: (event: unknown) => void = () => {};
  const platform = {
    startThread: (_: unknown, { onMessage }: { onMessage: (event: unknown) => void }) => {
      say = onMessage;
      return { post() {}, end() {} };
    },
  } as unknown as Platform;
  const answers = makeAtomicsChannel({ bufferSize: 1024 * 1024 });
  const heard: Event[] = [];
  const options = { interrupts: null, answers, inbox: null, grants: {} };
  const image = startThreadImage(platform, new Clock(), packageFiles("http://localhost/"), options, (event) =>
    heard.push(event),
  );
  say({ kind: "asking", id: 7, question: 1, condition: {} });
  const read = (question = 1) =>
    readAnswers(answers)({ id: 7, question, ms: 20, isInterrupted: () => false, perform });
  return { image, read, heard, say };
}

const perform = () => {};

test("an answer reaches the evaluation that is held, and only once", () => {
  const { image, read } = heldImage();
  const answer = {
    id: 7,
    question: 1,
    restart: "continue",
    values: null,
    level: null,
    leaving: null,
    input: null,
    echo: false,
    reason: null,
  };
  image.answer(answer);
  expect(read()).toEqual(answer);
  expect(read()).toBeNull();
});

test("what is held ends when a server that knows nothing of it has the next evaluation begun", () => {
  const { image, read } = heldImage();
  image.post(EVALUATE);
  expect(read()).toEqual({
    id: 7,
    question: 1,
    restart: null,
    values: null,
    level: null,
    leaving: null,
    input: null,
    echo: false,
    reason: null,
  });
});

test("one that what ran on top has had go on, and that is held again, is held once", () => {
  const { image, read, say } = heldImage();
  image.post({ ...EVALUATE, level: 1 } as Command);
  expect(read()).toBeNull();
  say({ kind: "completed", id: 8, outcome: { status: "left" } });
  say({ kind: "asking", id: 7, question: 2, condition: {} });
  image.post({ ...EVALUATE, id: 9, level: 1 } as Command);
  expect(read(2)).toBeNull();
});

test("a query leaves it held", () => {
  const { image, read } = heldImage();
  image.post(QUERY);
  expect(read()).toBeNull();
});

test("one that was answered, or has ended, is not ended again", () => {
  for (const end of ["answer", "completed"]) {
    const { image, read, say } = heldImage();
    if (end === "completed") say({ kind: "completed", id: 7, outcome: {} });
    else {
      image.answer({
        id: 7,
        question: 1,
        restart: "continue",
        values: null,
        level: null,
        leaving: null,
        input: null,
        echo: false,
        reason: null,
      });
      read();
    }
    image.post(EVALUATE);
    expect(read()).toBeNull();
  }
});

test("what is no event ends the image, which says nothing more", () => {
  for (const data of [5n, { kind: "completed", id: 7, outcome: 5n }, undefined]) {
    let say: (event: unknown) => void = () => {};
    let ended = 0;
    const platform = {
      startThread: (_: unknown, { onMessage }: { onMessage: (event: unknown) => void }) => {
        say = onMessage;
        return { post() {}, end: () => ended++ };
      },
    } as unknown as Platform;
    const heard: Event[] = [];
    const options = { interrupts: null, answers: null, inbox: null, grants: {} };
    startThreadImage(platform, new Clock(), packageFiles("http://localhost/"), options, (event) =>
      heard.push(event),
    );
    say(data);
    say({ kind: "completed", id: 7, outcome: {} });
    expect(heard).toEqual([{ kind: "died", reason: "it said something that could not be read" }]);
    expect(ended).toBe(1);
  }
});

/** An image without shared memory, whose thread and service worker the test plays. */
function waitingImage() {
  const threads: { said: (event: unknown) => void; posted: unknown[]; ended: boolean }[] = [];
  const platform = {
    startThread: (_: unknown, { onMessage }: { onMessage: (event: unknown) => void }) => {
      const thread = { said: onMessage, posted: [] as unknown[], ended: false };
      threads.push(thread);
      return {
        post: (message: unknown) => void thread.posted.push(message),
        end: () => {
          thread.ended = true;
        },
      };
    },
  } as unknown as Platform;
  let settle: (problem: string | null) => void = () => {};
  const settled = new Promise<string | null>((resolve) => {
    settle = resolve;
  });
  const delivered: unknown[] = [];
  const post = (message: unknown) => void delivered.push(message);
  const waiting = { address: "http://localhost/jscl-wait/", isSettled: false, settled, post };
  const options = { interrupts: null, answers: null, inbox: `${waiting.address}me`, grants: {} };
  const heard: string[] = [];
  const files = packageFiles("http://localhost/");
  const onEvent = ({ kind }: Event) => void heard.push(kind);
  const image = startThreadImage(platform, new Clock(), files, options, onEvent, null, waiting);
  const tell = async (problem: string | null) => {
    settle(problem);
    await settled;
  };
  return { image, threads, heard, delivered, settle: tell };
}

const READY = { kind: "ready", lisp: "JSCL", version: "1", bootMs: 5 };
const UNANSWERED = { kind: "inbox-tried", isAnswered: false };

test("a thread that the service worker cannot serve is started anew while nobody has used it", async () => {
  for (const isReady of [false, true]) {
    const { image, threads, heard, settle } = waitingImage();
    const [first] = threads;
    if (isReady) first?.said(READY);
    // What it is given while it starts is for the one that comes after it.
    else image.post(QUERY);
    await settle(null);
    expect(first?.posted.at(-1)).toEqual({ kind: "inbox-trial" });
    first?.said(UNANSWERED);
    expect([first?.ended, threads.length, image.canBeReached]).toEqual([true, 2, true]);
    expect(threads[1]?.posted.map((each) => (each as { kind: string }).kind)).toEqual(
      isReady ? ["boot"] : ["boot", "query"],
    );
    first?.said({ kind: "died", reason: "late" });
    threads[1]?.said(READY);
    expect(heard).toEqual(["ready"]);
  }
});

test("one that was used goes on, and cannot be reached", async () => {
  const { image, threads, settle } = waitingImage();
  threads[0]?.said(READY);
  image.post(QUERY);
  await settle(null);
  threads[0]?.said(UNANSWERED);
  expect([threads.length, threads[0]?.ended, image.canBeReached]).toEqual([1, false, false]);
});

test("nothing is tried where there is no service worker", async () => {
  const { image, threads, settle } = waitingImage();
  expect(image.canBeReached).toBe(true);
  await settle("the browser registers no service worker");
  expect(image.canBeReached).toBe(false);
  expect(threads[0]?.posted.slice(1)).toEqual([
    { kind: "inbox-closed", problem: "the browser registers no service worker" },
  ]);
});

test("what is held is answered by the service worker, until its thread has the answer", () => {
  const { image, threads, delivered } = waitingImage();
  threads[0]?.said({ kind: "asking", id: 7, question: 1, condition: {} });
  image.post(QUERY);
  expect(delivered).toEqual([
    {
      ...{ kind: "jscl-inbox", inbox: "me" },
      messages: [[1, JSON.stringify({ is: "command", id: 7, question: 1, command: QUERY })]],
    },
  ]);
  for (const note of [
    { kind: "inbox-has" },
    { kind: "inbox-has", number: "x" },
    { kind: "inbox-tried" },
    { kind: "inbox-" },
  ])
    threads[0]?.said(note);
  expect(threads).toHaveLength(1);
  image.stop();
  expect(delivered.at(-1)).toEqual({ kind: "jscl-inbox-end", inbox: "me" });
});
