/** Lexical environments of the compiler: immutable chains, innermost binding first. */
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { FunctionContext } from "../emit/context.js";
import type { Destination } from "../emit/destination.js";
import type { Block, Label } from "../warnings/flow.js";
import type { Signature } from "../warnings/signature.js";
import type { Readable } from "./reads.js";

export interface VariableBinding extends Readable {
  kind: "lexical" | "special" | "symbol-macro" | "constant";
  js: string;
  owner: FunctionContext | null;
  used: boolean;
  assigned: boolean;
  /** How often it is read, and how often of these to call its value. */
  uses: number;
  calls: number;
  /** Not to be accused of being unused. */
  ignored: boolean;
  /** Declared IGNORE, so that reading it is odd. */
  declaredIgnore: boolean;
  /** The declared type that assignments are checked against, or null. */
  type: LispValue;
  expansion: LispValue;
}

export interface FunctionBinding extends Readable {
  kind: "function" | "macro";
  js: string;
  used: boolean;
  expander: LispFunction | null;
  /** What a local function takes. */
  signature: Signature | null;
  /** The name of a local function in messages. */
  name?: LispValue;
}

export interface BlockBinding {
  /** JavaScript label of the block in its own function. */
  label: string;
  /** Variable that holds the exit object for returns out of closures. */
  exit: string;
  owner: FunctionContext;
  destination: Destination;
  usedLocally: boolean;
  usedRemotely: boolean;
  /** Whether a return to it can be reached. */
  reached: boolean;
  /** The block behind its returns, for warnings. */
  end: Label;
}

interface TagBinding {
  index: number;
  body: TagbodyBinding;
}

export interface TagbodyBinding {
  owner: FunctionContext;
  exit: string;
  usedRemotely: boolean;
  jump: (index: number) => string;
  /** Where each tag stands, for warnings. */
  labels: readonly Label[];
  /** What a jump out of a function leaves, for warnings. */
  entry: Block;
}

interface Link<K, V> {
  key: K;
  value: V;
  next: Link<K, V> | null;
}

function find<K, V>(link: Link<K, V> | null, key: K): V | undefined {
  for (let l = link; l !== null; l = l.next) if (l.key === key) return l.value;
  return undefined;
}

/** The innermost bindings of their names that are kept. */
function withoutHidden<K, V>(bindings: Link<K, V> | null, isKept: (value: V) => boolean): Link<K, V> | null {
  const seen = new Set<K>();
  const kept: Link<K, V>[] = [];
  for (let link = bindings; link !== null; link = link.next) {
    if (!seen.has(link.key) && isKept(link.value)) kept.push(link);
    seen.add(link.key);
  }
  return kept.reduceRight<Link<K, V> | null>((next, { key, value }) => ({ key, value, next }), null);
}

export class Environment {
  private constructor(
    private readonly variables: Link<LispSymbol, VariableBinding> | null,
    private readonly functions: Link<LispValue, FunctionBinding> | null,
    private readonly blocks: Link<LispSymbol, BlockBinding> | null,
    private readonly tags: Link<LispValue, TagBinding> | null,
  ) {}

  static readonly empty = new Environment(null, null, null, null);

  variable(symbol: LispSymbol): VariableBinding | undefined {
    return find(this.variables, symbol);
  }
  function(name: LispValue): FunctionBinding | undefined {
    return find(this.functions, name);
  }
  block(name: LispSymbol): BlockBinding | undefined {
    return find(this.blocks, name);
  }
  tag(tag: LispValue): TagBinding | undefined {
    return find(this.tags, tag);
  }

  /**
   * What the functions of local macros see of it: macros. A name that is bound otherwise hides what it means
   * outside, as in the code around.
   */
  forExpanders(): Environment {
    const variables = withoutHidden(this.variables, (binding) => binding.kind === "symbol-macro");
    const functions = withoutHidden(this.functions, (binding) => binding.kind === "macro");
    return new Environment(variables, functions, null, null);
  }

  withVariable(key: LispSymbol, value: VariableBinding): Environment {
    return new Environment({ key, value, next: this.variables }, this.functions, this.blocks, this.tags);
  }
  withFunction(key: LispValue, value: FunctionBinding): Environment {
    return new Environment(this.variables, { key, value, next: this.functions }, this.blocks, this.tags);
  }
  withBlock(key: LispSymbol, value: BlockBinding): Environment {
    return new Environment(this.variables, this.functions, { key, value, next: this.blocks }, this.tags);
  }
  withTag(key: LispValue, value: TagBinding): Environment {
    return new Environment(this.variables, this.functions, this.blocks, { key, value, next: this.tags });
  }
}
