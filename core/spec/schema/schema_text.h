// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::spec {

/// The contents of resources/schema/run.schema.json and manifest.schema.json, compiled in.
std::string_view runSchemaText();
std::string_view manifestSchemaText();

}  // namespace trainyard::spec
