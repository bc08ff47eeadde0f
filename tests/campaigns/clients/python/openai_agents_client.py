"""openai-agents."""

import json
from contextlib import asynccontextmanager

from agents import Model, ModelResponse, Usage, set_tracing_disabled
from common import ARGS, COMMAND, Answer, main
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

# The page begins.
from agents import Agent, Runner
from agents.mcp import MCPServerStdio


def lisp_server():
    return MCPServerStdio(
        params={"command": COMMAND, "args": ARGS},
        client_session_timeout_seconds=120,  # by default 5 seconds, and the evaluation runs on
    )


def lisp_agent(server, model):
    return Agent(name="Lisp", model=model, mcp_servers=[server])
# The page ends.

set_tracing_disabled(True)


class Stub(Model):
    def __init__(self):
        self.calls, self.answers, self.tools = [], [], []

    async def get_response(self, system_instructions, input, model_settings, tools, *rest, **others):
        self.tools = tools
        told = [item for item in input if not isinstance(input, str) and item.get("type") == "function_call_output"]
        self.answers = [self.read(item["output"]) for item in told]
        if len(self.answers) < len(self.calls):
            tool, arguments = self.calls[len(self.answers)]
            output = ResponseFunctionToolCall(
                name=tool, arguments=json.dumps(arguments), call_id=f"call-{len(told)}", type="function_call"
            )
        else:
            text = ResponseOutputText(text="done", annotations=[], type="output_text")
            output = ResponseOutputMessage(
                id="message", content=[text], role="assistant", status="completed", type="message"
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def read(self, output):
        if isinstance(output, str):
            return Answer(output)
        texts = [part["text"] for part in output if part["type"] == "input_text"]
        urls = [part["image_url"] for part in output if part["type"] == "input_image"]
        return Answer("\n".join(texts), [url[5 : url.index(";")] for url in urls])

    def stream_response(self, *arguments, **others):
        raise NotImplementedError


class Driven:
    def __init__(self, server):
        self.stub = Stub()
        self.agent = lisp_agent(server, self.stub)

    async def given(self):
        await self.run([])
        return [
            {"name": t.name, "description": t.description, "parameters": t.params_json_schema}
            for t in self.stub.tools
        ]

    async def run(self, calls):
        self.stub.calls = calls
        await Runner.run(self.agent, "Go.", max_turns=20)
        return self.stub.answers


@asynccontextmanager
async def connect(make_server=lisp_server):
    async with make_server() as server:
        yield Driven(server)


def plain_server():
    return MCPServerStdio(params={"command": COMMAND, "args": ARGS})


main(connect, unadvised=("long", lambda: connect(plain_server)))
