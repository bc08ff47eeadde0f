/**
 * The syntax tree of a toplevel form: one node type for each special form and each kind of call, macros
 * expanded and names resolved. The phases after `syntax/` fill in what they find out.
 */

import type { FrameKind } from "../../contract/engine.js";
import type { StructureMaker, StructureWriter } from "../../runtime/definitions/global-definitions.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { Place } from "../../runtime/stack/sources.js";
import type { Environment } from "../scope/environment.js";
import type { LispType } from "../types/lattice.js";
import type { Where } from "../warnings/reporter.js";
import type { Signature } from "../warnings/signature.js";
import type { InlineFunction } from "./inline.js";

/** A lexical variable. */
export interface Variable {
  readonly symbol: LispSymbol;
  owner: FunctionNode;
  /** What all its values have in common, proven; null before types are inferred, where nothing is known. */
  type: LispType | null;
  /** The type specifier that assignments are checked against, or null. */
  readonly declared: LispValue;
  /** Not to be accused of being unused. */
  readonly ignored: boolean;
  /** Declared IGNORE, so that reading it is odd. */
  readonly declaredIgnore: boolean;
  /** Whether the program reads it, as SBCL counts it: also in code that is dropped. */
  used: boolean;
  /** Whether the program assigns it after its binding. */
  assigned: boolean;
  /** Whether it gets a default where it is a parameter that is not supplied. */
  defaulted: boolean;
  /** Whether a function inside of its scope uses it, and whether one assigns it. */
  captured: boolean;
  assignedInside: boolean;
  /** Whether the frame keeps it, for who looks there. */
  kept: boolean;
  /** How often it is read, and how often of these to call its value. */
  reads: number;
  calls: number;
  /** What the program wrote for its value, where a macro made it; null for others. */
  written: LispValue | null;
}

/** A local function, of FLET or LABELS. */
export interface LocalFunction {
  /** Its name in messages: (FLET F :IN G). */
  readonly name: LispValue;
  readonly signature: Signature | null;
  /** The function; null until it has been read. */
  lambda: FunctionNode | null;
  used: boolean;
  /** Whether it is called or read anywhere, other than in place. */
  referenced: boolean;
  /** The frame keeps it, for who looks there. */
  kept?: true;
  /** Whether it is an argument or a value somewhere, and not only called. */
  escapes: boolean;
  /** How calls are put in place, where it is declared INLINE; null where it is not. */
  readonly inline: InlineFunction | null;
}

interface Base {
  /** The form as it was written; of an expansion, the macro call. */
  form: LispValue;
  /** The form of the source text that it is a part of, and what is muffled there. */
  readonly where: Where;
  /** Where its warnings stand among those of other nodes. */
  order: number;
  /** What its value is known to be, where it has one; null before types are inferred. */
  type: LispType | null;
}

export interface ConstantNode extends Base {
  readonly kind: "constant";
  readonly value: LispValue;
}

export interface ReadNode extends Base {
  readonly kind: "read";
  readonly variable: Variable;
}

/** The value of a special variable, or of one that is not known. */
interface GlobalNode extends Base {
  readonly kind: "global";
  readonly symbol: LispSymbol;
}

export interface AssignNode extends Base {
  readonly kind: "assign";
  readonly variable: Variable;
  value: Node;
  /** A check in SBCL's words that the value is sure to fail. */
  conflict: Conflict | null;
  /** A function that goes round gives its parameter the next argument, as a binding would. */
  readonly binds?: true;
}

export interface AssignGlobalNode extends Base {
  readonly kind: "assign-global";
  readonly symbol: LispSymbol;
  /** Checked where the variable was proclaimed to be of a type. */
  value: Node;
}

/** At least one form; the values of the last. */
export interface SequenceNode extends Base {
  readonly kind: "sequence";
  forms: Node[];
}

export interface IfNode extends Base {
  readonly kind: "if";
  test: Node;
  then: Node;
  otherwise: Node;
}

