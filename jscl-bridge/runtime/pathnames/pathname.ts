/** Pathnames (CLHS 19.2): names of files by their parts. */

import { WeakReference } from "../platform.js";
import {
  BACK,
  type Component,
  canonical,
  componentKey,
  type Directory,
  type DirectoryPart,
  HOME,
  HOST,
  HomeOf,
  type Host,
  LogicalHost,
  NEWEST,
  Special,
  UNSPECIFIC,
  UP,
  type Version,
} from "./components.js";
import { forHost, hostIn, logicalDirectoryText, logicalFileText, parseLogical } from "./logical.js";
import {
  directoryText,
  faultsSignalled,
  fileText,
  hasType,
  NO_NAME,
  type Problem,
  parseNamestring,
} from "./namestrings.js";
import { refuseFile, refuseNamestring } from "./refusals.js";

export interface Parts {
  /** Absent for the one host that is no logical one. */
  readonly host?: Host;
  readonly device: Component;
  readonly directory: Directory | null;
  readonly name: Component;
  readonly type: Component;
  readonly version: Version;
}

export class Pathname implements Parts {
  readonly host: Host;
  readonly device: Component;
  readonly directory: Directory | null;
  readonly name: Component;
  readonly type: Component;
  readonly version: Version;
  /** The same for pathnames that are EQUAL; versions make no difference. */
  readonly key: string;

  private constructor({ host = HOST, device, directory, name, type, version }: Parts, key: string) {
    this.host = host;
    this.device = device;
    this.directory = directory;
    this.name = name;
    this.type = type;
    this.version = version;
    this.key = key;
  }

  /** Pathnames of the same parts are one object, as in SBCL. */
  static from(parts: Parts): Pathname {
    const { host, device, directory, name, type, version } = parts;
    const own = [directoryKey(directory), ...[device, name, type].map(componentKey)].join("/");
    const key =
      host instanceof LogicalHost ? `${host.name}:${own};${componentKey(versionText(version))}` : own;
    const versioned = `${key};${version instanceof Special ? version.name : version}`;
    let pathname = known.get(versioned)?.deref();
    if (pathname === undefined) {
      pathname = new Pathname(parts, key);
      if (WeakReference !== null) {
        known.set(versioned, new WeakReference(pathname));
        forgotten.register(pathname, versioned);
      }
    }
    return pathname;
  }

  /** The pathname of a namestring, of a host where it names none. Signals NAMESTRING-PARSE-ERROR. */
  static of(namestring: string, host: Host = HOST): Pathname {
    return faultsSignalled(namestring, () => Pathname.parse(namestring, host));
  }

  /** The same, which throws a NamestringFault; where the host `isFixed`, the text names no other. */
  static parse(namestring: string, host: Host = HOST, isFixed = false): Pathname {
    const logical = isFixed ? host : (hostIn(namestring) ?? host);
    return logical instanceof LogicalHost
      ? Pathname.from(parseLogical(namestring, logical))
      : Pathname.unix(namestring);
  }

  /** The same of a Unix namestring, whatever is before a colon in it. */
  private static unix(namestring: string): Pathname {
    const parts = parseNamestring(namestring);
    return Pathname.from({ ...parts, device: null, version: parts.name === null ? null : NEWEST });
  }

  /** The pathname of a file by its path, in which nothing is quoted. */
  static ofPath(path: string): Pathname {
    return Pathname.unix(quotedPath(path));
  }

  /** The namestring; null where there is none. */
  get text(): string | null {
    const directory = this.directoryText;
    const file = this.fileText;
    return typeof directory === "string" && typeof file === "string"
      ? this.hostPart + directory + file
      : null;
  }

  /** The namestring; signals an error where there is none. */
  get namestring(): string {
    return this.hostPart + this.directoryPart + this.filePart;
  }

  get logicalHost(): LogicalHost | null {
    return this.host instanceof LogicalHost ? this.host : null;
  }

