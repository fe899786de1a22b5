// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/agent/question_board.h"
#include "core/base/home.h"
#include "core/base/loop/executor.h"
#include "core/control/run/nodes.h"
#include "core/node/inventory.h"
#include "core/node/remote/remote_node.h"
#include "core/node/remote/ssh_transport.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {

/// Who waits for a machine. Each function returns false once that one has gone.
struct NodeCaller {
    std::function<bool(node::Delivery::Progress)> onProgress = {};  ///< while something is sent
    /// Of ssh, to be answered by answer(), or none any more. Empty: the caller answers no questions.
    std::function<bool(const QuestionBoard::Question&)> onQuestion = {};
};

/// The other machines that this home uses: their names and targets in <home>/nodes.json, and a link to each
/// of them. [any]
class NodeBook final : public control::Nodes {
  public:
    /// How the sessions with a node are carried, by its target; empty: by ssh.
    using Reach = std::function<std::unique_ptr<node::Transport>(const std::string& target)>;

    /// Begins to connect to those in the file. `loop` ends after it.
    /// `controlFolder`: for the sockets of ssh's ControlMaster; closed to others.
    /// `accept` takes the connections of tasks on the nodes; in the loop. `reach`: see Reach.
    static base::Result<std::unique_ptr<NodeBook>> open(base::EventLoop& loop, const base::Home& home,
                                                        std::filesystem::path controlFolder,
                                                        node::TaskPipes::Accept accept, Reach reach = {});
    /// Not in the loop.
    ~NodeBook() override;

    /// Connects to `target` by ssh, sends it this Trainyard if it has none, and keeps it under `name` (empty:
    /// the name of the host) if that succeeds; kUnavailable "node.unreachable". Blocks, as those below that
    /// wait for a machine do, until the calling thread's CancelScope is cancelled.
    base::Result<v1::NodeInfo> add(const std::string& target, const std::string& name,
                                   const NodeCaller& caller = {});
    /// Connects to a node that is not connected, on request (NodeInfo.asks), and asks how it is.
    /// kNotFound "node.unknown"; kCancelled kSshCancelled; kDeadlineExceeded kSshUnanswered;
    /// kFailedPrecondition "ssh.busy" while another caller does. Blocks.
    base::Result<v1::NodeInfo> reach(const std::string& name, const NodeCaller& caller);
    /// See QuestionBoard.
    base::Status answer(const std::string& question, std::optional<std::string_view> text) {
        return board_.answer(question, text);
    }
    /// Sends a node this Trainyard and libtorch, unless it has them, or a torch of the same version. Cut off,
    /// the next call continues. Where ssh cannot go through the connection that there is, it asks `caller`
    /// for each of them. kNotFound "node.unknown"; see SshTransport::deliver() and makeLibtorch(). Blocks.
    base::Result<v1::NodeInfo> prepare(const std::string& name, const NodeCaller& caller = {});
    /// kNotFound "node.unknown"; kFailedPrecondition "node.in_use" while a run has tasks there
    base::Status remove(const std::string& name);
    /// Removes one that cannot be reached and will not come back: its tasks count as lost, and whatever waits
    /// for it fails. Returns the runs that had tasks there, and the same again for one that was abandoned
    /// before. `announce` is called in the loop before anything of that is noticed. kNotFound "node.unknown";
    /// kFailedPrecondition "node.reachable": it is connected, and runs have tasks there. Tries to connect.
    base::Result<std::vector<std::string>> abandon(const std::string& name,
                                                   const std::function<void()>& announce);
    /// kNotFound "node.unknown"; kFailedPrecondition "node.in_use" while a run has tasks there
    base::Status mayClean(const std::string& name);
    /// By name, as they were seen last.
    std::vector<v1::NodeInfo> list() const;
    /// Why nodes that were added are not among them, or none can be added; empty otherwise.
    const base::Words& warning() const { return warning_; }
    /// Connects to those that are not connected now, and asks all of them how they are. Blocks.
    /// kNotFound "node.unknown"; empty: all.
    base::Result<std::vector<v1::NodeInfo>> check(std::vector<std::string> names);

