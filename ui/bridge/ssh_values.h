// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string.h>

#include <QString>
#include <string>
#include <utility>

namespace trainyard::bridge {

/// Something that ssh has to know to continue.
struct SshQuestion {
    enum class Kind {
        kSecret,  ///< a password, a passphrase, a code
        kYesNo,
        kNotice,  ///< nothing can be entered: a security key must be touched
    };
    QString id;      ///< empty: none is asked
    QString prompt;  ///< in the words of ssh or of the host: plain text
    Kind kind = Kind::kSecret;
};

/// What a person has entered. It is passed around by shared pointers, and cleared with the last of them.
class SshAnswer {
  public:
    explicit SshAnswer(std::string text) : text_(std::move(text)) {}
    ~SshAnswer() { ::explicit_bzero(text_.data(), text_.size()); }
    SshAnswer(const SshAnswer&) = delete;
    SshAnswer& operator=(const SshAnswer&) = delete;

    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace trainyard::bridge
