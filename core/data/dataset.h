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

/// A set of samples in memory or mapped from disk, read at random. Immutable once open. [any]
class Dataset {
  public:
    virtual ~Dataset() = default;
    virtual std::int64_t size() const = 0;
    /// Shape of one sample's features, channels first, e.g. {1, 28, 28}.
    virtual const std::vector<std::int64_t>& sampleShape() const = 0;
    /// Classes, if labels are class indexes; 0 otherwise.
    virtual std::int64_t classes() const = 0;
    /// Writes the features of each of `indexes` in turn, scaled to 0…1, one sample after another: float32,
    /// `indexes` times the product of sampleShape() of them. An index outside 0 … size()-1 is the caller's
    /// bug.
    virtual void readFeatures(std::span<const std::int64_t> indexes, float* out) const = 0;
    /// Writes the labels of `indexes` as class indexes.
    virtual void readLabels(std::span<const std::int64_t> indexes, std::int64_t* out) const = 0;
    /// What it is, for logs: "fashion_mnist (60000 × 1×28×28, 10 classes) from /usr/share/…".
    virtual std::string describe() const = 0;
};

/// Opens what `train.data.train` or `.validation` names. Errors name the file, what is wrong in it (at which
/// byte) and what to do; a builtin that is not installed says which package or files bring it and where they
/// go.
base::Result<std::shared_ptr<const Dataset>> openDataset(const spec::Choice& source);

/// The files openDataset would read, so that a preflight can check them without reading. Same errors for
/// missing ones.
base::Result<std::vector<std::string>> filesOf(const spec::Choice& source);

}  // namespace trainyard::data
