// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::sdk {

/// The version of this interface. A plugin built against another one is refused before any call into it.
inline constexpr int kSdkVersion = 4;

}  // namespace trainyard::sdk
