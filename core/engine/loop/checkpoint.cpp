// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/loop/checkpoint.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/tensor.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/retention.h"
#include "core/engine/train/replica_step.h"

namespace trainyard::loop {
namespace {

constexpr const char *kCounterSlot = ".value", *kIterations = "iterations";
/// The file with the values of Trackables, by their names.
constexpr char kObjectsFile[] = "objects.json";
/// The run name in owner.json for saves by a loop with its own main(): no run of an agent has this name.
constexpr const char* kLoopRun = "(loop)";

template <typename T>
T orThrow(base::Result<T> result) {
    if (!result) throw base::Saying<std::runtime_error>(result.error().words());
    return std::move(*result);
}

/// Copies the tensor named `name` into `target`; false if there is none.
bool fill(const checkpoint::SafetensorsFile& file, const std::string& name, torch::Tensor target) {
    const checkpoint::TensorInfo* info = file.find(name);
    if (!info) return false;
    if (!target.sizes().equals(info->shape))
        throw base::Saying<std::runtime_error>(base::say("{} has shape [{}] in the checkpoint, expected [{}]",
                                                         name, fmt::join(info->shape, ","),
                                                         fmt::join(target.sizes(), ",")));
    torch::NoGradGuard noGrad;
    // The file is mapped read-only; from_blob takes a mutable pointer, and copy_ only reads from it.
    target.copy_(torch::from_blob(const_cast<std::byte*>(file.bytes(*info).data()), info->shape,
                                  engine::torchDtype(info->dtype)));
    return true;
}

/// Turns every NaN and infinity into text, as JSON has none, or turns it back. A text that looks like one, or
/// like an escaped one, is escaped.
constexpr char kEscape = '~';
bool isEscaped(const std::string& text) {
    const auto begin = text.find_first_not_of(kEscape);
    if (begin == std::string::npos) return false;
    const std::string rest = text.substr(begin);
    return rest == "NaN" || rest == "Infinity" || rest == "-Infinity";
}
void encodeNumbers(nlohmann::json& value) {
    if (value.is_number_float()) {
        value = base::jsonNumber(value.get<double>());
    } else if (value.is_string()) {
        if (const auto text = value.get<std::string>(); isEscaped(text)) value = kEscape + text;
    } else if (value.is_structured()) {
        for (nlohmann::json& one : value) encodeNumbers(one);
    }
}
void decodeNumbers(nlohmann::json& value) {
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        if (!isEscaped(text)) return;
        if (text.front() == kEscape)
            value = text.substr(1);
        else
            value = orThrow(base::numberFromJson(value, kObjectsFile));
    } else if (value.is_structured()) {
        for (nlohmann::json& one : value) decodeNumbers(one);
    }
}

/// What values() of each Trackable had said.
base::Result<nlohmann::json> valuesIn(const std::filesystem::path& checkpoint) {
    const auto text = base::readFile(checkpoint / kObjectsFile);
    if (!text && text.error().code == base::Code::kNotFound) return nlohmann::json::object();
    if (!text) return base::fail(text.error());
    return base::parseJson(*text, base::Words::plain((checkpoint / kObjectsFile).string()));
}

}  // namespace

RestoreStatus::RestoreStatus(std::filesystem::path path, std::vector<std::string> unmatched,
                             std::vector<std::string> unused)
    : path_(std::move(path)), unmatched_(std::move(unmatched)), unused_(std::move(unused)) {
}
RestoreStatus::RestoreStatus(RestoreStatus&& other) noexcept
    : path_(std::move(other.path_)),
      unmatched_(std::move(other.unmatched_)),
      unused_(std::move(other.unused_)),
      isAsked_(std::exchange(other.isAsked_, true)) {
}
RestoreStatus::~RestoreStatus() {
    if (!isAsked_ && !(unmatched_.empty() && unused_.empty()))
        spdlog::warn("{} was restored in part: without values [{}]; not used [{}]", path_.string(),
                     fmt::join(unmatched_, ", "), fmt::join(unused_, ", "));
}

RestoreStatus& RestoreStatus::assertExistingObjectsMatched() {
    isAsked_ = true;
    if (!unmatched_.empty())
        throw base::Saying<std::runtime_error>(
            base::say("{} has no value for {}", path_.string(), fmt::join(unmatched_, ", ")));
    return *this;
}
RestoreStatus& RestoreStatus::assertConsumed() {
    assertExistingObjectsMatched();
    if (!unused_.empty())
        throw base::Saying<std::runtime_error>(
            base::say("{} has values that were not used: {}", path_.string(), fmt::join(unused_, ", ")));
    return *this;
}
RestoreStatus& RestoreStatus::expectPartial() {
    isAsked_ = true;
    return *this;
}

