// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <limits>
#include <string>

#include "plugins/sdk/coordinator.h"

namespace trainyard::sdk {

/// Variables whose names begin so are on the parameter servers, and in no checkpoint.
inline constexpr const char* kMetricVariables = "metrics/";

/// A mean, such as an accuracy, whose sum and count are on a parameter server: what Keras' metrics are under
/// ParameterServerStrategy. Closures of any worker update it, and the chief reads it, which is exact once it
/// has joined. A closure that runs again, because its worker was lost after the update, counts twice, as
/// there.
class ServerMean {
  public:
    explicit ServerMean(const std::string& name) : variable_(kMetricVariables + name) {}

    /// On the chief, before a closure that updates it is scheduled.
    base::Status create(Variables& variables) const {
        return variables.create(variable_, at::zeros({2}, torch::kFloat64),
                                {"sgd", {{"learning_rate", kRate}}});
    }
    /// In a closure: adds both, at once.
    base::Status update(Variables& variables, double sum, double count) const {
        // A step of gradient descent is an addition, which a server makes for one caller after the other.
        TY_TRY(variables.push({{variable_, at::tensor({-sum, -count}, torch::kFloat64)}}, kRate));
        return {};
    }
    /// NaN before the first update.
    base::Result<double> result(Variables& variables) const {
        TY_ASSIGN(const torch::Tensor value, variables.read(variable_));
        const double count = value[1].item<double>();
        return count == 0 ? std::numeric_limits<double>::quiet_NaN() : value[0].item<double>() / count;
    }
    /// With nothing in progress, at the beginning of an epoch.
    base::Status reset(Variables& variables) const {
        return variables.assign(variable_, at::zeros({2}, torch::kFloat64));
    }

  private:
    static constexpr double kRate = 1;
    std::string variable_;
};

}  // namespace trainyard::sdk
