#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""extension.py counts the files that name a call, and refuses one that too many have to name."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("extension.py")
TREE = {
    "core/proto/trainyard/v1/agent.proto": "service Agent {\n  rpc ReadTea(ReadTeaRequest) returns (ReadTeaReply);\n}\n",
    "core/client/agent_calls.h": "#define CALLS(CALL, STREAM) \\\n    CALL(readTea, ReadTea, ReadTeaReply, kDeadline)\n",
    "core/agent/tea.cpp": "ask(Lane::kShort, [](const v1::ReadTeaRequest&) {});\n",
    "ui/bridge/functions.h": "std::function<void()> readTea;\n",
    "ui/bridge/client.cpp": "ask(&AgentClient::readTea);\n",
    "ui/bridge/words.cpp": "// readTea is explained with v1::ReadTeaRequest\nint readTeaLeaves;\n",
    "ui/bridge/run_watch.cpp": "agent.readTea();\n",
    "ui/pages/tea/tea_page.cpp": "agent_.ask(&TeaCalls::readTea);\n",
    "tests/support/scripted.cpp": "agent.readTea = [] {};\n",
}


class Rpc(unittest.TestCase):
    def counted(self, more=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**TREE, **(more or {})}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, "-B", SCRIPT, folder, "--list"], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def test_the_path_of_a_call_without_its_ends(self):
        code, said = self.counted()
        self.assertEqual(code, 0, said)
        self.assertIn("rpc: at most 6 files (ReadTea), limit 8\n", said)
        for name in ("words.cpp", "run_watch.cpp", "tea_page.cpp"):
            self.assertNotIn(name, said)

    def test_too_many_files(self):
        wrappers = {f"ui/bridge/wrapper_{n}.cpp": "client.readTea();\n" for n in range(3)}
        code, said = self.counted(wrappers)
        self.assertEqual(code, 1, said)
        self.assertIn("rpc ReadTea: 9 files: ", said)

    def test_a_call_that_the_client_lacks(self):
        code, said = self.counted({"core/client/agent_calls.h": ""})
        self.assertEqual(code, 1, said)
        self.assertIn("no line for ReadTea", said)


if __name__ == "__main__":
    unittest.main()
