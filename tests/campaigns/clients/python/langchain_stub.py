"""A stub of a chat model of LangChain: makes some calls of tools, and keeps what it is given and told."""

from typing import Any

from common import Answer
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool


class Stub(BaseChatModel):
    calls: list = []
    answers: list = []
    tools: list = []

    @property
    def _llm_type(self):
        return "stub"

    def bind_tools(self, tools, **others):
        self.tools = [convert_to_openai_tool(tool)["function"] for tool in tools]
        return self

    def read(self, message):
        content = message.content
        content = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts = [part["text"] for part in content if part["type"] == "text"]
        images = [part.get("mime_type") for part in content if part["type"] == "image"]
        return Answer("\n".join(texts), images, message.status == "error")

    def _generate(self, messages, stop=None, run_manager=None, **others: Any):
        told = [message for message in messages if isinstance(message, ToolMessage)]
        self.answers = [self.read(message) for message in told]
        reply = AIMessage(content="done")
        if len(told) < len(self.calls):
            tool, arguments = self.calls[len(told)]
            reply = AIMessage(content="", tool_calls=[{"name": tool, "args": arguments, "id": f"call-{len(told)}"}])
        return ChatResult(generations=[ChatGeneration(message=reply)])
