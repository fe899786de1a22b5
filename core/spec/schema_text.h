// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trainyard::spec {

/// resources/schema/run.schema.json and manifest.schema.json as they stand there, compiled in.
std::string_view runSchemaText();
std::string_view manifestSchemaText();

}  // namespace trainyard::spec
