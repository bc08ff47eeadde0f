import { expect, test } from "vitest";
import { type Loss, Losses } from "./losses.js";

/** What cells of session "main" are told when the server logs this, in a session with these definitions. */
async function told(
  definitions: readonly string[],
  ...logged: readonly [logger: string, data: Readonly<Record<string, unknown>>][]
): Promise<readonly (Loss | "lost")[]> {
  const heard: (Loss | "lost")[] = [];
  const loser = { lost: () => heard.push("lost"), tell: (loss: Loss) => heard.push(loss) };
  const losses = new Losses(
    async () => definitions,
    (session) => (session === "main" ? loser : undefined),
  );
  for (const [logger, data] of logged) losses.heard(logger, { session: "main", ...data });
  await new Promise((resolve) => setTimeout(resolve));
  return heard;
}

const LOST = { message: "The session has lost its Lisp.", reason: "an evaluation did not stop in time" };
const RESTORED = { message: "…", reason: LOST.reason, count: 1, failed: [], notKept: 0 };

test("a runaway is told once, when all that can be is restored", async () => {
  const failed = [
    { names: ["FUNCTION AVERAGE", "METHOD AREA (CIRCLE)"], reason: "it took longer than 2 seconds" },
    { names: ["PACKAGE OWN (current)"], reason: "x" },
  ];
  const heard = await told(
    ["F (function)"],
    ["image", LOST],
    ["image", { ...LOST, reason: "it took longer than 2 seconds" }],
    ["image", { ...RESTORED, count: 2, failed, notKept: 3 }],
  );
  const text =
    "The Lisp of this session was replaced by a fresh one: an evaluation did not stop in time. " +
    "2 definitions were restored: variables have the values that their definitions give them, and data made since is gone. " +
    "Not restored: AVERAGE (function), AREA (CIRCLE) (method), OWN (current) (package). " +
    "3 more had not been kept, for lack of room.";
  const gone = ["AVERAGE (function)", "AREA (CIRCLE) (method)", "OWN (current) (package)"];
  expect(heard).toEqual(["lost", "lost", { reason: "runaway", text, restored: ["F (function)"], gone }]);
});

test("of many names a text has some", async () => {
  const failed = Array.from({ length: 30 }, (_, index) => ({ names: [`VALUE X${index}`], reason: "" }));
  const [, loss] = await told([], ["image", { ...LOST, reason: "died" }], ["image", { ...RESTORED, failed }]);
  expect(loss).toMatchObject({ reason: "died", gone: { length: 30 } });
  expect((loss as Loss).text).toContain("1 definition was restored");
  expect((loss as Loss).text).toMatch(/X19 \(value\), … 10 more\.$/);
});

test("a Lisp that never was there is no loss, nor is what happens to others", async () => {
  const never = { ...LOST, reason: "the Lisp could not be started: not found" };
  expect(await told([], ["image", never])).toEqual(["lost"]);
  expect(await told([], ["image", { ...LOST, session: "other" }])).toEqual([]);
  expect(await told([], ["session", { message: "The session was made." }])).toEqual([]);
  expect(await told([], ["evaluation", LOST])).toEqual([]);
  expect(await told([], ["image", { session: undefined }])).toEqual([]);
});

test("a session that is closed is lost as one that is reset", async () => {
  const text = "The session was closed: all of its definitions, variables and packages are gone.";
  expect(await told(["F (function)"], ["session", { message: "The session was closed." }])).toEqual([
    "lost",
    { reason: "reset", text, restored: [], gone: [] },
  ]);
});
