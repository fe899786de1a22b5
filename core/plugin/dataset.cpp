// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/dataset.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/plugin/options.h"
#include "core/spec/model/estimate.h"

namespace trainyard::plugin {
namespace {

using base::Code;
using base::fail;
using nlohmann::json;

/// The manifest's formulas, with the options that are numbers.
class Extents {
  public:
    Extents(const std::string& id, const json& options) : id_(id) {
        for (const auto& option : options.items())
            if (option.value().is_number()) numbers_[option.key()] = option.value().get<double>();
    }
    base::Result<std::int64_t> value(const json& formula, std::int64_t least) const {
        double number = 0;
        if (formula.is_number()) {
            number = formula.get<double>();
        } else {
            const auto result = spec::evaluateFormula(formula.get<std::string>(), numbers_);
            if (!result) return refuse(result.error().message);
            number = std::floor(*result);
        }
        if (number >= static_cast<double>(least) && number <= 1 << 30)
            return static_cast<std::int64_t>(number);
        return refuse(base::say("{} is not an extent of a sample", number));
    }
    base::Result<json> shape(const json& extents) const {
        json numbers = json::array();
        for (const json& extent : extents) {
            TY_ASSIGN(const std::int64_t number, value(extent, 1));
            numbers.push_back(number);
        }
        return numbers;
    }

  private:
    std::unexpected<base::Error> refuse(const base::Words& why) const {
        return fail(Code::kRefused,
                    base::say("the manifest of the data set {} does not fit its options: {}", id_, why),
                    "dataset.manifest");
    }
    const std::string& id_;
    std::map<std::string, double> numbers_;
};

}  // namespace

bool isDataset(const spec::Choice& source) {
    return source.kind == "plugin";
}

const Manifest* datasetManifest(const spec::Choice& source, const Catalog& catalog) {
    const Manifest* found = catalog.find(source.value.value("plugin", ""));
    return found && found->kind == "dataset" ? found : nullptr;
}

base::Result<ChosenDataset> datasetOf(const spec::Choice& source, const std::string& path,
                                      const Catalog& catalog) {
    ChosenDataset chosen{datasetManifest(source, catalog), source.value.value("options", json::object()), {}};
    if (!chosen.manifest)
        return fail(
            Code::kNotFound,
            base::say("there is no data set `{}` (plugins here: {}; TRAINYARD_PLUGIN_PATH names further "
                      "folders)",
                      base::printable(source.value.value("plugin", "")), idsOf(catalog, "dataset")),
            "dataset.not_found");
    const auto problems =
        completeOptions(*chosen.manifest, chosen.options, path + ".options", "dataset.options");
    if (!problems.empty())
        return fail(Code::kRefused, base::say("{}: {}", problems.front().path(), problems.front().message()),
                    problems.front().code());
    const Extents extents(chosen.manifest->id, chosen.options);
    chosen.samples = chosen.manifest->dataset;
    for (const char* part : {"features", "labels"}) {
        TY_ASSIGN(chosen.samples[part]["shape"], extents.shape(chosen.samples[part]["shape"]));
    }
    TY_ASSIGN(chosen.samples["classes"], extents.value(chosen.samples["classes"], 0));
    return chosen;
}

}  // namespace trainyard::plugin
