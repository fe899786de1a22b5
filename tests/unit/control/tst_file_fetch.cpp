// SPDX-License-Identifier: Apache-2.0
// A file of a task on another machine is brought into the run's folder here.
#include <gmock/gmock.h>

#include <future>

#include "core/base/file.h"
#include "core/control/run/file_fetch.h"
#include "tests/support/fake_node.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

class FileFetchTest : public ::testing::Test {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        disk_ = std::make_unique<base::Executor>("ty-test");
        node_ = std::make_unique<node::FakeNode>(*loop_);
        node_->onRead = [this](const node::GrowingFiles& files) { return answer(files); };
        loop_->call([&] { tasks_ = node_->open({"run-1", 1}, [](const node::TaskEnd&) {}); });
    }
    void TearDown() override {
        loop_->call([&] { tasks_.reset(); });
        disk_.reset();
        loop_.reset();
    }
    /// Two bytes at a time.
    std::vector<node::FilePart> answer(const node::GrowingFiles& files) {
        EXPECT_EQ(files.task, "worker:1");
        const std::uint64_t known = files.sizes.at(files.places.at(0));
        if (known >= there_.size()) return {};
        return {{.file = sent_, .offset = known, .bytes = there_.substr(known, 2)}};
    }
    base::Status fetch() {
        std::promise<base::Status> fetched;
        loop_->call([&] {
            FileFetch::begin({*tasks_, *loop_, *disk_, root_}, "worker:1", "profiles/.piece", alive_,
                             [&](const base::Status& result) { fetched.set_value(result); });
        });
        return fetched.get_future().get();
    }
    std::string here() const { return base::readFile(root_ / "profiles/.piece").value_or("(none)"); }

    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<base::Executor> disk_;
    std::unique_ptr<node::FakeNode> node_;
    std::unique_ptr<node::AttemptTasks> tasks_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
    TempHome tempHome_;
    const std::filesystem::path& root_ = tempHome_.path();
    std::string there_, sent_ = "profiles/.piece";
};

TEST_F(FileFetchTest, EveryPartOfItArrives) {
    there_ = "12345";
    ASSERT_TRUE(fetch());
    EXPECT_EQ(here(), "12345");
    there_ = "ab";
    ASSERT_TRUE(fetch());
    EXPECT_EQ(here(), "ab") << "what was here under its name is replaced";
}

TEST_F(FileFetchTest, AMachineWithoutItIsNamed) {
    const base::Status fetched = fetch();
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().id, "file.missing");
    EXPECT_EQ(fetched.error().message, "the machine of worker:1 has no file profiles/.piece");
}

TEST_F(FileFetchTest, NoOtherFileIsTaken) {
    there_ = "1";
    sent_ = "checkpoints/latest";
    const base::Status fetched = fetch();
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().id, "file.outside");
    EXPECT_TRUE(std::filesystem::is_empty(root_));
}

}  // namespace
}  // namespace trainyard::control
