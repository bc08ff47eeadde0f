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
