/** Bounds and bundles the output of one evaluation before it leaves the image. */

/** Text is passed on when this much has gathered; a message per character would cost more than the text. */
const CHUNK = 4096;

export interface CappedSink {
  write(text: string): void;
  /** Passes on what has gathered. */
  flush(): void;
  /** Characters not passed on because the cap was reached. */
  readonly dropped: number;
  /** Characters accepted. */
  readonly accepted: number;
}

/**
 * A sink that emits at most `maxChars` characters (UTF-16 units) in chunks and counts the rest. A pair of
 * surrogates is never cut in two.
 */
export function cappedSink(maxChars: number, emit: (text: string) => void): CappedSink {
  let buffer = "";
  let accepted = 0;
  let dropped = 0;
  const flush = () => {
    if (buffer === "") return;
    const text = buffer;
    buffer = "";
    emit(text);
  };
  return {
    write(text) {
      if (dropped > 0) {
        dropped += text.length;
        return;
      }
      let kept = text;
      const room = maxChars - accepted;
      if (text.length > room) {
        const code = text.charCodeAt(room - 1);
        kept = text.slice(0, room > 0 && code >= 0xd800 && code <= 0xdbff ? room - 1 : Math.max(0, room));
        dropped = text.length - kept.length;
      }
      accepted += kept.length;
      buffer += kept;
      if (buffer.length > CHUNK) flush();
    },
    flush,
    get dropped() {
      return dropped;
    },
    get accepted() {
      return accepted;
    },
  };
}
