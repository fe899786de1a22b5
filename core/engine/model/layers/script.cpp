// SPDX-License-Identifier: Apache-2.0
// A TorchScript module as a layer, which is the whole model (ADR 129).
#include <ATen/ops/zeros.h>
#include <fmt/format.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/serialization/import.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "core/base/check.h"
#include "core/base/exhaustion.h"
#include "core/base/text.h"
#include "core/engine/model/layers/layers.h"
#include "core/plugin/script.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::engine::layers {
namespace {

using base::Code;
using Module = torch::jit::Module;

/// An attribute of a module, or of one inside it.
struct Place {
    Module owner;
    std::string attribute;
    torch::Tensor tensor() const { return owner.attr(attribute).toTensor(); }
};

/// One tensor of a module; in several places where weights are shared.
struct Held {
    std::string name;  ///< that of its first place
    torch::Tensor tensor;
    std::vector<Place> places;
    void replace(const torch::Tensor& by) {
        for (Place& place : places) place.owner.setattr(place.attribute, by);
    }
};

/// A module's tensors, in its own order, which a copy of it has, too.
struct Tensors {
    std::vector<Held> variables, buffers;

    explicit Tensors(const Module& module) {
        for (const auto& part : module.named_modules()) {
            const std::string prefix = part.name.empty() ? "" : part.name + ".";
            for (const auto& one : part.value.named_parameters(/*recurse=*/false))
                add(one.value.requires_grad() ? variables : buffers, prefix, {part.value, one.name});
            for (const auto& one : part.value.named_buffers(/*recurse=*/false))
                add(buffers, prefix, {part.value, one.name});
        }
    }

  private:
    static void add(std::vector<Held>& list, const std::string& prefix, Place place) {
        const torch::Tensor tensor = place.tensor();
        const auto known =
            std::ranges::find_if(list, [&](const Held& held) { return held.tensor.is_same(tensor); });
        if (known != list.end())
            known->places.push_back(std::move(place));
        else
            list.push_back({prefix + place.attribute, tensor, {place}});
    }
};

/// The modules that this process has loaded, by their files.
class Loaded {
  public:
    void add(const std::string& file, Module module) {
        const std::scoped_lock lock(mutex_);
        modules_.insert_or_assign(file, std::move(module));
    }
    Module copy(const std::string& file, torch::Device device) {
        const std::scoped_lock lock(mutex_);
        const auto found = modules_.find(file);
        TY_CHECK(found != modules_.end(), "a model is made before its TorchScript module is loaded: " + file);
        const torch::NoGradGuard noGrad;
        Module copy = found->second.deepcopy();  // with a device it would share the tensors that are there
        copy.to(device);
        auto original = found->second.parameters().begin();
        for (const torch::Tensor& one : copy.parameters())  // which copies do not say of themselves
            one.set_requires_grad((*original++).requires_grad());
        return copy;
    }

  private:
    std::mutex mutex_;
    std::map<std::string, Module> modules_;
};

Loaded& loaded() {
    static Loaded modules;
    return modules;
}

/// What went wrong, without the interpreter's traceback.
base::Words lastLine(const std::exception& error) {
    base::Words words = base::saidBy(error);
    if (!words.sentence().empty()) return words;
    std::string text = words.text();
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return base::Words::plain(text.substr(text.rfind('\n') + 1));
}

/// A replica's copy of the module, whose parameters are the model's variables.
class Script : public Layer {
  public:
    explicit Script(const LayerParts& parts)
        : name_(parts.plan.name),
          output_(parts.plan.output),
          module_(loaded().copy(parts.plan.options["file"], parts.device)) {
        const torch::NoGradGuard noGrad;
        Tensors held(module_);
        TY_CHECK(
            held.variables.size() == parts.variables.size() && held.buffers.size() == parts.buffers.size(),
            "a copy of a module has other tensors");
        for (std::size_t i = 0; i < held.variables.size(); ++i) {
            torch::Tensor variable = parts.variables[i];
            variable.copy_(held.variables[i].tensor);
            held.variables[i].replace(variable);
        }
        for (std::size_t i = 0; i < held.buffers.size(); ++i) {
            torch::Tensor buffer = parts.buffers[i];
            buffer.copy_(held.buffers[i].tensor);
            if (held.buffers[i].tensor.is_floating_point()) held.buffers[i].replace(buffer);
            buffers_.push_back({std::move(held.buffers[i]), buffer});
        }
        module_.train(isTraining_);
    }

    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        if (isTraining_ != pass.isTraining()) module_.train(isTraining_ = pass.isTraining());
        takeCounters();
        const torch::Tensor y = computed(x);
        if (pass.isTraining()) keepBuffers();
        return y;
    }

