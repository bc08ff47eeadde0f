// The public package. Everything a page needs to host the server is here.
export type { Elsewhere, Position } from "./contract/engine.js";
export type { BindingProblem } from "./contract/host.js";
export type {
  BacktraceReport,
  BriefError,
  BriefEvaluation,
  BriefLastError,
  ContentReport,
  DefinitionPlace,
  DefinitionSource,
  DeletedReport,
  ErrorReport,
  EvaluationReport,
  ExpansionReport,
  FileReport,
  FilesReport,
  FrameInspection,
  FrameReport,
  LimitsReport,
  Meaning,
  MethodReport,
  Part,
  Place,
  ProfileReport,
  RecordingReport,
  Restored,
  SessionReport,
  SessionsReport,
  SourceReport,
  Structured,
  SymbolReport,
  ToolSet,
  Unrestored,
  ValidationReport,
  ValueReport,
  WarningReport,
  WrittenReport,
} from "./contract/results.js";
export type { Grants } from "./engine/power/grants.js";
export type { Abilities } from "./host/abilities.js";
export type { Bindings, Channels } from "./host/bindings/options.js";
export type { RegisterToolsOptions } from "./host/bindings/webmcp.js";
export type { Way } from "./host/clients/connection.js";
export type { ImageMode } from "./host/images/image-handle.js";
export type { BootProgress, LispInfo } from "./host/images/image-start.js";
export {
  LispServer,
  type LispServerOptions,
  type SavedDefinitions,
  type Traffic,
} from "./host/lisp-server.js";
