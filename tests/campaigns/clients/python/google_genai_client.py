"""google-genai: its automatic calls of functions."""

import json

import httpx
from common import ARGS, COMMAND, main, parts
from google.genai import types

# The page begins.
from contextlib import asynccontextmanager

from google import genai
from mcp import ClientSession, StdioServerParameters, stdio_client


@asynccontextmanager
async def lisp_session():
    async with stdio_client(StdioServerParameters(command=COMMAND, args=ARGS)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            yield session


async def ask(client, session, model, question):
    # A dictionary: of a GenerateContentConfig, session and all, it makes a deep copy, and fails.
    config = {"tools": [session], "automatic_function_calling": {"maximum_remote_calls": 20}}
    return await client.aio.models.generate_content(model=model, contents=question, config=config)
# The page ends.


class Driven:
    def __init__(self, session):
        self.session = session
        options = types.HttpOptions(async_client_args={"transport": httpx.MockTransport(self.reply)})
        self.client = genai.Client(api_key="none", http_options=options)

    def reply(self, request):
        self.request = json.loads(request.content)
        told = [
            part["functionResponse"]["response"]
            for content in self.request["contents"]
            for part in content["parts"]
            if "functionResponse" in part
        ]
        self.answers = [self.read(response) for response in told]
        if len(told) < len(self.calls):
            tool, arguments = self.calls[len(told)]
            part = {"functionCall": {"name": tool, "args": arguments}}
        else:
            part = {"text": "done"}
        content = {"role": "model", "parts": [part]}
        return httpx.Response(200, json={"candidates": [{"content": content, "finishReason": "STOP"}]})

    def read(self, response):
        result = response.get("result", response)
        if not isinstance(result, dict) or "content" not in result:
            return parts([{"type": "text", "text": json.dumps(response, ensure_ascii=False)}])
        return parts(result["content"], result.get("isError", result.get("is_error")))

    async def given(self):
        await self.run([])
        declared = [each for tool in self.request["tools"] for each in tool["functionDeclarations"]]
        return [{**each, "parameters": each.get("parameters", {})} for each in declared]

    async def run(self, calls):
        self.calls, self.answers = calls, []
        await ask(self.client, self.session, "stub", "Go.")
        return self.answers


@asynccontextmanager
async def connect():
    async with lisp_session() as session:
        yield Driven(session)


main(connect)
