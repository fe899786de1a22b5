#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""extension.py counts the files that name a call, and refuses one that too many have to name."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("extension.py")
SCHEMA = {
    "$defs": {"source": {"oneOf": [{"required": ["tea"]}, {"required": ["cup"]}]}, "layer": {"oneOf": [{"required": ["foam"]}]}},
    "properties": {"train": {"properties": {"optimizer": {"oneOf": [{"const": "sip"}, {"required": ["sip"]}]}, "cups": {}}}},
}
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
    "resources/schema/run.schema.json": json.dumps(SCHEMA),
    "core/data/tea_source.cpp": 'const SourceKind kTeaSource{"tea", open};\n',
    "core/data/cup_source.cpp": 'const SourceKind kCupSource{"cup", open};\noptions.paths("tea");\n',
    "core/engine/layers.cpp": 'const Kinds kKinds{{"foam", make<Foam>}, {"sip", make<Sip>}};\n',
    "core/proto/trainyard/v1/run_spec.proto": "Optimizer optimizer = 1;\nint32 cups = 2;\n",
    "app/headless/commands.h": "void addTea(CommandLine& line);\n",
    "app/headless/commands_tea.cpp": 'void addTea(CommandLine& line) {\n    line.addOnRun("brew", "tea", brew);\n}\n',
    "docs/commands.md": "brew RUN\n",
    "resources/icons/icons.qrc": "<file>pot.svg</file>\n",
    "ui/pages/kitchen/kitchen_page.cpp": 'PageInfo kitchenPage() {\n    return {.title = KitchenPage::tr("Kitchen"),\n'
                                         '            .icon = QStringLiteral("pot")};\n}\n',
    "ui/pages/kitchen/stove.cpp": "KitchenPage page;\n",
    "core/data/source.h": "extern const SourceKind kTeaSource, kCupSource;\n",
    "docs/run-file.md": "- `tea`: `leaves`.\n- `cup`: `size`.\n- `foam`: `width`.\n",
}


class Counting(unittest.TestCase):
    def counted(self, more=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**TREE, **(more or {})}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, "-B", SCRIPT, folder, "--list"], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr


class Rpc(Counting):
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


class DataFormat(Counting):
    def test_who_names_it_besides_its_reader(self):
        code, said = self.counted({"docs/user-guide.md": "Pour `{tea: f}`, then tea.\n", "docs/commands.md": "brew, `tee --tea`\n",
                                   "core/data/steep.cpp": '// "tea"\n'})
        self.assertEqual(code, 1, said)
        self.assertIn("data format tea: 5 files: resources/schema/run.schema.json core/data/source.h core/data/tea_source.cpp "
                      "docs/run-file.md docs/user-guide.md\n", said)
        self.assertIn("data format cup: 4 files: ", said)


class Words(Counting):
    def test_who_has_an_optimizer_or_a_layer_as_a_word(self):
        code, said = self.counted({"ui/row.cpp": 'known = {{"foam", 3}}; foamy(); text("the foam");\n', "docs/user-guide.md": "`cup foam`\n",
                                   "core/spec/plan.cpp": '{"foam", plan}\n'})
        self.assertEqual(code, 1, said)
        self.assertIn("layer foam: 6 files: resources/schema/run.schema.json core/engine/layers.cpp core/spec/plan.cpp ui/row.cpp "
                      "docs/run-file.md docs/user-guide.md\n", said)
        self.assertIn("optimizer sip: 2 files: resources/schema/run.schema.json core/engine/layers.cpp\n", said)


class RunFileKey(Counting):
    def test_lists_count_and_findings_do_not(self):
        code, said = self.counted({"core/spec/lists.cpp": 'const auto keys = {"train.optimizer",\n "train.cups"};\n',
                                   "core/spec/lint.cpp": 'if (cups > 3) { refuse("train.cups", "too many"); }\n',
                                   "docs/automation.md": "`new_run.train.cups`\n"})
        self.assertEqual(code, 0, said)
        self.assertIn("run-file key train.cups: 4 files: resources/schema/run.schema.json core/proto/trainyard/v1/run_spec.proto "
                      "core/spec/lists.cpp docs/automation.md\n", said)


class Command(Counting):
    def test_who_adds_it(self):
        code, said = self.counted({"app/headless/CMakeLists.txt": "SOURCES commands_tea.cpp\n", "app/headless/cup.cpp": '"brew"\n'})
        self.assertEqual(code, 1, said)
        self.assertIn("command brew of addTea: 4 files: app/headless/CMakeLists.txt app/headless/commands.h "
                      "app/headless/commands_tea.cpp docs/commands.md\n", said)


class Page(Counting):
    def test_who_names_it_besides_its_parts(self):
        code, said = self.counted({"ui/shell/rail.cpp": "add(kitchenPage());\n", "docs/automation.md": "| `kitchen.stove` |\n"})
        self.assertEqual(code, 0, said)
        self.assertIn("page kitchen: 4 files: ui/pages/kitchen/kitchen_page.cpp ui/shell/rail.cpp resources/icons/icons.qrc "
                      "docs/automation.md\n", said)


if __name__ == "__main__":
    unittest.main()
