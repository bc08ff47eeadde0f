/** The twins of all that an image has in TypeScript. */

import { givePackageTwins } from "../runtime/library/packages-on-heap.js";
import { giveOperatorTwins } from "../runtime/operators-on-heap.js";
import { giveSlotTwins } from "../runtime/slot-plans-on-heap.js";
import { giveReadingTwins } from "../runtime/streams/awaited-input.js";
import { giveDeferringTwins } from "../runtime/streams/deferring-on-heap.js";
import { giveGrayTwins } from "../runtime/streams/gray-on-heap.js";
import { giveCompilingTwins } from "./compiling-on-heap.js";
import type { Image } from "./image.js";
import { givePrintingTwins } from "./printing-on-heap.js";
import { giveReaderTwins } from "./reading-on-heap.js";

/** Gives the functions and methods of the image their twins, so that evaluations can be left in them. */
export function giveTwins(image: Image): void {
  giveOperatorTwins(image);
  giveReadingTwins();
  giveGrayTwins(image);
  giveSlotTwins(image);
  givePrintingTwins(image);
  giveDeferringTwins();
  givePackageTwins(image);
  giveReaderTwins(image);
  giveCompilingTwins(image);
}
