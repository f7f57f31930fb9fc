#!/usr/bin/env python3
"""Runs the language server that PROGRAM names, and writes the messages of its client, with their times, to TRAFFIC."""

import json
import os
import subprocess
import sys
import threading
import time

server = subprocess.Popen([os.environ["PROGRAM"], *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def answer():
    while block := os.read(server.stdout.fileno(), 1 << 16):
        os.write(1, block)


threading.Thread(target=answer, daemon=True).start()
with open(os.environ["TRAFFIC"], "w") as log:
    pending = b""
    while block := os.read(0, 1 << 16):
        moment = time.monotonic()
        server.stdin.write(block)
        server.stdin.flush()
        pending += block
        while (end := pending.find(b"\r\n\r\n")) >= 0:
            head = pending[:end].lower()
            start = end + 4
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            if len(pending) < start + length:
                break
            message = json.loads(pending[start : start + length])
            pending = pending[start + length :]
            log.write(json.dumps({"at": moment, "message": message}) + "\n")
            log.flush()
server.stdin.close()
sys.exit(server.wait())
