# SPDX-License-Identifier: Apache-2.0
"""A TensorBoard log with images, histograms, text, hyperparameters and PR curves, written as the .proto files of
TensorFlow and TensorBoard define them: values of torch.utils.tensorboard under `torch/`, of tf.summary under `tf/`."""
import math
import pathlib
import struct
import zlib

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 & -(byte & 1))
    TABLE.append(byte)


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def sub(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def whole(number, value):
    return varint(number << 3) + varint(value)


def double(number, value):
    return varint(number << 3 | 1) + struct.pack("<d", value)


def doubles(values):
    return struct.pack(f"<{len(values)}d", *values)


def tensor(dtype, shape, values):
    return sub(8, whole(1, dtype) + sub(2, b"".join(sub(2, whole(1, size)) for size in shape)) + values)


def plugin(name, content=b""):
    return sub(9, sub(1, sub(1, name.encode()) + sub(2, content)))


def png(width, height, pixel):
    """An RGB picture of `pixel(x, y)`."""
    rows = b"".join(b"\0" + bytes(c for x in range(width) for c in pixel(x, y)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def digit(step, size=64):
    """A ring that moves with the step."""
    def pixel(x, y):
        near = abs(math.hypot(x - size / 2, y - size / 2 - math.sin(step / 3) * 8) - size / 4)
        light = max(0, 255 - int(near * 60))
        return light, light // (1 + step % 3), 40
    return png(size, size, pixel)


class Log:
    def __init__(self, folder, name="events.out.tfevents.1700000000.host.1.0"):
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("wb")
        self.record(double(1, 1700000000) + sub(3, b"brain.Event:2"))

    def record(self, data):
        head = struct.pack("<Q", len(data))
        self.file.write(head + masked(head) + data + masked(data))
        self.file.flush()

    def value(self, tag, step, body):
        value = sub(1, sub(1, tag.encode()) + body)
        self.record(double(1, 1700000000 + step) + whole(2, step) + sub(5, value))

    def scalar(self, tag, step, number):
        self.value(tag, step, varint(2 << 3 | 5) + struct.pack("<f", number))

    def torch_image(self, tag, step, encoded):
        self.value(tag, step, sub(4, whole(1, 64) + whole(2, 64) + whole(3, 3) + sub(4, encoded)))

    def torch_histogram(self, tag, step, least, most, limits, counts):
        body = double(1, least) + double(2, most) + double(3, sum(counts))
        self.value(tag, step, sub(5, body + sub(6, doubles(limits)) + sub(7, doubles(counts))))

    def images(self, tag, step, encoded):
        texts = [b"64", b"64", *encoded]
        self.value(tag, step, plugin("images") + tensor(7, [len(texts)], b"".join(sub(8, text) for text in texts)))

    def histogram(self, tag, step, buckets):
        values = doubles([number for bucket in buckets for number in bucket])
        self.value(tag, step, plugin("histograms") + tensor(2, [len(buckets), 3], sub(4, values)))

    def text(self, tag, step, text):
        self.value(tag, step, plugin("text") + tensor(7, [1], sub(8, text.encode())))

    def hparams(self, values):
        pairs = b""
        for name, value in values.items():
            kind = double(2, value) if isinstance(value, float) else sub(3, value.encode())
            pairs += sub(1, sub(1, name.encode()) + sub(2, kind))
        self.value("_hparams_/session_start_info", 0, plugin("hparams", sub(3, pairs)) + tensor(1, [0], b""))

    def pr_curve(self, tag, step, precision, recall):
        rows = [*[1.0] * (4 * len(recall)), *precision, *recall]
        packed = struct.pack(f"<{len(rows)}f", *rows)
        self.value(tag, step, plugin("pr_curves") + tensor(1, [6, len(recall)], sub(4, packed)))


def bell(center, width, buckets=30):
    """Buckets of a bell curve."""
    edges = [center + width * (i / buckets * 6 - 3) for i in range(buckets + 1)]
    return [[a, b, round(1000 * math.exp(-(((a + b) / 2 - center) / width) ** 2 / 2))] for a, b in zip(edges, edges[1:])]


def write(folder, steps=range(0, 100, 10)):
    log = Log(folder)
    log.hparams({"learning_rate": 0.01, "optimizer": "adam"})
    for step in steps:
        log.scalar("loss", step, 2 / (1 + step / 10))
        log.torch_image("torch/ring", step, digit(step))
        log.images("tf/rings", step, [digit(step), digit(step + 5)])
        log.torch_histogram("torch/weights", step, -1.0, 2.0, [0.0, 1.0, 9.0], [1 + step, 2.0, 3.0])
        log.histogram("tf/kernel", step, bell(0.2 - step / 500, 0.05 + step / 400))
        log.text("notes", step, f"**epoch** {step // 10}\nall is well")
        log.pr_curve("test", step, [0.4, 0.6 + step / 500, 0.9, 1.0], [1.0, 0.9, 0.5 + step / 400, 0.0])
    return log
