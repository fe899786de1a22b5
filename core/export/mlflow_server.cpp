// SPDX-License-Identifier: Apache-2.0
#include "core/export/mlflow_server.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/text.h"

namespace trainyard::exports {
namespace {

using Json = nlohmann::json;

constexpr long kConnectSeconds = 10;
constexpr long kSilentSeconds = 60;                  // without a byte in either direction
constexpr std::size_t kMostReply = 4 * 1024 * 1024;  // MLflow's replies to these calls have some kilobytes
constexpr std::size_t kShownReply = 200;

struct Free {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value ? value : "";
}

std::size_t append(char* bytes, std::size_t size, std::size_t count, void* reply) {
    auto& text = *static_cast<std::string*>(reply);
    if (text.size() + size * count > kMostReply) return 0;  // ends the request: CURLE_WRITE_ERROR
    text.append(bytes, size * count);
    return size * count;
}

int endIfStopped(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

/// Invalid UTF-8 becomes replacement characters.
std::string textOf(const Json& body) {
    return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Code codeOf(long status, const std::string& name) {
    if (name == "RESOURCE_ALREADY_EXISTS") return base::Code::kAlreadyExists;
    switch (status) {
        case 400:
            return base::Code::kInvalidArgument;
        case 401:
            return base::Code::kUnauthenticated;
        case 403:
            return base::Code::kPermissionDenied;
        case 404:
            return base::Code::kNotFound;
        case 429:
        case 502:
        case 503:
        case 504:
            return base::Code::kUnavailable;
        default:
            return base::Code::kInternal;
    }
}

/// What a reply other than 200 says: MLflow's JSON, or a page of a proxy.
base::Error refusal(const std::string& address, const std::string& call, long status,
                    const std::string& reply) {
    const Json json = Json::parse(reply, nullptr, /*allow_exceptions=*/false);
    const std::string name = textAt(json, "/error_code");
    const std::string text = json.is_object() ? textAt(json, "/message") : reply.substr(0, kShownReply);
    const std::string who =
        status == 401 || status == 403
            ? ". Set MLFLOW_TRACKING_TOKEN, or MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD"
            : "";
    std::string id = name.empty() ? "mlflow.refused" : "mlflow." + name;
    std::ranges::transform(id, id.begin(), [](unsigned char one) { return std::tolower(one); });
    return {.code = codeOf(status, name),
            .message = base::say("{} refused {} with status {}: {}{}", address, call, status,
                                 base::printable(text), who),
            .id = std::move(id)};
}

}  // namespace

std::string textAt(const Json& json, const char* pointer) {
    const Json::json_pointer place(pointer);
    return json.contains(place) && json.at(place).is_string() ? json.at(place).get<std::string>() : "";
}

struct MlflowServer::Handle {
    CURL* curl = curl_easy_init();
    Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { curl_easy_cleanup(curl); }
};

MlflowServer::MlflowServer(std::string address, std::stop_token stop, std::unique_ptr<Handle> handle)
    : address_(std::move(address)), stop_(std::move(stop)), handle_(std::move(handle)) {
}
MlflowServer::~MlflowServer() = default;
MlflowServer::MlflowServer(MlflowServer&& other) noexcept = default;

base::Result<MlflowServer> MlflowServer::at(const std::string& address, std::stop_token stop) {
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURLU, Free> url(curl_url());
    auto handle = std::make_unique<Handle>();
    if (ready != CURLE_OK || !url || !handle->curl)
        return base::fail(base::Code::kInternal, "libcurl could not be started");
    const CURLUcode parsed = curl_url_set(url.get(), CURLUPART_URL, address.c_str(), 0);
    char* user = nullptr;
    const bool namesUser =
        parsed == CURLUE_OK && curl_url_get(url.get(), CURLUPART_USER, &user, 0) == CURLUE_OK;
    curl_free(user);
    const bool isHttp = address.starts_with("http://") || address.starts_with("https://");
    if (parsed != CURLUE_OK || !isHttp)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("{} is not the address of an MLflow server: expected http://HOST:PORT "
                                    "or https://HOST",
                                    base::printable(address)),
                          "usage.url");
    if (namesUser)
        return base::fail(base::Code::kInvalidArgument,
                          "an MLflow server's address has no user or password: they would be in the history "
                          "of your shell. Set MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD",
                          "usage.url");
    std::string trimmed = address;
    while (trimmed.ends_with('/')) trimmed.pop_back();
    return MlflowServer(std::move(trimmed), std::move(stop), std::move(handle));
}

base::Result<Json> MlflowServer::post(const std::string& call, const Json& body) {
    return send(call, textOf(body), stop_);
}

base::Result<Json> MlflowServer::get(const std::string& call, const std::string& name,
                                     const std::string& value) {
    char* escaped = curl_easy_escape(handle_->curl, value.data(), static_cast<int>(value.size()));
    const std::string query = fmt::format("{}?{}={}", call, name, escaped ? escaped : "");
    curl_free(escaped);
    return send(query, "", stop_);
}

base::Status MlflowServer::undo(const std::string& call, const Json& body) {
    TY_TRY(send(call, textOf(body), {}));
    return {};
}

base::Result<Json> MlflowServer::send(const std::string& call, const std::string& body,
                                      const std::stop_token& stop) {
    const std::string url = fmt::format("{}/api/2.0/mlflow/{}", address_, call);
    std::string reply;
    std::unique_ptr<curl_slist, Free> headers(curl_slist_append(nullptr, "Content-Type: application/json"));
    CURL* curl = handle_->curl;
    curl_easy_reset(curl);  // the connection stays open
    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSilentSeconds);
    if (!body.empty()) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
    }
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reply);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, endIfStopped);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &stop);
    if (const std::string token = variable("MLFLOW_TRACKING_TOKEN"); !token.empty()) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
        curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, token.c_str());
    } else if (const std::string user = variable("MLFLOW_TRACKING_USERNAME"); !user.empty()) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        curl_easy_setopt(curl, CURLOPT_USERNAME, user.c_str());
        curl_easy_setopt(curl, CURLOPT_PASSWORD, variable("MLFLOW_TRACKING_PASSWORD").c_str());
    }
    const CURLcode done = curl_easy_perform(curl);
    if (done == CURLE_ABORTED_BY_CALLBACK) return base::fail(base::Code::kCancelled, "cancelled");
    if (done != CURLE_OK)
        return base::fail(base::Code::kUnavailable,
                          base::say("{} cannot be reached: {}. Is the server running there?", address_,
                                    curl_easy_strerror(done)),
                          "mlflow.unreachable");
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return base::fail(refusal(address_, call, status, reply));
    Json json = Json::parse(reply, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return base::fail(base::Code::kInvalidArgument,
                          base::say("{} does not answer as an MLflow server does: {}", address_,
                                    base::printable(reply.substr(0, kShownReply))),
                          "mlflow.not_mlflow");
    return json;
}

}  // namespace trainyard::exports
