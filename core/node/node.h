// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/node/stacks.h"
#include "core/node/task_record.h"

namespace trainyard::v1 {
class KeepCall;
class KeepReply;
class KeptNews;
class FilesCall;
class FilesReply;
}  // namespace trainyard::v1

namespace trainyard::node {

/// One attempt of a run.
struct AttemptId {
    std::string run;
    int number = 1;

    bool operator==(const AttemptId&) const = default;
};

/// What a task's environment has besides the environment of the node.
struct TaskVariables {
    std::map<std::string, std::string> always;   ///< replace the node's own
    std::map<std::string, std::string> ifUnset;  ///< the node's own and those of `always` win

    std::map<std::string, std::string> over(std::map<std::string, std::string> own) const;
};

/// Where tasks of another machine find the checkpoint that they continue from, in the run's folder.
inline constexpr const char* kRestoredFolder = "restored";

/// The file in the run's folder with which a running program is asked to do something: putFile() replaces it,
/// and TRAINYARD_ORDERS names it.
inline constexpr const char* kOrdersFile = "orders";

/// What the tasks of an attempt find on their machine.
struct AttemptFiles {
    std::string runFile;  ///< the content of run.yaml
    std::string
        secret;  ///< the attempt's: it names the sockets on which tasks of one machine serve each other
    /// The checkpoint that tasks continue from, a folder of this agent's machine; empty: none. On another
    /// machine they find it in kRestoredFolder.
    std::filesystem::path restore = {};
    std::string restoreNode = {};  ///< has it already: nothing is sent there; empty: none has
    /// What each task writes in the run's folder: files, and folders for all files in them. Of tasks on
    /// another machine they are here too, soon after they were written, and completely before their ends are
    /// reported.
    std::map<std::string, std::vector<std::string>> written = {};
};

/// One task to start. Relative paths are in the run's folder on that machine.
struct TaskLaunch {
    std::string task;                  ///< "worker:1"
    std::vector<std::string> command;  ///< empty: the node's worker, on the run's run.yaml
    std::filesystem::path folder;      ///< working folder; empty: the run's own
    std::filesystem::path logdir;      ///< made before the start, named by TRAINYARD_LOGDIR; empty: none
    /// Represents, in the run's folder, event files in `logdir`, which is elsewhere: linkEvents(). Empty:
    /// nothing does.
    std::filesystem::path events = {};
    std::filesystem::path log;  ///< appended to
    std::string cpus;           ///< "0-3,6"; empty: all
    int localTasks = 1;         ///< tasks of the run on that machine; they share its cores
    TaskVariables variables;
};

/// A task that was started by this agent or by one before it, as its shim recorded it.
struct FoundTask {
    std::string task;
    TaskRecord record;
    bool isOfThisBoot = true;  ///< or that is unknown
};

/// Files of the run that grow, and how much of them is known. Paths are relative to the run's folder.
struct GrowingFiles {
    std::vector<std::string> places;             ///< files, and folders for the files in them
    std::map<std::string, std::uint64_t> sizes;  ///< known, by file; 0 if it is not here
    std::string task = {};                       ///< on whose machine they are; empty: this one
};

/// A part of a file; its path is relative to the run's folder.
struct FilePart {
    std::string file;
    std::uint64_t offset = 0;
    std::string bytes;
    bool isLast = false;  ///< of a file that is put: the whole is there
    /// Of a file that is put: it goes to the machine of this task; empty: to every machine of the attempt.
    std::string task = {};
};

/// The end of a task.
struct TaskEnd {
    struct Recorded {
        std::string task;
        ExitRecord exit;
    };
    std::string task;
    /// Absent: its shim was killed, or the machine was restarted or abandoned.
    std::optional<ExitRecord> exit;
    bool isOutOfMemory = false;  ///< ended by the kernel's out-of-memory killer
    /// After an end that may have caused others: exits of other tasks that are recorded and not yet reported.
    /// Ends are reported in no particular order.
    std::vector<Recorded> others = {};
    bool isAbandoned = false;  ///< nothing is known of it, as its machine will not come back
};

/// The resources that a task uses: its program and whatever that has started, from /proc/<pid>/stat (proc(5))
/// and the driver of the GPUs.
struct TaskUsage {
    std::string task;
    char state = '?';                       ///< of its program: R S D T Z; '?': it has ended
    std::int64_t rssBytes = 0;              ///< a page that two of them share counts twice
    double cpuSeconds = 0;                  ///< user and system, since its start
    double at = 0;                          ///< seconds of the node's clock that is never set
    std::string socket;                     ///< where it serves the tasks of its machine; empty: nowhere
    std::vector<std::string> listens = {};  ///< "address:port" of each TCP port at which they listen
    /// On all GPUs together; nothing: they use none, or that is not known.
    std::optional<std::uint64_t> gpuMemoryBytes = {};
    std::optional<double> gpus = {};  ///< in use, as cores are; nothing: also where it is not reported
};

struct TaskStacks {
    std::string task;
    int pid = 0;
    char state = '?';  ///< as in ProcessStacks, also where they could not be read
    base::Result<ProcessStacks> stacks;
};

/// What a machine finds about itself.
struct SelfTest {
    base::Status disk;      ///< a file of a run can be written and is on the disk
    base::Status libtorch;  ///< the worker starts with it
    double diskBytesPerSecond = 0;
    std::uint64_t diskFreeBytes = 0;
    double clock = 0;  ///< seconds since 1970, when this was answered
};

/// A test of the link between two machines: one awaits it, the other begins it.
struct LinkTest {
    enum class Kind { kTransfer, kAllReduce };
    Kind kind = Kind::kTransfer;
    std::string address;     ///< numeric, of the machine that awaits it
    std::uint16_t port = 0;  ///< where it does
    std::string token;       ///< admits the other machine; of this test alone
    std::chrono::milliseconds within{0};
};

/// What the machine that began a test has measured. 0: not by a test of that kind.
struct LinkMeasure {
    std::string interface;  ///< the one that leads to the other machine
    double roundTrip = 0;   ///< seconds
    double bytesPerSecond = 0;
    double allReduce = 0;  ///< seconds for one of kAllReduceBytes
};
inline constexpr std::size_t kAllReduceBytes = std::size_t{1} << 20;

template <typename Value>
using Done = std::function<void(base::Result<Value>)>;

/// The tasks of one attempt on one machine. Each call returns at once and is answered in the control loop,
/// once and never from inside the call; the machine carries calls out in the order in which they were made.
/// Whatever crosses this interface fits into a message: no descriptor, pointer or process id identifies
/// anything in it; pids are there to be shown. Destroying it leaves the tasks running, releases their ports,
/// and drops the answers and ends that have not arrived. [loop]
class AttemptTasks {
  public:
    virtual ~AttemptTasks() = default;

