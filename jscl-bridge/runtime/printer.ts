/** The Lisp printer. */
import type { LispValue } from "./objects/marshal.js";
import type { PrinterImage } from "./printer/printer-image.js";
import { quickText } from "./printer/quick.js";
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
