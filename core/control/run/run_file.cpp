// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_file.h"

#include <spdlog/spdlog.h>

#include "core/base/file.h"
#include "core/checkpoint/leftovers.h"
#include "core/control/metrics/figures.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/yaml/yaml_tree.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

base::Result<v1::RunSpec> readSpec(const std::filesystem::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file, spec::kMaxFileBytes));
    const auto tree = spec::parseYaml(text);
    if (!tree)
        return base::fail(base::Code::kDataLoss,
                          base::say("{}, line {}: {}", file.string(), std::to_string(tree.error().line),
                                    tree.error().message));
    return spec::fromJson(tree->value);
}

}  // namespace

void removeLeftovers(const RunFolder& folder) {
    const std::string targets[] = {folder.attemptFile().filename(), folder.runFile().filename(),
                                   folder.startedFile().filename(), kFiguresFile, store::kRecordFile};
    checkpoint::removeLeftovers(folder.root, targets);
}

base::Status writeRunFile(const RunFolder& folder, const v1::RunSpec& spec) {
    const std::string text = spec::toYaml(spec);
    std::error_code unreadable;
    if (std::filesystem::exists(folder.runFile(), unreadable)) {
        TY_ASSIGN(const std::string before, base::readFile(folder.runFile(), spec::kMaxFileBytes));
        if (before == text) return {};  // an agent that takes a run up needs no room on a full disk
        if (!std::filesystem::exists(folder.startedFile(), unreadable))
            TY_TRY(base::writeFileAtomically(folder.startedFile(), before));
    }
    return base::writeFileAtomically(folder.runFile(), text);
}

void addStartedSpec(const std::filesystem::path& runFolder, v1::GetRunReply& reply) {
    const std::filesystem::path file = RunFolder{runFolder}.startedFile();
    std::error_code unreadable;
    if (!std::filesystem::exists(file, unreadable)) return;
    if (auto spec = readSpec(file))
        *reply.mutable_started_spec() = std::move(*spec);
    else
        spdlog::warn("{}", spec.error().describe());
}

}  // namespace trainyard::control
