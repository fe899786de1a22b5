// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "core/data/bytes.h"
#include "core/data/dataset.h"

namespace trainyard::data {

/// The samples of consecutive files: the common base of all sources.
class FileDataset : public Dataset {
  public:
    std::int64_t size() const override { return starts_.back(); }
    const Layout& features() const override { return features_; }
    const Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return classes_; }
    std::int64_t files() const override { return static_cast<std::int64_t>(paths_.size()); }
    std::string fileName(std::int64_t file) const override;
    std::int64_t fileSamples(std::int64_t file) const override;
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const final;
    std::string describe() const override;

  protected:
    /// Buffers that live for one read().
    struct Scratch {
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint8_t> more;
    };
    /// Reads sample `sample` of file `file`; a null pointer in `out` means not wanted.
    virtual base::Status readSample(std::size_t file, std::int64_t sample, const Into& out,
                                    Scratch& scratch) const = 0;
    /// Soon readSample() will be called for this one: its bytes may come into the processor's caches
    /// meanwhile.
    virtual void expectSample(std::size_t /*file*/, std::int64_t /*sample*/) const {}

    FileDataset() = default;
    void addFile(const std::filesystem::path& path, std::int64_t samples);
    /// kDataLoss "data.empty" if no file has a sample.
    base::Status checkNotEmpty() const;
    /// What is known of it once it has been opened, or of the files alone once their first samples were read.
    Inspection inspection() const;
    const std::filesystem::path& path(std::size_t file) const { return paths_[file]; }

    std::string name_;  ///< used by describe(): "csv"
    Layout features_;
    Layout labels_{Dtype::kInt64, {}};
    std::int64_t classes_ = 0;

  private:
    struct SampleInFile {
        std::size_t file;
        std::int64_t sample;
    };
    SampleInFile sampleAt(std::int64_t index) const;

    std::vector<std::filesystem::path> paths_;
    std::vector<std::int64_t> starts_{0};  ///< of each file, and the end
};

/// The number of elements of an array, or nothing if the product overflows.
std::optional<std::int64_t> checkedProduct(std::span<const std::int64_t> dims);

}  // namespace trainyard::data
