"""mcp-use, for Python."""

import os
from contextlib import asynccontextmanager

os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"

from common import ARGS, COMMAND, main  # noqa: E402
from langchain_stub import Stub  # noqa: E402

# The page begins.
from mcp.types import ElicitResult
from mcp_use import MCPAgent, MCPClient


async def ask(context, params):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return ElicitResult(action="accept", content={"input": "Ada"})


def lisp_client():
    server = {"command": COMMAND, "args": ARGS}
    return MCPClient({"mcpServers": {"lisp": server}}, elicitation_callback=ask)


def lisp_agent(client, llm):
    return MCPAgent(llm=llm, client=client, max_steps=30)
# The page ends.


class Driven:
    elicits = True

    def __init__(self, client):
        self.stub = Stub()
        self.agent = lisp_agent(client, self.stub)
        self.agent.memory_enabled = False

    async def given(self):
        await self.run([])
        # Resources and prompts are tools as well.
        names = {tool.name for tool in self.agent.adapter.tools}
        return [tool for tool in self.stub.tools if tool["name"] in names]

    async def run(self, calls):
        self.stub.calls = calls
        await self.agent.run("Go.", manage_connector=False)
        for answer in self.stub.answers:
            answer.error = None  # the model is told of an error by the text alone
        return self.stub.answers


@asynccontextmanager
async def connect():
    client = lisp_client()
    driven = Driven(client)
    await driven.agent.initialize()
    yield driven
    await client.close_all_sessions()


main(connect)
