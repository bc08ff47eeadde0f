import type { Answer, OutputStream } from "../contract/engine.js";
import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { makeString } from "../runtime/objects/vectors.js";
import { INTERNAL_PACKAGE, sym } from "../runtime/signals.js";
import { LispStream } from "../runtime/streams/shape.js";
import { ColumnCounter, makeOutputStream, makeSynonymStream, makeTwoWayStream } from "../runtime/streams.js";
import type { GivenInput } from "./engine-image.js";
import { EvaluationInput } from "./evaluation-input.js";
import { LastLine } from "./last-line.js";

/** Where an evaluation's output goes. */
type OutputSink = (stream: OutputStream, text: string) => void;

/** Waits for more input, having shown `prompt`; answers null for none. */
export type InputWait = (prompt: string) => Answer | null;

/** What a body reads, with what waits for more in its place; null where nobody can be asked. */
type StreamInput = Omit<GivenInput, "ask"> & { readonly ask: InputWait | null };

/**
 * The standard streams of an image (CLHS 21.1.1): all output ends at one of two sinks, all input is that
 * of the evaluation.
 */
export class StandardStreams {
  /** Takes what is written; null while nothing is evaluated, when output goes nowhere. */
  sink: OutputSink | null = null;
  private readonly lastLine = new LastLine();
  private readonly counters = { stdout: new ColumnCounter(), stderr: new ColumnCounter() };
  private readonly stdout = makeOutputStream((text) => this.write(text), {
    name: "standard output",
    counter: this.counters.stdout,
  });
  /** The standard variables, with their values. */
  private readonly variables: [LispSymbol, LispValue][] = [];
  private readonly inputEnd = sym("*EVALUATION-INPUT-END*", INTERNAL_PACKAGE);
  private readonly input = new EvaluationInput(
    // As a terminal shows it, and SLIME, where the client does: what comes next begins a line, and who reads
    // the output later knows what was typed.
    (typed, echo) => {
      if (echo) this.stdout.output?.write(typed);
      // What was asked for is no question any more.
      this.lastLine.clear();
    },
    (reason) => setSymbolValue(this.inputEnd, makeString(reason)),
  );

  /** Sends output to `sink` from now on, which begins with a line of its own. */
  begin(sink: OutputSink): void {
    this.sink = sink;
    this.counters.stdout.column = 0;
    this.counters.stderr.column = 0;
  }

  /** Reads from that text from now on, and then asks for more with the line that was written last. */
  readFrom({ text, end, ask }: StreamInput): void {
    this.lastLine.clear();
    this.input.begin({ text, end, ask: ask && (() => ask(this.lastLine.text())) });
  }

  /**
   * Has another evaluation use the streams, and the standard variables have them, whatever the program that
   * is held has bound these to. What it returns puts all back as it was.
   */
  aside(): () => void {
    const { sink } = this;
    const { stdout, stderr } = this.counters;
    const columns = [stdout.column, stderr.column] as const;
    const { tail } = this.lastLine;
    const bound = this.variables.map(([symbol]) => symbolValue(symbol));
    for (const [symbol, value] of this.variables) setSymbolValue(symbol, value);
    const end = this.input.aside();
    return () => {
      end();
      for (const [i, [symbol]] of this.variables.entries()) setSymbolValue(symbol, bound[i]);
      this.lastLine.clear();
      this.lastLine.note(tail);
      [stdout.column, stderr.column] = columns;
      this.sink = sink;
    };
  }

  /** Makes the streams the values of the standard variables. */
  install(): void {
    const stdin = new LispStream({ kind: "STRING-INPUT-STREAM", input: this.input });
    setSymbolValue(sym("*EVALUATION-INPUT*", INTERNAL_PACKAGE), stdin);
    const stdout = this.stdout;
    const stderr = makeOutputStream((text) => this.sink?.("stderr", text), {
      name: "standard error",
      counter: this.counters.stderr,
    });
    const set = (name: string, value: LispValue) => {
      setSymbolValue(sym(name), value);
      this.variables.push([sym(name), value]);
    };
    set("*STANDARD-INPUT*", stdin);
    set("*STANDARD-OUTPUT*", stdout);
    set("*ERROR-OUTPUT*", stderr);
    set("*TRACE-OUTPUT*", makeSynonymStream(sym("*STANDARD-OUTPUT*")));
    set("*TERMINAL-IO*", makeTwoWayStream(stdin, stdout));
    set("*QUERY-IO*", makeSynonymStream(sym("*TERMINAL-IO*")));
    set("*DEBUG-IO*", makeSynonymStream(sym("*TERMINAL-IO*")));
  }
  private write(text: string): void {
    this.lastLine.note(text);
    this.sink?.("stdout", text);
  }
}
