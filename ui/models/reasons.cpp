// SPDX-License-Identifier: Apache-2.0
#include "ui/models/reasons.h"

#include <QCoreApplication>

#include "ui/models/agent_words.h"

namespace trainyard::models {

QString reasonList(const QStringList& reasons) {
    if (reasons.size() < 2) return reasons.join(QString());
    QString lines;
    for (const QString& reason : reasons) lines += QStringLiteral("\n• ") + reason;
    return lines;
}

QString reasonList(const std::vector<bridge::Finding>& findings) {
    QStringList reasons;
    for (const bridge::Finding& finding : findings)
        if (finding.severity == bridge::Severity::kError)
            reasons << (finding.fix.isEmpty()
                            ? inReadersLanguage(finding.message)
                            : QStringLiteral("%1 (%2)").arg(inReadersLanguage(finding.message),
                                                            inReadersLanguage(finding.fix)));
    return reasonList(reasons);
}

QString whyReadOnly(const bridge::Sentence& storeDamage) {
    if (storeDamage.isEmpty()) return {};
    return QCoreApplication::translate("Reasons",
                                       "The store is damaged and read-only. Make it again with: trainyard "
                                       "--headless doctor --rebuild");
}

}  // namespace trainyard::models