  /** The name of a logical host with a colon; nothing for the other. */
  get hostPart(): string {
    return this.host instanceof LogicalHost ? `${this.host.name}:` : "";
  }

  private get directoryText(): string | Problem {
    return this.logicalHost ? logicalDirectoryText(this.directory) : directoryText(this.directory);
  }

  private get fileText(): string | Problem {
    return this.logicalHost ? logicalFileText(this) : fileText(this);
  }

  /** Directories with the slash after the last one. */
  get directoryPart(): string {
    return this.shown(this.directoryText);
  }

  get filePart(): string {
    return this.shown(this.fileText);
  }

  private shown(text: string | Problem): string {
    return typeof text === "string" ? text : refuseNamestring(this, text);
  }

  /** This pathname with what it lacks taken from `defaults`. */
  merged(others: Parts, version: Version): Pathname {
    const defaults = forHost(others, this.host);
    const own = this.version === null && this.name === null ? defaults.version : this.version;
    return Pathname.from({
      host: this.host,
      device: this.device ?? defaults.device,
      directory: mergedDirectory(this.directory, defaults.directory),
      name: this.name ?? defaults.name,
      type: this.type ?? defaults.type,
      version: own ?? version,
    });
  }

  /** The name from the root, where all relative names begin. */
  get absolute(): Pathname {
    if (this.directory?.isAbsolute === true) return this;
    return Pathname.from({
      ...this.parts,
      directory: { isAbsolute: true, parts: this.directory?.parts ?? [] },
    });
  }

  get parts(): Parts {
    const { host, device, directory, name, type, version } = this;
    return { host, device, directory, name, type, version };
  }

  /** The same file by a directory without ways up or home: all there is of either is the root. */
  get resolved(): Pathname {
    const steps: DirectoryPart[] = [];
    for (const part of this.directory?.parts ?? []) {
      if (part === UP || part === BACK) steps.pop();
      else if (part !== HOME && part !== "." && !(part instanceof HomeOf)) steps.push(part);
    }
    return Pathname.from({ ...this.parts, directory: { isAbsolute: true, parts: steps } });
  }

  /**
   * The absolute name of a file, without quotes. Signals an error where the pathname may name several files.
   */
  get path(): string {
    const { directory, name, type } = this.resolved;
    const steps = (directory?.parts ?? []).map((part) =>
      typeof part === "string"
        ? part
        : refuseFile(this, { control: "of the directory segment ~S.", args: [part] }),
    );
    const file = [this.plain("NAME", name), ...(hasType(this) ? [this.plain("TYPE", type)] : [])];
    if (name === null && file.length > 1) refuseFile(this, NO_NAME);
    return ["", ...steps, file.join(".")].join("/");
  }

  private plain(kind: string, part: Component): string {
    if (part === null || part === UNSPECIFIC) return "";
    if (typeof part === "string") return part;
    return refuseFile(this, { control: "of the ~S component ~S.", args: [new Special(kind), part] });
  }
}

/** The namestring of a path, which may have characters that are wild in a namestring. */
export function quotedPath(path: string): string {
  return path.replace(/[*?[\\]/g, "\\$&");
}

const known = new Map<string, WeakReference<Pathname>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (known.get(key)?.deref() === undefined) known.delete(key);
});

function versionText(version: Version): Component {
  return typeof version === "number" ? String(version) : version;
}

function directoryKey(directory: Directory | null): string {
  if (directory === null) return "";
  return [directory.isAbsolute ? "/" : ".", ...directory.parts.map(componentKey)].join("/");
}

function mergedDirectory(own: Directory | null, defaults: Directory | null): Directory | null {
  if (own === null) return defaults;
  if (own.isAbsolute || defaults === null) return own;
  return { isAbsolute: defaults.isAbsolute, parts: canonical([...defaults.parts, ...own.parts]) };
}
