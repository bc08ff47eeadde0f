/** `node --import` this: the conformance suite asks for Node 22 only because it imports fs.globSync. */
import * as fs from "node:fs";
import { register } from "node:module";

if (!("globSync" in fs)) register("./resolve.mjs", import.meta.url);
