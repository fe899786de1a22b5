// SPDX-License-Identifier: Apache-2.0
// Layers of plugins, and the built-in ones inside them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <mutex>
#include <stdexcept>

#include "core/base/check.h"
#include "core/base/exhaustion.h"
#include "core/base/text.h"
#include "core/engine/model/layers/layers.h"

namespace trainyard::engine::layers {
namespace {

/// The plugins that this process has opened, by id.
class Opened {
  public:
    void add(const sdk::LayerPlugin& plugin) {
        const std::scoped_lock lock(mutex_);
        plugins_[plugin.id] = &plugin;
    }
    const sdk::LayerPlugin& find(const std::string& id) {
        const std::scoped_lock lock(mutex_);
        const auto found = plugins_.find(id);
        TY_CHECK(found != plugins_.end(), "a model is made before its plugins are open: " + id);
        return *found->second;
    }

  private:
    std::mutex mutex_;
    std::map<std::string, const sdk::LayerPlugin*> plugins_;
};

Opened& opened() {
    static Opened plugins;
    return plugins;
}

struct PassHere : sdk::LayerPass {
    explicit PassHere(const Pass& given) : pass(given) {}
    bool isTraining() const override { return pass.isTraining(); }
    const Pass& pass;
};

/// A layer of the engine's as a plugin uses it.
class Inside : public sdk::Layer {
  public:
    explicit Inside(const LayerParts& parts)
        : layer_(makeLayer(parts)), activation_(activationOf(parts.plan.activation)) {}
    torch::Tensor forward(const torch::Tensor& x, const sdk::LayerPass& pass) const override {
        const torch::Tensor y = layer_->forward(x, static_cast<const PassHere&>(pass).pass);
        return activation_ ? activation_(y) : y;
    }

  private:
    std::unique_ptr<engine::Layer> layer_;
    Activation activation_;
};

/// The layer's own come first, before those of the layers inside.
void addOwn(const std::vector<spec::Layer::Variable>& planned, const std::vector<torch::Tensor>& tensors,
            const std::string& name, std::size_t count, std::map<std::string, torch::Tensor>& variables) {
    for (std::size_t i = 0; i < count; ++i) variables[planned[i].name.substr(name.size() + 1)] = tensors[i];
}

class Plugin : public engine::Layer {
  public:
    explicit Plugin(const LayerParts& parts) : name_(parts.plan.name), output_(parts.plan.output) {
        sdk::LayerContext context{parts.plan.options, parts.plan.input, output_, {}, {}, parts.device};
        std::size_t variables = parts.variables.size(), buffers = parts.buffers.size();
        for (const spec::Layer& one : parts.plan.layers) {
            variables -= one.variables.size();
            buffers -= one.buffers.size();
        }
        addOwn(parts.plan.variables, parts.variables, name_, variables, context.variables);
        addOwn(parts.plan.buffers, parts.buffers, name_, buffers, context.variables);
        auto variable = parts.variables.begin() + static_cast<std::ptrdiff_t>(variables);
        auto buffer = parts.buffers.begin() + static_cast<std::ptrdiff_t>(buffers);
        for (const spec::Layer& one : parts.plan.layers) {
            LayerParts inside{one, {}, {}, parts.device};
            for (std::size_t i = 0; i < one.variables.size(); ++i) inside.variables.push_back(*variable++);
            for (std::size_t i = 0; i < one.buffers.size(); ++i) inside.buffers.push_back(*buffer++);
            context.layers[one.name.substr(name_.size() + 1)] = std::make_shared<Inside>(inside);
        }
        named([&] {
            layer_.reset(opened().find(parts.plan.plugin).create(context));
            if (!layer_) throw base::Saying<std::runtime_error>("its plugin creates none");
        });
    }

    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        torch::Tensor y;
        named([&] {
            y = layer_->forward(x, PassHere(pass));
            std::vector<std::int64_t> wanted{x.size(0)};
            wanted.insert(wanted.end(), output_.begin(), output_.end());
            if (!y.defined() || y.sizes() != wanted)
                throw base::Saying<std::runtime_error>(
                    base::say("it returns ({}) where its manifest says ({})",
                              y.defined() ? fmt::format("{}", fmt::join(y.sizes(), ", ")) : "nothing",
                              fmt::join(wanted, ", ")));
        });
        return y;
    }

  private:
    /// Whatever `call` throws names the layer; what others must recognize passes unchanged.
    template <class Call>
    void named(const Call& call) const {
        try {
            call();
        } catch (const sdk::PeerLost&) {
            throw;
        } catch (const std::exception& e) {
            if (base::isExhaustion(e)) throw;
            throw base::Saying<std::runtime_error>(base::say("layer {}: {}", name_, base::saidBy(e)));
        }
    }

    std::string name_;
    spec::Shape output_;
    std::unique_ptr<sdk::Layer> layer_;
};

}  // namespace

void addPlugin(const sdk::LayerPlugin& plugin) {
    opened().add(plugin);
}

std::span<const LayerKind> plugins() {
    static constexpr LayerKind kKinds[] = {{"plugin", make<Plugin>, Steps::kDiffer}};
    return kKinds;
}

}  // namespace trainyard::engine::layers
