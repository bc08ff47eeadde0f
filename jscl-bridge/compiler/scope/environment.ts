/** Lexical environments of the compiler: immutable chains, innermost binding first. */
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { BlockNode, LocalFunction, TagbodyNode, Variable } from "../syntax/tree.js";

/** What a symbol means as a variable. */
type VariableBinding =
  /** A variable of which nothing is known but that it is there. */
  | { readonly kind: "unknown" }
  /** `asserted` is the type that a declaration inside of its binding says it has there. */
  | { readonly kind: "lexical"; readonly variable: Variable; readonly asserted?: LispValue }
  | { readonly kind: "special" }
  | { readonly kind: "symbol-macro"; readonly expansion: LispValue };

/** What a name means as a function. */
type FunctionBinding =
  | { readonly kind: "function"; readonly target: LocalFunction }
  | { readonly kind: "macro"; readonly expander: LispFunction }
  /** A function of which nothing is known but that it is there. */
  | { readonly kind: "unknown" };

export const SPECIAL: VariableBinding = { kind: "special" };

interface TagBinding {
  readonly body: TagbodyNode;
  readonly index: number;
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
    private readonly blocks: Link<LispSymbol, BlockNode> | null,
    private readonly tags: Link<LispValue, TagBinding> | null,
    /** The debug quality that the code is declared to have; null where the proclaimed one holds. */
    readonly debug: number | null,
    /**
     * Global functions that are declared NOTINLINE, or with false INLINE again; and symbols whose locks are
     * declared not to hold, or to hold again.
     */
    private readonly notInline: Link<LispSymbol, boolean | "unlocked" | "locked"> | null,
  ) {}

  static readonly empty = new Environment(null, null, null, null, null, null);

  variable(symbol: LispSymbol): VariableBinding | undefined {
    return find(this.variables, symbol);
  }
  function(name: LispValue): FunctionBinding | undefined {
    return find(this.functions, name);
  }
  block(name: LispSymbol): BlockNode | undefined {
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
    return new Environment(variables, functions, null, null, this.debug, this.notInline);
  }

  /** What code sees of it that is compiled later, in a frame: macros, and what is declared special. */
  forDebugger(): Environment {
    const isKept = ({ kind }: VariableBinding): boolean => kind === "symbol-macro" || kind === "special";
    const variables = withoutHidden(this.variables, isKept);
    const functions = withoutHidden(this.functions, (binding) => binding.kind === "macro");
    return new Environment(variables, functions, null, null, this.debug, this.notInline);
  }

  /** What is visible in it that running code has: lexical variables, and local functions. */
  ofRunningCode(): {
    readonly variables: ReadonlyMap<LispSymbol, Variable>;
    readonly functions: ReadonlyMap<LispValue, LocalFunction>;
  } {
    const variables = new Map<LispSymbol, Variable>();
    for (let l = withoutHidden(this.variables, () => true); l !== null; l = l.next)
      if (l.value.kind === "lexical") variables.set(l.key, l.value.variable);
    const functions = new Map<LispValue, LocalFunction>();
    for (let l = withoutHidden(this.functions, () => true); l !== null; l = l.next)
      if (l.value.kind === "function") functions.set(l.key, l.value.target);
    return { variables, functions };
  }

  withVariable(key: LispSymbol, value: VariableBinding): Environment {
    const variables = { key, value, next: this.variables };
    return new Environment(variables, this.functions, this.blocks, this.tags, this.debug, this.notInline);
  }
  withFunction(key: LispValue, value: FunctionBinding): Environment {
    const functions = { key, value, next: this.functions };
    return new Environment(this.variables, functions, this.blocks, this.tags, this.debug, this.notInline);
  }
  withBlock(key: LispSymbol, value: BlockNode): Environment {
    const blocks = { key, value, next: this.blocks };
    return new Environment(this.variables, this.functions, blocks, this.tags, this.debug, this.notInline);
  }
  withTag(key: LispValue, value: TagBinding): Environment {
    const tags = { key, value, next: this.tags };
    return new Environment(this.variables, this.functions, this.blocks, tags, this.debug, this.notInline);
  }
  /** Whether calls of a global function are declared to stay calls. */
  isNotInline(name: LispSymbol): boolean {
    for (let l = this.notInline; l !== null; l = l.next)
      if (l.key === name && typeof l.value === "boolean") return l.value;
    return false;
  }
  /** Whether local functions and macros are declared to be free to have a name of a locked package. */
  isUnlocked(name: LispSymbol): boolean {
    for (let l = this.notInline; l !== null; l = l.next)
      if (l.key === name && typeof l.value === "string") return l.value === "unlocked";
    return false;
  }
  withInlining(key: LispSymbol, value: boolean | "unlocked" | "locked"): Environment {
    const notInline = { key, value, next: this.notInline };
    return new Environment(this.variables, this.functions, this.blocks, this.tags, this.debug, notInline);
  }
  withDebug(debug: number): Environment {
    return new Environment(this.variables, this.functions, this.blocks, this.tags, debug, this.notInline);
  }
}
