/**
 * The clients: what each is called, which script drives it, where it is installed, and what of the checks it
 * lacks or fails by itself, each with the reason. What is not written down here has to pass.
 * @typedef {object} Client
 * @property {string} name
 * @property {"mcp1" | "mcp2" | "javascript" | "rust"} environment  `environments.mjs` has them
 * @property {string[]} packages      whose versions the table names
 * @property {string} script
 * @property {string} page            of docs/clients/
 * @property {Record<string, string>} [lacks]   checks that make no sense with it
 * @property {Record<string, string>} [fails]   checks that it fails, whatever a server does
 * @type {Client[]}
 */
export const CLIENTS = [];

const NO_ASKING = "it answers no questions of servers";
const NO_CANCELLING = "it sends no cancellation";

/** The scripts that try a client without what its page advises, too. */
const ADVISED = ["langchain", "pydantic_ai", "openai_agents", "llama_index", "autogen", "agno"].map(
  (name) => `python/${name}_client.py`,
);

/** Of each environment: what its clients' names begin with, and where the script of one is. */
const python = { prefix: "py-", scriptOf: (name) => `python/${name}_client.py` };
const LANGUAGES = {
  ...{ mcp1: python, mcp2: python },
  javascript: { prefix: "js-", scriptOf: (name) => `javascript/${name}.mjs` },
  rust: { prefix: "", scriptOf: () => "rust/src/main.rs" },
};

function client(environment, name, page, packages, { lacks = {}, fails = {} } = {}) {
  const { prefix, scriptOf } = LANGUAGES[environment];
  const script = scriptOf(name);
  const ofCommands = name === "inspector" || name === "mcporter";
  const typed = ofCommands ? {} : { typed: "its arguments are data" };
  const advice = ADVISED.includes(script) ? {} : { advice: "its page advises nothing that it needs" };
  const strict = name === "inspector" ? {} : { strict: "it does not look at schemas" };
  CLIENTS.push({
    ...{ name: `${prefix}${name.replaceAll("_", "-")}`, environment },
    ...{ packages, script, page, lacks: { ...typed, ...strict, ...advice, ...lacks }, fails },
  });
}

client("mcp2", "mcp", "official.md", ["mcp"]);
client("mcp2", "fastmcp", "official.md", ["fastmcp"]);
client("mcp1", "langchain", "langchain.md", ["langchain-mcp-adapters", "langchain", "mcp"], {
  fails: { cancel: NO_CANCELLING },
});
client("mcp1", "mcp_use", "langchain.md", ["mcp-use"], {
  fails: { cancel: NO_CANCELLING, enums: "its models of arguments have none" },
});
client("mcp2", "pydantic_ai", "pydantic-ai.md", ["pydantic-ai-slim"]);
client("mcp2", "openai_agents", "openai-agents.md", ["openai-agents"], {
  lacks: { elicitation: NO_ASKING },
});
client("mcp2", "llama_index", "llama-index.md", ["llama-index-tools-mcp", "llama-index-core"], {
  lacks: { elicitation: "the session is yours: it answers what you have it answer" },
  fails: { picture: "to it a picture is text, in base64" },
});
client("mcp1", "autogen", "autogen.md", ["autogen-ext", "autogen-agentchat"], {
  lacks: { elicitation: NO_ASKING },
  fails: { cancel: NO_CANCELLING },
});
client("mcp1", "smolagents", "smolagents.md", ["smolagents", "mcpadapt"], {
  lacks: { elicitation: NO_ASKING },
  fails: { cancel: NO_CANCELLING },
});
client("mcp1", "strands", "strands.md", ["strands-agents"]);
client("mcp2", "agno", "agno.md", ["agno"], { lacks: { elicitation: NO_ASKING } });
client("mcp2", "anthropic", "providers.md", ["anthropic"], {
  lacks: { elicitation: "the session is yours: it answers what you have it answer" },
});
client("mcp2", "google_genai", "providers.md", ["google-genai"], {
  lacks: { elicitation: "the session is yours: it answers what you have it answer" },
});
client("javascript", "sdk", "official.md", ["@modelcontextprotocol/sdk"]);
client("javascript", "client", "official.md", ["@modelcontextprotocol/client"]);
client("javascript", "langchain", "langchain.md", ["@langchain/mcp-adapters", "langchain"], {
  lacks: { elicitation: NO_ASKING },
});
client("javascript", "ai_sdk", "ai-sdk.md", ["ai", "@ai-sdk/mcp"], { fails: { cancel: NO_CANCELLING } });
client("javascript", "mastra", "mastra.md", ["@mastra/mcp", "@mastra/core"]);
client("javascript", "inspector", "command-lines.md", ["@modelcontextprotocol/inspector"], {
  lacks: {
    ...{ state: "each call has a Lisp of its own", tools: "each call has a Lisp of its own" },
    ...{ cancel: "each call has a Lisp of its own", elicitation: NO_ASKING },
    large: "no argument of a command has 1 MB",
  },
});
client("javascript", "mcporter", "command-lines.md", ["mcporter"], {
  lacks: { elicitation: NO_ASKING, cancel: "its calls cannot be cancelled" },
});
client("rust", "rmcp", "rmcp.md", ["rmcp"]);
