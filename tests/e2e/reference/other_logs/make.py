# SPDX-License-Identifier: Apache-2.0
"""What made the logs in this folder: MLflow 3.17.2 (its file store), pandas and json of Python 3.11. `make.py FOLDER`."""
import json
import os
import pathlib
import sys

os.environ |= {"MLFLOW_ALLOW_FILE_STORE": "true", "MLFLOW_DISABLE_TELEMETRY": "true"}


def with_mlflow(folder):
    import mlflow

    mlflow.set_tracking_uri((folder / "mlruns").absolute().as_uri())
    mlflow.set_experiment("digits")
    with mlflow.start_run(run_name="quick fox: 1"):
        mlflow.log_params({"lr": 0.1, "batch_size": 64})
        for step in range(5):
            mlflow.log_metric("loss", 1 / (step + 1), step=step)
            mlflow.log_metric("val/loss", 2 / (step + 1), step=step)
        mlflow.log_metric("accuracy", float("nan"), step=4)


def rows():
    """As Lightning's CSVLogger: what a row has not is empty."""
    for epoch in range(2):
        for step in range(epoch * 50 + 9, epoch * 50 + 50, 10):
            yield {"epoch": epoch, "step": step, "train_loss": 1 / (step + 1)}
        yield {"epoch": epoch, "step": epoch * 50 + 49, "val_loss": 0.5 / (epoch + 1)}


def with_pandas(folder):
    import pandas

    (folder / "csv").mkdir(parents=True)
    pandas.DataFrame(rows()).to_csv(folder / "csv" / "metrics.csv", index=False)


def with_json(folder):
    (folder / "json").mkdir(parents=True)
    with open(folder / "json" / "metrics.jsonl", "w") as file:
        for row in rows():
            file.write(json.dumps(row | {"timestamp": 1.7e9 + row["step"], "optim": {"lr": 0.1}}) + "\n")


if __name__ == "__main__":
    for make in (with_mlflow, with_pandas, with_json):
        make(pathlib.Path(sys.argv[1]))
