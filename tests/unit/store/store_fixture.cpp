// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.h"

namespace trainyard::store {

StoreTest::StoreTest() {
    file = folder / "trainyard.db";
}

StoreTest::~StoreTest() {
}

std::unique_ptr<RunStore> StoreTest::open() const {
    return must(RunStore::open(file));
}

std::string StoreTest::addRun(RunStore& store, const std::string& name, const std::string& requestId) const {
    RunRow row;
    row.name = name;
    row.status = "starting";
    row.requestId = requestId;
    return must(store.createRun(row)).id;
}

}  // namespace trainyard::store
