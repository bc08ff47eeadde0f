import { describe, expect, test } from "vitest";
import { CodeLog } from "./code-log.js";
import { EVENT, EventHead, Ring } from "./ring.js";
import { SAME } from "./snapshots.js";

const BINDING = new EventHead(EVENT.binding, "X");
const CALL = new EventHead(EVENT.call, "F");
const LEFT = new EventHead(EVENT.left, null);

/** Adds events of so many numbers each, which begin with the number of the event. */
function filled(ring: Ring, events: number, values: number, call = -1): void {
  for (let i = 0; i < events; i++) {
    ring.begin(BINDING, call);
    for (let n = 0; n < values; n++) ring.log.write(i + n);
  }
}

const numbers = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i);

describe("events", () => {
  test("have their values, whatever chunk these are in, and those without any have none", () => {
    const ring = new Ring(1_000_000, 1_000_000);
    filled(ring, 9000, 7);
    ring.begin(LEFT, -1);
    ring.log.write(-1);
    filled(ring, 1, 2);
    for (const number of [0, 1, 4681, 4682, 8999]) expect(ring.values(number)).toEqual(numbers(number, 7));
    expect(ring.values(9000)).toEqual([]);
    expect(ring.event(9001)).toMatchObject({ number: 9001, kind: EVENT.binding, values: [0, 1] });
  });

  test("are dropped where there are more than may be", () => {
    const ring = new Ring(100, 1_000_000);
    filled(ring, 70_000, 1);
    expect([ring.first, ring.next]).toEqual([69_900, 70_000]);
    expect(ring.call(69_900)).toBe(-1);
    expect(ring.has(69_899)).toBe(false);
    expect(ring.values(69_900)).toEqual([69_900]);
  });

  test("are dropped where their values are overwritten, and no others are", () => {
    const ring = new Ring(1_000_000, 40_000);
    filled(ring, 100_000, 3);
    expect(ring.next - ring.first).toBeGreaterThanOrEqual(40_000 / 4 - 32);
    expect(ring.next - ring.first).toBeLessThan(100_000 / 2);
    for (const number of [ring.first, ring.first + 1, ring.next - 1])
      expect(ring.values(number)).toEqual(numbers(number, 3));
  });

  test("are of the calls that they are in, however many there are since", () => {
    const ring = new Ring();
    const running = [-1];
    const calls: number[] = [];
    for (let i = 0; i < 500; i++) {
      const call = running.at(-1) as number;
      calls.push(call);
      if (i % 7 < 3) running.push(ring.begin(CALL, call));
      else if (i % 7 < 5 && call >= 0) {
        ring.begin(LEFT, call);
        running.pop();
        ring.log.write(running.at(-1));
      } else filled(ring, 1, i % 4, call);
    }
    expect(calls.map((_, i) => ring.call(i))).toEqual(calls);
    for (const i of [499, 498, 200, 31, 32, 0]) expect(ring.call(i)).toBe(calls[i]);
  });

  test("of the next recording are in the room of the last one, of which nothing is left", () => {
    const first = new Ring(1000, 100_000);
    filled(first, 40_000, 2);
    const ring = new Ring(1000, 100_000, first);
    expect([first.next - first.first, ring.next]).toEqual([0, 0]);
    filled(ring, 2, 2);
    expect(ring.values(1)).toEqual([1, 2]);
  });
});

test("codes that were written before are the same codes", () => {
  const ring = new Ring(10, 100);
  filled(ring, 1, 3);
  ring.begin(CALL, -1);
  for (const code of [9, SAME, 1, 3]) ring.log.write(code);
  expect(ring.codes(1)).toEqual([9, 0, 1, 2]);
});

describe("codes", () => {
  const log = (...codes: readonly unknown[]): CodeLog => {
    const made = new CodeLog(100_000);
    for (const code of codes) made.write(code);
    return made;
  };

  test("are told apart from those of before", () => {
    expect(log(1, 0, 3, 0, 3).repeats(1, 3)).toBe(true);
    expect(log(1, 0, 3, 0, 4).repeats(1, 3)).toBe(false);
    expect(log(1, 0, 3, -0, 3).repeats(1, 3)).toBe(false);
  });

  test("are replaced", () => {
    const replaced = log(1, 2, 3);
    replaced.replace(1, 8);
    expect([0, 1, 2].map((at) => replaced.at(at))).toEqual([1, 8, 3]);
  });

  test("that are taken back leave nothing, also where they went on in another chunk", () => {
    const short = log(1, 2, 3);
    short.takeBack(1);
    expect(short.position).toBe(1);
    const long = log(...numbers(0, 40_000));
    long.takeBack(4);
    expect(long.position).toBe(32_768);
    expect([long.at(3), long.at(4), long.at(32_767)]).toEqual([3, null, null]);
  });
});
