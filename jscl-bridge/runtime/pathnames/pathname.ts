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
  HomeOf,
  NEWEST,
  Special,
  UNSPECIFIC,
  UP,
  type Version,
} from "./components.js";
import {
  directoryText,
  fileText,
  hasType,
  NamestringFault,
  NO_NAME,
  type Problem,
  parseNamestring,
  signalFault,
} from "./namestrings.js";
import { refuseFile, refuseNamestring } from "./refusals.js";

export interface Parts {
  readonly device: Component;
  readonly directory: Directory | null;
  readonly name: Component;
  readonly type: Component;
  readonly version: Version;
}

export class Pathname implements Parts {
  readonly device: Component;
  readonly directory: Directory | null;
  readonly name: Component;
  readonly type: Component;
  readonly version: Version;
  /** The same for pathnames that are EQUAL; versions make no difference. */
  readonly key: string;

  private constructor({ device, directory, name, type, version }: Parts, key: string) {
    this.device = device;
    this.directory = directory;
    this.name = name;
    this.type = type;
    this.version = version;
    this.key = key;
  }

  /** Pathnames of the same parts are one object, as in SBCL. */
  static from(parts: Parts): Pathname {
    const { device, directory, name, type, version } = parts;
    const key = [directoryKey(directory), ...[device, name, type].map(componentKey)].join("/");
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

  /** The pathname of a namestring. Signals NAMESTRING-PARSE-ERROR. */
  static of(namestring: string): Pathname {
    try {
      return Pathname.parse(namestring);
    } catch (error) {
      if (error instanceof NamestringFault) return signalFault(namestring, error);
      throw error;
    }
  }

  /** The same, which throws a NamestringFault. */
  static parse(namestring: string): Pathname {
    const parts = parseNamestring(namestring);
    return Pathname.from({ ...parts, device: null, version: parts.name === null ? null : NEWEST });
  }

  /** The pathname of a file by its path, in which nothing is quoted. */
  static ofPath(path: string): Pathname {
    return Pathname.parse(quotedPath(path));
  }

  /** The namestring; null where there is none. */
  get text(): string | null {
    const directory = directoryText(this.directory);
    const file = fileText(this);
    return typeof directory === "string" && typeof file === "string" ? directory + file : null;
  }

  /** The namestring; signals an error where there is none. */
  get namestring(): string {
    return this.directoryPart + this.filePart;
  }

  /** Directories with the slash after the last one. */
  get directoryPart(): string {
    return this.#shown(directoryText(this.directory));
  }

  get filePart(): string {
    return this.#shown(fileText(this));
  }

  #shown(text: string | Problem): string {
    return typeof text === "string" ? text : refuseNamestring(this, text);
  }

  /** This pathname with what it lacks taken from `defaults`. */
  merged(defaults: Parts, version: Version): Pathname {
    const own = this.version === null && this.name === null ? defaults.version : this.version;
    return Pathname.from({
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
    const { device, directory, name, type, version } = this;
    return { device, directory, name, type, version };
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
    const file = [this.#plain("NAME", name), ...(hasType(this) ? [this.#plain("TYPE", type)] : [])];
    if (name === null && file.length > 1) refuseFile(this, NO_NAME);
    return ["", ...steps, file.join(".")].join("/");
  }

  #plain(kind: string, part: Component): string {
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

function directoryKey(directory: Directory | null): string {
  if (directory === null) return "";
  return [directory.isAbsolute ? "/" : ".", ...directory.parts.map(componentKey)].join("/");
}

function mergedDirectory(own: Directory | null, defaults: Directory | null): Directory | null {
  if (own === null) return defaults;
  if (own.isAbsolute || defaults === null) return own;
  return { isAbsolute: defaults.isAbsolute, parts: canonical([...defaults.parts, ...own.parts]) };
}
