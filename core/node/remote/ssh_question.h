// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::node {

/// Something that ssh has to know to continue.
struct SshQuestion {
    enum class Kind {
        kSecret,  ///< a password, a passphrase or a code; ssh does not say whether it may be shown
        kYesNo,   ///< "yes" or "no"; about a host's key, its fingerprint as well
        kNotice,  ///< nothing can be entered: ssh waits for the touch of a security key
    };
    std::string prompt;  ///< in the words of ssh or of the host: lines, each of them printable()
    Kind kind = Kind::kSecret;
};

/// Whoever answers the questions of one connection, one at a time. [loop]
class SshAsker {
  public:
    /// Nothing: the connection is cancelled. Whoever is called copies the text nowhere but to ssh.
    using OnAnswer = std::function<void(std::optional<std::string_view>)>;
    virtual ~SshAsker() = default;

    /// `onAnswer` is called in the loop, at most once, and not from inside the call.
    virtual void ask(const SshQuestion& question, OnAnswer onAnswer) = 0;
    /// The last question needs no answer any more.
    virtual void withdraw() = 0;
};

/// An answer that takes longer ends the connection. A server waits for two minutes in all (LoginGraceTime).
inline constexpr std::chrono::seconds kAnswerWithin{90};

// Ids of errors, apart from "node.unreachable".
inline constexpr const char* kSshAsks = "ssh.asks";              ///< an answer is needed, nobody to give it
inline constexpr const char* kSshCancelled = "ssh.cancelled";    ///< nobody wants to answer
inline constexpr const char* kSshUnanswered = "ssh.unanswered";  ///< nobody did within kAnswerWithin

}  // namespace trainyard::node
