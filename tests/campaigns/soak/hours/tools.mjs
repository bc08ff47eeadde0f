/** The sets of tools that the diet of an hour is eaten with. */
export const TOOLS = ["core", "inspect", "sessions", "development", "debugger"];
