# SPDX-License-Identifier: Apache-2.0
"""What the parameter servers move in a step: estimated before the run, counted by them, both in `show` and the first in `preflight`."""
from test_parameter_server import ps_file
from test_parameter_server_embedding import table_file


def figures(lab, path):
    before = lab.ok("preflight", path, "--json").json()["estimate"]
    _, shown = lab.finished(path)
    traffic = shown["figures"]["traffic"]
    assert traffic["estimated"] == before["traffic"]
    assert [server["task"] for server in traffic["measured"]] == ["ps:0", "ps:1"], traffic
    return before, traffic, shown


def test_a_dense_model_is_known_to_the_byte(lab):
    path = ps_file(lab, ps=2, options={"partitioner": {"fixed_shards": {"shards": 2}}})
    before, traffic, shown = figures(lab, path)
    assert traffic["measured"] == traffic["estimated"] != [], traffic
    assert before["bytes_per_step"] == sum(server["bytes_received"] for server in traffic["estimated"])
    # What the workers counted of the same gradients.
    assert shown["figures"]["bytes_per_step"] == {"estimated": before["bytes_per_step"], "measured": before["bytes_per_step"]}
    text = lab.ok("show", shown["run"]).out
    assert "ps:0 estimated" in text and "ps:1 measured" in text, text


def test_each_worker_reports_where_its_steps_go(lab):
    """As the workers of other strategies do, while the run goes on."""
    stream = lab.stream("run", ps_file(lab, ps=2, epochs=100_000))
    run = stream.until("started")["run"]
    workers = []
    while not workers or not all("compute_ms" in task for task in workers):
        stream.until("step")
        workers = [task for task in lab.ok("show", run, "--json").json()["tasks"] if task["task"].startswith("worker")]
    for task in workers:
        assert task["compute_ms"] > 0 and task["wait_ms"] > 0 and task["input_ms"] >= 0 and task["step"] > 0, task
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def test_running_statistics_travel_too(lab):
    layers = ["flatten", {"dense": {"units": 16}}, "batch_normalization", {"dense": {"units": 10}}]
    _, traffic, _ = figures(lab, ps_file(lab, ps=2, model={"layers": layers}))
    for estimated, measured in zip(traffic["estimated"], traffic["measured"]):
        # The last report of a server may come before the statistics of the last step.
        assert 0 <= estimated.pop("bytes_received") - measured.pop("bytes_received") <= 4, traffic
    assert traffic["measured"] == traffic["estimated"], traffic


def test_an_embedding_is_known_within_two_percent(lab):
    """Indexes drawn evenly: their number of different rows is known on average, each batch has its own."""
    _, traffic, shown = figures(lab, table_file(lab, rows=40_000))
    for estimated, measured in zip(traffic["estimated"], traffic["measured"]):
        assert measured["variable_bytes"] == estimated["variable_bytes"] > 5_000_000
        for key in ("bytes_sent", "bytes_received"):
            assert abs(measured[key] - estimated[key]) < 0.02 * estimated[key], (key, traffic)
        assert measured["bytes_sent"] < measured["variable_bytes"] / 50
    assert "server" in lab.ok("preflight", lab.root / "table.yaml").out


def test_the_preview_says_who_reads_what(lab):
    """Nobody has a part where who is free takes the next step; each step's batch is dealt out where all take it together."""
    free = lab.ok("preflight", ps_file(lab), "--json").json()["shards"]
    assert len(free) > 1 and {shard["samples"] for shard in free} == {None} and "whenever it is free" in free[0]["reason"], free
    together = lab.ok("preflight", ps_file(lab, options={"mode": "sync"}), "--json").json()
    shards = together["shards"]
    assert sum(shard["samples"] for shard in shards) == shards[0]["total"] > 0, shards
    assert together["estimate"]["global_batch"] == len(shards) * lab.ok("preflight", ps_file(lab), "--json").json()["estimate"]["global_batch"]
    words = lab.ok("preflight", ps_file(lab)).out
    assert "the data is not sharded" in words and "shards by" not in words, words
