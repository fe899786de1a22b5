// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/spec/model/layers.h"

namespace trainyard::spec {

/// The kind of the one layer of a TorchScript module's plan, which no run file can name.
inline constexpr const char* kScriptKind = "torchscript";
/// The initializer of variables whose values come with the module.
inline constexpr const char* kGivenValues = "given";

/// What a worker has found in a TorchScript module, for samples of one shape (ADR 129).
struct ScriptFacts {
    std::vector<Layer::Variable> variables;  ///< that are trained, under their TorchScript names
    std::vector<Layer::Variable> buffers;    ///< other tensors that it keeps
    Shape output;
};

/// The file of a model that is a TorchScript module; nothing for any other, and for a saved one that cannot
/// be read. Blocks on a saved model's file. [any]
std::optional<std::filesystem::path> scriptOf(const Choice& model);

ModelPlan planOf(const ScriptFacts& facts, const std::filesystem::path& file, const Shape& input);

nlohmann::json toJson(const ScriptFacts& facts);
/// kInternal for a tree that toJson() has not made.
base::Result<ScriptFacts> scriptFacts(const nlohmann::json& tree);

}  // namespace trainyard::spec
