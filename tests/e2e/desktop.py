# SPDX-License-Identifier: Apache-2.0
"""A desktop session for one test, and the window on it, worked as a person does.

A display (Xvfb), a window manager, a message bus with accessibility on it. What the window says is read through AT-SPI, as a
screen reader does; what is done to it are real key presses and mouse moves (xdotool). Controls are found by their accessible
names. Nothing here sleeps: it waits until the window says what is waited for, or ends, with a limit.
"""
import contextlib
import os
import pathlib
import select
import shutil
import struct
import subprocess
import time
import zlib

import numpy
from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

LIMIT = 60  # seconds that the window has for anything
ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
# Bits of AtspiStateType.
ACTIVE, CHECKED, ENABLED, FOCUSED, SELECTED, SHOWING = 1, 4, 8, 12, 23, 25
ATSPI_COORD_TYPE_SCREEN = 0
CELLS = ("cell", "table cell")
ITEMS = (*CELLS, "list item", "menu item", "page tab", "tree item")
TABLES = ("table", "tree", "tree table")
MOST_CELLS = 1000

# The window fills the screen and has no frame: what is in its pictures is the program. Dialogs keep theirs.
OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <placement><policy>Smart</policy><center>yes</center></placement>
  <applications>
    <application type="normal"><decor>no</decor><maximized>yes</maximized></application>
  </applications>
