# SPDX-License-Identifier: Apache-2.0
"""`data fetch`: the files of a data set from a server, verified by the SHA-256 of their contents.

The server is one of the test: it serves Debian's Fashion-MNIST, which is compressed differently from the original.
"""
import contextlib
import functools
import gzip
import http.server
import pathlib
import shutil
import threading

DEBIAN = pathlib.Path("/usr/share/datasets/fashion-mnist")
FILES = ["train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a server of a folder, which is the only one to be asked, whatever proxy is set."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def places(lab):
    """An environment in which no data set is installed."""
    return lab.env | {"no_proxy": "127.0.0.1", "XDG_DATA_HOME": str(lab.root / "xdg"), "TRAINYARD_DATASETS": str(lab.root / "none")}


def fetch(lab, name, *options):
    return lab.cli("data", "fetch", name, *options, env=places(lab))


def test_what_is_fetched_is_what_runs_find(lab):
    with served(DEBIAN) as address:
        done = fetch(lab, "fashion_mnist", "--from", address + "/", "--json")
        assert done.code == 0, done
        folder = lab.home / "datasets/fashion-mnist"
        assert done.json()["folder"] == str(folder)
        assert [(pathlib.Path(file["path"]).name, file["new"]) for file in done.json()["files"]] == [(name, True) for name in FILES]
        for name in FILES:
            assert (folder / name).read_bytes() == (DEBIAN / name).read_bytes()
        assert sorted(file.name for file in folder.iterdir()) == sorted(FILES), "nothing else is left"
    # The server is gone: what is there is verified, and needs none.
    again = fetch(lab, "fashion_mnist", "--from", address)
    assert again.code == 0 and again.out.count("was there, verified") == 4, again
    file = lab.run_file("trainyard: 1\nname: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: fashion_mnist}, validation: {builtin: fashion_mnist_test}}\n"
                        "cluster: {worker: [local]}\n")
    assert lab.cli("preflight", file, env=places(lab)).code == 0


def test_other_contents_are_refused_and_nothing_is_kept(lab):
    """Fashion-MNIST has the names, the sizes and the format of MNIST's files."""
    to = lab.root / "mnist"
    with served(DEBIAN) as address:
        done = fetch(lab, "mnist", "--from", address, "--to", to)
    assert done.code == 3, done
    for words in ("train-images-idx3-ubyte.gz", "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
                  "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db", address):
        assert words in done.err, done
    assert not to.exists()


def test_a_file_that_is_there_is_never_replaced(lab):
    to = lab.root / "here"
    to.mkdir()
    (to / FILES[0]).write_bytes(b"mine")
    with served(DEBIAN) as address:
        done = fetch(lab, "fashion_mnist", "--from", address, "--to", to)
    assert done.code == 3 and str(to / FILES[0]) in done.err and "--to" in done.err, done
    assert (to / FILES[0]).read_bytes() == b"mine"


def test_what_is_not_served_or_too_large(lab):
    site = lab.root / "site"
    site.mkdir()
    to = lab.root / "to"
    with served(site) as address:
        missing = fetch(lab, "mnist", "--from", address, "--to", to)
        assert missing.code == 3, missing
        assert "404" in missing.err and f"{address}/{FILES[0]}" in missing.err, missing
        with gzip.open(site / FILES[0], "wb", compresslevel=1) as packed:  # 1 GiB of zeros in 4.5 MB
            for _ in range(1024):
                packed.write(bytes(1 << 20))
        bomb = fetch(lab, "mnist", "--from", address, "--to", to)
        assert bomb.code == 3 and "unpacks to more than" in bomb.err, bomb
        shutil.rmtree(site)
    gone = fetch(lab, "mnist", "--from", address, "--to", to)
    assert gone.code == 4 and address in gone.err, gone
    assert not to.exists()
    before = sorted(lab.root.rglob("*"))
    for nowhere in places(lab) | {"TRAINYARD_HOME": str(lab.root / "new/home")}, places(lab):
        assert lab.cli("data", "fetch", "mnist", "--from", address, env=nowhere).code == 4
    assert sorted(lab.root.rglob("*")) == before


def test_a_data_set_without_files_to_fetch(lab):
    done = fetch(lab, "imagenet")
    assert done.code == 2 and "fashion_mnist, mnist" in done.err, done
