// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/sdk/callback.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::sdk {

/// What the library of a callback whose manifest says "closures" exports as `trainyard_callback_closures`
/// too, with TRAINYARD_CALLBACK_CLOSURES: closures that run on the workers beside the steps of the built-in
/// training, scheduled by CallbackContext::coordinator.
struct CallbackClosures {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Called in every worker before anything runs. The names are the callback's own: other callbacks and the
    /// built-in training may use the same.
    void (*registerClosures)(ClosureRegistry& registry);
};

}  // namespace trainyard::sdk

/// After TRAINYARD_CALLBACK_PLUGIN: TRAINYARD_CALLBACK_CLOSURES("my_callback", registerClosures)
#define TRAINYARD_CALLBACK_CLOSURES(pluginId, registration)                                              \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::CallbackClosures*          \
    trainyard_callback_closures() {                                                                      \
        static const ::trainyard::sdk::CallbackClosures closures{::trainyard::sdk::kSdkVersion,          \
                                                                 TORCH_VERSION, pluginId, registration}; \
        return &closures;                                                                                \
    }
