// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>
#include <memory>
#include <string>

#include "core/client/remote/ssh_agent.h"

namespace trainyard::desktop {

/// Asks the person at the window what ssh has to know to reach the agent of another machine. Must be owned by
/// a shared pointer, and live as long as the window.
class AgentQuestions : public std::enable_shared_from_this<AgentQuestions> {
  public:
    /// For connections to `address`. Once its questions were cancelled, it asks no more.
    client::RemoteOptions optionsFor(const std::string& address);
    /// Over which questions are shown; without one they wait. [gui]
    void setWindow(QWidget* window) { window_ = window; }
    QWidget* window() const { return window_; }  ///< [gui]

  private:
    QPointer<QWidget> window_;
};

}  // namespace trainyard::desktop
