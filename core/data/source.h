// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/data/dataset.h"
#include "core/data/options.h"

namespace trainyard::data {

/// One kind of source: how its options are read, both for a quick inspection and for opening.
struct SourceKind {
    const char* name;
    base::Result<std::shared_ptr<const Dataset>> (*open)(const nlohmann::json& value);
    base::Result<Inspection> (*inspect)(const nlohmann::json& value);
    /// adapt(); null: it has no `preprocessing`.
    base::Result<Adapted> (*adapt)(const nlohmann::json& value, const Continues& continues) = nullptr;
    /// packedFile(); null: it has none.
    std::filesystem::path (*packed)(const nlohmann::json& value) = nullptr;
};

// Each is in the .cpp file of its name; its options are in resources/schema/run.schema.json.
extern const SourceKind kBuiltinSource, kIdxSource, kCsvSource, kNpySource, kCifar10Source,
    kImageFolderSource, kTfRecordSource;
inline constexpr std::array kSources{&kBuiltinSource, &kIdxSource,         &kCsvSource,     &kNpySource,
                                     &kCifar10Source, &kImageFolderSource, &kTfRecordSource};

}  // namespace trainyard::data
