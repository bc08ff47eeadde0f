/**
 * Twins of whole modules of the image's TypeScript, which call methods and functions of a program from deep
 * inside: of the printer, FORMAT and the pretty printer, the reader, the initial forms of slots, and what
 * calls methods of a program's streams. The twin of a module is another module, made of its text when it is
 * bundled, or run by a test; the module itself stays as it is.
 */

import { join } from "node:path";
import { Colours } from "./heap/colours.js";
import { type Module, readModule } from "./heap/modules.js";
import { namesToExport, TWIN, twinOfModule } from "./heap/writer.js";

/** Modules that have twins, below `jscl-bridge`, and methods of others whose twins are written by hand. */
interface Group {
  readonly modules: readonly string[];
  readonly others: readonly string[];
}

const GROUPS: readonly Group[] = [
  {
    modules: `runtime/printer runtime/format runtime/streams/print-functions
      runtime/printer/writer runtime/printer/lists runtime/printer/arrays runtime/printer/instances
      runtime/printer/unreadable runtime/printer/settings runtime/printer/metaobjects
      runtime/printer/functions runtime/printer/pathnames
      runtime/pretty/dispatch runtime/pretty/blocks runtime/pretty/functions
      runtime/format/blocks runtime/format/call runtime/format/directives runtime/format/interpreter
      runtime/format/justify runtime/format/layout runtime/format/logical-blocks runtime/format/moves
      runtime/format/printing runtime/format/integers runtime/format/floats`.split(/\s+/),
    others: [],
  },
  {
    modules: `reader/reader reader/active reader/macros reader/user-macros reader/sharp reader/lists
      reader/token reader/arrays reader/library`.split(/\s+/),
    others: "peek next standard callMacro evaluate binding intern missingPackage inaccessibleSymbol".split(
      " ",
    ),
  },
  { modules: ["runtime/slot-plans"], others: [] },
  {
    modules: `runtime/streams/gray-streams runtime/streams/input-functions
      runtime/streams/output-functions`.split(/\s+/),
    others: "read write peek unread column finish clear isReady readLine".split(" "),
  },
];

interface HeapModules {
  /** The text of a module with what its twin needs of it exported; null where it needs nothing more. */
  transform(code: string, file: string): string | null;
  /** The file of the module whose twin an import names; null for any other import. */
  resolve(source: string, from: string): string | null;
  /** The twin's JavaScript. */
  load(file: string): string;
}

/** A module with what is known of its group. */
interface Grouped {
  readonly module: Module;
  readonly modules: ReadonlyMap<string, Module>;
  readonly colours: Colours;
}

/** Reads the modules below `bridge`, the folder of that name. */
export function heapModules(bridge: string): HeapModules {
  const groups = GROUPS.map(({ modules: names, others }) => {
    const files = names.map((name) => join(bridge, `${name}.ts`));
    const modules = new Map(files.map((file) => [file, readModule(file)] as const));
    return { modules, colours: new Colours(modules, new Set(others)) };
  });
  const found = new Map<string, Grouped>();
  for (const { modules, colours } of groups)
    for (const [file, module] of modules) found.set(file, { module, modules, colours });
  const calls = {
    heapCalls: join(bridge, "runtime", "stack", "heap-calls.ts"),
    twinCalls: join(bridge, "runtime", "twin-calls.ts"),
  };
  return {
    transform(code, file) {
      const grouped = found.get(file);
      const names = grouped === undefined ? [] : namesToExport(grouped.module, grouped.colours);
      return names.length === 0 ? null : `${code}\nexport{${names.join(",")}};\n`;
    },
    resolve(source, from) {
      if (!source.endsWith(TWIN)) return null;
      const file = join(from, source.slice(0, -TWIN.length)).replace(/\.js$/, ".ts");
      if (!found.has(file)) throw new Error(`${file} has no twin`);
      return file;
    },
    load(file) {
      const grouped = found.get(file);
      if (grouped === undefined) throw new Error(`${file} has no twin`);
      return twinOfModule(grouped.module, grouped.colours, grouped.modules, calls);
    },
  };
}
