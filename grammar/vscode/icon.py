#!/usr/bin/env python3
"""Draws `icon.png`: a bascule bridge with raised leaves. Run it after a change of the shapes."""

import math
import pathlib
import struct
import zlib

SIZE = 128
#: Samples of each pixel in each direction.
SAMPLES = 4
NIGHT, WATER, PAPER = (24, 58, 92), (70, 150, 200), (250, 246, 236)


def turned(points, angle, center):
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x0, y0 = center
    return [(x0 + (x - x0) * cosine - (y - y0) * sine, y0 + (x - x0) * sine + (y - y0) * cosine)
            for x, y in points]


def box(x, y, width, height):
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def mirrored(points):
    return [(SIZE - x, y) for x, y in points]


LEAF = turned(box(24, 72, 42, 8), -38, (28, 76))
TOWER = box(18, 62, 14, 34)
SHAPES = [(WATER, box(0, 96, SIZE, 14)), (PAPER, LEAF), (PAPER, mirrored(LEAF)), (PAPER, TOWER),
          (PAPER, mirrored(TOWER))]


def contains(points, x, y):
    """Whether the point is inside of the polygon."""
    inside = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def is_card(x, y, radius=24):
    """Whether the point is on the card with round corners."""
    dx, dy = max(radius - x, x - (SIZE - radius), 0), max(radius - y, y - (SIZE - radius), 0)
    return dx * dx + dy * dy <= radius * radius


def sample(x, y):
    if not is_card(x, y):
        return None
    color = NIGHT
    for shape_color, points in SHAPES:
        if contains(points, x, y):
            color = shape_color
    return color


def pixel(column, row):
    steps = [(step + 0.5) / SAMPLES for step in range(SAMPLES)]
    found = [sample(column + dx, row + dy) for dy in steps for dx in steps]
    seen = [color for color in found if color]
    if not seen:
        return bytes(4)
    mean = [round(sum(color[part] for color in seen) / len(seen)) for part in range(3)]
    return bytes([*mean, round(255 * len(seen) / len(found))])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


rows = b"".join(b"\0" + b"".join(pixel(column, row) for column in range(SIZE)) for row in range(SIZE))
(pathlib.Path(__file__).parent / "icon.png").write_bytes(
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
