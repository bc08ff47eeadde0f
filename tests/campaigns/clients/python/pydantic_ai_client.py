"""pydantic-ai."""

from contextlib import asynccontextmanager

from common import ARGS, COMMAND, Answer, main
from pydantic_ai.messages import BinaryContent, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

# The page begins.
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset, StdioTransport


async def ask(message, response_type, params, context):
    """Asks the user for what Lisp wants: here a line for READ-LINE."""
    return {"input": "Ada"}


def lisp_agent(model):
    lisp = MCPToolset(
        StdioTransport(command=COMMAND, args=ARGS),
        tool_error_behavior="failed",  # by default the second Lisp error ends the run
        elicitation_handler=ask,
    )
    return Agent(model, toolsets=[lisp])
# The page ends.


class Driven:
    elicits = True

    def __init__(self, make_agent):
        self.calls, self.answers, self.tools = [], [], []
        self.agent = make_agent(FunctionModel(self.reply))

    def reply(self, messages, info):
        self.tools = info.function_tools
        for part in messages[-1].parts:
            if isinstance(part, ToolReturnPart):
                images = [file.media_type for file in part.files if isinstance(file, BinaryContent)]
                self.answers.append(Answer(part.model_response_str(), images, part.outcome != "success"))
        if len(self.answers) < len(self.calls):
            return ModelResponse(parts=[ToolCallPart(*self.calls[len(self.answers)])])
        return ModelResponse(parts=[TextPart("done")])

    async def given(self):
        await self.run([])
        return [
            {"name": t.name, "description": t.description, "parameters": t.parameters_json_schema}
            for t in self.tools
        ]

    async def run(self, calls):
        self.calls, self.answers = calls, []
        await self.agent.run("Go.")
        return self.answers


@asynccontextmanager
async def connect(make_agent=lisp_agent):
    driven = Driven(make_agent)
    async with driven.agent:  # one process for all runs
        yield driven


def plain_agent(model):
    return Agent(model, toolsets=[MCPToolset(StdioTransport(command=COMMAND, args=ARGS))])


main(connect, unadvised=("error", lambda: connect(plain_agent)))
