/** Objects that contain themselves, whose printing would not end. */

import type { LispValue } from "../objects/marshal.js";
import { Labels } from "./labels.js";
import type { PrinterImage } from "./printer-image.js";
import { currentSettings, type PrintSettings } from "./settings.js";
import { Printer } from "./writer.js";

/** Objects that are looked at, at most: a larger ring would be cut even with its labels. */
const MAX_OBJECTS = 50_000;

/** Nesting that is looked at: each level takes more of JavaScript's stack than it does to print. */
const MAX_DEPTH = 300;

/** Thrown inside the look alone, when it is over. */
class Known {
  constructor(readonly isRing: boolean) {}
}

/** Notes the objects that are being printed, and finds one that is come to again meanwhile. */
class Path extends Labels {
  private readonly path: unknown[] = [];
  private readonly onPath = new Set<unknown>();
  private seen = 0;

  override mark(object: unknown): boolean {
    if (this.onPath.has(object)) throw new Known(true);
    if (!super.mark(object)) return false;
    if (++this.seen > MAX_OBJECTS) throw new Known(false);
    this.path.push(object);
    this.onPath.add(object);
    return true;
  }

  get length(): number {
    return this.path.length;
  }

  /** All but so many of those that are being printed are out. */
  leave(length: number): void {
    while (this.path.length > length) this.onPath.delete(this.path.pop());
  }
}

/** A printer that writes nothing, and follows the path to what it is at. */
class PathPrinter extends Printer {
  private readonly path = new Path();

  override object(x: LispValue): void {
    const { length } = this.path;
    this.labels = this.path;
    super.object(x);
    this.path.leave(length);
  }
}

/**
 * Whether an object contains itself, as far as its own parts print. Methods of the program are not called.
 */
export function hasRing(object: LispValue, image: PrinterImage, settings: Partial<PrintSettings>): boolean {
  const budget = { chars: Number.POSITIVE_INFINITY, depth: MAX_DEPTH };
  const looking = { ...settings, circle: true, layout: false, userMethods: false, budget };
  try {
    new PathPrinter(image, { write: () => {} }, currentSettings(image, looking)).object(object);
  } catch (e) {
    if (e instanceof Known) return e.isRing;
    throw e;
  }
  return false;
}