  private:
    struct Buffer {
        Held held;
        torch::Tensor ours;
    };

    /// Integers, such as the number of batches that were normalised, are numbers of the model's type in its
    /// checkpoints, and integers in the module.
    void takeCounters() const {
        const torch::NoGradGuard noGrad;
        for (const Buffer& buffer : buffers_)
            if (!buffer.held.tensor.is_floating_point())
                buffer.held.places.front().tensor().copy_(buffer.ours);
    }
    /// A module may also replace a buffer by another tensor.
    void keepBuffers() const {
        const torch::NoGradGuard noGrad;
        for (Buffer& buffer : buffers_) {
            const torch::Tensor now = buffer.held.places.front().tensor();
            if (now.is_same(buffer.ours)) continue;
            buffer.ours.copy_(now);
            if (now.is_floating_point()) buffer.held.replace(buffer.ours);
        }
    }
    torch::Tensor computed(const torch::Tensor& x) const {
        try {
            const c10::IValue value = module_.forward({x});
            if (!value.isTensor() || value.toTensor().dim() < 2 || value.toTensor().size(0) != x.size(0))
                throw base::Saying<std::runtime_error>("it returns no tensor with a row for each sample");
            torch::Tensor y = value.toTensor();
            if (!output_.empty() && y.sizes().slice(1) != torch::IntArrayRef(output_))
                throw base::Saying<std::runtime_error>(
                    "it returns a tensor of another shape than when it was loaded");
            return y;
        } catch (const c10::OutOfMemoryError&) {
            throw;
        } catch (const std::exception& e) {
            if (base::isExhaustion(e)) throw;
            throw base::Saying<std::runtime_error>(base::say("layer {}: {}", name_, lastLine(e)));
        }
    }

    std::string name_;
    spec::Shape output_;
    mutable Module module_;
    mutable bool isTraining_ = false;
    mutable std::vector<Buffer> buffers_;
};

std::vector<spec::Layer::Variable> planned(const std::vector<Held>& tensors) {
    std::vector<spec::Layer::Variable> variables;
    for (const Held& held : tensors)
        variables.push_back({held.name, held.tensor.sizes().vec(), spec::kGivenValues});
    return variables;
}

/// What it returns for two samples of zeros.
spec::Shape outputOf(const spec::ModelPlan& plan) {
    const torch::NoGradGuard noGrad;
    LayerParts parts{plan.layers.front(), {}, {}};
    for (const auto& one : parts.plan.variables) parts.variables.push_back(at::zeros(one.shape));
    for (const auto& one : parts.plan.buffers) parts.buffers.push_back(at::zeros(one.shape));
    std::vector<std::int64_t> batch{2};
    batch.insert(batch.end(), plan.input.begin(), plan.input.end());
    return Script(parts).forward(at::zeros(batch), {}).sizes().slice(1).vec();
}

}  // namespace

base::Result<spec::ScriptFacts> openScript(const std::filesystem::path& file, const spec::Shape& input) {
    TY_ASSIGN(plugin::ScriptFile script, plugin::readTrustedScript(file));
    // The other executor optimises after its first passes, so that a resumed run would compute otherwise.
    torch::jit::getProfilingMode() = false;
    std::string failed = "loaded";
    try {
        std::istringstream bytes(std::move(script.bytes));
        const Module module = torch::jit::load(bytes, torch::kCPU);
        const Tensors tensors(module);
        spec::ScriptFacts facts{planned(tensors.variables), planned(tensors.buffers), {}};
        if (facts.variables.empty())
            return base::fail(Code::kRefused,
                              base::say("the TorchScript module {} has no parameters that can be trained "
                                        "(a frozen one has none)",
                                        file.string()),
                              "torchscript.frozen");
        loaded().add(file.string(), module);
        failed = "run";
        facts.output = outputOf(spec::planOf(facts, file, input));
        return facts;
    } catch (const std::exception& e) {
        if (base::isExhaustion(e)) throw;
        const std::string why = lastLine(e);
        if (failed == "loaded")
            return base::fail(Code::kRefused,
                              base::say("the TorchScript module {} cannot be loaded: {}", file.string(), why),
                              "torchscript.file");
        return base::fail(Code::kRefused,
                          base::say("the TorchScript module {} fails for samples of shape {}: {}",
                                    file.string(), spec::shapeText(input), why),
                          "torchscript.forward");
    }
}

std::span<const LayerKind> scripts() {
    static constexpr LayerKind kKinds[] = {{spec::kScriptKind, make<Script>, Steps::kDiffer}};
    return kKinds;
}

}  // namespace trainyard::engine::layers
