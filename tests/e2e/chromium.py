# SPDX-License-Identifier: Apache-2.0
"""Chromium without a display and without a network, driven over a pipe in its DevTools protocol."""
import json
import os
import select
import shutil
import signal
import subprocess

LIMIT = 120


class Chromium:
    """`with Chromium(folder) as page:` one page, whose keyboard is real."""

    def __init__(self, folder):
        self.folder, self.number, self.read = folder, 0, b""

    def __enter__(self):
        browser = shutil.which("chromium")
        assert browser, "apt-get install chromium"
        commands_out, self.commands = os.pipe()
        self.answers, answers_in = os.pipe()
        command = ["unshare", "--net", "bash", "-c", f'exec "$@" 3<&{commands_out} 4>&{answers_in}', "-", browser, "--headless", "--no-sandbox", "--disable-gpu",
                   f"--user-data-dir={self.folder / 'chromium'}", "--remote-debugging-pipe"]
        self.process = subprocess.Popen(command, pass_fds=(commands_out, answers_in), stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands_out)
        os.close(answers_in)
        target = self.call("Target.createTarget", url="about:blank", session=None)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True, session=None)["sessionId"]
        self.call("Page.enable")
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)

    def message(self):
        while b"\0" not in self.read:
            ready, _, _ = select.select([self.answers], [], [], LIMIT)
            some = os.read(self.answers, 1 << 16) if ready else b""
            assert some, "Chromium does not answer"
            self.read += some
        line, _, self.read = self.read.partition(b"\0")
        return json.loads(line)

    def call(self, method, session="", **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if session is not None:
            request["sessionId"] = self.session
        os.write(self.commands, json.dumps(request).encode() + b"\0")
        while True:
            said = self.message()
            if said.get("id") == self.number:
                assert "error" not in said, said
                return said["result"]

    def open(self, path, has_scripts=True):
        self.call("Emulation.setScriptExecutionDisabled", value=not has_scripts)
        self.call("Page.navigate", url=path.as_uri())
        while self.message().get("method") != "Page.loadEventFired":
            pass

    def ask(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def press(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def colors(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def html(self):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        return self.call("DOM.getOuterHTML", nodeId=root)["outerHTML"]

    def screenshot(self, path):
        import base64
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))
