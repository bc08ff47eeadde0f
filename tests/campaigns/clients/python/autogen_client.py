"""autogen-ext: its tools, and the agent of autogen-agentchat."""

import json

from autogen_core import FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, RequestUsage
from autogen_core.models import FunctionExecutionResultMessage
from common import ARGS, COMMAND, Answer, main

# The page begins.
from contextlib import asynccontextmanager

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.tools.mcp import StdioServerParams, create_mcp_server_session, mcp_server_tools


@asynccontextmanager
async def lisp_tools():
    """One session: without it each call starts a process, which forgets what the last one defined."""
    params = StdioServerParams(command=COMMAND, args=ARGS, read_timeout_seconds=120)  # by default 5
    async with create_mcp_server_session(params) as session:
        await session.initialize()
        yield await mcp_server_tools(params, session=session)


def lisp_agent(tools, model_client):
    return AssistantAgent("lisp", model_client, tools=tools, max_tool_iterations=20)
# The page ends.


class Stub(ChatCompletionClient):
    def __init__(self):
        self.calls, self.answers, self.tools = [], [], []

    @property
    def model_info(self):
        kinds = {"vision": True, "function_calling": True, "json_output": False, "structured_output": False}
        return {**kinds, "family": "unknown"}

    capabilities = model_info

    async def create(self, messages, *, tools=(), **others):
        self.tools = [tool if isinstance(tool, dict) else tool.schema for tool in tools]
        told = [each for message in messages for each in self.results(message)]
        self.answers = [self.read(each) for each in told]
        usage = RequestUsage(prompt_tokens=1, completion_tokens=1)
        if len(told) >= len(self.calls):
            return CreateResult(finish_reason="stop", content="done", usage=usage, cached=False)
        tool, arguments = self.calls[len(told)]
        call = FunctionCall(id=f"call-{len(told)}", name=tool, arguments=json.dumps(arguments))
        return CreateResult(finish_reason="function_calls", content=[call], usage=usage, cached=False)

    def results(self, message):
        return message.content if isinstance(message, FunctionExecutionResultMessage) else []

    def read(self, result):
        """A tool's content is a text of JSON; an error's stands as it is, or as such a text."""
        try:
            content = json.loads(result.content)
            texts = [part.get("text", "") for part in content]
            images = [part["mimeType"] for part in content if part["type"] == "image"]
            return Answer("\n".join(texts), images, result.is_error)
        except (ValueError, TypeError, KeyError):
            return Answer(result.content, [], result.is_error)

    def count_tokens(self, *arguments, **others):
        return 0

    def actual_usage(self):
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def remaining_tokens(self, *arguments, **others):
        return 100_000

    total_usage = actual_usage

    def create_stream(self, *arguments, **others):
        raise NotImplementedError

    async def close(self):
        pass


class Driven:
    def __init__(self, tools):
        self.stub = Stub()
        self.agent = lisp_agent(tools, self.stub)

    async def given(self):
        await self.run([])
        return self.stub.tools

    async def run(self, calls):
        self.stub.calls = calls
        await self.agent.on_reset(None)
        await self.agent.run(task="Go.")
        return self.stub.answers


@asynccontextmanager
async def connect():
    async with lisp_tools() as tools:
        yield Driven(tools)


@asynccontextmanager
async def connect_plainly():
    yield Driven(await mcp_server_tools(StdioServerParams(command=COMMAND, args=ARGS)))


main(connect, unadvised=("state", connect_plainly))
