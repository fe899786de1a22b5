// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/model/layer.h"

/// One function per kind of layer, for the table in make_layer.cpp.
namespace trainyard::engine::layers {

std::unique_ptr<Layer> dense(const LayerParts& parts);
std::unique_ptr<Layer> embedding(const LayerParts& parts);
std::unique_ptr<Layer> conv2d(const LayerParts& parts);
std::unique_ptr<Layer> maxPooling2d(const LayerParts& parts);
std::unique_ptr<Layer> averagePooling2d(const LayerParts& parts);
std::unique_ptr<Layer> globalMaxPooling2d(const LayerParts& parts);
std::unique_ptr<Layer> globalAveragePooling2d(const LayerParts& parts);
std::unique_ptr<Layer> flatten(const LayerParts& parts);
std::unique_ptr<Layer> reshape(const LayerParts& parts);
std::unique_ptr<Layer> dropout(const LayerParts& parts);
std::unique_ptr<Layer> identity(const LayerParts& parts);
std::unique_ptr<Layer> rescaling(const LayerParts& parts);
std::unique_ptr<Layer> normalization(const LayerParts& parts);
std::unique_ptr<Layer> batchNormalization(const LayerParts& parts);
std::unique_ptr<Layer> layerNormalization(const LayerParts& parts);
std::unique_ptr<Layer> lstm(const LayerParts& parts);
std::unique_ptr<Layer> gru(const LayerParts& parts);

}  // namespace trainyard::engine::layers
