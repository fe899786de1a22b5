// SPDX-License-Identifier: Apache-2.0
#include "ui/models/layer_list_model.h"

#include <algorithm>

#include "core/spec/model/layers.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_write.h"
#include "ui/bridge/from_words.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList numbers;
    for (const std::int64_t n : shape) numbers << QString::number(n);
    return numbers.join(QStringLiteral(" × "));
}

const Json& layerSchema() {
    const Json& model = spec::runSchema()["properties"]["train"]["properties"]["model"];
    return spec::alternativeNamed(model, "layers")->at("properties")["layers"]["items"];
}

/// The options as written in a run file, without braces: "filters: 32, kernel_size: 3".
QString optionsText(const Json& layer) {
    if (!layer.is_object() || layer.empty()) return {};
    const Json& options = layer.begin().value();
    const Json& schema = spec::schemaOf(layerSchema(), layer, layer.begin().key());
    const QString flow = QString::fromStdString(spec::flowYaml(options, schema));
    return options.is_object() ? flow.mid(1, flow.size() - 2) : flow;
}

}  // namespace

QString layerKind(const Json& layer) {
    if (layer.is_string()) return QString::fromStdString(layer.get<std::string>());
    return layer.is_object() && !layer.empty() ? QString::fromStdString(layer.begin().key()) : QString();
}

void LayerListModel::setLayers(const Json& layers, const std::vector<std::int64_t>& input) {
    const std::size_t before = rows_.size();
    const std::size_t after = layers.is_array() ? layers.size() : 0;
    // Rows keep their position while their content changes, so that the selection stays.
    if (after > before) {
        beginInsertRows({}, static_cast<int>(before), static_cast<int>(after) - 1);
        rows_.resize(after);
        endInsertRows();
    } else if (after < before) {
        beginRemoveRows({}, static_cast<int>(after), static_cast<int>(before) - 1);
        rows_.resize(after);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < after; ++i) {
        const QString kind = layerKind(layers[i]);
        const bool isSame = rows_[i].kind == kind;
        rows_[i] = {.kind = kind,
                    .options = optionsText(layers[i]),
                    .output = isSame ? rows_[i].output : QString(),
                    .parameters = isSame ? rows_[i].parameters : -1};
    }
    plan(after > 0 ? layers : Json::array(), input);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
}

void LayerListModel::plan(const Json& layers, const std::vector<std::int64_t>& input) {
    broken_ = -1;
    problem_ = {};
    // What a plugin's layer makes is in its manifest, which the agent reads.
    const bool hasPlugin = std::ranges::any_of(
        layers, [](const Json& layer) { return layerKind(layer) == QLatin1String("plugin"); });
    isPlannedHere_ = !input.empty() && !hasPlugin;
    if (!isPlannedHere_ || layers.empty()) return;
    for (Row& row : rows_) row = {.kind = row.kind, .options = row.options};
    const auto planned = spec::planLayers({"layers", layers}, input);
    if (!planned) {
        broken_ = std::max(planned.error().layer, 0);
        problem_ = bridge::toSentence(planned.error().error.message);
    }
    const spec::ModelPlan& plan = planned ? *planned : planned.error().known;
    for (std::size_t i = 0; i < plan.layers.size() && i < rows_.size(); ++i) {
        rows_[i].output = shapeText(plan.layers[i].output);
        rows_[i].parameters = plan.layers[i].parameters();
    }
}

void LayerListModel::setPlanned(const std::vector<bridge::LayerRow>& rows) {
    if (isPlannedHere_ || rows.size() != rows_.size() || rows.empty()) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows_[i].output = shapeText(rows[i].outputShape);
        rows_[i].parameters = rows[i].parameters;
    }
    emit dataChanged(index(0, kOutput), index(rowCount() - 1, kParameters));
}

std::int64_t LayerListModel::parameters() const {
    std::int64_t sum = 0;
    for (const Row& row : rows_) sum += std::max<std::int64_t>(row.parameters, 0);
    return sum;
}

int LayerListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LayerListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant LayerListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const bool isBroken = index.row() == broken_;
    if (role == kSeverityRole && isBroken) return static_cast<int>(bridge::Severity::kError);
    if (role == Qt::ToolTipRole) return isBroken ? inReadersLanguage(problem_) : row.options;
    if (role == Qt::TextAlignmentRole && index.column() == kParameters)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case kKind:
            return row.kind;
        case kOptions:
            return row.options;
        case kOutput:
            return isBroken && row.output.isEmpty() ? tr("does not fit") : row.output;
        case kParameters:
            return row.parameters < 0 ? QString() : count(row.parameters);
        default:
            return {};
    }
}

QVariant LayerListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section == kParameters)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("Layer"), tr("Options"), tr("Output"), tr("Parameters")};
    return section < kColumnCount ? titles[section] : QVariant();
}

}  // namespace trainyard::models

#include "moc_layer_list_model.cpp"
