"""The official SDK of Python, version 2."""

from contextlib import asynccontextmanager

from common import ARGS, COMMAND, main, parts

# The page begins.
from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult


async def ask(context, params):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return ElicitResult(action="accept", content={"input": "Ada"})


def lisp():
    server = StdioServerParameters(command=COMMAND, args=ARGS)
    return Client(server, elicitation_callback=ask)


async def call(client, tool, arguments):
    """A result, of an error as well: content[0].text is what a model should read."""
    return await client.call_tool(tool, arguments)
# The page ends.


class Driven:
    elicits = True

    def __init__(self, client):
        self.client = client

    async def given(self):
        tools = (await self.client.list_tools()).tools
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
