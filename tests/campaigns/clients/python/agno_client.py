"""agno."""

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from agno.models.base import Model
from agno.models.response import ModelResponse
from common import ARGS, COMMAND, Answer, main

# The page begins.
from agno.agent import Agent
from agno.tools.mcp import MCPTools
from mcp import StdioServerParameters


def lisp_tools():
    return MCPTools(
        server_params=StdioServerParameters(command=COMMAND, args=ARGS),
        transport="stdio",
        timeout_seconds=120,  # by default 10 seconds
    )


def lisp_agent(tools, model):
    return Agent(model=model, tools=[tools])
# The page ends.


@dataclass
class Stub(Model):
    id: str = "stub"
    calls: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    tools: list = field(default_factory=list)

    async def ainvoke(self, messages, tools=None, **others):
        self.tools = [tool["function"] for tool in tools or []]
        told = [message for message in messages if message.role == "tool"]
        images = [image.mime_type for message in messages for image in message.images or []]
        self.answers = [Answer(str(message.content), images) for message in told]
        if len(told) >= len(self.calls):
            return ModelResponse(role="assistant", content="done")
        tool, arguments = self.calls[len(told)]
        function = {"name": tool, "arguments": json.dumps(arguments)}
        calls = [{"id": f"call-{len(told)}", "type": "function", "function": function}]
        return ModelResponse(role="assistant", tool_calls=calls)

    def invoke(self, *arguments, **others):
        raise NotImplementedError

    invoke_stream = ainvoke_stream = _parse_provider_response = _parse_provider_response_delta = invoke


class Driven:
    def __init__(self, tools):
        self.stub = Stub()
        self.agent = lisp_agent(tools, self.stub)

    async def given(self):
        await self.run([])
        return self.stub.tools

    async def run(self, calls):
        self.stub.calls = calls
        await self.agent.arun("Go.")
        return self.stub.answers


@asynccontextmanager
async def connect(make_tools=lisp_tools):
    async with make_tools() as tools:
        yield Driven(tools)


def plain_tools():
    return MCPTools(server_params=StdioServerParameters(command=COMMAND, args=ARGS), transport="stdio")


main(connect, unadvised=("long", lambda: connect(plain_tools)))
