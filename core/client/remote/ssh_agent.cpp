// SPDX-License-Identifier: Apache-2.0
#include "core/client/remote/ssh_agent.h"

#include <stdlib.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/home.h"
#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/base/text.h"
#include "core/node/remote/bundle.h"
#include "core/node/remote/ssh_address.h"
#include "core/node/remote/ssh_transport.h"

namespace trainyard::client {
namespace {

constexpr std::string_view kScheme = "ssh://";
/// A CancelScope is asked, it does not wake anybody.
constexpr std::chrono::milliseconds kAskCancelledEvery{50};

std::string_view wordOf(AgentStart start) {
    switch (start) {
        case AgentStart::kNever:
            return node::kStartNever;
        case AgentStart::kWhereItDied:
            return node::kStartAfterDeath;
        case AgentStart::kAllowed:
            return node::kStartAlways;
    }
    return node::kStartNever;
}

/// For the sockets of one connection; nobody else can enter it. Goes away with this object.
class PrivateFolder {
  public:
    static base::Result<std::shared_ptr<PrivateFolder>> make() {
        std::error_code unknown;
        std::filesystem::path parent = std::filesystem::temp_directory_path(unknown);
        if (unknown) parent = "/tmp";
        std::string pattern = (parent / "trainyard-XXXXXX").string();
        if (!::mkdtemp(pattern.data())) return base::fail(base::errnoError(errno, "cannot make a socket"));
        return std::shared_ptr<PrivateFolder>(new PrivateFolder(std::move(pattern)));
    }
    ~PrivateFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    explicit PrivateFolder(std::filesystem::path path) : path_(std::move(path)) {}
    const std::filesystem::path path_;
};

/// One machine by ssh, with the threads that a connection needs: they begin with the first one. [any]
class SshAgent : public std::enable_shared_from_this<SshAgent> {
  public:
    SshAgent(std::string target, RemoteOptions options)
        : target_(std::move(target)), options_(std::move(options)) {}

    base::Result<Link> dial(AgentStart start) {
        TY_TRY(begin());
        std::shared_ptr<PrivateFolder> folder;
        auto chosen = settings(start);
        if (options_.asker) {
            TY_ASSIGN(folder, PrivateFolder::make());
            chosen.controlFolder = folder->path();
            chosen.asker = [this] { return options_.asker(*loop_); };
            chosen.askpass = programs() / "trainyard-agent";
        }
        TY_ASSIGN(const auto transport, node::SshTransport::make(*loop_, std::move(chosen)));
        const auto answer = std::make_shared<Answer>();
        std::shared_ptr<void> attempt = loop_->call([&] {
            return transport->connect([answer](base::Result<node::Connection> connection) {
                const std::lock_guard lock(answer->mutex);
                answer->connection = std::move(connection);
                answer->isThere.notify_all();
            });
        });
        const base::Status awaited = answer->await();
        loop_->call([&] { attempt.reset(); });
        TY_TRY(awaited);
        const std::lock_guard lock(answer->mutex);
        TY_ASSIGN(node::Connection connection, std::move(*answer->connection));
        return Link{.socket = std::move(connection.socket),
                    .carrier = std::make_shared<Carrier>(shared_from_this(), std::move(folder),
                                                         std::move(connection.carrier)),
                    .lastWords = std::move(connection.lastWords)};
    }

  private:
    struct Answer {
        std::mutex mutex;
        std::condition_variable isThere;
        std::optional<base::Result<node::Connection>> connection;

        base::Status await() {
            std::unique_lock lock(mutex);
            while (!isThere.wait_for(lock, kAskCancelledEvery, [this] { return connection.has_value(); }))
                TY_TRY(base::checkCancelled());
            return {};
        }
    };
    struct Carrier {
        std::shared_ptr<SshAgent> agent;  ///< whose loop the client refers to
        std::shared_ptr<PrivateFolder> folder;
        std::shared_ptr<void> client;
    };

    std::filesystem::path programs() const {
        return options_.programs.empty() ? base::programFolder() : options_.programs;
    }
    base::Status begin() {
        const std::lock_guard lock(mutex_);
        if (loop_) return {};
        TY_ASSIGN(loop_, base::EventLoop::start());
        work_ = std::make_unique<base::Executor>("ty-bundle");
        return {};
    }
    node::SshTransport::Settings settings(AgentStart start) {
        node::SshTransport::Settings settings;
        settings.target = target_;
        settings.start = wordOf(start);
        if (options_.isTerminalAsked)
            settings.questions = node::SshTransport::Settings::Questions::kAtTerminal;
        settings.bundle = [this](node::SshTransport::OnParcel done) {
            work_->post([this, done = std::move(done)] {
                if (!bundle_) {
                    auto made = node::makeBundle(programs());
                    if (!made) return loop_->post([done, made] { done(made); });
                    bundle_ = std::move(*made);
                }
                loop_->post([done, bundle = bundle_] { done(bundle); });
            });
        };
        if (options_.onSent)
            settings.onProgress = [report = options_.onSent](node::Delivery::Progress progress) {
                report(progress.done, progress.total);
            };
        return settings;
    }

    const std::string target_;
    const RemoteOptions options_;
    std::mutex mutex_;                            ///< guards the beginning of the threads
    std::shared_ptr<const node::Parcel> bundle_;  ///< [work_]
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<base::Executor> work_;  ///< last: posts to the loop
};

}  // namespace

base::Result<Endpoint> endpointOf(const std::string& agentOption, const RemoteOptions& options) {
    if (!agentOption.starts_with(kScheme)) return Endpoint::parse(agentOption);
    TY_TRY(node::parseSshAddress(agentOption));
    Endpoint endpoint;
    endpoint.machine = base::printable(agentOption);
    endpoint.mayStart = true;
    endpoint.dial = [agent = std::make_shared<SshAgent>(agentOption, options)](AgentStart start) {
        return agent->dial(start);
    };
    return endpoint;
}

}  // namespace trainyard::client
