"""What the scripts of Python's clients share: the program, the checks, and the lines that say how they went.

A script hands `main` a function that connects. What it makes has
- `given()`: what a model is given of the tools, as a list of name, description and parameters;
- `run(calls)`: makes some calls, each a tool and its arguments, in one run of an agent where there are agents,
  and answers with what the model gets to read of each.
"""

import asyncio
import json
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent.parent
COMMAND, *ARGS = sys.argv[2:]
TOOLS = json.loads(Path(sys.argv[1]).read_text())
CALLS = json.loads((FOLDER / "calls.json").read_text())
CHECKS = json.loads((FOLDER / "checks.json").read_text())


@dataclass
class Answer:
    """What the model gets to read of a call: `error` is None where it cannot tell."""

    text: str
    images: list = field(default_factory=list)
    error: bool | None = None


def parts(content, error=None):
    """The answer of content as MCP has it, or of dictionaries like it."""
    texts, images = [], []
    for part in content:
        part = part if isinstance(part, dict) else part.model_dump(by_alias=True)
        if part["type"] == "text":
            texts.append(part["text"])
        elif part["type"] == "image":
            images.append(part.get("mimeType") or part.get("mime_type"))
    return Answer("\n".join(texts), images, error)


def same(tool):
    return tool


def without_null(schema):
    """What stands beside null in the schema of an argument that may be left out."""
    others = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    return others[0] if len(others) == 1 else schema


def shape(schema):
    """Of the schema of an argument what a model needs first: its type, and that of its items."""
    schema = without_null(schema)
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = [each for each in kind if each != "null"]
        kind = kind[0] if len(kind) == 1 else kind
    found = {"type": str(kind).lower()}
    if kind and str(kind).lower() == "array":
        found["items"] = str((schema.get("items") or {}).get("type")).lower()
    return found


def differences(given, tools, name):
    """Where what the model is given is not what the server has listed."""
    found = []
    for tool in tools:
        mine = next((each for each in given if each["name"] == name(tool["name"])), None)
        if mine is None:
            found.append(f"{tool['name']} is missing")
            continue
        properties = mine["parameters"].get("properties") or {}
        for argument, schema in (tool["inputSchema"].get("properties") or {}).items():
            if argument not in properties:
                found.append(f"{tool['name']}: {argument} is lost")
            elif shape(properties[argument]) != shape(schema):
                found.append(f"{tool['name']}: {argument} is {shape(properties[argument])}")
        lost = set(tool["inputSchema"].get("required", [])) - set(mine["parameters"].get("required") or [])
        found += [f"{tool['name']}: {argument} is not required" for argument in sorted(lost)]
    return found


def lost_enums(given, tools, name):
    """The arguments whose values a model is not told, each with its tool."""
    found = []
    for tool in tools:
        mine = next(each for each in given if each["name"] == name(tool["name"]))
        properties = mine["parameters"].get("properties") or {}
        for argument, schema in (tool["inputSchema"].get("properties") or {}).items():
            told = without_null(properties.get(argument, {})).get("enum") or []
            if not set(schema.get("enum", [])) <= set(told):
                found.append(f"{tool['name']}: {argument}")
    return found


class Failed(Exception):
    pass


def expect(holds, detail):
    if not holds:
        raise Failed(str(detail)[:600])


