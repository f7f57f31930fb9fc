"""Lets `pip` install the program from this repository; `pyproject.toml` names this module."""

import os
import pathlib
import tempfile

import packages
import program
from targets import Target


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    os.environ.setdefault("SOURCE_DATE_EPOCH", "946684800")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "bascule")
        path.write_bytes(program.content())
        return packages.wheel(path, Target.here(), pathlib.Path(wheel_directory)).name
