"""A receiver of OTLP over HTTP that is not of this project: it takes one trace on loopback, decodes it
with the message types of the official Python package, and prints it as JSON.

Prints the port on the first line, then the decoded request. Ends by itself after one request or 60 s."""

import http.server
import json
import sys

from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        request = ExportTraceServiceRequest()
        request.ParseFromString(body)
        seen = {
            "path": self.path,
            "content_type": self.headers["content-type"],
            "token": self.headers.get("x-token"),
            # Fields that the package does not know would show that the bytes are not what they should be.
            "unknown_fields": len(body) - request.ByteSize(),
            "request": MessageToDict(request),
        }
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
        print(json.dumps(seen), flush=True)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
server.timeout = 60
print(server.server_port, flush=True)
server.handle_request()
sys.exit(0)
