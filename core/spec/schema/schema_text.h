// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::spec {

/// The contents of resources/schema/run.schema.json, manifest.schema.json and sweep.schema.json, compiled in.
std::string_view runSchemaText();
std::string_view manifestSchemaText();
std::string_view sweepSchemaText();

}  // namespace trainyard::spec
