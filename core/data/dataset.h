// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/run/run_spec.h"

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

/// A set of samples in memory or on disk, with random access. Immutable once open; any number of threads may
/// read concurrently. [any]
class Dataset {
  public:
    virtual ~Dataset() = default;
    virtual std::int64_t size() const = 0;
    virtual const Layout& features() const = 0;
    virtual const Layout& labels() const = 0;
    /// Shape of one sample's features, channels first, e.g. {1, 28, 28}.
    const std::vector<std::int64_t>& sampleShape() const { return features().shape; }
    /// Number of classes, if labels are class indexes (int64); 0 if unknown or if there are none.
    virtual std::int64_t classes() const = 0;
    /// Whether each sample has a weight of its own; otherwise all count as 1.
    virtual bool hasSampleWeights() const { return false; }
    /// Files that can be assigned as a whole (`shard: file`), each with its samples in order.
    virtual std::int64_t files() const { return 1; }
    virtual std::string fileName(std::int64_t /*file*/) const { return describe(); }
    virtual std::int64_t fileSamples(std::int64_t /*file*/) const { return size(); }

    /// The buffers that read() fills: each has room for all requested samples in order; null: not wanted.
    struct Into {
        void* features = nullptr;  ///< of features().dtype; image bytes are scaled to 0…1
        void* labels = nullptr;    ///< of labels().dtype
        float* weights = nullptr;  ///< if hasSampleWeights(); otherwise ones
    };
    /// Reads the samples of `indexes` in order. An error names the file, the position in it and what to do;
    /// `out` is then undefined. An index outside 0 … size()-1 is a caller bug. Blocks on the disk.
    [[nodiscard]] virtual base::Status read(std::span<const std::int64_t> indexes, const Into& out) const = 0;
    /// Looks for damage that opening did not detect, at about disk speed: checks checksums and headers of
    /// every sample without decoding. Blocks. [any]
    [[nodiscard]] virtual base::Status verify() const { return {}; }
    /// A description for logs: "fashion_mnist (60000 × 1×28×28, 10 classes) from /usr/share/…".
    virtual std::string describe() const = 0;
};

/// Opens the source of `train.data.train` or `.validation`. Errors name the file, what is wrong in it, where,
/// and what to do; for a builtin that is not installed, which package or files provide it and where they go.
/// Counts every sample: text and records are read once. kFailedPrecondition "data.not_adapted" if its
/// `preprocessing` lacks values. Blocks. [any]
base::Result<std::shared_ptr<const Dataset>> openDataset(const spec::Choice& source);

/// Asked now and then during a long pass: an error ends it.
using Continues = std::function<base::Status()>;
/// `preprocessing` of a source with the values that it lacked.
struct Adapted {
    nlohmann::json entries;
    std::vector<std::string> found;  ///< for a log: "w0 and w1: a vocabulary of 20 words"
};
/// Computes the values that `preprocessing` of a source lacks (spec::needsAdapting()) in one pass over its
/// samples, as described in docs/run-file.md. The result is a function of the files' contents alone. Blocks.
/// [any]
base::Result<Adapted> adapt(const spec::Choice& source, const Continues& continues = {});

/// What is known of a source without reading its samples.
struct Inspection {
    std::vector<std::string> paths;  ///< every file that would be read
    std::int64_t files = 1;          ///< as Dataset::files()
    Layout features;
    Layout labels;
    std::int64_t samples = -1;  ///< -1: unknown until the files have been read completely
    std::int64_t classes = 0;   ///< as Dataset::classes(); 0 also if only the samples determine it
    bool hasSampleWeights = false;
    std::vector<std::int64_t> emptyFiles = {};  ///< of `files`, those without samples
};
/// For a preflight: finds the files, reads headers and first samples, and compares them with the file sizes.
/// Reports the same errors as openDataset for what it reads; a source without samples is one. Blocks briefly.
/// [any]
base::Result<Inspection> inspect(const spec::Choice& source);

}  // namespace trainyard::data
