/** Pathnames: names of files, with `/` between directories (CLHS 19). */

export class Pathname {
  private constructor(readonly namestring: string) {}

  /** Pathnames of one name are one object, so that any equality holds between them. */
  static of(namestring: string): Pathname {
    let pathname = known.get(namestring);
    if (pathname === undefined) {
      pathname = new Pathname(namestring);
      known.set(namestring, pathname);
    }
    return pathname;
  }

  /** Directories with the slash after the last one. */
  get directoryPart(): string {
    return this.namestring.slice(0, this.namestring.lastIndexOf("/") + 1);
  }

  get filePart(): string {
    return this.namestring.slice(this.namestring.lastIndexOf("/") + 1);
  }

  /** The file's name without its type; null where there is none. A leading dot begins no type. */
  get name(): string | null {
    const { filePart } = this;
    const dot = filePart.lastIndexOf(".");
    return filePart === "" ? null : dot > 0 ? filePart.slice(0, dot) : filePart;
  }

  get type(): string | null {
    const { filePart } = this;
    const dot = filePart.lastIndexOf(".");
    return dot > 0 ? filePart.slice(dot + 1) : null;
  }

  /** This pathname with what it lacks taken from `defaults`. */
  merged(defaults: Pathname): Pathname {
    const own = this.directoryPart;
    const directory = own.startsWith("/") ? own : defaults.directoryPart + own;
    return Pathname.from(directory, this.name ?? defaults.name, this.type ?? defaults.type);
  }

  static from(directory: string, name: string | null, type: string | null): Pathname {
    return Pathname.of(directory + (name ?? "") + (type === null ? "" : `.${type}`));
  }

  /** The name from the root, where all relative names begin. */
  get absolute(): Pathname {
    return this.namestring.startsWith("/") ? this : Pathname.of(`/${this.namestring}`);
  }
}

const known = new Map<string, Pathname>();
