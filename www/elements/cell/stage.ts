import type { Position } from "jscl-mcp";
import type { RestartChoice } from "../views/restarts-view.js";

/** What becomes of a cell. */
export type CellState = "idle" | "loading" | "running" | "held" | "done" | "error";

/** The cell, as the code sees it that runs it: where it stands and where its answers go. */
export interface CellStage {
  readonly element: HTMLElement;
  /** The box of the answers. */
  readonly output: HTMLElement;
  /** The text as it is now, recorded lines included. */
  readonly text: () => string;
  /** The text as the page has it. */
  readonly original: () => string;
  readonly state: () => CellState;
  readonly setState: (state: CellState) => void;
  readonly setResult: (result: unknown) => void;
  /** Says something to those who do not see the cell. */
  readonly announce: (text: string) => void;
  /** Shows a few words beside the buttons; "" takes them away. */
  readonly remark: (text: string) => void;
  /** Says what stopping will do, where it is not what one expects. */
  readonly describeStop: (text: string) => void;
  /** Marks the places of what is wrong in the text, in the place of those before. */
  readonly mark: (places: readonly Position[]) => void;
  readonly goTo: (place: Position) => void;
  /** Runs the cell again, taking these restarts. */
  readonly again: (restarts: readonly RestartChoice[]) => void;
}

/** Elements that another one can wait for. */
export interface Runnable extends HTMLElement {
  readonly state: CellState;
  run(): Promise<unknown>;
}
