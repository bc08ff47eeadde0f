/** What markup or a script that got into a page of ours would do next. Each attack is tried in the page. */

/** What became of an attack: the directive that refused it, or that nothing did. */
export type Fate = string;

/**
 * Tries every attack in this page, one after the other, and resolves to their fates. Runs in the page;
 * `foreign` is an origin that is not the page's and would answer.
 */
export async function tryAttacks(foreign: string): Promise<Record<string, Fate>> {
  const fates: Record<string, Fate> = {};
  const put = (name: string, members: Record<string, string>, where: Element = document.body) => {
    const element = Object.assign(document.createElement(name), members);
    where.append(element);
    return element;
  };
  /** What an element says of a file that it wants. */
  const loaded = (element: Element) =>
    new Promise<Fate>((resolve) => {
      element.addEventListener("load", () => resolve("nothing"));
      element.addEventListener("error", () => resolve("error"));
    });
  const settled = (promise: Promise<unknown>) =>
    promise.then(
      () => "nothing",
      () => "error",
    );
  /** Resolves when code of the attack has run. */
  const ran = () =>
    new Promise<Fate>((resolve) => {
      Object.defineProperty(globalThis, "attacked", { configurable: true, set: () => resolve("nothing") });
    });
  const attack = async (name: string, run: () => Promise<Fate> | Fate | undefined) => {
    const refused = new Promise<Fate>((resolve) => {
      document.addEventListener(
        "securitypolicyviolation",
        ({ effectiveDirective }) => resolve(effectiveDirective),
        { once: true },
      );
    });
    // An error comes before or after the event that says why: what says nothing more waits for that event.
    const succeeded = Promise.resolve(run()).then((fate) => (fate === "nothing" ? fate : refused));
    fates[name] = await Promise.race([refused, succeeded]);
  };
  const code = "attacked = true";
  const data = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;
  const blob = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module = (address: string) => settled(import(/* @vite-ignore */ address));
  const script = `${foreign}/jscl-mcp-unwatched.js`;

  await attack("an inline script", () => {
    const run = ran();
    put("script", { textContent: code });
    return run;
  });
  await attack("an event handler in markup", () => {
    const run = ran();
    const button = put("button", {}) as HTMLElement;
    button.setAttribute("onclick", code);
    button.click();
    return run;
  });
  await attack("a javascript: address", () => {
    const run = ran();
    (put("a", { href: `javascript:${code}` }) as HTMLElement).click();
    return run;
  });

  const makesCode = (make: () => unknown) => {
    try {
      make();
      return "nothing";
    } catch {
      return undefined;
    }
  };
  // biome-ignore lint/security/noGlobalEval: it is tried whether there is one.
  await attack("eval", () => makesCode(() => globalThis.eval("1")));
  await attack("Function", () => makesCode(() => new Function("return 1")));
  await attack("a timer with a text", () => {
    const run = ran();
    makesCode(() => setTimeout(code as unknown as () => void));
    return run;
  });
  await attack("a script of another origin", () => loaded(put("script", { src: script })));
  await attack("a script of data", () => loaded(put("script", { src: data("text/javascript", code) })));
  await attack("a script of a blob", () => loaded(put("script", { src: blob(code) })));
  await attack("a module of another origin", () => module(script));
  await attack("a module of data", () => module(data("text/javascript", "export default 1")));
  const worker = (address: string) =>
    new Promise<Fate>((resolve) => {
      const started = new Worker(address);
      started.onmessage = () => resolve("nothing");
    });
  await attack("a Worker of a blob", () => worker(blob("postMessage(1)")));
  await attack("a Worker of data", () => worker(data("text/javascript", "postMessage(1)")));
  await attack("a Worker of its own origin", () =>
    settled(Promise.resolve(new Worker("/jscl-worker.js", { type: "module" })).then((it) => it.terminate())),
  );
  await attack("a request to its own origin", () => settled(fetch("/LICENSE.txt")));
  await attack("a request to another origin", () => settled(fetch(`${foreign}/LICENSE.txt`)));
  await attack("a beacon", () => {
    navigator.sendBeacon(`${foreign}/x`, "secret");
    return new Promise<Fate>(() => {});
  });
  await attack("a socket", () => {
    new WebSocket(foreign.replace("http", "ws"));
    return new Promise<Fate>(() => {});
  });
  await attack("a stream of events", () => {
    new EventSource(`${foreign}/x`);
    return new Promise<Fate>(() => {});
  });
  await attack("a style element", () =>
    (put("style", { textContent: "i { color: red }" }) as Element as HTMLStyleElement).sheet
      ? "nothing"
      : undefined,
  );
  await attack("a style in markup", () => {
    const element = put("i", {}) as HTMLElement;
    element.setAttribute("style", "color: red");
    return element.style.length > 0 ? "nothing" : undefined;
  });
  await attack("styles of another origin", () =>
    loaded(put("link", { rel: "stylesheet", href: `${foreign}/x.css` }, document.head)),
  );
  await attack("a picture of another origin", () => loaded(put("img", { src: `${foreign}/favicon.svg` })));
  await attack("a picture of data", () =>
    loaded(put("img", { src: data("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>') })),
  );
  await attack("a font of another origin", () =>
    settled(new FontFace("strange", `url("${foreign}/x.woff2")`).load()),
  );
  await attack("a sound", () => loaded(put("audio", { src: data("audio/wav", "x"), preload: "auto" })));
  await attack("a plugin", () => loaded(put("object", { data: `${foreign}/favicon.svg` })));
  /** A frame that was refused is loaded as well; one that was not says so. */
  const framed = (src: string) =>
    new Promise<Fate>((resolve) => {
      addEventListener("message", ({ data }) => resolve(data), { once: true });
      put("iframe", { src });
    });
  await attack("a frame of another origin", () => framed(`${foreign}/framed.html`));
  await attack("a frame of its own origin", () => framed("/framed.html"));
  await attack("another base for addresses", () => {
    put("base", { href: `${foreign}/` }, document.head);
    return document.baseURI.startsWith(foreign) ? "nothing" : undefined;
  });
  // One that is not refused ends this page, and the test with it.
  await attack("a form", () => {
    (put("form", { action: "/LICENSE.txt" }) as Element as HTMLFormElement).submit();
    return new Promise<Fate>(() => {});
  });
  return fates;
}