/** A binding of a lexical variable or, where `variable` is null, of a special one. */
export interface Binding {
  readonly symbol: LispSymbol;
  readonly variable: Variable | null;
  init: Node;
  /** The type specifier that the value is checked against, or null. */
  readonly declared: LispValue;
  /** What is signalled of a value that cannot be of that type; absent where nothing is known of it. */
  conflict?: Conflict;
}

/** LET: the values are computed one after the other, then the variables are bound together. */
export interface LetNode extends Base {
  readonly kind: "let";
  readonly bindings: readonly Binding[];
  body: Node;
}

/** MULTIPLE-VALUE-BIND; the bindings' `init` are NIL, which stands for values that are missing. */
export interface ReceiveNode extends Base {
  readonly kind: "receive";
  readonly bindings: readonly Binding[];
  producer: Node;
  body: Node;
}

/** The frame of the function knows the variables while the body runs: their values can be seen and set. */
export interface ScopeNode extends Base {
  readonly kind: "scope";
  readonly variables: readonly Variable[];
  /** The special variables that are bound for the body. */
  readonly specials: readonly LispSymbol[];
  /** The ways out that who looks at the frame has there, as `runtime/stack/scopes.ts` lists them. */
  readonly exits?: readonly LispValue[];
  /** The number by which who looks at the frame leaves for the block that is the body. */
  readonly place?: number;
  /** What names mean in the body. */
  readonly lexical: Environment;
  body: Node;
}

interface OptionalParameter {
  readonly variable: Variable;
  readonly supplied: Variable | null;
}

interface KeyParameter extends OptionalParameter {
  readonly keyword: LispSymbol;
}

/**
 * A function. What its parameters need beyond being there (defaults, checks, dynamic bindings) stands at the
 * head of the body, as nodes.
 */
export interface FunctionNode extends Base {
  readonly kind: "function";
  /** The function around it; null for a toplevel form. */
  outer: FunctionNode | null;
  readonly frame: FrameKind;
  readonly name: LispValue;
  /** Whether it stays out of backtraces altogether. */
  readonly hidden: boolean;
  /** What follows LAMBDA; null for a toplevel form. */
  readonly lambda: LispValue;
  readonly required: Variable[];
  readonly optional: OptionalParameter[];
  rest: Variable | null;
  readonly keys: KeyParameter[];
  readonly hasKey: boolean;
  readonly allowOtherKeys: boolean;
  body: Node;
  /** Where it is defined. */
  readonly place: Place | null;
  /** The global function that it is, if calls of it in its body may mean itself. */
  readonly self: LispSymbol | null;
  /** The type that its first value was proclaimed to have, or null. */
  readonly result: LispValue;
  /** Whether the method's body calls the next one, which takes all arguments. */
  readonly callsNext: boolean;
  /** What calls of the function are checked against; null where nobody asks. */
  readonly signature: Signature | null;
  /** A part of the function around it, to SBCL. */
  inlined: boolean;
  /** Whether its frame keeps its variables, which is what a debug quality of 2 asks for. */
  keepsVariables: boolean;
  /** Whether it says what it is called with, binds and returns (`runtime/recording/recorder.ts`). */
  readonly recorded: boolean;
  /** A handler of HANDLER-BIND, which returns the exit that it leaves by. */
  readonly isHandler: boolean;
  /** The functions directly inside of it. */
  readonly inner: FunctionNode[];
}

/** Gives an optional parameter or a keyword's its default, unless it is supplied. */
export interface DefaultNode extends Base {
  readonly kind: "default";
  readonly variable: Variable;
  readonly supplied: Variable | null;
  /** The keyword whose value the variable gets first; null for an optional parameter. */
  readonly keyword: LispSymbol | null;
  init: Node;
}

/** Checks a parameter against a declared type. */
export interface CheckNode extends Base {
  readonly kind: "check";
  readonly variable: Variable;
  readonly symbol: LispSymbol;
  readonly declared: LispValue;
}

export interface LocalFunctionsNode extends Base {
  readonly kind: "local-functions";
  functions: readonly LocalFunction[];
  readonly recursive: boolean;
  /** What names mean in the body, where the frame keeps that; null elsewhere. */
  readonly lexical: Environment | null;
  body: Node;
}

