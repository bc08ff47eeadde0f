import { LispServer } from "jscl-mcp";
import "jscl-mcp/cell";
import { tryLisp } from "./try-lisp.js";

tryLisp(LispServer, { assets: "/jscl-mcp/" });
