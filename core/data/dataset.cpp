// SPDX-License-Identifier: Apache-2.0
#include "core/data/dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "core/base/text.h"
#include "core/data/source.h"
#include "core/data/unpack_ahead.h"

namespace trainyard::data {
namespace {

base::Result<const SourceKind*> kindOf(const spec::Choice& source) {
    std::vector<const char*> names;
    for (const SourceKind* kind : kSources) {
        if (source.kind == kind->name) return kind;
        names.push_back(kind->name);
    }
    return base::fail(base::Code::kInvalidArgument,
                      base::say("there is no kind of data set \"{}\"; there are {}",
                                base::printable(source.kind), fmt::join(names, ", ")));
}

}  // namespace

base::Result<std::shared_ptr<const Dataset>> openDataset(const spec::Choice& source) {
    TY_ASSIGN(const SourceKind* kind, kindOf(source));
    TY_ASSIGN(std::shared_ptr<const Dataset> dataset, kind->open(source.value));
    if (dataset->size() > std::numeric_limits<std::uint32_t>::max())
        return base::fail(base::Code::kResourceExhausted,
                          base::say("{}: a run numbers at most 2^32-1 samples", dataset->describe()),
                          "data.too_large");
    return dataset;
}

base::Result<Adapted> adapt(const spec::Choice& source, const Continues& continues) {
    TY_ASSIGN(const SourceKind* kind, kindOf(source));
    if (!kind->adapt) return Adapted{nlohmann::json::array(), {}};
    return kind->adapt(source.value, continues);
}

base::Result<Inspection> inspect(const spec::Choice& source) {
    TY_ASSIGN(const SourceKind* kind, kindOf(source));
    return kind->inspect(source.value);
}

std::filesystem::path packedFile(const spec::Choice& source) {
    const auto kind = kindOf(source);
    return kind && (*kind)->packed ? (*kind)->packed(source.value) : std::filesystem::path();
}

}  // namespace trainyard::data
