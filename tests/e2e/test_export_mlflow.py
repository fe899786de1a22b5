# SPDX-License-Identifier: Apache-2.0
"""`export --to mlflow`: what it sends, and what it does when the server refuses or is not there. Here a server of the test's own answers, which
checks the limits that MLflow has; test_export_readers.py does the same with MLflow itself."""
import contextlib
import csv
import http.server
import json
import re
import threading

import pytest

from test_export import interrupted_run, rows_of

NAME = re.compile(r"[\w.\- /]{1,250}")  # _VALID_PARAM_AND_METRIC_NAMES of the versions before 2.12


class Tracking(http.server.BaseHTTPRequestHandler):
    """The calls that an export makes. The server has `experiments` {name: id} and `runs` {id: {...}}; `refuse` names a call to answer with 500."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer_call({})

    def do_POST(self):
        self.answer_call(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def answer_call(self, body):
        call = re.fullmatch(r"/api/2\.0/mlflow/([a-z-]+/[a-z-]+)(\?.*)?", self.path)[1]
        self.server.calls.append((call, dict(self.headers)))
        if call == self.server.refuse:
            return self.answer(500, {"error_code": "INTERNAL_ERROR", "message": "the disk is \x1b[31mfull"})
        status, reply = getattr(self, call.replace("/", "_").replace("-", "_"))(body)
        return self.answer(status, reply)

    def answer(self, status, reply):
        data = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def experiments_create(self, body):
        if body["name"] in self.server.experiments:
            return 400, {"error_code": "RESOURCE_ALREADY_EXISTS", "message": "exists"}
        self.server.experiments[body["name"]] = str(len(self.server.experiments) + 1)
        return 200, {"experiment_id": self.server.experiments[body["name"]]}

    def experiments_get_by_name(self, _):
        return 200, {"experiment": {"experiment_id": self.server.experiments["Trainyard"], "lifecycle_stage": "active"}}

    def runs_search(self, body):
        wanted = re.fullmatch(r"tags\.`trainyard\.run` = '(.*)'", body["filter"])[1]
        found = [name for name, run in self.server.runs.items() if run["tags"]["trainyard.run"] == wanted]
        return 200, {"runs": [{"info": {"run_id": name}} for name in found]} if found else {}

    def runs_create(self, body):
        name = f"id{len(self.server.runs)}"
        self.server.runs[name] = {"name": body["run_name"], "tags": {tag["key"]: tag["value"] for tag in body["tags"]}, "params": {}, "metrics": [],
                                  "status": "RUNNING", "start": body["start_time"]}
        return 200, {"run": {"info": {"run_id": name}}}

    def runs_log_batch(self, body):
        metrics, params = body.get("metrics", []), body.get("params", [])
        assert len(metrics) <= 1000 and len(params) <= 100, (len(metrics), len(params))
        assert all(NAME.fullmatch(one["key"]) for one in metrics + params), body
        assert all(len(one["value"]) <= 6000 for one in params), body
        self.server.runs[body["run_id"]]["metrics"] += metrics
        self.server.runs[body["run_id"]]["params"].update({one["key"]: one["value"] for one in params})
        return 200, {}

    def runs_update(self, body):
        self.server.runs[body["run_id"]].update(status=body["status"], end=body.get("end_time"))
        return 200, {"run_info": {}}

    def runs_delete(self, body):
        del self.server.runs[body["run_id"]]
        return 200, {}


@pytest.fixture
def tracking():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tracking) as server:
        server.experiments, server.runs, server.calls, server.refuse = {}, {}, [], None
        server.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with contextlib.ExitStack() as end:
            end.callback(thread.join)
            end.callback(server.shutdown)
            yield server


def test_a_run_is_one_of_mlflows_with_each_step_once(lab, tracking):
    run = interrupted_run(lab)
    lab.ok("note", run, "first try")
    written = lab.ok("export", run, tracking.address + "/", "--to", "mlflow", "--json").json()
    assert written["path"] == f"{tracking.address}/#/experiments/1/runs/id0" and written["runs"] == [run], written
    there = tracking.runs["id0"]
    assert there["name"] == "twice" and there["status"] == "FINISHED" and there["end"] >= there["start"] > 1.5e12, there
    assert there["tags"]["trainyard.attempts"] == "2" and there["tags"]["mlflow.note.content"] == "first try", there["tags"]
    assert there["params"]["train.epochs"] == "4" and there["params"]["name"] == "twice", there["params"]

    assert written["points"] == len(there["metrics"])
    rows = [row for row in csv.DictReader(rows_of(lab, run).splitlines()) if (row["task"], row["tag"]) == ("worker:0", "batch_loss")]
    expected = {int(row["step"]): float(row["value"]) for row in rows}  # the newest attempt's value of a step
    assert len(rows) == 50 and len(expected) == 40, "steps 21 to 30 were repeated"
    sent = [(one["step"], one["value"]) for one in there["metrics"] if one["key"] == "train/batch_loss"]
    assert sorted(step for step, _ in sent) == sorted(expected)
    assert dict(sent) == pytest.approx(expected, rel=1e-7)

    again = lab.cli("export", run, tracking.address, "--to", "mlflow", "--json")
    assert again.code == 3 and again.json()["error"]["code"] == "export.exists" and "id0" in again.json()["error"]["message"], again


def test_what_fails_leaves_no_run_there(lab, tracking):
    run = interrupted_run(lab)
    tracking.refuse = "runs/log-batch"
    failed = lab.cli("export", run, tracking.address, "--to", "mlflow", "--json")
    assert failed.code == 1 and failed.json()["error"]["code"] == "mlflow.internal_error", failed
    assert "the disk is \\x1b[31mfull" in failed.json()["error"]["message"], failed
    assert not tracking.runs and ("runs/delete" in [call for call, _ in tracking.calls]), tracking.calls


def test_addresses_that_are_no_server(lab, tracking):
    run = interrupted_run(lab)
    for address in ("ftp://127.0.0.1/", "127.0.0.1:5000", "http://me:secret@127.0.0.1:1/", "http://"):
        refused = lab.cli("export", run, address, "--to", "mlflow", "--json")
        assert refused.code == 2 and refused.json()["error"]["code"] == "usage.url", (address, refused)
        assert "secret" not in refused.json()["error"]["message"]
    absent = lab.cli("export", run, "http://127.0.0.1:1", "--to", "mlflow", "--json")
    assert absent.code == 4 and absent.json()["error"]["code"] == "mlflow.unreachable", absent
    assert lab.cli("export", run, lab.root / "a.csv", "--to", "csv", "--experiment", "x").code == 2
    assert lab.cli("export", run, run, tracking.address, "--to", "mlflow").code == 2
    lab.ok("export", run, tracking.address, "--to", "mlflow")
    assert "Authorization" not in tracking.calls[-1][1]
