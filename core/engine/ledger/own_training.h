// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/words.h"
#include "plugins/sdk/training.h"

namespace trainyard::engine {

/// What callbacks of ours can do beyond a plugin's: ask for more, and say sentences that the window
/// translates, while the texts of a plugin's are shown as they are. [train]
class OwnTraining : public sdk::Training {
  public:
    /// Whether restoreBest() finds what saveAsBest() saved, in this training or before the checkpoint that it
    /// continues from.
    virtual bool hasBest() const = 0;
    virtual void stopInWords(const base::Words& reason) = 0;
    virtual void warnInWords(const base::Words& message) = 0;
};

/// As `training`.stop() and warn(): in words where it takes them, otherwise in English.
inline void stopInWords(sdk::Training& training, const base::Words& reason) {
    auto* const own = dynamic_cast<OwnTraining*>(&training);
    own ? own->stopInWords(reason) : training.stop(reason.text());
}
inline void warnInWords(sdk::Training& training, const base::Words& message) {
    auto* const own = dynamic_cast<OwnTraining*>(&training);
    own ? own->warnInWords(message) : training.warn(message.text());
}

}  // namespace trainyard::engine
