import { chromium } from "playwright";
import { listen } from "../scripts/lib/site.mjs";
const server = await listen({ "/": "/tmp/w/ui/dist" }, 0);
const b = await chromium.launch({executablePath:"/usr/bin/chromium"});
const D = `(declaim (optimize (debug 2)))
(defvar *rate* 1)
(defun price (pounds)
  (let ((pence (* pounds 100)) (*rate* 3))
    (list pence (tax pence))))
(list :paid (price 4))`;
for (const [name, o] of Object.entries({ wide:{viewport:{width:1440,height:900}, colorScheme:"light"}, phone:{viewport:{width:390,height:844}, colorScheme:"dark", hasTouch:true} })) {
  const c = await b.newContext(o); const page = await c.newPage();
  page.on("pageerror", e=>console.log("ERR", e.message));
  const shot = (n)=>page.screenshot({path:`/tmp/ui-shots/${name}-${n}.png`});
  const last = () => page.locator("#transcript > .entry").last();
  await page.goto(server.url); await page.waitForSelector("html[data-lisp=ready]");
  await page.locator("#run").click(); await page.waitForSelector('.entry[data-state=held]'); await shot("1-first-held");
  await page.locator("#editor").getByText("defun celsius").first().click(); await page.locator("#run-form").click();
  await page.waitForSelector('.entry[data-state=ok]'); await shot("2-defined");
  await page.getByRole("button",{name:"Go on"}).first().click(); await page.waitForSelector('.entry[data-state=ok] .row-out'); await page.waitForTimeout(400); await shot("3-gone-on");
  await page.locator("#editor .cm-content").fill(D); await page.locator("#run").click(); await page.waitForSelector('.entry[data-state=held]');
  const h = page.locator('.entry[data-state=held]').first();
  await h.getByRole("button",{name:/^Frame 1 /}).click(); await h.locator("table.variables").waitFor();
  const l = h.getByRole("textbox",{name:"Evaluate in frame 1"}); await l.fill("(list pence pounds)"); await l.press("Enter"); await h.locator(".frame-result").waitFor(); 
  await h.getByRole("button",{name:"Return from frame 1"}).click();
  await page.waitForTimeout(300); await shot("4-frame");
  await h.getByRole("button",{name:/^Frame 0 /}).click(); await page.waitForTimeout(600); await h.locator(".frame-box").first().scrollIntoViewIfNeeded(); await shot("5-frame0");
  const p = page.getByRole("textbox",{name:"Lisp prompt"}); await p.fill("(car nowhere)"); await p.press("Control+Enter");
  await page.locator('.entry[data-state=held]').nth(1).waitFor(); await page.waitForTimeout(300); await shot("6-level2");
  await c.close();
}
await b.close(); await server.close();
