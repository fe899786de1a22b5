// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kWorker[] = {
    QT_TRANSLATE_NOOP("Agent", "layer %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "it returns (%1) where its manifest says (%2)"),
    QT_TRANSLATE_NOOP("Agent", "trains on %1"),
    QT_TRANSLATE_NOOP("Agent", "trains on the CPU: %1"),
    QT_TRANSLATE_NOOP("Agent", "trains on %1, deterministically"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has not enough memory for a step with train.data.batch_size %2: %3 more were "
                      "needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; a "
                      "batch_size of about %8 fits, by an estimate"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one "
        "tensor; this task held %4 (at most %5), and %6 of %7 were free; use a smaller batch or model"),
    QT_TRANSLATE_NOOP("Agent", "%1 has not enough memory for a step with train.data.batch_size %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "%1. The largest outputs of layers: %2"),
    QT_TRANSLATE_NOOP("Agent", "no sums of %1 over GPUs"),
    QT_TRANSLATE_NOOP("Agent", "there is no NCCL: %1"),
    QT_TRANSLATE_NOOP("Agent", "NCCL, in %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "this NCCL has no %1"),
    QT_TRANSLATE_NOOP("Agent", "the GPU cannot be used: %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 was built for another version of Trainyard or libtorch: build it again"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot be opened: %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 %2: %3 exports no %4; was it built with trainyard_add_%5()?"),
    QT_TRANSLATE_NOOP("Agent", "%1 %2 was built for SDK version %3, this is %4: build it again"),
    QT_TRANSLATE_NOOP("Agent", "%1 %2 was built with torch %3, this is %4: build it again"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the manifest of %1 %2 is for %3 %4, this is %5: build the plugin again, with that version "
        "in its manifest"),
    QT_TRANSLATE_NOOP("Agent", "the SDK"),
    QT_TRANSLATE_NOOP("Agent", "%1 has the %2 %3, its manifest says %4"),
    QT_TRANSLATE_NOOP("Agent", "strategy %1 does not take its options: %2"),
    QT_TRANSLATE_NOOP("Agent", "strategy %1 could not be set up on rank %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "the validation data cannot be used"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "there is not enough memory (%1): use a smaller batch or model, fewer tasks per machine, or a "
        "higher limit (`ulimit -v`)"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "%1 needs %2 open files and is allowed %3: raise the limit (`ulimit -n`, or in the batch "
        "system that set it)"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 needs %2 MB of address space and is allowed %3 MB: raise the limit (`ulimit -v`, "
                      "or in the batch system that set it)"),
    QT_TRANSLATE_NOOP("Agent", "the program %1 has no loop for parameter servers"),
    QT_TRANSLATE_NOOP("Agent", "no plugin for strategy %1 next to this program"),
    QT_TRANSLATE_NOOP("Agent", "there is nothing to evaluate: `train.data.validation` is null"),
    QT_TRANSLATE_NOOP("Agent", "the key `train.data.train` is missing"),
    QT_TRANSLATE_NOOP("Agent", "TF_CONFIG is not set: the agent that started this sets it"),
    QT_TRANSLATE_NOOP("Agent", "TF_CONFIG says that this is %1, the agent says %2"),
    QT_TRANSLATE_NOOP("Agent", "lost another task of the run: %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 could not join run %2 at %3"),
    QT_TRANSLATE_NOOP("Agent", "rendezvous of %1"),
    QT_TRANSLATE_NOOP("Agent", "publishing checkpoint %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 is missing"),
    QT_TRANSLATE_NOOP("Agent", "%1 has shape [%2], the model's is [%3]"),
    QT_TRANSLATE_NOOP("Agent", "%1 is %2, expected F32, F64, BF16 or F16"),
    QT_TRANSLATE_NOOP("Agent", "%1 is no variable of the model"),
    QT_TRANSLATE_NOOP("Agent", "%1 does not fit the model: %2"),
    QT_TRANSLATE_NOOP("Agent", "there is no memory for a copy of the state (%1 MB)"),
    QT_TRANSLATE_NOOP("Agent", "the checkpoint of step %1 was not saved: %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 contains NaN or infinity"),
    QT_TRANSLATE_NOOP("Agent", "the checkpoint of step %1 was written but not published: %2"),
    QT_TRANSLATE_NOOP("Agent", "a batch past the last step of the data pipeline was requested"),
    QT_TRANSLATE_NOOP("Agent", "%1 does not fit the optimizer: %2 has shape [%3], expected [%4]"),
    QT_TRANSLATE_NOOP("Agent", "the optimizer's %1 is initialised: the checkpoint has none"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "%1 already exists and is not a saved model; choose another `train.save_model`, or remove it"),
    QT_TRANSLATE_NOOP("Agent", "the model was not saved"),
    QT_TRANSLATE_NOOP("Agent",
                      "the model is saved when the disk has free space (to end the run "
                      "without it, stop it with --after now)"),
    QT_TRANSLATE_NOOP("Agent",
                      "the last checkpoint, of step %1, is saved when the disk has free space (to end the "
                      "run without it, stop it with --after now)"),
    QT_TRANSLATE_NOOP("Agent",
                      "the last checkpoint, of step %1, was not saved; the newest is %2; resume the run "
                      "when checkpoints can be written again"),
    QT_TRANSLATE_NOOP("Agent",
                      "the last checkpoint, of step %1, was not saved, and there is no other; resume the "
                      "run when checkpoints can be written"),
    QT_TRANSLATE_NOOP("Agent", "the metrics of this task cannot be written fast enough to %1"),
    QT_TRANSLATE_NOOP("Agent", "the metrics of this task cannot be written"),
    QT_TRANSLATE_NOOP("Agent", "training continues, but the metrics of this task wait in its memory: %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "an epoch has no step: drop_remainder drops all %1 samples, the global batch is %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "`train.max_steps` %1 leaves no step to train: epoch %2 (`initial_epoch`) begins after "
                      "step %3"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "`train.steps_per_epoch` asks for %1 steps, and the data has %2: each epoch ends there; "
        "with `train.data.repeat` auto or true it goes through the data again"),
    QT_TRANSLATE_NOOP("Agent",
                      "the processes do not start at the same step: this one at %1, their "
                      "mean is %2; give all of them the same checkpoint"),
    QT_TRANSLATE_NOOP("Agent", "the loss of step %1 is %2 in %3"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the loss of step %1 is NaN or infinite%2; checkpoints before it are good: resume with a smaller "
        "learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore"),
    QT_TRANSLATE_NOOP("Agent",
                      "the loss of step %1 is NaN or infinite%2; there is no checkpoint before it: start "
                      "again with a smaller learning rate or train.gradient.clip_norm, or set "
                      "on_failure.not_finite to ignore"),
    QT_TRANSLATE_NOOP("Agent",
                      "the loss of step %1 is NaN or infinite%2, because sample %3 of the training data "
                      "(counted from 0) is: fix it or leave it out"),
    QT_TRANSLATE_NOOP("Agent",
                      "the loss of step %1 is NaN or infinite%2, because samples of the training data are: "
                      "fix them or leave them out"),
    QT_TRANSLATE_NOOP("Agent",
                      "gradients of step %1 are NaN or infinite in float16, although its loss was not "
                      "scaled: set train.precision to bfloat16 or float32"),
    QT_TRANSLATE_NOOP("Agent",
                      "the loss of step %1 is NaN or infinite, because sample %2 of element %3 of the data "
                      "set %4 on %5 (counted from 0) is: fix it or leave it out"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1, because sample %2 of element %3 of the data set %4 (counted from 0) is: fix it "
                      "or leave it out"),
    QT_TRANSLATE_NOOP("Agent", " in the part of %1"),
    QT_TRANSLATE_NOOP("Agent", " in the parts of %1 processes"),
    QT_TRANSLATE_NOOP("Agent", "interrupted after step %1, as inject.step asks"),
    QT_TRANSLATE_NOOP("Agent", "interrupted at the end of epoch index %1, as inject.epoch asks"),
    QT_TRANSLATE_NOOP("Agent", "%1: the callback could not be set up: %2"),
    QT_TRANSLATE_NOOP("Agent", "its plugin creates none"),
    QT_TRANSLATE_NOOP("Agent", "%1 is no better than %2 (epoch %3), with a patience of %4"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not finite, with a patience of %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot continue from its state in the checkpoint: %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 would be replaced, and nothing says that Trainyard has written it; move it, name "
                      "another file, or add to it with `append: true`"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not a log of epochs separated by '%2' that Trainyard has written; move "
                      "it, or name another file"),
    QT_TRANSLATE_NOOP(
        "Agent", "%1 is the log of run %2, which the branch would cut off at its checkpoint and write on"),
    QT_TRANSLATE_NOOP("Agent", "%1 writes the same file"),
    QT_TRANSLATE_NOOP("Agent", "give the branch a file of its own"),
    QT_TRANSLATE_NOOP("Agent", "give each csv_log a file of its own"),
    QT_TRANSLATE_NOOP("Agent", "%1: the state of the callbacks: %2"),
    QT_TRANSLATE_NOOP("Agent", "a callback of another task failed after step %1; see its log"),
    QT_TRANSLATE_NOOP("Agent", "a callback failed after step %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "a callback of another task ends the training after step %1"),
    QT_TRANSLATE_NOOP("Agent", "a callback ends the training after step %1: %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "the best checkpoint so far, of step %1, is not in this run's folder: the best is "
                      "chosen from the epochs that follow"),
    QT_TRANSLATE_NOOP("Agent", "there is no best checkpoint to restore yet"),
    QT_TRANSLATE_NOOP("Agent",
                      "the best weights, of step %1, cannot be restored, and the last ones stay: %2"),
    QT_TRANSLATE_NOOP("Agent", "the chief cannot read the checkpoint; see its log"),
    QT_TRANSLATE_NOOP("Agent",
                      "checkpoint.best is %1, which no epoch had: no checkpoint was kept as the best"),
    QT_TRANSLATE_NOOP("Agent", "%1 at %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "%1 at %2 cannot be reached: %3"),
    QT_TRANSLATE_NOOP("Agent", "its process has ended, or closed the connection"),
    QT_TRANSLATE_NOOP("Agent", "it has not answered for 8 s"),
    QT_TRANSLATE_NOOP("Agent", "its machine does not answer"),
    QT_TRANSLATE_NOOP("Agent", "no connection to %1 at %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "there is no connection to %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no variable %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 of %2 validation samples were counted"),
    QT_TRANSLATE_NOOP("Agent", "cancelled, because another closure failed"),
    QT_TRANSLATE_NOOP("Agent", "closure %1 was scheduled after the workers had been dismissed"),
    QT_TRANSLATE_NOOP("Agent",
                      "closure %1 was lost with %2 workers in a row, last with %3: it "
                      "seems to end the workers that run it; see their logs"),
    QT_TRANSLATE_NOOP("Agent", "%1 is lost (%2); its closure goes to another one, %3 of %4 are left"),
    QT_TRANSLATE_NOOP("Agent", "%1 is back"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no variable or shard %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 gave an answer that does not fit the question"),
    QT_TRANSLATE_NOOP("Agent", "a coordinated run has no task %1"),
    QT_TRANSLATE_NOOP("Agent", "the run's secret is wrong or missing"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has another cluster in its TF_CONFIG than %2; give every task the same cluster"),
    QT_TRANSLATE_NOOP("Agent", "%1 was expected at this address, but it is %2's"),
    QT_TRANSLATE_NOOP("Agent", "%1 is of attempt %2, this %3 of attempt %4"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no variables"),
    QT_TRANSLATE_NOOP("Agent", "%1 runs no closures"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot listen on %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot listen on %2: the address is not this machine's"),
    QT_TRANSLATE_NOOP("Agent",
                      "the path of %1 is too long for the sockets of tasks (%2 bytes, at most %3); set "
                      "TRAINYARD_HOME or XDG_RUNTIME_DIR to a shorter one"),
    QT_TRANSLATE_NOOP("Agent", "cannot make %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not a private folder of this user (mode 0700): run chmod 700 on it if it is "
                      "yours, or set XDG_RUNTIME_DIR to another folder"),
    QT_TRANSLATE_NOOP("Agent", "this run has no validation data"),
    QT_TRANSLATE_NOOP("Agent", "the connection has ended"),
    QT_TRANSLATE_NOOP("Agent", "%1 has shape [%2] in the checkpoint, expected [%3]"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no value for %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 has values that were not used: %2"),
    QT_TRANSLATE_NOOP("Agent", "a checkpoint needs a model"),
    QT_TRANSLATE_NOOP("Agent", "%1 is for step functions: call it inside run()"),
    QT_TRANSLATE_NOOP("Agent", "no strategy"),
    QT_TRANSLATE_NOOP("Agent", "a global batch of %1 does not divide by %2 replicas"),
    QT_TRANSLATE_NOOP("Agent", "a global batch of %1 does not divide by %2 processes"),
    QT_TRANSLATE_NOOP("Agent", "the data set that the function made on rank %1 has no samples"),
    QT_TRANSLATE_NOOP("Agent",
                      "`shard` %1 has no effect on data sets from a function, each of which is its process's "
                      "share already: leave it out"),
    QT_TRANSLATE_NOOP("Agent",
                      "this loop makes its model on %1, and its run computes on %2: make it with "
                      "Job::device(), or use device: cpu"),
    QT_TRANSLATE_NOOP("Agent", "the distributed data set has no further batch: take a new iterator"),
    QT_TRANSLATE_NOOP("Agent", "the program %1 runs under parameter servers"),
    QT_TRANSLATE_NOOP("Agent", "step %1 on %2: %3"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1, because sample %2 of the data (counted from 0) is: fix it or leave it out"),
    QT_TRANSLATE_NOOP("Agent", "an epoch has at least one step, and a global batch at least one sample"),
    QT_TRANSLATE_NOOP("Agent", "a program calls begin() before its first step and before it saves"),
    QT_TRANSLATE_NOOP("Agent", "finishEvaluation() is called in a visit of checkpointsIterator()"),
    QT_TRANSLATE_NOOP("Agent", "finishEvaluation() takes one value at least"),
    QT_TRANSLATE_NOOP("Agent", "the %1 of step %2 is %3 over all replicas"),
    QT_TRANSLATE_NOOP("Agent", "the run names no training data, whose shape the pictures would take"),
    QT_TRANSLATE_NOOP("Agent", "cannot write the prediction"),
    QT_TRANSLATE_NOOP("Agent", "this run has no validation data; name the data to predict on"),
    QT_TRANSLATE_NOOP("Agent", "images without labels need a classification model"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not evaluated: %2"),
    QT_TRANSLATE_NOOP(
        "Agent", "`train.evaluation.sidecar.monitor` is %1, which is not evaluated (expected one of %2)"),
    QT_TRANSLATE_NOOP("Agent", "%1: no better %2 than %3 in %4 evaluations (at step %5)"),
    QT_TRANSLATE_NOOP("Agent", "the best model was not kept"),
    QT_TRANSLATE_NOOP("Agent", "the replicas have different numbers of variables"),
    QT_TRANSLATE_NOOP("Agent", "variable %1 differs in shape, type or memory format from replica to replica"),
    QT_TRANSLATE_NOOP("Agent", "variable %1 does not require a gradient"),
    QT_TRANSLATE_NOOP("Agent", "another replica of this process has failed"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "a replica has returned from its step while another one waits for it: every replica must make the "
        "same calls (backward, sum) in the same order, even one without samples"),
    QT_TRANSLATE_NOOP("Agent", "received nothing from the other processes for %1 s"),
    QT_TRANSLATE_NOOP("Agent", "the process of rank %1 (pid %2) has ended"),
    QT_TRANSLATE_NOOP("Agent", "this program tests after each epoch: name train.data.validation"),
    QT_TRANSLATE_NOOP("Agent", "layer %1 has %2 entries and was given the index %3"),
    QT_TRANSLATE_NOOP("Agent", "cannot make the folder %1"),
    QT_TRANSLATE_NOOP("Agent", "asked to end"),
    QT_TRANSLATE_NOOP("Agent",
                      "inside a strategy the reduction of a loss must be kNone or kSum: divide by the "
                      "global batch yourself, for instance with computeAverageLoss()"),
    QT_TRANSLATE_NOOP("Agent", "the vocabulary is empty"),
    QT_TRANSLATE_NOOP("Agent", "the global batch does not divide by the number of replicas"),
    QT_TRANSLATE_NOOP("Agent", "the per-worker data set has ended; repeat() it"),
    QT_TRANSLATE_NOOP("Agent", "the only replica of a process waits for another one"),
    QT_TRANSLATE_NOOP("Agent", "%1 replicas were passed to a strategy that has %2 here"),
    QT_TRANSLATE_NOOP(
        "Agent", "the TorchScript module %1 has no parameters that can be trained (a frozen one has none)"),
    QT_TRANSLATE_NOOP("Agent", "the TorchScript module %1 cannot be loaded: %2"),
    QT_TRANSLATE_NOOP("Agent", "the TorchScript module %1 fails for samples of shape %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "it returns no tensor with a row for each sample"),
    QT_TRANSLATE_NOOP("Agent", "it returns a tensor of another shape than when it was loaded"),
    QT_TRANSLATE_NOOP("Agent",
                      "what a TorchScript module computes is known only to a worker that has loaded it"),
    QT_TRANSLATE_NOOP(
        "Agent", "the NVIDIA driver shows no GPU to this task; see `nvidia-smi` and CUDA_VISIBLE_DEVICES"),
    QT_TRANSLATE_NOOP("Agent",
                      "this libtorch has no CUDA: %1 does not exist; run with the torch %2 of a GPU machine "
                      "(see the user guide, GPUs)"),
    QT_TRANSLATE_NOOP("Agent", "there is no NVIDIA driver on this machine (%1 was not found); install it"),
    QT_TRANSLATE_NOOP("Agent", "rendezvous of the GPUs"),
    QT_TRANSLATE_NOOP("Agent", "an error without words"),
    QT_TRANSLATE_NOOP("Agent", "rank %1 cannot take part: %2"),
    QT_TRANSLATE_NOOP("Agent", "rank %1 has not come within %2 s"),
    QT_TRANSLATE_NOOP("Agent", "ranks %1 have not come within %2 s"),
    QT_TRANSLATE_NOOP("Agent",
                      "all %1 processes have come, but their GPUs did not connect within %2 s; "
                      "NCCL_SOCKET_IFNAME names the network interface that they take"),
    QT_TRANSLATE_NOOP("Agent", "CPUs have no sums of their own: strategies sum in memory"),
    QT_TRANSLATE_NOOP("Agent",
                      "this task takes %1 GPUs, a replica on each, and the NVIDIA driver shows it %2; see "
                      "CUDA_VISIBLE_DEVICES"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the closure %1 has computed on one of this worker's %2 GPUs: WorkerContext::run() has a "
        "replica compute on each"),
    QT_TRANSLATE_NOOP("Agent", "the checkpoint of step %1 was not saved by the chief"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not finite (NaN or infinite)"),
};

}  // namespace

/// Messages from workers, parameter servers and programs.
std::span<const char* const> workerWords() {
    return kWorker;
}

}  // namespace trainyard::agent_words
