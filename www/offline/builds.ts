/** The address of the file that a server sends for an address. */
export function fileAt(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
}

/** The builds of the site that are kept, and which of them each page has been served from. */
export class Builds {
  private readonly prefix: string;
  /** Pages known since this worker began to run; the cache remembers them when it was ended. */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly scope: string,
    private readonly caches: CacheStorage,
    private readonly clients: Pick<Clients, "get">,
  ) {
    this.prefix = `jscl-mcp ${scope} `;
  }

  cacheName(build: string): string {
    return `${this.prefix}${build}`;
  }

  /** The file that a build has at an address. */
  async find(build: string, address: string): Promise<Response | undefined> {
    const name = this.cacheName(build);
    if (!(await this.caches.has(name))) return undefined;
    const cache = await this.caches.open(name);
    return cache.match(fileAt(address), { ignoreSearch: true, ignoreVary: true });
  }

  /** The build that was kept last. */
  newest(): Promise<string | undefined> {
    return this.read("newest");
  }

  setNewest(build: string): Promise<void> {
    return this.write("newest", build);
  }

  /** The build that a page was served from, or the page of a Worker; undefined for one from the network. */
  async of(client: string): Promise<string | undefined> {
    return this.known.get(client) ?? (await this.read(`client/${client}`));
  }

  async remember(client: string, build: string): Promise<void> {
    this.known.set(client, build);
    await this.write(`client/${client}`, build);
  }

  /** Removes builds that no page uses any more, but for the newest. */
  async dropUnused(): Promise<void> {
    const notes = await this.notes();
    const used = new Set([await this.newest()]);
    for (const { url } of await notes.keys()) {
      const client = url.split("~/client/")[1];
      if (client === undefined) continue;
      if ((await this.clients.get(client)) === undefined) await this.forget(client);
      else used.add(await this.of(client));
    }
    for (const name of await this.caches.keys()) {
      const build = name.slice(this.prefix.length);
      if (name.startsWith(this.prefix) && build !== "notes" && !used.has(build))
        await this.caches.delete(name);
    }
  }

  private async forget(client: string): Promise<void> {
    this.known.delete(client);
    await (await this.notes()).delete(this.address(`client/${client}`));
  }

  private notes(): Promise<Cache> {
    return this.caches.open(`${this.prefix}notes`);
  }

  /** Notes are kept as answers, at addresses that the site does not have. */
  private address(note: string): string {
    return `${this.scope}~/${note}`;
  }

  private async read(note: string): Promise<string | undefined> {
    return (await (await this.notes()).match(this.address(note)))?.text();
  }

  private async write(note: string, text: string): Promise<void> {
    await (await this.notes()).put(this.address(note), new Response(text));
  }
}