    /// Probes and reserves a port for each of `asked` (0: any free one), and answers them in that order.
    /// kFailedPrecondition "port.in_use" names the owner.
    virtual void leasePorts(std::vector<std::uint16_t> asked, Done<std::vector<std::uint16_t>> done) = 0;
    /// Reserves the ports of tasks that were found, without probing them.
    virtual void holdPorts(std::vector<std::uint16_t> ports) = 0;
    virtual void releasePorts() = 0;

    /// Makes the folders that tasks need in the run's, and writes its run.yaml unless it is there with that
    /// content. Before launch(), and again whenever the run file changes: the tasks launched after that read
    /// the new one. Also before find(), so that what a task leaves is removed at its end.
    virtual void prepare(AttemptFiles files, Done<void> done) = 0;
    /// Starts a task under its shim; its end is reported after the answer. OMP_NUM_THREADS is the task's part
    /// of the machine's cores, unless it is set. The record of an earlier life of the task is kept if the
    /// start fails. "task.start": the program cannot be started; kResourceExhausted "disk.full".
    virtual void launch(TaskLaunch task, Done<TaskRecord> done) = 0;
    /// Which of `tasks` have a record. Their ends are reported from then on, after the answer, including
    /// those that have already happened.
    virtual void find(std::vector<std::string> tasks, Done<std::vector<FoundTask>> done) = 0;
    /// Signals the task's process group; kNotFound "task.not_running".
    virtual void signal(const std::string& task, int number, Done<void> done) = 0;
    /// Of all tasks whose ends were not reported.
    virtual void measure(Done<std::vector<TaskUsage>> done) = 0;
    /// What the files have beyond the sizes that are known, as much as fits into an answer. Empty: nothing.
    virtual void readFiles(GrowingFiles files, Done<std::vector<FilePart>> done) = 0;
    /// Answers once the growing files that the task had written before this call are in the run's folder at
    /// home as far as they can be had: what it says arrives on another way than what it writes.
    virtual void awaitFiles(const std::string& task, Done<void> done) = 0;
    /// Writes a part of a file that tasks read. The first part discards what is there of the file; it has its
    /// name once the last part is written. kRefused "file.link": one of its folders is a link.
    virtual void putFile(FilePart part, Done<void> done) = 0;
    /// Whether nothing that a task of this machine says can arrive at the moment, as far as can be told: its
    /// silence says nothing.
    virtual bool isCutOff(const std::string& /*task*/) const { return false; }
    /// Whether it is cut off, or what it said while it was may still be arriving: until a measure() is
    /// answered that was asked since. For whoever measures regularly.
    virtual bool isBehind(const std::string& task) const { return isCutOff(task); }
    /// Reads them in parallel, without delaying other calls. Always answered, even after this object is
    /// destroyed. Dropping the returned handle cancels it: the answers are kCancelled.
    [[nodiscard]] virtual std::shared_ptr<void> readStacks(
        std::vector<std::string> tasks, std::chrono::milliseconds deadline,
        std::function<void(std::vector<TaskStacks>)> done) = 0;
};

/// What is asked about checkpoints that a machine keeps for a run, and what it reports of them (node.proto).
/// The door passes that on unread.
using KeepDone = Done<std::shared_ptr<const v1::KeepReply>>;
using OnKept = std::function<void(const v1::KeptNews&)>;

/// Keeps the checkpoints of runs whose home is on another machine. [loop]
class Keeper {
  public:
    virtual ~Keeper() = default;
    /// Answered once, in the loop.
    virtual void keep(const v1::KeepCall& call, KeepDone done) = 0;
    virtual void onKept(OnKept onKept) = 0;
};

using FilesDone = Done<std::shared_ptr<const v1::FilesReply>>;

/// Keeps the files that a home has sent for its runs (node.proto). [loop]
class FileStore {
  public:
    virtual ~FileStore() = default;
    /// Answered once, in the loop.
    virtual void files(const v1::FilesCall& call, FilesDone done) = 0;
};

/// One machine, this one or another. Everything that the life of a run does to a machine goes through here
/// (ADR 43). [loop]
class Node {
  public:
    using OnEnd = std::function<void(const TaskEnd&)>;
    virtual ~Node() = default;

