"""langchain-mcp-adapters."""

from common import ARGS, COMMAND, main
from langchain_stub import Stub

# The page begins.
from contextlib import asynccontextmanager

from langchain.agents import create_agent
from langchain_mcp_adapters.callbacks import Callbacks
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp.types import ElicitResult


async def ask(mcp_context, params, context):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return ElicitResult(action="accept", content={"input": "Ada"})


@asynccontextmanager
async def lisp_agent(model):
    """One session: with client.get_tools() each call starts a process, which forgets what the last defined."""
    server = {"transport": "stdio", "command": COMMAND, "args": ARGS}
    client = MultiServerMCPClient({"lisp": server}, callbacks=Callbacks(on_elicitation=ask))
    async with client.session("lisp") as session:
        yield create_agent(model, await load_mcp_tools(session))
# The page ends.


class Driven:
    elicits = True

    def __init__(self, stub, agent):
        self.stub, self.agent = stub, agent

    async def given(self):
        await self.run([])
        return self.stub.tools

    async def run(self, calls):
        self.stub.calls = calls
        await self.agent.ainvoke({"messages": [("user", "Go.")]}, {"recursion_limit": 50})
        return self.stub.answers


@asynccontextmanager
async def connect():
    stub = Stub()
    async with lisp_agent(stub) as agent:
        yield Driven(stub, agent)


@asynccontextmanager
async def connect_plainly():
    stub = Stub()
    server = {"transport": "stdio", "command": COMMAND, "args": ARGS}
    tools = await MultiServerMCPClient({"lisp": server}).get_tools()
    yield Driven(stub, create_agent(stub, tools))


main(connect, unadvised=("state", connect_plainly))
