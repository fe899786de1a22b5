// SPDX-License-Identifier: Apache-2.0
#include "parts_fixture.h"

#include "core/base/time.h"

namespace trainyard::control {

void PartsFixture::SetUp() {
    loop_ = std::move(*base::EventLoop::start());
    store_ = std::move(*store::RunStore::open(folder_ / "trainyard.db"));
    node_ = std::make_unique<node::FakeNode>(*loop_);
    reserve_ = std::make_unique<node::DiskReserve>(folder_ / "disk-reserve");
    deletions_ = std::make_unique<base::Executor>("test-delete");
    disk_ = std::make_unique<base::Executor>("test-disk");
    storage_ = std::make_unique<base::Executor>("test-store");
    environment_.reset(new Environment{*loop_, *store_, listeners_, directory_, *node_, *reserve_, *disk_,
                                       *deletions_, *storage_, Programs{}, folder_ / "agent.sock", 1,
                                       [](const std::string&, int) {}, [](const std::string&) {},
                                       [](const std::string&, AttemptPlan) {}});
    environment_->patience.stallSeconds = 1;
    spec_ = *spec::fromJson(nlohmann::json::parse(R"({
        "trainyard": 1, "name": "parts",
        "train": {"model": {"builtin": "mlp"}, "optimizer": {"sgd": {"learning_rate": 0.1}}, "epochs": 3},
        "on_failure": {"restarts": 2, "backoff_seconds": 4, "stall_seconds": 60}})"));
    strategy_.roles["worker"] = {.isReplica = true, .completes = true};
    strategy_.roles["ps"] = {.restartsGroup = true};
    strategy_.roles["evaluator"] = {.restartsGroup = false};
    store::RunRow row;
    row.name = "parts";
    row.status = "running";
    row.created = base::wallNow();
    row.metricsJson = "{}";
    row.specJson = spec::toJson(spec_).dump();
    const store::RunRow created = *store_->createRun(row);
    run_ = created.id;
    std::filesystem::create_directories(created.dir);
    log_ = std::make_unique<RunLog>(*environment_, created);
    makeTasks({"worker:0", "worker:1"});
}

void PartsFixture::TearDown() {
    inLoop([&] {
        tasks_.reset();
        log_.reset();
    });
    storage_.reset();
    disk_.reset();
    deletions_.reset();
    loop_.reset();
    store_.reset();
    if (HasFailure()) tempHome_.keep();
}

void PartsFixture::makeTasks(const std::vector<std::string>& tasks) {
    std::vector<spec::TaskPlan> plans;
    int rank = 0;
    for (const std::string& task : tasks) {
        spec::TaskPlan& plan = plans.emplace_back();
        plan.role = task.substr(0, task.find(':'));
        plan.index = std::stoi(task.substr(task.find(':') + 1));
        plan.rank = plan.role == "worker" ? rank++ : -1;
        plan.isChief = plan.rank == 0;
    }
    inLoop([&] {
        tasks_ = std::make_unique<TaskSet>(TaskSet::Machine{*node_, *loop_, *storage_, *store_},
                                           RunFolder{log_->row().dir}, run_, 1, std::move(plans));
        for (Member& member : *tasks_) {
            member.hasJoined = true;
            member.row.state = "running";
            member.row.pid = 100;
            member.reportedAt = steadySeconds();
            member.session = std::make_shared<Session>();
        }
    });
}

PartsFixture::Session& PartsFixture::session(const std::string& task) {
    return dynamic_cast<Session&>(*member(task).session);
}

std::function<void(const std::string&, const std::string&)> PartsFixture::warnings() {
    return
        [this](const std::string& code, const std::string& message) { warned_.emplace_back(code, message); };
}

}  // namespace trainyard::control
