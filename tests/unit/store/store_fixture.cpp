// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.h"

#include <stdlib.h>

namespace trainyard::store {

StoreTest::StoreTest() {
    std::string name = (std::filesystem::temp_directory_path() / "tst_store.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    folder = name;
    file = folder / "trainyard.db";
}

StoreTest::~StoreTest() {
    std::filesystem::remove_all(folder);
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
