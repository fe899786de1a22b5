// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/script_probe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/words_json.h"
#include "core/node/child.h"
#include "core/plugin/script.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::chrono::seconds kLongest{60};
constexpr std::size_t kMostAnswerBytes = std::size_t{64} << 20, kMostKept = 64;

/// By hash and shape.
class Answers {
  public:
    std::optional<spec::ScriptFacts> find(const std::string& key) {
        const std::scoped_lock lock(mutex_);
        const auto found = facts_.find(key);
        return found == facts_.end() ? std::nullopt : std::optional(found->second);
    }
    void keep(const std::string& key, const spec::ScriptFacts& facts) {
        const std::scoped_lock lock(mutex_);
        if (facts_.size() >= kMostKept) facts_.clear();
        facts_[key] = facts;
    }

  private:
    std::mutex mutex_;
    std::map<std::string, spec::ScriptFacts> facts_;
};

Answers& answers() {
    static Answers all;
    return all;
}

base::Result<spec::ScriptFacts> factsIn(const std::string& answer, const std::filesystem::path& file) {
    const auto tree = base::parseJson(answer, base::Words::plain(file.string()));
    if (!tree || !tree->is_object())
        return base::fail(
            Code::kRefused,
            base::say("the worker that loaded the TorchScript module {} ended without an answer",
                      file.string()),
            "torchscript.died");
    if (!tree->contains("error")) return spec::scriptFacts(*tree);
    const nlohmann::json& error = (*tree)["error"];
    return base::fail(base::codeNamed(error.value("code", "")),
                      base::wordsFromJson(error.value("words", nlohmann::json()), error.value("message", "")),
                      error.value("id", ""));
}

}  // namespace

base::Result<spec::ScriptFacts> probeScript(const std::filesystem::path& worker,
                                            const std::filesystem::path& file, const spec::Shape& input) {
    std::string key;
    {
        TY_ASSIGN(const plugin::ScriptFile script, plugin::readTrustedScript(file));
        key = fmt::format("{} {}", script.sha256, fmt::join(input, ","));
    }
    if (auto known = answers().find(key)) return std::move(*known);
    TY_ASSIGN(const base::UniqueFd out, node::unnamedFile("trainyard-script", ""));
    TY_ASSIGN(const base::UniqueFd errors, node::unnamedFile("trainyard-script-errors", ""));
    node::Child child;
    TY_TRY(child.start({worker.string(), "--describe-script", file.string(), "--sample",
                        fmt::format("{}", fmt::join(input, ","))},
                       {{out.get(), STDOUT_FILENO}, {errors.get(), STDERR_FILENO}}));
    if (!child.waitFor(kLongest))
        return base::fail(Code::kRefused,
                          base::say("the TorchScript module {} did not compute two samples within {} s",
                                    file.string(), kLongest.count()),
                          "torchscript.forward");
    TY_ASSIGN(spec::ScriptFacts facts, factsIn(node::contentOf(out, kMostAnswerBytes), file));
    answers().keep(key, facts);
    return facts;
}

}  // namespace trainyard::control
