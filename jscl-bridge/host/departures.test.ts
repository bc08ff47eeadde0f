import { expect, test, vi } from "vitest";
import { Departures } from "./departures.js";

function page(more: object = {}) {
  const target = new EventTarget();
  return Object.assign(target, {
    closed: false,
    frames: {},
    postMessage() {},
    ...more,
  }) as unknown as Window & {
    closed: boolean;
  };
}

/** A window of another origin refuses nearly everything. */
function stranger() {
  return page({
    addEventListener() {
      throw new DOMException("Blocked", "SecurityError");
    },
  });
}

test("a page of this origin is told of when it goes, once", () => {
  const departures = new Departures();
  const [source, gone] = [page(), vi.fn()];
  departures.watch(source, gone);
  departures.look();
  expect(gone).not.toHaveBeenCalled();
  source.dispatchEvent(new Event("pagehide"));
  source.dispatchEvent(new Event("pagehide"));
  Object.assign(source, { closed: true });
  departures.look();
  expect(gone).toHaveBeenCalledOnce();
});

test("a window of another origin is told of when it is closed and looked for", () => {
  const departures = new Departures();
  const [source, gone] = [stranger(), vi.fn()];
  departures.watch(source, gone);
  departures.look();
  expect(gone).not.toHaveBeenCalled();
  Object.assign(source, { closed: true });
  departures.look();
  departures.look();
  expect(gone).toHaveBeenCalledOnce();
});

test("what is no window is not watched, and after the end nothing is told", () => {
  const departures = new Departures();
  const [source, gone] = [page(), vi.fn()];
  departures.watch(null, gone);
  departures.watch(new MessageChannel().port1 as unknown as MessagePort, gone);
  departures.watch(source, gone);
  departures.end();
  source.dispatchEvent(new Event("pagehide"));
  Object.assign(source, { closed: true });
  departures.look();
  expect(gone).not.toHaveBeenCalled();
});
