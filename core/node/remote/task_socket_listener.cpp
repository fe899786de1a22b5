// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/task_socket_listener.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace trainyard::node {

base::Result<std::unique_ptr<TaskSocketListener>> TaskSocketListener::open(base::EventLoop& loop,
                                                                           const std::filesystem::path& path,
                                                                           Accept accept) {
    const auto failed = [&](int error) {
        return base::fail(base::errnoError(error, base::say("cannot listen on {}", path.string())));
    };
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path.string();
    if (name.size() >= sizeof(address.sun_path)) return failed(ENAMETOOLONG);
    std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
    base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ::unlink(name.c_str());
    if (!socket || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::chmod(name.c_str(), 0600) != 0 || ::listen(socket.get(), SOMAXCONN) != 0)
        return failed(errno);
    std::unique_ptr<TaskSocketListener> listener(
        new TaskSocketListener(loop, path, std::move(socket), std::move(accept)));
    TY_TRY(loop.watch(listener->socket_.get(), [raw = listener.get()] {
        base::UniqueFd task(::accept4(raw->socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (task) raw->accept_(std::move(task));
    }));
    return listener;
}

TaskSocketListener::TaskSocketListener(base::EventLoop& loop, std::filesystem::path path,
                                       base::UniqueFd socket, Accept accept)
    : loop_(loop), path_(std::move(path)), socket_(std::move(socket)), accept_(std::move(accept)) {
}

TaskSocketListener::~TaskSocketListener() {
    loop_.unwatch(socket_.get());
    ::unlink(path_.c_str());
}

}  // namespace trainyard::node
