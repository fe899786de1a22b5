// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/events/event_file.h"
#include "core/events/spool.h"

namespace trainyard::control {

/// Recognizes a program that writes its only checkpoint again and again: only what is replaced as a whole
/// (written beside and renamed) survives that its program is killed meanwhile.
class OverwrittenFile {
  public:
    /// Takes a checkpoint that a program on this machine has reported, with the event that reported it.
    /// Returns the warning, once. Blocks on the disk.
    std::optional<base::Words> take(const events::TextEvent& told, const events::ClientRecord& record);

  private:
    std::map<std::string, std::pair<dev_t, ino_t>> reported_;  ///< by path; zeros: not known
    bool hasWarned_ = false;
};

}  // namespace trainyard::control
