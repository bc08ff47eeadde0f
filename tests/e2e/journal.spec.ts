import { openWorkers } from "./support/open-worker.js";
import { LispSession } from "./support/session.js";
import { expect, test } from "./support/test.js";

// Images that end in the ways in which a page's images do: by code of no Lisp that runs for ever, by a Worker
// that is no more.

declare global {
  /** The Workers of the page under test, in the order in which they were made. */
  var workers: Worker[];
}

test.beforeEach(async ({ page, context }) => {
  await openWorkers(context);
  await page.addInitScript(() => {
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        globalThis.workers.push(this);
      }
    };
  });
});

const endless = '(#j:eval "for (;;);")';

test("an image that cannot stop by itself is replaced; its definitions and what waits are not lost", async ({
  freshLisp,
}) => {
  const second = await LispSession.open(freshLisp.page);
  await freshLisp.evaluate(`
    (defpackage :shop (:use :cl) (:export #:total))
    (in-package :shop)
    (defvar *prices* (make-hash-table))
    (defmacro price (name) \`(gethash ,name *prices* 0))
    (defstruct item name count)
    (defclass basket () ((items :initform '() :accessor items)))
    (defgeneric total (thing))
    (defmethod total ((thing item)) (* (item-count thing) (price (item-name thing))))
    (defmethod total ((thing basket)) (reduce #'+ (mapcar #'total (items thing))))
    (setf (price 'tea) 3)`);
  await freshLisp.tool("configure-limits", { timeout: 0.5 });
  const lost = freshLisp.evaluate(`(princ "before") ${endless}`);
  const waiting = second.evaluate("(total (make-item :name 'tea :count 2))");
  const { text, structuredContent } = await lost;
  expect(structuredContent["status"]).toBe("timeout");
  expect(text).toContain("[stdout]\nbefore");
  expect(text).toMatch(/replaced by a fresh one\. 8 definitions of the session were restored/);
  expect(structuredContent["restored"]).toMatchObject({ count: 8, failed: [], notKept: 0 });
  // The price was data, not a definition.
  expect((await waiting).text).toBe("=> 0\n\n; Package: SHOP");
  expect(
    (await freshLisp.evaluate("(setf (price 'tea) 3) (total (make-item :name 'tea :count 2))")).text,
  ).toBe("=> 6\n\n; Package: SHOP");
  const { text: last } = await freshLisp.evaluate("(package-name *package*)");
  expect(last).toBe('=> "SHOP"\n\n; Package: SHOP');
});

test("a definition that hangs the image when it is given back is left out and named", async ({
  freshLisp,
}) => {
  test.setTimeout(60_000);
  await freshLisp.evaluate("(defun one () 1)");
  // It ends at once in the first image of the page, and never in a later one, where nothing gives this value.
  await freshLisp.evaluate("(set 'first-image t)");
  await freshLisp.evaluate(
    `(defvar *slow* (#j:eval "1") "?") (defparameter *late* (unless (boundp 'first-image) ${endless}))`,
  );
  await freshLisp.evaluate("(defun two () (one))");
  await freshLisp.tool("configure-limits", { timeout: 0.5 });
  const { structuredContent } = await freshLisp.evaluate(endless);
  expect(structuredContent["restored"]).toMatchObject({
    count: 3,
    failed: [{ names: ["VARIABLE *LATE*", "VALUE *LATE*"], reason: "it took longer than 2 seconds" }],
  });
  expect((await freshLisp.evaluate("(list (two) (boundp '*late*))")).text).toBe("=> (1 NIL)");
});

test("a Worker that is gone between two evaluations is replaced, and the next answer says so", async ({
  freshLisp,
}) => {
  await freshLisp.evaluate("(defun kept () 42)");
  await freshLisp.page.evaluate(() => {
    const worker = globalThis.workers.at(-1);
    worker?.terminate();
    worker?.dispatchEvent(new ErrorEvent("error", { message: "gone" }));
  });
  const { text } = await freshLisp.evaluate("(kept)");
  expect(text).toMatch(
    /^\[session\]\nThe Lisp of this session was replaced by a fresh one: .*1 definition of the session was restored/,
  );
  expect(text).toMatch(/\n\n=> 42$/);
  expect((await freshLisp.evaluate("(kept)")).text).toBe("=> 42");
});

test("a Worker that ends without a word is found out at once", async ({ freshLisp }) => {
  await freshLisp.evaluate("(defun kept () 42)");
  await freshLisp.page.evaluate(() => globalThis.workers.at(-1)?.terminate());
  // Long before its deadline, whether or not the page had been notified before.
  const began = Date.now();
  const { structuredContent } = await freshLisp.evaluate("(kept)");
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(structuredContent).toMatchObject({ restored: { count: 1 } });
  expect((await freshLisp.evaluate("(kept)")).text).toBe("=> 42");
});
