"""A fake of the whole internet on 127.0.0.1, for the engine whose proxy it is: all requests by http or https, for any
host, arrive here. The test that runs it answers them.

    python3 loopback_site.py CERTIFICATE [PORT…]

CERTIFICATE is a file in PEM with certificate and key. The first line of the output is the proxy's port as JSON;
every other line is a request, `{"id", "method", "url", "body"}`, and a line of the input answers it: `{"id",
"status", "type", "headers", "body"}`. The end of the input ends the program. At each PORT of 127.0.0.1 and ::1 it
answers requests without a proxy, for engines that do not use one for these hosts.
"""

import http.server
import itertools
import json
import os
import queue
import socket
import ssl
import sys
import threading

numbers = itertools.count()
waiting: dict[int, queue.SimpleQueue] = {}
output = threading.Lock()


def tell(value: object) -> None:
    with output:
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()


def ask(method: str, url: str, body: bytes) -> dict:
    """Lets the test answer a request."""
    number, answer = next(numbers), queue.SimpleQueue()
    waiting[number] = answer
    tell({"id": number, "method": method, "url": url, "body": body.decode("utf-8", "replace")})
    return answer.get()


def answers() -> None:
    """Passes the answers to the threads that wait for them."""
    for line in sys.stdin:
        answer = json.loads(line)
        waiting.pop(answer["id"]).put(answer)
    os._exit(0)


class Connection(http.server.BaseHTTPRequestHandler):
    """A connection of the engine. After CONNECT it is a tunnel, with or without TLS."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    scheme = "http"
    certificate: ssl.SSLContext

    def __getattr__(self, name):
        # One method answers requests of all kinds.
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def do_CONNECT(self) -> None:
        self.send_response_only(200)
        self.end_headers()
        # The first byte of a handshake is 22.
        if self.connection.recv(1, socket.MSG_PEEK) != b"\x16":
            return
        self.connection = self.certificate.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
        self.scheme = "https"

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        # Inside a tunnel, the header `Host` contains the host of the address.
        url = self.path if "://" in self.path else f"{self.scheme}://{self.headers['Host']}{self.path}"
        answer = ask(self.command, url, body)
        content = answer["body"].encode()
        headers = {"Cache-Control": "no-store", "Content-Type": answer["type"], "Content-Length": len(content)}
        lines = [f"HTTP/1.1 {answer['status']} {self.responses.get(answer['status'], ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in (headers | answer["headers"]).items()]
        head = "".join(line + "\r\n" for line in [*lines, ""]).encode("latin-1")
        self.wfile.write(head + (b"" if self.command == "HEAD" else content))

    def log_message(self, *values) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address) -> None:
        """Ignores errors of connections, since the engine opens some in advance, and closes others at any time."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class ServerOfVersion6(Server):
    address_family = socket.AF_INET6


def main() -> None:
    Connection.certificate = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    Connection.certificate.load_cert_chain(sys.argv[1])
    proxy = Server(("127.0.0.1", 0), Connection)
    servers = [proxy]
    for port in map(int, sys.argv[2:]):
        servers += [Server(("127.0.0.1", port), Connection), ServerOfVersion6(("::1", port), Connection)]
    tell(proxy.server_port)
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    answers()


main()
