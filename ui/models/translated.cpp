// SPDX-License-Identifier: Apache-2.0
#include "ui/models/translated.h"

#include <QLocale>

namespace trainyard::models {

QString inLanguage(const bridge::Translated& texts) {
    const QString name = QLocale().name();  // "zh_CN", "ja_JP"
    for (const QString& language : {name, name.section('_', 0, 0), QStringLiteral("en")})
        if (const QString text = texts.value(language); !text.isEmpty()) return text;
    return {};
}

}  // namespace trainyard::models
