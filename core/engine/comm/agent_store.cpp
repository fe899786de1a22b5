// SPDX-License-Identifier: Apache-2.0
#include "core/engine/comm/agent_store.h"

#include <c10/util/Exception.h>

namespace trainyard::engine {
namespace {

v1::StoreRequest request(v1::StoreRequest::Op op, const std::vector<std::string>& keys) {
    v1::StoreRequest request;
    request.set_op(op);
    for (const std::string& key : keys) request.add_keys(key);
    return request;
}

void setBytes(std::string* out, const std::vector<uint8_t>& bytes) {
    out->assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::vector<uint8_t> bytesOf(const std::string& text) {
    return {text.begin(), text.end()};
}

}  // namespace

v1::StoreReply AgentStore::call(const v1::StoreRequest& request) {
    auto reply = link_->store(request);
    if (!reply) C10_THROW_ERROR(DistStoreError, reply.error().describe());
    return std::move(*reply);
}

c10::intrusive_ptr<c10d::Store> AgentStore::clone() {
    return c10::make_intrusive<AgentStore>(link_);
}

void AgentStore::set(const std::string& key, const std::vector<uint8_t>& value) {
    auto set = request(v1::StoreRequest::SET, {key});
    setBytes(set.mutable_value(), value);
    call(set);
}

std::vector<uint8_t> AgentStore::compareSet(const std::string& key, const std::vector<uint8_t>& expected,
                                            const std::vector<uint8_t>& desired) {
    auto compare = request(v1::StoreRequest::COMPARE_SET, {key});
    setBytes(compare.mutable_expected(), expected);
    setBytes(compare.mutable_value(), desired);
    return bytesOf(call(compare).value());
}

std::vector<uint8_t> AgentStore::get(const std::string& key) {
    auto get = request(v1::StoreRequest::GET, {key});
    get.set_timeout_ms(timeout_.count());
    return bytesOf(call(get).value());
}

std::int64_t AgentStore::add(const std::string& key, std::int64_t amount) {
    auto add = request(v1::StoreRequest::ADD, {key});
    add.set_amount(amount);
    return call(add).number();
}

bool AgentStore::deleteKey(const std::string& key) {
    return call(request(v1::StoreRequest::DELETE, {key})).flag();
}

bool AgentStore::check(const std::vector<std::string>& keys) {
    return call(request(v1::StoreRequest::CHECK, keys)).flag();
}

std::int64_t AgentStore::getNumKeys() {
    return call(request(v1::StoreRequest::COUNT, {})).number();
}

void AgentStore::wait(const std::vector<std::string>& keys) {
    wait(keys, timeout_);
}

void AgentStore::wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& timeout) {
    auto wait = request(v1::StoreRequest::WAIT, keys);
    wait.set_timeout_ms(timeout.count());
    call(wait);
}

void AgentStore::append(const std::string& key, const std::vector<uint8_t>& value) {
    auto append = request(v1::StoreRequest::APPEND, {key});
    setBytes(append.mutable_value(), value);
    call(append);
}

std::vector<std::vector<uint8_t>> AgentStore::multiGet(const std::vector<std::string>& keys) {
    std::vector<std::vector<uint8_t>> values;
    for (const std::string& key : keys) values.push_back(get(key));
    return values;
}

void AgentStore::multiSet(const std::vector<std::string>& keys,
                          const std::vector<std::vector<uint8_t>>& values) {
    TORCH_CHECK(keys.size() == values.size(), "multiSet needs a value for each key");
    for (std::size_t i = 0; i < keys.size(); ++i) set(keys[i], values[i]);
}

}  // namespace trainyard::engine