/** #'NAME of a local function. */
interface LocalFunctionNode extends Base {
  readonly kind: "local-function";
  readonly target: LocalFunction;
}

/** #'NAME of a global function. */
export interface GlobalFunctionNode extends Base {
  readonly kind: "global-function";
  readonly symbol: LispSymbol;
}

/** A check, before a call, of an argument that is sure to be of a wrong type, in SBCL's words. */
export interface Conflict {
  /** The argument; 0 where there is just one. */
  readonly index: number;
  /** The expected type as SBCL prints it. */
  readonly expected: string;
  /** The value as the message has it; both are empty where the message is that of any wrong type. */
  readonly shown: string;
  readonly context: string;
}

/** A call of a constructor, whose arguments are known to be what the slots get. */
export interface Making {
  readonly maker: StructureMaker;
  /** What each slot gets: an argument, by its place in the call, or a constant. */
  readonly values: readonly (number | { readonly value: LispValue })[];
}

export interface CallNode extends Base {
  readonly kind: "call";
  readonly name: LispSymbol;
  args: Node[];
  /** Whether a function of COMMON-LISP may be compiled in place. */
  readonly inline: boolean;
  /** The writer of a slot of a structure that it calls; null for another function. */
  readonly writer: StructureWriter | null;
  /** The structure that it makes, if it makes one; null for another function. */
  readonly making: Making | null;
  /** The call stands in the expansion of a standard macro, whose variables are its own affair. */
  readonly inLibrary: boolean;
  conflicts: Conflict[];
}

export interface CallLocalNode extends Base {
  readonly kind: "call-local";
  readonly target: LocalFunction;
  args: Node[];
}

/** A call of a function with a number of arguments that it does not take, which the caller signals. */
export interface WrongCallNode extends Base {
  readonly kind: "wrong-call";
  readonly name: LispValue;
  args: Node[];
}

/** A call of a lambda expression. */
export interface CallLambdaNode extends Base {
  readonly kind: "call-lambda";
  readonly lambda: FunctionNode;
  args: Node[];
}

export interface BlockNode extends Base {
  readonly kind: "block";
  readonly name: LispSymbol;
  owner: FunctionNode;
  body: Node;
  /** Whether returns come from its own function, and from functions inside of it. */
  usedLocally: boolean;
  usedRemotely: boolean;
}

export interface ReturnNode extends Base {
  readonly kind: "return";
  readonly block: BlockNode;
  from: FunctionNode;
  value: Node;
}

export interface TagbodyNode extends Base {
  readonly kind: "tagbody";
  /** The number by which who looks at the frame leaves for these of its segments. */
  entered?: { readonly place: number; readonly segments: readonly number[] };
  owner: FunctionNode;
  /** What stands between the tags; the first has none. */
  readonly segments: { readonly tag: LispValue | null; forms: Node[] }[];
  /** Jumps from its own function, from a segment to the head of another. */
  readonly jumps: { readonly from: number; readonly to: number }[];
  /** The segment that is being read. */
  current: number;
  usedRemotely: boolean;
  /** All that a function does, which goes round without the frame of the last turn. */
  readonly restarts?: boolean;
}

export interface GoNode extends Base {
  readonly kind: "go";
  readonly body: TagbodyNode;
  from: FunctionNode;
  readonly index: number;
}

export interface WhileNode extends Base {
  readonly kind: "while";
  test: Node;
  body: Node;
}

/** The body for each value of a variable from 0, to which it is set, up to the limit, an integer. */
export interface CountNode extends Base {
  readonly kind: "count";
  readonly variable: Variable;
  limit: Node;
  body: Node;
  /** Whether the body assigns the variable. */
  assigned: boolean;
}

export interface CatchNode extends Base {
  readonly kind: "catch";
  tag: Node;
  body: Node;
  /** Whether the tag is an exit of the image's own: that of a HANDLER-CASE or a RESTART-CASE. */
  readonly clauses: boolean;
}

export interface ThrowNode extends Base {
  readonly kind: "throw";
  tag: Node;
  value: Node;
}

export interface UnwindProtectNode extends Base {
  readonly kind: "unwind-protect";
  protected: Node;
  cleanup: Node;
}

