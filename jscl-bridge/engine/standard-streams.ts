import type { OutputStream } from "../contract/engine.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { setSymbolValue } from "../runtime/objects/symbols.js";
import { sym } from "../runtime/signals.js";
import {
  ColumnCounter,
  makeOutputStream,
  makeStringInputStream,
  makeSynonymStream,
  makeTwoWayStream,
} from "../runtime/streams.js";

/** Where an evaluation's output goes. */
type OutputSink = (stream: OutputStream, text: string) => void;

/**
 * The standard streams of an image (CLHS 21.1.1): all output ends at one of two sinks, and there is no input.
 */
export class StandardStreams {
  /** Takes what is written; null while nothing is evaluated, when output goes nowhere. */
  sink: OutputSink | null = null;
  readonly #counters = { stdout: new ColumnCounter(), stderr: new ColumnCounter() };

  /** Sends output to `sink` from now on, which begins with a line of its own. */
  begin(sink: OutputSink): void {
    this.sink = sink;
    this.#counters.stdout.column = 0;
    this.#counters.stderr.column = 0;
  }

  /** Makes the streams the values of the standard variables. */
  install(): void {
    const stdin = makeStringInputStream("");
    const stdout = makeOutputStream((text) => this.sink?.("stdout", text), {
      name: "standard output",
      counter: this.#counters.stdout,
    });
    const stderr = makeOutputStream((text) => this.sink?.("stderr", text), {
      name: "standard error",
      counter: this.#counters.stderr,
    });
    const set = (name: string, value: LispValue) => {
      setSymbolValue(sym(name), value);
    };
    set("*STANDARD-INPUT*", stdin);
    set("*STANDARD-OUTPUT*", stdout);
    set("*ERROR-OUTPUT*", stderr);
    set("*TRACE-OUTPUT*", makeSynonymStream(sym("*STANDARD-OUTPUT*")));
    set("*TERMINAL-IO*", makeTwoWayStream(stdin, stdout));
    set("*QUERY-IO*", makeSynonymStream(sym("*TERMINAL-IO*")));
    set("*DEBUG-IO*", makeSynonymStream(sym("*TERMINAL-IO*")));
  }
}
