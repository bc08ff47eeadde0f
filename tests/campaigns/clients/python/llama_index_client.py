"""llama-index-tools-mcp."""

from common import ARGS, COMMAND, Answer, main
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, LLMMetadata
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from llama_index.tools.mcp import BasicMCPClient

# The page begins.
from contextlib import asynccontextmanager

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.tools.mcp import McpToolSpec
from mcp import ClientSession, StdioServerParameters, stdio_client


@asynccontextmanager
async def lisp_tools():
    """One session: BasicMCPClient starts a process for each call, which forgets what the last one defined."""
    async with stdio_client(StdioServerParameters(command=COMMAND, args=ARGS)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            yield await McpToolSpec(client=session).to_tool_list_async()


def lisp_agent(tools, llm):
    return FunctionAgent(tools=tools, llm=llm)
# The page ends.


class Stub(FunctionCallingLLM):
    calls: list = []
    answers: list = []
    tools: list = []

    @property
    def metadata(self):
        return LLMMetadata(is_function_calling_model=True)

    def _prepare_chat_with_tools(self, tools, user_msg=None, chat_history=None, **others):
        self.tools = [tool.metadata.to_openai_tool(skip_length_check=True)["function"] for tool in tools]
        return {"messages": [*(chat_history or []), *([user_msg] if user_msg else [])]}

    async def achat(self, messages, **others):
        told = [message for message in messages if message.role == "tool"]
        self.answers = [Answer(message.content or "") for message in told]
        return ChatResponse(message=ChatMessage(role="assistant", content="done"))

    async def astream_chat(self, messages, **others):
        response = await self.achat(messages)

        async def stream():
            yield response

        return stream()

    def get_tool_calls_from_response(self, response, error_on_no_tool_call=True, **others):
        if len(self.answers) >= len(self.calls):
            return []
        tool, arguments = self.calls[len(self.answers)]
        return [ToolSelection(tool_id=f"call-{len(self.answers)}", tool_name=tool, tool_kwargs=arguments)]

    def chat(self, *arguments, **others):
        raise NotImplementedError

    complete = acomplete = stream_chat = stream_complete = astream_complete = chat


class Driven:
    def __init__(self, tools):
        self.stub = Stub()
        self.agent = lisp_agent(tools, self.stub)

    async def given(self):
        await self.run([])
        return self.stub.tools

    async def run(self, calls):
        self.stub.calls, self.stub.answers = calls, []
        await self.agent.run("Go.")
        return self.stub.answers


@asynccontextmanager
async def connect():
    async with lisp_tools() as tools:
        yield Driven(tools)


@asynccontextmanager
async def connect_plainly():
    yield Driven(await McpToolSpec(client=BasicMCPClient(COMMAND, args=ARGS)).to_tool_list_async())


main(connect, unadvised=("state", connect_plainly))
