// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>

#include "core/base/error.h"

namespace trainyard::exports {

/// The string at a JSON pointer ("/run/info/run_id"); empty where there is none.
std::string textAt(const nlohmann::json& json, const char* pointer);

/// MLflow's REST interface, version 2.0 (https://mlflow.org/docs/latest/rest-api.html), at one tracking
/// server. Who calls is told by the variables that MLflow's own client reads: MLFLOW_TRACKING_TOKEN, or
/// MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD. Proxies are those of curl's variables. [any one
/// thread; blocks]
class MlflowServer {
  public:
    /// `address`: http or https, with the path that a proxy may have put before the interface, without user
    /// and password. kInvalidArgument ("usage.url") otherwise. Connects to nothing. Requests end with
    /// kCancelled once `stop` is requested.
    static base::Result<MlflowServer> at(const std::string& address, std::stop_token stop);
    ~MlflowServer();
    MlflowServer(MlflowServer&& other) noexcept;
    MlflowServer& operator=(MlflowServer&&) = delete;

    const std::string& address() const { return address_; }

    /// `call` is what follows "api/2.0/mlflow/". kUnavailable ("mlflow.unreachable") without a connection;
    /// for an error that the server reports the code that fits it, and "mlflow." with MLflow's name of it in
    /// lower case as the id.
    base::Result<nlohmann::json> post(const std::string& call, const nlohmann::json& body);
    /// The same with one parameter in the address.
    base::Result<nlohmann::json> get(const std::string& call, const std::string& name,
                                     const std::string& value);
    /// post(), also after `stop` was requested: to undo what was begun.
    base::Status undo(const std::string& call, const nlohmann::json& body);

  private:
    struct Handle;
    MlflowServer(std::string address, std::stop_token stop, std::unique_ptr<Handle> handle);
    /// Without a body: a GET.
    base::Result<nlohmann::json> send(const std::string& call, const std::string& body,
                                      const std::stop_token& stop);

    std::string address_;  ///< without a slash at its end
    std::stop_token stop_;
    std::unique_ptr<Handle> handle_;
};

}  // namespace trainyard::exports
