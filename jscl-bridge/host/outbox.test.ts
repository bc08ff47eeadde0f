import { expect, test } from "vitest";
import { Outbox } from "./outbox.js";

function outbox() {
  const sent: string[] = [];
  return { sent, box: new Outbox((client, message) => sent.push(`${client} ${JSON.stringify(message)}`)) };
}

test("a message waits for what it tells of, and what comes after it waits for it", () => {
  const { sent, box } = outbox();
  box.post(0, 1, ["at once"]);
  expect(sent.splice(0)).toEqual(['1 ["at once"]']);
  box.post(1, 1, ["first"]);
  box.post(2, 2, ["second"]);
  box.post(2, 1, ["third"]);
  expect(sent).toEqual([]);
  box.settle(1);
  expect(sent.splice(0)).toEqual(['1 ["first"]']);
  box.settle(2);
  expect(sent.splice(0)).toEqual(['2 ["second"]', '1 ["third"]']);
  box.settle(1);
  box.post(2, 1, ["fourth"]);
  expect(sent.splice(0)).toEqual(['1 ["fourth"]']);
});

test("what waits is sent when it is to wait no longer", () => {
  const { sent, box } = outbox();
  box.post(1, 1, ["first"]);
  box.flush();
  box.flush();
  expect(sent).toEqual(['1 ["first"]']);
});