    node::Node* find(const std::string& name) override;
    base::Status mayPlace(const std::string& name) override;
    base::Status mayConnect(const std::string& name) override;
    base::Words silenceOf(const std::string& name) override;
    Ends endsTo(const std::string& name) override;
    std::vector<std::string> addressesOf(const std::string& name) override;
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) override;
    std::map<std::string, std::string> machines() override;
    void whenConnected(const std::string& name, const node::AttemptId& attempt,
                       std::function<void()> then) override;

  private:
    struct Entry {
        std::string name, target;
        node::LinkState state;
        std::optional<bool> isNotedConnected;    ///< in the log; empty: it has no line yet
        bool hadConnection = false;              ///< since this agent began
        node::Delivery::Progress sent;           ///< of what is being sent; total is 0 while nothing is
        node::Delivery::Progress delivered;      ///< the same, and kept; total is 0 if nothing was sent
        v1::NodeInfo info;                       ///< as described last; empty if it never was
        base::Words silence;                     ///< why it was not described when it was asked last
        double described = 0;                    ///< when it was, in seconds since 1970; 0: never
        bool hasLibtorch = false;                ///< as described last
        std::string libtorchError;               ///< what its loader says otherwise; may be empty
        std::vector<std::string> addresses;      ///< as described last
        std::string machine;                     ///< as described last (NodeDescription.machine)
        std::shared_ptr<node::SshAsker> asker;   ///< of a caller that answers; null: none
        int asking = 0;                          ///< connections that were begun with an asker
        QuestionBoard::Question question;        ///< that it is asked now
        std::unique_ptr<node::RemoteNode> node;  ///< last: its end still changes the state
    };

    NodeBook(base::EventLoop& loop, const base::Home& home, std::filesystem::path controlFolder,
             node::TaskPipes::Accept accept, Reach reach);
    base::Status read();
    void leaveOut(const base::Error& why);
    base::Status write() const;
    base::Result<std::shared_ptr<Entry>> connect(const std::string& name, const std::string& target,
                                                 const NodeCaller& caller);
    /// Questions of the entry's ssh reach a caller that answers them, until leave() with what this returns;
    /// null for one that answers none. kFailedPrecondition "ssh.busy" while another one attends.
    base::Result<std::shared_ptr<node::SshAsker>> attend(Entry& entry, const NodeCaller& caller);
    void leave(Entry& entry, const std::shared_ptr<node::SshAsker>& mine);
    base::Result<std::unique_ptr<node::SshTransport>> transportTo(
        const std::string& target, node::Delivery::OnProgress onProgress,
        std::function<std::shared_ptr<node::SshAsker>()> asker);
    base::Result<std::shared_ptr<const node::Parcel>> bundle();    // [work_]
    base::Result<std::shared_ptr<const node::Parcel>> libtorch();  // [work_]
    /// Blocks.
    base::Status send(const Entry& entry, std::shared_ptr<const node::Parcel> parcel,
                      const NodeCaller& caller);
    base::Result<std::shared_ptr<Entry>> entryOf(const std::string& name);
    /// Connected, and described at least once, or it could not be. [loop]
    bool isUsable(const Entry& entry) const;
    void callConnected();  // [loop]
    /// Those with tasks there, and those that wait for it to be taken up. [loop]
    std::vector<node::AttemptId> attemptsOn(const Entry& entry) const;
    base::Error inUse(const Entry& entry, const std::vector<node::AttemptId>& attempts) const;
    /// Kills what is alive there of attempts that were abandoned, and forgets these. Blocks.
    void endAbandoned(Entry& entry);
    /// Those whose runs have let go of them.
    void dropLost();
    /// kAlreadyExists "node.exists"; otherwise the name is taken until giveBack(). Connects.
    base::Result<std::shared_ptr<Entry>> begin(const std::string& name, const std::string& target,
                                               const NodeCaller& caller);
    void giveBack(const std::string& name);
    /// Until `isDone`, which reads what mutex_ guards, and at most `within`: whether it is.
    base::Result<bool> await(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds within,
                             const std::function<bool()>& isDone);
    /// Until a connection has succeeded or failed since `tries`.
    base::Status awaitTry(const Entry& entry, int tries, const NodeCaller& caller = {});
    /// Fails where its last connection failed because a question was not answered.
    base::Status checkAnswered(const Entry& entry) const;
    /// Once a connection has succeeded since `tries`, or there is one: asks how the machine is.
    base::Status inspect(Entry& entry, int tries);
    base::Status describe(Entry& entry);
    /// Logs that a connection was established or has ended.
    static void note(Entry& entry, const node::LinkState& state);
    void take(Entry& entry, base::Result<v1::NodeDescription> description);  // [loop]
    bool isConnected(const Entry& entry) const;
    v1::NodeInfo infoOf(const Entry& entry) const;
    /// That it is known under other names, too; empty: it is not.
    base::Words otherNamesOf(const Entry& entry) const;

    base::EventLoop& loop_;
    const std::filesystem::path file_, controlFolder_, runs_;
    const node::TaskPipes::Accept accept_;
    const Reach reach_;
    const std::string here_ = node::machineIdentity();
    std::string home_;  ///< with the name of a node: what that machine knows this home by
    std::uint64_t generation_ = 0;
    base::Words warning_;
    bool isFileUsed_ = true;  ///< false: what is there is not ours to overwrite
    std::mutex changing_;     ///< one change of the file at a time; held by nobody who waits for a machine
    std::set<std::string> adding_;  ///< names that are being added; guarded by changing_
    mutable std::mutex mutex_;      ///< guards the states, the infos and the map
    std::condition_variable changed_;
    QuestionBoard board_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    struct Awaited {
        std::string name;
        node::AttemptId attempt;
        std::function<void()> then;
    };
    std::vector<Awaited> awaited_;                                   ///< [loop] connections
    std::map<std::string, std::vector<node::AttemptId>> abandoned_;  ///< as in the file; guarded by mutex_
    std::vector<std::shared_ptr<Entry>> lost_;  ///< abandoned, while runs hold on to them; by changing_
    std::shared_ptr<const node::Parcel> bundle_, libtorch_;  ///< [work_]; null until they are needed
    base::Executor work_{"ty-bundles"};                      ///< last: uses the rest
};

}  // namespace trainyard::agent