std::optional<std::filesystem::path> latestCheckpoint(const std::filesystem::path& folder) {
    const std::vector<checkpoint::Listed> all = checkpoint::list(folder);
    return all.empty() ? std::nullopt : std::optional(all.back().path);
}

std::map<std::string, torch::Tensor> readVariables(const std::filesystem::path& path) {
    const checkpoint::Loaded loaded = orThrow(checkpoint::load(path));
    std::map<std::string, torch::Tensor> variables;
    for (const checkpoint::TensorInfo& info : loaded.model.tensors()) {
        torch::Tensor value = torch::empty(info.shape, engine::torchDtype(info.dtype));
        fill(loaded.model, info.name, value);
        variables.emplace(info.name, std::move(value));
    }
    return variables;
}

Checkpoint::Checkpoint(Strategy& strategy, Objects objects)
    : strategy_(strategy), objects_(std::move(objects)) {
    if (!objects_.model) throw std::invalid_argument("a checkpoint needs a model");
    for (const auto& [name, trained] : objects_.models)
        if (!trained.model) throw std::invalid_argument("a checkpoint needs a model");
}

std::map<std::string, Checkpoint::Trained> Checkpoint::trained() const {
    std::map<std::string, Trained> all{{"", {objects_.model, objects_.optimizer}}};
    for (const auto& [name, one] : objects_.models) all[name + '/'] = one;
    return all;
}

std::filesystem::path Checkpoint::save(const std::filesystem::path& folder,
                                       std::optional<std::int64_t> step) {
    checkpoint::TrainState state;
    state.step = step ? *step : objects_.optimizer ? objects_.optimizer->at(0).iterations() : 0;
    // Of two checkpoints of one step the later one counts as the newer attempt.
    const auto before = checkpoint::readManifest(folder / checkpoint::finalName(state.step));
    return saveAs(folder, state, {kLoopRun, before ? before->attempt + 1 : 1},
                  [&](const std::filesystem::path& staged) {
                      return checkpoint::publish(folder, staged.filename().string());
                  });
}

checkpoint::Contents Checkpoint::contents(const checkpoint::TrainState& state,
                                          std::vector<torch::Tensor>& alive) const {
    checkpoint::Contents contents;
    contents.state = state;
    const auto addNumber = [&](const std::string& name, std::int64_t value) {
        contents.optimizer.push_back(
            engine::viewOf(name + kCounterSlot, at::tensor(value, torch::kInt64), alive));
    };
    for (const auto& [prefix, one] : trained()) {
        const engine::Model& model = one.model->at(0);
        for (std::size_t i = 0; i < model.names().size(); ++i)
            contents.model.push_back(engine::viewOf(prefix + model.names()[i], model.variables()[i], alive));
        for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
            contents.model.push_back(
                engine::viewOf(prefix + model.bufferNames()[i], model.buffers()[i], alive));
        if (!one.optimizer) continue;
        for (const auto& [slot, tensors] : one.optimizer->at(0).slots().slots())
            for (std::size_t i = 0; i < tensors.size(); ++i)
                contents.optimizer.push_back(engine::viewOf(
                    fmt::format("{}{}.{}", prefix, model.names()[i], slot), tensors[i], alive));
        if (!prefix.empty()) addNumber(prefix + kIterations, one.optimizer->at(0).iterations());
    }
    for (const auto& [name, counter] : objects_.counters) addNumber(name, counter->value);
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [name, object] : objects_.states) {
        for (const auto& [own, tensor] : object->tensors())
            contents.optimizer.push_back(engine::viewOf(fmt::format("{}.{}", name, own), tensor, alive));
        if (nlohmann::json value = object->values(); !value.is_null()) values[name] = std::move(value);
    }
    encodeNumbers(values);
    if (!values.empty()) contents.texts[kObjectsFile] = values.dump(1) + '\n';
    return contents;
}

std::filesystem::path Checkpoint::saveAs(const std::filesystem::path& folder,
                                         const checkpoint::TrainState& state, const checkpoint::Owner& owner,
                                         const Publish& publish) {
    for (const auto& [prefix, one] : trained())
        engine::averageBuffers(strategy_.inner(), one.model->copies());
    base::Words failure;
    std::filesystem::path path = folder / checkpoint::finalName(state.step);
    if (strategy_.isChief()) {
        std::error_code ignored;  // writing reports what is wrong with the folder
        std::filesystem::create_directories(folder, ignored);
        // The others wait in the sum below, whatever an object's functions do.
        try {
            std::vector<torch::Tensor> alive;
            auto written = checkpoint::writeStaged(folder, contents(state, alive), owner);
            if (written) written = publish(*written);
            path = orThrow(std::move(written));
        } catch (const std::exception& error) {
            failure = base::saidBy(error);
        }
    }
    const double failures = strategy_.reduce(
        ReduceOp::kSum, PerReplica<double>{std::vector<double>{failure.empty() ? 0.0 : 1.0}});
    if (failures > 0)
        throw base::Saying<std::runtime_error>(
            failure.empty() ? base::say("the checkpoint of step {} was not saved by the chief", state.step)
                            : base::say("the checkpoint of step {} was not saved: {}", state.step, failure));
    return path;
}

