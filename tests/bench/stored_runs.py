# SPDX-License-Identifier: Apache-2.0
"""Many stored runs, made of one real one: what a list shows comes from rows."""


def copy_run(store, number, name):
    """The store's first run once more, as the number-th, called name-number; gives its id."""
    names = [row[1] for row in store.execute("PRAGMA table_info(runs)")]
    row = dict(zip(names, store.execute("SELECT * FROM runs ORDER BY number").fetchone()))
    copy = row | {"number": number, "id": f"{name}-{number}", "request_id": "", "created": row["created"] + number}
    store.execute(f"INSERT INTO runs ({','.join(copy)}) VALUES ({','.join('?' * len(copy))})", list(copy.values()))
    store.execute("INSERT INTO run_texts SELECT ?, spec_json, source, finished_json FROM run_texts WHERE run = ?",
                  (copy["id"], row["id"]))
    return copy["id"]
