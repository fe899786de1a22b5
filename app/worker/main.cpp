// SPDX-License-Identifier: Apache-2.0
// trainyard-worker RUNFILE: one task of a run, in its own process.

#include <malloc.h>
#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/exhaustion.h"
#include "core/data/unpack_ahead.h"
#include "core/engine/comm/link_check.h"
#include "core/engine/describe_script.h"
#include "core/engine/eval/predict.h"
#include "core/engine/model/denormals.h"
#include "core/engine/task.h"

namespace {

/// Before libtorch is initialized, which may fail without words and takes as long as unpacking the data.
__attribute__((section(".preinit_array"), used)) void (*const kFirst[])(int, char**, char**) = {
    trainyard::base::demandAddressSpace, trainyard::data::unpackAhead};

/// By default glibc returns the pages of big activations to the kernel at the end of each step and faults
/// them in again in the next (12 → 9 ms per step of fashion_cnn). The user's environment settings take
/// precedence.
void keepPagesBetweenSteps() {
    const auto setUnlessGiven = [](const char* name, int parameter, int value) {
        if (!std::getenv(name)) mallopt(parameter, value);
    };
    setUnlessGiven("MALLOC_MMAP_THRESHOLD_", M_MMAP_THRESHOLD, 1 << 30);
    setUnlessGiven("MALLOC_TRIM_THRESHOLD_", M_TRIM_THRESHOLD, 2'000'000'000);
    setUnlessGiven("MALLOC_TOP_PAD_", M_TOP_PAD, 64 << 20);
}

/// In a manually started task a single thread handles them: call this before any thread is started.
void blockStopSignals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

/// The agent reads this process' stacks through a program that is not its ancestor, which Yama forbids where
/// kernel.yama.ptrace_scope is 1, as on Ubuntu. Allows any process of this user rather than the agent's pid:
/// after a restart the agent is another process. Without Yama all of them may anyway, and this call returns
/// EINVAL.
void letStacksBeRead() {
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
}

}  // namespace

int main(int argc, char** argv) {
    trainyard::base::reportExhaustion("trainyard-worker");
    keepPagesBetweenSteps();
    trainyard::engine::flushDenormals();
    // libtorch's profiler reports a missing GPU driver as an error, in every log.
    ::setenv("KINETO_LOG_LEVEL", "99", /*overwrite=*/0);
    // What cuBLAS needs for `train.deterministic`: eight workspaces of 4 MiB, as much as libtorch gives it
    // anyway.
    ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
    CLI::App app(
        "One task of a run: trains, or evaluates beside the training. trainyard-agent starts it and sets its "
        "environment; by hand, TF_CONFIG says which task it is, and without TF_CONFIG it is the only one.");
    std::string runFile;
    CLI::Option* const file = app.add_option("RUNFILE", runFile, "The run file");
    std::string allReduce;
    int withinMs = 0;
    app.add_option("--all-reduce", allReduce, "One end of the test of a link, for the agent")->group("");
    app.add_option("--within", withinMs, "How many milliseconds that may take")->group("");
    bool isPrediction = false;
    app.add_flag("--predict", isPrediction, "RUNFILE asks for a prediction; the agent writes it")->group("");
    std::string script, sample;
    app.add_option("--describe-script", script, "A TorchScript module to load, for the agent")->group("");
    app.add_option("--sample", sample, "The shape of one sample for it")->group("");
    bool isJson = false;
    app.add_flag("--json", isJson, "By hand: print the run's events as JSON lines");
    std::vector<std::string> sets;
    app.add_option(
           "--set", sets,
           "By hand: a.b=v: v is YAML, replaces the value at that key; the same for every task of a run")
        ->allow_extra_args(false);
    app.set_version_flag("--version", TRAINYARD_VERSION);
    try {
        app.parse(argc, argv);
        if (allReduce.empty() && script.empty() && file->empty()) throw CLI::RequiredError("RUNFILE");
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (!file->empty() && runFile.empty()) {
        std::fputs("trainyard-worker: an empty path names nothing; give the name of a run file\n", stderr);
        return 2;
    }
    auto log = spdlog::stderr_logger_mt("worker");
    log->set_pattern("%H:%M:%S.%e %^%l%$ %v");
    log->flush_on(spdlog::level::info);
    spdlog::set_default_logger(log);
    // A dead peer must fail the call that detects it, not kill this process.
    std::signal(SIGPIPE, SIG_IGN);
    // A file size limit is handled like a full disk: the write fails.
    std::signal(SIGXFSZ, SIG_IGN);
    if (!allReduce.empty())
        return trainyard::engine::runAllReduce(allReduce, std::chrono::milliseconds(withinMs));
    if (!script.empty()) return trainyard::engine::describeScript(script, sample);
    if (isPrediction) return trainyard::engine::runPrediction(runFile);
    std::vector<trainyard::spec::Override> overrides;
    for (const std::string& set : sets) {
        const auto parsed = trainyard::spec::parseOverride(set);
        if (!parsed) {
            spdlog::error("{}", parsed.error().message);
            return trainyard::base::exitCode(parsed.error().code);
        }
        overrides.push_back(*parsed);
    }
    using trainyard::engine::OutputForm;
    if (trainyard::engine::isStartedByAgent())
        letStacksBeRead();
    else
        blockStopSignals();
    return trainyard::engine::runTask(runFile, overrides, isJson ? OutputForm::kJson : OutputForm::kWords);
}
