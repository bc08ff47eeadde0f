"""anthropic: the helpers for MCP of its SDK."""

import json

import httpx2
from anthropic import AsyncAnthropic
from common import ARGS, COMMAND, main, parts

# The page begins.
from contextlib import asynccontextmanager

from anthropic.lib.tools.mcp import async_mcp_tool
from mcp import ClientSession, StdioServerParameters, stdio_client


@asynccontextmanager
async def lisp_tools():
    async with stdio_client(StdioServerParameters(command=COMMAND, args=ARGS)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            listed = await session.list_tools()
            yield [async_mcp_tool(tool, session) for tool in listed.tools]


async def ask(anthropic, tools, model, question):
    runner = anthropic.beta.messages.tool_runner(
        model=model, max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    return await runner.until_done()
# The page ends.


class Driven:
    def __init__(self, tools):
        self.tools = tools
        transport = httpx2.MockTransport(self.reply)
        self.anthropic = AsyncAnthropic(api_key="none", http_client=httpx2.AsyncClient(transport=transport))

    def reply(self, request):
        self.request = json.loads(request.content)
        # A request has what is new since the last, or all.
        for message in self.request["messages"]:
            for part in message["content"] if isinstance(message["content"], list) else []:
                if part["type"] == "tool_result" and part["tool_use_id"] == f"call-{len(self.answers)}":
                    self.answers.append(self.read(part))
        if len(self.answers) < len(self.calls):
            tool, arguments = self.calls[len(self.answers)]
            content = {"type": "tool_use", "id": f"call-{len(self.answers)}", "name": tool, "input": arguments}
        else:
            content = {"type": "text", "text": "done"}
        reason = "tool_use" if content["type"] == "tool_use" else "end_turn"
        message = {"id": "message", "type": "message", "role": "assistant", "model": "stub", "content": [content]}
        usage = {"input_tokens": 1, "output_tokens": 1}
        return httpx2.Response(200, json={**message, "stop_reason": reason, "stop_sequence": None, "usage": usage})

    def read(self, part):
        content = part["content"]
        content = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for each in content:
            if each["type"] == "image":
                each["mimeType"] = each["source"]["media_type"]
        return parts(content, part.get("is_error", False))

    async def given(self):
        await self.run([])
        return [{**tool, "parameters": tool["input_schema"]} for tool in self.request["tools"]]

    async def run(self, calls):
        self.calls, self.answers = calls, []
        await ask(self.anthropic, self.tools, "stub", "Go.")
        return self.answers


@asynccontextmanager
async def connect():
    async with lisp_tools() as tools:
        yield Driven(tools)


main(connect)
