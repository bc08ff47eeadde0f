"""fastmcp, the client."""

from contextlib import asynccontextmanager

from common import ARGS, COMMAND, main, parts

# The page begins.
from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def ask(message, response_type, params, context):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return {"input": "Ada"}


def lisp():
    return Client(StdioTransport(command=COMMAND, args=ARGS), elicitation_handler=ask)


async def call(client, tool, arguments):
    """A result, of an error as well: by default that is an exception."""
    return await client.call_tool(tool, arguments, raise_on_error=False)
# The page ends.


class Driven:
    elicits = True

    def __init__(self, client):
        self.client = client

    async def given(self):
        tools = await self.client.list_tools()
        return [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in tools]

    async def run(self, calls):
        answers = []
        for tool, arguments in calls:
            result = await call(self.client, tool, arguments)
            answers.append(parts(result.content, result.is_error))
        return answers


@asynccontextmanager
async def connect():
    async with lisp() as client:
        yield Driven(client)


main(connect)
