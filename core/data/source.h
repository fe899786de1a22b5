// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/data/dataset.h"
#include "core/data/options.h"

namespace trainyard::data {

/// One kind of source: how its options are read, both for a quick inspection and for opening.
struct SourceKind {
    const char* name;
    base::Result<std::shared_ptr<const Dataset>> (*open)(const nlohmann::json& value);
    base::Result<Inspection> (*inspect)(const nlohmann::json& value);
};

// Each of these is in the .cpp file of its name.
extern const SourceKind kBuiltinSource, kIdxSource;
extern const SourceKind kNpySource;
extern const SourceKind kCsvSource;
extern const SourceKind kCifar10Source;
extern const SourceKind kImageFolderSource;
extern const SourceKind kTfRecordSource;

}  // namespace trainyard::data
