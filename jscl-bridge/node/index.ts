// The public package for Node.
import { type LispServerOptions, LispServer as Server } from "../host/lisp-server.js";
import { nodePlatform } from "./platform.js";
import { folderOfSystems } from "./systems/folder.js";

export type * from "../index.js";
export type LispServer = Server;

/**
 * The server of a page, in Node: images run in threads, `journal.name` is the path of a file and `systems`
 * that of a folder, and nothing is granted but timers and console.
 */
export const LispServer = {
  start: (options: LispServerOptions = {}): Promise<Server> => {
    const { systems, ...others } = options;
    const folder = systems === undefined ? {} : { systems: folderOfSystems(systems) };
    return Server.start({ ...others, ...folder }, nodePlatform);
  },
};
