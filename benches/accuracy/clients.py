"""Reads a stream with a Python client and leaves "sent arrived" lines, nanoseconds of the monotonic clock, in a file."""

import json
import os
import sys
import time

BODY = {"model": "gpt-5.1", "stream": True, "messages": []}


def with_httpx(url):
    import httpx

    with httpx.stream("POST", url, json=BODY, trust_env=False) as response:
        for line in response.iter_lines():
            stamp = time.monotonic_ns()
            if line.startswith("data: {"):
                yield json.loads(line[6:])["sent_ns"], stamp


def with_openai(url):
    import httpx
    import openai

    client = openai.OpenAI(
        base_url=url.removesuffix("/chat/completions"), api_key="none", http_client=httpx.Client(trust_env=False)
    )
    for chunk in client.chat.completions.create(**BODY):
        stamp = time.monotonic_ns()
        yield chunk.model_extra["sent_ns"], stamp


def main():
    name, url, path = sys.argv[1:]
    pairs = list({"httpx": with_httpx, "openai": with_openai}[name](url))
    with open(path + ".part", "w", encoding="ascii") as out:
        out.writelines(f"{sent} {arrived}\n" for sent, arrived in pairs)
    os.rename(path + ".part", path)


main()
