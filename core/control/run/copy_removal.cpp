// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/copy_removal.h"

#include <memory>
#include <utility>

#include "core/checkpoint/copies.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

void removeSentCopies(const SentCopies& copies, std::function<void(const base::Status&)> done) {
    if (copies.node == "local")
        return copies.deletions.post([&loop = copies.loop, done = std::move(done), root = copies.root,
                                      run = copies.run, attempt = copies.attempt] {
            loop.post([done, result = checkpoint::removeCopies(root, run, attempt)] { done(result); });
        });
    node::Node* const node = copies.nodes ? copies.nodes->find(copies.node) : nullptr;
    if (!node)
        return copies.loop.post([done = std::move(done), name = copies.node] {
            done(base::Status(base::fail(unknownNode(name))));
        });
    v1::KeepCall call;
    call.set_run(copies.run);
    call.set_attempt(copies.attempt);
    call.mutable_remove_copies();
    node->keep(call,
               [done = std::move(done)](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
                   done(reply ? base::Status() : base::Status(base::fail(reply.error())));
               });
}

}  // namespace trainyard::control