</openbox_config>
"""


def state_question(reference):
    """Whether it shows: asked first, because what does not show need not say more."""
    return new_method_call(DBusAddress(reference[1], reference[0], ACCESSIBLE), "GetState")


def questions(reference):
    """What is asked of each accessible object that shows, beside its state."""
    bus, path = reference
    object_, properties = DBusAddress(path, bus, ACCESSIBLE), DBusAddress(path, bus, "org.freedesktop.DBus.Properties")
    return [new_method_call(object_, "GetRoleName"), new_method_call(properties, "Get", "ss", (ACCESSIBLE, "Name")),
            new_method_call(properties, "Get", "ss", (ACCESSIBLE, "Description")), new_method_call(object_, "GetChildren")]


class NotSeen(AssertionError):
    """The window did not come to say what was waited for."""


class Control:
    """Something in the window, as it was when it was looked at."""

    def __init__(self, reference, role, name, description, states, parent):
        self.reference, self.role, self.name, self.description = reference, role, name, description
        self.states, self.parent = states, parent
        self.children, self.size = [], 0

    def has(self, state):
        return bool(self.states >> state & 1)

    @property
    def title(self):
        """What it is called. Qt gives a combo box its current text for a name, and says its own in the description."""
        return self.description.split("\n")[0].split(" — ")[0] if self.role == "combo box" else self.name

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def __repr__(self):
        marks = [word for word, bit in (("checked", CHECKED), ("focused", FOCUSED), ("selected", SELECTED)) if self.has(bit)]
        if not self.has(ENABLED):
            marks.append("disabled")
        return " ".join([self.role, repr(self.name), *([f"({self.description})"] if self.description else []), *marks])

    def tree(self, depth=0):
        return "\n".join(["  " * depth + repr(self), *(child.tree(depth + 1) for child in self.children)])


class Desktop:
    """A display, a window manager and a message bus; ends them with itself."""

    def __init__(self, folder, size=(1280, 800), environment=None):
        self.folder = pathlib.Path(folder)
        self.size = size
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(("QT_", "XDG_", "DBUS_", "LC_", "TRAINYARD_")) and key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.env |= {"LANG": "C.UTF-8", "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb"}
        self.env |= environment or {}
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            for name in ("runtime", "config", "data", "cache", "screen"):
                (self.folder / name).mkdir(mode=0o700, parents=True)
            self.env |= {"XDG_RUNTIME_DIR": str(self.folder / "runtime"), "XDG_CONFIG_HOME": str(self.folder / "config"),
                         "XDG_DATA_HOME": str(self.folder / "data"), "XDG_CACHE_HOME": str(self.folder / "cache")}
            width, height = self.size
            said = self._start(stack, ["Xvfb", "-displayfd", "{said}", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
                                       "-fbdir", str(self.folder / "screen")])
            self.env["DISPLAY"] = ":" + said
            self.env["DBUS_SESSION_BUS_ADDRESS"] = self._start(stack, ["dbus-daemon", "--session", "--nofork", "--print-address={said}"])
            settings = self.folder / "openbox.xml"
            settings.write_text(OPENBOX)
            self._manage(stack, ["openbox", "--config-file", str(settings)])
            session = stack.enter_context(open_dbus_connection(self.env["DBUS_SESSION_BUS_ADDRESS"]))
            bus = new_method_call(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress")
            self._bus = stack.enter_context(open_dbus_connection(session.send_and_get_reply(bus, timeout=LIMIT).body[0]))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _launch(self, stack, command, **options):
        log = stack.enter_context(open(self.folder / f"{command[0]}.log", "wb"))
        process = subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)

        def end():
            process.terminate()
            process.wait(LIMIT)

        stack.callback(end)
        return process

    def _start(self, stack, command):
        """Starts a server and returns the line that it says on the descriptor whose number stands for {said}."""
        reader, writer = os.pipe()
        with open(reader) as said:
            self._launch(stack, [part.format(said=writer) for part in command], pass_fds=[writer])
            os.close(writer)
            line = said.readline().strip()
        assert line, f"{command[0]} did not start: {(self.folder / (command[0] + '.log')).read_text()}"
        return line

    def _manage(self, stack, command):
        """Starts the window manager and waits until it manages: it gives no keyboard to a window that was there before it."""
        managing = self.folder / "managing"
        os.mkfifo(managing)
        self._launch(stack, [*command, "--startup", f"sh -c 'echo > {managing}'"])
        with open(os.open(managing, os.O_RDONLY | os.O_NONBLOCK)) as said:
            assert select.select([said], [], [], LIMIT)[0], f"{command[0]} did not start: see {self.folder}"

    # AT-SPI

    def call(self, reference, method, signature=None, body=(), interface=ACCESSIBLE):
        """One call of an accessible object; None when the object has gone meanwhile."""
        bus, path = reference
        message = new_method_call(DBusAddress(path, bus, interface), method, signature, body)
        reply = self._bus.send_and_get_reply(message, timeout=LIMIT)
        return reply.body[0] if reply.header.message_type.name == "method_return" else None

    def calls(self, messages):
        """Their answers, in their order; None for each that failed."""
        answers, waiting = [None] * len(messages), {}
        for i, message in enumerate(messages):
            serial = next(self._bus.outgoing_serial)
            waiting[serial] = i
            self._bus.send(message, serial=serial)
        while waiting:
            reply = self._bus.receive(timeout=LIMIT)
            i = waiting.pop(reply.header.fields.get(HeaderFields.reply_serial), None)
            if i is not None and reply.header.message_type is MessageType.method_return:
                answers[i] = reply.body[0]
        return answers

    def property(self, reference, name, interface=ACCESSIBLE):
        value = self.call(reference, "Get", "ss", (interface, name), "org.freedesktop.DBus.Properties")
        return value[1] if value else ""

    def read_tree(self, reference):
        """The control and all that shows in it; None where it has gone."""
        top = Control(tuple(reference), "", "", "", 0, None)
        level = [top]
        while level:  # a level at a time, and all questions of a level before the first answer
            states = self.calls([state_question(control.reference) for control in level])
            told = []
            for control, words in zip(level, states):
                if not words:
                    continue
                control.states = words[0] | words[1] << 32
                above = control.parent
                # Of a table that scrolls all cells are told, where it is not too long.
                if not above or control.has(SHOWING) or above.role in TABLES and above.size < MOST_CELLS:
                    told.append(control)
            answers = self.calls([question for control in told for question in questions(control.reference)])
            level = []
            for i, control in enumerate(told):
                role, name, description, children = answers[4 * i:4 * i + 4]
                above = control.parent
                if role is None or above and not control.has(SHOWING) and role not in CELLS:
                    continue
                control.role, control.name, control.description = role, name[1] if name else "", description[1] if description else ""
                if above:
                    above.children.append(control)
                control.size = len(children or ())
                level += [Control(tuple(child), "", "", "", 0, control) for child in children or ()]
        return top if top.role else None

    def applications(self):
        return self.call(ROOT, "GetChildren")

    def extents(self, control):
        """(x, y, width, height) on the screen."""
        return self.call(control.reference, "GetExtents", "u", (ATSPI_COORD_TYPE_SCREEN,), "org.a11y.atspi.Component") or (0, 0, 0, 0)

    def text(self, control):
        """What stands in a field."""
        return self.call(control.reference, "GetText", "ii", (0, -1), "org.a11y.atspi.Text") or ""

    # Keys, mouse, pictures

    def input(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, timeout=LIMIT)

    def pixels(self):
        """The screen: bytes, height × width × (red, green, blue)."""
        data = (self.folder / "screen/Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])  # XWDFileHeader
        size, width, height, stride, colours = header[0], header[4], header[5], header[12], header[19]
        rows = numpy.frombuffer(data, numpy.uint8, count=height * stride, offset=size + 12 * colours).reshape(height, stride)
        return rows[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1]

    def picture(self, path):
        write_png(path, self.pixels())


def write_png(path, pixels):
    """A PNG with a palette of at most 256 colours, every other one as the nearest of them."""
    height, width, _ = pixels.shape
    packed = pixels.astype(numpy.uint32) @ numpy.array([65536, 256, 1], numpy.uint32)
    colours, indexes, counts = numpy.unique(packed, return_inverse=True, return_counts=True)

    def channels(values):
        return numpy.stack([values >> 16, values >> 8 & 255, values & 255], axis=-1).astype(numpy.int32)

    palette = colours
    for apart in (2, 4, 6, 8, 12, 16, 24, 32):
        if len(palette) <= 256:
            break
        palette = colours[:0]  # the commonest first, and none that is like one before it
        for colour in colours[numpy.argsort(counts)[::-1]]:
            if not len(palette) or ((channels(palette) - channels(colour)) ** 2).sum(axis=1).min() >= apart ** 2:
                palette = numpy.append(palette, colour)
    nearest = numpy.array([((channels(palette) - colour) ** 2).sum(axis=1).argmin() for colour in channels(colours)], numpy.uint8)
    rows = nearest[indexes].reshape(height, width)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pathlib.Path(path).write_bytes(b"".join([
        b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", channels(palette).astype(numpy.uint8).tobytes()),
        chunk(b"IDAT", zlib.compress(numpy.pad(rows, ((0, 0), (1, 0))).tobytes(), 9)), chunk(b"IEND", b"")]))


class Window:
    """The window of `trainyard`, and a person's hands and eyes on it."""

    def __init__(self, desktop, command, env, cwd=None):
        self.desktop = desktop
        self.used = set()  # names of controls worked or read since this was last emptied
        self.had_keyboard = False
        self.log = desktop.folder / "window.log"
        before = desktop.applications()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, env=desktop.env | env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.pidfd = os.pidfd_open(self.process.pid)
        self._application = self.until("the window", lambda: next((one for one in desktop.applications() if one not in before), None))

    # Seeing

    def until(self, what, condition, limit=LIMIT):
        """Waits until `condition` gives something true and returns that. The end of the window ends the wait."""
        began = time.monotonic()
        deadline = began + limit
        while not (found := condition()):
            # Half of the time at most is spent with looking: what is waited for needs the processors too.
            if select.select([self.pidfd], [], [], max(0.03, time.monotonic() - began))[0]:
                raise NotSeen(f"the window ended while {what} was waited for:\n{self.log.read_text()[-2000:]}")
            if time.monotonic() > deadline:
                with contextlib.suppress(OSError):
                    self.desktop.picture(self.desktop.folder / "not-seen.png")
                raise NotSeen(f"{what}: not in {limit} s. The window says:\n{self.read_tree().tree()}")
            began = time.monotonic()
        return found

    def read_tree(self):
        return self.desktop.read_tree(self._application) or Control(self._application, "application", "", "", 0, None)

    def find(self, name, role=None, inside=None):
        """The controls of that name that show now; `name` may be a predicate on the control."""
        fits = name if callable(name) else lambda control: control.title == name
        return [control for control in self.read_tree().walk()
                if fits(control) and role in (None, control.role)
                and (inside is None or any(above.title == inside for above in above_of(control)))]

    def see(self, name, role=None, inside=None, limit=LIMIT):
        """Waits for exactly one such control."""
        self.used.add(name if isinstance(name, str) else "")
        found = self.until(f"one {role or 'control'} {name!r}", lambda: (all_ := self.find(name, role, inside)) and len(all_) == 1 and all_, limit)
        return found[0]

    def says(self, name, *words, limit=LIMIT):
        """Waits until what the named control tells holds all these words; returns it."""
        self.used |= {name}

        def told():
            texts = [self.told(control) for control in self.find(name)]
            return next((text for text in texts if all(word in text for word in words)), None)

        return self.until(f"{name!r} saying {words}", told, limit)

    def told(self, control):
        """What a control says beside its title: a field its text, a combo box its choice, a label and a curve what they show."""
        if control.role == "combo box":
            return control.name
        return self.desktop.text(control) if control.role == "text" else control.description

    def rows(self, table):
        """The table's rows: [{column: text}]."""
        found = self.find(table, "table")
        if not found:
            return []
        self.used.add(table)
        columns = self.columns(found[0])
        cells = [child.name for child in found[0].children if child.role in CELLS]
        return [dict(zip(columns, cells[i:i + len(columns)])) for i in range(0, len(cells), len(columns))]

    def columns(self, table):
        """The titles of its columns, shown or not."""
        count = self.desktop.property(table.reference, "NColumns", "org.a11y.atspi.Table")
        return [self.desktop.call(table.reference, "GetColumnDescription", "i", (i,), "org.a11y.atspi.Table") for i in range(count)]

    def row(self, table, **wanted):
        """Waits for a row of the table whose cells hold these words."""
        def fitting():
            return next((row for row in self.rows(table)
                         if all(word in row.get(column.replace("_", " "), "") for column, word in wanted.items())), None)

        return self.until(f"a row of {table!r} with {wanted}", fitting)

    # Working

    def centre(self, control):
        x, y, width, height = self.desktop.extents(control)
        return x + width // 2, y + height // 2

    def within_reach(self, control):
        """Where to press it: its middle, once no area that scrolls hides that."""
        x, y = self.centre(control)
        for above in above_of(control):
            left, top, width, height = self.desktop.extents(above)
            if above.role in ("panel", "filler", "scroll pane", "viewport", "list", "table", "frame") and width and not (left <= x < left + width and top <= y < top + height):
                return None
        return x, y

    def reach(self, control):
        """Turns the wheel until the control can be pressed."""
        for _ in range(100):
            if place := self.within_reach(control):
                return place
            area = next(above for above in above_of(control) if above.role == "scroll pane" or above.name and self.within_reach(above))
            x, y = self.centre(area)
            before = self.centre(control)
            self.desktop.input("mousemove", x, y, "click", 5 if before[1] > y else 4)
            # A window that is slow to follow would be scrolled past the control, and back, without an end.
            deadline = time.monotonic() + 1
            while self.centre(control) == before and time.monotonic() < deadline:
                if select.select([self.pidfd], [], [], 0.02)[0]:
                    raise NotSeen(f"the window ended while {control!r} was scrolled to")
        raise NotSeen(f"{control!r} does not come into view")

    def ready(self, name, role=None, inside=None):
        """Waits for exactly one such control that can be pressed."""
        def enabled():
            found = [one for one in self.find(name, role, inside) if one.has(ENABLED) and one.role != "label"]
            return found if len(found) == 1 else None

        self.used.add(name if isinstance(name, str) else "")
        return self.until(f"one {role or 'control'} {name!r} that can be pressed", enabled)[0]

    def press(self, name, role=None, inside=None, times=1, hold=None):
        """Presses a control with the mouse, once it shows and can be pressed; `hold` is a key held down meanwhile."""
        control = self.ready(name, role, inside)
        x, y = self.reach(control)
        self.desktop.input("mousemove", x, y, *(["keydown", hold] if hold else []), "click", "--repeat", times, 1, *(["keyup", hold] if hold else []))
        return control

    def edit_cell(self, table, row, column, text):
        """Double clicks a cell of a table and types over what stands there."""
        found = self.see(table, "table")
        columns = self.columns(found)
        cells = [child for child in found.children if child.role in CELLS]
        x, y = self.reach(cells[row * len(columns) + columns.index(column)])
        self.used |= {table, column}
        self.desktop.input("mousemove", x, y, "click", "--repeat", 2, "--delay", 50, 1)
        self.key("ctrl+a")
        self.type(text)
        self.key("Return")
        self.until(f"{text} in row {row} of {table!r}", lambda: len(rows := self.rows(table)) > row and text in rows[row][column])

    def drag(self, name, onto):
        """Drags a control onto another one with the mouse."""
        self.used |= {name, onto}
        x, y = self.reach(self.see(name))
        to_x, to_y = self.reach(self.see(onto))
        self.desktop.input("mousemove", x, y, "mousedown", 1)
        for part in range(1, 9):
            self.desktop.input("mousemove", x + (to_x - x) * part // 8, y + (to_y - y) * part // 8)
            self.read_tree()  # a busy window would get the whole movement as one, and the release before a target is known
        self.desktop.input("mouseup", 1)

    def key(self, *keys):
        """Presses keys, one after another: "Tab", "ctrl+k"."""
        self.used |= {key.lower() for key in keys}
        if not self.had_keyboard:  # a window that shows may not have the keyboard yet: the key would go nowhere
            self.until("the keyboard to be the window's", lambda: any(one.has(ACTIVE) for one in self.read_tree().walk()))
            self.had_keyboard = True
        self.desktop.input("key", *keys)

    def tab_to(self, name, key="Tab"):
        """Goes on with Tab, or back with shift+Tab, until the control of that name has the keyboard."""
        self.used |= {name, key.lower()}
        seen, at = [], self.focused()
        while not (at and at.title == name):
            seen.append(at and at.reference)
            if seen.count(seen[-1]) > 2:
                raise NotSeen(f"{key} does not come to {name!r}, but back to {at!r}:\n{self.read_tree().tree()}")
            self.desktop.input("key", key)
            at = self.until(f"{key} to go on from {at!r}", lambda: (now := self.focused()) and now.reference != seen[-1] and now)

    def type(self, text):
        self.desktop.input("type", "--delay", 1, text)

    def arrow_to(self, name, key):
        """Presses an arrow key until the cell or item of that name is the chosen one."""
        self.used |= {name, key.lower()}
        for _ in range(50):
            at = self.current()
            if at and at.name == name:
                return
            self.desktop.input("key", key)
            self.until(f"{key} to go on", lambda at=at: (now := self.current()) and (not at or now.reference != at.reference or now.name != at.name))
        raise NotSeen(f"{key} does not come to {name!r}")

    def command(self, text):
        """Runs a command by its name, from the list of commands."""
        self.key("ctrl+k")
        self.see("Search commands", "text")
        self.type(text)
        self.says("Search commands", text)
        self.key("Return")
        self.used.add(text)
        self.until("the list of commands to close", lambda: not self.find("Search commands"))

    def fill(self, name, text):
        """Puts text into a field in place of what stands there, with mouse and keys."""
        self.press(name, "text")
        self.overwrite(name, text)

    def overwrite(self, name, text):
        """Puts text into the field that has the keyboard."""
        self.desktop.input("key", "ctrl+a")
        self.type(text)
        self.says(name, text)

    def choose(self, name, item):
        """Chooses an entry of a combo box with the mouse. Its list is opened as screen readers do: if a click opens it
        and it takes longer to show than a double click may, Qt takes the release of the button for a choice."""
        control = self.ready(name, "combo box")
        self.reach(control)
        self.desktop.call(control.reference, "DoAction", "i", (0,), "org.a11y.atspi.Action")
        self.press(item, "list item")
        self.says(name, item)

    def focused(self):
        """The control that has the keyboard. (Qt calls focused what holds it, too, and the current item of every view.)"""
        held = [control for control in self.read_tree().walk() if control.has(FOCUSED) and control.role not in ITEMS]
        return held[-1] if held else None

    def current(self):
        """The item that arrow keys move on from, in the view that has the keyboard."""
        view = self.focused()
        return next((one for one in view.walk() if one.has(FOCUSED) and one.role in ITEMS), None) if view else None

    def picture(self, path):
        self.desktop.picture(path)

    # Its end

    def close(self):
        """Waits for the end that was asked for; returns the exit code."""
        return self.process.wait(LIMIT)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.pidfd)


def above_of(control):
    while control := control.parent:
        yield control


def missing_programs():
    return [program for program in ("Xvfb", "dbus-daemon", "openbox", "xdotool") if not shutil.which(program)]