export interface ProgvNode extends Base {
  readonly kind: "progv";
  symbols: Node;
  values: Node;
  body: Node;
}

export interface ValuesNode extends Base {
  readonly kind: "values";
  forms: Node[];
}

/** MULTIPLE-VALUE-CALL. */
export interface ValuesCallNode extends Base {
  readonly kind: "values-call";
  callee: Node;
  forms: Node[];
}

/** MULTIPLE-VALUE-LIST. */
export interface ValuesListNode extends Base {
  readonly kind: "values-list";
  producer: Node;
}

/** MULTIPLE-VALUE-PROG1. */
export interface FirstNode extends Base {
  readonly kind: "first";
  first: Node;
  body: Node;
}

/** THE, where it says something. */
export interface TheNode extends Base {
  readonly kind: "the";
  readonly declared: LispValue;
  value: Node;
  conflict: Conflict | null;
  /** Whether the type is that of what a function returns. */
  readonly isResult?: boolean;
}

/** A JavaScript exception in the body becomes a Lisp error while its handlers are active. */
export interface GuardNode extends Base {
  readonly kind: "guard";
  body: Node;
}

/** A call of a function of our runtime by its name. */
export interface RuntimeNode extends Base {
  readonly kind: "runtime";
  readonly name: string;
  args: Node[];
  readonly inLibrary: boolean;
  /** How many variables SETF forms of arrays before this one have in SBCL, whose numbers messages show. */
  readonly temporaries?: number;
  conflicts: Conflict[];
}

/** JavaScript written out, in the overlay alone. */
export interface ScriptNode extends Base {
  readonly kind: "script";
  /** The text, with `$0` and so on where the arguments stand. */
  readonly text: string;
  args: Node[];
  /** Whether what the text makes is thrown. */
  readonly thrown: boolean;
}

/** The car or cdr of what is known to be a cons. */
export interface HalfNode extends Base {
  readonly kind: "half";
  readonly half: "car" | "cdr";
  object: Node;
}

export interface MakeStructureNode extends Base {
  readonly kind: "make-structure";
  lineage: Node;
  readonly keys: readonly string[];
  values: Node[];
}

/** Reads a slot of a structure or, with a value, writes it. */
export interface StructureSlotNode extends Base {
  readonly kind: "structure-slot";
  readonly key: string;
  /** The object, its definition, the depth of that, and the slot's name. */
  operands: [Node, Node, Node, Node];
  value: Node | null;
}

/** What DEFUN does at run time. */
export interface DefineNode extends Base {
  readonly kind: "define";
  /** A literal function name. */
  readonly name: LispValue;
  definition: Node;
  /**
   * The lambda list, the documentation and, of a definition that can be read again by itself, its form; null
   * for the image's own.
   */
  readonly description: readonly LispValue[] | null;
}

interface LoadTimeNode extends Base {
  readonly kind: "load-time";
  readonly value: LispValue;
}

/** A form that is no valid program: it signals when it is reached. */
interface InvalidNode extends Base {
  readonly kind: "invalid";
  readonly message: string;
  readonly source: string;
}

export type Node =
  | ConstantNode
  | ReadNode
  | GlobalNode
  | AssignNode
  | AssignGlobalNode
  | SequenceNode
  | IfNode
  | LetNode
  | ReceiveNode
  | ScopeNode
  | FunctionNode
  | DefaultNode
  | CheckNode
  | LocalFunctionsNode
  | LocalFunctionNode
  | GlobalFunctionNode
  | CallNode
  | CallLocalNode
  | WrongCallNode
  | CallLambdaNode
  | BlockNode
  | ReturnNode
  | TagbodyNode
  | GoNode
  | WhileNode
  | CountNode
  | CatchNode
  | ThrowNode
  | UnwindProtectNode
  | ProgvNode
  | ValuesNode
  | ValuesCallNode
  | ValuesListNode
  | FirstNode
  | TheNode
  | GuardNode
  | RuntimeNode
  | ScriptNode
  | HalfNode
  | MakeStructureNode
  | StructureSlotNode
  | DefineNode
  | LoadTimeNode
  | InvalidNode;
