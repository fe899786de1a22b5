// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/version.h>

#include "plugins/sdk/training.h"
#include "plugins/sdk/version.h"

namespace trainyard::sdk {

/// What a plugin's library exports as `trainyard_callback_plugin`, by TRAINYARD_CALLBACK_PLUGIN.
struct CallbackPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Called once per entry of train.callbacks, before the training. Throws on failure.
    Callback* (*create)(const CallbackContext& context);
};

}  // namespace trainyard::sdk

/// Put this at the end of a plugin's source: TRAINYARD_CALLBACK_PLUGIN("my_callback", [](const
/// CallbackContext& c) -> Callback* {…})
#define TRAINYARD_CALLBACK_PLUGIN(pluginId, factory)                                                       \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::CallbackPlugin*              \
    trainyard_callback_plugin() {                                                                          \
        static const ::trainyard::sdk::CallbackPlugin plugin{::trainyard::sdk::kSdkVersion, TORCH_VERSION, \
                                                             pluginId, factory};                           \
        return &plugin;                                                                                    \
    }
