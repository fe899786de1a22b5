// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/run_spec.h"

namespace trainyard::data {

enum class Dtype { kFloat32, kFloat64, kInt64 };
std::size_t bytesOf(Dtype dtype);

/// What one sample's features or labels are: {kFloat32, {1, 28, 28}} is an image, channels first; {kInt64,
/// {}} a class index or a token id; {kFloat32, {3}} three numbers to predict.
struct Layout {
    Dtype dtype = Dtype::kFloat32;
    std::vector<std::int64_t> shape;
    std::int64_t elements() const;
    std::size_t bytes() const { return static_cast<std::size_t>(elements()) * bytesOf(dtype); }
    bool operator==(const Layout&) const = default;
};

/// A set of samples in memory or on disk, read at random. Immutable once open; any number of threads may read
/// at a time. [any]
class Dataset {
  public:
    virtual ~Dataset() = default;
    virtual std::int64_t size() const = 0;
    virtual const Layout& features() const = 0;
    virtual const Layout& labels() const = 0;
    /// Shape of one sample's features, channels first, e.g. {1, 28, 28}.
    const std::vector<std::int64_t>& sampleShape() const { return features().shape; }
    /// Classes, if labels are class indexes (int64); 0 where that is not known, or there are none.
    virtual std::int64_t classes() const = 0;
    /// Whether each sample brings a weight of its own; without, all count as 1.
    virtual bool hasSampleWeights() const { return false; }
    /// Files that can be dealt out whole (`shard: file`), each with its samples one after another, in order.
    virtual std::int64_t files() const { return 1; }
    virtual std::string fileName(std::int64_t /*file*/) const { return describe(); }
    virtual std::int64_t fileSamples(std::int64_t /*file*/) const { return size(); }

    /// Where read() writes: each has room for all samples asked for, one after another; null: not wanted.
    struct Into {
        void* features = nullptr;  ///< of features().dtype; the bytes of images scaled to 0…1
        void* labels = nullptr;    ///< of labels().dtype
        float* weights = nullptr;  ///< where hasSampleWeights(); otherwise ones
    };
    /// Reads the samples of `indexes` in turn. An error names the file, the place in it and what to do; `out`
    /// is then undefined. An index outside 0 … size()-1 is the caller's bug. Blocks on the disk.
    [[nodiscard]] virtual base::Status read(std::span<const std::int64_t> indexes, const Into& out) const = 0;
    /// Looks for damage that opening did not see, at about the speed of the disk: checksums and headers of
    /// every sample, nothing is decoded. Blocks. [any]
    [[nodiscard]] virtual base::Status verify() const { return {}; }
    /// What it is, for logs: "fashion_mnist (60000 × 1×28×28, 10 classes) from /usr/share/…".
    virtual std::string describe() const = 0;
};

/// Opens what `train.data.train` or `.validation` names. Errors name the file, what is wrong in it, where,
/// and what to do; a builtin that is not installed says which package or files bring it and where they go.
/// Counts every sample: text and records are read through once. Blocks. [any]
base::Result<std::shared_ptr<const Dataset>> openDataset(const spec::Choice& source);

/// What can be said of a source without reading its samples.
struct Inspection {
    std::vector<std::string> paths;  ///< every file that would be read
    std::int64_t files = 1;          ///< as Dataset::files()
    Layout features;
    Layout labels;
    std::int64_t samples = -1;  ///< -1: nobody knows before the files have been read through
    std::int64_t classes = 0;   ///< as Dataset::classes(); 0 too where only the samples tell
    bool hasSampleWeights = false;
};
/// For a preflight: finds the files, reads headers and first samples, and compares them with the sizes of the
/// files. The same errors as openDataset for what it sees. Blocks shortly. [any]
base::Result<Inspection> inspect(const spec::Choice& source);

}  // namespace trainyard::data
