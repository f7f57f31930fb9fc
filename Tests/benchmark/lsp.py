"""A language server that is driven over its pipes."""

import json
import pathlib
import subprocess
import threading
import time


class Connection:
    """The process of a language server. A subclass handles its messages in `take`, which a thread of its own calls."""

    def __init__(self, command, folder, stderr=None):
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr
        )
        self.lock = threading.Lock()
        threading.Thread(target=self.read, daemon=True).start()

    def take(self, message, moment):
        """Handles a message, with the time at which it arrived."""
        raise NotImplementedError

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self.lock:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def read(self):
        stream = self.process.stdout
        while line := stream.readline():
            length = None
            while line.strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                line = stream.readline()
            body = stream.read(length)
            moment = time.perf_counter()
            self.take(json.loads(body), moment)

    @property
    def memory(self):
        """The resident memory in MB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0