RestoreStatus Checkpoint::restore(const std::filesystem::path& path) {
    const checkpoint::Loaded loaded = orThrow(checkpoint::load(path));
    std::set<std::string> unused;
    for (const auto& info : loaded.model.tensors()) unused.insert(info.name);
    for (const auto& info : loaded.optimizer.tensors()) unused.insert(info.name);
    std::vector<std::string> unmatched;
    const auto take = [&](const checkpoint::SafetensorsFile& file, const std::string& name,
                          const torch::Tensor& target, bool isFirst) {
        unused.erase(name);
        if (!fill(file, name, target) && isFirst) unmatched.push_back(name);
    };
    const auto takeNumber = [&](const std::string& name, std::int64_t number) {
        const torch::Tensor value = at::tensor(number, torch::kInt64);
        take(loaded.optimizer, name + kCounterSlot, value, true);
        return value.item<std::int64_t>();
    };
    for (const auto& [prefix, one] : trained()) {
        std::int64_t iterations = loaded.state.step;
        if (one.optimizer && !prefix.empty())
            iterations = takeNumber(prefix + kIterations, one.optimizer->at(0).iterations());
        for (int r = 0; r < one.model->size(); ++r) {
            const engine::Model& model = one.model->at(r);
            for (std::size_t i = 0; i < model.names().size(); ++i)
                take(loaded.model, prefix + model.names()[i], model.variables()[i].detach(), r == 0);
            for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
                take(loaded.model, prefix + model.bufferNames()[i], model.buffers()[i], r == 0);
            if (!one.optimizer) continue;
            Optimizer& optimizer = one.optimizer->at(r);
            optimizer.setIterations(iterations);
            for (const auto& [slot, tensors] : optimizer.slots().slots())
                for (std::size_t i = 0; i < tensors.size(); ++i)
                    take(loaded.optimizer, fmt::format("{}{}.{}", prefix, model.names()[i], slot), tensors[i],
                         r == 0);
        }
    }
    for (const auto& [name, counter] : objects_.counters) counter->value = takeNumber(name, counter->value);
    nlohmann::json values = orThrow(valuesIn(path));
    decodeNumbers(values);
    for (const auto& [name, value] : values.items()) unused.insert(name);
    for (const auto& [name, object] : objects_.states) {
        for (const auto& [own, tensor] : object->tensors())
            take(loaded.optimizer, fmt::format("{}.{}", name, own), tensor.detach(), true);
        unused.erase(name);
        if (values.contains(name))
            object->restoreValues(values.at(name));
        else if (!object->values().is_null())
            unmatched.push_back(name);
    }
    return RestoreStatus(path, std::move(unmatched), {unused.begin(), unused.end()});
}

std::filesystem::path CheckpointManager::save(std::optional<std::int64_t> step) {
    std::filesystem::path path = checkpoint_.save(folder_, step);
    if (checkpoint_.isChief())
        orThrow(checkpoint::retain(folder_, {.whose = {kLoopRun}, .keep = maxToKeep_}));
    return path;
}

std::optional<std::filesystem::path> CheckpointManager::restoreOrInitialize() {
    const auto newest = latestCheckpoint();
    if (newest) checkpoint_.restore(*newest).assertExistingObjectsMatched();
    return newest;
}

void checkpointsIterator(const std::filesystem::path& folder, std::chrono::milliseconds timeout,
                         const std::function<bool(const std::filesystem::path&)>& visit,
                         const std::function<bool()>& isOver) {
    constexpr std::chrono::milliseconds kLook{100};
    using Clock = std::chrono::steady_clock;
    std::optional<std::filesystem::path> seen;
    for (auto since = Clock::now();;) {
        const auto newest = latestCheckpoint(folder);
        if (newest && newest != seen) {
            seen = newest;
            if (!visit(*newest)) return;
            since = Clock::now();
        } else if (Clock::now() - since >= timeout && isOver()) {
            return;
        } else {
            std::this_thread::sleep_for(kLook);
        }
    }
}

}  // namespace trainyard::loop
