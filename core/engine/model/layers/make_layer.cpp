// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/base/check.h"
#include "core/engine/model/layers/layers.h"

namespace trainyard::engine {

std::unique_ptr<Layer> makeLayer(const LayerParts& parts) {
    static const std::map<std::string, std::unique_ptr<Layer> (*)(const LayerParts&)> kKinds{
        {"dense", layers::dense},
        {"embedding", layers::embedding},
        {"conv2d", layers::conv2d},
        {"max_pooling2d", layers::maxPooling2d},
        {"average_pooling2d", layers::averagePooling2d},
        {"global_max_pooling2d", layers::globalMaxPooling2d},
        {"global_average_pooling2d", layers::globalAveragePooling2d},
        {"flatten", layers::flatten},
        {"reshape", layers::reshape},
        {"dropout", layers::dropout},
        {"activation", layers::identity},  // the plan's activation follows every layer
        {"rescaling", layers::rescaling},
        {"normalization", layers::normalization},
        {"batch_normalization", layers::batchNormalization},
        {"layer_normalization", layers::layerNormalization},
        {"lstm", layers::lstm},
        {"gru", layers::gru},
    };
    const auto kind = kKinds.find(parts.plan.kind);
    TY_CHECK(kind != kKinds.end(),
             "a planned layer is of a kind that the engine does not know: " + parts.plan.kind);
    return kind->second(parts);
}

}  // namespace trainyard::engine
