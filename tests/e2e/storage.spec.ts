import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { another, crash, enter, expectKept, lisp, restore, saved, start, visit } from "./support/visit.js";

test.use({ cold: true });

// Definitions kept when the browser's storage is slow, full, taken away or used by others, and when pages end
// in the middle of a write.

const names = (count: number, prefix = "f") =>
  Array.from({ length: count }, (_, place) => `${prefix}${place}`);

const define = (page: Page, each: readonly string[]): Promise<unknown> =>
  page.evaluate(
    (all) => Promise.all(all.map((name) => globalThis.evaluateLisp(`(defun ${name} () '${name})`))),
    each,
  );

/** The database as another page holds it, which never closes it. */
const hold = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open("jscl-mcp", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("definitions");
        request.onsuccess = () => {
          Object.assign(globalThis, { held: request.result });
          resolve();
        };
      }),
  );

test("what was answered is kept when the page crashes that very moment", async ({ page }) => {
  await visit(page);
  await define(page, names(10));
  await expectKept(await crash(page), names(10));
});

test("what was not answered yet is kept when the page is left", async ({ page }) => {
  for (let round = 0; round < 5; round++) {
    await visit(page);
    await page.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          void globalThis.evaluateLisp(`(defun ${name} () 1)`);
          const { put } = IDBObjectStore.prototype;
          // Left in the very moment in which it is written.
          IDBObjectStore.prototype.put = function (...given) {
            queueMicrotask(resolve);
            return put.apply(this, given);
          };
        }),
      `g${round}`,
    );
  }
  await expectKept(page, names(5, "g"));
});

test("pages that are open at once keep what each of them defines", async ({ page }) => {
  const other = await another(page);
  await visit(page);
  await visit(other);
  for (let round = 0; round < 5; round++)
    await Promise.all([define(page, [`p${round}`]), define(other, [`q${round}`])]);
  await other.close();
  await define(page, ["last"]);
  await expectKept(page, [...names(5, "p"), ...names(5, "q"), "last"]);
  // All of it is one record again.
  await define(page, ["more"]);
  const count = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open("jscl-mcp");
          request.onsuccess = () => {
            const counting = request.result.transaction("definitions").objectStore("definitions").count();
            counting.onsuccess = () => {
              request.result.close();
              resolve(counting.result);
            };
          };
        }),
    );
  await expect.poll(count).toBe(1);
});

test("what an earlier version has kept under the name itself is taken over", async ({ page }) => {
  await enter(page);
  await hold(page);
  await page.evaluate(() => {
    const { held } = globalThis as unknown as { held: IDBDatabase };
    const store = held.transaction("definitions", "readwrite").objectStore("definitions");
    const form = { code: "(defun old () 1)", package: "COMMON-LISP-USER", names: ["FUNCTION OLD"] };
    const record = JSON.stringify({ package: "COMMON-LISP-USER", forms: [form], suspects: [] });
    store.put({ record, savedMs: 1 }, "test");
    store.put(0, "test being restored");
    held.close();
  });
  await start(page);
  expect((await saved(page)).names).toEqual(["FUNCTION OLD"]);
  await define(page, ["new"]);
  await expectKept(page, ["old", "new"]);
});

test("of what several visits have left the latest holds, in whatever order it is found", async ({ page }) => {
  await enter(page);
  await hold(page);
  await page.evaluate(() => {
    const { held } = globalThis as unknown as { held: IDBDatabase };
    const store = held.transaction("definitions", "readwrite").objectStore("definitions");
    const visits = ["a", "b", "c"];
    for (const [place, name] of ["rising", "falling", "mixed"].entries())
      for (const [i, visit] of visits.entries()) {
        const savedMs = [
          [1, 2, 3],
          [3, 2, 1],
          [2, 3, 1],
        ][place]?.[i] as number;
        const form = { code: `(defun f () ${savedMs})`, package: "COMMON-LISP-USER", names: ["FUNCTION F"] };
        const record = JSON.stringify({ package: "COMMON-LISP-USER", forms: [form], suspects: [] });
        store.put({ record, savedMs }, [name, visit]);
      }
    held.close();
  });
  for (const name of ["rising", "falling", "mixed"]) {
    await start(page, { journal: { name } });
    expect(await restore(page)).toMatchObject({ failed: [] });
    expect([name, await lisp(page, "(f)")]).toEqual([name, "=> 3"]);
    await page.evaluate(() => globalThis.lispServer.close());
  }
});

test("a storage that cannot be read once is not written over", async ({ page }) => {
  await visit(page);
  await define(page, ["f"]);
  for (const method of ["get", "getAll", "getAllKeys"] as const) {
    await enter(page);
    await page.evaluate((name) => {
      const whole = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = () => {
        IDBObjectStore.prototype[name] = whole;
        throw new DOMException("broken", "UnknownError");
      };
    }, method);
    await start(page);
    if (method !== "get") expect((await saved(page)).problem).toBe("broken");
    await define(page, [method]);
    await expect
      .poll(() => saved(page))
      .toMatchObject({ problem: null, names: expect.arrayContaining(["FUNCTION F"]) });
  }
  await expectKept(page, ["f", "get", "getAll", "getAllKeys"]);
});

