"""strands-agents."""

import json
from contextlib import asynccontextmanager

from common import ARGS, COMMAND, Answer, main
from strands.models import Model

# The page begins.
from mcp import StdioServerParameters, stdio_client
from mcp.types import ElicitResult
from strands import Agent
from strands.tools.mcp import MCPClient


async def ask(context, params):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return ElicitResult(action="accept", content={"input": "Ada"})


def lisp_agent(model):
    """The agent starts the client, and keeps it until cleanup()."""
    server = StdioServerParameters(command=COMMAND, args=ARGS)
    client = MCPClient(lambda: stdio_client(server), elicitation_callback=ask)
    return Agent(model=model, tools=[client])
# The page ends.


class Stub(Model):
    def __init__(self):
        self.calls, self.answers, self.tools = [], [], []

    def update_config(self, **config):
        pass

    def get_config(self):
        return {}

    def structured_output(self, *arguments, **others):
        raise NotImplementedError

    async def stream(self, messages, tool_specs=None, *rest, **others):
        self.tools = tool_specs or []
        told = [part["toolResult"] for message in messages for part in message["content"] if "toolResult" in part]
        self.answers = [self.read(result) for result in told]
        yield {"messageStart": {"role": "assistant"}}
        if len(told) < len(self.calls):
            tool, arguments = self.calls[len(told)]
            use = {"toolUse": {"name": tool, "toolUseId": f"call-{len(told)}"}}
            yield {"contentBlockStart": {"start": use}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps(arguments)}}}}
        else:
            yield {"contentBlockStart": {"start": {}}}
            yield {"contentBlockDelta": {"delta": {"text": "done"}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if len(told) < len(self.calls) else "end_turn"}}

    def read(self, result):
        texts = [part["text"] for part in result["content"] if "text" in part]
        images = [f"image/{part['image']['format']}" for part in result["content"] if "image" in part]
        return Answer("\n".join(texts), images, result["status"] == "error")


class Driven:
    elicits = True

    def __init__(self):
        self.stub = Stub()
        self.agent = lisp_agent(self.stub)
        self.agent.callback_handler = lambda **event: None

    async def given(self):
        await self.run([])
        return [{**tool, "parameters": tool["inputSchema"]["json"]} for tool in self.stub.tools]

    async def run(self, calls):
        self.stub.calls = calls
        self.agent.messages.clear()
        await self.agent.invoke_async("Go.")
        return self.stub.answers


@asynccontextmanager
async def connect():
    driven = Driven()
    yield driven
    driven.agent.cleanup()


main(connect)