    /// One attempt of a run is open at a time. `onEnd` is called in the control loop, once for each life of a
    /// task, never from inside a call. The result must not outlive the node.
    virtual std::unique_ptr<AttemptTasks> open(AttemptId attempt, OnEnd onEnd) = 0;
    /// Whether any task of the run, of any attempt, or its shim, is alive. Always answered.
    virtual void hasLivingTask(const std::string& run, Done<bool> done) = 0;
    /// Whether each of `ports` is free at the moment, in that order: "port.in_use" names the program that
    /// uses it. Reserves nothing. Always answered.
    virtual void checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) = 0;
    /// Of the checkpoints that are there because the chief of a run is. Always answered.
    virtual void keep(const v1::KeepCall& call, KeepDone done) = 0;
    /// Of files that runs name. Always answered.
    virtual void files(const v1::FilesCall& call, FilesDone done) = 0;
    /// `onKept` gets what changes of those of `run`, and nothing at all if the machine has forgotten that it
    /// keeps them. Empty: no more.
    virtual void onKept(const std::string& run, OnKept onKept) = 0;
    /// Whether this machine can train. Delays no other call, as the next two. Always answered.
    virtual void selfTest(Done<SelfTest> done) = 0;
    /// Awaits one testLink() of another machine, and answers the port at which it does. Always answered.
    virtual void awaitLinkTest(LinkTest test, Done<std::uint16_t> done) = 0;
    /// Takes at most `test.within`: "link.failed"; "link.late", though it was connected; "link.worker".
    /// Always answered.
    virtual void testLink(LinkTest test, Done<LinkMeasure> done) = 0;
    /// Seconds since 1970, by that machine's clock. Delays no other call, and waits for none. Always
    /// answered.
    virtual void readClock(Done<double> done) = 0;
};

/// The OMP_NUM_THREADS of each of `tasks` tasks on a machine; without it each of them would use every core.
std::string threadsPerTask(int cores, int tasks);

}  // namespace trainyard::node
