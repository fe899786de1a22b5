// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tensor_tree_model.h"

#include <QStringList>
#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::models {

struct TensorTreeModel::Node {
    QString name;
    Node* parent = nullptr;
    int row = 0;
    const bridge::TensorRow* tensor = nullptr;
    std::int64_t bytes = 0;
    std::int64_t elements = 0;
    std::int64_t notFinite = 0;
    std::vector<std::unique_ptr<Node>> children;

    Node& add(const QString& childName) {
        auto fresh = std::make_unique<Node>();
        fresh->name = childName;
        fresh->parent = this;
        fresh->row = static_cast<int>(children.size());
        children.push_back(std::move(fresh));
        return *children.back();
    }
    Node& module(const QString& childName) {
        const auto known = std::ranges::find_if(
            children, [&](const auto& node) { return node->name == childName && !node->tensor; });
        return known != children.end() ? **known : add(childName);
    }
};

TensorTreeModel::TensorTreeModel(QObject* parent)
    : QAbstractItemModel(parent), root_(std::make_unique<Node>()) {
}

TensorTreeModel::~TensorTreeModel() = default;

void TensorTreeModel::setTensors(std::vector<bridge::TensorRow> tensors) {
    beginResetModel();
    tensors_ = std::move(tensors);
    root_ = std::make_unique<Node>();
    for (const bridge::TensorRow& tensor : tensors_) {
        QStringList parts = tensor.name.split('.');
        const QString leaf = parts.takeLast();
        Node* node = &root_->module(tensor.file);
        for (const QString& part : parts) node = &node->module(part);
        Node& own = node->add(leaf);
        own.tensor = &tensor;
        std::int64_t elements = 1;
        for (const std::int64_t size : tensor.shape) elements *= size;
        for (Node* above = &own; above; above = above->parent) {
            above->bytes += tensor.bytes;
            above->elements += elements;
            above->notFinite += tensor.notFinite;
        }
    }
    endResetModel();
}

TensorTreeModel::Node* TensorTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : root_.get();
}

const bridge::TensorRow* TensorTreeModel::tensor(const QModelIndex& index) const {
    return nodeOf(index)->tensor;
}

QModelIndex TensorTreeModel::index(int row, int column, const QModelIndex& parent) const {
    const Node* above = nodeOf(parent);
    if (row < 0 || row >= static_cast<int>(above->children.size()) || column < 0 || column >= kColumnCount)
        return {};
    return createIndex(row, column, above->children[static_cast<std::size_t>(row)].get());
}

QModelIndex TensorTreeModel::parent(const QModelIndex& index) const {
    const Node* above = index.isValid() ? nodeOf(index)->parent : nullptr;
    if (!above || above == root_.get()) return {};
    return createIndex(above->row, 0, const_cast<Node*>(above));
}

int TensorTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int TensorTreeModel::columnCount(const QModelIndex&) const {
    return kColumnCount;
}

QVariant TensorTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Node& node = *nodeOf(index);
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() >= kSize ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == kSeverityRole && node.notFinite > 0) return static_cast<int>(bridge::Severity::kError);
    if (role == kIdRole) return node.tensor ? node.tensor->file + '/' + node.tensor->name : node.name;
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case kName:
            return shown(node.name);
        case kShape: {
            if (!node.tensor) return tr("%1 values").arg(count(node.elements));
            QStringList sizes;
            for (const std::int64_t size : node.tensor->shape) sizes << QString::number(size);
            return '[' + sizes.join(QStringLiteral(", ")) + ']';
        }
        case kType:
            return node.tensor ? node.tensor->dtype : QString();
        case kSize:
            return byteSize(node.bytes);
        case kMin:
            return node.tensor && node.tensor->min == node.tensor->min ? number(node.tensor->min) : QString();
        case kMean:
            return node.tensor && node.tensor->mean == node.tensor->mean ? number(node.tensor->mean)
                                                                         : QString();
        case kMax:
            return node.tensor && node.tensor->max == node.tensor->max ? number(node.tensor->max) : QString();
        case kNotFinite:
            return node.notFinite > 0 ? count(node.notFinite) : QString();
        default:
            return {};
    }
}

QVariant TensorTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section >= kSize ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == kNotFinite) return tr("Values that are NaN or infinite");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kName:
            return tr("Tensor");
        case kShape:
            return tr("Shape");
        case kType:
            return tr("Type");
        case kSize:
            return tr("Size");
        case kMin:
            return tr("Minimum");
        case kMean:
            return tr("Mean");
        case kMax:
            return tr("Maximum");
        case kNotFinite:
            return QStringLiteral("NaN, ∞");
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_tensor_tree_model.cpp"
