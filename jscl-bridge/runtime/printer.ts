/** The Lisp printer. */
import type { LispValue } from "./objects/marshal.js";
import type { PrinterImage } from "./printer/printer-image.js";
import { quickText } from "./printer/quick.js";
import { hasRing } from "./printer/rings.js";
import { currentSettings, type PrintSettings } from "./printer/settings.js";
import { Printer, type Sink } from "./printer/writer.js";

export { addressOf } from "./printer/identity.js";
export type { LispWriter, PrinterImage } from "./printer/printer-image.js";
export { currentSettings, type PrintBudget, type PrintSettings } from "./printer/settings.js";

/**
 * Writes `object` as the settings ask, those not given being what the Lisp variables say. The output ends in
 * `...` where the budget was used up. Signals PRINT-NOT-READABLE only when `readably` is set; besides, only
 * the program's own methods can signal.
 */
export function writeObject(
  object: LispValue,
  sink: Sink,
  image: PrinterImage,
  settings: Partial<PrintSettings> = {},
): void {
  new Printer(image, sink, currentSettings(image, settings)).top(object);
}

/** What {@link writeObject} writes, as a string. */
export function printToString(
  object: LispValue,
  image: PrinterImage,
  settings: Partial<PrintSettings> = {},
): string {
  const quick = quickText(object, settings);
  if (quick !== undefined && quick.length <= (settings.budget?.chars ?? quick.length)) return quick;
  let text = "";
  writeObject(
    object,
    {
      write(part) {
        text += part;
      },
    },
    image,
    settings,
  );
  return text;
}

/** Characters after which an object is suspected of containing itself. */
const RING_CHARS = 300;

/**
 * The same for a value that somebody is shown: where printing would not end because the object contains
 * itself, its parts have labels, as under *PRINT-CIRCLE*.
 */
export function printShown(
  object: LispValue,
  image: PrinterImage,
  settings: Partial<PrintSettings> = {},
): string {
  const quick = quickText(object, settings);
  if (quick !== undefined) return printToString(object, image, settings);
  let text = "";
  let isRing: boolean | null = null;
  const few = Math.min(RING_CHARS, settings.budget?.chars ?? RING_CHARS);
  const sink: Sink = {
    write(part) {
      text += part;
      if (isRing !== null || text.length < few || printer.settings.circle) return;
      isRing = hasRing(object, image, settings);
      if (isRing) printer.stop();
    },
  };
  const printer = new Printer(image, sink, currentSettings(image, settings));
  printer.top(object);
  return isRing === true ? printToString(object, image, { ...settings, circle: true }) : text;
}
