import type { Displayed, Picture, PictureLimits } from "../contract/engine.js";
import type { ShownPicture } from "../runtime/base-image.js";

/** The pictures of one evaluation, as many as there is room for. */
export class Pictures {
  private readonly pictures: Picture[] = [];
  private readonly most: number;
  private room: number;
  private leftOut = 0;

  constructor({ most, chars }: PictureLimits) {
    this.most = most;
    this.room = chars;
  }

  add({ mime, data, title }: ShownPicture, form: number): void {
    const isKnown = mime === "image/svg+xml" || mime === "image/png";
    if (!isKnown || this.pictures.length >= this.most || data.length > this.room) {
      this.leftOut += 1;
      return;
    }
    this.room -= data.length;
    this.pictures.push({ mime, data, title, form });
  }

  /** Null where nothing was displayed. */
  displayed(): Displayed | null {
    const isNone = this.pictures.length === 0 && this.leftOut === 0;
    return isNone ? null : { pictures: this.pictures, leftOut: this.leftOut };
  }
}
