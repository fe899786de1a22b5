// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

namespace trainyard {

/// While it lives, this process may not read what only root may: it has nobody's rights, if it had root's.
class AsNobody {
  public:
    AsNobody() : isRoot_(::geteuid() == 0) { EXPECT_TRUE(!isRoot_ || ::seteuid(kNobody) == 0); }
    ~AsNobody() { EXPECT_TRUE(!isRoot_ || ::seteuid(0) == 0); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

  private:
    static constexpr uid_t kNobody = 65534;
    const bool isRoot_;
};

}  // namespace trainyard
