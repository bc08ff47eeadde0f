// The public package for Node.
import { type LispServerOptions, LispServer as Server } from "../host/lisp-server.js";
import { compiledFolder } from "./compiled-folder.js";
import { nodePlatform } from "./platform.js";
import { folderOfSystems } from "./systems/folder.js";

export type * from "../index.js";
export type LispServer = Server;

/**
 * The server of a page, in Node: images run in threads, `journal.name` is the path of a file, `systems` that
 * of a folder, `systemsCache` too if it is no boolean, and nothing is granted but timers and console.
 */
export const LispServer = {
  start: (options: LispServerOptions = {}): Promise<Server> => {
    const { systems, systemsCache, ...others } = options;
    const folder = systems === undefined ? {} : { systems: folderOfSystems(systems) };
    const cache = systemsCache ? compiledFolder(systemsCache, options.grants?.files ?? null) : null;
    return Server.start({ ...others, ...folder, systemsCache: cache ?? false }, nodePlatform);
  },
};
