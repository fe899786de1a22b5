// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/store/media.h"
#include "store_fixture.h"

namespace trainyard::store {
namespace {

class MediaStore : public StoreTest {
  protected:
    MediaStore() : store(open()), run(addRun(*store)) {}

    static MediaItem item(std::int64_t step, std::string data = "x", const std::string& tag = "weights") {
        return {.kind = "histograms",
                .task = "worker:0",
                .split = "train",
                .tag = tag,
                .step = step,
                .wallTime = 1000.0 + double(step),
                .data = std::move(data)};
    }
    static MediaSeries series(const std::string& tag) {
        return {.task = "worker:0", .split = "train", .tag = tag};
    }
    std::vector<std::int64_t> steps(const MediaQuery& query) const {
        std::vector<std::int64_t> found;
        for (const MediaItem& one : must(store->media(query))) found.push_back(one.step);
        return found;
    }

    std::unique_ptr<RunStore> store;
    std::string run;
};
using Steps = std::vector<std::int64_t>;

TEST_F(MediaStore, KeepsWhatIsAddedOnceWhateverIsReadAgain) {
    EXPECT_FALSE(must(store->addMedia(run, {item(1, "one"), item(2, "two")})));
    EXPECT_FALSE(must(store->addMedia(run, {item(2, "two"), item(3, "three")})));
    const auto all = must(store->media({.run = run, .hasData = true}));
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[1].data, "two");
    EXPECT_EQ(all[1].bytes, 3);
    EXPECT_EQ(all[1].wallTime, 1002);
    const auto series = must(store->mediaSeries(run));
    ASSERT_EQ(series.size(), 1u);
    EXPECT_EQ(series[0].tag, "weights");
    EXPECT_EQ(series[0].seen, 3);
    EXPECT_EQ(series[0].kept, 3);
    EXPECT_EQ(series[0].bytes, 11);
}

TEST_F(MediaStore, IsReadInPages) {
    std::vector<MediaItem> items;
    for (int step = 0; step < 10; ++step) items.push_back(item(step, std::string(300'000, 'x')));
    must(store->addMedia(run, items));
    const auto first = must(store->media({.run = run, .limit = 4}));
    ASSERT_EQ(first.size(), 4u);
    EXPECT_TRUE(first[0].data.empty()) << "not asked for";
    EXPECT_EQ(steps({.run = run, .after = first.back().id}), (Steps{4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(must(store->media({.run = run, .hasData = true})).size(), 3u) << "about 1 MiB at a time";
    EXPECT_EQ(
        must(store->media({.run = run, .after = first[2].id, .limit = 1, .hasData = true}))[0].data.size(),
        300'000u);
    EXPECT_TRUE(steps({.run = run, .kind = "images"}).empty());
    EXPECT_TRUE(
        steps({.run = run, .series = MediaSeries{.task = "worker:1", .split = "train", .tag = "weights"}})
            .empty());
    EXPECT_TRUE(steps({.run = "other-1"}).empty());
}

TEST_F(MediaStore, ThinsOutThePastAndKeepsTheNewest) {
    constexpr std::int64_t kSteps = 2000;
    for (std::int64_t step = 0; step < kSteps; ++step) must(store->addMedia(run, {item(step)}));
    const Steps kept = steps({.run = run});
    EXPECT_LE(std::ssize(kept), kMostMediaItems);
    EXPECT_GE(std::ssize(kept), kMostMediaItems / 2);
    EXPECT_EQ(kept.back(), kSteps - 1);
    EXPECT_EQ(kept.front(), 0);
    std::int64_t widest = 0;
    for (std::size_t i = 1; i < kept.size(); ++i) widest = std::max(widest, kept[i] - kept[i - 1]);
    EXPECT_EQ(widest, 8) << "the same density everywhere";
    const auto series = must(store->mediaSeries(run));
    EXPECT_EQ(series[0].seen, kSteps);
    EXPECT_EQ(series[0].kept, std::ssize(kept));
    EXPECT_EQ(series[0].bytes, std::ssize(kept));
}

TEST_F(MediaStore, AStepThatIsRepeatedForEverIsBounded) {
    for (int i = 0; i < 1000; ++i) {
        MediaItem same = item(5);
        same.wallTime = i;
        must(store->addMedia(run, {same}));
    }
    EXPECT_LE(std::ssize(steps({.run = run})), kMostMediaItems);
}

TEST_F(MediaStore, AFullRunThinsOutItsLargestTagAndThenRefuses) {
    const std::string large(4 << 20, 'x');
    must(store->addMedia(run, {item(0, "first", "small"), item(1, "second", "small")}));
    for (int tag = 0; tag < 59; ++tag)
        ASSERT_FALSE(must(store->addMedia(run, {item(0, large, "tag " + std::to_string(tag))})));
    for (int step = 0; step < 8; ++step)
        ASSERT_FALSE(must(store->addMedia(run, {item(step, large, "weights")}))) << step;
    EXPECT_EQ(steps({.run = run, .series = series("weights")}), (Steps{0, 4, 7})) << "thinned out to fit";
    EXPECT_EQ(steps({.run = run, .series = series("small")}), (Steps{0, 1}));
    std::optional<base::Error> full;
    for (int tag = 0; tag < 9 && !full; ++tag)
        full = must(store->addMedia(run, {item(0, large, "more " + std::to_string(tag))}));
    ASSERT_TRUE(full);
    EXPECT_EQ(full->id, "media.full");
    EXPECT_NE(full->message.text().find("more than 256 MiB"), std::string::npos) << full->message;
}

TEST_F(MediaStore, ATagForEveryStepIsBounded) {
    std::vector<MediaItem> items;
    for (int step = 0; step <= kMostMediaSeries; ++step)
        items.push_back(item(step, "x", std::to_string(step)));
    const auto full = must(store->addMedia(run, items));
    ASSERT_TRUE(full);
    EXPECT_NE(full->message.text().find("more than 2000 tags"), std::string::npos) << full->message;
    EXPECT_EQ(std::ssize(must(store->mediaSeries(run))), kMostMediaSeries);
}

}  // namespace
}  // namespace trainyard::store