test("keeping that is turned on late takes in what there is, and turned off forgets it", async ({ page }) => {
  await visit(page);
  await define(page, ["f"]);
  await visit(page, { journal: { name: "test", keep: false } });
  await define(page, ["g"]);
  expect((await saved(page)).count).toBe(0);
  await page.evaluate(() => globalThis.lispServer.keepDefinitions(true));
  expect((await saved(page)).names).toEqual(["FUNCTION F"]);
  await expectKept(page, ["f", "g"]);
  await page.evaluate(() => globalThis.lispServer.keepDefinitions(false));
  await visit(page);
  expect((await saved(page)).count).toBe(0);
});

test("a full storage is told of, and written when there is room again", async ({ page }) => {
  await enter(page);
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 200_000 });
  await start(page);
  await define(page, ["f", "g"]);
  expect((await saved(page)).problem).toBeNull();
  // Not one letter, again and again: a Chromium before 156 presses it to nothing.
  await lisp(page, `(defun big () "${randomBytes(400_000).toString("hex")}")`);
  expect((await saved(page)).problem).toEqual(expect.stringMatching(/quota/i));
  expect(await lisp(page, "(g)"), "Lisp goes on").toBe("=> G");
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await expect.poll(async () => (await saved(page)).problem, { timeout: 30_000 }).toBeNull();
  await expectKept(await crash(page), ["f", "g", "big"]);
});

test("storage that is evicted is told of, and written again with the next definition", async ({ page }) => {
  await visit(page);
  await define(page, ["f"]);
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await expect.poll(async () => (await saved(page)).problem).toContain("may be gone");
  // The browser may not be done, and close a database that is opened meanwhile. Then the failure is reported,
  // and the next write includes the definition.
  const names: string[] = [];
  const writeAgain = async () => {
    names.push(`g${names.length}`);
    await define(page, names.slice(-1));
    return (await saved(page)).problem;
  };
  await expect.poll(writeAgain).toBeNull();
  await expectKept(await crash(page), ["f", ...names]);
});

test("a page that keeps definitions keeps nobody from deleting the database, nor from making it anew", async ({
  page,
}) => {
  await visit(page);
  await define(page, ["f"]);
  const other = await another(page);
  await enter(other);
  const deleted = await other.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase("jscl-mcp");
        request.onsuccess = () => resolve("deleted");
        request.onblocked = () => resolve("blocked");
      }),
  );
  expect(deleted).toBe("deleted");
  await define(page, ["g"]);
  await expectKept(other, ["f", "g"]);
});

test("a database that another page holds and deletes does not keep a server from starting", async ({
  page,
}) => {
  await visit(page);
  await define(page, ["f"]);
  const other = await another(page);
  await enter(other);
  await hold(other);
  await other.evaluate(() => void indexedDB.deleteDatabase("jscl-mcp"));
  await enter(page);
  const began = Date.now();
  await start(page);
  expect(Date.now() - began).toBeLessThan(5_000);
  expect((await saved(page)).problem).toContain("does not answer");
  expect(await lisp(page, "(defun g () 1)")).toBe("=> G");
  expect(await lisp(page, "(g)")).toBe("=> 1");
  // The other one lets go.
  await other.close();
  await expect.poll(async () => (await saved(page)).problem, { timeout: 30_000 }).toBeNull();
  await expectKept(page, ["g"]);
});

test("a database of a later version is left alone, and does not keep a server from starting", async ({
  page,
}) => {
  await enter(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open("jscl-mcp", 2);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
  );
  await start(page);
  expect((await saved(page)).problem).toEqual(expect.any(String));
  expect(await lisp(page, "(defun g () 1)")).toBe("=> G");
});

test("a record that is not understood stays where it is", async ({ page }) => {
  await enter(page);
  await hold(page);
  const strange = { record: "of a later version", savedMs: 1 };
  await page.evaluate((value) => {
    const { held } = globalThis as unknown as { held: IDBDatabase };
    held.transaction("definitions", "readwrite").objectStore("definitions").put(value, ["test", "other"]);
    held.close();
  }, strange);
  await start(page);
  expect((await saved(page)).problem).toContain("no record that this version understands");
  await define(page, ["f"]);
  await visit(page);
  expect((await saved(page)).problem).toContain("no record that this version understands");
  expect(await restore(page)).toMatchObject({ count: 1 });
});

test("without the file of what keeps them the server starts, and says that nothing is kept", async ({
  page,
}) => {
  await page.route("**/jscl-journal.js", (route) => route.fulfill({ status: 404 }));
  await visit(page);
  expect(await page.evaluate(() => globalThis.evaluateLisp("(defun f () 1)"))).toBe("=> F");
  expect((await saved(page)).problem).toContain("jscl-journal.js");
  await page.evaluate(() => globalThis.lispServer.keepDefinitions(true));
  await page.evaluate(() => globalThis.lispServer.close());
});

test("storage that the browser refuses is asked for again", async ({ page }) => {
  await enter(page);
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.assign(globalThis, { allow: () => Object.assign(IDBFactory.prototype, { open }) });
  });
  await start(page);
  expect((await saved(page)).problem).toBe("denied");
  await define(page, ["f"]);
  await page.evaluate(() => (globalThis as unknown as { allow: () => void }).allow());
  await define(page, ["g"]);
  await expect.poll(async () => (await saved(page)).problem, { timeout: 30_000 }).toBeNull();
  await expectKept(page, ["f", "g"]);
});
