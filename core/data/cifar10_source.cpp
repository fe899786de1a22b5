// SPDX-License-Identifier: Apache-2.0
// CIFAR-10's binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte and 3 ×
// 32 × 32 bytes of pixels, channels first.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/data/file_dataset.h"
#include "core/data/scale.h"
#include "core/data/source.h"

namespace trainyard::data {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t kPixels = 3 * 32 * 32;
constexpr std::int64_t kRecord = 1 + kPixels;
constexpr std::int64_t kClasses = 10;

Layout layout() {
    return {Dtype::kFloat32, {3, 32, 32}};
}

base::Result<std::vector<fs::path>> batchesOf(const Options& options) {
    TY_ASSIGN(const auto folders, options.paths("dir"));
    if (folders.size() != 1) return options.wrong("dir", "one folder");
    TY_ASSIGN(const std::string split, options.text("split", "train"));
    std::vector<std::string> names{"test_batch.bin"};
    if (split == "train") {
        names.clear();
        for (int i = 1; i <= 5; ++i) names.push_back(fmt::format("data_batch_{}.bin", i));
    } else if (split != "test") {
        return options.wrong("split", "train or test");
    }
    // The archive unpacks into a folder of its own.
    std::error_code error;
    fs::path folder = folders.front();
    if (const fs::path inner = folder / "cifar-10-batches-bin"; fs::is_directory(inner, error))
        folder = inner;
    std::vector<fs::path> paths;
    for (const std::string& name : names) {
        if (!fs::exists(folder / name, error))
            return base::fail(
                base::Code::kNotFound,
                base::say("{} is missing: unpack cifar-10-binary.tar.gz (CIFAR-10 binary version, "
                          "https://www.cs.toronto.edu/~kriz/cifar.html) there",
                          (folder / name).string()),
                "data.missing");
        paths.push_back(folder / name);
    }
    return paths;
}

base::Result<std::int64_t> samplesIn(const Bytes& file) {
    const auto size = static_cast<std::int64_t>(file.size());
    if (size > 0 && size % kRecord == 0) return size / kRecord;
    return badFile(
        file.path(), base::say("at byte {}", size - size % kRecord),
        base::say("records have {} bytes, here are {} more; fetch it again", kRecord, size % kRecord),
        "data.truncated");
}

/// The five batches are one set, in one order: `shard: file` does not deal them out.
class Cifar10Dataset final : public FileDataset {
  public:
    static base::Result<std::shared_ptr<const Dataset>> open(const nlohmann::json& value) {
        TY_ASSIGN(const std::vector<fs::path> paths, batchesOf(Options("cifar10", value, "dir")));
        std::shared_ptr<Cifar10Dataset> dataset(new Cifar10Dataset());
        for (const fs::path& path : paths) {
            TY_ASSIGN(Bytes file, Bytes::onDisk(path));
            TY_ASSIGN(const std::int64_t samples, samplesIn(file));
            dataset->addFile(path, samples);
            dataset->batches_.push_back(std::move(file));
        }
        return dataset;
    }
    std::int64_t files() const override { return 1; }
    std::string fileName(std::int64_t) const override { return path(0).parent_path().string(); }
    std::int64_t fileSamples(std::int64_t) const override { return size(); }

  private:
    Cifar10Dataset() {
        name_ = "cifar10";
        features_ = layout();
        classes_ = kClasses;
    }
    base::Status readSample(std::size_t file, std::int64_t sample, const Into& out, Scratch&) const override {
        std::array<std::uint8_t, kRecord> record;
        TY_TRY(
            batches_[file].read(static_cast<std::uint64_t>(sample * kRecord), record.data(), record.size()));
        if (record[0] >= kClasses)
            return badFile(path(file), base::say("at byte {}", sample * kRecord),
                           base::say("the label is {}, classes go from 0 to 9", record[0]), "data.bad_label");
        if (out.features) scaleToUnit(record.data() + 1, kPixels, static_cast<float*>(out.features));
        if (out.labels) *static_cast<std::int64_t*>(out.labels) = record[0];
        return {};
    }

    std::vector<Bytes> batches_;
};

}  // namespace

const SourceKind kCifar10Source{
    "cifar10", &Cifar10Dataset::open, [](const nlohmann::json& value) -> base::Result<Inspection> {
        TY_ASSIGN(const std::vector<fs::path> paths, batchesOf(Options("cifar10", value, "dir")));
        Inspection found{
            .features = layout(), .labels = {Dtype::kInt64, {}}, .samples = 0, .classes = kClasses};
        for (const fs::path& path : paths) {
            TY_ASSIGN(const Bytes file, Bytes::onDisk(path));
            TY_ASSIGN(const std::int64_t samples, samplesIn(file));
            found.samples += samples;
            found.paths.push_back(path.string());
        }
        return found;
    }};

}  // namespace trainyard::data
