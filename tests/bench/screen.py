# SPDX-License-Identifier: Apache-2.0
"""A virtual screen (Xvfb) whose picture can be read, and a hand for its mouse (XTest)."""
import contextlib
import ctypes
import mmap
import os
import subprocess

SIZE = (1280, 800)
LEFT, WHEEL_UP, WHEEL_DOWN = 1, 4, 5


@contextlib.contextmanager
def screen(folder):
    """(display name, the bytes of its picture): Xvfb keeps it in a file, which is mapped here."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", folder,
                               "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as answer:
            display = ":" + answer.readline().strip()
        with open(folder / "Xvfb_screen0", "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as pixels:
            yield display, pixels
    finally:
        server.terminate()
        server.wait()


def rows(pixels, first, last):
    """The bytes of the screen's rows first ... last - 1; the picture stands at the end of the file."""
    line = SIZE[0] * 4
    begin = len(pixels) - line * SIZE[1]
    return pixels[begin + first * line:begin + last * line]


class Mouse:
    def __init__(self, display):
        self._x11, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        for function in (self._x11.XFlush, self._x11.XCloseDisplay):
            function.argtypes = [ctypes.c_void_p]
        self._test.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p] + [ctypes.c_int] * 3 + [ctypes.c_ulong]
        self._test.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
        self._display = self._x11.XOpenDisplay(display.encode())
        if not self._display:
            raise SystemExit(f"cannot open the display {display}")

    def move(self, x, y):
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x11.XFlush(self._display)

    def button(self, number, is_down):
        self._test.XTestFakeButtonEvent(self._display, number, int(is_down), 0)
        self._x11.XFlush(self._display)

    def click(self, number):
        self.button(number, True)
        self.button(number, False)