class Checks:
    def __init__(self, client, name=same):
        self.client = client
        self.name = name

    async def call(self, tool, **arguments):
        (answer,) = await self.client.run([(self.name(tool), arguments)])
        return answer

    async def evaluate(self, code, **arguments):
        return (await self.call("evaluate-lisp", code=code, **arguments)).text

    async def list(self):
        names = {each["name"] for each in await self.client.given()}
        expected = {self.name(tool["name"]) for tool in TOOLS}
        expect(names == expected, f"missing {expected - names}, new {names - expected}")

    async def tools(self):
        problems = []
        for step in CALLS:
            try:
                answer = await self.call(step["tool"], **step["arguments"])
                right = step["has"] in answer.text and answer.error in (None, step.get("error", False))
                if not right:
                    problems.append(f"{step['tool']}: {answer.text[:150]}")
            except Exception as error:
                problems.append(f"{step['tool']}: {error!r:.150}")
        expect(not problems, f"{len(problems)} of {len(CALLS)}: " + " | ".join(problems))

    async def state(self):
        await self.evaluate("(defun square (n) (* n n))")
        text = await self.evaluate("(square 12)")
        expect("=> 144" in text, text)

    async def error(self):
        calls = [(self.name("evaluate-lisp"), {"code": f"(/ {n} 0)"}) for n in (1, 2, 3)]
        answers = await self.client.run([*calls, (self.name("evaluate-lisp"), {"code": "(+ 40 2)"})])
        for number, answer in enumerate(answers[:3], 1):
            expect("DIVISION-BY-ZERO" in answer.text and f"(/ {number} 0)" in answer.text, answer)
            expect(answer.error is not False, answer)
        expect("=> 42" in answers[3].text, answers[3])

    async def picture(self):
        answer = await self.call("evaluate-lisp", code="(jscl-mcp:plot '(1 4 9 16))")
        expect(set(answer.images) <= {"image/png"}, answer.images)
        expect(answer.error is not True and "plot" in answer.text, answer)
        expect(len(answer.text) < 5000, f"the picture is {len(answer.text)} characters of text")
        after = await self.evaluate("(+ 1 2)")
        expect("=> 3" in after, after)

    async def unicode(self):
        text = await self.evaluate('(progn (princ "Grüße, 你好 🎈") (map \'list #\'char-code "λ🎈"))')
        expect("Grüße, 你好 🎈" in text and "(955 127880)" in text, text)

    async def large(self):
        await self.call("configure-limits", max_output=2_000_000, max_answer=0)
        there = await self.evaluate(f'(length "{"é" * 1_000_000}")')
        expect("=> 1000000" in there, there)
        back = await self.evaluate("(make-string 1000000 :initial-element #\\é)")
        expect("é" * 1_000_000 in back, f"{len(back)} characters: {back[:100]}")

    async def long(self):
        text = await self.evaluate("(progn (sleep 12) :slept)")
        expect("=> :SLEPT" in text, text)

    async def elicitation(self):
        text = await self.evaluate('(progn (format t "Name? ") (list :read (length (read-line))))')
        expect("=> (:READ 3)" in text, text)

    async def cancel(self):
        await self.evaluate("(defvar *kept* 7)")
        await self.call("configure-limits", timeout=12)  # ends it for clients that send no cancellation
        running = asyncio.create_task(self.evaluate("(loop (sleep 1))"))
        await asyncio.sleep(1.5)
        await self.client.cancel(running) if hasattr(self.client, "cancel") else running.cancel()
        await asyncio.wait([running], timeout=5)
        start = time.monotonic()
        text = await self.evaluate("(list *kept*)")
        expect("=> (7)" in text, text)
        expect(time.monotonic() - start < 5, f"the session was free after {time.monotonic() - start:.1f} s")

    async def model(self):
        found = differences(await self.client.given(), TOOLS, self.name)
        expect(not found, f"{len(found)} differences: " + "; ".join(found))

    async def enums(self):
        found = lost_enums(await self.client.given(), TOOLS, self.name)
        expect(not found, f"{len(found)} are lost: " + "; ".join(found))


def told(check, ok, detail=""):
    print(json.dumps({"check": check, "ok": ok, "detail": detail}), flush=True)


async def needed(check, connect, name):
    """Whether a check fails with a client that does not do what its page advises."""
    async with connect() as client:
        try:
            await asyncio.wait_for(getattr(Checks(client, name), check)(), 60)
        except Exception:
            return
    raise Failed(f"without what its page advises, {check} passes")


async def checked(connect, name, unadvised):
    now = "connect"
    try:
        async with connect() as client:
            checks = Checks(client, name)
            await client.run([])
            told("connect", True)
            for check in CHECKS:
                if not hasattr(checks, check) or (check == "elicitation" and not hasattr(client, "elicits")):
                    continue
                try:
                    await asyncio.wait_for(getattr(checks, check)(), 120)
                    told(check, True)
                except Exception as error:
                    told(check, False, str(error) if isinstance(error, Failed) else repr(error)[:600])
            now = "close"
        told("close", True)
        if unadvised:
            now = "advice"
            await needed(*unadvised, name)
            told("advice", True)
    except Exception as error:
        traceback.print_exc()
        told(now, False, repr(error)[:600])


def main(connect, name=same, unadvised=None):
    """`unadvised` is a check, and how to connect as one would who has not read the page: then it fails."""
    asyncio.run(checked(connect, name, unadvised))
