// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_host.h"

#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include "core/base/network_interface.h"
#include "core/base/sha256.h"
#include "core/base/time.h"
#include "core/control/run/await.h"
#include "core/node/child.h"
#include "core/node/inventory.h"
#include "core/node/loader_error.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t kSocketDigits = 8;
/// Reading libtorch from a slow disk.
constexpr std::chrono::seconds kWorkerStart{25};
constexpr std::chrono::seconds kTestedFor{2};
constexpr std::size_t kMostPrinted = 16 << 10;

}  // namespace

NodeHost::NodeHost(base::EventLoop& loop, base::Home home, node::NodeSetup setup)
    : loop_(loop),
      home_(home),
      setup_(std::move(setup)),
      machine_(std::move(home)),
      server_(std::make_unique<node::NodeServer>(
          loop, [this](const std::string& other) -> node::Node& { return nodeOf(other); },
          [this](const std::string& other) { return socketOf(other); }, [this] { return describe(); },
          [hosted = home_.hosted()](const std::string& other) { return hosted / other; })) {
}

/// In this order: who asks, who decides, who does the work, and what all of them have posted.
NodeHost::~NodeHost() {
    server_.reset();
    loop_.call([this] {
        for (auto& [name, guest] : guests_) guest.checkpoints->close();
    });
    disks_.reset();
    for (auto& [name, guest] : guests_) guest.files.reset();
    loop_.call([] {});
}

node::Node& NodeHost::nodeOf(const std::string& home) {
    Guest& guest = guests_[home];
    if (!guest.node) {
        if (!disks_) disks_ = std::make_unique<Disks>();
        node::NodeSetup setup = setup_;
        setup.runs = home_.hosted() / home;
        guest.fences = std::make_unique<node::AttemptFences>(setup.runs);
        guest.checkpoints = std::make_unique<control::HostedCheckpoints>(
            control::HostedCheckpoints::Machine{loop_, disks_->disk, disks_->deletions, disks_->reading},
            setup.runs, *guest.fences);
        setup.fences = guest.fences.get();
        setup.keeper = guest.checkpoints.get();
        setup.nodeSocket = setup.socket;
        setup.socket = socketOf(home);
        setup.sent = home_.sent() / home;
        guest.files = std::make_unique<node::SentFiles>(loop_, setup.sent);
        setup.files = guest.files.get();
        guest.node = std::make_unique<node::LocalNode>(loop_, std::move(setup));
    }
    return *guest.node;
}

base::Result<v1::PublishCheckpointReply> NodeHost::publish(const control::TaskIdentity& task,
                                                           const v1::PublishCheckpointRequest& request) {
    using Reply = base::Result<v1::PublishCheckpointReply>;
    return control::await<Reply>(loop_, [&](const std::function<void(Reply)>& done) {
        for (const auto& [name, guest] : guests_)
            if (guest.checkpoints->publish(task, request, done)) return;
        done(base::fail(base::Code::kUnavailable,
                        "the agent of this machine does not know the attempt, and waits for its home",
                        "attempt.unknown"));
    });
}

/// As long as the agent's own, so that it fits where that one does.
std::filesystem::path NodeHost::socketOf(const std::string& home) const {
    return setup_.socket.parent_path() / ("h-" + base::Sha256::hex(home).substr(0, kSocketDigits));
}

/// It needs libtorch to say its version. Again and again: libtorch may have been deleted since. One test is
/// for all who ask meanwhile. A worker that does not end in time, on a busy machine, says nothing new.
void NodeHost::testWorker() {
    if (hasLibtorch_ && std::chrono::steady_clock::now() - testedAt_ < kTestedFor) return;
    const auto output = node::unnamedFile("ty-worker", "");
    if (!output) return;
    node::Child worker;
    const auto started = worker.start({setup_.worker.string(), "--version"},
                                      {{output->get(), STDOUT_FILENO}, {output->get(), STDERR_FILENO}}, {});
    const auto ended = started ? worker.waitFor(kWorkerStart) : std::nullopt;
    testedAt_ = std::chrono::steady_clock::now();
    if (started && !ended) return;
    hasLibtorch_ = ended && WIFEXITED(*ended) && WEXITSTATUS(*ended) == 0;
    libtorchError_ = hasLibtorch_ ? "" : node::loaderErrorIn(node::contentOf(*output, kMostPrinted));
}

base::Result<v1::NodeDescription> NodeHost::describe() {
    v1::NodeDescription description;
    TY_ASSIGN(*description.mutable_info(), machine_.inspect());
    utsname kernel{};
    if (::uname(&kernel) == 0) description.set_kernel(kernel.release);
    description.set_clock(base::wallNow());
    description.set_machine(node::machineIdentity());
    for (base::InterfaceAddress& own : base::interfaceAddresses()) {
        auto& address = *description.add_addresses();
        address.set_interface(std::move(own.interface));
        address.set_address(std::move(own.address));
    }
    testWorker();
    if (hasLibtorch_) description.set_libtorch(TRAINYARD_TORCH);
    description.set_libtorch_error(libtorchError_);
    return description;
}

}  // namespace trainyard::agent
