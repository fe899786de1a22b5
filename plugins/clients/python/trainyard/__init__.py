# SPDX-License-Identifier: Apache-2.0
"""Trainyard's runs from Python: `Trainyard()` starts, lists and reads them through the headless command.

`trainyard.client` is for the training script itself, and works as a file on its own too.
"""
from ._command import Stream
from .errors import CommandNotFound, Problem, RunFailed, TrainyardError
from .history import Arrays, History, Point, Series
from .records import (AttemptStarted, CheckpointSaved, Details, EpochFinished, EvaluationFinished, Event, Failure, Figure, Figures,
                      Finished, LogLine, OtherEvent, Started, StatusChanged, StepFinished, Task, Waiting, Warned)
from .runs import Checkpoint, Run, Runs, Settings, Trainyard, Verification
from .safetensors import Safetensors, SafetensorsError, TensorInfo

__all__ = [
    "Arrays", "AttemptStarted", "Checkpoint", "CheckpointSaved", "CommandNotFound", "Details", "EpochFinished", "EvaluationFinished",
    "Event", "Failure", "Figure", "Figures", "Finished", "History", "LogLine", "OtherEvent", "Point", "Problem", "Run",
    "RunFailed", "Runs", "Safetensors", "SafetensorsError", "Series", "Settings", "Started", "StatusChanged", "StepFinished", "Stream", "Task",
    "TensorInfo", "TrainyardError", "Trainyard", "Verification", "Waiting", "Warned",
]
