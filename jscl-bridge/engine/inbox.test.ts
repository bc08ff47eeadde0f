import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Inbox } from "./inbox.js";
import type { InboxMessage, InboxNote } from "./inbox-messages.js";
import { noAnswer } from "./no-answer.js";

/** What a service worker would answer to each request, the last one again and again; an error for none. */
type Reply = { readonly status: number; readonly text?: string; readonly isFile?: boolean } | "error";

let replies: Reply[] = [];
let asked: string[] = [];

class Request {
  status = 0;
  responseText = "";
  timeout = 0;
  isOurs = false;

  open(_method: string, address: string): void {
    asked.push(address);
  }

  getResponseHeader(): string | null {
    return this.isOurs ? "me" : null;
  }

  send(): void {
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined || reply === "error") throw new DOMException("failed", "NetworkError");
    this.isOurs = reply.status < 300 && !reply.isFile;
    this.status = reply.status;
    this.responseText = reply.text ?? "";
  }
}

const notes: InboxNote[] = [];

function inbox() {
  const made = new Inbox("https://site.example/jscl-wait/me", (note) => notes.push(note));
  return { ...made.reached(), made };
}

function fakeClock() {
  let ms = 1000;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => ms);
  return {
    pass(more: number) {
      ms += more;
    },
    end: () => spy.mockRestore(),
  };
}

// Other files of this process are not to find them.
afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", Request);
  asked = [];
  notes.length = 0;
});

const NOTHING: Reply = { status: 204 };
const messages = (first: number, ...given: InboxMessage[]): Reply => ({
  status: 200,
  text: JSON.stringify(given.map((each, i) => [first + i, JSON.stringify(each)])),
});
const answer = (id: number, question: number) => ({ ...noAnswer(id, question), restart: "continue" });
const performed: unknown[] = [];
const wait = (id: number, question: number, ms = 2000) => ({
  ...{ id, question, ms, isInterrupted: () => false },
  perform: (command: unknown) => void performed.push(command),
});

test("an answer comes to its question, after commands and what was meant for others", () => {
  const command = { kind: "query" } as never;
  replies = [
    NOTHING,
    messages(1, { is: "answer", answer: answer(7, 1) }, { is: "command", id: 7, question: 1, command }),
    messages(3, { is: "command", id: 7, question: 2, command }, { is: "answer", answer: answer(7, 2) }),
    NOTHING,
  ];
  expect(inbox().waits.await(wait(7, 2))).toEqual(answer(7, 2));
  expect(performed.splice(0)).toEqual([command]);
  expect(notes).toEqual([
    { kind: "inbox-has", number: 2 },
    { kind: "inbox-has", number: 4 },
  ]);
  expect(asked.map((address) => new URL(address).searchParams.get("after"))).toEqual(["0", "0", "2"]);
});

test("what comes again is taken once", () => {
  const { waits } = inbox();
  replies = [messages(1, { is: "answer", answer: answer(1, 1) }), NOTHING];
  expect(waits.await(wait(1, 1))).not.toBeNull();
  replies = [messages(1, { is: "answer", answer: answer(1, 1) }), NOTHING];
  expect(waits.await(wait(1, 1, 30))).toBeNull();
});

test("it cannot wait where nobody answers, or where a file does", () => {
  for (const reply of ["error", { status: 404 }, { status: 200, text: "[]", isFile: true }] as const) {
    replies = [reply];
    const { waits } = inbox();
    expect(waits.problem()).toMatch(/no service worker answers/);
    // It does not try for a second again.
    const began = performance.now();
    expect(waits.problem()).not.toBeNull();
    expect(performance.now() - began).toBeLessThan(500);
  }
});

test("a service worker that comes while it is tried is waited for", () => {
  replies = ["error", { status: 404 }, "error", NOTHING];
  expect(inbox().waits.problem()).toBeNull();
});

test("one that was ended while the thread waited is asked again", () => {
  const { waits } = inbox();
  replies = [NOTHING, "error", "error", messages(1, { is: "answer", answer: answer(1, 1) })];
  expect(waits.problem()).toBeNull();
  expect(waits.await(wait(1, 1))).toEqual(answer(1, 1));
});

test("a running evaluation looks four times a second, a short one never", () => {
  const clock = fakeClock();
  try {
    replies = [NOTHING];
    const { isInterrupted } = inbox();
    for (let id = 1; id <= 5; id++) {
      expect(isInterrupted(id)).toBe(false);
      clock.pass(200);
      expect(isInterrupted(id)).toBe(false);
    }
    expect(asked).toHaveLength(0);
    for (let ms = 0; ms < 2000; ms += 4) {
      clock.pass(4);
      isInterrupted(5);
    }
    expect(asked.length).toBeGreaterThanOrEqual(7);
    expect(asked.length).toBeLessThanOrEqual(8);
  } finally {
    clock.end();
  }
});

test("an interrupt holds for the evaluation that it names, until it is taken back", () => {
  const clock = fakeClock();
  try {
    const { isInterrupted } = inbox();
    isInterrupted(3);
    replies = [messages(1, { is: "interrupt", evaluation: 3 }), NOTHING];
    clock.pass(300);
    expect([isInterrupted(2), isInterrupted(3)]).toEqual([false, true]);
    replies = [messages(2, { is: "interrupt", evaluation: 0 }), NOTHING];
    clock.pass(300);
    expect(isInterrupted(3)).toBe(false);
  } finally {
    clock.end();
  }
});

test("it says whether it is answered", () => {
  const { made } = inbox();
  replies = [{ status: 404 }];
  made.tryNow();
  replies = [NOTHING];
  made.tryNow();
  expect(notes.map((note) => note.kind === "inbox-tried" && note.isAnswered)).toEqual([false, true]);
});

test("one that is closed does not ask, and says why", () => {
  const { made, waits, isInterrupted } = inbox();
  const clock = fakeClock();
  made.close("the browser registers no service worker");
  isInterrupted(1);
  clock.pass(300);
  expect(isInterrupted(1)).toBe(false);
  clock.end();
  expect([waits.hasFailed(), waits.problem()]).toEqual([
    true,
    expect.stringMatching(/^the browser registers no/),
  ]);
  expect(asked).toEqual([]);
});
