import type { ProfiledFunction, ProfileReport, Structured, TimeReport } from "../../contract/results.js";
import type { Image } from "../../image/image.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import { now } from "../../runtime/platform.js";
import { callLisp, INTERNAL_PACKAGE } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { runningNumbers } from "./running-numbers.js";
import { counted, type ToolRun } from "./tool-run.js";

/** Stacks that a profile keeps apart, and their depth. */
const MOST_STACKS = 5000;
const MOST_DEPTH = 100;

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
const milliseconds = (ms: number): string => (ms < 1000 ? `${rounded(ms)} ms` : `${rounded(ms / 1000)} s`);

/** How long code takes. */
export function timeReport({ image, args, evaluateAll }: ToolRun): Structured<TimeReport> {
  const runs = Number(args["runs"] ?? 1);
  const times: number[] = [];
  let values: readonly string[] = [];
  const before = image.heap.allocated;
  for (let run = 0; run < runs; run += 1) {
    const began = now();
    values = evaluateAll();
    times.push(now() - began);
  }
  const allocated = Math.max(0, image.heap.allocated - before);
  times.sort((a, b) => a - b);
  const report: TimeReport = {
    runs,
    realMs: rounded(times[Math.floor(times.length / 2)] ?? 0),
    shortestMs: rounded(times[0] ?? 0),
    longestMs: rounded(times.at(-1) ?? 0),
    compileMs: rounded(image.compiler.spentMs),
    allocated,
    values: [...values],
    stdout: "",
  };
  return { text: timeText(report), ...report };
}

function timeText({ runs, realMs, shortestMs, longestMs, compileMs, allocated, values }: TimeReport): string {
  const lines = [`Real time: ${milliseconds(realMs)}`];
  if (runs > 1)
    lines[0] += `, the median of ${runs} runs (shortest ${milliseconds(shortestMs)}, longest ${milliseconds(longestMs)})`;
  if (compileMs > 0)
    lines.push(`Of ${runs > 1 ? "all runs" : "that"}, compiling: ${milliseconds(compileMs)}`);
  lines.push(`Allocated, as far as the image counts: ${allocated.toLocaleString("en-US")} bytes`);
  lines.push("Garbage collection: not known, the browser does not tell.");
  return [...lines, "", ...valueLines(values)].join("\n");
}

function valueLines(values: readonly string[]): string[] {
  return values.length === 0 ? ["; No values"] : values.map((value) => `=> ${value}`);
}

/** What the samples of a run say. */
class Profile {
  readonly stacks = new Map<string, number>();
  readonly own = new Map<string, number>();
  readonly all = new Map<string, number>();
  samples = 0;
  readonly #names = new Map<FrameInfo | null, string>();

  constructor(private readonly image: Image) {}

  take(): void {
    const { infos } = this.image.stack;
    const names: string[] = [];
    for (const number of runningNumbers()) {
      const info = number === null ? null : infos[number];
      if (info !== undefined && !(info?.internal ?? false)) names.push(this.#name(info));
      if (names.length >= MOST_DEPTH) break;
    }
    // The form itself is around everything.
    if (names.at(-1) !== TOPLEVEL) names.push(TOPLEVEL);
    this.samples += 1;
    count(this.own, names[0] as string);
    for (const name of new Set(names)) count(this.all, name);
    const folded = names.reverse().join(";");
    if (this.stacks.has(folded) || this.stacks.size < MOST_STACKS) count(this.stacks, folded);
  }

  #name(info: FrameInfo | null): string {
    let name = this.#names.get(info);
    if (name === undefined) {
      name = info === null || info.name === null ? TOPLEVEL : nameText(info.name);
      this.#names.set(info, name);
    }
    return name;
  }
}

const TOPLEVEL = "toplevel form";

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** A name without what separates names in a folded stack. */
function nameText(name: LispValue): string {
  const text = callLisp("SOURCE-TEXT", INTERNAL_PACKAGE, name);
  return (isLispString(text) ? stringText(text) : "?").replace(/[;\n]/g, "_");
}

/** Where the time of code goes. */
export function profileReport({ image, args, evaluateAll, sampleBy }: ToolRun): Structured<ProfileReport> {
  const most = Number(args["count"] ?? 30);
  const profile = new Profile(image);
  const began = now();
  sampleBy(() => profile.take());
  let values: readonly string[];
  try {
    values = evaluateAll();
  } finally {
    sampleBy(null);
  }
  const realMs = now() - began;
  const { samples, own, all, stacks } = profile;
  const share = (part: number) => (samples === 0 ? 0 : Math.round((part / samples) * 1000) / 1000);
  const functions = [...all].map(([name, totalSamples]): ProfiledFunction => {
    const selfSamples = own.get(name) ?? 0;
    return {
      name,
      selfSamples,
      totalSamples,
      selfShare: share(selfSamples),
      totalShare: share(totalSamples),
    };
  });
  functions.sort((a, b) => b.selfSamples - a.selfSamples || b.totalSamples - a.totalSamples);
  const folded = [...stacks].sort(([, a], [, b]) => b - a).map(([stack, times]) => `${stack} ${times}`);
  const report: ProfileReport = {
    realMs: rounded(realMs),
    samples,
    intervalMs: samples === 0 ? 0 : rounded(realMs / samples),
    functions: functions.slice(0, most),
    functionsTotal: functions.length,
    stacks: folded.slice(0, most),
    stacksTotal: folded.length,
    values: [...values],
    stdout: "",
  };
  return { text: profileText(report), ...report };
}

function profileText(report: ProfileReport): string {
  const { realMs, samples, intervalMs, functions, functionsTotal, stacks, stacksTotal, values } = report;
  const head = `Real time: ${milliseconds(realMs)}, ${counted(samples, "sample")}`;
  if (samples === 0)
    return [
      `${head}: it was over before one could be taken. Let it run longer.`,
      "",
      ...valueLines(values),
    ].join("\n");
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`.padStart(7);
  return [
    `${head}, one each ${milliseconds(intervalMs)} on average.`,
    "",
    "   self   total  function",
    ...functions.map(
      ({ name, selfShare, totalShare }) => `${percent(selfShare)} ${percent(totalShare)}  ${name}`,
    ),
    ...(functionsTotal > functions.length ? [`… ${functionsTotal - functions.length} more functions`] : []),
    "",
    "Stacks, folded:",
    ...stacks,
    ...(stacksTotal > stacks.length ? [`… ${stacksTotal - stacks.length} more stacks`] : []),
    "",
    ...valueLines(values),
  ].join("\n");
}
