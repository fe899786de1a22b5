// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "ui/bridge/sentence.h"
#include "ui/bridge/ssh_values.h"

/// What the window knows about plugins and saved clusters, as plain values.
namespace trainyard::bridge {

/// Text of a manifest by language: "en", "ja", "zh_CN", "ko".
using Translated = QMap<QString, QString>;

/// A plugin as its manifest describes it.
struct PluginRow {
    struct Option {
        QString name;
        Translated title;
        Translated help;
        QString defaultValue;  ///< as JSON
    };
    QString id;
    QString version;
    QString folder;
    Translated title;
    Translated help;
    std::vector<Option> options;
};

struct StrategyRow : PluginRow {
    struct Role {
        QString name;  ///< chief, worker, ps, evaluator
        int min = 0;
        int max = 0;             ///< 0: no limit
        bool isReplica = false;  ///< counts in the global batch
        bool completes = false;
        bool restartsGroup = true;
    };
    QString topology;      ///< ring, star, bipartite, none
    QString bytesPerStep;  ///< formula of n (replicas), p (processes) and parameters
    int maxTasks = 0;      ///< with replicas; 0: no limit
    std::vector<Role> roles;

    const Role* role(const QString& name) const;
};

/// A custom training loop, for `train.program`.
struct ProgramRow : PluginRow {
    bool isCoordinated = false;  ///< the chief schedules its closures on the workers
};

struct PluginList {
    std::vector<StrategyRow> strategies;
    std::vector<ProgramRow> programs;
    Sentences broken;  ///< problems of the plugins that cannot be used
};

/// A named cluster saved by the agent.
struct SavedCluster {
    QString name;
    QString text;        ///< its YAML
    double changed = 0;  ///< seconds since 1970
    Sentence problem;    ///< why it cannot be read; empty: it is readable
};

/// A GPU of a machine.
struct GpuRow {
    int index = 0;  ///< below 0: `error` says why the machine's GPUs cannot be queried at all
    QString name;
    std::int64_t memoryBytes = 0;
    std::int64_t memoryFreeBytes = 0;
    std::optional<double> used;  ///< 0…1; not every GPU reports it
    std::optional<double> powerWatts = {}, celsius = {};
    Sentence error;  ///< why it cannot be read; empty: it is readable
};

enum class NodeState { kConnected, kConnecting, kUnreachable, kIncompatible };

/// A machine that an agent uses, as it was seen last.
struct NodeRow {
    QString name;
    QString host;
    QString version;  ///< of the agent
    QString cpu;
    int cpus = 0;
    double load = 0;  ///< one-minute load average
    std::int64_t memoryBytes = 0;
    std::int64_t memoryFreeBytes = 0;
    std::int64_t diskBytes = 0;  ///< of the file system that holds the agent's home
    std::int64_t diskFreeBytes = 0;
    std::vector<GpuRow> gpus;
    QString target = {};  ///< what ssh connects to; empty: the agent's own machine
    NodeState state = NodeState::kConnected;
    Sentence reason = {};     ///< why it is not connected, or what is being done
    bool isDescribed = true;  ///< it has said what it is since the agent was started
    bool asks = false;        ///< it is not connected because ssh needs an answer: NodeCalls::connectNode
    double since = 0;         ///< of the state, in seconds since 1970; 0: not known
    double described = 0;     ///< when its figures were read, in seconds since 1970; 0: they are of now
    std::optional<bool> isPrepared = {};  ///< its worker starts with libtorch; empty: not known
};

/// The machines, and why some are not among them.
struct NodeList {
    std::vector<NodeRow> nodes;
    Sentence warning = {};
};

/// How much has been sent to a machine that is set up, and what ssh asks. Shared by the caller and the thread
/// that does it.
struct SetUpProgress {
    std::atomic<std::int64_t> bytes{0};
    std::atomic<std::int64_t> bytesDone{0};
    std::atomic<bool> isCancelled{false};

    void ask(SshQuestion question) {
        const std::lock_guard lock(mutex_);
        question_ = std::move(question);
    }
    SshQuestion question() const {
        const std::lock_guard lock(mutex_);
        return question_;
    }

  private:
    mutable std::mutex mutex_;
    SshQuestion question_;
};

/// What is being sent to the nodes of a run, and how much of it. Shared by the caller and the thread that
/// does it.
class SendProgress {
  public:
    struct Part {
        QString node;
        QString place;  ///< as the run file names it
        std::int64_t bytesDone = 0;
        std::int64_t bytes = 0;  ///< all that the node lacks; 0: nothing is being sent yet
    };
    void set(Part part) {
        const std::lock_guard lock(mutex_);
        part_ = std::move(part);
    }
    Part part() const {
        const std::lock_guard lock(mutex_);
        return part_;
    }

  private:
    mutable std::mutex mutex_;
    Part part_;
};

enum class TestVerdict { kPassed, kWarned, kFailed, kNotTested };

/// What a machine has found about itself.
struct NodeTest {
    QString node;
    QString what;  ///< "connection", "version", "disk", "libtorch", "clock"
    TestVerdict verdict = TestVerdict::kPassed;
    Sentence message, fix;
};

/// What two machines have found about the link from the one to the other.
struct LinkTest {
    QString from, to;
    TestVerdict verdict = TestVerdict::kPassed;
    QString interface, address;
    double roundTrip = 0;  ///< seconds, as below; 0: not measured
    double bytesPerSecond = 0;
    double allReduce = 0;
    bool isLate = false;  ///< bytes pass well, and the all-reduce did not finish in time
    Sentence message, fix;
};

struct NodeTests {
    std::vector<NodeTest> nodes;
    std::vector<LinkTest> links;
};

}  // namespace trainyard::bridge
