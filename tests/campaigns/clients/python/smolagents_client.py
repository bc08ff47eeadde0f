"""smolagents."""

import asyncio
import json
import re
from contextlib import asynccontextmanager

from common import ARGS, COMMAND, Answer, main
from smolagents.models import (
    ChatMessage,
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    MessageRole,
    Model,
    get_tool_json_schema,
)

# The page begins.
from mcp import StdioServerParameters
from smolagents import MCPClient, ToolCallingAgent


def lisp_tools():
    return MCPClient(
        StdioServerParameters(command=COMMAND, args=ARGS),
        structured_output=False,  # a Lisp error is then the text that a person would read
    )


def lisp_agent(tools, model):
    return ToolCallingAgent(tools=tools, model=model, max_steps=30)
# The page ends.


def name(tool):
    """Tools are functions of Python here."""
    return tool.replace("-", "_") + ("_" if tool == "continue" else "")


def filled(arguments, schema):
    """Every argument is required here: what a model would give for those that it has nothing to say about."""
    found = {}
    for argument, each in schema["properties"].items():
        default = re.search(r"(?:Default|At first): (\d+)|(\d+) to [\d.]+$", each["description"])
        nothing = {"string": "", "boolean": False, "array": [], "integer": 0, "number": 0}[each["type"]]
        found[argument] = int(default[1] or default[2]) if default and each["type"] != "string" else nothing
    return {**found, **arguments}


class Stub(Model):
    def __init__(self):
        super().__init__()
        self.calls, self.answers, self.tools = [], [], []

    def generate(self, messages, stop_sequences=None, response_format=None, tools_to_call_from=None, **others):
        self.tools = [get_tool_json_schema(tool)["function"] for tool in tools_to_call_from or []]
        told = [message for message in messages if message.role == MessageRole.TOOL_RESPONSE]
        self.answers = [Answer("".join(part["text"] for part in message.content)) for message in told]
        if len(told) < len(self.calls):
            tool, arguments = self.calls[len(told)]
            schema = next(each for each in self.tools if each["name"] == tool)
            arguments = filled(arguments, schema["parameters"])
        else:
            tool, arguments = "final_answer", {"answer": "done"}
        function = ChatMessageToolCallFunction(name=tool, arguments=json.dumps(arguments))
        call = ChatMessageToolCall(id=f"call-{len(told)}", type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


class Driven:
    def __init__(self, tools):
        self.stub = Stub()
        self.tools = tools

    async def given(self):
        await self.run([])
        return [tool for tool in self.stub.tools if tool["name"] != "final_answer"]

    async def run(self, calls):
        self.stub.calls = calls
        agent = lisp_agent(self.tools, self.stub)
        agent.logger.level = -1
        await asyncio.to_thread(agent.run, "Go.")
        return self.stub.answers


@asynccontextmanager
async def connect():
    with lisp_tools() as tools:
        yield Driven(tools)


main(connect, name)
