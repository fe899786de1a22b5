// SPDX-License-Identifier: Apache-2.0
// The former place of this header.
#pragma once

#include "plugins/sdk/loop/job.h"
