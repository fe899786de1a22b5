<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard is under the Apache License 2.0. It uses Qt under the GNU Lesser General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;分布式训练的桌面工作台。&lt;/p&gt;&lt;p&gt;Trainyard 采用 Apache License 2.0。它依据 GNU 宽通用公共许可证第 3 版使用 Qt。不提供任何担保。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Agent</name>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>read hints of a data set; use file or data</source>
        <translation>读取数据集的提示；请使用 file 或 data</translation>
    </message>
    <message>
        <source>use device: cpu</source>
        <translation>使用 device: cpu</translation>
    </message>
    <message>
        <source>under parameter servers gradients are applied as they arrive, in another order in every run</source>
        <translation>在参数服务器下，梯度按到达顺序应用，每次运行的顺序都不同</translation>
    </message>
    <message>
        <source>remove the key, or use a strategy whose replicas train in step</source>
        <translation>删除此键，或使用副本同步训练的策略</translation>
    </message>
    <message>
        <source>under parameter servers no step is captured</source>
        <translation>在参数服务器下不会捕获任何一步</translation>
    </message>
    <message>
        <source>these are GPUs, and `device` is cpu</source>
        <translation>这些是 GPU，而 `device` 是 cpu</translation>
    </message>
    <message>
        <source>a task of the role %1 computes on CPUs</source>
        <translation>角色 %1 的任务在 CPU 上计算</translation>
    </message>
    <message>
        <source>this version trains on CPUs (cpu:0, cpu:1 …) or on GPUs (gpu:0, gpu:1 …), not on both in one task</source>
        <translation>此版本在 CPU（cpu:0、cpu:1 …）或 GPU（gpu:0、gpu:1 …）上训练，一个任务不能同时使用两者</translation>
    </message>
    <message>
        <source>name CPUs, or GPUs</source>
        <translation>请只指定 CPU 或只指定 GPU</translation>
    </message>
    <message>
        <source>name CPUs</source>
        <translation>请指定 CPU</translation>
    </message>
    <message>
        <source>%1 is not one of the %2 GPUs of the task, which are numbered from gpu:0 on; which GPUs of the machine these are, say the task's `gpus`</source>
        <translation>%1 不在该任务的 %2 块 GPU 之中，编号从 gpu:0 开始；它们是机器上的哪些 GPU 由任务的 `gpus` 决定</translation>
    </message>
    <message>
        <source>number them from gpu:0 on, without gaps</source>
        <translation>请从 gpu:0 开始连续编号</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `devices` names CPUs</source>
        <translation>NCCL 用于 GPU，而 `devices` 指定了 CPU</translation>
    </message>
    <message>
        <source>use auto or reduce_to_one</source>
        <translation>请使用 auto 或 reduce_to_one</translation>
    </message>
    <message>
        <source>these are %1 GPUs, and strategy.%2.devices names %3 devices</source>
        <translation>这里有 %1 块 GPU，而 strategy.%2.devices 指定了 %3 个设备</translation>
    </message>
    <message>
        <source>these are %1 GPUs, a replica on each, and strategy.%2.replicas is %3</source>
        <translation>这里有 %1 块 GPU，每块一个副本，而 strategy.%2.replicas 是 %3</translation>
    </message>
    <message>
        <source>the number of GPUs differs: %1 in this task, %2 in another one; every task needs the same number of replicas</source>
        <translation>该任务在 %1 块 GPU 上训练，另一个在 %2 块上，而各任务的副本数相同</translation>
    </message>
    <message>
        <source>name %1 GPUs</source>
        <translation>请指定 %1 块 GPU</translation>
    </message>
    <message>
        <source>make the two numbers equal</source>
        <translation>请使两个数目相等</translation>
    </message>
    <message>
        <source>%1 trains on one GPU in a task; a strategy that has `replicas`, or parameter servers, trains on several</source>
        <translation>%1 在一个任务中使用一块 GPU 训练；带有 `replicas` 的策略或参数服务器可使用多块</translation>
    </message>
    <message>
        <source>the closure %1 has computed on one of this worker's %2 GPUs: WorkerContext::run() has a replica compute on each</source>
        <translation>闭包 %1 只在该工作进程 %2 块 GPU 中的一块上计算：WorkerContext::run() 会让每块 GPU 上各有一个副本计算</translation>
    </message>
    <message>
        <source>this version trains on GPUs only by a strategy that supports them, and on several in a task only by one that has `replicas` or parameter servers; see GPUs in the user guide</source>
        <translation>此版本只通过支持 GPU 的策略在 GPU 上训练，一个任务使用多块 GPU 只限带有 `replicas` 的策略或参数服务器；参见用户指南的 GPUs</translation>
    </message>
    <message>
        <source>the strategy has a replica for each %1 of &quot;%2&quot;, which is counted when the run starts; the preflight counts one</source>
        <translation>策略为“%2”的每个 %1 放一个副本，其数目在运行开始时统计；预检按一个计算</translation>
    </message>
    <message>
        <source>rendezvous of the GPUs</source>
        <translation>GPU 会合</translation>
    </message>
    <message>
        <source>an error without words</source>
        <translation>没有说明的错误</translation>
    </message>
    <message>
        <source>rank %1 cannot take part: %2</source>
        <translation>排名 %1 无法参与：%2</translation>
    </message>
    <message>
        <source>rank %1 has not come within %2 s</source>
        <translation>排名 %1 在 %2 秒内没有到来</translation>
    </message>
    <message>
        <source>ranks %1 have not come within %2 s</source>
        <translation>排名 %1 在 %2 秒内没有到来</translation>
    </message>
    <message>
        <source>all %1 processes have come, but their GPUs did not connect within %2 s; NCCL_SOCKET_IFNAME names the network interface that they take</source>
        <translation>%1 个进程都已到来，但其 GPU 在 %2 秒内没有连接；所用的网络接口由 NCCL_SOCKET_IFNAME 指定</translation>
    </message>
    <message>
        <source>CPUs have no sums of their own: strategies sum in memory</source>
        <translation>CPU 本身没有求和功能：由策略在内存中求和</translation>
    </message>
    <message>
        <source>this task takes %1 GPUs, a replica on each, and the NVIDIA driver shows it %2; see CUDA_VISIBLE_DEVICES</source>
        <translation>该任务使用 %1 块 GPU，每块一个副本，而 NVIDIA 驱动只向它显示 %2 块；请查看 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>name one GPU</source>
        <translation>请只指定一块 GPU</translation>
    </message>
    <message>
        <source>%1 is not one of %2 equal shares of the CPUs, which are numbered from cpu:0 on</source>
        <translation>%1 不是从 cpu:0 起编号的 %2 个 CPU 等分之一</translation>
    </message>
    <message>
        <source>number them from cpu:0 on, without gaps</source>
        <translation>从 cpu:0 起连续编号</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `device` is cpu</source>
        <translation>NCCL 用于 GPU，而 `device` 是 cpu</translation>
    </message>
    <message>
        <source>use auto or ring</source>
        <translation>请使用 auto 或 ring</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine (%1 was not found); install it</source>
        <translation>此机器上没有 NVIDIA 驱动程序（未找到 %1）；请安装它</translation>
    </message>
    <message>
        <source>this libtorch has no CUDA: %1 does not exist; run with the torch %2 of a GPU machine (see the user guide, GPUs)</source>
        <translation>此 libtorch 不含 CUDA：%1 不存在；请用 GPU 机器上的 torch %2 运行（见用户指南 GPUs）</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>%1 was built for another version of Trainyard or libtorch: build it again</source>
        <translation>%1 是为另一版本的 Trainyard 或 libtorch 构建的：请重新构建</translation>
    </message>
    <message>
        <source>the NVIDIA driver shows no GPU to this task; see `nvidia-smi` and CUDA_VISIBLE_DEVICES</source>
        <translation>NVIDIA 驱动程序未向此任务提供任何 GPU；请检查 `nvidia-smi` 和 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>the GPU cannot be used: %1</source>
        <translation>无法使用该 GPU：%1</translation>
    </message>
    <message>
        <source>trains on the CPU: %1</source>
        <translation>在 CPU 上训练：%1</translation>
    </message>
    <message>
        <source>trains on %1</source>
        <translation>在 %1 上训练</translation>
    </message>
    <message>
        <source>trains on %1, deterministically</source>
        <translation>在 %1 上以确定性算法训练</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; a batch_size of about %8 fits, by an estimate</source>
        <translation>%1 的内存不足以执行 train.data.batch_size 为 %2 的一步：一个张量还需要 %3；此任务占用 %4（最多 %5），%7 中有 %6 空闲；据估计 batch_size 约 %8 可以放下</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; use a smaller batch or model</source>
        <translation>%1 的内存不足以执行 train.data.batch_size 为 %2 的一步：一个张量还需要 %3；此任务占用 %4（最多 %5），%7 中有 %6 空闲；请使用更小的批次或模型</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3</source>
        <translation>%1 的内存不足以执行 train.data.batch_size 为 %2 的一步：%3</translation>
    </message>
    <message>
        <source>%1. The largest outputs of layers: %2</source>
        <translation>%1。输出最大的层：%2</translation>
    </message>
    <message>
        <source>no sums of %1 over GPUs</source>
        <translation>无法在 GPU 之间对 %1 求和</translation>
    </message>
    <message>
        <source>there is no NCCL: %1</source>
        <translation>没有 NCCL：%1</translation>
    </message>
    <message>
        <source>NCCL, in %1: %2</source>
        <translation>NCCL 在 %1 中出错：%2</translation>
    </message>
    <message>
        <source>this NCCL has no %1</source>
        <translation>此 NCCL 没有 %1</translation>
    </message>
    <message>
        <source>process %1 (%2)</source>
        <translation>进程 %1（%2）</translation>
    </message>
    <message>
        <source>GPU %1 (%2) is used by %3</source>
        <translation>GPU %1（%2）正被 %3 使用</translation>
    </message>
    <message>
        <source>the GPUs cannot be used: %1</source>
        <translation>无法使用 GPU：%1</translation>
    </message>
    <message>
        <source>this machine has no GPU that an NVIDIA driver shows; install the driver</source>
        <translation>此机器上没有 NVIDIA 驱动程序能显示的 GPU；请安装驱动程序</translation>
    </message>
    <message>
        <source>no GPU is free: %1; wait for it or stop it</source>
        <translation>没有空闲的 GPU：%1；请等待其结束或将其停止</translation>
    </message>
    <message>
        <source>not all %1 GPUs that the run takes are free: %2; wait for them</source>
        <translation>运行需要的 %1 块 GPU 并非全部空闲：%2；请等待</translation>
    </message>
    <message>
        <source>the run takes %1 GPUs, and this machine has %2</source>
        <translation>运行需要 %1 块 GPU，而此机器有 %2 块</translation>
    </message>
    <message>
        <source>this machine has no GPU %1; `trainyard --headless nodes` lists those that it has</source>
        <translation>此机器没有 GPU %1；`trainyard --headless nodes` 会列出已有的 GPU</translation>
    </message>
    <message>
        <source>two tasks of the run name the same GPU</source>
        <translation>运行的两个任务指定了同一块 GPU</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3), by the kernel, which ran out of memory: use a smaller batch, fewer tasks per machine, or more memory</source>
        <translation>%1 因内存耗尽被内核以信号 %2（%3）终止：请减小批次、减少每台机器的任务数，或增加内存</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3)</source>
        <translation>%1 被信号 %2（%3）终止</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1 以退出码 %2 退出</translation>
    </message>
    <message>
        <source>%1 exited, and its exit status is unknown: its shim (pid %2) had exited before it</source>
        <translation>%1 已消失，原因不明：其 shim（pid %2）先于它结束</translation>
    </message>
    <message>
        <source>%1 was not started again</source>
        <translation>%1 没有重新启动</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1（在第 %2 步之后）</translation>
    </message>
    <message>
        <source>%1 before its first step</source>
        <translation>%1（在第一步之前）</translation>
    </message>
    <message>
        <source>%1; the limit of on_failure.restarts (%2) is reached</source>
        <translation>%1；on_failure 的 %2 次重启已用完</translation>
    </message>
    <message>
        <source>%1; the other tasks continue without it (%2)</source>
        <translation>%1；其他任务在没有它的情况下继续（%2）</translation>
    </message>
    <message>
        <source>it would refuse again</source>
        <translation>重启后仍会拒绝</translation>
    </message>
    <message>
        <source>there is no machine for it</source>
        <translation>没有可供它使用的机器</translation>
    </message>
    <message>
        <source>%1 was on node %2, which was abandoned</source>
        <translation>%1 位于节点 %2 上，而该节点已被放弃</translation>
    </message>
    <message>
        <source>its log says what it lacks</source>
        <translation>所缺内容见其日志</translation>
    </message>
    <message>
        <source>its limit of restarts (%1) is reached</source>
        <translation>其 %1 次重启已用完</translation>
    </message>
    <message>
        <source>%1; restarting it (restart %2 of %3), the other tasks continue</source>
        <translation>%1；将重新启动它（第 %2/%3 次重启），其他任务继续</translation>
    </message>
    <message>
        <source>%1; no further attempt is started: %2</source>
        <translation>%1；不再开始新的尝试：%2</translation>
    </message>
    <message>
        <source>ended by the agent, because it had been silent for %1 s (on_failure.stall_seconds is %2)</source>
        <translation>因 %1 秒没有响应，被代理终止（on_failure.stall_seconds 为 %2）</translation>
    </message>
    <message>
        <source>ended by the agent, because it had not joined the run %1 s after its start (at most %2 s; with on_failure.stall_seconds: 0 without a limit)</source>
        <translation>启动后 %1 秒仍未加入运行，因此被代理结束（最多 %2 秒；on_failure.stall_seconds: 0 表示不限）</translation>
    </message>
    <message>
        <source>the evaluator was not done %1 s after the training, and was ended; train.evaluation.sidecar.grace_seconds gives it more</source>
        <translation>评估器在训练结束 %1 秒后仍未完成，已被终止；可用 train.evaluation.sidecar.grace_seconds 延长时间</translation>
    </message>
    <message>
        <source>attempt %1 starts in %2 s: %3 attempts in a row have not finished a step</source>
        <translation>第 %1 次尝试将在 %2 秒后开始：连续 %3 次尝试都没有完成一步</translation>
    </message>
    <message>
        <source>attempt %1 starts when the disk has free space</source>
        <translation>磁盘有可用空间后，第 %1 次尝试将开始</translation>
    </message>
    <message>
        <source>%1 starts again when the disk has free space</source>
        <translation>磁盘有可用空间后，%1 将重新启动</translation>
    </message>
    <message>
        <source>the run cannot be continued after the agent&apos;s end</source>
        <translation>代理结束后无法重新接管此运行</translation>
    </message>
    <message>
        <source>the machine was restarted during the run; continue it with `resume %1`</source>
        <translation>运行期间机器被重启；可用 `resume %1` 继续</translation>
    </message>
    <message>
        <source>this home was copied during the run, and its tasks are those of the home it was copied from; continue it here with `resume %1`</source>
        <translation>此主目录是在运行期间复制的，任务属于复制来源的主目录；在这里可用 `resume %1` 继续</translation>
    </message>
    <message>
        <source>the agent ended while it was starting the tasks</source>
        <translation>代理在启动任务时结束了</translation>
    </message>
    <message>
        <source>the agent ended while the tasks were connecting</source>
        <translation>代理在任务会合时结束了</translation>
    </message>
    <message>
        <source>there are no logs in %1 any more</source>
        <translation>%1 中已没有日志</translation>
    </message>
    <message>
        <source>%1 was deleted or moved while the run was using it, and what its tasks wrote there is lost; start the run again</source>
        <translation>运行使用期间 %1 被删除或移动，任务写入其中的内容已丢失；请重新启动运行</translation>
    </message>
    <message>
        <source>no task of its next attempt had been started</source>
        <translation>其下一次尝试的任务均未启动</translation>
    </message>
    <message>
        <source>the run was found in its folder, without a living task (%1); continue it with `resume %2`</source>
        <translation>在文件夹中找到了该运行，但没有存活的任务（%1）；请用 `resume %2` 继续</translation>
    </message>
    <message>
        <source>run %1 has no record in its folder</source>
        <translation>运行 %1 的文件夹中没有记录</translation>
    </message>
    <message>
        <source>the folder runs/%1 has no record.jsonl: its run is unknown and not listed; its files are left unchanged</source>
        <translation>文件夹 runs/%1 中没有 record.jsonl：无法得知其运行，因此不列出；其文件保持原样</translation>
    </message>
    <message>
        <source>the folder runs/%1 may not be read: its run is not listed; after its mode is corrected, the next start of the agent reads it</source>
        <translation>没有读取文件夹 runs/%1 的权限，其运行未列出；修正其模式后，代理下次启动时会读取它</translation>
    </message>
    <message>
        <source>%1 lines of the record of run %2 are damaged and were skipped</source>
        <translation>运行 %2 的记录中有 %1 行已损坏，已略去</translation>
    </message>
    <message>
        <source>not all points of run %1 were read again</source>
        <translation>未能重新读取运行 %1 的所有点</translation>
    </message>
    <message>
        <source>%1 is the record of another run, %2; a run&apos;s folder must not be copied or renamed</source>
        <translation>%1 是另一个运行 %2 的记录；请勿复制或重命名运行的文件夹</translation>
    </message>
    <message>
        <source>the record %1 is damaged: it does not name its run</source>
        <translation>记录 %1 已损坏：无法得知它属于哪个运行</translation>
    </message>
    <message>
        <source>the loss became NaN or infinite: the next attempt continues from the newest checkpoint with %1 times the learning rate</source>
        <translation>损失不是数值：下一次尝试将从最新检查点继续，学习率乘以 %1</translation>
    </message>
    <message>
        <source>there is no checkpoint to continue from: attempt %1 starts at step 0; checkpoint.every sets how often one is saved</source>
        <translation>没有可继续的检查点：第 %1 次尝试从第 0 步开始；checkpoint.every 决定保存频率</translation>
    </message>
    <message>
        <source>the run continues, but what it records waits to be stored: %1</source>
        <translation>运行仍在继续，但其记录正在等待保存：%1</translation>
    </message>
    <message>
        <source>cannot start %1</source>
        <translation>无法启动 %1</translation>
    </message>
    <message>
        <source>%1/%2 joined, missing %3</source>
        <translation>已加入 %1/%2，缺少 %3</translation>
    </message>
    <message>
        <source>requested by %1</source>
        <translation>由 %1 请求</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>branch of %1</source>
        <translation>%1 的分支</translation>
    </message>
    <message>
        <source>%1 did not end within %2 s of the request; stop the run with --after now to kill it</source>
        <translation>%1 在收到请求后 %2 秒内没有结束；要立即结束，请用 --after now 停止运行</translation>
    </message>
    <message>
        <source>%1 is over</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than this run (digest %2 instead of %3); give every task the same cluster</source>
        <translation>%1 的 TF_CONFIG 中的集群与此运行不同（摘要为 %2，应为 %3）；请给所有任务相同的集群</translation>
    </message>
    <message>
        <source>%1 waits in %2</source>
        <translation>%1 在 %2 中等待</translation>
    </message>
    <message>
        <source>its process was stopped (by SIGSTOP or a debugger); kill -CONT %1 continues it</source>
        <translation>其进程已停止（SIGSTOP 或调试器）；kill -CONT %1 可使其继续</translation>
    </message>
    <message>
        <source>its process waits for a disk or a network file system</source>
        <translation>其进程在等待磁盘或网络文件系统</translation>
    </message>
    <message>
        <source>its process runs, but does not report</source>
        <translation>其进程在运行，但没有报告</translation>
    </message>
    <message>
        <source>%1 (pid %2) has been silent for %3 s: %4</source>
        <translation>%1（pid %2）已 %3 秒没有响应：%4</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, and %5 in %6: they have not made the same calls, and wait for each other</source>
        <translation>%1（pid %2）已在 %4 中等待 %3 秒，而 %5 在 %6 中等待：它们没有进行相同的调用，因而互相等待</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, in which no other task takes part</source>
        <translation>%1（pid %2）已在没有其他任务参与的 %4 中等待 %3 秒</translation>
    </message>
    <message>
        <source>every task has been blocked in a collective call for %1 s (%2 in %3): the connections between them are stuck</source>
        <translation>所有任务都在集合通信调用中阻塞了 %1 秒（%2 在 %3 中）：它们之间的连接卡住了</translation>
    </message>
    <message>
        <source>%1 has waited for %2 s in %3; %4 (pid %5, %6) has not reached that call</source>
        <translation>%1 已在 %3 中等待 %2 秒，而 %4（pid %5，%6）还没有到达该调用</translation>
    </message>
    <message>
        <source>no phase reported</source>
        <translation>未报告阶段</translation>
    </message>
    <message>
        <source>%1 is at an unknown place</source>
        <translation>%1 的位置未知</translation>
    </message>
    <message>
        <source>%1 is in %2</source>
        <translation>%1 停在 %2</translation>
    </message>
    <message>
        <source>%1 is in %2 (thread %3)</source>
        <translation>%1 停在 %2（线程 %3）</translation>
    </message>
    <message>
        <source>the position of %1 is unknown: %2</source>
        <translation>不知道 %1 停在何处：%2</translation>
    </message>
    <message>
        <source>%1 (all stacks: log of %2)</source>
        <translation>%1（全部堆栈：见 %2 的日志）</translation>
    </message>
    <message>
        <source>run %1 has no task %2</source>
        <translation>运行 %1 没有任务 %2</translation>
    </message>
    <message>
        <source>run %1 has no running task at the moment</source>
        <translation>运行 %1 目前没有任何任务</translation>
    </message>
    <message>
        <source>%1 of run %2 is not running at the moment</source>
        <translation>运行 %2 的 %1 目前不在</translation>
    </message>
    <message>
        <source>%1 is %2, and only the tasks of a live run have stacks</source>
        <translation>%1 %2；只有进行中的运行的任务才有堆栈</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>已成功</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>已被抢占</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>已导入</translation>
    </message>
    <message>
        <source>joining</source>
        <translation>正在加入</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>training</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>正在评估</translation>
    </message>
    <message>
        <source>recovering</source>
        <translation>正在恢复</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>正在收尾</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>正在等待</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>正在等待 %1</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，在 %2 中</translation>
    </message>
    <message>
        <source>the run&apos;s specification</source>
        <translation>运行的规格</translation>
    </message>
    <message>
        <source>a branch needs a checkpoint to start from</source>
        <translation>分支需要一个起始检查点</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint %2; `checkpoints %3` lists them</source>
        <translation>运行 %1 没有检查点 %2；可用 `checkpoints %3` 列出</translation>
    </message>
    <message>
        <source>%1 is %2: there is nothing to resume; `watch %3` shows it</source>
        <translation>%1 %2：没有可继续的；可用 `watch %3` 查看</translation>
    </message>
    <message>
        <source>%1 has succeeded after %2 steps: there is nothing to resume</source>
        <translation>%1 已在 %2 步后成功：没有可继续的</translation>
    </message>
    <message>
        <source>lint let an unknown strategy pass</source>
        <translation>检查放过了未知的策略</translation>
    </message>
    <message>
        <source>%1 has no checkpoint to continue from: attempt %2 starts at step 0</source>
        <translation>%1 没有可继续的检查点：第 %2 次尝试从第 0 步开始</translation>
    </message>
    <message>
        <source>the agent is being stopped; try again in a moment</source>
        <translation>代理正在停止；请稍后再试</translation>
    </message>
    <message>
        <source>%1 was just resumed by another client</source>
        <translation>%1 刚刚被其他人继续运行</translation>
    </message>
    <message>
        <source>%1 has ended, and its end could not be stored yet (is the disk full?); resume it again in a moment</source>
        <translation>%1 已结束，但其结束状态尚未能保存（磁盘是否已满？）；请稍后再次恢复运行</translation>
    </message>
    <message>
        <source>%1 is of the model %2, the run file now says %3: its variables would not fit; start a new run, with train.initial_weights where the layers are the same</source>
        <translation>%1 的模型是 %2，而运行文件现在是 %3：变量不匹配；若层相同，请用 train.initial_weights 开始新的运行</translation>
    </message>
    <message>
        <source>%1; it was renamed to %2, and an older checkpoint is used</source>
        <translation>%1；已移到 %2，改用更早的检查点</translation>
    </message>
    <message>
        <source>a learning rate of %1 is out of range (0 to %2)</source>
        <translation>学习率 %1 超出范围（0 到 %2）</translation>
    </message>
    <message>
        <source>%1 is in epoch %2 already: epochs can be %3 or more; `stop %4 --after epoch` ends it with this one</source>
        <translation>%1 已在第 %2 轮：轮次数须为 %3 或更多；用 `stop %4 --after epoch` 可在本轮后结束</translation>
    </message>
    <message>
        <source>%1 ends at step %2 (train.max_steps), before the end of epoch %3: changing epochs has no effect; stop it and `resume %4 --set train.max_steps=0`</source>
        <translation>%1 在第 %3 轮结束前就于第 %2 步（train.max_steps）结束：改变轮次没有作用；请停止后 `resume %4 --set train.max_steps=0`</translation>
    </message>
    <message>
        <source>%1 is %2: only a run that trains can be changed</source>
        <translation>%1 %2：只有正在训练的运行才能更改</translation>
    </message>
    <message>
        <source>%1 runs a training program, which only the program itself can pause or change; stop and resume it</source>
        <translation>%1 运行的是自己的程序，外部无法暂停或更改；请停止后继续运行</translation>
    </message>
    <message>
        <source>%1 is not running (its status is %2); only a running run can be changed: `resume %3 --set` continues it with other settings</source>
        <translation>%1 %2：只有正在训练的运行才能更改；用 `resume %3 --set` 可用其他设置继续</translation>
    </message>
    <message>
        <source>%1 from step %2</source>
        <translation>%1（从第 %2 步起）</translation>
    </message>
    <message>
        <source>learning rate %1 → %2</source>
        <translation>学习率 %1 → %2</translation>
    </message>
    <message>
        <source>epochs %1 → %2</source>
        <translation>轮次 %1 → %2</translation>
    </message>
    <message>
        <source>paused after step %1</source>
        <translation>在第 %1 步后暂停</translation>
    </message>
    <message>
        <source>continued after step %1 (paused for %2 s)</source>
        <translation>暂停 %2 秒后，从第 %1 步之后继续</translation>
    </message>
    <message>
        <source>not as in the checkpoint: %1</source>
        <translation>与检查点不同：%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the staged folder of step %2 of attempt %3</source>
        <translation>&quot;%1&quot; 不是第 %3 次尝试第 %2 步的暂存文件夹</translation>
    </message>
    <message>
        <source>the best is not marked</source>
        <translation>无法标记最佳检查点</translation>
    </message>
    <message>
        <source>older checkpoints stay</source>
        <translation>旧的检查点保留</translation>
    </message>
    <message>
        <source>%1 was written but not published</source>
        <translation>%1 已写入但未发布</translation>
    </message>
    <message>
        <source>%1 must have 1 to %2 bytes, not %3</source>
        <translation>%1应为 1 到 %2 字节，而不是 %3</translation>
    </message>
    <message>
        <source>%1 cannot be blank</source>
        <translation>%1不能只有空格</translation>
    </message>
    <message>
        <source>%1 cannot have the character %2</source>
        <translation>%1中不能有字符 %2</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>a tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>the name of a cluster</source>
        <translation>集群名称</translation>
    </message>
    <message>
        <source>a run&apos;s tags</source>
        <translation>运行的标签</translation>
    </message>
    <message>
        <source>a run&apos;s metrics</source>
        <translation>运行的指标</translation>
    </message>
    <message>
        <source>a run has at most %1 tags</source>
        <translation>一个运行最多 %1 个标签</translation>
    </message>
    <message>
        <source>%1 is live; stop it before you move it to the trash</source>
        <translation>%1 正在进行；请先停止再移到回收站</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run here; `checkpoints RUN` lists them</source>
        <translation>%1 不是这里任何运行的检查点；可用 `checkpoints RUN` 列出</translation>
    </message>
    <message>
        <source>%1 is pinned; unpin it first</source>
        <translation>%1 已固定；请先取消固定</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint to predict with; see `checkpoints %2`</source>
        <translation>运行 %1 没有可用于预测的检查点；见 `checkpoints %2`</translation>
    </message>
    <message>
        <source>there is no checkpoint %1</source>
        <translation>没有检查点 %1</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint is a folder; weights alone know no model: name them as train.initial_weights of a run</source>
        <translation>%1 是文件，而检查点是文件夹；单有权重无法得知模型：请在运行的 train.initial_weights 中指定它</translation>
    </message>
    <message>
        <source>the outcome of run %1 is damaged: %2</source>
        <translation>运行 %1 的结果已损坏：%2</translation>
    </message>
    <message>
        <source>there is no run %1; `runs` lists them</source>
        <translation>没有运行 %1；可用 `runs` 列出</translation>
    </message>
    <message>
        <source>agent stop</source>
        <translation>停止代理</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>%1 cannot be profiled: %2</source>
        <translation>无法剖析 %1：%2</translation>
    </message>
    <message>
        <source>a profile of it is being taken already</source>
        <translation>已在剖析中</translation>
    </message>
    <message>
        <source>it is paused or about to pause; `resume` continues it</source>
        <translation>它已暂停或即将暂停；用 `resume` 继续</translation>
    </message>
    <message>
        <source>it is %1, and only a run that trains has steps to profile</source>
        <translation>它%1，只有正在训练的运行才有可剖析的步</translation>
    </message>
    <message>
        <source>%1 runs a training program under parameter servers, whose steps only the program knows</source>
        <translation>%1 在参数服务器下运行自己的程序，外部无法得知其步</translation>
    </message>
    <message>
        <source>%1 is not connected to the agent at the moment</source>
        <translation>%1 目前没有连接到代理</translation>
    </message>
    <message>
        <source>none of its workers is running at the moment</source>
        <translation>目前没有任何工作进程</translation>
    </message>
    <message>
        <source>%1 (pid %2) ended before its part of the profile was complete</source>
        <translation>%1（pid %2）在完成它那部分剖析之前就结束了</translation>
    </message>
    <message>
        <source>cannot put the profile into %1</source>
        <translation>无法将剖析结果放入 %1</translation>
    </message>
    <message>
        <source>a profile has 1 to %1 steps, not %2</source>
        <translation>剖析的步数为 1 到 %1，而不是 %2</translation>
    </message>
    <message>
        <source>attempt %1 of %2 ended before %3 steps of it were profiled</source>
        <translation>%2 的第 %1 次尝试在剖析完 %3 步之前就结束了</translation>
    </message>
    <message>
        <source>the client has gone</source>
        <translation>客户端已离开</translation>
    </message>
    <message>
        <source>%1 has not done %2 steps within %3 minutes; ask for fewer</source>
        <translation>%1 在 %3 分钟内没有完成 %2 步；请减少步数</translation>
    </message>
    <message>
        <source>cannot look at %1</source>
        <translation>无法查看 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name for a cluster (expected 1 to %2 bytes without / \ : and no dot first)</source>
        <translation>&quot;%1&quot; 不能作为集群名称（应为 1 到 %2 字节，不含 / \ :，且不以点开头）</translation>
    </message>
    <message>
        <source>cannot list %1</source>
        <translation>无法列出 %1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>the text is not a cluster (expected the keys `cluster` and `strategy`)</source>
        <translation>文本不是集群（应有键 `cluster` 和 `strategy`）</translation>
    </message>
    <message>
        <source>cannot delete %1</source>
        <translation>无法删除 %1</translation>
    </message>
    <message>
        <source>no cluster is saved as &quot;%1&quot;</source>
        <translation>没有保存为 &quot;%1&quot; 的集群</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>the data is not sharded: each worker draws batches from the whole data set in its own order, and takes the next step of the epoch whenever it is free</source>
        <translation>没有工作进程有固定的分片：各自按自己的顺序从整个数据集取批次，空闲时就领取本轮的下一步</translation>
    </message>
    <message>
        <source>%1; repeat: an epoch has %2 steps of full batches, and continues where the previous one stopped</source>
        <translation>%1；repeat：一轮为 %2 步完整批次，从上一轮结束处继续</translation>
    </message>
    <message>
        <source>the metrics of %1 are not read any further</source>
        <translation>不再读取 %1 的指标</translation>
    </message>
    <message>
        <source>a file with metrics of %1 is not read any further</source>
        <translation>不再读取 %1 的一个指标文件</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 is not a kind of stop</source>
        <translation>%1 已损坏：%2 不是停止的种类</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 已损坏：%2</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it has no %2</source>
        <translation>%1 不是检查点：没有 %2</translation>
    </message>
    <message>
        <source>a checkpoint&apos;s metrics</source>
        <translation>检查点的指标</translation>
    </message>
    <message>
        <source>where to export to must be an absolute path</source>
        <translation>导出位置必须是绝对路径</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>文件夹 %1 不存在</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name</source>
        <translation>%1 已存在；请换个名称</translation>
    </message>
    <message>
        <source>the folder %1 does not exist; create it, or choose another place</source>
        <translation>文件夹 %1 不存在；请创建它，或选择其他位置</translation>
    </message>
    <message>
        <source>cannot export to %1</source>
        <translation>无法导出到 %1</translation>
    </message>
    <message>
        <source>cannot export to %1: Trainyard writes the folder %2; choose a place outside it</source>
        <translation>无法导出到 %1：文件夹 %2 由 Trainyard 写入；请选择其外的位置</translation>
    </message>
    <message>
        <source>a drill sends SIGKILL, SIGSTOP or SIGTERM</source>
        <translation>演练只能发送 SIGKILL、SIGSTOP 或 SIGTERM</translation>
    </message>
    <message>
        <source>%1 is not running: a drill needs a live run</source>
        <translation>%1 没有在进行：演练需要一个进行中的运行</translation>
    </message>
    <message>
        <source>%1 has no living task %2</source>
        <translation>%1 没有存活的任务 %2</translation>
    </message>
    <message>
        <source>%1 has no process yet: a drill needs one to kill; try again when it runs</source>
        <translation>%1 还没有进程：演练需要一个可以终止的进程；请在它运行后重试</translation>
    </message>
    <message>
        <source>the run ended: %1</source>
        <translation>运行已结束：%1</translation>
    </message>
    <message>
        <source>there is nothing left to stop: every task has ended, and the rest of their output is being read</source>
        <translation>已没有可停止的内容：所有任务都已结束，正在读取其余输出</translation>
    </message>
    <message>
        <source>the run ended as %1 before another step was seen</source>
        <translation>在看到下一步之前，运行已结束（%1）</translation>
    </message>
    <message>
        <source>%1 was lost; step %2 finished %3 s later</source>
        <translation>%1 消失后，%3 秒后完成了第 %2 步</translation>
    </message>
    <message>
        <source>noticed after %1 s, but no step was finished within %2 s</source>
        <translation>%1 秒后发现，但 %2 秒内没有完成任何一步</translation>
    </message>
    <message>
        <source>the failure was not detected within %1 s</source>
        <translation>%1 秒内没有被发现</translation>
    </message>
    <message>
        <source>port %1 is taken by run %2; stop it, or choose another port or none</source>
        <translation>端口 %1 被运行 %2 占用；请停止它，或换一个端口，或不指定端口</translation>
    </message>
    <message>
        <source>no free port on this machine</source>
        <translation>本机没有空闲端口</translation>
    </message>
    <message>
        <source>cannot watch folders (see fs.inotify.max_user_instances)</source>
        <translation>无法监视文件夹（见 fs.inotify.max_user_instances）</translation>
    </message>
    <message>
        <source>cannot watch %1 (see fs.inotify.max_user_watches)</source>
        <translation>无法监视 %1（见 fs.inotify.max_user_watches）</translation>
    </message>
    <message>
        <source>cannot watch %1</source>
        <translation>无法监视 %1</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s copy of the metrics has a gap</source>
        <translation>供 TensorBoard 使用的指标副本有缺口</translation>
    </message>
    <message>
        <source>the run&apos;s strategy is not installed</source>
        <translation>运行的策略没有安装</translation>
    </message>
    <message>
        <source>what a program makes is not known beforehand</source>
        <translation>程序会生成什么无法预先得知</translation>
    </message>
    <message>
        <source>the training data could not be looked at</source>
        <translation>无法查看训练数据</translation>
    </message>
    <message>
        <source>the worker wrote something else than replies</source>
        <translation>工作进程写出的不是应答</translation>
    </message>
    <message>
        <source>the predicting worker was killed by signal %1</source>
        <translation>预测用的工作进程被信号 %1 终止</translation>
    </message>
    <message>
        <source>the predicting worker ended with exit code %1: %2</source>
        <translation>预测用的工作进程以退出码 %1 结束：%2</translation>
    </message>
    <message>
        <source>cannot make a pipe</source>
        <translation>无法创建管道</translation>
    </message>
    <message>
        <source>the program %1 is missing or not executable (looked for %2); build or install it again</source>
        <translation>程序 %1 缺失或不可执行（查找位置：%2）；请重新构建或安装</translation>
    </message>
    <message>
        <source>%1 MiB are free in %2, a run needs %3; make room, or move %4</source>
        <translation>%2 中剩余 %1 MiB，而运行需要 %3 MiB；请腾出空间，或移动 %4</translation>
    </message>
    <message>
        <source>%1 is a checkpoint&apos;s folder; its weights are %2</source>
        <translation>%1 是检查点的文件夹；其权重是 %2</translation>
    </message>
    <message>
        <source>the library %1 of %2 %3 is missing; build or install it again</source>
        <translation>缺少%2 %3 的库 %1；请重新构建或安装</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>the program %1 is a loop for %2, %3 is none of them</source>
        <translation>程序 %1 的循环适用于%2，而 %3 不属于此类</translation>
    </message>
    <message>
        <source>strategies whose replicas train in step</source>
        <translation>副本同步训练的策略</translation>
    </message>
    <message>
        <source>a coordinator with parameter servers</source>
        <translation>带参数服务器的协调器</translation>
    </message>
    <message>
        <source>the closures of a coordinator&apos;s program make their data themselves; remove the key</source>
        <translation>协调器程序的闭包会自行生成数据；请删除此键</translation>
    </message>
    <message>
        <source>%1 is worth partitioning</source>
        <translation>%1 值得分区</translation>
    </message>
    <message>
        <source>the partitioner %1 leaves %2 %3, where min_size with %4 bytes a shard splits it over %5 ps</source>
        <translation>分区器 %1 让 %2 %3，而每片 %4 字节的 min_size 会将其拆到 %5 个 ps</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>保持整体</translation>
    </message>
    <message>
        <source>in %1 shards</source>
        <translation>分为 %1 片</translation>
    </message>
    <message>
        <source>%1 transfers %2 of the %3 MB per step, the other ps the rest: %4</source>
        <translation>一步的 %3 MB 中有 %2 MB 由 %1 传输，其余由其他 ps 传输：%4</translation>
    </message>
    <message>
        <source>split large variables over the ps</source>
        <translation>将大变量拆分到各 ps</translation>
    </message>
    <message>
        <source>%1 holds %2 of the %3 MB of variables and optimizer state: %4</source>
        <translation>变量和优化器状态的 %3 MB 中有 %2 MB 由 %1 持有：%4</translation>
    </message>
    <message>
        <source>a step computes about %1 million operations, which takes less time than the round trip to a worker</source>
        <translation>一步约计算 %1 百万次运算，所需时间比往返工作进程还短</translation>
    </message>
    <message>
        <source>a step computes about %1 operations, which takes less time than the round trip to a worker</source>
        <translation>一步约计算 %1 次运算，所用时间少于到工作进程的往返</translation>
    </message>
    <message>
        <source>pack several steps into a closure</source>
        <translation>将多步合并到一个闭包</translation>
    </message>
    <message>
        <source>the shards of %1 hold ranges of its rows: where the vocabulary is sorted by frequency, one ps has all the words that come often</source>
        <translation>%1 的各分片持有连续的行：若词表按频率排序，常用词会全部集中在一个 ps 上</translation>
    </message>
    <message>
        <source>shuffle the vocabulary once, before the words become indexes</source>
        <translation>在把词转换为索引之前，先打乱一次词表</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: the port is out of range (expected 1 to 65535, or 0 for an automatic one)</source>
        <translation>&quot;%1&quot;：端口超出范围（应为 1 到 65535，0 表示任选空闲端口）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected a name such as local, or name:port)</source>
        <translation>&quot;%1&quot; 不是节点（应为 local 这样的名称，或 名称:端口）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected [address]:port)</source>
        <translation>&quot;%1&quot; 不是节点（应为 [地址]:端口）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a subnet (expected one such as 10.78.0.0/24)</source>
        <translation>&quot;%1&quot; 不是子网（应为 10.78.0.0/24 这样的形式）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node: it has the character %2</source>
        <translation>“%1”不是节点：其中有字符 %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no node before the colon (expected local:port)</source>
        <translation>&quot;%1&quot; 的冒号前没有节点（应为 local:端口）</translation>
    </message>
    <message>
        <source>leave out the port of %1</source>
        <translation>省略 %1 的端口</translation>
    </message>
    <message>
        <source>leave out `subnet`</source>
        <translation>去掉 `subnet`</translation>
    </message>
    <message>
        <source>%1 has no port (&quot;%2&quot;; expected host:port): the others could not reach it</source>
        <translation>%1 没有端口（&quot;%2&quot;，应为 主机:端口）：其他任务无法连接它</translation>
    </message>
    <message>
        <source>give %1 a port</source>
        <translation>为 %1 指定端口</translation>
    </message>
    <message>
        <source>%1 tasks are chief, but a cluster has at most one (without any, worker:0 is chief)</source>
        <translation>有 %1 个任务是主节点，而一个集群最多一个（没有时 worker:0 即为主节点）</translation>
    </message>
    <message>
        <source>keep chief:0 and make the others workers</source>
        <translation>保留 chief:0，其余改为工作进程</translation>
    </message>
    <message>
        <source>the strategy %1 has no role `%2` (expected %3)</source>
        <translation>策略 %1 没有角色 `%2`（可用：%3）</translation>
    </message>
    <message>
        <source>remove `%1`</source>
        <translation>删除 `%1`</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 takes at most %4</source>
        <translation>有 %1 个任务的角色是 %2，而策略 %3 最多接受 %4 个</translation>
    </message>
    <message>
        <source>keep %1</source>
        <translation>只保留 %1 个</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 needs at least %4</source>
        <translation>有 %1 个任务的角色是 %2，而策略 %3 至少需要 %4 个</translation>
    </message>
    <message>
        <source>add `%1`</source>
        <translation>添加 `%1`</translation>
    </message>
    <message>
        <source>add `%1: [local]`</source>
        <translation>添加 `%1: [local]`</translation>
    </message>
    <message>
        <source>parameter servers need a strategy that has the role ps, and no strategy is selected</source>
        <translation>参数服务器需要带 ps 角色的策略，但没有选择策略</translation>
    </message>
    <message>
        <source>select a strategy with the role ps</source>
        <translation>选择带 ps 角色的策略</translation>
    </message>
    <message>
        <source>no task would hold replicas: the strategy %1 needs a chief or a worker</source>
        <translation>没有任务持有副本：策略 %1 需要一个主节点或工作进程</translation>
    </message>
    <message>
        <source>add `worker: [local]`</source>
        <translation>添加 `worker: [local]`</translation>
    </message>
    <message>
        <source>%1 tasks would hold replicas, and the strategy %2 takes %3: a chief or a worker</source>
        <translation>将有 %1 个任务持有副本，而策略 %2 只接受 %3 个：一个主节点或工作进程</translation>
    </message>
    <message>
        <source>%1 and %2 have the same address %3:%4</source>
        <translation>%1 和 %2 的地址相同（%3:%4）</translation>
    </message>
    <message>
        <source>%1; give each task its own port</source>
        <translation>%1；请为每个任务指定各自的端口</translation>
    </message>
    <message>
        <source>give %1 the port %2</source>
        <translation>将 %1 的端口设为 %2</translation>
    </message>
    <message>
        <source>%1; give each task its own port, or omit the port to have one chosen</source>
        <translation>%1；请为每个任务指定各自的端口，或省略端口以使用空闲端口</translation>
    </message>
    <message>
        <source>%1 has a file with the name &quot;%2&quot;</source>
        <translation>%1 中有名为 &quot;%2&quot; 的文件</translation>
    </message>
    <message>
        <source>cannot fetch %1</source>
        <translation>无法获取 %1</translation>
    </message>
    <message>
        <source>%1 has changed</source>
        <translation>%1 已更改</translation>
    </message>
    <message>
        <source>%1 of %2 ends early</source>
        <translation>%2 的 %1 提前结束</translation>
    </message>
    <message>
        <source>the node keeps no checkpoints for attempt %1 of run %2</source>
        <translation>节点没有保留运行 %2 第 %1 次尝试的检查点</translation>
    </message>
    <message>
        <source>the other tasks would reach this machine at %1, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>其他任务将通过公网地址 %1 连接本机，而多台机器上的任务相互发送的数据既不加密也不认证</translation>
    </message>
    <message>
        <source>the other tasks would reach node %1 at %2, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>其他任务将通过公网地址 %2 连接节点 %1，而多台机器上的任务相互发送的数据既不加密也不认证</translation>
    </message>
    <message>
        <source>add the nodes at addresses of a private network or a VPN, or, if no third party can read or send on that network, set `cluster.allow_clear_text: true`</source>
        <translation>请用专用网络或 VPN 的地址添加节点；如果外人无法在该网络上读取或发送数据，也可设置 `cluster.allow_clear_text: true`</translation>
    </message>
    <message>
        <source>what the tasks of %1 send each other is neither encrypted nor authenticated; use a network that you trust</source>
        <translation>%1 上的任务相互发送的数据既不加密也不认证；请使用您信任的网络</translation>
    </message>
    <message>
        <source>node %1 saves no checkpoints of this run</source>
        <translation>节点 %1 没有保存此运行的检查点</translation>
    </message>
    <message>
        <source>%1 is here, and others are not; name those of other machines in a request of their own</source>
        <translation>%1 在本机上，而其他的不在；请在单独的请求中指定其他机器上的检查点</translation>
    </message>
    <message>
        <source>%1 is at &quot;%2&quot;, which means a different machine on each machine of this cluster; write this machine&apos;s name or address</source>
        <translation>%1 位于 &quot;%2&quot;，集群中的其他机器会把它当作自己；请写本机的名称或地址</translation>
    </message>
    <message>
        <source>write this machine&apos;s host name</source>
        <translation>写本机的主机名</translation>
    </message>
    <message>
        <source>the evaluator is listed with the training jobs, but it never connects to them: give it its own TF_CONFIG, or one without `cluster`</source>
        <translation>评估器位于训练作业之中，但它从不连接它们：应放在单独的 TF_CONFIG 中，或放在没有 `cluster` 的 TF_CONFIG 中</translation>
    </message>
    <message>
        <source>remove `evaluator` from `cluster`</source>
        <translation>从 `cluster` 中删除 `evaluator`</translation>
    </message>
    <message>
        <source>%1 is not a cluster entry</source>
        <translation>%1 不是集群条目</translation>
    </message>
    <message>
        <source>`node` has port %1, but `port` is %2; keep one</source>
        <translation>`node` 的端口是 %1，`port` 是 %2；请只保留一个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a CPU range (expected a number or first-last, such as 0-3)</source>
        <translation>&quot;%1&quot; 不是 CPU 范围（应为一个编号，或 0-3 这样的 首-尾）</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief`, and both are given; a cluster has one chief</source>
        <translation>`master` 是 `chief` 的旧名，这里两者都有；一个集群只有一个主节点</translation>
    </message>
    <message>
        <source>remove `master`</source>
        <translation>删除 `master`</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief` and is read as `chief`</source>
        <translation>`master` 是 `chief` 的旧名，按 `chief` 处理</translation>
    </message>
    <message>
        <source>write `chief` instead of `master`</source>
        <translation>将 `master` 改为 `chief`</translation>
    </message>
    <message>
        <source>the form of `cluster` does not allow ports to be added automatically; add them yourself (%1)</source>
        <translation>`cluster` 的写法无法填入端口；请自行填写（%1）</translation>
    </message>
    <message>
        <source>the run&apos;s values cannot be written as JSON: %1</source>
        <translation>无法将运行的值写成 JSON：%1</translation>
    </message>
    <message>
        <source>the run file&apos;s values do not fit their types: %1</source>
        <translation>运行文件的值与其类型不符：%1</translation>
    </message>
    <message>
        <source>under parameter servers each gradient is applied when it arrives, and no step accumulates several batches; a larger `train.data.batch_size` has the same effect</source>
        <translation>在参数服务器下，工作进程的梯度到达即应用，没有等待多个批次的步；增大 `train.data.batch_size` 效果相同</translation>
    </message>
    <message>
        <source>raise train.data.batch_size instead</source>
        <translation>改为增大 train.data.batch_size</translation>
    </message>
    <message>
        <source>remove the key, or start the run by `trainyard --headless run`</source>
        <translation>删除此键，或用 `trainyard --headless run` 启动运行</translation>
    </message>
    <message>
        <source>only an agent does this, and this task was started without one</source>
        <translation>此项只由代理执行，而该任务是在没有代理的情况下启动的</translation>
    </message>
    <message>
        <source>under parameter servers workers do not wait for each other within a step, so there are no statistics over the global batch; each batch has its own, and the running statistics are on the ps</source>
        <translation>在参数服务器下，工作进程在一步之内互不等待，因此没有全局批次的统计量；每个批次各自统计，滑动统计量存于 ps</translation>
    </message>
    <message>
        <source>in the mode `sync` each step waits for the one before it, so that an execution is one step</source>
        <translation>在 `sync` 模式下每一步都等待上一步，因此一次执行就是一步</translation>
    </message>
    <message>
        <source>remove the key, or set the strategy&apos;s mode to async</source>
        <translation>删除此键，或将策略的 mode 设为 async</translation>
    </message>
    <message>
        <source>in the mode `sync` the workers share each step&apos;s samples, as under `data`</source>
        <translation>在 `sync` 模式下各工作进程分担每一步的样本，与 `data` 相同</translation>
    </message>
    <message>
        <source>under parameter servers each worker reads the whole data set, as with `off`</source>
        <translation>使用参数服务器时每个工作进程读取整个数据集，与 `off` 相同</translation>
    </message>
    <message>
        <source>set train.data.shard to auto</source>
        <translation>将 train.data.shard 设为 auto</translation>
    </message>
    <message>
        <source>under parameter servers no worker has a shard that could end before the others</source>
        <translation>使用参数服务器时，没有哪个任务的数据份额会先于其他任务用完</translation>
    </message>
    <message>
        <source>a program&apos;s closures push their gradients as they arrive; to combine those of a step, push them with a Round</source>
        <translation>程序的闭包在得到梯度后立即推送；要让同一步的梯度汇合，闭包须带 Round 推送</translation>
    </message>
    <message>
        <source>set the strategy&apos;s mode to async</source>
        <translation>将策略的 mode 设为 async</translation>
    </message>
    <message>
        <source>this run has no evaluation after its epochs, by the chief or by workers</source>
        <translation>该运行在轮次之后没有由主节点或工作进程进行的评估</translation>
    </message>
    <message>
        <source>this has no effect: the run has one replica</source>
        <translation>此设置不起作用：该运行只有一个副本</translation>
    </message>
    <message>
        <source>this has no effect: the run has one task that trains</source>
        <translation>此设置不起作用：该运行只有一个训练任务</translation>
    </message>
    <message>
        <source>an evaluator looks at checkpoints, whatever epoch they are of; how many it looks at is `train.evaluation.sidecar.checkpoints`</source>
        <translation>评估器查看任何轮次的检查点；查看多少由 `train.evaluation.sidecar.checkpoints` 决定</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved; the evaluator keeps the best one, according to `train.evaluation.sidecar.monitor` and `keep_best`</source>
        <translation>%1 由评估器在检查点保存之后测量；最佳者由评估器按 `train.evaluation.sidecar.monitor` 和 `keep_best` 自行保留</translation>
    </message>
    <message>
        <source>no epoch measures `%1` (expected one of %2)</source>
        <translation>没有轮次测量 `%1`（应为 %2 之一）</translation>
    </message>
    <message>
        <source>`%1` cannot name checkpoints: %2</source>
        <translation>`%1` 不能用作检查点的名称：%2</translation>
    </message>
    <message>
        <source>for example weights.{epoch:02d}-{val_loss:.2f}</source>
        <translation>例如 weights.{epoch:02d}-{val_loss:.2f}</translation>
    </message>
    <message>
        <source>the names that checkpoints have in any case begin with `ckpt-`</source>
        <translation>`ckpt-` 开头的是检查点本来就有的名称</translation>
    </message>
    <message>
        <source>begin it with another word</source>
        <translation>请以其他词开头</translation>
    </message>
    <message>
        <source>several checkpoints would have one name by `%1`</source>
        <translation>按 `%1`，多个检查点会同名</translation>
    </message>
    <message>
        <source>add {step} to it</source>
        <translation>请加入 {step}</translation>
    </message>
    <message>
        <source>add {epoch} or {step} to it</source>
        <translation>请加入 {epoch} 或 {step}</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved</source>
        <translation>%1 由评估器在检查点保存之后测量</translation>
    </message>
    <message>
        <source>name a metric of the training</source>
        <translation>请指定训练的指标</translation>
    </message>
    <message>
        <source>it begins with `%1`</source>
        <translation>它以 `%1` 开头</translation>
    </message>
    <message>
        <source>it has the invisible character %1</source>
        <translation>其中有不可见字符 %1</translation>
    </message>
    <message>
        <source>it is the name of one file, without `/`</source>
        <translation>它应是一个不含 `/` 的文件名</translation>
    </message>
    <message>
        <source>a brace has no counterpart</source>
        <translation>有花括号不成对</translation>
    </message>
    <message>
        <source>`%1` is not a field (expected one such as epoch:02d, step or val_loss:.2f)</source>
        <translation>`%1` 不是字段（应为 epoch:02d、step 或 val_loss:.2f 之类）</translation>
    </message>
    <message>
        <source>it has no letter outside its fields, and would be taken for a step</source>
        <translation>字段之外没有字母，会被当作步数</translation>
    </message>
    <message>
        <source>it makes names of more than %1 bytes</source>
        <translation>所生成的名称超过 %1 字节</translation>
    </message>
    <message>
        <source>under parameter servers the validation data is dealt out in ranges of samples</source>
        <translation>在参数服务器下，验证数据按样本区间分配</translation>
    </message>
    <message>
        <source>an evaluator reads all of the validation data itself</source>
        <translation>评估器自行读取全部验证数据</translation>
    </message>
    <message>
        <source>name a metric that is measured</source>
        <translation>请指定会被测量的指标</translation>
    </message>
    <message>
        <source>the evaluator does not measure `%1` (expected one of %2)</source>
        <translation>评估器不测量 `%1`（应为 %2 之一）</translation>
    </message>
    <message>
        <source>there is no optimizer `%1` (expected one of %2)</source>
        <translation>没有优化器 `%1`（应为 %2 之一）</translation>
    </message>
    <message>
        <source>the optimizer does not take its options: %1</source>
        <translation>优化器的选项有误：%1</translation>
    </message>
    <message>
        <source>use per_replica, or a strategy whose replicas train in step</source>
        <translation>使用 per_replica，或选择副本同步训练的策略</translation>
    </message>
    <message>
        <source>under parameter servers workers&apos; gradients are applied one by one, and float16 wants one decision about the gradients of each step; bfloat16 wants none</source>
        <translation>在参数服务器下，工作进程的梯度逐个应用，而 float16 需要对每一步的梯度作出统一判断；bfloat16 不需要</translation>
    </message>
    <message>
        <source>set train.precision to bfloat16</source>
        <translation>将 train.precision 设为 bfloat16</translation>
    </message>
    <message>
        <source>the formula &quot;%1&quot; cannot be read from character %2 on</source>
        <translation>公式 &quot;%1&quot; 从第 %2 个字符起无法读取</translation>
    </message>
    <message>
        <source>layer %1 needs %2 and gets %3</source>
        <translation>层 %1 的输入应为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>a flat input (put `flatten` before it) or a sequence (steps, features)</source>
        <translation>展平的输入（在前面放 `flatten`）或序列（步, 特征）</translation>
    </message>
    <message>
        <source>images (channels, height, width)</source>
        <translation>图像（通道, 高, 宽）</translation>
    </message>
    <message>
        <source>images (channels, height, width) of at least %1 × %2 pixels</source>
        <translation>至少 %1 × %2 像素的图像（通道, 高, 宽）</translation>
    </message>
    <message>
        <source>another target_shape than %1</source>
        <translation>%1 以外的 target_shape</translation>
    </message>
    <message>
        <source>as many elements as its target_shape %1 has</source>
        <translation>与其 target_shape %1 相同的元素数</translation>
    </message>
    <message>
        <source>a sequence of indexes (steps)</source>
        <translation>索引序列（步）</translation>
    </message>
    <message>
        <source>a sequence (steps, features)</source>
        <translation>序列（步, 特征）</translation>
    </message>
    <message>
        <source>%1 channels, as many as `%2` has numbers</source>
        <translation>%1 个通道（与 `%2` 的数值个数相同）</translation>
    </message>
    <message>
        <source>layer %1 would have a tensor of %2 elements</source>
        <translation>层 %1 的张量将有 %2 个元素</translation>
    </message>
    <message>
        <source>two layers have the name %1; give one of them another</source>
        <translation>有两个层都叫 %1；请给其中一个改名</translation>
    </message>
    <message>
        <source>layer %1 takes `input`, the model&apos;s input, which is a layer&apos;s name too; rename that layer</source>
        <translation>层 %1 以模型的输入 `input` 为输入，但有一个层也叫这个名字；请给那个层改名</translation>
    </message>
    <message>
        <source>layer %1 takes the output of `%2`, but no layer has that name</source>
        <translation>层 %1 以 `%2` 的输出为输入，但没有叫这个名字的层</translation>
    </message>
    <message>
        <source>layer %1 takes its own output</source>
        <translation>层 %1 以自己的输出为输入</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which needs that of %3: a cycle</source>
        <translation>层 %1 以 %2 的输出为输入，而后者又需要 %3 的输出，形成循环</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which comes after it; move %3 up</source>
        <translation>层 %1 以排在其后的 %2 的输出为输入；请将 %3 上移</translation>
    </message>
    <message>
        <source>the output of layer %1 is not used; name the layer in the `inputs` of one below, or remove it</source>
        <translation>层 %1 的输出没有被使用；请在下方某个层的 `inputs` 中写上它的名字，或将其删除</translation>
    </message>
    <message>
        <source>layers, %1: `inputs` is of run files; a manifest has `from`</source>
        <translation>layers 中的 %1：`inputs` 用于运行文件；清单中使用 `from`</translation>
    </message>
    <message>
        <source>one input</source>
        <translation>一个输入</translation>
    </message>
    <message>
        <source>at most %1 inputs</source>
        <translation>最多 %1 个输入</translation>
    </message>
    <message>
        <source>inputs of one shape</source>
        <translation>形状相同的输入</translation>
    </message>
    <message>
        <source>another axis than %1</source>
        <translation>%1 以外的 axis</translation>
    </message>
    <message>
        <source>inputs that differ along axis %1 only</source>
        <translation>仅在轴 %1 上不同的输入</translation>
    </message>
    <message>
        <source>a value and a key of as many steps</source>
        <translation>步数相同的 value 和 key</translation>
    </message>
    <message>
        <source>there is no built-in model `%1`</source>
        <translation>没有内置模型 `%1`</translation>
    </message>
    <message>
        <source>this version can&apos;t build a model from `%1` yet; use {builtin: …} or {layers: …}</source>
        <translation>此版本还不能由 `%1` 构建模型；请使用 {builtin: …} 或 {layers: …}</translation>
    </message>
    <message>
        <source>a model needs the shape of one sample</source>
        <translation>模型需要单个样本的形状</translation>
    </message>
    <message>
        <source>a complete spec has a learning rate</source>
        <translation>完整的规格应有学习率</translation>
    </message>
    <message>
        <source>the boundaries must rise from one to the next</source>
        <translation>边界值必须依次递增</translation>
    </message>
    <message>
        <source>%1 boundaries need %2 values, and there are %3</source>
        <translation>%1 个边界需要 %2 个值，实际有 %3 个</translation>
    </message>
    <message>
        <source>%1 needs %2, and the data has %3 of shape %4</source>
        <translation>%1 需要 %2，而数据中是形状为 %4 的%3</translation>
    </message>
    <message>
        <source>class indexes</source>
        <translation>类别索引</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 needs an output of two or more classes, and the model ends in %2; binary_crossentropy takes one</source>
        <translation>%1 需要两个或更多类别的输出，而模型的输出是 %2；单个输出可用 binary_crossentropy</translation>
    </message>
    <message>
        <source>class indexes of shape %1 for an output of %2</source>
        <translation>形状为 %1 的类别索引（对应输出 %2）</translation>
    </message>
    <message>
        <source>the data has %1 classes, but the model ends in %2 of them</source>
        <translation>数据有 %1 个类别，而模型输出 %2 个类别</translation>
    </message>
    <message>
        <source>labels of the output&apos;s shape %1</source>
        <translation>与输出形状 %1 相同的标签</translation>
    </message>
    <message>
        <source>%1 has no classes: accuracy is not computed</source>
        <translation>%1 没有可判断对错的类别：将省略 accuracy</translation>
    </message>
    <message>
        <source>write metrics: [mean_absolute_error]</source>
        <translation>写为 metrics: [mean_absolute_error]</translation>
    </message>
    <message>
        <source>the last layer ends in %1, but %2 takes logits: it would be applied twice</source>
        <translation>最后一层以 %1 结尾，但 %2 接受 logits：它会被应用两次</translation>
    </message>
    <message>
        <source>write loss: {%1: {from_logits: false}}, or remove the activation</source>
        <translation>写为 loss: {%1: {from_logits: false}}，或去掉激活函数</translation>
    </message>
    <message>
        <source>%1 is set to take probabilities, but the last layer has no activation that outputs them</source>
        <translation>%1 被设为接受概率，但最后一层没有产生概率的激活函数</translation>
    </message>
    <message>
        <source>remove from_logits: false</source>
        <translation>删除 from_logits: false</translation>
    </message>
    <message>
        <source>`%1` has %2 entries, there is no entry %3</source>
        <translation>`%1` 有 %2 个条目，没有条目 %3</translation>
    </message>
    <message>
        <source>the data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>the data: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>%1 is not an image. Name its data as a source of a run file: &apos;{%2: …}&apos;</source>
        <translation>%1 不是图像。请按运行文件中数据源的写法指定其数据：&apos;{%2: …}&apos;</translation>
    </message>
    <message>
        <source>the program creates its own model; only one of `model` and `program` can be given</source>
        <translation>程序会自行创建模型；`model` 和 `program` 只能指定一个</translation>
    </message>
    <message>
        <source>remove `train.model` or `train.program`</source>
        <translation>删除 `train.model` 或 `train.program`</translation>
    </message>
    <message>
        <source>the program %1 does not use this key (its manifest&apos;s `reads` names those that it does)</source>
        <translation>程序 %1 不使用此键（其使用的键列在清单的 `reads` 中）</translation>
    </message>
    <message>
        <source>remove the key</source>
        <translation>删除此键</translation>
    </message>
    <message>
        <source>a program evaluates after its epochs itself, or not at all</source>
        <translation>程序在周期后自行评估，或者不评估</translation>
    </message>
    <message>
        <source>the program %1 has nothing for an evaluator to run (its manifest has no `evaluates`)</source>
        <translation>程序 %1 没有可供评估器运行的内容（其清单中没有 `evaluates`）</translation>
    </message>
    <message>
        <source>the callback %1 schedules closures on workers, and %2 has no coordinator for them</source>
        <translation>回调 %1 在工作进程上调度闭包，而 %2 没有用于此的协调器</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>删除其中之一</translation>
    </message>
    <message>
        <source>this machine has the CPUs 0-%1, and none of these</source>
        <translation>本机的 CPU 为 0-%1，没有指定的 CPU</translation>
    </message>
    <message>
        <source>a run is interrupted once: at a `step`, or at the end of an `epoch`</source>
        <translation>运行只中断一次：在某个 `step`，或在某个 `epoch` 结束时</translation>
    </message>
    <message>
        <source>`%1` of a task&apos;s TF_CONFIG comes from the run&apos;s `cluster`; `tf_config` has its other keys</source>
        <translation>任务的 TF_CONFIG 中的 `%1` 来自运行的 `cluster`；`tf_config` 写其他的键</translation>
    </message>
    <message>
        <source>%1 leaves no epoch to train: `epochs` is %2 (expected less)</source>
        <translation>%1 使得没有轮次可训练：`epochs` 为 %2（应小于它）</translation>
    </message>
    <message>
        <source>true makes the data endless, so that an epoch has no end; set `train.steps_per_epoch`, or repeat: auto</source>
        <translation>true 会使数据无穷无尽，轮次没有终点；请设置 `train.steps_per_epoch`，或 repeat: auto</translation>
    </message>
    <message>
        <source>set repeat to auto</source>
        <translation>将 repeat 设为 auto</translation>
    </message>
    <message>
        <source>the key `train` is missing</source>
        <translation>缺少键 `train`</translation>
    </message>
    <message>
        <source>the workers evaluate after each epoch, and `cluster` has an evaluator too; one of them is not needed</source>
        <translation>工作进程在每个轮次后评估，而 `cluster` 中又有评估器；其中一个无事可做</translation>
    </message>
    <message>
        <source>remove `train.evaluation`</source>
        <translation>删除 `train.evaluation`</translation>
    </message>
    <message>
        <source>`cluster` has no evaluator: there is no evaluation unless an evaluator is started manually</source>
        <translation>`cluster` 中没有评估器：除非手动启动一个，否则不会评估</translation>
    </message>
    <message>
        <source>add `evaluator: [local]` to `cluster`</source>
        <translation>在 `cluster` 中添加 `evaluator: [local]`</translation>
    </message>
    <message>
        <source>the evaluator has nothing to evaluate: `train.data.validation` is null</source>
        <translation>评估器没有可评估的数据：`train.data.validation` 为 null</translation>
    </message>
    <message>
        <source>remove `evaluator`, or give `train.data.validation`</source>
        <translation>删除 `evaluator`，或指定 `train.data.validation`</translation>
    </message>
    <message>
        <source>there is nothing to validate on: `train.data.validation` is null</source>
        <translation>没有可用于验证的数据：`train.data.validation` 为 null</translation>
    </message>
    <message>
        <source>remove the key, or give `train.data.validation`</source>
        <translation>删除该键，或指定 `train.data.validation`</translation>
    </message>
    <message>
        <source>%1 is not a run file (expected a map with `name` and `train`)</source>
        <translation>%1 不是运行文件（应为含 `name` 和 `train` 的映射）</translation>
    </message>
    <message>
        <source>%1 is a relative path (expected an absolute one)</source>
        <translation>%1 是相对路径（应为绝对路径）</translation>
    </message>
    <message>
        <source>%1 is not a saved model: %2</source>
        <translation>%1 不是已保存的模型：%2</translation>
    </message>
    <message>
        <source>`train.model.saved` cannot be read</source>
        <translation>无法读取 `train.model.saved`</translation>
    </message>
    <message>
        <source>it is of another format</source>
        <translation>格式不同</translation>
    </message>
    <message>
        <source>`model` is missing</source>
        <translation>缺少 `model`</translation>
    </message>
    <message>
        <source>it names another one</source>
        <translation>它指向另一个模型</translation>
    </message>
    <message>
        <source>`%1` is part of Trainyard&apos;s run file, but this version can&apos;t %2</source>
        <translation>`%1` 是 Trainyard 运行文件的一部分，但此版本尚不支持（%2）</translation>
    </message>
    <message>
        <source>only one of %1 can be given</source>
        <translation>%1 只能指定其中一个</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>；是否想写 %1？</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>写为 %1</translation>
    </message>
    <message>
        <source>%1 is not allowed here (expected %2)%3</source>
        <translation>此处不能用 %1（应为 %2）%3</translation>
    </message>
    <message>
        <source>; put it in quotes</source>
        <translation>；请加上引号</translation>
    </message>
    <message>
        <source>%1 has the wrong type (expected %2)%3</source>
        <translation>%1 类型错误（应为 %2）%3</translation>
    </message>
    <message>
        <source>%1 is out of range (expected %2)</source>
        <translation>%1 超出范围（应为 %2）</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>不能为空</translation>
    </message>
    <message>
        <source>has %1 bytes (at most %2 are allowed)</source>
        <translation>有 %1 字节（最多允许 %2 字节）</translation>
    </message>
    <message>
        <source>%1 has characters that are not allowed here</source>
        <translation>%1 含有此处不允许的字符</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at least %2)</source>
        <translation>列表有 %1 个条目（至少应有 %2 个）</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at most %2)</source>
        <translation>列表有 %1 个条目（最多 %2 个）</translation>
    </message>
    <message>
        <source>%1 occurs twice; keep one</source>
        <translation>%1 出现两次；请只保留一个</translation>
    </message>
    <message>
        <source>the %1 `%2` is part of Trainyard&apos;s run file, but this version doesn&apos;t have it yet; known: %3</source>
        <translation>%1 `%2` 是 Trainyard 运行文件的一部分，但此版本还没有；可用：%3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; known here: %3</source>
        <translation>未知的%1 `%2`；此处可用：%3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; did you mean `%3`?</source>
        <translation>未知的%1 `%2`；是否想写 `%3`？</translation>
    </message>
    <message>
        <source>rename `%1` to `%2`</source>
        <translation>将 `%1` 改为 `%2`</translation>
    </message>
    <message>
        <source>the key `%1` is missing</source>
        <translation>缺少键 `%1`</translation>
    </message>
    <message>
        <source>one of the keys %1 is required</source>
        <translation>需要键 %1 之一</translation>
    </message>
    <message>
        <source>has %1 keys (expected exactly one)</source>
        <translation>有 %1 个键（应恰好有一个）</translation>
    </message>
    <message>
        <source>has %1 keys (expected at least %2)</source>
        <translation>有 %1 个键（至少应有 %2 个）</translation>
    </message>
    <message>
        <source>has %1 keys (expected at most %2)</source>
        <translation>有 %1 个键（最多 %2 个）</translation>
    </message>
    <message>
        <source>the pattern is longer than %1 bytes</source>
        <translation>模式长于 %1 字节</translation>
    </message>
    <message>
        <source>the pattern &quot;%1&quot; cannot be read: %2</source>
        <translation>无法读取模式 &quot;%1&quot;：%2</translation>
    </message>
    <message>
        <source>the keyword `%1` is not understood</source>
        <translation>不认识关键字 `%1`</translation>
    </message>
    <message>
        <source>`%1` has the wrong type of value</source>
        <translation>`%1` 的值类型错误</translation>
    </message>
    <message>
        <source>there is no type `%1`</source>
        <translation>没有类型 `%1`</translation>
    </message>
    <message>
        <source>`anyOf` takes lists of `required` keys only</source>
        <translation>`anyOf` 只接受 `required` 键的列表</translation>
    </message>
    <message>
        <source>`x-keys.%1` is not text</source>
        <translation>`x-keys.%1` 不是文本</translation>
    </message>
    <message>
        <source>it is nested too deeply, or refers to itself</source>
        <translation>嵌套过深，或引用了自身</translation>
    </message>
    <message>
        <source>a schema is a map</source>
        <translation>模式应为映射</translation>
    </message>
    <message>
        <source>`$ref` must point into the same schema: #/$defs/…</source>
        <translation>`$ref` 必须指向同一模式内：#/$defs/…</translation>
    </message>
    <message>
        <source>the schema cannot be used: %1</source>
        <translation>模式无法使用：%1</translation>
    </message>
    <message>
        <source>an integer%1</source>
        <translation>整数%1</translation>
    </message>
    <message>
        <source>a number%1</source>
        <translation>数值%1</translation>
    </message>
    <message>
        <source> from %1 to %2</source>
        <translation>（%1 到 %2）</translation>
    </message>
    <message>
        <source>a map such as {%1: …}</source>
        <translation>{%1: …} 这样的映射</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>%1 项的列表</translation>
    </message>
    <message>
        <source>an empty map</source>
        <translation>空映射</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>a map with the key %1</source>
        <translation>含键 %1 的映射</translation>
    </message>
    <message>
        <source>a map with the keys %1</source>
        <translation>含键 %1 的映射</translation>
    </message>
    <message>
        <source>%1 bytes are too many for a TF_CONFIG (at most %2)</source>
        <translation>%1 字节超过了 TF_CONFIG 的大小（最多 %2 字节）</translation>
    </message>
    <message>
        <source>it looks like {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</source>
        <translation>形如 {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</translation>
    </message>
    <message>
        <source>%1 is not a JSON object; %2</source>
        <translation>%1 不是 JSON 对象；%2</translation>
    </message>
    <message>
        <source>`task` is missing; %1</source>
        <translation>缺少 `task`；%1</translation>
    </message>
    <message>
        <source>add &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}</source>
        <translation>添加 &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}</translation>
    </message>
    <message>
        <source>`task.type` is missing (expected one of %1); %2</source>
        <translation>缺少 `task.type`（应为 %1 之一）；%2</translation>
    </message>
    <message>
        <source>add &quot;type&quot;: &quot;worker&quot;</source>
        <translation>添加 &quot;type&quot;: &quot;worker&quot;</translation>
    </message>
    <message>
        <source>`%1` is not a task type (expected one of %2)</source>
        <translation>`%1` 不是任务类型（应为 %2 之一）</translation>
    </message>
    <message>
        <source>write `%1`</source>
        <translation>写为 `%1`</translation>
    </message>
    <message>
        <source>`task.index` is missing (expected 0 for the first task of its type)</source>
        <translation>缺少 `task.index`（该类型的第一个任务为 0）</translation>
    </message>
    <message>
        <source>set `task.index` to 0</source>
        <translation>将 `task.index` 设为 0</translation>
    </message>
    <message>
        <source>%1 is not an index (expected an integer ≥ 0)</source>
        <translation>%1 不是索引（应为从 0 开始的整数）</translation>
    </message>
    <message>
        <source>`cluster` is missing; %1</source>
        <translation>缺少 `cluster`；%1</translation>
    </message>
    <message>
        <source>add &quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]}</source>
        <translation>添加 &quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]}</translation>
    </message>
    <message>
        <source>`cluster` is %1; %2</source>
        <translation>`cluster` 是 %1；%2</translation>
    </message>
    <message>
        <source>unknown role `%1` (expected one of %2)</source>
        <translation>未知的角色 `%1`（应为 %2 之一）</translation>
    </message>
    <message>
        <source>`%1` is %2 (expected a list of &quot;host:port&quot;)</source>
        <translation>`%1` 是 %2（应为 &quot;主机:端口&quot; 的列表）</translation>
    </message>
    <message>
        <source>%1 is not text (expected &quot;host:port&quot;)</source>
        <translation>%1 不是文本（应为 &quot;主机:端口&quot;）</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has no `%3` (it has %4)</source>
        <translation>任务 %1:%2 不在集群中，集群没有 `%3`（有 %4）</translation>
    </message>
    <message>
        <source>add `%1` to `cluster`, or make the task a %2</source>
        <translation>在 `cluster` 中添加 `%1`，或将任务改为 %2</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has %3 of that type (expected an index from 0 to %4)</source>
        <translation>任务 %1:%2 不在集群中，该类型有 %3 个（索引应为 0 到 %4）</translation>
    </message>
    <message>
        <source>use an index from 0 to %1</source>
        <translation>使用 0 到 %1 的索引</translation>
    </message>
    <message>
        <source>%1 (%2) is only here</source>
        <translation>%1（%2）只在此处有</translation>
    </message>
    <message>
        <source>%1 is %2 here and %3 there</source>
        <translation>%1 在此处是 %2，在对方是 %3</translation>
    </message>
    <message>
        <source>%1 (%2) is only there</source>
        <translation>%1（%2）只在对方有</translation>
    </message>
    <message>
        <source>the clusters are written differently</source>
        <translation>集群的写法不同</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 处</translation>
    </message>
    <message>
        <source>a key must be text (or a bracket is not closed)</source>
        <translation>键必须是文本（或括号没有闭合）</translation>
    </message>
    <message>
        <source>an alias refers to a node that contains it</source>
        <translation>别名出现在它所指的内容之中</translation>
    </message>
    <message>
        <source>a NUL character is not allowed</source>
        <translation>不允许出现 NUL 字符</translation>
    </message>
    <message>
        <source>the tag %1 is not allowed in a run file; remove it</source>
        <translation>运行文件中不允许标签 %1；请删除</translation>
    </message>
    <message>
        <source>more than %1 values; no run file needs that many</source>
        <translation>值超过 %1 个；运行文件不需要这么多</translation>
    </message>
    <message>
        <source>the key `%1` occurs twice (first in line %2); keep one</source>
        <translation>键 `%1` 出现两次（首次在第 %2 行）；请只保留一个</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a control character (0x%1) is not allowed</source>
        <translation>不允许控制字符 (0x%1)</translation>
    </message>
    <message>
        <source>the text is not UTF-8; save the file as UTF-8</source>
        <translation>文本不是 UTF-8；请以 UTF-8 保存文件</translation>
    </message>
    <message>
        <source>has %1 bytes; a run file has at most %2</source>
        <translation>有 %1 字节；运行文件最多 %2 字节</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the file has more than one YAML document; keep one</source>
        <translation>文件中有多个 YAML 文档；请只保留一个</translation>
    </message>
    <message>
        <source>this is not YAML: %1</source>
        <translation>不是 YAML：%1</translation>
    </message>
    <message>
        <source>cannot make an epoll descriptor</source>
        <translation>无法创建 epoll 描述符</translation>
    </message>
    <message>
        <source>cannot make an eventfd</source>
        <translation>无法创建 eventfd</translation>
    </message>
    <message>
        <source>cannot wait on an eventfd</source>
        <translation>无法等待 eventfd</translation>
    </message>
    <message>
        <source>cannot wait on descriptor %1</source>
        <translation>无法等待描述符 %1</translation>
    </message>
    <message>
        <source>cannot get random bytes for a run&apos;s secret</source>
        <translation>无法为运行的密钥取得随机字节</translation>
    </message>
    <message>
        <source>this task is not known here</source>
        <translation>此处不认识该任务</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 has ended</source>
        <translation>运行 %2 的第 %1 次尝试已结束</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1 第 %2 行：%3</translation>
    </message>
    <message>
        <source>cannot read the profile %1</source>
        <translation>无法读取剖析文件 %1</translation>
    </message>
    <message>
        <source>this is not a task&apos;s profile</source>
        <translation>这不是任务的剖析文件</translation>
    </message>
    <message>
        <source>this is not an event</source>
        <translation>这不是事件</translation>
    </message>
    <message>
        <source>the file breaks off</source>
        <translation>文件中途截断</translation>
    </message>
    <message>
        <source>cannot write the profile %1</source>
        <translation>无法写入剖析文件 %1</translation>
    </message>
    <message>
        <source>cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>cannot read the link %1</source>
        <translation>无法读取链接 %1</translation>
    </message>
    <message>
        <source>choose the strategy %1, or remove `%2`</source>
        <translation>选择策略 %1，或删除 `%2`</translation>
    </message>
    <message>
        <source>the run&apos;s id and folder start with `%1`: they keep only letters a to z, digits, `.`, `_` and `-` of a name</source>
        <translation>运行的 ID 及其文件夹以 `%1` 开头：名称中只取英文字母、数字、`.`、`_` 和 `-`</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 worker</source>
        <translation>%1 个工作进程</translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation>%1 个工作进程</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有那个文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不够</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有空间</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>目录非空</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>地址已被使用</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘限额</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>管道已断开</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>无效的参数</translation>
    </message>
    <message>
        <source>No such process</source>
        <translation>没有那个进程</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not %2</source>
        <translation>&quot;%1&quot; 不是%2</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read; save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>不读取类型 &apos;%1&apos; 的元素；请将数组保存为 bool、int8 … uint64、float32、float64 之一</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (pickled objects could run code); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>不读取类型 &apos;%1&apos; 的元素（pickle 对象可能执行代码）；请将数组保存为 bool、int8 … uint64、float32、float64 之一</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (big-endian); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>不读取类型 &apos;%1&apos; 的元素（大端序）；请将数组保存为 bool、int8 … uint64、float32、float64 之一</translation>
    </message>
    <message>
        <source>there is %1, and %2 need one each at least</source>
        <translation>只有%1，而%2至少各需要一个</translation>
    </message>
    <message>
        <source>there are %1, and %2 need one each at least</source>
        <translation>有%1，而%2至少各需要一个</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved by the chief</source>
        <translation>主节点没有保存第 %1 步的检查点</translation>
    </message>
    <message>
        <source>data: the value of builtin must be a name</source>
        <translation>数据：builtin 的值必须是名称</translation>
    </message>
    <message>
        <source>the data set %1 is not complete on this machine (missing: %2); %3</source>
        <translation>本机上的数据集 %1 不完整（缺少：%2）；%3</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch fashion_mnist`, install Debian&apos;s package dataset-fashion-mnist (apt install dataset-fashion-mnist), or put %1 into %2</source>
        <translation>请用 `trainyard-headless data fetch fashion_mnist` 获取，或安装 Debian 软件包 dataset-fashion-mnist（apt install dataset-fashion-mnist），或将 %1 放入 %2</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch %1`, or put its four files, %2, into %3</source>
        <translation>用 `trainyard-headless data fetch %1` 获取，或将其四个文件 %2 放入 %3</translation>
    </message>
    <message>
        <source>there is no builtin data set &quot;%1&quot;; there are %2</source>
        <translation>没有内置数据集 &quot;%1&quot;；有 %2</translation>
    </message>
    <message>
        <source>cannot make a temporary file to unpack %1 into</source>
        <translation>无法创建用于解压 %1 的临时文件</translation>
    </message>
    <message>
        <source>cannot unlink %1</source>
        <translation>无法删除 %1</translation>
    </message>
    <message>
        <source>no memory to read %1</source>
        <translation>没有内存来读取 %1</translation>
    </message>
    <message>
        <source>the gzip file %1 is %2 after byte %3 of its contents (%4); fetch it again</source>
        <translation>gzip 文件 %1 在内容的第 %3 字节后%2（%4）；请重新获取</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>the unpacked contents of %1 in the temporary folder</source>
        <translation>临时文件夹中 %1 的解压内容</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>在第 %1 字节处</translation>
    </message>
    <message>
        <source>%1 more bytes are needed and %2 are there; fetch it again</source>
        <translation>还需要 %1 字节，但只有 %2 字节；请重新获取</translation>
    </message>
    <message>
        <source>cannot read %1 at byte %2</source>
        <translation>无法读取 %1 的第 %2 字节</translation>
    </message>
    <message>
        <source>the file has become shorter since it was opened</source>
        <translation>文件在打开后变短了</translation>
    </message>
    <message>
        <source>one folder</source>
        <translation>一个文件夹</translation>
    </message>
    <message>
        <source>train or test</source>
        <translation>train 或 test</translation>
    </message>
    <message>
        <source>%1 is missing: unpack cifar-10-binary.tar.gz (CIFAR-10 binary version, https://www.cs.toronto.edu/~kriz/cifar.html) there</source>
        <translation>缺少 %1：请在那里解压 cifar-10-binary.tar.gz（CIFAR-10 binary version，https://www.cs.toronto.edu/~kriz/cifar.html）</translation>
    </message>
    <message>
        <source>records have %1 bytes, here are %2 more; fetch it again</source>
        <translation>记录为 %1 字节，这里多出 %2 字节；请重新获取</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to 9</source>
        <translation>标签为 %1，类别为 0 到 9</translation>
    </message>
    <message>
        <source>a quote is opened and not closed within 16 MiB</source>
        <translation>引号打开后 16 MiB 内没有闭合</translation>
    </message>
    <message>
        <source>the line is longer than 16 MiB</source>
        <translation>该行超过 16 MiB</translation>
    </message>
    <message>
        <source>a quote is opened and never closed</source>
        <translation>引号打开后没有闭合</translation>
    </message>
    <message>
        <source>%1, column %2</source>
        <translation>%1，列 %2</translation>
    </message>
    <message>
        <source>the cell is empty (expected %1)</source>
        <translation>单元格为空（应为%1）</translation>
    </message>
    <message>
        <source>one of `class_names`</source>
        <translation>`class_names` 之一</translation>
    </message>
    <message>
        <source>a class index; texts need `class_names`, other numbers `label_dtype: float32`</source>
        <translation>类别索引；文本需要 `class_names`，其他数值需要 `label_dtype: float32`</translation>
    </message>
    <message>
        <source>a class from 0 to %1</source>
        <translation>0 到 %1 的类别</translation>
    </message>
    <message>
        <source>a class from 0 on</source>
        <translation>从 0 起的类别</translation>
    </message>
    <message>
        <source>a quote inside a field or after its end (RFC 4180 doubles it)</source>
        <translation>字段内部或末尾之后有引号（RFC 4180 要求写两次）</translation>
    </message>
    <message>
        <source>it has %1 fields, expected %2</source>
        <translation>有 %1 个字段，应为 %2 个</translation>
    </message>
    <message>
        <source>%1: there is no column &quot;%2&quot; (`%3`); there are %4%5</source>
        <translation>%1：没有列 &quot;%2&quot;（`%3`）；有 %4%5</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>一个字符</translation>
    </message>
    <message>
        <source>there is no column besides the label</source>
        <translation>除标签外没有其他列</translation>
    </message>
    <message>
        <source>the first is enough</source>
        <translation>有第一个就够了</translation>
    </message>
    <message>
        <source>it has no records</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>a quote inside a field</source>
        <translation>字段内部有引号</translation>
    </message>
    <message>
        <source>column %1 is &quot;%2&quot;, in the first file it is &quot;%3&quot;</source>
        <translation>第 %1 列是 &quot;%2&quot;，而第一个文件中是 &quot;%3&quot;</translation>
    </message>
    <message>
        <source>record %1</source>
        <translation>记录 %1</translation>
    </message>
    <message>
        <source>there is no kind of data set &quot;%1&quot;; there are %2</source>
        <translation>没有数据集类型 &quot;%1&quot;；有 %2</translation>
    </message>
    <message>
        <source>%1: a run numbers at most 2^32-1 samples</source>
        <translation>%1：一个运行最多 2^32-1 个样本</translation>
    </message>
    <message>
        <source>neither it nor the other %1 files contain samples</source>
        <translation>它和另外 %1 个文件都没有样本</translation>
    </message>
    <message>
        <source>it has no samples</source>
        <translation>没有样本</translation>
    </message>
    <message>
        <source>%1 ends in its %2 at byte %3: its header promises %4 bytes in all; fetch it again</source>
        <translation>%1 在其 %2 的第 %3 字节处结束：头部声明共 %4 字节；请重新获取</translation>
    </message>
    <message>
        <source>%1 is not an IDX file that can be used: at byte %2: %3</source>
        <translation>%1 不是可用的 IDX 文件：第 %2 字节处：%3</translation>
    </message>
    <message>
        <source>expected 0x0000, got 0x%1%2</source>
        <translation>应为 0x0000，实际为 0x%1%2</translation>
    </message>
    <message>
        <source>expected type 0x08 (unsigned bytes), got 0x%1</source>
        <translation>类型应为 0x08（无符号字节），实际为 0x%1</translation>
    </message>
    <message>
        <source>expected 1 to %1 dimensions, got %2</source>
        <translation>应为 1 到 %1 维，实际为 %2 维</translation>
    </message>
    <message>
        <source>expected a dimension of at least 1, got 0</source>
        <translation>维度应至少为 1，实际为 0</translation>
    </message>
    <message>
        <source>its dimensions %1 pass 2^62 bytes</source>
        <translation>其维度 %1 超过 2^62 字节</translation>
    </message>
    <message>
        <source>its dimensions %1 promise %2 bytes in all, and there are more</source>
        <translation>其维度 %1 共应有 %2 字节，实际更多</translation>
    </message>
    <message>
        <source>the header of %1 promises %2 bytes (%3); this machine has %4 bytes of memory: unpack the file, a plain one is read from disk</source>
        <translation>%1 的头部声明 %2 字节（%3），而本机内存为 %4 字节：请解压该文件，解压后的文件从磁盘读取</translation>
    </message>
    <message>
        <source>%1: at byte 3: labels have 1 dimension, this file has %2</source>
        <translation>%1：第 3 字节处：标签为 1 维，此文件为 %2 维</translation>
    </message>
    <message>
        <source>%1: at byte 3: expected 2 to 4 dimensions (samples × features, samples × height × width or samples × channels × height × width), got %2</source>
        <translation>%1：第 3 字节处：应为 2 到 4 维（样本 × 特征、样本 × 高 × 宽 或 样本 × 通道 × 高 × 宽），实际为 %2</translation>
    </message>
    <message>
        <source>%1 has %2 images and %3 has %4 labels; they must be of the same set</source>
        <translation>%1 有 %2 张图像，%3 有 %4 个标签；它们必须属于同一数据集</translation>
    </message>
    <message>
        <source>%1: label %2 is %3, %4 has classes 0 to %5</source>
        <translation>%1：标签 %2 为 %3，%4 的类别为 0 到 %5</translation>
    </message>
    <message>
        <source>one file name</source>
        <translation>一个文件名</translation>
    </message>
    <message>
        <source>%1: the image cannot be decoded: %2</source>
        <translation>%1：无法解码图像：%2</translation>
    </message>
    <message>
        <source>it has no pixels</source>
        <translation>没有像素</translation>
    </message>
    <message>
        <source>%1: the image has %2 × %3 pixels; at most %4 are read</source>
        <translation>%1：图像为 %2 × %3 像素；最多读取 %4</translation>
    </message>
    <message>
        <source>too many scans for its size, save it as baseline</source>
        <translation>相对尺寸而言扫描过多，请保存为基线格式</translation>
    </message>
    <message>
        <source>it is a CMYK JPEG; save it as RGB</source>
        <translation>这是 CMYK JPEG；请保存为 RGB</translation>
    </message>
    <message>
        <source>%1 × %2 pixels in %3 bytes</source>
        <translation>%3 字节中有 %1 × %2 像素</translation>
    </message>
    <message>
        <source>it is neither a PNG nor a JPEG</source>
        <translation>开头既不是 PNG 也不是 JPEG</translation>
    </message>
    <message>
        <source>[height, width], each at most 8192,</source>
        <translation>[高, 宽]（各不超过 8192）</translation>
    </message>
    <message>
        <source>1 or 3</source>
        <translation>1 或 3</translation>
    </message>
    <message>
        <source>it has no folders; put the images in one folder per class</source>
        <translation>其中没有文件夹；图像应放在每个类别的文件夹中</translation>
    </message>
    <message>
        <source>there are more than %1 images; put them into TFRecord files</source>
        <translation>图像超过 %1 张；请将它们放入 TFRecord 文件</translation>
    </message>
    <message>
        <source>no folder in it holds a .png, .jpg or .jpeg file</source>
        <translation>其中没有任何文件夹含有 .png、.jpg 或 .jpeg 文件</translation>
    </message>
    <message>
        <source>the image has %1 × %2 pixels, the first one has %3 × %4; `size: [%5, %6]` makes all of them the same</source>
        <translation>该图像为 %1 × %2 像素，第一张为 %3 × %4；`size: [%5, %6]` 可使它们一致</translation>
    </message>
    <message>
        <source>the file ends before its header does</source>
        <translation>文件在头部结束之前就结束了</translation>
    </message>
    <message>
        <source>this is not an .npy file (expected \x93NUMPY)</source>
        <translation>这不是 .npy 文件（应以 \x93NUMPY 开头）</translation>
    </message>
    <message>
        <source>version %1 of .npy is not known</source>
        <translation>不认识 .npy 的版本 %1</translation>
    </message>
    <message>
        <source>the header length (%1 bytes) exceeds the limit</source>
        <translation>头部长度（%1 字节）超过上限</translation>
    </message>
    <message>
        <source>the file ends in its header</source>
        <translation>文件在头部中就结束了</translation>
    </message>
    <message>
        <source>the header is not {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …}</source>
        <translation>头部不是 {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …} 形式</translation>
    </message>
    <message>
        <source>the array is in Fortran order; save numpy.ascontiguousarray(array) instead</source>
        <translation>数组为 Fortran 顺序；请改为保存 numpy.ascontiguousarray(array)</translation>
    </message>
    <message>
        <source>arrays of shape (%1) are not supported as data sets</source>
        <translation>不支持把形状为 (%1) 的数组作为数据集</translation>
    </message>
    <message>
        <source>the file ends: shape (%1) needs %2 bytes in all; fetch it again</source>
        <translation>文件提前结束：形状 (%1) 共需 %2 字节；请重新获取</translation>
    </message>
    <message>
        <source>the file has more data than shape (%1) needs</source>
        <translation>形状 (%1) 到此结束，而文件还在继续</translation>
    </message>
    <message>
        <source>%1 and %2 have samples of different shapes or types</source>
        <translation>%1 和 %2 的样本形状或类型不同</translation>
    </message>
    <message>
        <source>data: npy has %1 files of features and %2 of %3; they go in pairs</source>
        <translation>数据：npy 有 %1 个特征文件和 %2 个 %3 文件；它们必须成对</translation>
    </message>
    <message>
        <source>%1 has %2 samples and %3 has %4 %5; they must be of the same set</source>
        <translation>%1 有 %2 个样本，%3 有 %4 个 %5；它们必须属于同一数据集</translation>
    </message>
    <message>
        <source>a floating-point type, as the array&apos;s is,</source>
        <translation>与数组相同的浮点类型</translation>
    </message>
    <message>
        <source>arrays of one dimension</source>
        <translation>一维数组</translation>
    </message>
    <message>
        <source>sample weights</source>
        <translation>样本权重</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>classes go from 0 to %1</source>
        <translation>类别为 0 到 %1</translation>
    </message>
    <message>
        <source>a class index is negative</source>
        <translation>类别索引为负</translation>
    </message>
    <message>
        <source>cannot read the data file %1</source>
        <translation>无法读取数据文件 %1</translation>
    </message>
    <message>
        <source>no data file is called %1</source>
        <translation>没有名为 %1 的数据文件</translation>
    </message>
    <message>
        <source>cannot look for data files called %1</source>
        <translation>无法查找名为 %1 的数据文件</translation>
    </message>
    <message>
        <source>data: %1 needs %2 at &quot;%3&quot;</source>
        <translation>数据：%1 的 &quot;%3&quot; 需要%2</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>文本或文本列表</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>integers of at least 1</source>
        <translation>不小于 1 的整数</translation>
    </message>
    <message>
        <source>auto, float32, float64 or int64</source>
        <translation>auto、float32、float64 或 int64</translation>
    </message>
    <message>
        <source>auto or a number above 0</source>
        <translation>auto 或大于 0 的数</translation>
    </message>
    <message>
        <source>a file name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>samples of %1 elements are too large</source>
        <translation>含 %1 个元素的样本过大</translation>
    </message>
    <message>
        <source>%1: its samples have %2 elements, which `shape: [%3]` cannot be</source>
        <translation>%1：其样本有 %2 个元素，无法成为 `shape: [%3]`</translation>
    </message>
    <message>
        <source>%1: `channels_last` needs samples of three dimensions (height, width, channels); these have %2</source>
        <translation>%1：`channels_last` 需要三维样本（高, 宽, 通道），实际为 %2 维</translation>
    </message>
    <message>
        <source>it has %1 bytes; an image has at most %2</source>
        <translation>有 %1 字节；图像最多 %2 字节</translation>
    </message>
    <message>
        <source>the model takes samples of shape [%1], which no picture has</source>
        <translation>模型接受形状为 [%1] 的样本，没有图片是这种形状</translation>
    </message>
    <message>
        <source>; uneven: join, %1 whose part has run out take part without samples</source>
        <translation>；uneven: join，分片用完的%1不带样本参与</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>; uneven: drop, %1 per epoch are dropped</source>
        <translation>；uneven: drop，每轮舍去%1</translation>
    </message>
    <message>
        <source>; uneven: pad, %1 per epoch are read twice</source>
        <translation>；uneven: pad，每轮有%1读两次</translation>
    </message>
    <message>
        <source>`shard: file` cannot be: %1; use data, or split the data into more files</source>
        <translation>不能用 `shard: file`：%1；请使用 data，或将数据拆成更多文件</translation>
    </message>
    <message>
        <source>as requested</source>
        <translation>按要求</translation>
    </message>
    <message>
        <source>off: every replica reads all %1, an epoch has %2 times as many</source>
        <translation>采用 off：每个副本读取全部%1，一轮为其 %2 倍</translation>
    </message>
    <message>
        <source>file: %1 for %2</source>
        <translation>采用 file：%2 分配%1</translation>
    </message>
    <message>
        <source>`shard: file` is not possible: the files of worker %1 have no samples; use data</source>
        <translation>不能用 `shard: file`：工作进程 %1 的文件中没有样本；请使用 data</translation>
    </message>
    <message>
        <source>auto chose data because file is not possible: the files of worker %1 would have no samples</source>
        <translation>因 file 会使工作进程 %1 的文件没有样本，auto 选择了 data</translation>
    </message>
    <message>
        <source>auto took data because file failed: %1</source>
        <translation>因 file 不可行，auto 选择了 data：%1</translation>
    </message>
    <message>
        <source>one worker reads everything</source>
        <translation>由一个工作进程读取全部</translation>
    </message>
    <message>
        <source>data: %1</source>
        <translation>采用 data：%1</translation>
    </message>
    <message>
        <source>auto took %1</source>
        <translation>auto 选择了 %1</translation>
    </message>
    <message>
        <source>float32, int64, uint8 or image</source>
        <translation>float32、int64、uint8 或 image</translation>
    </message>
    <message>
        <source>[channels, height, width], 1 or 3 channels, for an image</source>
        <translation>图像应为 [通道, 高, 宽]（1 或 3 通道）</translation>
    </message>
    <message>
        <source>a map of names to {shape, dtype}</source>
        <translation>名称到 {shape, dtype} 的映射</translation>
    </message>
    <message>
        <source>one of `features` (%1), not &quot;%2&quot;,</source>
        <translation>`features` 之一（%1），而不是 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>the name of the feature that the model takes, one of %1,</source>
        <translation>模型所用特征的名称（%1 之一）</translation>
    </message>
    <message>
        <source>a float32 feature of shape []</source>
        <translation>形状为 [] 的 float32 特征</translation>
    </message>
    <message>
        <source>this is not a TFRecord file: the checksum of the first length is wrong</source>
        <translation>这不是 TFRecord 文件：第一个长度的校验和错误</translation>
    </message>
    <message>
        <source>a record of %1 bytes is too large</source>
        <translation>%1 字节的记录过大</translation>
    </message>
    <message>
        <source>the file ends inside a record; fetch it again</source>
        <translation>文件在记录中间结束；请重新获取</translation>
    </message>
    <message>
        <source>it is not a tf.Example</source>
        <translation>它不是 tf.Example</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong; fetch the file again</source>
        <translation>记录的校验和错误；请重新获取文件</translation>
    </message>
    <message>
        <source>record at byte %1</source>
        <translation>第 %1 字节处的记录</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to %2</source>
        <translation>标签为 %1，类别为 0 到 %2</translation>
    </message>
    <message>
        <source>the label is %1; classes count from 0</source>
        <translation>标签为 %1；类别从 0 开始</translation>
    </message>
    <message>
        <source>it has no feature &quot;%1&quot;; there are %2</source>
        <translation>没有特征 &quot;%1&quot;；有 %2</translation>
    </message>
    <message>
        <source>the feature &quot;%1&quot; is not %2 of %3 elements</source>
        <translation>特征 &quot;%1&quot; 不是含 %3 个元素的%2</translation>
    </message>
    <message>
        <source>a list of floats</source>
        <translation>浮点数列表</translation>
    </message>
    <message>
        <source>a string of bytes</source>
        <translation>字节串</translation>
    </message>
    <message>
        <source>an encoded image</source>
        <translation>编码的图像</translation>
    </message>
    <message>
        <source>%1 in the store %2: %3</source>
        <translation>存储 %2 中%1：%3</translation>
    </message>
    <message>
        <source>preparing a statement</source>
        <translation>准备语句</translation>
    </message>
    <message>
        <source>executing a statement</source>
        <translation>执行语句</translation>
    </message>
    <message>
        <source>%1. The file is damaged. Stop the agent (`trainyard --headless agent stop`) and make the store again from the runs&apos; folders: trainyard --headless doctor --rebuild</source>
        <translation>%1。文件已损坏。请停止代理（`trainyard --headless agent stop`），并从运行的文件夹重建存储：trainyard --headless doctor --rebuild</translation>
    </message>
    <message>
        <source>%1. Free some space on its disk; nothing was written</source>
        <translation>%1。请在其磁盘上腾出空间；此次写入没有保留</translation>
    </message>
    <message>
        <source>a file may have at most %1 bytes: raise the limit (`ulimit -f`, or in the batch system that set it)</source>
        <translation>文件大小最多为 %1 字节：请提高上限（`ulimit -f`，或在设置该上限的批处理系统中）</translation>
    </message>
    <message>
        <source>%1. Check the disk (dmesg); nothing was written</source>
        <translation>%1。请检查磁盘（dmesg）；此次写入没有保留</translation>
    </message>
    <message>
        <source>%1. Another program has locked it; close that program and try again</source>
        <translation>%1。另一个程序占用着它；请关闭该程序后重试</translation>
    </message>
    <message>
        <source>%1. %2 has locked it; close that program and try again</source>
        <translation>%1。%2 已将其锁定；请关闭该程序后重试</translation>
    </message>
    <message>
        <source>%1. Check that you own the folder and the file and may write to both</source>
        <translation>%1。请确认您拥有该文件夹和文件，并对两者有写权限</translation>
    </message>
    <message>
        <source>%1. There is no such run</source>
        <translation>%1。没有这个运行</translation>
    </message>
    <message>
        <source>the store has a damaged block of points (%1 bytes, not a multiple of %2)</source>
        <translation>存储中有损坏的数据点块（%1 字节，不是 %2 的倍数）</translation>
    </message>
    <message>
        <source>the store has a damaged summary of points (%1 bytes)</source>
        <translation>存储中有损坏的数据点摘要（%1 字节）</translation>
    </message>
    <message>
        <source>the store lacks a summary of points it should hold</source>
        <translation>存储缺少应有的数据点摘要</translation>
    </message>
    <message>
        <source>cannot examine the file system of %1</source>
        <translation>无法检查 %1 的文件系统</translation>
    </message>
    <message>
        <source>the store cannot be kept in %1: that is a network file system (%2), and SQLite&apos;s write-ahead log needs a local disk. Set TRAINYARD_HOME to a folder on one</source>
        <translation>存储不能放在 %1：那是网络文件系统（%2），而 SQLite 的预写日志需要本地磁盘。请将 TRAINYARD_HOME 设为本地磁盘上的文件夹</translation>
    </message>
    <message>
        <source>%1 is an SQLite file of another program; move it elsewhere or set TRAINYARD_HOME to another folder</source>
        <translation>%1 是其他程序的 SQLite 文件；请移走它，或将 TRAINYARD_HOME 设为其他文件夹</translation>
    </message>
    <message>
        <source>the store %1 was written by a newer Trainyard (schema %2, this one supports %3); install that version again, or set TRAINYARD_HOME to another folder</source>
        <translation>存储 %1 由更新版本的 Trainyard 写成（模式 %2，本版本为 %3）；请重新安装该版本，或将 TRAINYARD_HOME 设为其他文件夹</translation>
    </message>
    <message>
        <source>cannot stat %1</source>
        <translation>无法获取 %1 的信息</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file</source>
        <translation>%1 是文件夹，不是文件</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read</source>
        <translation>%1 有 %2 字节；最多读取 %3 字节</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1 is larger than the %2 bytes that are read</source>
        <translation>%1 大于可读取的 %2 字节</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>cannot create %1</source>
        <translation>无法创建 %1</translation>
    </message>
    <message>
        <source>cannot sync %1</source>
        <translation>无法同步 %1</translation>
    </message>
    <message>
        <source>cannot rename %1 to %2</source>
        <translation>无法将 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>cannot rename %1</source>
        <translation>无法重命名 %1</translation>
    </message>
    <message>
        <source>cannot open folder %1</source>
        <translation>无法打开文件夹 %1</translation>
    </message>
    <message>
        <source>cannot sync folder %1</source>
        <translation>无法同步文件夹 %1</translation>
    </message>
    <message>
        <source>%1 is in the way: a file, not a folder</source>
        <translation>%1 挡在那里：是文件而不是文件夹</translation>
    </message>
    <message>
        <source>cannot find the current folder</source>
        <translation>找不到当前文件夹</translation>
    </message>
    <message>
        <source>cannot make folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>cannot ask for free space at %1</source>
        <translation>无法查询 %1 的可用空间</translation>
    </message>
    <message>
        <source>neither TRAINYARD_HOME nor HOME is set; set TRAINYARD_HOME to a folder</source>
        <translation>TRAINYARD_HOME 和 HOME 都没有设置；请将 TRAINYARD_HOME 设为一个文件夹</translation>
    </message>
    <message>
        <source>it nests deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; occurs twice</source>
        <translation>键 &quot;%1&quot; 出现两次</translation>
    </message>
    <message>
        <source>%1 is not JSON that can be used: %2</source>
        <translation>%1 不是可用的 JSON：%2</translation>
    </message>
    <message>
        <source>%1: expected a number, got a %2</source>
        <translation>%1：应为数值，实际是 %2</translation>
    </message>
    <message>
        <source>unknown partitioner %1</source>
        <translation>未知的分区器 %1</translation>
    </message>
    <message>
        <source>cannot remove %1</source>
        <translation>无法移除 %1</translation>
    </message>
    <message>
        <source>%1: it can run any code when it is opened, and is never read. Where you trust it, convert it: %2</source>
        <translation>%1：打开时可能执行任意代码，因此从不读取。若您信任它，请转换：%2</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of torch.distributed.checkpoint, whose .metadata is a pickle</source>
        <translation>%1 是 torch.distributed.checkpoint 的检查点，其 .metadata 是 pickle</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, as Keras writes them; read it with h5py and write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1 是 Keras 所写的 HDF5 文件；请用 h5py 读取，并以模型的变量名用 safetensors.numpy.save_file 写出各数组</translation>
    </message>
    <message>
        <source>%1 is a %2 archive; write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1 是 %2 存档；请以模型的变量名用 safetensors.numpy.save_file 写出各数组</translation>
    </message>
    <message>
        <source>%1 is a file of torch.save, a pickle</source>
        <translation>%1 是 torch.save 的文件（pickle）</translation>
    </message>
    <message>
        <source>cannot set %1 aside</source>
        <translation>无法移开 %1</translation>
    </message>
    <message>
        <source>%1 is not a usable manifest: %2</source>
        <translation>%1 不是可用的清单：%2</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or no count</source>
        <translation>&quot;version&quot; 缺失或不是计数</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version 1; use a newer one</source>
        <translation>其版本为 %1，本程序读取版本 1；请使用更新的程序</translation>
    </message>
    <message>
        <source>&quot;attempt&quot; or &quot;step&quot; is missing or no count</source>
        <translation>&quot;attempt&quot; 或 &quot;step&quot; 缺失或不是计数</translation>
    </message>
    <message>
        <source>&quot;files&quot; is missing or no object</source>
        <translation>&quot;files&quot; 缺失或不是对象</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the name of a file in the same folder</source>
        <translation>&quot;%1&quot; 不是它旁边文件的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lacks its size or SHA-256</source>
        <translation>&quot;%1&quot; 缺少大小或 SHA-256</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has a key that version 1 does not know</source>
        <translation>&quot;%1&quot; 含有版本 1 没有的键</translation>
    </message>
    <message>
        <source>&quot;xxh3&quot; of &quot;%1&quot; is not one sum a block</source>
        <translation>&quot;%1&quot; 的 &quot;xxh3&quot; 不是每块一个校验和</translation>
    </message>
    <message>
        <source>&quot;weights_only&quot; is no boolean</source>
        <translation>&quot;weights_only&quot; 不是布尔值</translation>
    </message>
    <message>
        <source>%1 is not a link that Trainyard has made, and stays; %2 has no other name</source>
        <translation>%1 不是 Trainyard 创建的链接，予以保留；%2 没有其他名称</translation>
    </message>
    <message>
        <source>%1 is a link or a file, and no checkpoint that Trainyard has saved: it stays, and step %2 is not saved; move it away</source>
        <translation>%1 是链接或文件，而不是 Trainyard 保存的检查点：它将保留，第 %2 步不会被保存；请移走它</translation>
    </message>
    <message>
        <source>%1 is a link to %2, which is not a checkpoint of this run; to start from there, name the path itself</source>
        <translation>%1 是指向 %2 的链接，而不是此运行的检查点；要从那里开始，请直接指定该路径</translation>
    </message>
    <message>
        <source>&quot;name&quot; is not a name for it</source>
        <translation>&quot;name&quot; 不是可用的名称</translation>
    </message>
    <message>
        <source>it does not name %1</source>
        <translation>其中没有 %1</translation>
    </message>
    <message>
        <source>bytes from %1 on are not what was written</source>
        <translation>从第 %1 字节起与写入时不同</translation>
    </message>
    <message>
        <source>its SHA-256 is %1, the manifest says %2</source>
        <translation>其 SHA-256 为 %1，清单中为 %2</translation>
    </message>
    <message>
        <source>the manifest names it and it is missing</source>
        <translation>清单中有它，但文件缺失</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>cannot list the event files in %1</source>
        <translation>无法列出 %1 中的事件文件</translation>
    </message>
    <message>
        <source>%1 was not read: it is empty; if its task wrote metrics, they are lost</source>
        <translation>未读取 %1：它是空的；如果任务写过指标，则已丢失</translation>
    </message>
    <message>
        <source>%1 was not read: it is not a regular file</source>
        <translation>未读取 %1：它不是普通文件</translation>
    </message>
    <message>
        <source>no file is named: its path is empty</source>
        <translation>未指定文件：路径为空</translation>
    </message>
    <message>
        <source>it has %1 bytes, the manifest says %2</source>
        <translation>它有 %1 字节，清单中为 %2</translation>
    </message>
    <message>
        <source>the manifest does not name it</source>
        <translation>清单中没有它</translation>
    </message>
    <message>
        <source>its state is of step %1, its manifest of step %2</source>
        <translation>其状态属于第 %1 步，清单属于第 %2 步</translation>
    </message>
    <message>
        <source>its manifest is of step %1</source>
        <translation>其清单属于第 %1 步</translation>
    </message>
    <message>
        <source>cannot start a thread to verify %1: %2</source>
        <translation>无法启动校验 %1 的线程：%2</translation>
    </message>
    <message>
        <source>cannot start a thread to hash %1: %2</source>
        <translation>无法启动计算 %1 哈希的线程：%2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, its manifest says %3</source>
        <translation>%1 有 %2 字节，清单中为 %3</translation>
    </message>
    <message>
        <source>cannot exchange %1 and %2</source>
        <translation>无法交换 %1 和 %2</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1；并且 %2</translation>
    </message>
    <message>
        <source>%1 belongs to attempt %2; attempt %3 was too late</source>
        <translation>%1 属于第 %2 次尝试；第 %3 次尝试来得太晚</translation>
    </message>
    <message>
        <source>%1 was already saved by this attempt (%2)</source>
        <translation>本次尝试已经保存过 %1（%2）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name of a staged checkpoint (.tmp-&lt;step&gt;-a&lt;attempt&gt;)</source>
        <translation>&quot;%1&quot; 不是暂存检查点的名称（.tmp-&lt;step&gt;-a&lt;attempt&gt;）</translation>
    </message>
    <message>
        <source>there is no staged checkpoint %1</source>
        <translation>没有暂存的检查点 %1</translation>
    </message>
    <message>
        <source>the manifest in %1 is of step %2 and attempt %3</source>
        <translation>%1 中的清单属于第 %2 步、第 %3 次尝试</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run</source>
        <translation>%1 不是运行的检查点</translation>
    </message>
    <message>
        <source>%1 cannot be parsed; remove it, and pin the checkpoints to keep again</source>
        <translation>%1 的内容不对；请移除它，并重新固定要保留的</translation>
    </message>
    <message>
        <source>%1 is a file where checkpoints need a folder</source>
        <translation>%1 是文件，而检查点需要文件夹</translation>
    </message>
    <message>
        <source>checkpoints cannot be written to %1</source>
        <translation>检查点无法写入 %1</translation>
    </message>
    <message>
        <source>%1 holds the checkpoints of run %2; give this run another folder, or resume that one</source>
        <translation>%1 中有运行 %2 的检查点；请为此运行另选文件夹，或继续那个运行</translation>
    </message>
    <message>
        <source>%1 is not empty; choose an empty folder, or one that does not exist yet</source>
        <translation>%1 不是空文件夹；请选择空文件夹或尚不存在的文件夹</translation>
    </message>
    <message>
        <source>%1 is in %2, which a run writes; choose a place outside it</source>
        <translation>%1 位于某个运行写入的 %2 中；请选择其外的位置</translation>
    </message>
    <message>
        <source>%1 belongs to another program and would be overwritten; move it elsewhere</source>
        <translation>%1 属于另一个程序，会被覆盖；请将其移走</translation>
    </message>
    <message>
        <source>%1 is kept: its owner.json does not name %2 as its writer; move it elsewhere if it is not needed</source>
        <translation>%1 保留：其 owner.json 未注明由 %2 写入；如不需要请将其移走</translation>
    </message>
    <message>
        <source>it does not name the run that wrote the folder</source>
        <translation>其中没有注明文件夹由谁写入</translation>
    </message>
    <message>
        <source>%1; another run or program wrote it, so it stays, and an older one is used</source>
        <translation>%1；它由另一个运行或程序写入，因此保留，改用更早的检查点</translation>
    </message>
    <message>
        <source>%1 was deleted while it was being checked; choose another one, or try again</source>
        <translation>%1 在检查期间被删除；请另选一个，或重试</translation>
    </message>
    <message>
        <source>the backup stays</source>
        <translation>备份保留</translation>
    </message>
    <message>
        <source>run %1 starts from %2; delete it once that run has saved its own checkpoint</source>
        <translation>运行 %1 从 %2 开始；请在该运行保存自己的检查点之后再删除</translation>
    </message>
    <message>
        <source>the best model was not kept</source>
        <translation>未能保留最佳模型</translation>
    </message>
    <message>
        <source>checkpoint.dir and checkpoint.backup_and_restore.dir are the same folder, %1: the backup is deleted once the run has succeeded; give each its own folder</source>
        <translation>checkpoint.dir 和 checkpoint.backup_and_restore.dir 是同一个文件夹 %1：运行成功后备份会被删除；请为两者分别指定文件夹</translation>
    </message>
    <message>
        <source>remove `dir`: the backup then has its own folder next to the run&apos;s checkpoints</source>
        <translation>请删除 `dir`：备份将使用运行检查点旁边的独立文件夹</translation>
    </message>
    <message>
        <source>cannot write %1: tensor &quot;%2&quot; %3</source>
        <translation>无法写入 %1：张量 &quot;%2&quot;：%3</translation>
    </message>
    <message>
        <source>%1 is not a safetensors file that can be used: %2</source>
        <translation>%1 不是可用的 safetensors 文件：%2</translation>
    </message>
    <message>
        <source>it has %1 bytes, at least 10 are needed</source>
        <translation>它只有 %1 字节（至少需要 10 字节）</translation>
    </message>
    <message>
        <source>cannot map %1</source>
        <translation>无法映射 %1</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, at most %2 are read</source>
        <translation>其头部声称 %1 字节，最多读取 %2 字节</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, the file has %2 after the length</source>
        <translation>其头部声称 %1 字节，而长度之后文件只有 %2 字节</translation>
    </message>
    <message>
        <source>its header %1</source>
        <translation>其头部有问题：%1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is missing or no count up to %3</source>
        <translation>%1：&quot;%2&quot; 缺失或不是不超过 %3 的计数</translation>
    </message>
    <message>
        <source>the training state cannot be JSON: %1</source>
        <translation>训练状态无法写成 JSON：%1</translation>
    </message>
    <message>
        <source>%1 was written by Trainyard 0.1, whose checkpoints cannot continue training; a run with train.initial_weights set to its model.safetensors starts from its weights</source>
        <translation>%1：由 Trainyard 0.1 写成，无法从其检查点继续训练；将 train.initial_weights 设为其 model.safetensors 可从其权重开始</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version %2; use a newer one</source>
        <translation>其版本为 %1，本程序读取版本 %2；请使用更新的程序</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing or no object</source>
        <translation>&quot;%1&quot; 缺失或不是对象</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 could not be written to %2 (earlier ones are untouched)</source>
        <translation>第 %1 步的检查点无法写入 %2（之前的没有受影响）</translation>
    </message>
    <message>
        <source>cannot link %1 into %2: %3</source>
        <translation>无法将 %1 链接到 %2：%3</translation>
    </message>
    <message>
        <source>cannot stat the event file %1</source>
        <translation>无法获取事件文件 %1 的信息</translation>
    </message>
    <message>
        <source>the event file %1 is damaged at byte %2: %3</source>
        <translation>事件文件 %1 在第 %2 字节处损坏：%3</translation>
    </message>
    <message>
        <source>the log %1 is damaged at byte %2: %3</source>
        <translation>日志 %1 在第 %2 字节处损坏：%3</translation>
    </message>
    <message>
        <source>cannot read the log %1</source>
        <translation>无法读取日志 %1</translation>
    </message>
    <message>
        <source>a line is longer than 1 MiB</source>
        <translation>有一行超过 1 MiB</translation>
    </message>
    <message>
        <source>it has %1 rows, and %2 were read before</source>
        <translation>它有 %1 行，而之前已读取 %2 行</translation>
    </message>
    <message>
        <source>what was read of it before is no longer there: it is another log</source>
        <translation>之前读取的内容已不存在：这是另一个日志</translation>
    </message>
    <message>
        <source>its first line is not a header</source>
        <translation>第一行不是表头</translation>
    </message>
    <message>
        <source>a row does not fit the header</source>
        <translation>有一行与表头不符</translation>
    </message>
    <message>
        <source>it does not begin as one of this format</source>
        <translation>其开头不是这种格式</translation>
    </message>
    <message>
        <source>a record is not a message of wandb</source>
        <translation>记录不是 wandb 的消息</translation>
    </message>
    <message>
        <source>the file ends before</source>
        <translation>文件在此之前就结束了</translation>
    </message>
    <message>
        <source>a record&apos;s frame is wrong</source>
        <translation>记录的帧有误</translation>
    </message>
    <message>
        <source>a line is not a JSON object</source>
        <translation>有一行不是 JSON 对象</translation>
    </message>
    <message>
        <source>a row does not have a whole step from -2^53 to 2^53</source>
        <translation>有一行没有 -2^53 到 2^53 之间的整数步数</translation>
    </message>
    <message>
        <source>it is UTF-16; save it as UTF-8</source>
        <translation>它是 UTF-16；请另存为 UTF-8</translation>
    </message>
    <message>
        <source>its first line has two columns named %1; rename one</source>
        <translation>第一行有两个名为 %1 的列；请重命名其中一个</translation>
    </message>
    <message>
        <source>a line is not &quot;milliseconds value step&quot;</source>
        <translation>有一行不是“毫秒 值 步数”</translation>
    </message>
    <message>
        <source>cannot read the event file %1</source>
        <translation>无法读取事件文件 %1</translation>
    </message>
    <message>
        <source>the file ends before, at byte %1</source>
        <translation>文件在此之前的第 %1 字节处就结束了</translation>
    </message>
    <message>
        <source>the checksum of a record&apos;s length is wrong</source>
        <translation>记录长度的校验和不正确</translation>
    </message>
    <message>
        <source>a record is not a tensorflow.Event</source>
        <translation>有记录不是 tensorflow.Event</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong</source>
        <translation>记录的校验和不正确</translation>
    </message>
    <message>
        <source>cannot create the event file %1</source>
        <translation>无法创建事件文件 %1</translation>
    </message>
    <message>
        <source>cannot truncate %1 to its last complete record</source>
        <translation>无法将 %1 截回到最后一条完整记录</translation>
    </message>
    <message>
        <source>cannot sync the event file %1</source>
        <translation>无法同步事件文件 %1</translation>
    </message>
    <message>
        <source>%1 lacks the key &quot;%2&quot;</source>
        <translation>%1缺少键 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1, key &quot;%2&quot;: expected %3, got a %4</source>
        <translation>%1的键 &quot;%2&quot;：应为%3，实际是 %4</translation>
    </message>
    <message>
        <source>the plan record</source>
        <translation>计划记录</translation>
    </message>
    <message>
        <source>the epoch record</source>
        <translation>轮次记录</translation>
    </message>
    <message>
        <source>the evaluation record</source>
        <translation>评估记录</translation>
    </message>
    <message>
        <source>the result record</source>
        <translation>结果记录</translation>
    </message>
    <message>
        <source>the client&apos;s record</source>
        <translation>客户端的记录</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>cannot keep a file in memory</source>
        <translation>无法在内存中保存文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a list of CPUs; expected numbers and ranges such as 0-3,6</source>
        <translation>&quot;%1&quot; 不是 CPU 列表；应为编号和范围，如 0-3,6</translation>
    </message>
    <message>
        <source>cannot set %1 bytes aside in %2</source>
        <translation>无法在 %2 中预留 %1 字节</translation>
    </message>
    <message>
        <source>cannot read which CPUs may be used</source>
        <translation>无法读取可用的 CPU</translation>
    </message>
    <message>
        <source>/proc/meminfo has no MemTotal</source>
        <translation>/proc/meminfo 中没有 MemTotal</translation>
    </message>
    <message>
        <source>%1 ended before it had started %2; see %3</source>
        <translation>%1 在启动 %2 之前就结束了；见 %3</translation>
    </message>
    <message>
        <source>%1 left no record of its task</source>
        <translation>%1 没有留下其任务的记录</translation>
    </message>
    <message>
        <source>another user&apos;s program</source>
        <translation>其他用户的程序</translation>
    </message>
    <message>
        <source>cannot make a socket</source>
        <translation>无法创建套接字</translation>
    </message>
    <message>
        <source>cannot duplicate a descriptor</source>
        <translation>无法复制描述符</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, REMOVE or CLEAN)</source>
        <translation>缺少 action（应为 ADD、REMOVE 或 CLEAN）</translation>
    </message>
    <message>
        <source>cannot draw a random name</source>
        <translation>无法生成随机名称</translation>
    </message>
    <message>
        <source>`%1` cannot be the name of a node (expected 1 to %2 letters, digits, - _ or ., and neither local nor auto); choose one with --name</source>
        <translation>`%1` 不能用作节点名称（应为 1 到 %2 个字母、数字、-、_ 或 .，且不能是 local 或 auto）；请用 --name 指定</translation>
    </message>
    <message>
        <source>there is no node %1; `trainyard --headless nodes` lists them, and `nodes add` adds one</source>
        <translation>没有节点 %1；`trainyard --headless nodes` 会列出所有节点，`nodes add` 会添加节点</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with; run `trainyard --headless nodes prepare %2`</source>
        <translation>节点 %1 上没有工作进程启动所需的 libtorch；请运行 `trainyard --headless nodes prepare %2`</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with (%2); run `trainyard --headless nodes prepare %3`</source>
        <translation>节点 %1 上没有工作进程启动所需的 libtorch（%2）；请运行 `trainyard --headless nodes prepare %3`</translation>
    </message>
    <message>
        <source>this machine has no libtorch that its worker starts with (%1); install it again</source>
        <translation>本机没有工作进程启动所需的 libtorch（%1）；请重新安装</translation>
    </message>
    <message>
        <source>run %1 has tasks on node %2; stop it first</source>
        <translation>运行 %1 在节点 %2 上有任务；请先停止它</translation>
    </message>
    <message>
        <source>node %1 cannot be reached, and has tasks of %2; if the machine will not come back, `trainyard --headless nodes remove %3 --force` abandons it</source>
        <translation>无法连接节点 %1，其上有 %2 的任务；如果这台机器不会再回来，可用 `trainyard --headless nodes remove %3 --force` 放弃它</translation>
    </message>
    <message>
        <source>node %1 can be reached, so it is not abandoned: stop what has tasks there (%2), and remove it then</source>
        <translation>节点 %1 可以连接，因此不予放弃：请先停止在其上有任务的运行 (%2)，再移除它</translation>
    </message>
    <message>
        <source>node %1 was abandoned: its tasks count as lost (%2)</source>
        <translation>已放弃节点 %1：它的任务视为丢失 (%2)</translation>
    </message>
    <message>
        <source>node %1 was abandoned: what this run had still to ask of it fails</source>
        <translation>已放弃节点 %1：本次运行尚待它完成的请求都会失败</translation>
    </message>
    <message>
        <source>%1; if the machine will not come back, `trainyard --headless nodes remove %2 --force` abandons it</source>
        <translation>%1；如果这台机器不会再回来，可用 `trainyard --headless nodes remove %2 --force` 放弃它</translation>
    </message>
    <message>
        <source>the address of node %1 is unknown, because its SSH server was not reached over a network; tasks on it could not be reached</source>
        <translation>节点 %1 的地址未知，因为它的 SSH 服务器不是通过网络连接的；无法连接到其上的任务</translation>
    </message>
    <message>
        <source>node %1 reaches this machine at %2, and another node of the run at %3; use nodes of one network</source>
        <translation>节点 %1 通过 %2 连接本机，而此运行的另一个节点通过 %3；请使用同一网络中的节点</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3</source>
        <translation>%1 有 %2 字节，而后续部分从 %3 开始</translation>
    </message>
    <message>
        <source>%1 is not in the run&apos;s folder</source>
        <translation>%1 不在运行的文件夹中</translation>
    </message>
    <message>
        <source>node %1 is already there (%2); choose another name with --name, or remove it first</source>
        <translation>节点 %1 已存在（%2）；请用 --name 指定其他名称，或先将其移除</translation>
    </message>
    <message>
        <source>node %1 was not added: %2</source>
        <translation>未添加节点 %1：%2</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>它没有响应</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 was refused by the node, which has attempt %3 since</source>
        <translation>节点拒绝了运行 %2 的第 %1 次尝试，因为它已有之后的第 %3 次尝试</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy, branch the run)</source>
        <translation>%1（如果主目录是从较旧的副本恢复的，请为该运行创建分支）</translation>
    </message>
    <message>
        <source>the node does not know this call; install the same version of Trainyard on both machines</source>
        <translation>节点不支持此调用；请在两台机器上安装相同版本的 Trainyard</translation>
    </message>
    <message>
        <source>its agent did not answer within %1 s</source>
        <translation>其代理在 %1 秒内没有响应</translation>
    </message>
    <message>
        <source>the connection ended (%1)</source>
        <translation>连接已断开（%1）</translation>
    </message>
    <message>
        <source>the node has a version of Trainyard that cannot be a node, the home has %1; install the same version on both machines</source>
        <translation>节点上的 Trainyard 版本不能用作节点，主机上为 %1；请在两台机器上安装相同的版本</translation>
    </message>
    <message>
        <source>the node refused connection %1 of this home, which has opened connection %2 since; another agent of the same home controls the node now</source>
        <translation>节点拒绝了此主目录的连接 %1，因为之后又打开了连接 %2；现在由同一主目录的另一个代理控制该节点</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, delete %2 on the node)</source>
        <translation>%1（如果主目录是从较旧的副本恢复的，且没有其他代理，请删除节点上的 %2）</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, run `trainyard --headless agent stop` on the node, and delete %2 there)</source>
        <translation>%1（如果主目录是从较旧的副本恢复的，且没有其他代理，请在节点上运行 `trainyard --headless agent stop`，并删除节点上的 %2）</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); it keeps older agents of a home and older attempts from writing: delete it once none of them is running</source>
        <translation>%1 已损坏（%2）。该文件阻止主目录的旧代理和旧尝试写入；确认它们均未运行后将其删除</translation>
    </message>
    <message>
        <source>its &quot;%1&quot; is not a whole number</source>
        <translation>“%1”不是整数</translation>
    </message>
    <message>
        <source>the home has Trainyard %1 (node protocol %2 to %3), the node has %4 (%5 to %6): they have no common version; install the same version on both machines</source>
        <translation>主机上的 Trainyard 为 %1（节点协议 %2 至 %3），节点上为 %4（%5 至 %6）：没有共同的版本；请在两台机器上安装相同的版本</translation>
    </message>
    <message>
        <source>the agent of node %1 was restarted while it started %2; start it again</source>
        <translation>节点 %1 的代理在启动 %2 时被重启；请再次启动</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: %2</source>
        <translation>无法连接节点 %1：%2</translation>
    </message>
    <message>
        <source>the agent on %1 cannot be used: %2</source>
        <translation>无法使用 %1 上的代理：%2</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the change waits until it can be, and the run trains on as before until then (%2)</source>
        <translation>无法连接节点 %1：更改会等到能够连接为止，在此之前运行照旧训练 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the run is restarted once it can be, as its tasks may still be running (%2)</source>
        <translation>无法连接节点 %1：它的任务可能仍在运行，因此要等到能够连接之后才会重新启动这次运行 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the pause waits until it can be, and the run trains on until then (%2)</source>
        <translation>无法连接节点 %1：暂停会等到能够连接为止，在此之前运行继续训练 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the stop waits until it can be, and the run trains on until then (%2)</source>
        <translation>无法连接节点 %1：停止会等到能够连接为止，在此之前运行继续训练 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the training stops all the same, and the run ends once it can be (%2)</source>
        <translation>无法连接节点 %1：训练照样停止，运行在能够连接后结束 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: no task is left, and the run ends once it can be, where a checkpoint is searched for (%2)</source>
        <translation>无法连接节点 %1：已没有剩余任务，正在该节点上查找检查点，能够连接后运行即结束 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: its tasks are killed as soon as it can be, and the run ends then; those of other machines are killed now (%2)</source>
        <translation>无法连接节点 %1：其任务将在能够连接时立即被强制结束，运行也在那时结束；其他机器上的任务现在就被强制结束 (%2)</translation>
    </message>
    <message>
        <source>place the tasks on one of the names, unless they need two accounts</source>
        <translation>除非需要两个账户，否则请将任务放在其中一个名称上</translation>
    </message>
    <message>
        <source>nodes %1 and %2 are one machine under two names or accounts: their tasks share its GPUs and cores</source>
        <translation>节点 %1 和 %2 是名称或账户不同的同一台机器：其任务共享它的 GPU 和核心</translation>
    </message>
    <message>
        <source>its disk has %1 KiB free; free some space there, or set TRAINYARD_HOME to a folder on a larger disk</source>
        <translation>其磁盘剩余 %1 KiB；请在那里释放空间，或将 TRAINYARD_HOME 设为更大磁盘上的文件夹</translation>
    </message>
    <message>
        <source>cannot write to the home %1</source>
        <translation>无法写入主目录 %1</translation>
    </message>
    <message>
        <source>%1; make it writable, or set TRAINYARD_HOME to a folder that is</source>
        <translation>%1；请使其可写，或将 TRAINYARD_HOME 设为可写的文件夹</translation>
    </message>
    <message>
        <source>the same machine as %1, under another name or account: they share its GPUs and cores, and no task is given what another has</source>
        <translation>与 %1 是同一台机器，只是名称或账户不同：它们共享其 GPU 和核心，任务不会分到其他任务已占用的部分</translation>
    </message>
    <message>
        <source>node %1 does not answer</source>
        <translation>节点 %1 没有响应</translation>
    </message>
    <message>
        <source>ssh ended without a message</source>
        <translation>ssh 已退出，没有任何消息</translation>
    </message>
    <message>
        <source>it printed &quot;%1&quot; in place of the agent&apos;s greeting</source>
        <translation>它输出了“%1”，而不是代理的问候语</translation>
    </message>
    <message>
        <source>%1 is damaged (%2)</source>
        <translation>%1 已损坏 (%2)</translation>
    </message>
    <message>
        <source>the file of nodes could not be read and is now %1: %2; add the nodes again</source>
        <translation>无法读取节点文件，已将其改名为 %1：%2；请重新添加节点</translation>
    </message>
    <message>
        <source>it cannot be described: %1</source>
        <translation>无法获取其信息：%1</translation>
    </message>
    <message>
        <source>%1 was replaced while it was being sent; restart the agent</source>
        <translation>%1 在发送过程中被替换；请重启代理</translation>
    </message>
    <message>
        <source>%1 cannot be in an archive: its name or content is too long</source>
        <translation>%1 无法放入归档：其名称或内容过长</translation>
    </message>
    <message>
        <source>%1 is not a program that uses shared libraries</source>
        <translation>%1 不是使用共享库的程序</translation>
    </message>
    <message>
        <source>cannot list the libraries of %1: %2</source>
        <translation>无法列出 %1 的库：%2</translation>
    </message>
    <message>
        <source>%1 needs %2, which is not on this machine</source>
        <translation>%1 需要 %2，但此机器上没有</translation>
    </message>
    <message>
        <source>%1 has no trainyard-worker that uses libtorch; build or install it with libtorch, then restart the agent</source>
        <translation>%1 中没有使用 libtorch 的 trainyard-worker；请构建或安装带 libtorch 的版本，然后重启代理</translation>
    </message>
    <message>
        <source>%1 has processors of type %2, and this build of Trainyard is for %3</source>
        <translation>%1 的处理器类型为 %2，而此 Trainyard 是为 %3 构建的</translation>
    </message>
    <message>
        <source>%1 has %2 free for Trainyard, and %3 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1 可供 Trainyard 使用的空间为 %2，需要 %3；请在那里释放空间，或将那里的 TRAINYARD_HOME 设为更大磁盘上的文件夹</translation>
    </message>
    <message>
        <source>the disk of %1 is full: %2 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1 的磁盘已满：需要 %2；请在那里释放空间，或将那里的 TRAINYARD_HOME 设为更大磁盘上的文件夹</translation>
    </message>
    <message>
        <source>cannot write to the home of Trainyard on %1: %2; make it writable, or set TRAINYARD_HOME there to a folder that is</source>
        <translation>无法写入 %1 上的 Trainyard 主目录：%2；请使其可写，或将那里的 TRAINYARD_HOME 设为可写的文件夹</translation>
    </message>
    <message>
        <source>what was sent to %1 does not run there: %2</source>
        <translation>发送到 %1 的内容无法在那里运行：%2</translation>
    </message>
    <message>
        <source>what arrived on %1 is not what was sent; try again</source>
        <translation>%1 收到的内容与发送的不一致；请重试</translation>
    </message>
    <message>
        <source>%1 has no `gzip`, which unpacks what is sent; install it there</source>
        <translation>%1 上没有用于解压所发送内容的 `gzip`；请在该机器上安装它</translation>
    </message>
    <message>
        <source>its key is not the known one: ask whoever runs %1 why, before you remove the old key with ssh-keygen -R</source>
        <translation>其主机密钥与已知的不同：在用 ssh-keygen -R 删除旧密钥之前，请向 %1 的管理者询问原因</translation>
    </message>
    <message>
        <source>its key is not known: run `ssh %1` once, compare the fingerprint, and accept it</source>
        <translation>其主机密钥未知：请运行一次 `ssh %1`，核对指纹并接受</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2 (%3)</source>
        <translation>无法通过 ssh 连接 %1：%2 (%3)</translation>
    </message>
    <message>
        <source>what was sent to %1 is not there</source>
        <translation>发送到 %1 的内容不在那里</translation>
    </message>
    <message>
        <source>the Linux of this machine is too old: Trainyard needs 5.3 or newer (pidfd_open)</source>
        <translation>此机器的 Linux 版本过旧：Trainyard 需要 5.3 或更新版本 (pidfd_open)</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2</source>
        <translation>无法通过 ssh 连接 %1：%2</translation>
    </message>
    <message>
        <source>%1 is not the address of a node: %2; expected HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>%1 不是节点的地址：%2。应为 HOST、USER@HOST 或 ssh://USER@HOST:PORT</translation>
    </message>
    <message>
        <source>the name of the host is missing</source>
        <translation>缺少主机名</translation>
    </message>
    <message>
        <source>the name of the host, %1, begins with a hyphen</source>
        <translation>主机名 %1 以连字符开头</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a host</source>
        <translation>%1 不能作为主机名</translation>
    </message>
    <message>
        <source>the name of the user, before the @, is missing</source>
        <translation>@ 之前缺少用户名</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a user</source>
        <translation>%1 不能作为用户名</translation>
    </message>
    <message>
        <source>the port, after the colon, is missing</source>
        <translation>冒号之后缺少端口</translation>
    </message>
    <message>
        <source>its port, %1, is not a number from 1 to %2</source>
        <translation>端口 %1 不是 1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>a port is given as ssh://%1%2%3</source>
        <translation>端口的写法为 ssh://%1%2%3</translation>
    </message>
    <message>
        <source>%1, after the host, has no meaning</source>
        <translation>主机之后的 %1 没有意义</translation>
    </message>
    <message>
        <source>ssh takes no IPv6 address in a URI: leave out ssh:// and the brackets, and set the port in the configuration of ssh</source>
        <translation>ssh 不接受 URI 中的 IPv6 地址：请去掉 ssh:// 和方括号，并在 ssh 配置中设置端口</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>尚未响应</translation>
    </message>
    <message>
        <source>local is the machine of the agent itself; it is neither prepared nor removed</source>
        <translation>local 是代理自身所在的机器，无需准备，也不能移除</translation>
    </message>
    <message>
        <source>node %1 occurs twice</source>
        <translation>节点 %1 重复出现</translation>
    </message>
    <message>
        <source>node %1 lacks %2, or has it with different contents (files to send: %3, bytes: %4)</source>
        <translation>节点 %1 缺少 %2，或其内容不同（待发送的文件：%3 个，共 %4 字节）</translation>
    </message>
    <message>
        <source>send them: `--send` on the command line, Send in the window</source>
        <translation>请在命令行中用 `--send`，或在窗口中用“发送”来发送</translation>
    </message>
    <message>
        <source>node %1: %2</source>
        <translation>节点 %1：%2</translation>
    </message>
    <message>
        <source>node %1 answered for %2 of %3 files</source>
        <translation>节点 %1 只对 %3 个文件中的 %2 个作出了回答</translation>
    </message>
    <message>
        <source>%1 changed while it was sent; send it again</source>
        <translation>%1 在发送期间发生了变化；请重新发送</translation>
    </message>
    <message>
        <source>%1 is not the name of a file that can be sent to a node</source>
        <translation>%1 不是可以发送到节点的文件名</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not, or no longer, what was sent there; move it away</source>
        <translation>%1 占用了位置：它不是发送到那里的文件，或已被修改；请将它移走</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3; send it again</source>
        <translation>%1 有 %2 字节，而后续内容从 %3 开始；请重新发送</translation>
    </message>
    <message>
        <source>%1 cannot be sent: it is neither a regular file nor a link to one in the same folder; copy the folder to the same path of the other machine</source>
        <translation>无法发送 %1：它既不是普通文件，也不是指向同一文件夹中文件的链接；请将该文件夹复制到另一台机器的相同路径</translation>
    </message>
    <message>
        <source>%1 has more than %2 files, which are too many to send; copy it to the same path of the other machine</source>
        <translation>%1 中的文件超过 %2 个，太多而无法发送；请将它复制到另一台机器的相同路径</translation>
    </message>
    <message>
        <source>no other machine is used: %1; correct that and restart the agent</source>
        <translation>未使用其他机器：%1。请解决该问题后重启代理</translation>
    </message>
    <message>
        <source>port %1 is in use by %2; end it, or choose another port or none</source>
        <translation>端口 %1 被 %2 占用；请结束它，或换一个端口，或不指定端口</translation>
    </message>
    <message>
        <source>cannot take port %1</source>
        <translation>无法使用端口 %1</translation>
    </message>
    <message>
        <source>cannot read a socket&apos;s port</source>
        <translation>无法读取套接字的端口</translation>
    </message>
    <message>
        <source>there is no process %1</source>
        <translation>没有进程 %1</translation>
    </message>
    <message>
        <source>no process is named</source>
        <translation>没有指定进程</translation>
    </message>
    <message>
        <source>cannot watch process %1</source>
        <translation>无法监视进程 %1</translation>
    </message>
    <message>
        <source>process %1 has ended</source>
        <translation>进程 %1 已结束</translation>
    </message>
    <message>
        <source>%1 is not the record of a task: %2</source>
        <translation>%1 不是任务的记录：%2</translation>
    </message>
    <message>
        <source>cannot become the reaper of the task&apos;s processes</source>
        <translation>无法成为任务进程的回收者</translation>
    </message>
    <message>
        <source>cannot enter the working folder %1</source>
        <translation>无法进入工作文件夹 %1</translation>
    </message>
    <message>
        <source>cannot run on the CPUs %1</source>
        <translation>无法在 CPU %1 上运行</translation>
    </message>
    <message>
        <source>cannot start the program %1</source>
        <translation>无法启动程序 %1</translation>
    </message>
    <message>
        <source>cannot find the program that was just started</source>
        <translation>找不到刚刚启动的程序</translation>
    </message>
    <message>
        <source>the launcher did not wait for the start</source>
        <translation>启动方没有等待启动完成</translation>
    </message>
    <message>
        <source>ptrace is not permitted, as in a container without CAP_SYS_PTRACE</source>
        <translation>不允许 ptrace（例如没有 CAP_SYS_PTRACE 的容器）</translation>
    </message>
    <message>
        <source>kernel.yama.ptrace_scope is %1; `sudo sysctl kernel.yama.ptrace_scope=0` allows it</source>
        <translation>kernel.yama.ptrace_scope 为 %1；`sudo sysctl kernel.yama.ptrace_scope=0` 可允许</translation>
    </message>
    <message>
        <source>process %1 is tracing it, as a debugger does</source>
        <translation>进程 %1 正在像调试器一样跟踪它</translation>
    </message>
    <message>
        <source>the kernel does not allow reading the stacks of process %1: %2</source>
        <translation>内核不允许读取进程 %1 的堆栈：%2</translation>
    </message>
    <message>
        <source>%1 shows no stack of process %2: %3</source>
        <translation>%1 没有显示进程 %2 的堆栈：%3</translation>
    </message>
    <message>
        <source>it prints nothing</source>
        <translation>它没有任何输出</translation>
    </message>
    <message>
        <source>%1 has not read the stacks of process %2 within %3 s</source>
        <translation>%1 在 %3 秒内没有读完进程 %2 的堆栈</translation>
    </message>
    <message>
        <source>the request for the stacks was cancelled</source>
        <translation>已没有人在等待堆栈</translation>
    </message>
    <message>
        <source>stacks are read with %1, which is not installed: install the package elfutils</source>
        <translation>读取堆栈所用的 %1 没有安装：请安装软件包 elfutils</translation>
    </message>
    <message>
        <source>action is missing (expected SAVE or DELETE)</source>
        <translation>缺少 action（应为 SAVE 或 DELETE）</translation>
    </message>
    <message>
        <source>cannot ask for the space in %1</source>
        <translation>无法查询 %1 的空间</translation>
    </message>
    <message>
        <source>request_id is empty; a call that changes something needs one</source>
        <translation>request_id 为空；有更改作用的调用需要它</translation>
    </message>
    <message>
        <source>%1 %2 speaks protocol %3–%4, this agent (%5) speaks %6–%7; install the same version of both, and end the old agent with `agent stop`</source>
        <translation>%1 %2 使用协议 %3–%4，此代理（%5）使用 %6–%7；请将两者装成同一版本，并用 `agent stop` 结束旧代理</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>另一个进程</translation>
    </message>
    <message>
        <source>cannot lock %1</source>
        <translation>无法锁定 %1</translation>
    </message>
    <message>
        <source>another trainyard-agent (%1) serves %2; use that one, or end it with `trainyard --headless agent stop`</source>
        <translation>另一个 trainyard-agent（%1）正在服务 %2；请使用它，或用 `trainyard --headless agent stop` 结束它</translation>
    </message>
    <message>
        <source>%1 is not a folder of this user; the agent&apos;s socket needs one that nobody else can open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>%1 不是该用户的文件夹；代理的套接字需要一个其他人无法打开的文件夹：请将 XDG_RUNTIME_DIR 设为自己的文件夹，或选择更短的 TRAINYARD_HOME</translation>
    </message>
    <message>
        <source>other users can change the home %1 (owner %2, mode %3); what they put there would run as you. Make it yours and run chmod go-w on it, or choose another folder in TRAINYARD_HOME</source>
        <translation>其他用户可以更改主目录 %1（所有者 %2，模式 %3）；他们放入的内容会以您的身份运行。请将其归您所有并对其执行 chmod go-w，或在 TRAINYARD_HOME 中选择其他文件夹</translation>
    </message>
    <message>
        <source>%1 is a link, and the agent&apos;s log is written into no other place; remove it</source>
        <translation>%1 是链接，而代理的日志不会写到其他位置；请删除它</translation>
    </message>
    <message>
        <source>cannot determine which process listens at %1</source>
        <translation>无法查询谁在 %1 上监听</translation>
    </message>
    <message>
        <source>another user (uid %1) listens at %2, where your agent would be; set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>另一个用户（uid %1）正在 %2 上监听，而那里应该是您的代理；请将 XDG_RUNTIME_DIR 设为自己的文件夹，或选择更短的 TRAINYARD_HOME</translation>
    </message>
    <message>
        <source>%1 can be opened by others (mode %2); run chmod 700 on it, or choose another folder for the socket</source>
        <translation>%1 可被他人打开（模式 %2）；请对其执行 chmod 700，或为套接字另选文件夹</translation>
    </message>
    <message>
        <source>cannot listen on %1</source>
        <translation>无法在 %1 上监听</translation>
    </message>
    <message>
        <source>event %1 of run %2 is damaged in the store</source>
        <translation>存储中运行 %2 的事件 %1 已损坏</translation>
    </message>
    <message>
        <source>the agent at %1 did not answer in time; see its log</source>
        <translation>%1 处的代理未及时响应；请查看其日志</translation>
    </message>
    <message>
        <source>the agent at %1 refused the request: %2</source>
        <translation>%1 处的代理拒绝了请求：%2</translation>
    </message>
    <message>
        <source>the agent at %1 is Trainyard %2 (protocol %3 to %4), this program is %5 (protocol %6 to %7): they have no common version. Stop that agent with the program it came with (`agent stop`), then try again</source>
        <translation>位于 %1 的代理是 Trainyard %2（协议 %3 到 %4），本程序是 %5（协议 %6 到 %7）：没有共同的版本。请用它自带的程序停止该代理（`agent stop`），然后重试</translation>
    </message>
    <message>
        <source>no agent answers at %1: %2</source>
        <translation>%1 处没有代理应答：%2</translation>
    </message>
    <message>
        <source>no agent is running, and none can be started</source>
        <translation>没有代理在运行，也无法启动</translation>
    </message>
    <message>
        <source>cannot start the agent %1 with its log %2</source>
        <translation>无法以日志 %2 启动代理 %1</translation>
    </message>
    <message>
        <source>exited with code %1</source>
        <translation>以退出码 %1 退出</translation>
    </message>
    <message>
        <source>the path of the socket %1 is too long (%2 bytes, at most %3); choose a shorter one</source>
        <translation>套接字 %1 的路径过长（%2 字节，最多 %3 字节）；请选择更短的路径</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>无法连接 %1</translation>
    </message>
    <message>
        <source>cannot watch the agent that was just started</source>
        <translation>无法监视刚刚启动的代理</translation>
    </message>
    <message>
        <source>the agent %1 %2 at its start; the end of its log %3:%4</source>
        <translation>代理 %1 在启动时%2；其日志 %3 的末尾:%4</translation>
    </message>
    <message>
        <source>was killed by signal %1 (SIG%2)</source>
        <translation>被信号 %1（SIG%2）终止</translation>
    </message>
    <message>
        <source>the agent (pid %1) was started, but its socket %2 does not answer; the end of its log %3:%4</source>
        <translation>代理（pid %1）已启动，但其套接字 %2 没有应答；其日志 %3 的末尾:%4</translation>
    </message>
    <message>
        <source>--agent %1: agents of other machines are reached by ssh:// only in this version; use ssh://user@host, or leave --agent out for this machine&apos;s own</source>
        <translation>--agent %1：此版本只能通过 ssh:// 连接其他机器的代理；请使用 ssh://user@host，或省略 --agent 以使用本机的代理</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: %2; runs continue without it, try again</source>
        <translation>与 %1 处代理的连接已断开：%2；运行会在没有它的情况下继续，请重试</translation>
    </message>
    <message>
        <source>no agent is running on %1</source>
        <translation>%1 上没有正在运行的代理</translation>
    </message>
    <message>
        <source>--agent %1: expected unix:PATH, ssh://user@host or tls://host:port</source>
        <translation>--agent %1：应为 unix:PATH、ssh://user@host 或 tls://host:port</translation>
    </message>
    <message>
        <source>roles: a strategy names the roles it has</source>
        <translation>roles：策略须列出其角色</translation>
    </message>
    <message>
        <source>options: %1</source>
        <translation>选项：%1</translation>
    </message>
    <message>
        <source>the default of options.%1: %2</source>
        <translation>options.%1 的默认值：%2</translation>
    </message>
    <message>
        <source>%1: the plugin id `%2` is already used by %3; this plugin is ignored</source>
        <translation>%1：插件 ID `%2` 已被 %3 占用；此插件被略去</translation>
    </message>
    <message>
        <source>the trusted plugin %1 cannot be read (%2); `trainyard --headless plugins distrust %3` takes it off the list</source>
        <translation>无法读取受信任的插件 %1（%2）；`trainyard --headless plugins distrust %3` 可将其从列表中移除</translation>
    </message>
    <message>
        <source>the list of trusted plugins is not used, because other users can change %1 (owner %2, mode %3). Make it yours, and run chmod go-w on it</source>
        <translation>未使用受信任插件列表，因为其他用户可以修改 %1（所有者 %2，模式 %3）。请把所有者改为您自己，并对其执行 chmod go-w</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has %2 parameters, %3 of them trained; how much memory a step needs is not known beforehand</source>
        <translation>TorchScript 模块 %1 有 %2 个参数，其中 %3 个参与训练；一步需要多少内存无法事先得知</translation>
    </message>
    <message>
        <source>a TorchScript module trains only on this machine, where it is trusted, and %1 is on %2</source>
        <translation>TorchScript 模块只能在信任它的本机上训练，而 %1 位于 %2</translation>
    </message>
    <message>
        <source>the worker that loaded the TorchScript module %1 ended without an answer</source>
        <translation>加载 TorchScript 模块 %1 的工作进程没有应答就结束了</translation>
    </message>
    <message>
        <source>the TorchScript module %1 did not compute two samples within %2 s</source>
        <translation>TorchScript 模块 %1 未能在 %2 秒内算完两个样本</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has no parameters that can be trained (a frozen one has none)</source>
        <translation>TorchScript 模块 %1 没有可训练的参数（冻结的模块没有参数）</translation>
    </message>
    <message>
        <source>the TorchScript module %1 cannot be loaded: %2</source>
        <translation>无法加载 TorchScript 模块 %1：%2</translation>
    </message>
    <message>
        <source>the TorchScript module %1 fails for samples of shape %2: %3</source>
        <translation>TorchScript 模块 %1 处理形状为 %2 的样本时失败：%3</translation>
    </message>
    <message>
        <source>it returns no tensor with a row for each sample</source>
        <translation>它没有返回每个样本一行的张量</translation>
    </message>
    <message>
        <source>it returns a tensor of another shape than when it was loaded</source>
        <translation>它返回的张量形状与加载时不同</translation>
    </message>
    <message>
        <source>%1 is not a complete TorchScript file; torch.jit.script(model).save() writes one</source>
        <translation>%1 不是完整的 TorchScript 文件；可用 torch.jit.script(model).save() 写出</translation>
    </message>
    <message>
        <source>TorchScript module</source>
        <translation>TorchScript 模块</translation>
    </message>
    <message>
        <source>the TorchScript module %1 is not trusted (SHA-256 %2); its code would run as you. If you know who made it, `trainyard --headless plugins trust %3` trusts it</source>
        <translation>TorchScript 模块 %1 未被信任（SHA-256 %2）；它的代码会以您的权限运行。如果您知道作者是谁，可用 `trainyard --headless plugins trust %3` 信任它</translation>
    </message>
    <message>
        <source>under parameter servers the variables are shared out before a worker has loaded the TorchScript module</source>
        <translation>使用参数服务器时，变量在工作进程加载 TorchScript 模块之前就已分配</translation>
    </message>
    <message>
        <source>use a strategy whose replicas train in step, or a model of layers</source>
        <translation>请使用副本同步训练的策略，或使用由层组成的模型</translation>
    </message>
    <message>
        <source>what a TorchScript module computes is known only to a worker that has loaded it</source>
        <translation>TorchScript 模块计算什么，只有加载了它的工作进程才知道</translation>
    </message>
    <message>
        <source>the %1 %2 is not trusted any more, because %3 has changed (SHA-256 %4 then, %5 now); `trainyard --headless plugins trust %6` trusts it again</source>
        <translation>%1 %2 不再受信任，因为 %3 已更改（SHA-256 之前为 %4，现在为 %5）；`trainyard --headless plugins trust %6` 可重新信任它</translation>
    </message>
    <message>
        <source>%1 is not a list of trusted plugins: %2; remove it, and trust them again</source>
        <translation>%1 不是受信任插件列表：%2；请删除它，然后重新信任这些插件</translation>
    </message>
    <message>
        <source>there is no program `%1` (expected one of %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>没有程序 `%1`（应为 %2 之一；TRAINYARD_PLUGIN_PATH 可指定更多文件夹）</translation>
    </message>
    <message>
        <source>expected the keys `strategy` and `cluster`</source>
        <translation>应有键 `strategy` 和 `cluster`</translation>
    </message>
    <message>
        <source>unknown key `%1` (expected strategy, cluster or tf_config)</source>
        <translation>未知的键 `%1`（应为 strategy、cluster 或 tf_config）</translation>
    </message>
    <message>
        <source>expected one strategy and its options, such as {name: {}}</source>
        <translation>应为一个策略及其选项，如 {name: {}}</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1（进程）</translation>
    </message>
    <message>
        <source>%1 was not set within %2 ms</source>
        <translation>%2 毫秒内没有人设置 %1</translation>
    </message>
    <message>
        <source>cannot write the task&apos;s record</source>
        <translation>无法写入任务的记录</translation>
    </message>
    <message>
        <source>cannot query the NVIDIA driver for its GPUs: %1 has no %2</source>
        <translation>无法向 NVIDIA 驱动查询 GPU：%1 没有 %2</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not answer: %1</source>
        <translation>NVIDIA 驱动没有应答：%1</translation>
    </message>
    <message>
        <source>the NVIDIA driver cannot list its GPUs: %1</source>
        <translation>NVIDIA 驱动没有给出其 GPU：%1</translation>
    </message>
    <message>
        <source>%1 %2: %3 exports no %4; was it built with trainyard_add_%5()?</source>
        <translation>%1 %2：%3 没有导出 %4；是用 trainyard_add_%5() 构建的吗？</translation>
    </message>
    <message>
        <source>%1 %2 was built for SDK version %3, this is %4: build it again</source>
        <translation>%1 %2 是为 SDK 版本 %3 构建的，这里是 %4：请重新构建</translation>
    </message>
    <message>
        <source>%1 %2 was built with torch %3, this is %4: build it again</source>
        <translation>%1 %2 是用 torch %3 构建的，这里是 %4：请重新构建</translation>
    </message>
    <message>
        <source>the manifest of %1 %2 is for %3 %4, this is %5: build the plugin again, with that version in its manifest</source>
        <translation>%1 %2 的清单面向 %3 %4，这里是 %5：请在清单中写上该版本并重新构建插件</translation>
    </message>
    <message>
        <source>the SDK</source>
        <translation>SDK</translation>
    </message>
    <message>
        <source>%1 has the %2 %3, its manifest says %4</source>
        <translation>%1 中是 %2 %3，而清单中为 %4</translation>
    </message>
    <message>
        <source>strategy %1 does not take its options: %2</source>
        <translation>策略 %1 不接受其选项：%2</translation>
    </message>
    <message>
        <source>strategy %1 could not be set up on rank %2: %3</source>
        <translation>策略 %1 无法在 rank %2 上建立：%3</translation>
    </message>
    <message>
        <source>the validation data cannot be used</source>
        <translation>无法使用验证数据</translation>
    </message>
    <message>
        <source>the program %1 has no loop for parameter servers</source>
        <translation>程序 %1 没有用于参数服务器的循环</translation>
    </message>
    <message>
        <source>no plugin for strategy %1 next to this program</source>
        <translation>此程序旁没有策略 %1 的插件</translation>
    </message>
    <message>
        <source>there is not enough memory (%1): use a smaller batch or model, fewer tasks per machine, or a higher limit (`ulimit -v`)</source>
        <translation>内存不足（%1）：请减小批次或模型、减少每台机器上的任务，或提高上限（`ulimit -v`）</translation>
    </message>
    <message>
        <source>%1 needs %2 MB of address space and is allowed %3 MB: raise the limit (`ulimit -v`, or in the batch system that set it)</source>
        <translation>%1 需要 %2 MB 的地址空间，但只允许 %3 MB：请提高上限（`ulimit -v`，或在设置该上限的批处理系统中）</translation>
    </message>
    <message>
        <source>%1 needs %2 open files and is allowed %3: raise the limit (`ulimit -n`, or in the batch system that set it)</source>
        <translation>%1 需要同时打开 %2 个文件，但只允许 %3 个：请提高限制（`ulimit -n`，或在设置它的批处理系统中）</translation>
    </message>
    <message>
        <source>there is nothing to evaluate: `train.data.validation` is null</source>
        <translation>没有可评估的数据：`train.data.validation` 为 null</translation>
    </message>
    <message>
        <source>the key `train.data.train` is missing</source>
        <translation>缺少键 `train.data.train`</translation>
    </message>
    <message>
        <source>TF_CONFIG is not set: the agent that started this sets it</source>
        <translation>TF_CONFIG 没有设置：应由启动它的代理设置</translation>
    </message>
    <message>
        <source>TF_CONFIG says that this is %1, the agent says %2</source>
        <translation>TF_CONFIG 说这是 %1，代理说是 %2</translation>
    </message>
    <message>
        <source>lost another task of the run: %1</source>
        <translation>运行的另一个任务已消失：%1</translation>
    </message>
    <message>
        <source>%1 could not join run %2 at %3</source>
        <translation>%1 无法在 %3 加入运行 %2</translation>
    </message>
    <message>
        <source>rendezvous of %1</source>
        <translation>%1 的会合</translation>
    </message>
    <message>
        <source>publishing checkpoint %1</source>
        <translation>发布检查点 %1</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 has shape [%2], the model&apos;s is [%3]</source>
        <translation>%1 的形状为 [%2]，模型中为 [%3]</translation>
    </message>
    <message>
        <source>%1 is %2, expected F32, F64, BF16 or F16</source>
        <translation>%1 是 %2，应为 F32、F64、BF16 或 F16</translation>
    </message>
    <message>
        <source>%1 is no variable of the model</source>
        <translation>%1 不是模型的变量</translation>
    </message>
    <message>
        <source>%1 does not fit the model: %2</source>
        <translation>%1 与模型不匹配：%2</translation>
    </message>
    <message>
        <source>there is no memory for a copy of the state (%1 MB)</source>
        <translation>没有内存存放状态的副本（%1 MB）</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved: %2</source>
        <translation>第 %1 步的检查点没有保存：%2</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinity</source>
        <translation>%1 含有 NaN 或无穷大</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was written but not published: %2</source>
        <translation>第 %1 步的检查点已写入但未发布：%2</translation>
    </message>
    <message>
        <source>a batch past the last step of the data pipeline was requested</source>
        <translation>向数据管道请求了最后一步之后的批次</translation>
    </message>
    <message>
        <source>%1 does not fit the optimizer: %2 has shape [%3], expected [%4]</source>
        <translation>%1 与优化器不匹配：%2 的形状为 [%3]，应为 [%4]</translation>
    </message>
    <message>
        <source>the optimizer&apos;s %1 is initialised: the checkpoint has none</source>
        <translation>优化器的 %1 重新开始：检查点中没有</translation>
    </message>
    <message>
        <source>%1 already exists and is not a saved model; choose another `train.save_model`, or remove it</source>
        <translation>%1 已存在且不是已保存的模型；请另选 `train.save_model`，或移除它</translation>
    </message>
    <message>
        <source>the model was not saved</source>
        <translation>模型没有保存</translation>
    </message>
    <message>
        <source>the model is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>磁盘有可用空间后将保存模型（若要不保存就结束运行，请用 --after now 停止）</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>磁盘有可用空间后，将保存第 %1 步的最后一个检查点（若要不保存就结束运行，请用 --after now 停止）</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved; the newest is %2; resume the run when checkpoints can be written again</source>
        <translation>第 %1 步的最后一个检查点没有保存；最新的检查点是 %2；检查点可以再次写入后，请恢复运行</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved, and there is no other; resume the run when checkpoints can be written</source>
        <translation>第 %1 步的最后一个检查点没有保存，也没有其他检查点；检查点可以写入后，请恢复运行</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written fast enough to %1</source>
        <translation>此任务的指标来不及写入 %1</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written</source>
        <translation>此任务的指标无法写入</translation>
    </message>
    <message>
        <source>training continues, but the metrics of this task wait in its memory: %1</source>
        <translation>训练仍在继续，但此任务的指标正在内存中等待写入：%1</translation>
    </message>
    <message>
        <source>`train.max_steps` %1 leaves no step to train: epoch %2 (`initial_epoch`) begins after step %3</source>
        <translation>`train.max_steps` %1 没有留下可训练的步：第 %2 轮（`initial_epoch`）在第 %3 步之后开始</translation>
    </message>
    <message>
        <source>an epoch has no step: drop_remainder drops all %1 samples, the global batch is %2</source>
        <translation>一轮没有任何步：drop_remainder 舍去了全部 %1 个样本，全局批次为 %2</translation>
    </message>
    <message>
        <source>`train.steps_per_epoch` asks for %1 steps, and the data has %2: each epoch ends there; with `train.data.repeat` auto or true it goes through the data again</source>
        <translation>`train.steps_per_epoch` 要求 %1 步，而数据只有 %2 步：每个轮次到此结束；将 `train.data.repeat` 设为 auto 或 true 会重复读取数据</translation>
    </message>
    <message>
        <source>the processes do not start at the same step: this one at %1, their mean is %2; give all of them the same checkpoint</source>
        <translation>各进程没有从同一步开始：此进程为 %1，平均为 %2；请给它们相同的检查点</translation>
    </message>
    <message>
        <source>the loss of step %1 is %2 in %3</source>
        <translation>%3 中第 %1 步的损失为 %2</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; checkpoints before it are good: resume with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>第 %1 步的损失%2为 NaN 或无穷大；此前的检查点完好：请用更小的学习率或 train.gradient.clip_norm 继续，或将 on_failure.not_finite 设为 ignore</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because sample %3 of the training data (counted from 0) is: fix it or leave it out</source>
        <translation>训练数据的样本 %3（从 0 开始计数）含有 NaN 或无穷大的值，因此步骤 %1 的损失%2为 NaN 或无穷大：请修正或去掉该样本</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because samples of the training data are: fix them or leave them out</source>
        <translation>训练数据中有样本为 NaN 或无穷大，因此步骤 %1 的损失%2为 NaN 或无穷大：请修正或去掉它们</translation>
    </message>
    <message>
        <source>gradients of step %1 are NaN or infinite in float16, although its loss was not scaled: set train.precision to bfloat16 or float32</source>
        <translation>步 %1 的梯度在 float16 下为 NaN 或无穷大，尽管其损失并未缩放：请把 train.precision 设为 bfloat16 或 float32</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite, because sample %2 of element %3 of the data set %4 on %5 (counted from 0) is: fix it or leave it out</source>
        <translation>数据集 %4（%5）的元素 %3 中的样本 %2（均从 0 开始计数）含有 NaN 或无穷大的值，因此步骤 %1 的损失为 NaN 或无穷大：请修正或去掉该样本</translation>
    </message>
    <message>
        <source>%1, because sample %2 of element %3 of the data set %4 (counted from 0) is: fix it or leave it out</source>
        <translation>%1，原因是数据集 %4 的元素 %3 中的样本 %2（均从 0 开始计数）：请修正或去掉该样本</translation>
    </message>
    <message>
        <source> in the part of %1</source>
        <translation>在 %1 的部分中</translation>
    </message>
    <message>
        <source> in the parts of %1 processes</source>
        <translation>在 %1 个进程的部分中</translation>
    </message>
    <message>
        <source>interrupted after step %1, as inject.step asks</source>
        <translation>按 inject.step 的要求在第 %1 步后中断</translation>
    </message>
    <message>
        <source>interrupted at the end of epoch index %1, as inject.epoch asks</source>
        <translation>按 inject.epoch 的要求在轮次索引 %1 结束时中断</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>层 %1：%2</translation>
    </message>
    <message>
        <source>it returns (%1) where its manifest says (%2)</source>
        <translation>返回了 (%1)，而其清单中是 (%2)</translation>
    </message>
    <message>
        <source>an extent, &quot;%1&quot;, is %2</source>
        <translation>维度大小 &quot;%1&quot; 的值为 %2</translation>
    </message>
    <message>
        <source>layer %1: in the manifest of the plugin %2, %3</source>
        <translation>层 %1：插件 %2 的清单：%3</translation>
    </message>
    <message>
        <source>the initializer of %1 is %2</source>
        <translation>%1 的初始化方法为 %2</translation>
    </message>
    <message>
        <source>layer %1: options of the plugin %2: %3</source>
        <translation>层 %1：插件 %2 的选项：%3</translation>
    </message>
    <message>
        <source>there is no layer `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>没有层 `%1`（应为插件：%2；可用 TRAINYARD_PLUGIN_PATH 指定其他文件夹）</translation>
    </message>
    <message>
        <source>a formula is longer than %1 characters</source>
        <translation>公式超过 %1 个字符</translation>
    </message>
    <message>
        <source>a tensor has %1 elements</source>
        <translation>张量有 %1 个元素</translation>
    </message>
    <message>
        <source>two of its variables and layers are named %1</source>
        <translation>变量和层中有两个名为 %1</translation>
    </message>
    <message>
        <source>more than %1 layers are in one another</source>
        <translation>嵌套的层超过 %1 个</translation>
    </message>
    <message>
        <source>layers contain one another more than %1 deep</source>
        <translation>层的嵌套超过 %1 级</translation>
    </message>
    <message>
        <source>layers, %1: no layer before it has the name in `from`</source>
        <translation>layers 中的 %1：其前面没有 `from` 所指名称的层</translation>
    </message>
    <message>
        <source>layers, %1: %2</source>
        <translation>layers 中的 %1：%2</translation>
    </message>
    <message>
        <source>%1: the callback could not be set up: %2</source>
        <translation>%1：无法创建回调：%2</translation>
    </message>
    <message>
        <source>its plugin creates none</source>
        <translation>插件没有创建回调</translation>
    </message>
    <message>
        <source>%1 is no better than %2 (epoch %3), with a patience of %4</source>
        <translation>%1 没有优于 %2（轮次 %3），耐心值为 %4</translation>
    </message>
    <message>
        <source>%1 is not finite, with a patience of %2</source>
        <translation>%1 不是有限值，耐心值为 %2</translation>
    </message>
    <message>
        <source>%1 cannot continue from its state in the checkpoint: %2</source>
        <translation>%1 无法从检查点中的状态继续：%2</translation>
    </message>
    <message>
        <source>%1 would be replaced, and nothing says that Trainyard has written it; move it, name another file, or add to it with `append: true`</source>
        <translation>%1 将被替换，但无法确认它是由 Trainyard 写入的；请移走它、指定其他文件，或使用 `append: true` 追加</translation>
    </message>
    <message>
        <source>%1 is not a log of epochs separated by &apos;%2&apos; that Trainyard has written; move it, or name another file</source>
        <translation>%1 不是由 Trainyard 写入的、以“%2”分隔的轮次日志；请移走它，或指定其他文件</translation>
    </message>
    <message>
        <source>%1 is the log of run %2, which the branch would cut off at its checkpoint and write on</source>
        <translation>%1 是运行 %2 的日志；分支会在其检查点处截断它并继续写入</translation>
    </message>
    <message>
        <source>%1 writes the same file</source>
        <translation>%1 也写入同一个文件</translation>
    </message>
    <message>
        <source>give the branch a file of its own</source>
        <translation>为分支指定单独的文件</translation>
    </message>
    <message>
        <source>give each csv_log a file of its own</source>
        <translation>为每个 csv_log 指定各自的文件</translation>
    </message>
    <message>
        <source>the data set %1 failed at sample %2 of input pipeline %3: %4</source>
        <translation>数据集 %1 在输入管道 %3 的样本 %2 处失败：%4</translation>
    </message>
    <message>
        <source>the data set %1 has %2 of shape [%3], its manifest says [%4]</source>
        <translation>数据集 %1 的 %2 的形状为 [%3]，但其清单中为 [%4]</translation>
    </message>
    <message>
        <source>the data set %1 could not be made for input pipeline %2: %3</source>
        <translation>无法为输入管道 %2 创建数据集 %1：%3</translation>
    </message>
    <message>
        <source>the data set %1 has no samples</source>
        <translation>数据集 %1 没有样本</translation>
    </message>
    <message>
        <source>%1 is not an extent of a sample</source>
        <translation>%1 不能作为样本的大小</translation>
    </message>
    <message>
        <source>the manifest of the data set %1 does not fit its options: %2</source>
        <translation>数据集 %1 的清单与其选项不符：%2</translation>
    </message>
    <message>
        <source>there is no data set `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>没有数据集 `%1`（可用的插件：%2；TRAINYARD_PLUGIN_PATH 可指定更多文件夹）</translation>
    </message>
    <message>
        <source>weights go with the output mode tf_idf, one per word of the vocabulary: %1, not %2</source>
        <translation>权重用于输出模式 tf_idf，词汇表的每个词一个：应为 %1 个，而不是 %2 个</translation>
    </message>
    <message>
        <source>the vocabulary has &quot;%1&quot; twice</source>
        <translation>词汇表中“%1”出现了两次</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the vocabulary, and there is no index for others</source>
        <translation>“%1”不在词汇表中，也没有留给其他词的索引</translation>
    </message>
    <message>
        <source>texts have the output modes int, multi_hot, count and tf_idf</source>
        <translation>文本的输出模式有 int、multi_hot、count 和 tf_idf</translation>
    </message>
    <message>
        <source>a sequence length goes with the output mode int, and no other</source>
        <translation>序列长度用于输出模式 int，且仅用于该模式</translation>
    </message>
    <message>
        <source>%1: `preprocessing` reads the columns %2 and %3 together, but not both are features, nor both labels; give each an entry of its own</source>
        <translation>%1：`preprocessing` 将列 %2 和 %3 一起读取，但它们既不都是特征，也不都是标签；请分别写成单独的条目</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2, which is neither a feature nor a label</source>
        <translation>%1：`preprocessing` 指定的列 %2 既不是特征也不是标签</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2 twice</source>
        <translation>%1：`preprocessing` 两次指定了列 %2</translation>
    </message>
    <message>
        <source>%1: `preprocessing` makes fractions, which the dtype int64 cannot have</source>
        <translation>%1：`preprocessing` 产生小数，数据类型 int64 无法表示</translation>
    </message>
    <message>
        <source>%1: the label has `class_names` and `preprocessing`; keep one</source>
        <translation>%1：标签同时有 `class_names` 和 `preprocessing`；请保留其一</translation>
    </message>
    <message>
        <source>a value of another type</source>
        <translation>其他类型的值</translation>
    </message>
    <message>
        <source>`max_tokens` is %1, with the indexes before it the vocabulary has %2</source>
        <translation>`max_tokens` 为 %1，而词汇表连同前面的索引共有 %2 个</translation>
    </message>
    <message>
        <source>the training data has %1 different words; a vocabulary has at most %2: set `max_tokens`, or use `hashing`</source>
        <translation>训练数据有 %1 个不同的词，而词汇表最多 %2 个：请设置 `max_tokens`，或使用 `hashing`</translation>
    </message>
    <message>
        <source>`max_tokens` has to be over %1, the indexes before the vocabulary</source>
        <translation>`max_tokens` 必须大于 %1，即词汇表之前的索引数</translation>
    </message>
    <message>
        <source>`max_tokens` is missing: rows of words have that many numbers where the vocabulary is adapted</source>
        <translation>缺少 `max_tokens`：词汇表由训练数据得出时，表示词的行有这么多个数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not text in UTF-8</source>
        <translation>“%1”不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>there are more than %1 different words, which take over %2 MiB of memory: use `hashing`</source>
        <translation>不同的词超过 %1 个，占用内存超过 %2 MiB：请使用 `hashing`</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a finite number</source>
        <translation>“%1”不是有限的数</translation>
    </message>
    <message>
        <source>%1: preprocessing[%2] has no values yet: they are computed when a run starts</source>
        <translation>%1：preprocessing[%2] 还没有值：这些值在运行开始时计算</translation>
    </message>
    <message>
        <source>only %1 after %</source>
        <translation>% 之后只能是 %1 之一</translation>
    </message>
    <message>
        <source>each part once</source>
        <translation>不重复的部分</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a date of the format %2</source>
        <translation>“%1”不是格式为 %2 的日期</translation>
    </message>
    <message>
        <source>one number, or one per column (%1),</source>
        <translation>一个数，或每列一个（%1 个）</translation>
    </message>
    <message>
        <source>numbers of at least 0</source>
        <translation>不小于 0 的数</translation>
    </message>
    <message>
        <source>numbers in ascending order</source>
        <translation>升序的数</translation>
    </message>
    <message>
        <source>one more than `bin_boundaries` has (%1), or no value,</source>
        <translation>比 `bin_boundaries` 的个数多一（%1），或不给值</translation>
    </message>
    <message>
        <source>the values of `preprocessing` take %1 KiB; a checkpoint has room for %2: lower `max_tokens`, or use `hashing`</source>
        <translation>`preprocessing` 的值占 %1 KiB，而检查点最多容纳 %2 KiB：请减小 `max_tokens`，或使用 `hashing`</translation>
    </message>
    <message>
        <source>validation data is not adapted to: `%1` is missing</source>
        <translation>不会根据验证数据计算值：缺少 `%1`</translation>
    </message>
    <message>
        <source>remove `preprocessing` here: the training data&apos;s is taken then</source>
        <translation>请删除此处的 `preprocessing`：此时采用训练数据的设置</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an integer</source>
        <translation>“%1”不是整数</translation>
    </message>
    <message>
        <source>`devices` says how many replicas there are: one on each</source>
        <translation>副本数由 `devices` 决定：每个设备一个</translation>
    </message>
    <message>
        <source>leave out one of the two</source>
        <translation>请去掉其中一个</translation>
    </message>
    <message>
        <source>these are other devices than `device`, which is %1</source>
        <translation>这些设备与 `device`（%1）不一致</translation>
    </message>
    <message>
        <source>%1: the state of the callbacks: %2</source>
        <translation>%1：回调的状态：%2</translation>
    </message>
    <message>
        <source>a callback of another task failed after step %1; see its log</source>
        <translation>其他任务的回调在第 %1 步之后失败；请查看其日志</translation>
    </message>
    <message>
        <source>a callback failed after step %1: %2</source>
        <translation>回调在第 %1 步之后失败：%2</translation>
    </message>
    <message>
        <source>a callback of another task ends the training after step %1</source>
        <translation>其他任务的回调在第 %1 步之后结束训练</translation>
    </message>
    <message>
        <source>a callback ends the training after step %1: %2</source>
        <translation>回调在第 %1 步之后结束训练：%2</translation>
    </message>
    <message>
        <source>the best checkpoint so far, of step %1, is not in this run&apos;s folder: the best is chosen from the epochs that follow</source>
        <translation>迄今最佳的第 %1 步检查点不在此运行的文件夹中：最佳者将从之后的轮次中选出</translation>
    </message>
    <message>
        <source>there is no best checkpoint to restore yet</source>
        <translation>尚无可恢复的最佳检查点</translation>
    </message>
    <message>
        <source>the best weights, of step %1, cannot be restored, and the last ones stay: %2</source>
        <translation>无法恢复第 %1 步的最佳权重，保留最后的权重：%2</translation>
    </message>
    <message>
        <source>the chief cannot read the checkpoint; see its log</source>
        <translation>主节点无法读取检查点；请查看其日志</translation>
    </message>
    <message>
        <source>there is no callback `%1` (expected csv_log, reduce_on_plateau, learning_rate_table, or a plugin: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>没有回调 `%1`（应为 csv_log、reduce_on_plateau、learning_rate_table 或插件：%2；可用 TRAINYARD_PLUGIN_PATH 指定其他文件夹）</translation>
    </message>
    <message>
        <source>the evaluator stops the run by `train.evaluation.sidecar` too; only one of the two can say when</source>
        <translation>评估器也会按 `train.evaluation.sidecar` 停止运行；两者只能给出一个</translation>
    </message>
    <message>
        <source>remove `patience`, `min_delta` and `monitor` from train.evaluation.sidecar</source>
        <translation>从 train.evaluation.sidecar 中删除 `patience`、`min_delta` 和 `monitor`</translation>
    </message>
    <message>
        <source>the training is ahead of the evaluator, which keeps the best checkpoint in best/ itself</source>
        <translation>训练先于评估器；最佳检查点由评估器保存在 best/ 中</translation>
    </message>
    <message>
        <source>with `train.early_stopping.restore_best` the best checkpoint is the one by its monitor; only one of the two can be given</source>
        <translation>使用 `train.early_stopping.restore_best` 时，最佳检查点由其 monitor 决定；两者只能给出一个</translation>
    </message>
    <message>
        <source>the epochs must rise from one to the next</source>
        <translation>轮次必须逐个递增</translation>
    </message>
    <message>
        <source>epochs: %1, rates: %2; give one rate for each epoch</source>
        <translation>epochs: %1，rates: %2；请为每个轮次给出一个学习率</translation>
    </message>
    <message>
        <source>`train.optimizer` has a schedule of the learning rate, which this callback would replace</source>
        <translation>`train.optimizer` 带有学习率调度，此回调会将其替换</translation>
    </message>
    <message>
        <source>give a number as the learning rate, or remove the callback</source>
        <translation>将学习率设为数字，或删除该回调</translation>
    </message>
    <message>
        <source>`checkpoint.best` names no metric that this could be the mode of</source>
        <translation>`checkpoint.best` 没有给出可应用此方向的指标</translation>
    </message>
    <message>
        <source>remove the key, or set checkpoint.best</source>
        <translation>删除该键，或设置 checkpoint.best</translation>
    </message>
    <message>
        <source>checkpoint.best is %1, which no epoch had: no checkpoint was kept as the best</source>
        <translation>checkpoint.best 为 %1，而没有任何轮次有它：没有保留最佳检查点</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>%1 at %2 cannot be reached: %3</source>
        <translation>无法连接 %1（%2）：%3</translation>
    </message>
    <message>
        <source>its process has ended, or closed the connection</source>
        <translation>其进程已结束，或关闭了连接</translation>
    </message>
    <message>
        <source>no connection to %1 at %2: %3</source>
        <translation>与 %1（%2）没有连接：%3</translation>
    </message>
    <message>
        <source>there is no connection to %1</source>
        <translation>与 %1 没有连接</translation>
    </message>
    <message>
        <source>%1 has no variable %2</source>
        <translation>%1 没有变量 %2</translation>
    </message>
    <message>
        <source>%1 of %2 validation samples were counted</source>
        <translation>计入了 %2 个验证样本中的 %1 个</translation>
    </message>
    <message>
        <source>cancelled, because another closure failed</source>
        <translation>因另一个闭包失败而取消</translation>
    </message>
    <message>
        <source>closure %1 was scheduled after the workers had been dismissed</source>
        <translation>闭包 %1 是在工作进程已被遣散之后才安排的</translation>
    </message>
    <message>
        <source>closure %1 was lost with %2 workers in a row, last with %3: it seems to end the workers that run it; see their logs</source>
        <translation>闭包 %1 连续随 %2 个工作进程丢失，最后一个是 %3：它似乎会使运行它的工作进程结束；见它们的日志</translation>
    </message>
    <message>
        <source>%1 is lost (%2); its closure goes to another one, %3 of %4 are left</source>
        <translation>%1 已丢失（%2）；其闭包交给另一个，剩余 %3/%4</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 已恢复</translation>
    </message>
    <message>
        <source>%1 has no variable or shard %2</source>
        <translation>%1 没有变量或分片 %2</translation>
    </message>
    <message>
        <source>%1 gave an answer that does not fit the question</source>
        <translation>%1 的应答与请求不符</translation>
    </message>
    <message>
        <source>a coordinated run has no task %1</source>
        <translation>协调式运行没有任务 %1</translation>
    </message>
    <message>
        <source>the run&apos;s secret is wrong or missing</source>
        <translation>运行的密钥错误或缺失</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than %2; give every task the same cluster</source>
        <translation>%1 的 TF_CONFIG 中的集群与 %2 不同；请给所有任务相同的集群</translation>
    </message>
    <message>
        <source>%1 was expected at this address, but it is %2&apos;s</source>
        <translation>此地址应为 %1，实际是 %2 的</translation>
    </message>
    <message>
        <source>%1 is of attempt %2, this %3 of attempt %4</source>
        <translation>%1 属于第 %2 次尝试，此 %3 属于第 %4 次尝试</translation>
    </message>
    <message>
        <source>%1 has no variables</source>
        <translation>%1 不持有变量</translation>
    </message>
    <message>
        <source>%1 runs no closures</source>
        <translation>%1 不运行闭包</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2</source>
        <translation>%1 无法在 %2 上监听</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2: the address is not this machine&apos;s</source>
        <translation>%1 无法在 %2 上监听：地址不是本机的</translation>
    </message>
    <message>
        <source>the path of %1 is too long for the sockets of tasks (%2 bytes, at most %3); set TRAINYARD_HOME or XDG_RUNTIME_DIR to a shorter one</source>
        <translation>%1 的路径对任务的套接字来说过长（%2 字节，最多 %3 字节）；请把 TRAINYARD_HOME 或 XDG_RUNTIME_DIR 设为更短的路径</translation>
    </message>
    <message>
        <source>cannot make %1</source>
        <translation>无法创建 %1</translation>
    </message>
    <message>
        <source>%1 is not a private folder of this user (mode 0700): run chmod 700 on it if it is yours, or set XDG_RUNTIME_DIR to another folder</source>
        <translation>%1 不是当前用户独有的文件夹（模式 0700）：如果它是您的，请对它执行 chmod 700，否则请把 XDG_RUNTIME_DIR 设为其他文件夹</translation>
    </message>
    <message>
        <source>this run has no validation data</source>
        <translation>此运行没有验证数据</translation>
    </message>
    <message>
        <source>the connection has ended</source>
        <translation>连接已结束</translation>
    </message>
    <message>
        <source>%1 has shape [%2] in the checkpoint, expected [%3]</source>
        <translation>检查点中 %1 的形状为 [%2]，应为 [%3]</translation>
    </message>
    <message>
        <source>%1 has no value for %2</source>
        <translation>%1 没有 %2 的值</translation>
    </message>
    <message>
        <source>%1 has values that were not used: %2</source>
        <translation>%1 中有未被使用的值：%2</translation>
    </message>
    <message>
        <source>a checkpoint needs a model</source>
        <translation>检查点需要一个模型</translation>
    </message>
    <message>
        <source>%1 is for step functions: call it inside run()</source>
        <translation>%1 用于步函数：请在 run() 内调用</translation>
    </message>
    <message>
        <source>no strategy</source>
        <translation>没有策略</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 replicas</source>
        <translation>全局批次 %1 不能被 %2 个副本整除</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 processes</source>
        <translation>全局批次 %1 不能被 %2 个进程整除</translation>
    </message>
    <message>
        <source>the data set that the function made on rank %1 has no samples</source>
        <translation>函数在 rank %1 上创建的数据集没有样本</translation>
    </message>
    <message>
        <source>`shard` %1 has no effect on data sets from a function, each of which is its process&apos;s share already: leave it out</source>
        <translation>`shard` %1 对由函数提供的数据集不起作用，每个数据集已经是其进程的那一份：请去掉它</translation>
    </message>
    <message>
        <source>this loop makes its model on %1, and its run computes on %2: make it with Job::device(), or use device: cpu</source>
        <translation>此循环在 %1 上创建模型，而其运行在 %2 上计算：请用 Job::device() 创建模型，或使用 device: cpu</translation>
    </message>
    <message>
        <source>the distributed data set has no further batch: take a new iterator</source>
        <translation>分布式数据集没有更多批次：请取新的迭代器</translation>
    </message>
    <message>
        <source>the program %1 runs under parameter servers</source>
        <translation>程序 %1 在参数服务器下运行</translation>
    </message>
    <message>
        <source>step %1 on %2: %3</source>
        <translation>%2 上的第 %1 步：%3</translation>
    </message>
    <message>
        <source>%1, because sample %2 of the data (counted from 0) is: fix it or leave it out</source>
        <translation>%1，因为数据的样本 %2（从 0 开始计数）含有 NaN 或无穷大的值：请修正或去掉该样本</translation>
    </message>
    <message>
        <source>an epoch has at least one step, and a global batch at least one sample</source>
        <translation>一轮至少有一步，全局批次至少有一个样本</translation>
    </message>
    <message>
        <source>a program calls begin() before its first step and before it saves</source>
        <translation>程序须在第一步和保存之前调用 begin()</translation>
    </message>
    <message>
        <source>finishEvaluation() is called in a visit of checkpointsIterator()</source>
        <translation>finishEvaluation() 应在 checkpointsIterator() 的访问中调用</translation>
    </message>
    <message>
        <source>finishEvaluation() takes one value at least</source>
        <translation>finishEvaluation() 至少需要一个值</translation>
    </message>
    <message>
        <source>the %1 of step %2 is %3 over all replicas</source>
        <translation>第 %2 步的 %1 在所有副本上为 %3</translation>
    </message>
    <message>
        <source>the run names no training data, whose shape the pictures would take</source>
        <translation>运行没有指定训练数据，无法得知图片应采用的形状</translation>
    </message>
    <message>
        <source>cannot write the prediction</source>
        <translation>无法写入预测结果</translation>
    </message>
    <message>
        <source>this run has no validation data; name the data to predict on</source>
        <translation>此运行没有验证数据；请指定要预测的数据</translation>
    </message>
    <message>
        <source>images without labels need a classification model</source>
        <translation>没有标签的图片需要能区分类别的模型</translation>
    </message>
    <message>
        <source>%1 is not evaluated: %2</source>
        <translation>不评估 %1：%2</translation>
    </message>
    <message>
        <source>`train.evaluation.sidecar.monitor` is %1, which is not evaluated (expected one of %2)</source>
        <translation>`train.evaluation.sidecar.monitor` 为 %1，而它没有被评估（应为 %2 之一）</translation>
    </message>
    <message>
        <source>%1: no better %2 than %3 in %4 evaluations (at step %5)</source>
        <translation>%1：%4 次评估中 %2 没有优于 %3（第 %5 步）</translation>
    </message>
    <message>
        <source>the replicas have different numbers of variables</source>
        <translation>各副本的变量数目不同</translation>
    </message>
    <message>
        <source>variable %1 differs in shape, type or memory format from replica to replica</source>
        <translation>变量 %1 的形状、类型或内存格式在各副本间不同</translation>
    </message>
    <message>
        <source>variable %1 does not require a gradient</source>
        <translation>变量 %1 不需要梯度</translation>
    </message>
    <message>
        <source>another replica of this process has failed</source>
        <translation>此进程的另一个副本失败了</translation>
    </message>
    <message>
        <source>a replica has returned from its step while another one waits for it: every replica must make the same calls (backward, sum) in the same order, even one without samples</source>
        <translation>一个副本在等待时，另一个副本已从其步返回：所有副本（包括没有样本的）都必须以相同顺序进行相同的调用（backward、sum）</translation>
    </message>
    <message>
        <source>received nothing from the other processes for %1 s</source>
        <translation>%1 秒没有收到其他进程的消息</translation>
    </message>
    <message>
        <source>the process of rank %1 (pid %2) has ended</source>
        <translation>rank %1 的进程（pid %2）已结束</translation>
    </message>
    <message>
        <source>this program tests after each epoch: name train.data.validation</source>
        <translation>此程序在每轮后测试：请指定 train.data.validation</translation>
    </message>
    <message>
        <source>layer %1 has %2 entries and was given the index %3</source>
        <translation>层 %1 有 %2 个条目，却收到索引 %3</translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>asked to end</source>
        <translation>被要求退出</translation>
    </message>
    <message>
        <source>inside a strategy the reduction of a loss must be kNone or kSum: divide by the global batch yourself, for instance with computeAverageLoss()</source>
        <translation>在策略内部，损失的 reduction 必须是 kNone 或 kSum：请自行除以全局批次，例如用 computeAverageLoss()</translation>
    </message>
    <message>
        <source>the vocabulary is empty</source>
        <translation>词表为空</translation>
    </message>
    <message>
        <source>the global batch does not divide by the number of replicas</source>
        <translation>全局批次不能被副本数整除</translation>
    </message>
    <message>
        <source>the per-worker data set has ended; repeat() it</source>
        <translation>各工作进程的数据集已用完；请使用 repeat()</translation>
    </message>
    <message>
        <source>the only replica of a process waits for another one</source>
        <translation>进程唯一的副本在等待另一个副本</translation>
    </message>
    <message>
        <source>%1 replicas were passed to a strategy that has %2 here</source>
        <translation>向此处持有 %2 个的策略交付了 %1 个副本</translation>
    </message>
    <message>
        <source>%1 points in %2 series from %3</source>
        <translation>来自 %3 的 %2 个序列，%1 个点</translation>
    </message>
    <message>
        <source>the log starts again</source>
        <translation>日志重新开始</translation>
    </message>
    <message>
        <source>the import was cancelled; data already imported is kept</source>
        <translation>已放弃读取日志；已读取的内容会保留</translation>
    </message>
    <message>
        <source>%1 folders of logs are followed already; end one of them first</source>
        <translation>已在跟踪 %1 个日志文件夹；请先结束其中一个</translation>
    </message>
    <message>
        <source>new data is not followed in all folders</source>
        <translation>部分文件夹中的新数据不会被跟踪</translation>
    </message>
    <message>
        <source>the log in %1 has more than %2 series; the first ones are kept</source>
        <translation>%1 中的日志超过 %2 个序列；只保留最前面的</translation>
    </message>
    <message>
        <source>%1 at step %2 is left out: %3</source>
        <translation>第 %2 步的 %1 未保留：%3</translation>
    </message>
    <message>
        <source>%1 has images and the like of more than %2 tags; the others are left out</source>
        <translation>%1 的图像等数据超过 %2 个标签；其余的未保留</translation>
    </message>
    <message>
        <source>%1 has more than %2 MiB of images and the like; the others are left out</source>
        <translation>%1 的图像等数据超过 %2 MiB；其余的未保留</translation>
    </message>
    <message>
        <source>%1 is the folder of a run of this Trainyard; `runs` lists it</source>
        <translation>%1 是本 Trainyard 某个运行的文件夹；`runs` 会列出它</translation>
    </message>
    <message>
        <source>there is no log of a known format (TensorBoard, CSV, JSON lines, MLflow, Weights &amp; Biases) in %1 or below it</source>
        <translation>%1 及其下级文件夹中没有已知格式的日志（TensorBoard、CSV、JSON lines、MLflow、Weights &amp; Biases）</translation>
    </message>
    <message>
        <source>cannot open the log folder %1</source>
        <translation>无法打开日志文件夹 %1</translation>
    </message>
    <message>
        <source>cannot look into the folder %1</source>
        <translation>无法查看文件夹 %1</translation>
    </message>
    <message>
        <source>the search for logs was cancelled</source>
        <translation>已放弃查找日志</translation>
    </message>
    <message>
        <source>run %1 was imported from the logs of another program; imported runs cannot be resumed, stopped or changed</source>
        <translation>运行 %1 是从其他程序的日志中读取的；它不是由 Trainyard 启动的，因此不能继续、停止或更改</translation>
    </message>
    <message>
        <source>%1 is not read yet: the file of its process in %2, which says where its epochs end, is not there</source>
        <translation>%1 尚未读取：%2 中没有同一进程的文件，而该文件说明各轮次在何处结束</translation>
    </message>
    <message>
        <source>%1 is not read yet: %2, which says where its epochs end, cannot be read</source>
        <translation>%1 尚未读取：无法读取 %2，而它说明各轮次在何处结束</translation>
    </message>
    <message>
        <source>`%1` is a name that checkpoints have in %2; give the model another name, or a folder of its own</source>
        <translation>`%1` 是 %2 中检查点使用的名称；请为模型另取名称，或指定单独的文件夹</translation>
    </message>
    <message>
        <source>the program writes over %1, which is its only checkpoint: a task that ends while it writes leaves none. Write under another name, and rename it to this one</source>
        <translation>程序正在覆盖其唯一的检查点 %1：若任务在写入时结束，就不会留下任何检查点。请以其他名称写入，再重命名为此名称</translation>
    </message>
    <message>
        <source>%1 has no events: it is empty</source>
        <translation>%1 不含任何事件：它是空的</translation>
    </message>
    <message>
        <source>%1 has no events with numeric values</source>
        <translation>%1 不含任何带有可显示数值的事件</translation>
    </message>
    <message>
        <source>%1 is not looked into: it lies more than %2 folders deep</source>
        <translation>不查看 %1：其文件夹深度超过 %2 层</translation>
    </message>
    <message>
        <source>%1 has the name of a log, and is not a file that can be read</source>
        <translation>%1 的名称像日志，但它不是可读取的文件</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; there is no checkpoint before it: start again with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>第 %1 步的损失%2为 NaN 或无穷大；此前没有检查点：请用更小的学习率或 train.gradient.clip_norm 重新开始，或将 on_failure.not_finite 设为 ignore</translation>
    </message>
    <message>
        <source>so it is in %1 other places</source>
        <translation>另有 %1 处也是如此</translation>
    </message>
    <message>
        <source>it has not answered for 8 s</source>
        <translation>已 8 秒没有响应</translation>
    </message>
    <message>
        <source>its machine does not answer</source>
        <translation>其机器没有响应</translation>
    </message>
    <message>
        <source>use free ports</source>
        <translation>使用空闲端口</translation>
    </message>
    <message>
        <source>the name of its file is not UTF-8; rename the file</source>
        <translation>文件名不是 UTF-8；请重命名该文件</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.max_steps (%2): nothing is left to train</source>
        <translation>第 %1 步的检查点已完成 train.max_steps 规定的全部 %2 步，没有可继续训练的内容</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.epochs (%2): nothing is left to train</source>
        <translation>第 %1 步的检查点已完成全部 %2 个轮次，没有可继续训练的内容</translation>
    </message>
    <message>
        <source>this has no effect: the weights are those of the checkpoint at step %1</source>
        <translation>这不起作用：权重来自第 %1 步的检查点</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 says where the training continues</source>
        <translation>这不起作用：从何处继续训练由第 %1 步的检查点决定</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 is past it</source>
        <translation>这不起作用：第 %1 步的检查点已经越过该位置</translation>
    </message>
    <message>
        <source>start a new run with it</source>
        <translation>用它开始新的运行</translation>
    </message>
    <message>
        <source>choose a later step or epoch, or an earlier checkpoint</source>
        <translation>选择更晚的步或轮次，或更早的检查点</translation>
    </message>
    <message>
        <source>the runs could not be stopped, because the agent waits for its disk or its store; their tasks may still be running, and the next agent finds them</source>
        <translation>代理正在等待磁盘或存储，无法停止运行；其任务可能仍在执行，下一个代理会找到它们</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>调用已取消</translation>
    </message>
    <message>
        <source>the store lacks points that it should hold</source>
        <translation>存储中缺少本应存在的点</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a FIFO</source>
        <translation>%1 不是普通文件，而是 FIFO</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a socket</source>
        <translation>%1 不是普通文件，而是套接字</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a symbolic link</source>
        <translation>%1 不是普通文件，而是符号链接</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a device</source>
        <translation>%1 不是普通文件，而是设备</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not a regular file, but a folder, a link, a FIFO, a socket or a device; move it away</source>
        <translation>%1 挡住了位置：它不是普通文件，而是文件夹、链接、FIFO、套接字或设备；请将其移走</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1 不是普通文件</translation>
    </message>
    <message>
        <source>the %1 %2 is not loaded, because other users can change %3 (owner %4, mode %5); its code would run as you. Make it yours, and run chmod go-w on it</source>
        <translation>未加载 %1 %2，因为其他用户可以修改 %3（所有者 %4，模式 %5）；其代码会以您的身份运行。请把所有者改为您自己，并对其执行 chmod go-w</translation>
    </message>
    <message>
        <source>%1 is not unpacked: its %2 bytes have become %3 already, as those of no data do; unpack it yourself if you trust it</source>
        <translation>未解压 %1：其 %2 字节已展开为 %3 字节，正常数据不会如此；如果您信任它，请自行解压</translation>
    </message>
    <message>
        <source>no room in the temporary folder to unpack %1: %2 bytes are unpacked, %3 are free; set TMPDIR to a folder on a larger disk, or unpack it yourself</source>
        <translation>临时文件夹没有空间解压 %1：已解压 %2 字节，剩余 %3 字节；请把 TMPDIR 设为更大磁盘上的文件夹，或自行解压</translation>
    </message>
    <message>
        <source>metrics may be shown late</source>
        <translation>指标可能会延迟显示</translation>
    </message>
    <message>
        <source>run %1 is using the log folder %2; the metrics of the two runs could not be told apart</source>
        <translation>运行 %1 正在使用日志文件夹 %2，无法区分两个运行的指标</translation>
    </message>
    <message>
        <source>there is no program %1; correct the path, or install it</source>
        <translation>没有程序 %1；请更正路径，或安装该程序</translation>
    </message>
    <message>
        <source>set %1 to %2 or more, or choose an earlier checkpoint</source>
        <translation>请将 %1 设为 %2 或更大，或选择更早的检查点</translation>
    </message>
    <message>
        <source>raise %1 to train longer</source>
        <translation>请增大 %1 以继续训练</translation>
    </message>
    <message>
        <source>use that file</source>
        <translation>使用该文件</translation>
    </message>
    <message>
        <source>wait until it ends, or choose another `logdir`</source>
        <translation>请等它结束，或指定另一个 `logdir`</translation>
    </message>
    <message>
        <source>start its run file again</source>
        <translation>请重新启动其运行文件</translation>
    </message>
    <message>
        <source>%1 is a folder; name the program in it</source>
        <translation>%1 是文件夹；请指定其中的程序</translation>
    </message>
    <message>
        <source>%1 is not executable; make it so with `chmod +x`, or name its interpreter before it, as in [python3, %2]</source>
        <translation>%1 不可执行；请用 `chmod +x` 使其可执行，或像 [python3, %2] 那样在前面指定解释器</translation>
    </message>
    <message>
        <source>%1 has the line ends of Windows, which make its interpreter %2; save it with those of Linux</source>
        <translation>%1 使用 Windows 的换行符，使其解释器成为 %2；请用 Linux 的换行符保存</translation>
    </message>
    <message>
        <source>the interpreter %1 that the first line of %2 names is not there; correct that line, or name an interpreter before the script</source>
        <translation>%2 第一行指定的解释器 %1 不存在；请更正该行，或在脚本前写明解释器</translation>
    </message>
    <message>
        <source>%1 is a text whose first line names no interpreter, as `#!/bin/bash` does; add that line, or name an interpreter before the script</source>
        <translation>%1 是文本，其第一行没有像 `#!/bin/bash` 那样指定解释器；请加上该行，或在脚本前写明解释器</translation>
    </message>
    <message>
        <source>the first entry, which names the program, is empty</source>
        <translation>指定程序的第一项为空</translation>
    </message>
    <message>
        <source>there is no program %1 in the folders of PATH (%2); install it, or write its whole path</source>
        <translation>PATH 的文件夹（%2）中没有程序 %1；请安装它，或写出完整路径</translation>
    </message>
    <message>
        <source>there is no folder %1; create it, or correct `cwd`</source>
        <translation>没有文件夹 %1；请创建它，或更正 `cwd`</translation>
    </message>
    <message>
        <source>the folder %1 cannot be entered; change its permissions, or `cwd`</source>
        <translation>无法进入文件夹 %1；请更改其权限，或更正 `cwd`</translation>
    </message>
    <message>
        <source>kept in every task as `env` has it: %1</source>
        <translation>在每个任务中保持 `env` 中的值：%1</translation>
    </message>
    <message>
        <source>kept in every task as in the environment in which the agent was started: %1</source>
        <translation>在每个任务中保持启动代理时环境中的值：%1</translation>
    </message>
    <message>
        <source>%1 runs a program, of which there are no branches; `resume %2 --from` gives it an earlier checkpoint, and its run file starts it again</source>
        <translation>%1 运行的是程序，不能创建分支；`resume %2 --from` 会把较早的检查点交给它，也可以用其运行文件重新启动</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of the program of %2 in a format of its own; only the program can read it</source>
        <translation>%1 是 %2 的程序以自己的格式写的检查点；只有该程序能读取它</translation>
    </message>
    <message>
        <source>%1 belongs to the program of %2, which alone decides how long it is kept; Trainyard never deletes it</source>
        <translation>%1 属于 %2 的程序，保留多久只由该程序决定；Trainyard 从不删除它</translation>
    </message>
    <message>
        <source>%1 has changed since the program reported it</source>
        <translation>%1 在程序报告之后已被更改</translation>
    </message>
    <message>
        <source>%1 cannot be verified from here: Trainyard does not read what a program has reported on another machine</source>
        <translation>无法从这里校验 %1：Trainyard 不读取程序在其他机器上报告的内容</translation>
    </message>
    <message>
        <source>%1 cannot be verified: it had not been read since the program reported it; from now on it is compared with what it is now</source>
        <translation>无法校验 %1：自程序报告以来尚未读取过它；今后将与它现在的内容进行比较</translation>
    </message>
    <message>
        <source>the program does not learn what is requested of it</source>
        <translation>程序无法得知对它的请求</translation>
    </message>
    <message>
        <source>%1 saves checkpoints as checkpoint.every says; `stop %2` saves one and stops</source>
        <translation>%1 按 checkpoint.every 保存检查点；`stop %2` 会保存一个检查点然后停止</translation>
    </message>
    <message>
        <source>%1 runs a program whose epochs Trainyard does not see; of its settings, only the learning rate can be changed</source>
        <translation>%1 运行的程序，Trainyard 看不到它的轮次；其设置中只有学习率可以更改</translation>
    </message>
    <message>
        <source>%1 runs a program that has not called %2 of Trainyard&apos;s client: it would not do this; stop it, or start it again with other arguments</source>
        <translation>%1 运行的程序没有调用 Trainyard 客户端的 %2，因此不会执行此操作；请停止它，或用其他参数重新启动</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps Trainyard does not see; use the program&apos;s own profiler</source>
        <translation>%1 运行的程序，其步骤 Trainyard 无法看到；请使用程序自己的性能分析器</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps and epochs Trainyard does not see; `stop %2 --after save` sends it SIGTERM and waits for stop_grace_seconds</source>
        <translation>%1 运行的程序，其步骤和轮次 Trainyard 无法看到；`stop %2 --after save` 会发送 SIGTERM 并等待 stop_grace_seconds</translation>
    </message>
    <message>
        <source>%1 has succeeded: there is nothing to resume</source>
        <translation>%1 已成功：没有可恢复的内容</translation>
    </message>
    <message>
        <source>this is the run file of a command run: start its `command` itself</source>
        <translation>这是命令运行的运行文件：请直接启动其中的 `command`</translation>
    </message>
    <message>
        <source>the program brings its own training; only one of `train` and `command` can be given</source>
        <translation>程序自行训练；`train` 和 `command` 只能指定其一</translation>
    </message>
    <message>
        <source>remove `train` or `command`</source>
        <translation>删除 `train` 或 `command`</translation>
    </message>
    <message>
        <source>only a run of a `command` uses this key</source>
        <translation>只有 `command` 的运行才使用此键</translation>
    </message>
    <message>
        <source>the program decides this itself; Trainyard only starts it and watches it</source>
        <translation>这由程序自行决定；Trainyard 只负责启动和监视</translation>
    </message>
    <message>
        <source>remove the key; pass what the program needs in `command` or `env`</source>
        <translation>删除此键；程序所需内容通过 `command` 或 `env` 传递</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be a variable: its name is empty or has a `=`, or there is a zero byte in it</source>
        <translation>“%1”不能作为变量：名称为空或含有 `=`，或其中有零字节</translation>
    </message>
    <message>
        <source>rename the variable</source>
        <translation>重命名该变量</translation>
    </message>
    <message>
        <source>%1 was lost; attempt %2 was started %3 s later</source>
        <translation>%1 已消失；%3 秒后启动了第 %2 次尝试</translation>
    </message>
    <message>
        <source>write the program and each of its arguments as an entry of a list</source>
        <translation>把程序和它的每个参数写成列表中的一项</translation>
    </message>
    <message>
        <source>write [%1]</source>
        <translation>写成 [%1]</translation>
    </message>
    <message>
        <source>the output of %1 has values of more than %2 series; the others are left out</source>
        <translation>%1 的输出中有超过 %2 个序列的数值；其余的被忽略</translation>
    </message>
    <message>
        <source>%1 has printed %2, in which `metrics` finds no value; check its formats and patterns</source>
        <translation>%1 已输出 %2，`metrics` 没有在其中找到数值；请检查格式和模式</translation>
    </message>
    <message>
        <source>the pattern cannot be used: %1; its syntax is RE2&apos;s, without look-around and back-references</source>
        <translation>无法使用该模式：%1；其语法为 RE2，不支持环视和反向引用</translation>
    </message>
    <message>
        <source>correct the pattern; a group is named as in (?P&lt;loss&gt;[0-9.]+)</source>
        <translation>修正该模式；组的命名方式如 (?P&lt;loss&gt;[0-9.]+)</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>%1 (%2, at last %3 at step %4)</source>
        <translation>%1（%2，最后在第 %4 步为 %3）</translation>
    </message>
    <message>
        <source>the sample cannot be read: %1</source>
        <translation>无法读取样例：%1</translation>
    </message>
    <message>
        <source>name a file with lines that the program has printed, or remove the key</source>
        <translation>指定一个含有程序输出行的文件，或删除该键</translation>
    </message>
    <message>
        <source>no value is found in %1 of %2</source>
        <translation>在 %2 的 %1 中没有找到值</translation>
    </message>
    <message>
        <source>correct this entry, or the sample</source>
        <translation>更正此项或样例</translation>
    </message>
    <message>
        <source>found in %1: %2</source>
        <translation>在 %1 中找到：%2</translation>
    </message>
    <message>
        <source>no group of the pattern is named `%1`</source>
        <translation>该模式中没有名为 `%1` 的组</translation>
    </message>
    <message>
        <source>name the group with the step (?P&lt;%1&gt;[0-9]+), or remove `step`</source>
        <translation>把步数所在的组命名为 (?P&lt;%1&gt;[0-9]+)，或删除 `step`</translation>
    </message>
    <message>
        <source>no group of the pattern has a name, so that no value would be recorded</source>
        <translation>该模式中没有命名组，因此不会记录任何数值</translation>
    </message>
    <message>
        <source>name the group with the value, as in loss: (?P&lt;loss&gt;[0-9.e+-]+)</source>
        <translation>给数值所在的组命名，如 loss: (?P&lt;loss&gt;[0-9.e+-]+)</translation>
    </message>
    <message>
        <source>only `regex` and `format: json` use this key; the other formats have steps of their own</source>
        <translation>只有 `regex` 和 `format: json` 使用该键；其他格式有自己的步数</translation>
    </message>
    <message>
        <source>%1 is not installed; it shows the frames of Python</source>
        <translation>未安装 %1，它用于显示 Python 的栈帧</translation>
    </message>
    <message>
        <source>%1 prints something else than threads and their frames</source>
        <translation>%1 输出的不是线程及其栈帧</translation>
    </message>
    <message>
        <source>the evaluator is slower than the training: %1 was deleted before its evaluation, to make room (checkpoint.disk_budget_bytes, or what is free on the disk); save less often, or evaluate the newest alone</source>
        <translation>评估器比训练慢：为腾出空间，%1 在评估之前已被删除（checkpoint.disk_budget_bytes，或磁盘的可用空间）。请降低保存频率，或只评估最新的检查点</translation>
    </message>
    <message>
        <source>%1 was deleted before it was copied to %2 for %3; raise checkpoint.keep, or save less often, if too few are evaluated</source>
        <translation>%1 在为 %3 复制到 %2 之前已被删除；如果评估的检查点太少，请增大 checkpoint.keep，或降低保存频率</translation>
    </message>
    <message>
        <source>%1 lacks checkpoints, which cannot be sent to %2: %3</source>
        <translation>%1 缺少检查点，无法将其发送到 %2：%3</translation>
    </message>
    <message>
        <source>%1 gets its next checkpoint when the disk of %2 has free space: %3</source>
        <translation>%2 的磁盘有可用空间后，%1 才能收到下一个检查点：%3</translation>
    </message>
    <message>
        <source>%1 is a link, and nothing is written through it; move it elsewhere</source>
        <translation>%1 是链接，不会通过链接写入；请将其移到别处</translation>
    </message>
    <message>
        <source>the output of %1 has steps that are too large to be kept exactly; their lines are left out</source>
        <translation>%1 的输出中有过大而无法精确记录的步数，这些行被忽略</translation>
    </message>
    <message>
        <source>%1 is stopping: resume it when it has ended; `watch %2` waits for that</source>
        <translation>%1 正在停止：请在其结束后再恢复；可用 `watch %2` 等待其结束</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond train.max_steps (%2)</source>
        <translation>已训练到第 %1 步，超过了 train.max_steps（%2）</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond the end of %2 epochs</source>
        <translation>已训练到第 %1 步，超过了 %2 个轮次的末尾</translation>
    </message>
    <message>
        <source>the training is estimated to need %1 GiB of memory (%2 GiB for each replica), and this machine has %3 GiB: its tasks may be ended for lack of memory</source>
        <translation>训练预计需要 %1 GiB 内存（每个副本 %2 GiB），而本机只有 %3 GiB：任务可能因内存不足而被终止</translation>
    </message>
    <message>
        <source>set batch_size to %1 or less, or use fewer replicas</source>
        <translation>将 batch_size 设为 %1 或更小，或减少副本数</translation>
    </message>
    <message>
        <source>use fewer replicas or a smaller model</source>
        <translation>减少副本数，或使用更小的模型</translation>
    </message>
    <message>
        <source>the profile of %1 cannot be fetched: %2</source>
        <translation>无法取回 %1 的剖析结果：%2</translation>
    </message>
    <message>
        <source>the machine of %1 has no file %2</source>
        <translation>%1 所在的机器上没有文件 %2</translation>
    </message>
    <message>
        <source>the machine of %1 sent %2 in place of %3</source>
        <translation>%1 所在的机器发来的是 %2，而不是 %3</translation>
    </message>
    <message>
        <source>the agent has yet to take the run up</source>
        <translation>代理尚未接管此运行</translation>
    </message>
    <message>
        <source>%1 has tasks on other machines that this agent has not reached since it started; `trainyard --headless nodes` shows why, and if one of them will not come back, `nodes remove NODE --force` abandons it</source>
        <translation>%1 在其他机器上有任务，而此代理启动后尚未连接到这些机器；`trainyard --headless nodes` 会显示原因；如果其中的机器不会再回来，可用 `nodes remove NODE --force` 放弃它</translation>
    </message>
    <message>
        <source>%1 is in use by %2; stop that run first, or choose another folder for this one</source>
        <translation>%1 正被 %2 使用；请先停止该运行，或为此运行选择其他文件夹</translation>
    </message>
    <message>
        <source>run %1 has no attempt %2; its newest is %3</source>
        <translation>运行 %1 没有第 %2 次尝试；最新的是第 %3 次</translation>
    </message>
    <message>
        <source>`%1` has no value; put quotes around a text that begins with % or #</source>
        <translation>`%1` 没有值；以 % 或 # 开头的文本请加引号</translation>
    </message>
    <message>
        <source>there is more than one value; put quotes around a text that has ---</source>
        <translation>有多个值；含有 --- 的文本请加引号</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: it ended or is restarting, and runs continue without it; try again</source>
        <translation>与 %1 处代理的连接已断开：它已结束或正在重启，运行会在没有它的情况下继续；请重试</translation>
    </message>
    <message>
        <source>%1 is a model of another run, or has other files; it is kept as %2 when this run&apos;s model is saved</source>
        <translation>%1 是另一次运行的模型，或含有其他文件；保存本次运行的模型时会将其保留为 %2</translation>
    </message>
    <message>
        <source>checkpoints go to %1, which is in the way of the model %2; give the model a folder of its own</source>
        <translation>检查点保存到 %1，与模型 %2 的位置冲突；请为模型指定单独的文件夹</translation>
    </message>
    <message>
        <source>%1. Your quota on its disk is used up: delete files of yours, or have it raised; nothing was written</source>
        <translation>%1。您在该磁盘上的配额已用完：请删除自己的文件，或申请提高配额；此次写入没有保留</translation>
    </message>
    <message>
        <source>Reinstall Trainyard on this machine.</source>
        <translation>请在本机重新安装 Trainyard。</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes prepare %1`.</source>
        <translation>请运行 `trainyard --headless nodes prepare %1`。</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes check %1`.</source>
        <translation>请运行 `trainyard --headless nodes check %1`。</translation>
    </message>
    <message>
        <source>Make space on that disk, or make its folder writable.</source>
        <translation>请在该磁盘上腾出空间，或将其文件夹设为可写。</translation>
    </message>
    <message>
        <source>Make space on that disk before a run writes its checkpoints.</source>
        <translation>请在运行写入检查点之前，在该磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>Run `timedatectl set-ntp true` there.</source>
        <translation>请在该机器上运行 `timedatectl set-ntp true`。</translation>
    </message>
    <message>
        <source>Connect that machine to the faster network, or leave it out of the cluster.</source>
        <translation>请将该机器接入更快的网络，或不要放入集群。</translation>
    </message>
    <message>
        <source>Add the node by an address of the network.</source>
        <translation>请用网络地址添加该节点。</translation>
    </message>
    <message>
        <source>Choose a subnet in which all machines of the run have an address.</source>
        <translation>请选择运行的所有机器都有地址的子网。</translation>
    </message>
    <message>
        <source>Let %1 open TCP connections to %2 at %3: look at the cable, the route and the firewall of both.</source>
        <translation>请允许 %1 与 %2 (%3) 建立 TCP 连接：检查双方的网线、路由和防火墙。</translation>
    </message>
    <message>
        <source>Let both machines open TCP connections to all ports of each other.</source>
        <translation>请允许两台机器与对方的所有端口建立 TCP 连接。</translation>
    </message>
    <message>
        <source>%1 MB are free</source>
        <translation>可用空间为 %1 MB</translation>
    </message>
    <message>
        <source>%1 MB/s, %2 GB free</source>
        <translation>%1 MB/秒，可用 %2 GB</translation>
    </message>
    <message>
        <source>agrees with this machine&apos;s</source>
        <translation>与本机时钟一致</translation>
    </message>
    <message>
        <source>%1 s ahead of this machine&apos;s</source>
        <translation>比本机时钟快 %1 秒</translation>
    </message>
    <message>
        <source>%1 s behind this machine&apos;s</source>
        <translation>比本机时钟慢 %1 秒</translation>
    </message>
    <message>
        <source>slow: the median of all links is %1 MB/s</source>
        <translation>慢：所有链路的中位数为 %1 MB/秒</translation>
    </message>
    <message>
        <source>slow to answer: the median of all links is %1 ms</source>
        <translation>响应慢：所有链路的中位数为 %1 毫秒</translation>
    </message>
    <message>
        <source>the agent of %1 did not answer within %2 s</source>
        <translation>%1 的代理未在 %2 秒内响应</translation>
    </message>
    <message>
        <source>the node has named no port</source>
        <translation>节点没有给出端口</translation>
    </message>
    <message>
        <source>the worker starts with it</source>
        <translation>训练程序可以用它启动</translation>
    </message>
    <message>
        <source>%1 runs there, and %2 here</source>
        <translation>该机器为 %1，本机为 %2</translation>
    </message>
    <message>
        <source>the address of %1 is unknown, because its SSH server was not reached over a network</source>
        <translation>%1 的地址未知，因为其 SSH 服务器不是通过网络连接的</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1 未连接</translation>
    </message>
    <message>
        <source>%1 has no address in the subnet %2; it has %3</source>
        <translation>%1 在子网 %2 中没有地址；它的地址为 %3</translation>
    </message>
    <message>
        <source>%1 and %2 both have the address %3 in the subnet %4; choose a smaller subnet, in which each machine has its own</source>
        <translation>%1 和 %2 在子网 %4 中的地址都是 %3；请选择一个更小的子网，使每台机器都有自己的地址</translation>
    </message>
    <message>
        <source>the addresses of %1 are unknown until it is connected</source>
        <translation>在连接之前，%1 的地址未知</translation>
    </message>
    <message>
        <source>%1 is not an address: %2</source>
        <translation>%1 不是地址：%2</translation>
    </message>
    <message>
        <source>the connection with %1 failed: %2</source>
        <translation>与 %1 的连接失败：%2</translation>
    </message>
    <message>
        <source>the connection with %1 was closed</source>
        <translation>与 %1 的连接已关闭</translation>
    </message>
    <message>
        <source>no port of %1 can be opened: %2</source>
        <translation>无法打开 %1 的端口：%2</translation>
    </message>
    <message>
        <source>no answer from %1</source>
        <translation>%1 没有响应</translation>
    </message>
    <message>
        <source>the all-reduce failed: %1</source>
        <translation>all-reduce 失败：%1</translation>
    </message>
    <message>
        <source>its worker does not start with libtorch</source>
        <translation>该机器的训练程序无法用 libtorch 启动</translation>
    </message>
    <message>
        <source>its worker did not start within %1 s; the machine may be busy: test again before anything else</source>
        <translation>该机器的训练程序未在 %1 秒内启动；机器可能正忙：请先重新测试</translation>
    </message>
    <message>
        <source>cannot write in %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>cannot write to the disk of %1</source>
        <translation>无法写入 %1 所在的磁盘</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>the other machine</source>
        <translation>另一台机器</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未给出原因</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is worse than %5, the median of %6 other runs</source>
        <translation>%3 %4 的 %1 为 %2，比其他 %6 个运行的中位数 %5 差</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is not among the best %5 of %6 runs</source>
        <translation>%3 %4 的 %1 为 %2，未进入 %6 个运行中的前 %5 名</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>there is no sweep %1; `sweeps` lists them</source>
        <translation>没有参数扫描 %1；用 `sweeps` 查看列表</translation>
    </message>
    <message>
        <source>sweep %1 has ended; none of its runs wait</source>
        <translation>参数扫描 %1 已结束，没有等待中的运行</translation>
    </message>
    <message>
        <source>run %1 of sweep %2 does not wait; `queue` lists those that do</source>
        <translation>参数扫描 %2 的运行 %1 不在等待中；用 `queue` 查看等待中的运行</translation>
    </message>
    <message>
        <source>one waiting run is moved at a time: name it as SWEEP/NUMBER, and a position from 1</source>
        <translation>每次移动一个等待中的运行：请写成 SWEEP/NUMBER，位置从 1 开始</translation>
    </message>
    <message>
        <source>a sweep has at least one run, and starts one at a time or more</source>
        <translation>参数扫描至少要有一个运行，且每次至少启动一个</translation>
    </message>
    <message>
        <source>the runs of a sweep are not numbered from 1</source>
        <translation>参数扫描的运行没有从 1 开始编号</translation>
    </message>
    <message>
        <source>it does not name its sweep</source>
        <translation>没有写明属于哪个参数扫描</translation>
    </message>
    <message>
        <source>%1; `trainyard --headless sweep FILE --send`, where FILE is the sweep file, sends them and starts the sweep again</source>
        <translation>%1；`trainyard --headless sweep FILE --send`（FILE 为扫描文件）会发送这些文件并重新开始扫描</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, PREPARE or CONNECT)</source>
        <translation>缺少 action（应为 ADD、PREPARE 或 CONNECT）</translation>
    </message>
    <message>
        <source>no key, password or passphrase of yours was accepted: run `ssh-copy-id %1`, or load the key with ssh-add</source>
        <translation>密钥、密码和密钥口令均未被接受：请运行 `ssh-copy-id %1`，或用 ssh-add 加载密钥</translation>
    </message>
    <message>
        <source>ssh may have to ask you something first (a password, a passphrase, an unknown host key): %1</source>
        <translation>可能需要先回答 ssh 的询问（密码、密钥口令或未知的主机密钥）：%1</translation>
    </message>
    <message>
        <source>nobody answered ssh&apos;s question within %1 s: %2</source>
        <translation>ssh 的询问在 %1 秒内无人回答：%2</translation>
    </message>
    <message>
        <source>ssh&apos;s question was not answered: %1</source>
        <translation>ssh 的询问未得到回答：%1</translation>
    </message>
    <message>
        <source>another client is connecting to %1 and answers the questions of ssh; try again when that is done</source>
        <translation>另一个客户端正在连接 %1 并回答 ssh 的询问；请在其结束后重试</translation>
    </message>
    <message>
        <source>this question is no longer asked</source>
        <translation>该询问已经结束</translation>
    </message>
    <message>
        <source> %1 and %2</source>
        <translation>（%1 且 %2）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 is not finite (NaN or infinite)</source>
        <translation>%1 不是有限值（NaN 或无穷大）</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>`mean` and `variance` are given together, or neither is</source>
        <translation>`mean` 和 `variance` 要么一起给出，要么都不给出</translation>
    </message>
    <message>
        <source>must be one number, or one per column (%1)</source>
        <translation>必须是一个数，或每列一个数（%1 个）</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>不能为负数</translation>
    </message>
    <message>
        <source>must be in ascending order</source>
        <translation>必须按升序排列</translation>
    </message>
    <message>
        <source>must be at least %1, one more than `bin_boundaries` has</source>
        <translation>至少为 %1，即比 `bin_boundaries` 的个数多 1</translation>
    </message>
    <message>
        <source>a format has only %1 after %</source>
        <translation>格式中 % 之后只能是 %1</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint of a model is a folder; what a program has written, only that program can read</source>
        <translation>%1 是文件，而模型的检查点是文件夹；程序写入的内容只有该程序能读取</translation>
    </message>
    <message>
        <source>this is a sweep file, not a run file: `sweep` reads it, and checks it with --dry-run</source>
        <translation>这是扫描文件，不是运行文件：请用 `sweep` 读取，用 --dry-run 检查</translation>
    </message>
    <message>
        <source>The likely reason is a busy machine: test again when it has less to do.</source>
        <translation>原因可能是机器繁忙：请在负载降低后重新测试。</translation>
    </message>
    <message>
        <source>Test again. If that fails, too, agent.log on both machines may say more.</source>
        <translation>请重新测试。如果仍然失败，两台机器上的 agent.log 中可能有更多信息。</translation>
    </message>
    <message>
        <source>the all-reduce did not finish within %1 s</source>
        <translation>all-reduce 未能在 %1 秒内完成</translation>
    </message>
    <message>
        <source>fetched %1 MB of %2</source>
        <translation>已获取 %2 的 %1 MB</translation>
    </message>
    <message>
        <source>there are public addresses among these, which `cluster.allow_clear_text` permits</source>
        <translation>其中有公网地址，这是 `cluster.allow_clear_text` 所允许的</translation>
    </message>
    <message>
        <source>its agent and this machine's are out of step, and connect again; if it stays so, remove the node and add it again</source>
        <translation>该机器的代理与本机的代理通信不一致，正在重新连接；如果一直如此，请移除该节点后重新添加</translation>
    </message>
    <message>
        <source>%1 of %2 MB of Trainyard sent</source>
        <translation>已发送 Trainyard 的 %1 MB（共 %2 MB）</translation>
    </message>
    <message>
        <source>%1. A data set of a plugin is named as a source of a run file, '{plugin: ID}'; `plugins` lists those that are installed</source>
        <translation>%1。插件的数据集按运行文件中的数据源写法指定：'{plugin: ID}'；`plugins` 会列出已安装的插件</translation>
    </message>
</context>
<context>
    <name>Ask</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ClusterSlots</name>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Incompatible</source>
        <translation>不兼容</translation>
    </message>
    <message>
        <source>%1 has tasks and is not connected.</source>
        <translation>%1 上有任务，但它未连接。</translation>
    </message>
    <message>
        <source>check it on the Nodes page, or move its tasks</source>
        <translation>请在“节点”页检查它，或移走其任务</translation>
    </message>
    <message>
        <source>Tasks on %1 name more GPUs than it has: %2 of %3.</source>
        <translation>%1 上的任务指定的 GPU 多于其拥有的数量：%2/%3。</translation>
    </message>
    <message>
        <source>move one of them to another machine</source>
        <translation>请将其中一个移到另一台机器</translation>
    </message>
</context>
<context>
    <name>CommandForm</name>
    <message>
        <source>“%1” is set twice. Only its first value is used.</source>
        <translation>“%1”设置了两次，仅使用第一个值。</translation>
    </message>
    <message>
        <source>Row %1 has no name, so it is not used.</source>
        <translation>第 %1 行没有名称，因此不会使用。</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Ports, disks and devices are not checked: %1</source>
        <translation>端口、磁盘和设备未经检查：%1</translation>
    </message>
</context>
<context>
    <name>FixButton</name>
    <message>
        <source>Fix: %1</source>
        <translation>修复：%1</translation>
    </message>
</context>
<context>
    <name>FormSchema</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>A text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>A list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>故障处理</translation>
    </message>
    <message>
        <source>A chief or worker counts as dead when it has printed nothing, and no event file of the run has grown, for this long. 0: never.</source>
        <translation>如果主节点或工作进程在这段时间内没有输出，且运行的事件文件也没有增长，则视为失效。0：从不。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>被抢占</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>%1 d %2</source>
        <comment>days and hh:mm:ss</comment>
        <translation>%1 天 %2</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <comment>age</comment>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <comment>age</comment>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <comment>age</comment>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>just now</source>
        <comment>age</comment>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>已导入</translation>
    </message>
</context>
<context>
    <name>GpuChoices</name>
    <message>
        <source>, %1 of %2 free</source>
        <translation>，空闲 %1 / %2</translation>
    </message>
    <message>
        <source>, used by %1</source>
        <translation>, 由 %1 使用</translation>
    </message>
    <message>
        <source>, busy now</source>
        <translation>，正在使用</translation>
    </message>
    <message>
        <source>Not known yet which GPUs it has</source>
        <translation>尚不清楚它有哪些 GPU</translation>
    </message>
    <message>
        <source>This machine has no GPU</source>
        <translation>此机器没有 GPU</translation>
    </message>
</context>
<context>
    <name>NodeFindings</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
</context>
<context>
    <name>NodeLanes</name>
    <message>
        <source>CPUs in use: %1 of %2</source>
        <translation>使用中的 CPU: %1 / %2</translation>
    </message>
    <message>
        <source>CPUs in use: %1</source>
        <translation>使用中的 CPU: %1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存: %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1（自 %2 起）</translation>
    </message>
    <message>
        <source>The run waits for this link.</source>
        <translation>这次运行正在等待此连接。</translation>
    </message>
    <message>
        <source>Waiting for the link. Training does not need it.</source>
        <translation>正在等待链路恢复。训练不需要该链路。</translation>
    </message>
</context>
<context>
    <name>Predictions</name>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Cannot determine the working folder of the window: %1</source>
        <translation>窗口无法确定其工作文件夹：%1</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>The store is damaged and read-only. Make it again with: trainyard --headless doctor --rebuild</source>
        <translation>存储已损坏，只能读取。请用以下命令重建: trainyard --headless doctor --rebuild</translation>
    </message>
</context>
<context>
    <name>Roles</name>
    <message>
        <source>Chief</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Parameter server</source>
        <translation>参数服务器</translation>
    </message>
    <message>
        <source>Evaluator</source>
        <translation>评估器</translation>
    </message>
</context>
<context>
    <name>RunFiles</name>
    <message>
        <source>%1 is in the folder of a run, which only its agent writes. Choose another folder.</source>
        <translation>%1 位于运行的文件夹中，该文件夹只能由代理写入。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read.</source>
        <translation>%1 在读取之后已被其他程序更改。</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>the run has other errors. Fix them first, then send again.</source>
        <translation>此运行还有其他错误。请先修正，再重新发送。</translation>
    </message>
</context>
<context>
    <name>trainyard::bridge::AgentBridge</name>
    <message>
        <source>The call failed unexpectedly: %1</source>
        <translation>调用意外失败：%1</translation>
    </message>
    <message>
        <source>Too many calls wait for the agent&apos;s answers. Try again when it answers.</source>
        <translation>等待代理响应的调用过多。请在其响应后重试。</translation>
    </message>
    <message>
        <source>The agent was stopped. Starting a run starts it again.</source>
        <translation>代理已停止。启动运行时会再次启动它。</translation>
    </message>
</context>
<context>
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已验证</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未校验</translation>
    </message>
    <message>
        <source>reported by the program</source>
        <translation>由程序报告</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ClusterModel</name>
    <message>
        <source>No plugin here has the strategy %1.</source>
        <translation>此处没有提供策略 %1 的插件。</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message>
        <source>Make %1 a %2</source>
        <translation>将 %1 改为 %2</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1 的端口</translation>
    </message>
    <message>
        <source>Add machine %1</source>
        <translation>添加机器 %1</translation>
    </message>
    <message>
        <source>Call %1 %2</source>
        <translation>将 %1 改名为 %2</translation>
    </message>
    <message>
        <source>Remove machine %1</source>
        <translation>移除机器 %1</translation>
    </message>
    <message>
        <source>Select the strategy %1</source>
        <translation>选择策略 %1</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>为每个任务分配端口</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（主节点）</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs of %1</source>
        <translation>%1 的 CPU</translation>
    </message>
    <message>
        <source>Tasks on other machines that this version can&apos;t start yet: %1. Start them manually, with the commands under Manual start.</source>
        <translation>此版本尚不能启动的其他机器上的任务：%1。请用“手动启动”中的命令行启动。</translation>
    </message>
    <message>
        <source>move all tasks to this machine</source>
        <translation>全部放到本机</translation>
    </message>
    <message>
        <source>GPU of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ConfigDiffModel</name>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>trainyard::models::EventListModel</name>
    <message>
        <source>Run started</source>
        <translation>运行已开始</translation>
    </message>
    <message>
        <source>Attempt 1 starts at step %1</source>
        <translation>第 1 次尝试从第 %1 步开始</translation>
    </message>
    <message>
        <source>Attempt 1 starts</source>
        <translation>第 1 次尝试开始</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>State: %1 (%2)</source>
        <translation>状态：%1（%2）</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>结束：%1</translation>
    </message>
    <message>
        <source>Finished: %1. %2</source>
        <translation>结束：%1。%2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Epoch %1: %2 in %3 s</source>
        <translation>第 %1 轮：%2，用时 %3 秒</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>为保存此检查点，训练等待了 %1 毫秒。</translation>
    </message>
    <message>
        <source>%1 → recovered in %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2 秒后恢复：第 %3 次尝试，从第 %4 步起</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
    <message>
        <source>%1 → attempt %2</source>
        <translation>%1 → 第 %2 次尝试</translation>
    </message>
    <message>
        <source>%1 → recovered in %2 s: attempt %3</source>
        <translation>%1 → %2 秒后恢复：第 %3 次尝试</translation>
    </message>
    <message>
        <source>%1 → attempt %2 from step %3</source>
        <translation>%1 → 第 %2 次尝试，从第 %3 步起</translation>
    </message>
    <message>
        <source>Backup at step %1 (%2 ms stall)</source>
        <translation>第 %1 步的备份（停顿 %2 毫秒）</translation>
    </message>
    <message>
        <source>Checkpoint at step %1 (%2 ms stall)</source>
        <translation>第 %1 步的检查点（停顿 %2 毫秒）</translation>
    </message>
    <message>
        <source>%1 evaluated step %2: %3</source>
        <translation>%1 评估了第 %2 步：%3</translation>
    </message>
    <message>
        <source>Starts from %1</source>
        <translation>从 %1 开始</translation>
    </message>
    <message>
        <source>output lines that match %1</source>
        <translation>匹配 %1 的输出行</translation>
    </message>
    <message>
        <source>Keras&apos; progress bars</source>
        <translation>Keras 的进度条</translation>
    </message>
    <message>
        <source>Lightning&apos;s progress bars</source>
        <translation>Lightning 的进度条</translation>
    </message>
    <message>
        <source>the output of Hugging Face&apos;s Trainer</source>
        <translation>Hugging Face Trainer 的输出</translation>
    </message>
    <message>
        <source>JSON in the output</source>
        <translation>输出中的 JSON</translation>
    </message>
    <message>
        <source>TensorBoard event files</source>
        <translation>TensorBoard 事件文件</translation>
    </message>
    <message>
        <source>Metrics found: %1 (%2)</source>
        <translation>发现指标：%1 (%2)</translation>
    </message>
    <message>
        <source>Metrics from %1</source>
        <translation>指标来源：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::models::FindingListModel</name>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LayerListModel</name>
    <message>
        <source>does not fit</source>
        <translation>不匹配</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LogModel</name>
    <message>
        <source>[several tasks] </source>
        <translation>[多个任务] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is not a run file (expected a map with `name` and `train` or `command`)</source>
        <translation>这不是运行文件（应为含 `name` 以及 `train` 或 `command` 的映射）</translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunListModel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Branched from %1</source>
        <translation>从 %1 分支</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Measured on the training data</source>
        <translation>在训练数据上测得</translation>
    </message>
    <message>
        <source>Measured on the validation data, at the end of an epoch; “–” where there is none</source>
        <translation>在验证数据上于每轮结束时测得；没有时为“–”</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <comment>validation</comment>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Val. accuracy</source>
        <comment>validation</comment>
        <translation>验证准确率</translation>
    </message>
</context>
<context>
    <name>trainyard::models::SweepRunModel</name>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已暂缓</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Run %1, the best: %2</source>
        <translation>运行 %1（最佳）：%2</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>运行 %1：%2</translation>
    </message>
    <message>
        <source>%1, the best run</source>
        <translation>%1，最佳运行</translation>
    </message>
    <message>
        <source>The best value so far</source>
        <translation>目前的最佳值</translation>
    </message>
    <message>
        <source>Where the run had that value: epochs finished, or the step of a command run</source>
        <translation>取得该值的位置：已完成的轮次数，或命令运行的步数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（主节点）</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2</source>
        <translation>%1 被信号 %2 终止</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1 以退出码 %2 结束</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Listens at %1</source>
        <translation>正在监听 %1</translation>
    </message>
    <message>
        <source>Process %1 at %2</source>
        <translation>进程 %1，地址 %2</translation>
    </message>
    <message>
        <source>%1 has waited in %2 since %3 (%4 s)</source>
        <translation>%1 自 %3 起在 %2 中等待（%4 秒）</translation>
    </message>
    <message>
        <source>%1 has not reached this call (%2, step %3)</source>
        <translation>%1 尚未到达此调用（%2，第 %3 步）</translation>
    </message>
    <message>
        <source>The other tasks are waiting for %1.</source>
        <translation>其他任务在等待 %1。</translation>
    </message>
    <message>
        <source>Per step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>每步：输入 %1 毫秒，计算 %2 毫秒，等待其他任务 %3 毫秒</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>schedules the steps</source>
        <translation>分派步骤</translation>
    </message>
    <message>
        <source>holds the variables</source>
        <translation>保存变量</translation>
    </message>
    <message>
        <source>evaluates checkpoints</source>
        <translation>评估检查点</translation>
    </message>
    <message>
        <source>The workers compute the steps; their rows show where the time goes.</source>
        <translation>步骤由工作进程计算；时间用在哪里见工作进程各行。</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>Its process was stopped by SIGSTOP or a debugger.</source>
        <translation>其进程已被 SIGSTOP 或调试器停止。</translation>
    </message>
    <message>
        <source>no link</source>
        <translation>无链路</translation>
    </message>
    <message>
        <source>Last known state: %1</source>
        <translation>最后已知状态: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorDiffModel</name>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>仅在第二个中</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>仅在第一个中</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>类型不同</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Max difference</source>
        <translation>最大差</translation>
    </message>
    <message>
        <source>Mean difference</source>
        <translation>平均差</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorTreeModel</name>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>Values that are NaN or infinite</source>
        <translation>NaN 或无穷的值</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::BranchDialog</name>
    <message>
        <source>Branch from step %1</source>
        <translation>从第 %1 步分支</translation>
    </message>
    <message>
        <source>Starts a new run from %1, step %2: weights, optimizer state and data position.</source>
        <translation>新运行将以 %1 第 %2 步的权重、优化器和位置开始。</translation>
    </message>
    <message>
        <source>%1 stays unchanged. The new run has its own history. Settings not changed here come from the run file of %1.</source>
        <translation>%1 保持不变。新运行有自己的历史；此处未更改的内容与 %1 的运行文件相同。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次数</translation>
    </message>
    <message>
        <source>Total, including those completed at the checkpoint: %1</source>
        <translation>总数，包括检查点已完成的轮次：%1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>不能这样做的原因</translation>
    </message>
    <message>
        <source>unchanged: %1</source>
        <translation>保持不变：%1</translation>
    </message>
    <message>
        <source>The new run needs a name.</source>
        <translation>新运行需要名称。</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学习率是大于 0 的数，例如 0.001。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>Preprocessing</source>
        <translation>预处理</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值个数</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Histogram of the tensor</source>
        <translation>张量的直方图</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>张量的差异</translation>
    </message>
    <message>
        <source>Select a tensor to see its histogram.</source>
        <translation>选择一个张量以查看其值的分布。</translation>
    </message>
    <message>
        <source>%1 has no finite values.</source>
        <translation>%1 没有可统计的值。</translation>
    </message>
    <message>
        <source>%1: mean %2, standard deviation %3</source>
        <translation>%1：平均 %2，标准差 %3</translation>
    </message>
    <message>
        <source>Comparing every tensor…</source>
        <translation>正在比较所有张量…</translation>
    </message>
    <message>
        <source>%1 step %2 → %3 step %4</source>
        <translation>%1 第 %2 步 → %3 第 %4 步</translation>
    </message>
    <message>
        <source>Tensors that differ: %1 of %2</source>
        <translation>不同的张量：%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>Reading every tensor of %1…</source>
        <translation>正在读取 %1 的所有张量…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointsPage</name>
    <message>
        <source>Restore…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>分支…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Copies the checkpoint to a new folder, as safetensors files that any program can read</source>
        <translation>以任何程序都能读取的 safetensors 文件复制到新文件夹</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Reads the whole checkpoint and compares it with the checksums in its manifest. Changes nothing.</source>
        <translation>读取每个字节并与清单中的哈希比较；不作任何更改</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Its run is still running. Stop it first, or branch.</source>
        <translation>其运行仍在进行；请先停止，或创建分支</translation>
    </message>
    <message>
        <source>Continues its run from this checkpoint, as the next attempt</source>
        <translation>从这里作为下一次尝试继续运行</translation>
    </message>
    <message>
        <source>Starts a new run with its weights, optimizer state and data position</source>
        <translation>启动一个以其权重、优化器和位置开始的新运行</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Allows automatic deletion under checkpoint.keep</source>
        <translation>按 checkpoint.keep，轮到它时即被移除</translation>
    </message>
    <message>
        <source>Keeps the checkpoint, however many newer ones there are</source>
        <translation>无论有多少更新的检查点都保留它</translation>
    </message>
    <message>
        <source>The checkpoint is pinned. Unpin it first.</source>
        <translation>它已固定；请先取消固定</translation>
    </message>
    <message>
        <source>Deletes the checkpoint from the disk, after a confirmation</source>
        <translation>从磁盘删除；会先询问</translation>
    </message>
    <message>
        <source>The checkpoint is verified first. Newer checkpoints remain subject to checkpoint.keep; newer curve points are dimmed.</source>
        <translation>将先进行校验。较新的检查点在轮到之前保留，其后的曲线以淡色保留。</translation>
    </message>
    <message>
        <source>Steps to repeat: %1. </source>
        <translation>将重做的步数：%1。 </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>恢复第 %1 步？</translation>
    </message>
    <message>
        <source>%1 will continue from step %2 as a new attempt.</source>
        <translation>%1 将从第 %2 步作为下一次尝试继续。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Verifying the checkpoint and starting…</source>
        <translation>正在校验检查点并启动…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>未启动：%1</translation>
    </message>
    <message>
        <source>Export step %1 to a new folder</source>
        <translation>将第 %1 步导出到新文件夹</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message>
        <source>Verifying step %1…</source>
        <translation>正在读取第 %1 步的每个字节…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 第 %2 步</translation>
    </message>
    <message>
        <source>%1: verified, %2, all checksums match.</source>
        <translation>%1：已校验，%2，每个字节均与写入时一致。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 已损坏：%2</translation>
    </message>
    <message>
        <source>Unpinned. checkpoint.keep applies to it again.</source>
        <translation>已取消固定：轮到它时即被移除。</translation>
    </message>
    <message>
        <source>Pinned. It will not be deleted automatically.</source>
        <translation>已固定：在取消固定前一直保留。</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>删除第 %1 步？</translation>
    </message>
    <message>
        <source>%1 (%2) will be deleted from the disk. This cannot be undone.</source>
        <translation>%1（%2）将从磁盘删除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>After that, %1 cannot be restored to step %2.</source>
        <translation>%1 将无法再恢复到第 %2 步。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>已删除：%1。</translation>
    </message>
    <message>
        <source>Checkpoints and their contents</source>
        <translation>检查点及其内容</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>已完成的操作</translation>
    </message>
    <message>
        <source>Run whose checkpoints are listed</source>
        <translation>列出其检查点的运行</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Metric by step, with checkpoints</source>
        <translation>随步数变化的指标及检查点</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未校验</translation>
    </message>
    <message>
        <source>Curve and list</source>
        <translation>曲线和列表</translation>
    </message>
    <message>
        <source>Select one checkpoint to inspect it, or two to compare.</source>
        <translation>选择一个检查点查看其内容，选择两个查看它们的差异。</translation>
    </message>
    <message>
        <source>Select two checkpoints to compare.</source>
        <translation>选择两个检查点以查看差异。</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>无法连接代理：%1</translation>
    </message>
    <message>
        <source>No checkpoints yet. They appear here as runs save them: at the end of each epoch, unless the run file sets checkpoint.every.</source>
        <translation>还没有检查点。除非运行文件（checkpoint.every）另有规定，运行会在每轮结束时保存一个，并显示在这里。</translation>
    </message>
    <message>
        <source>Reading the checkpoints…</source>
        <translation>正在读取检查点…</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Contents and predictions</source>
        <translation>内容与用途</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>The agent writes the checkpoint on its own machine, %1.</source>
        <translation>代理将检查点写入其所在的机器 %1。</translation>
    </message>
    <message>
        <source>The checkpoints cannot be read: %1</source>
        <translation>无法读取检查点: %1</translation>
    </message>
    <message>
        <source>%1 (in the trash)</source>
        <translation>%1（在回收站中）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ChoiceRow</name>
    <message>
        <source>%1 (not in this version)</source>
        <translation>%1（此版本没有）</translation>
    </message>
    <message>
        <source>This version can&apos;t %1</source>
        <translation>此版本不支持：%1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterLibrary</name>
    <message>
        <source>Saved clusters</source>
        <translation>已保存的集群</translation>
    </message>
    <message>
        <source>None yet. Name a cluster and save it to reuse it.</source>
        <translation>还没有。给集群命名并保存后即可再次使用。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Delete the saved cluster</source>
        <translation>删除已保存的集群</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Two workers</source>
        <translation>两个工作进程</translation>
    </message>
    <message>
        <source>Two workers and an evaluator</source>
        <translation>两个工作进程和一个评估器</translation>
    </message>
    <message>
        <source>One worker</source>
        <translation>一个工作进程</translation>
    </message>
    <message>
        <source>A chief and two workers</source>
        <translation>主节点和两个工作进程</translation>
    </message>
    <message>
        <source>Two replicas in one process</source>
        <translation>一个进程内两个副本</translation>
    </message>
    <message>
        <source>3 workers and 2 parameter servers</source>
        <translation>3 个工作进程和 2 个参数服务器</translation>
    </message>
    <message>
        <source>Parameter servers and an evaluator</source>
        <translation>参数服务器和评估器</translation>
    </message>
    <message>
        <source>One machine per task</source>
        <translation>每个任务一台机器</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1？</translation>
    </message>
    <message>
        <source>The saved cluster %1 will be deleted. This cannot be undone.</source>
        <translation>将删除已保存的集群 %1，无法撤销。</translation>
    </message>
    <message>
        <source>Runs that use it keep their own copy.</source>
        <translation>用它启动的运行保留各自的副本。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>已删除：%1。</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>空集群</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1（无法读取）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Comma-separated “node” or “node:port”. “local” is this machine. Ports are chosen automatically if omitted.</source>
        <translation>各项为“节点”或“节点:端口”，用逗号分隔。“local”为本机；未写端口则使用空闲端口。</translation>
    </message>
    <message>
        <source>Empty: one local worker.</source>
        <translation>留空：一个本地工作进程。</translation>
    </message>
    <message>
        <source>Tasks: %1</source>
        <translation>任务数：%1</translation>
    </message>
    <message>
        <source>Edit cluster…</source>
        <translation>编辑集群…</translation>
    </message>
    <message>
        <source>Saved clusters</source>
        <translation>已保存的集群</translation>
    </message>
    <message>
        <source>Use a saved cluster…</source>
        <translation>使用已保存的集群…</translation>
    </message>
    <message>
        <source>Copies the saved strategy and cluster into this run file</source>
        <translation>将已保存的策略和集群放入此运行文件</translation>
    </message>
    <message>
        <source>No saved clusters yet. Draw one on the Clusters page and name it.</source>
        <translation>还没有已保存的集群：请在“集群”页面绘制并为其命名。</translation>
    </message>
    <message>
        <source>Copies the saved cluster into this run file</source>
        <translation>将已保存的集群放入此运行文件</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClustersPage</name>
    <message>
        <source>Drawing and text</source>
        <translation>图与文本</translation>
    </message>
    <message>
        <source>Use in new run</source>
        <translation>用于新运行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>添加：%1</translation>
    </message>
    <message>
        <source>Add machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>为每个任务分配端口</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>集群名称</translation>
    </message>
    <message>
        <source>Cluster name</source>
        <translation>名称，用于保存</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>已做的事</translation>
    </message>
    <message>
        <source>Drag onto a machine, or press to add to the selected one</source>
        <translation>拖到机器上，或按下以添加到所选机器</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>Drawing of the cluster</source>
        <translation>集群图</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model used for the traffic estimate</source>
        <translation>用于计算通信量的模型</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Views of the cluster</source>
        <translation>集群视图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Manual start</source>
        <translation>手动启动</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Could not import from %1: %2</source>
        <translation>未能从 %1 导入：%2</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>从 %1 导入</translation>
    </message>
    <message>
        <source>Imported from %1, tasks: %2.</source>
        <translation>已从 %1 导入，任务：%2。</translation>
    </message>
    <message>
        <source>It was exported for %1.</source>
        <translation>它是为 %1 编写的。</translation>
    </message>
    <message>
        <source>Skipped: %1.</source>
        <translation>已略去：%1。</translation>
    </message>
    <message>
        <source>Import a cluster</source>
        <translation>导入集群</translation>
    </message>
    <message>
        <source>TF_CONFIG or run file</source>
        <translation>TF_CONFIG 或运行文件</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>从文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Paste a TF_CONFIG or a run file. A file can also be dropped on the page.</source>
        <translation>粘贴 TF_CONFIG 或运行文件，也可以将文件拖放到页面上。</translation>
    </message>
    <message>
        <source>Run files and TF_CONFIG (*.yaml *.yml *.json)</source>
        <translation>运行文件和 TF_CONFIG (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The cluster has no task yet</source>
        <translation>还没有任务</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>无法读取文本</translation>
    </message>
    <message>
        <source>Fix the errors listed below first: %1</source>
        <translation>请先修正下列问题。错误：%1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>用此集群打开新运行 (F5)</translation>
    </message>
    <message>
        <source>Enter a name to save</source>
        <translation>请先命名</translation>
    </message>
    <message>
        <source>Saves this cluster under its name</source>
        <translation>以此名称保存在代理中</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>将撤销：%1</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>将重做：%1</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>Select a strategy to see which processes communicate.</source>
        <translation>选择策略以查看通信关系。</translation>
    </message>
    <message>
        <source>Ring all-reduce: each process sends gradients to its neighbour.</source>
        <translation>环形：每个进程将梯度传给下一个。</translation>
    </message>
    <message>
        <source>Star: each process sends to the chief and receives the result.</source>
        <translation>星形：每个进程发送给主节点并取回结果。</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server. The chief schedules the steps (dashed).</source>
        <translation>每个工作进程与所有参数服务器读写；主节点下发各步（虚线）。</translation>
    </message>
    <message>
        <source>One process: no network traffic.</source>
        <translation>单进程：没有网络通信。</translation>
    </message>
    <message>
        <source>Each process sends about %1 per step.</source>
        <translation>每个进程每步发送约 %1。</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>打开上次的集群</translation>
    </message>
    <message>
        <source>Some tasks on other machines can only be started manually yet</source>
        <translation>其他机器上的部分任务目前只能手动启动</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>新运行</translation>
    </message>
    <message>
        <source>Import error</source>
        <translation>无法导入的原因</translation>
    </message>
    <message>
        <source>Drag a role onto a machine or start from a template.</source>
        <translation>将角色拖到机器上，或从模板开始。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CommandRow</name>
    <message>
        <source>A quote is never closed: the last argument extends to the end.</source>
        <translation>引号未闭合：最后一个参数一直延续到末尾。</translation>
    </message>
    <message>
        <source>“%1” sets a variable only in a shell. Add it under Environment instead.</source>
        <translation>“%1”只有在 shell 中才会设置变量。请改为添加到“环境变量”中。</translation>
    </message>
    <message>
        <source>No shell runs this command, so the program gets %1 unchanged. To use a shell: %2</source>
        <translation>此命令不经过 shell 运行，%1 会原样传给程序。如需使用 shell：%2</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Note on the command</source>
        <translation>关于命令的提示</translation>
    </message>
    <message>
        <source>The program and its arguments, separated by spaces. Put an argument with spaces in quotes.</source>
        <translation>程序及其参数，以空格分隔。含空格的参数请加引号。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareChart</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Setting on the horizontal axis</source>
        <translation>横轴上的设置</translation>
    </message>
    <message>
        <source>by run</source>
        <translation>按运行</translation>
    </message>
    <message>
        <source>Results of the runs</source>
        <translation>各次运行的结果</translation>
    </message>
    <message>
        <source>None of these runs has a result yet.</source>
        <translation>这些运行还没有结果。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Results as table or chart</source>
        <translation>以表格或图表显示结果</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Runs compared</source>
        <translation>比较的运行</translation>
    </message>
    <message>
        <source>None of these runs has this metric.</source>
        <translation>这些运行都没有记录此量。</translation>
    </message>
    <message>
        <source>Number of differences</source>
        <translation>不同键的数量</translation>
    </message>
    <message>
        <source>Results and differences</source>
        <translation>结果与差异</translation>
    </message>
    <message>
        <source>Curves and differences</source>
        <translation>曲线与差异</translation>
    </message>
    <message>
        <source>Comparing %1 runs</source>
        <translation>比较 %1 个运行</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>正在读取运行文件…</translation>
    </message>
    <message>
        <source>Results. The settings are the same.</source>
        <translation>结果。运行文件相同。</translation>
    </message>
    <message>
        <source>Results and differing settings: %1</source>
        <translation>结果，以及运行文件的不同之处：%1</translation>
    </message>
    <message>
        <source>Results. These runs have no settings to compare.</source>
        <translation>结果。没有两个可比较的运行文件。</translation>
    </message>
    <message>
        <source>Comparing %1 of %2 selected runs</source>
        <translation>比较所选 %2 个运行中的 %1 个</translation>
    </message>
    <message>
        <source>Reading the curves…</source>
        <translation>正在读取曲线…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CurvePanel</name>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>按轮次</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Unit of the horizontal axis: steps, epochs, or the time since the start</source>
        <translation>横轴的单位：步、轮次或自开始以来的时间</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Exponential smoothing of step values, as in TensorBoard. Raw values stay visible, dimmed. Epoch values are means and are not smoothed.</source>
        <translation>与 TensorBoard 相同的每步值移动平均权重；原始值以淡色保留在下方。整轮的值本身就是平均值，保持不变。</translation>
    </message>
    <message>
        <source>Average selected runs</source>
        <translation>组平均</translation>
    </message>
    <message>
        <source>Draws one line for all selected runs: their mean, with a band of ±1 standard deviation</source>
        <translation>用一条线表示全部：平均值，两侧各一个标准差的带</translation>
    </message>
    <message>
        <source>Scroll to zoom, drag to pan, double-click to reset</source>
        <translation>滚轮缩放，拖动平移，双击显示全部</translation>
    </message>
    <message>
        <source>CPU, % of a core</source>
        <translation>CPU（单核的 %）</translation>
    </message>
    <message>
        <source>CPU and memory</source>
        <translation>CPU 和内存</translation>
    </message>
    <message>
        <source>Show CPU and memory of the tasks</source>
        <translation>显示各任务的 CPU 和内存</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>每秒采样一次。</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>内存 (MB)</translation>
    </message>
    <message>
        <source>GPU, % busy</source>
        <translation>GPU 使用率（%）</translation>
    </message>
    <message>
        <source>GPU power, W</source>
        <translation>GPU 功率（W）</translation>
    </message>
    <message>
        <source>GPU temperature, °C</source>
        <translation>GPU 温度（°C）</translation>
    </message>
    <message>
        <source>GPU memory, MB</source>
        <translation>GPU 内存 (MB)</translation>
    </message>
    <message>
        <source>CPU, memory and GPU use of each task, on the same axis</source>
        <translation>在同一坐标轴上显示各任务占用的机器资源；有任务使用 GPU 时也包括 GPU</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::EnvironmentRow</name>
    <message>
        <source>Add variable</source>
        <translation>添加变量</translation>
    </message>
    <message>
        <source>Unused variables</source>
        <translation>未使用的变量</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Variable %1: name</source>
        <translation>变量 %1：名称</translation>
    </message>
    <message>
        <source>Variable %1: value</source>
        <translation>变量 %1：值</translation>
    </message>
    <message>
        <source>Remove variable %1</source>
        <translation>移除变量 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Added to the agent&apos;s environment, TF_CONFIG and torchrun&apos;s variables.</source>
        <translation>在代理的环境变量、TF_CONFIG 和 torchrun 的变量之外追加。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ExportBar</name>
    <message>
        <source>Report (*.html)</source>
        <translation>报告 (*.html)</translation>
    </message>
    <message>
        <source>Table of all points (*.csv)</source>
        <translation>所有点的表格 (*.csv)</translation>
    </message>
    <message>
        <source>Folder of NumPy arrays (*)</source>
        <translation>NumPy 数组文件夹 (*)</translation>
    </message>
    <message>
        <source>Folder of TensorBoard logs (*)</source>
        <translation>TensorBoard 日志文件夹 (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the report in a browser</source>
        <translation>在浏览器中打开报告</translation>
    </message>
    <message>
        <source>Cancel the export, or close this notice</source>
        <translation>取消导出，或关闭此通知</translation>
    </message>
    <message>
        <source>Export cancelled. Nothing was written.</source>
        <translation>导出已取消，没有写入任何内容。</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Export a comparison of %1 runs</source>
        <translation>导出 %1 个运行的比较</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message>
        <source>Exporting to %1…</source>
        <translation>正在导出到 %1…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FieldRow</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Required.</source>
        <translation>必填。</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>无此键时：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FindingsStrip</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FormView</name>
    <message>
        <source>Sections of the form</source>
        <translation>表单的各部分</translation>
    </message>
    <message>
        <source>Why the form is disabled</source>
        <translation>表单不可用的原因</translation>
    </message>
    <message>
        <source>Field help</source>
        <translation>字段含义</translation>
    </message>
    <message>
        <source>The form is disabled: line %1 of the text cannot be parsed. %2</source>
        <translation>表单等待中：文本第 %1 行无法读取。%2</translation>
    </message>
    <message>
        <source>The form is disabled: the text cannot be parsed. %1</source>
        <translation>表单等待中：文本无法读取。%1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>此处错误：%1</translation>
    </message>
    <message>
        <source>* Required. Empty fields use the default shown. Hover or focus a field for help.</source>
        <translation>带 * 的字段必填，留空则用默认值。指向字段或用 Tab 移至该字段可查看说明。</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Trainyard trains a model that the run file describes</source>
        <translation>由 Trainyard 训练运行文件中描述的模型</translation>
    </message>
    <message>
        <source>Run a program</source>
        <translation>运行程序</translation>
    </message>
    <message>
        <source>Trainyard starts your own program as every task and watches it</source>
        <translation>Trainyard 为每个任务启动您自己的程序并进行监视</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::GpuPart</name>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>使用率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1: busy</source>
        <translation>%1：使用率</translation>
    </message>
    <message>
        <source>%1: memory</source>
        <translation>%1：内存</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>可用 %1，共 %2</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ImportBar</name>
    <message>
        <source>Import progress</source>
        <translation>日志读取进度</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>放弃，或关闭此提示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Import of %1 cancelled. Data already imported was kept.</source>
        <translation>已放弃读取 %1；已读取的内容会保留。</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>停止跟踪</translation>
    </message>
    <message>
        <source>Following %1. Runs: %2, points imported: %3.</source>
        <translation>正在跟踪 %1。运行：%2，已导入的点：%3。</translation>
    </message>
    <message>
        <source>No longer following %1. Points imported: %2.</source>
        <translation>已停止跟踪 %1。已导入的点：%2。</translation>
    </message>
    <message>
        <source>Reading logs: %1 of %2 files, %3 of %4</source>
        <translation>正在读取日志：文件 %1/%2，%3/%4</translation>
    </message>
    <message>
        <source>Looking for logs in %1…</source>
        <translation>正在 %1 中查找日志…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 处</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No new data in %1.</source>
        <translation>自上次读取以来，%1 没有写入新内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LayerRow</name>
    <message>
        <source>Kind of the layer to add</source>
        <translation>要添加的层类型</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a layer below the selected one</source>
        <translation>在所选层下方添加一层</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move the layer up</source>
        <translation>上移该层</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move the layer down</source>
        <translation>下移该层</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the layer</source>
        <translation>移除该层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer %1: %2</source>
        <translation>第 %1 层：%2</translation>
    </message>
    <message>
        <source>Layers: %1, parameters: %2</source>
        <translation>层数：%1，参数量：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LineRow</name>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>This cannot be read as YAML yet.</source>
        <translation>尚无法按 YAML 读取。</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>示例：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkFindings</name>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Connects to %1 now, and tests again.</source>
        <translation>立即连接 %1，然后重新测试。</translation>
    </message>
    <message>
        <source>Reconnect %1</source>
        <translation>重新连接 %1</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Sends %1 Trainyard and libtorch, and tests again.</source>
        <translation>向 %1 发送 Trainyard 和 libtorch，然后重新测试。</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>准备 %1</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的问题</translation>
    </message>
    <message>
        <source>Nothing to fix.</source>
        <translation>没有需要修复的问题。</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkMatrix</name>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Not tested</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>%1/s
%2</source>
        <translation>%1/秒
%2</translation>
    </message>
    <message>
        <source>Slow: %1</source>
        <translation>慢：%1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Tests of the nodes and their links</source>
        <translation>节点和链路的测试</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Row: the node that connects. Column: a test of that node, or the node that it connects to.</source>
        <translation>行：发起连接的节点。列：该节点的测试，或它所连接的节点。</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>Interface %1, to %2</source>
        <translation>接口 %1，连接到 %2</translation>
    </message>
    <message>
        <source>All-reduce of 1 MiB: %1</source>
        <translation>1 MiB 的 all-reduce：%1</translation>
    </message>
    <message>
        <source>Late: %1</source>
        <translation>超时：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LogPane</name>
    <message>
        <source>Task whose log is shown</source>
        <translation>显示其日志的任务</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>所有任务</translation>
    </message>
    <message>
        <source>No log output yet.</source>
        <translation>还没有日志。</translation>
    </message>
    <message>
        <source>Collapse repeated lines</source>
        <translation>折叠相同行</translation>
    </message>
    <message>
        <source>Shows consecutive equal lines once, with their number</source>
        <translation>将连续的相同行显示为一行并注明数量</translation>
    </message>
    <message>
        <source>Return: next match. Shift+Return: previous match.</source>
        <translation>回车：下一个匹配，Shift+回车：上一个</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>找到的行</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Matches: %1</source>
        <translation>找到：%1</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>选择运行文件</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Run file status</source>
        <translation>此运行文件能否运行</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>运行文件</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Run files (*.yaml *.yml *.json)</source>
        <translation>运行文件 (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在读取并检查…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>未能启动：%1</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>可以运行。</translation>
    </message>
    <message>
        <source>Starts this run (F5)</source>
        <translation>启动此运行 (F5)</translation>
    </message>
    <message>
        <source>Cannot run yet. Errors to fix: %1</source>
        <translation>还不能运行。下方的错误：%1 个</translation>
    </message>
    <message>
        <source>Ready to run. Hints: %1</source>
        <translation>可以运行。下方的提示：%1 个</translation>
    </message>
    <message>
        <source>Save the run file…</source>
        <translation>保存运行文件…</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Examples and recent files</source>
        <translation>示例和最近文件</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the run file</source>
        <translation>保存运行文件</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source># Save the file first: a key was removed, which --set cannot do.</source>
        <translation># 请先保存文件：已删除某个键，--set 无法做到。</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation>（已更改）</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cannot be fixed automatically: %1</source>
        <translation>无法自动修复：%1</translation>
    </message>
    <message>
        <source>Checking. The run starts if there are no errors…</source>
        <translation>正在读取并检查；没有问题就会开始…</translation>
    </message>
    <message>
        <source>Start from an example, a run file, an empty run or your own program.</source>
        <translation>可从示例、运行文件、空白运行或您自己的程序开始。</translation>
    </message>
    <message>
        <source>Replace what another program has written?</source>
        <translation>要替换其他程序写入的内容吗?</translation>
    </message>
    <message>
        <source>Saving replaces the file by what is shown here. To keep both, cancel, and copy the text of one of them.</source>
        <translation>保存会用此处显示的内容替换该文件。若要同时保留两者,请取消并复制其中之一的文本。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>替换该文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodeCard</name>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>CPUs: %1</source>
        <translation>CPU 数：%1</translation>
    </message>
    <message>
        <source>%1 · agent %2</source>
        <translation>%1 · 代理 %2</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>可用 %1，共 %2</translation>
    </message>
    <message>
        <source>GPUs: %1</source>
        <translation>GPU 数：%1</translation>
    </message>
    <message>
        <source>Load of %1</source>
        <translation>%1 的负载</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 的内存</translation>
    </message>
    <message>
        <source>Load in %, over the last 10 minutes</source>
        <translation>负载（%，最近 10 分钟）</translation>
    </message>
    <message>
        <source>Memory in use in %, over the last 10 minutes</source>
        <translation>已用内存（%，最近 10 分钟）</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Connects now, and asks the machine how it is.</source>
        <translation>立即连接并查询该机器的状态。</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Sends the machine Trainyard and libtorch, unless it has them.</source>
        <translation>如果该机器没有 Trainyard 和 libtorch，则发送给它。</translation>
    </message>
    <message>
        <source>Uses the machine no longer. What was sent to it stays there.</source>
        <translation>不再使用该机器。已发送的内容会保留在那里。</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>检查 %1</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>准备 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>回答…</translation>
    </message>
    <message>
        <source>Connects now, and shows what ssh asks.</source>
        <translation>立即连接，并显示 ssh 的询问。</translation>
    </message>
    <message>
        <source>Answer for %1</source>
        <translation>回答 %1 的询问</translation>
    </message>
    <message>
        <source>Prepared: Trainyard and libtorch are there.</source>
        <translation>已准备：已有 Trainyard 和 libtorch。</translation>
    </message>
    <message>
        <source>Not prepared: libtorch is missing. Prepare sends it.</source>
        <translation>未准备：缺少 libtorch。点击“准备”即可发送。</translation>
    </message>
    <message>
        <source>Figures from %1. Check reads them again.</source>
        <translation>数值来自%1。点击“检查”可重新读取。</translation>
    </message>
    <message>
        <source>As described %1.</source>
        <translation>为%1的信息。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodesPage</name>
    <message>
        <source>Add node…</source>
        <translation>添加节点…</translation>
    </message>
    <message>
        <source>Add node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Runs use this machine only. Add another one that you reach by ssh, and place tasks of a cluster on it.</source>
        <translation>运行只使用本机。添加另一台可通过 ssh 连接的机器，即可把集群的任务放到上面。</translation>
    </message>
    <message>
        <source>Test nodes</source>
        <translation>测试节点</translation>
    </message>
    <message>
        <source>Tests each node and the link of each one to each other one, for some seconds.</source>
        <translation>用几秒钟测试每个节点以及节点之间的每条链路。</translation>
    </message>
    <message>
        <source>Host, as ssh knows it: HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>ssh 使用的主机：HOST、USER@HOST 或 ssh://USER@HOST:PORT</translation>
    </message>
    <message>
        <source>Testing the nodes and their links…</source>
        <translation>正在测试节点和链路…</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>%1 is removed. What was sent to it is still there.</source>
        <translation>已移除 %1。已发送的内容仍保留在那里。</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>Runs can no longer be placed on %1. Its past runs stay in the list.</source>
        <translation>之后无法再将运行放到 %1 上。以往的运行仍保留在列表中。</translation>
    </message>
    <message>
        <source>What was sent to it stays there. Checkpoints that are only there can no longer be fetched until it is added again.</source>
        <translation>已发送的内容会保留在那里。只存在于该机器上的检查点，在重新添加之前无法取回。</translation>
    </message>
    <message>
        <source>Abandon %1?</source>
        <translation>放弃 %1？</translation>
    </message>
    <message>
        <source>Its tasks count as lost, and these runs end or continue without it. They may still be running there: abandon a machine only if it will not come back.</source>
        <translation>它的任务视为丢失，这些运行将结束，或在没有它的情况下继续。任务可能仍在那里运行：只有在机器不会再回来时才放弃它。</translation>
    </message>
    <message>
        <source>Abandon</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PluginsPage</name>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Plugins that cannot be used</source>
        <translation>无法使用的插件</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Plugin details</source>
        <translation>插件说明</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>标识符</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Bytes sent per replica and step</source>
        <translation>副本每步发送的字节数</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色列表</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务列表</translation>
    </message>
    <message>
        <source>Holds replicas</source>
        <translation>持有副本</translation>
    </message>
    <message>
        <source>If a task fails</source>
        <translation>其中一个失败时</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>任意数量</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>all tasks restart</source>
        <translation>所有任务重新启动</translation>
    </message>
    <message>
        <source>only that task restarts</source>
        <translation>仅该任务重新启动</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项名</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>运行位置</translation>
    </message>
    <message>
        <source>on the chief, which schedules its closures on the workers</source>
        <translation>在主节点上运行，并把闭包分派给各工作进程</translation>
    </message>
    <message>
        <source>on every worker, each with its replicas</source>
        <translation>在每个工作进程上运行，各用自己的副本</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PredictionView</name>
    <message>
        <source>Precision and recall of each class</source>
        <translation>各类别的精确率和召回率</translation>
    </message>
    <message>
        <source>Samples, precision and recall</source>
        <translation>样本、精确率和召回率</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>精确率和召回率</translation>
    </message>
    <message>
        <source>Prediction progress</source>
        <translation>预测进度</translation>
    </message>
    <message>
        <source>Prediction results</source>
        <translation>预测结果</translation>
    </message>
    <message>
        <source>Data to predict on</source>
        <translation>要预测的数据</translation>
    </message>
    <message>
        <source>the run&apos;s validation data</source>
        <translation>此运行的验证数据</translation>
    </message>
    <message>
        <source>A data set such as fashion_mnist_test, a folder with one subfolder per class, images, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test 之类的名称、含各类别文件夹的文件夹、图片，或与运行文件相同写法的数据源：{csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Select a folder with one subfolder per class</source>
        <translation>选择含各类别文件夹的文件夹</translation>
    </message>
    <message>
        <source>Images…</source>
        <translation>图片…</translation>
    </message>
    <message>
        <source>Select images</source>
        <translation>选择图片</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Confusion matrix and samples</source>
        <translation>混淆矩阵与样本</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Select one checkpoint to predict with.</source>
        <translation>请选择一个用于预测的检查点。</translation>
    </message>
    <message>
        <source>Evaluate this checkpoint on data. Metrics, the confusion matrix and the samples with the highest loss appear here.</source>
        <translation>此检查点的模型如何看待数据？指标、混淆矩阵和错得最多的样本会显示在这里。</translation>
    </message>
    <message>
        <source>Predicting: %1 of %2</source>
        <translation>正在预测：%1 / %2</translation>
    </message>
    <message>
        <source>Reading the checkpoint and the data…</source>
        <translation>正在读取检查点和数据…</translation>
    </message>
    <message>
        <source>Samples: %1</source>
        <translation>样本：%1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 被认作 %2</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>sample %1, loss %2</source>
        <translation>样本 %1，损失 %2</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg)</source>
        <translation>图片 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Images: %1</source>
        <translation>图片：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ProfileDialog</name>
    <message>
        <source>Profile %1</source>
        <translation>%1 的性能剖析</translation>
    </message>
    <message>
        <source>Profile status</source>
        <translation>关于性能剖析</translation>
    </message>
    <message>
        <source>Steps to profile</source>
        <translation>要剖析的步数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>性能剖析的进度</translation>
    </message>
    <message>
        <source>File of the profile</source>
        <translation>性能剖析文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy path of the profile</source>
        <translation>复制路径（性能剖析）</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open folder of the profile</source>
        <translation>打开文件夹（性能剖析）</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>开始剖析</translation>
    </message>
    <message>
        <source>Profile the run</source>
        <translation>开始剖析此运行</translation>
    </message>
    <message>
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator, all on one timeline. The run continues, slightly slower.</source>
        <translation>在同一时间轴上记录各任务在接下来几步中的活动：等待输入、计算、通信，以及其中的每个算子。运行会继续，只是稍慢一些。</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write the profile when the last step is done. Closing this window does not stop it.</source>
        <translation>正在记录…（步数：%1）最后一步完成后，各任务会写出文件。关闭此窗口不会停止记录。</translation>
    </message>
    <message>
        <source>Steps %1 to %2, tasks: %3. Drop the file on ui.perfetto.dev, or load it in chrome://tracing.</source>
        <translation>第 %1 至 %2 步，任务数：%3。将文件拖到 ui.perfetto.dev，或在 chrome://tracing 中打开。</translation>
    </message>
    <message>
        <source>There is no profile: %1</source>
        <translation>没有得到性能剖析：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The file is on %1: copy it from there with scp.</source>
        <translation>文件位于 %1：请用 scp 从那里复制。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: count</source>
        <translation>%1：数量</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>This cannot be read as a list yet.</source>
        <translation>尚无法按列表读取。</translation>
    </message>
    <message>
        <source>%1: add on a GPU</source>
        <translation>%1: 添加到 GPU</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
    <message>
        <source>Adds a task on the GPU that you choose</source>
        <translation>在所选 GPU 上添加一个任务</translation>
    </message>
    <message>
        <source>The agent has not said which GPUs there are</source>
        <translation>代理尚未报告有哪些 GPU</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunFileTabs</name>
    <message>
        <source>Views of the run</source>
        <translation>运行的视图</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>运行文件</translation>
    </message>
    <message>
        <source>Task whose TF_CONFIG is shown</source>
        <translation>显示其 TF_CONFIG 的任务</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the TF_CONFIG</source>
        <translation>复制 TF_CONFIG</translation>
    </message>
    <message>
        <source>Resource estimate</source>
        <translation>运行所需</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>模型的层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>数据的划分</translation>
    </message>
    <message>
        <source>Data read by each task per epoch</source>
        <translation>各任务每轮次读取的内容</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Shard policy</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>The same in a shell:</source>
        <translation>在终端中等同于：</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>The same in a shell</source>
        <translation>等效的终端命令</translation>
    </message>
    <message>
        <source>Available once the run file has no errors.</source>
        <translation>运行文件没有错误后显示。</translation>
    </message>
    <message>
        <source>Set this as the TF_CONFIG environment variable of the task.</source>
        <translation>作为环境变量 TF_CONFIG 传给任务。</translation>
    </message>
    <message>
        <source>Ports shown as 0 are chosen when the run starts. To start tasks manually, set ports in the cluster.</source>
        <translation>写为 0 的端口在运行开始时选定。若要手动启动任务，请在集群中写明端口。</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has computed the estimate.</source>
        <translation>运行文件没有错误且代理计算完成后显示。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches per step = %4</source>
        <translation>%1 × %2 个副本 × 每步 %3 个批次 = %4</translation>
    </message>
    <message>
        <source>%1 per replica × %2 replicas = %3</source>
        <translation>每副本 %1，副本数：%2，合计 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>%1, last step %2</source>
        <translation>%1，最后一步为 %2</translation>
    </message>
    <message>
        <source>Scaled to the global batch</source>
        <translation>按批次缩放</translation>
    </message>
    <message>
        <source>%1 (linear scaling from %2)</source>
        <translation>若单副本的 %2 合适，则为 %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>%1 per epoch, %2 total</source>
        <translation>每轮次 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 training, %2 validation</source>
        <translation>训练 %1，验证 %2</translation>
    </message>
    <message>
        <source>Memory per replica</source>
        <translation>每副本内存</translation>
    </message>
    <message>
        <source>%1 (%2 activations, %3 optimizer)</source>
        <translation>%1，其中激活 %2，优化器 %3</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>每步发送量</translation>
    </message>
    <message>
        <source>%1 per process</source>
        <translation>每个进程 %1</translation>
    </message>
    <message>
        <source>Checkpoint size</source>
        <translation>一个检查点</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>运行文件没有错误且代理读取数据索引后显示。</translation>
    </message>
    <message>
        <source>Samples in the data set: %1</source>
        <translation>整个集合的样本数：%1</translation>
    </message>
    <message>
        <source>Traffic of each parameter server per step</source>
        <translation>每个参数服务器在一步中传输的数据</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunHeader</name>
    <message>
        <source>Stop after epoch</source>
        <translation>本轮后停止</translation>
    </message>
    <message>
        <source>Finishes the current epoch, evaluates, saves a checkpoint, then stops</source>
        <translation>完成当前轮次，评估并保存，然后停止</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>保存并停止</translation>
    </message>
    <message>
        <source>Sends SIGTERM to all tasks. Tasks that have not ended after the grace period are killed.</source>
        <translation>向所有任务发送 SIGTERM；宽限期后仍未结束的任务将被强制终止</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops. The run can be resumed from it.</source>
        <translation>在下一步保存检查点后停止；之后可从该处继续</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>强制终止</translation>
    </message>
    <message>
        <source>Kills all tasks immediately. Progress since the newest checkpoint is lost.</source>
        <translation>立即终止所有任务；最新检查点之后的内容将丢失</translation>
    </message>
    <message>
        <source>Why the run failed</source>
        <translation>运行失败的原因</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>轮次 %1/%2</translation>
    </message>
    <message>
        <source>%1 ms/step</source>
        <translation>%1 毫秒/步</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>要强制终止 %1 吗？</translation>
    </message>
    <message>
        <source>Kills all tasks of %1 immediately, without saving a checkpoint.</source>
        <translation>%1 的所有任务将立即终止，不保存检查点。</translation>
    </message>
    <message>
        <source>Kill the run</source>
        <translation>强制终止运行</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Checkpoints, curves and logs are kept. “Save and stop” loses nothing.</source>
        <translation>检查点、曲线和日志会保留。“保存并停止”不会丢失任何内容。</translation>
    </message>
    <message>
        <source>No completed steps are lost.</source>
        <translation>已完成的步数不会丢失。</translation>
    </message>
    <message>
        <source>There is no checkpoint yet. All progress will be lost. Steps lost: %1.</source>
        <translation>尚无检查点，全部内容都会丢失。丢失的步数：%1。</translation>
    </message>
    <message>
        <source>Progress since the last checkpoint (step %1) will be lost. Steps lost: %2.</source>
        <translation>最后一个检查点（第 %1 步）之后的内容都会丢失。丢失的步数：%2。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Changes the learning rate or the number of epochs, starting with the next step</source>
        <translation>在运行过程中从下一步起更改学习率或轮次数</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复运行</translation>
    </message>
    <message>
        <source>Continues this run from its newest intact checkpoint, as the next attempt</source>
        <translation>从最新的可校验检查点作为下一次尝试继续此运行</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次运行…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Run position</source>
        <translation>运行的位置</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>失败任务的最后几行</translation>
    </message>
    <message>
        <source>Blocked tasks</source>
        <translation>谁在等待谁</translation>
    </message>
    <message>
        <source>Status of the request</source>
        <translation>已请求的内容</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>（第 %1 次尝试）</translation>
    </message>
    <message>
        <source>%1 % of this time produced steps that were kept.</source>
        <translation>其中 %1 % 的时间用于被保留的步。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continues with the next step</source>
        <translation>让任务从下一步继续</translation>
    </message>
    <message>
        <source>Pauses all tasks after the current step. They keep their memory and devices.</source>
        <translation>在当前步之后暂停所有任务；它们保留内存和设备</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次数</translation>
    </message>
    <message>
        <source>Takes effect at the next step in all tasks. Recorded in the run&apos;s history and marked on its curves. A learning rate set here replaces the run file&apos;s schedule.</source>
        <translation>从下一步起同时对所有任务生效。它会记入运行的历史并在曲线上标记；此处设置的学习率优先于运行文件的调度。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Change the run</source>
        <translation>更改运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>运行如何恢复</translation>
    </message>
    <message>
        <source>Measured and estimated</source>
        <translation>实测值与估计值</translation>
    </message>
    <message>
        <source>%1 with libtorch (estimated without: %2)</source>
        <translation>%1（含 libtorch；不含的估计 %2）</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1（估计 %2）</translation>
    </message>
    <message>
        <source>Memory per replica: %1</source>
        <translation>一个副本的内存：%1</translation>
    </message>
    <message>
        <source>sent per step: %1</source>
        <translation>一步发送：%1</translation>
    </message>
    <message>
        <source>Profile…</source>
        <translation>性能剖析…</translation>
    </message>
    <message>
        <source>Records what every task does in the next steps, as a trace for Perfetto</source>
        <translation>将各任务在接下来几步中的活动记录为 Perfetto 跟踪文件</translation>
    </message>
    <message>
        <source>Stacks…</source>
        <translation>堆栈…</translation>
    </message>
    <message>
        <source>Shows the current call stack of every thread of every task. The tasks continue.</source>
        <translation>显示所有任务的每个线程此刻所在之处；任务照常继续</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学习率是大于 0 的数，例如 0.001。</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>不能这样做的原因</translation>
    </message>
    <message>
        <source>The run is queued.</source>
        <translation>还不行：这次运行正在排队。</translation>
    </message>
    <message>
        <source>The tasks are still starting.</source>
        <translation>还不行：它的任务正在启动。</translation>
    </message>
    <message>
        <source>The run is already stopping.</source>
        <translation>太晚了：这次运行正在停止。</translation>
    </message>
    <message>
        <source>The run is about to pause.</source>
        <translation>还不行：这次运行即将暂停。</translation>
    </message>
    <message>
        <source>The run is paused and completes no steps.</source>
        <translation>暂停期间不行：现在没有步在进行。</translation>
    </message>
    <message>
        <source>This run is not in progress.</source>
        <translation>这里没有正在进行的运行。</translation>
    </message>
    <message>
        <source>Read new data</source>
        <translation>继续读取</translation>
    </message>
    <message>
        <source>Imports the data written to these logs since the last import</source>
        <translation>读取上次读取之后写入此日志的内容</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>Imports what is written to these logs as it comes, until you stop it</source>
        <translation>持续导入写入这些日志的数据，直到您停止</translation>
    </message>
    <message>
        <source>Measured: peak memory of a task, including the program and its libraries. Estimated: weights, gradients, optimizer state and activations only.</source>
        <translation>实测值是单个任务占用内存的最大值，包括程序及其库；估计值只计权重、梯度、优化器状态和激活值。</translation>
    </message>
    <message>
        <source>Run summary</source>
        <translation>关于此运行的须知</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, as the run was started, in a new run</source>
        <translation>将此运行启动时的文件副本作为新运行打开</translation>
    </message>
    <message>
        <source>Run again as changed…</source>
        <translation>按更改后再次运行…</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, with the changes made since its start, in a new run</source>
        <translation>将此运行的文件副本（含启动后的更改）作为新运行打开</translation>
    </message>
    <message>
        <source>Run ID</source>
        <translation>运行 ID</translation>
    </message>
    <message>
        <source>Where the metrics come from</source>
        <translation>指标来源</translation>
    </message>
    <message>
        <source>The run is in epoch %1: it needs at least that many.</source>
        <translation>此运行正处于第 %1 个周期:至少需要这么多。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>曲线、表格和日志</translation>
    </message>
    <message>
        <source>This run has no data for this metric.</source>
        <translation>此运行没有该指标的数据。</translation>
    </message>
    <message>
        <source>Queued…</source>
        <translation>排队中…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>正在等待第一步…</translation>
    </message>
    <message>
        <source>No values of this metric yet.</source>
        <translation>该指标还没有值。</translation>
    </message>
    <message>
        <source>Killing all tasks…</source>
        <translation>已请求立即终止所有任务…</translation>
    </message>
    <message>
        <source>Stopping after this epoch…</source>
        <translation>已请求在本轮后停止…</translation>
    </message>
    <message>
        <source>Saving and stopping…</source>
        <translation>已请求保存并停止…</translation>
    </message>
    <message>
        <source>Applying the change…</source>
        <translation>已请求更改…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>已请求在此步后暂停…</translation>
    </message>
    <message>
        <source>Continuing…</source>
        <translation>已请求继续…</translation>
    </message>
    <message>
        <source>Changed from step %1.</source>
        <translation>已更改，从第 %1 步起生效。</translation>
    </message>
    <message>
        <source>Resuming. Verifying the newest checkpoint…</source>
        <translation>已请求恢复运行；将先校验最新的检查点…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>未恢复：%1</translation>
    </message>
    <message>
        <source>%1 was not resumed: %2</source>
        <translation>未能恢复 %1：%2</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>强制终止 %1？</translation>
    </message>
    <message>
        <source>Kills %1 (SIGKILL) as if its machine had failed, to test recovery.</source>
        <translation>演练：像机器故障一样用信号 9 终止 %1，以观察运行恢复。</translation>
    </message>
    <message>
        <source>If the run file allows restarts, the run restarts automatically from its newest checkpoint.</source>
        <translation>如果运行文件允许重启，运行会自行从最新的检查点继续。</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>强制终止 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Killing %1 and waiting for the next step…</source>
        <translation>已终止 %1；正在等待下一步…</translation>
    </message>
    <message>
        <source>The other tasks continue, and the task is restarted. No completed steps are lost.</source>
        <translation>其他任务继续运行，该任务会在旁边重新启动。已完成的步不会丢失。</translation>
    </message>
    <message>
        <source>Profiling the next steps (%1)…</source>
        <translation>正在剖析接下来的步骤（%1）…</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>性能剖析：%1</translation>
    </message>
    <message>
        <source>Traffic of the parameter servers</source>
        <translation>参数服务器的通信量</translation>
    </message>
    <message>
        <source>Traffic per step</source>
        <translation>每步通信量</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>Events, time and traffic</source>
        <translation>事件、时间和通信量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>This waits until the agent can reach %1.</source>
        <translation>将等待，直到代理能够连接 %1。</translation>
    </message>
    <message>
        <source>Changed at the end of the current step.</source>
        <translation>将在当前步结束时更改。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Run list and run</source>
        <translation>运行列表与运行</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>没有与“%1”匹配的运行。</translation>
    </message>
    <message>
        <source>Matches all words. Also state:failed, strategy:multi, tag:baseline, and is:trashed for runs in the trash.</source>
        <translation>要查找的词（须全部满足）；也可用 state:failed、strategy:multi、tag:baseline，回收站用 is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of the list</source>
        <translation>列表显示哪些列</translation>
    </message>
    <message>
        <source>Select several runs with Ctrl or Shift to compare them</source>
        <translation>用 Ctrl 和 Shift 选择多个运行进行比较</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>已更改 %1</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>最近的操作</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>Restored from the trash: %1</source>
        <translation>已移出回收站：%1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>已移到回收站：%1</translation>
    </message>
    <message>
        <source>Restore from the trash</source>
        <translation>移出回收站</translation>
    </message>
    <message>
        <source>All runs are in the trash. “is:trashed” shows them.</source>
        <translation>所有运行都在回收站中；用“is:trashed”可显示它们。</translation>
    </message>
    <message>
        <source>Imported from %1</source>
        <translation>已从 %1 读取</translation>
    </message>
    <message>
        <source>%1: %2 runs</source>
        <translation>%1：%2 个运行</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsWelcome</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>试用示例：Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a complete run file. One more click trains a small network on this machine in about a minute.</source>
        <translation>打开现成的运行文件；再点一下即可在本机用约一分钟训练一个小网络</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>正在读取运行…</translation>
    </message>
    <message>
        <source>No runs yet. Start from an example or a run file. You can also drop a run file or a folder of TensorBoard logs on this window.</source>
        <translation>还没有运行。从运行文件或示例开始一个，其曲线就会显示在这里。也可以把运行文件或存有其他程序日志的文件夹拖放到此窗口。</translation>
    </message>
    <message>
        <source>Looking for the agent…</source>
        <translation>正在查找代理…</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>无法连接代理：%1</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>无法读取运行</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SendBar</name>
    <message>
        <source>Files for the nodes</source>
        <translation>要发送到节点的文件</translation>
    </message>
    <message>
        <source>Sending progress</source>
        <translation>发送进度</translation>
    </message>
    <message>
        <source>Cancel the sending, or close this notice</source>
        <translation>取消发送，或关闭此通知</translation>
    </message>
    <message>
        <source>Send and branch</source>
        <translation>发送并创建分支</translation>
    </message>
    <message>
        <source>Send and resume</source>
        <translation>发送并恢复运行</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then branch from %1.</source>
        <translation>先发送各节点缺少的文件，再从 %1 创建分支。</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then resume %1.</source>
        <translation>先发送各节点缺少的文件，再恢复运行 %1。</translation>
    </message>
    <message>
        <source>Sending %1 to %2: %3 of %4</source>
        <translation>正在将 %1 发送到 %2：已发送 %3，共 %4</translation>
    </message>
    <message>
        <source>Comparing the files of the run with those of its nodes…</source>
        <translation>正在将运行的文件与节点上的文件进行比较…</translation>
    </message>
    <message>
        <source>Not sent: %1</source>
        <translation>未发送：%1</translation>
    </message>
    <message>
        <source>Sent to the nodes: %1.</source>
        <translation>已发送到节点：%1。</translation>
    </message>
    <message>
        <source>Nothing was left to send.</source>
        <translation>没有需要发送的文件。</translation>
    </message>
    <message>
        <source>The sending was cancelled. The next one continues it.</source>
        <translation>已取消发送。下次会继续进行。</translation>
    </message>
    <message>
        <source>Nodes lack files that this run names.</source>
        <translation>此运行指定的部分文件在节点上不存在。</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send what the nodes lack</source>
        <translation>发送节点缺少的文件</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimate</source>
        <translation>启动前的估计</translation>
    </message>
    <message>
        <source>Measured traffic of each parameter server per step</source>
        <translation>每个参数服务器在一步中传输的量</translation>
    </message>
    <message>
        <source>Estimated traffic of each parameter server per step</source>
        <translation>每个参数服务器的预计量</translation>
    </message>
    <message>
        <source>Available when the attempt has ended.</source>
        <translation>实测值在本次尝试结束后给出。</translation>
    </message>
    <message>
        <source>Measured, mean per step</source>
        <translation>实测值（各步平均）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SetUpBar</name>
    <message>
        <source>Setup of a node</source>
        <translation>节点的设置</translation>
    </message>
    <message>
        <source>Setup progress</source>
        <translation>设置进度</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>取消，或关闭此通知</translation>
    </message>
    <message>
        <source>The connection to %1 was cancelled.</source>
        <translation>已取消与 %1 的连接。</translation>
    </message>
    <message>
        <source>The setup of %1 was cancelled. The next one continues it.</source>
        <translation>已取消 %1 的设置。下次会继续进行。</translation>
    </message>
    <message>
        <source>%1 is added. Prepare it if it has no libtorch, then name it in a cluster.</source>
        <translation>已添加 %1。如果没有 libtorch，请先准备，然后在集群中使用它。</translation>
    </message>
    <message>
        <source>%1 is ready for runs.</source>
        <translation>%1 可用于运行。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 sent</source>
        <translation>%1：已发送 %2，共 %3</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>%1 is connected.</source>
        <translation>%1 已连接。</translation>
    </message>
    <message>
        <source>%1 has no libtorch, which this run needs there.</source>
        <translation>此运行需要 %1 上有 libtorch，但那里没有。</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>准备 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>主题：%1</translation>
    </message>
    <message>
        <source>Agent and data folder</source>
        <translation>代理和数据文件夹</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Trainyard does not check for updates.</source>
        <translation>Trainyard 不会自行检查更新。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>To override this for one launch, set TRAINYARD_HOME or pass --agent.</source>
        <translation>仅对一次启动：TRAINYARD_HOME 指定文件夹，--agent 指定代理。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StacksDialog</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>sleeping</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>waiting for a disk</source>
        <translation>等待磁盘</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>There are no stacks: %1</source>
        <translation>没有堆栈：%1</translation>
    </message>
    <message>
        <source>Thread %1 (main)</source>
        <translation>线程 %1（主线程）</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>Stacks of %1</source>
        <translation>%1 的堆栈</translation>
    </message>
    <message>
        <source>Status of the stacks</source>
        <translation>关于堆栈</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Threads and frames</source>
        <translation>线程和栈帧</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the stacks of the task</source>
        <translation>复制该任务的堆栈</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Tasks and stacks</source>
        <translation>任务和堆栈</translation>
    </message>
    <message>
        <source>Reading the stacks of all tasks. Each task is paused for some milliseconds…</source>
        <translation>正在读取所有任务的堆栈… 每个任务只会停顿几毫秒。</translation>
    </message>
    <message>
        <source>Stacks as of %1. Could not read newer ones: %2</source>
        <translation>这些是 %1 的；没有更新的：%2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>刷新堆栈</translation>
    </message>
    <message>
        <source>Stacks as of %1, innermost call first.</source>
        <translation>%1 时各任务所在之处，最内层的调用在最前。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StartPanel</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Recent run files</source>
        <translation>最近的运行文件</translation>
    </message>
    <message>
        <source>No recent files. Files you open or save appear here.</source>
        <translation>暂无。在此打开或保存的文件会列在这里。</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>空白运行</translation>
    </message>
    <message>
        <source>Start from an empty run</source>
        <translation>从空白运行开始</translation>
    </message>
    <message>
        <source>Back to the form</source>
        <translation>返回表单</translation>
    </message>
    <message>
        <source>Drop a run file anywhere in the window to open it.</source>
        <translation>将运行文件拖放到窗口任意位置即可打开。</translation>
    </message>
    <message>
        <source>Run a program</source>
        <translation>运行程序</translation>
    </message>
    <message>
        <source>Run a program: start from an empty command</source>
        <translation>运行程序：从空命令开始</translation>
    </message>
    <message>
        <source>Your own script or program, with restarts, stop, logs and curves</source>
        <translation>运行您自己的脚本或程序，并支持重启、停止、日志和曲线</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepScatter</name>
    <message>
        <source>Parameter on the horizontal axis</source>
        <translation>横轴上的参数</translation>
    </message>
    <message>
        <source>Result over a parameter</source>
        <translation>结果随参数的变化</translation>
    </message>
    <message>
        <source>No parameter of this sweep is a number.</source>
        <translation>此参数扫描没有数值参数。</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 随 %2 的变化</translation>
    </message>
    <message>
        <source>log₁₀ of %1</source>
        <translation>%1 的 log₁₀</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>best run</source>
        <translation>最佳运行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>No run of this sweep has a result yet.</source>
        <translation>此参数扫描中还没有运行有结果。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepView</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>参数扫描的运行</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散点图</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>暂缓</translation>
    </message>
    <message>
        <source>Starts no further run until the sweep is released. Those in progress continue.</source>
        <translation>在恢复之前不再启动新的运行。进行中的运行会继续。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Starts the held runs again</source>
        <translation>让已暂缓的运行可以再次启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancels the runs that wait, and stops the others after a checkpoint</source>
        <translation>取消等待中的运行，其余运行保存检查点后停止</translation>
    </message>
    <message>
        <source>Open best run</source>
        <translation>打开最佳运行</translation>
    </message>
    <message>
        <source>Opens the best run</source>
        <translation>打开结果最好的运行</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Best run</source>
        <translation>最佳运行</translation>
    </message>
    <message>
        <source>Why the sweep cannot be read</source>
        <translation>无法读取参数扫描的原因</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>higher %1 is better</source>
        <translation>%1 越高越好</translation>
    </message>
    <message>
        <source>lower %1 is better</source>
        <translation>%1 越低越好</translation>
    </message>
    <message>
        <source>%1: %2 of %3 runs ended, %4 running, %5 waiting, %6 held; %7</source>
        <translation>%1：%3 个运行中 %2 个已结束，%4 个正在运行，%5 个等待中，%6 个已暂缓；%7</translation>
    </message>
    <message>
        <source>No run has a result yet.</source>
        <translation>还没有运行有结果。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepOffer</name>
    <message>
        <source>%1 cannot start:</source>
        <translation>%1 无法启动：</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>The chosen sweep</source>
        <translation>所选的扫描</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2 runs, %3 at a time, over %4</source>
        <translation>%1：%2 个运行，同时 %3 个，参数 %4</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepsPage</name>
    <message>
        <source>Start a sweep…</source>
        <translation>开始扫描…</translation>
    </message>
    <message>
        <source>Starts the runs of a sweep file</source>
        <translation>启动扫描文件中的运行</translation>
    </message>
    <message>
        <source>Choose a sweep file</source>
        <translation>选择扫描文件</translation>
    </message>
    <message>
        <source>Sweep files (*.yaml *.yml *.json)</source>
        <translation>扫描文件 (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>%1, %2 runs</source>
        <translation>%1，%2 个运行</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>A sweep starts the runs of one run file with different values. Start one here from a sweep file, or with:
trainyard --headless sweep FILE</source>
        <translation>参数扫描用不同的值多次运行同一个运行文件。在此处用扫描文件启动，或用以下命令启动：
trainyard --headless sweep FILE</translation>
    </message>
    <message>
        <source>No sweeps yet</source>
        <translation>还没有参数扫描</translation>
    </message>
    <message>
        <source>Why sweeps cannot be read</source>
        <translation>无法读取参数扫描列表的原因</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskDelegate</name>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskExport</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>.env file</source>
        <translation>.env 文件</translation>
    </message>
    <message>
        <source>Shell line</source>
        <translation>Shell 命令行</translation>
    </message>
    <message>
        <source>Missing ports</source>
        <translation>缺少的内容</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>分配端口</translation>
    </message>
    <message>
        <source>Command that starts the task</source>
        <translation>手动启动任务的方法</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save to a file</source>
        <translation>保存到文件</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>所有任务</translation>
    </message>
    <message>
        <source>No task yet.</source>
        <translation>还没有任务。</translation>
    </message>
    <message>
        <source>Without a port: %1. Tasks started manually need fixed ports.</source>
        <translation>没有端口：%1。手动启动时，每个任务必须知道其他任务的端口。</translation>
    </message>
    <message>
        <source>Run each command in its own shell. run.yaml is the run file.</source>
        <translation>各自在单独的 shell 中运行；run.yaml 是运行文件。</translation>
    </message>
    <message>
        <source>A .env file is for one task. Select a task first.</source>
        <translation>.env 文件只对应一个任务：请先选择</translation>
    </message>
    <message>
        <source>Copied: %1.</source>
        <translation>已复制：%1。</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>Saved: %1.</source>
        <translation>已保存：%1。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskPanel</name>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>强制终止任务…</translation>
    </message>
    <message>
        <source>Kills the selected task as if its machine had failed, to test recovery. Asks for confirmation.</source>
        <translation>像机器故障一样终止所选任务，以观察运行恢复；会先询问</translation>
    </message>
    <message>
        <source>Select a task in the table first.</source>
        <translation>请先在表中选择一个任务。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskTable</name>
    <message>
        <source>Tasks</source>
        <translation>任务列表</translation>
    </message>
    <message>
        <source>worker:0 (chief)</source>
        <translation>worker:0（主节点）</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Role of the new task</source>
        <translation>新任务的角色</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>添加任务</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected task</source>
        <translation>移除所选任务</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>分配端口</translation>
    </message>
    <message>
        <source>Assigns the next port on its machine, starting at 2222, to every task without one</source>
        <translation>从 2222 起，为每个没有端口的任务在其机器上依次分配端口</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TextView</name>
    <message>
        <source>Format of the text</source>
        <translation>文本格式</translation>
    </message>
    <message>
        <source>Run file (YAML)</source>
        <translation>运行文件 (YAML)</translation>
    </message>
    <message>
        <source>Text status</source>
        <translation>文本能否读取</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>集群文本</translation>
    </message>
    <message>
        <source>These keys are not part of a cluster: %1</source>
        <translation>不属于集群的键：%1</translation>
    </message>
    <message>
        <source>The text cannot be parsed yet. The other views show the last valid version.</source>
        <translation>暂时无法读取；其他视图显示最后读到的内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TimeView</name>
    <message>
        <source>Time of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>%1 的步</translation>
    </message>
    <message>
        <source>No attempt has started yet.</source>
        <translation>尚未开始任何尝试。</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>每秒采样一次。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Milliseconds per step</source>
        <translation>每步毫秒数</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>ending</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Seconds by attempt; kept: %1 %</source>
        <translation>每次尝试的秒数(有效 %1 %)</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and data folder</source>
        <translation>代理和数据文件夹</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Select the data folder</source>
        <translation>选择数据文件夹</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>代理的地址</translation>
    </message>
    <message>
        <source>Default (started on demand)</source>
        <translation>默认（按需启动）</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>不可行的原因</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>存放运行、已保存的集群和存储。</translation>
    </message>
    <message>
        <source>Set by TRAINYARD_HOME=%1 for this session.</source>
        <translation>本次启动使用 TRAINYARD_HOME=%1。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to this agent</source>
        <translation>连接到此代理</translation>
    </message>
    <message>
        <source>The data folder must be an absolute path, such as /data/trainyard.</source>
        <translation>主目录文件夹要从根目录写起：/data/trainyard。</translation>
    </message>
    <message>
        <source>ssh://USER@HOST: the agent of that user on another machine, where runs continue while this one sleeps. unix:PATH: a running agent. Empty: the agent of the data folder, started on demand.</source>
        <translation>ssh://USER@HOST：另一台机器上该用户的代理，本机休眠时运行仍在那里继续。unix:PATH：已在运行的代理。留空：数据文件夹的代理（按需启动）。</translation>
    </message>
    <message>
        <source>Set by --agent %1 for this session, until you connect to another one.</source>
        <translation>在连接到其他代理之前，本次启动使用 --agent %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>要查找的命令</translation>
    </message>
    <message>
        <source>Search commands, pages and runs</source>
        <translation>输入命令、页面或运行</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EditHistory</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EndNotice</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::MainWindow</name>
    <message>
        <source>Trainyard</source>
        <translation>Trainyard</translation>
    </message>
    <message>
        <source>State of the agent</source>
        <translation>代理的状态</translation>
    </message>
    <message>
        <source>State of the store</source>
        <translation>存储状态</translation>
    </message>
    <message>
        <source>The store is read-only, and no run can be started: %1</source>
        <translation>存储为只读，无法启动运行：%1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>新建运行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open a run file…</source>
        <translation>打开运行文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Trainyard</source>
        <translation>关于 Trainyard(&amp;A)</translation>
    </message>
    <message>
        <source>Connecting to the agent…</source>
        <translation>正在连接代理…</translation>
    </message>
    <message>
        <source>Connected: %1</source>
        <translation>已连接：%1</translation>
    </message>
    <message>
        <source>The agent does not answer. Its runs continue; what is shown may be outdated.</source>
        <translation>代理没有响应。运行仍在继续，显示的内容可能已过时。</translation>
    </message>
    <message>
        <source>Agent not responding, reconnecting in %1 s</source>
        <translation>代理没有响应，%1 秒后重试</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>关于 Trainyard</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Curves: zoom in, zoom out, show all</source>
        <translation>曲线：放大、缩小、全部显示</translation>
    </message>
    <message>
        <source>Curves: inspect point by point</source>
        <translation>曲线：逐点读取</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>曲线：移动</translation>
    </message>
    <message>
        <source>Log: next match, previous match</source>
        <translation>日志：下一个匹配、上一个</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Use the command list to find any other command: type a part of its name.</source>
        <translation>其他功能都可在命令列表中输入名称的一部分找到。</translation>
    </message>
    <message>
        <source>&amp;Agent and data folder…</source>
        <translation>代理和数据文件夹(&amp;A)…</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>Import TensorBoard &amp;logs…</source>
        <translation>导入 TensorBoard 日志(&amp;L)…</translation>
    </message>
    <message>
        <source>Import TensorBoard logs</source>
        <translation>导入 TensorBoard 日志</translation>
    </message>
    <message>
        <source>&amp;Follow TensorBoard logs…</source>
        <translation>跟踪 TensorBoard 日志(&amp;F)…</translation>
    </message>
    <message>
        <source>Follow TensorBoard logs</source>
        <translation>跟踪 TensorBoard 日志</translation>
    </message>
    <message>
        <source>S&amp;witch agent</source>
        <translation>切换代理(&amp;W)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>The agent reads the logs on its own machine, %1.</source>
        <translation>代理在其所在的机器 %1 上读取日志。</translation>
    </message>
    <message>
        <source>Connected to %1: %2</source>
        <translation>已连接到 %1：%2</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Lost the connection to %1, reconnecting in %2 s</source>
        <translation>与 %1 的连接已断开，%2 秒后重新连接</translation>
    </message>
    <message>
        <source>Reconnecting in %1 s: %2</source>
        <translation>%1 秒后重新连接：%2</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::Chart</name>
    <message>
        <source>Shown as a table: %1</source>
        <translation>以表格显示：%1</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 was not written: its name must end in .png, .svg or .pdf.</source>
        <translation>未写入 %1：文件名必须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>未能写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>机器 %1，任务：%2</translation>
    </message>
    <message>
        <source>auto port</source>
        <translation>自动端口</translation>
    </message>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1（%2，%3）</translation>
    </message>
    <message>
        <source>has an error</source>
        <translation>有错误</translation>
    </message>
    <message>
        <source>chief · %1</source>
        <translation>主节点 · %1</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移到</translation>
    </message>
    <message>
        <source>New machine…</source>
        <translation>新机器…</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Port…</source>
        <translation>端口…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>添加：%1</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>名称…</translation>
    </message>
    <message>
        <source>Remove with its tasks</source>
        <translation>连同任务移除</translation>
    </message>
    <message>
        <source>New machine</source>
        <translation>新机器</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>%1 的名称</translation>
    </message>
    <message>
        <source>Host name or address; local is this machine</source>
        <translation>主机名或地址；local 表示本机</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1 的端口</translation>
    </message>
    <message>
        <source>1 to 65535; empty: chosen automatically at the start</source>
        <translation>1 到 65535；留空则启动时使用空闲端口</translation>
    </message>
    <message>
        <source>Choose a GPU</source>
        <translation>选择 GPU</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ConfusionView</name>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>label %1, predicted %2: %3 of %4</source>
        <translation>标签 %1，预测 %2：%3 / %4</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurvePlot</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>轮次 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>（在 %1）</translation>
    </message>
    <message>
        <source>%1 %2 at step %3</source>
        <translation>%1 %2（第 %3 步）</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>Curve of %1</source>
        <translation>%1曲线</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>time since the start</source>
        <translation>自开始以来的时间</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…以及另外 %1 项</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>导出图表…</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Show the whole run in %1</source>
        <translation>在%1中显示整个运行</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>Show or hide the validation curve</source>
        <translation>显示或隐藏验证曲线</translation>
    </message>
    <message>
        <source>Show or hide the training curves</source>
        <translation>显示或隐藏训练曲线</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Metric to plot</source>
        <translation>绘制运行的哪个量</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic axis (hides values ≤ 0)</source>
        <translation>对数轴；零及以下的值无法显示</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1（平滑）</translation>
    </message>
    <message>
        <source>mean, validation</source>
        <translation>平均（验证）</translation>
    </message>
    <message>
        <source>mean, training</source>
        <translation>平均（训练）</translation>
    </message>
    <message>
        <source>Search metrics</source>
        <translation>搜索量</translation>
    </message>
    <message>
        <source>%1, per epoch</source>
        <translation>%1（每轮）</translation>
    </message>
    <message>
        <source>%1, per step</source>
        <translation>%1（每步）</translation>
    </message>
    <message>
        <source>Show or hide the training curves (solid: step values; dotted: epoch means)</source>
        <translation>显示或隐藏训练曲线：实线为各步的值，点线为各轮的平均值</translation>
    </message>
    <message>
        <source>mean, %1</source>
        <translation>均值，%1</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Show or hide the curves of other data</source>
        <translation>显示或隐藏其他数据的曲线</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::FarPathDialog</name>
    <message>
        <source>Absolute path on %1</source>
        <translation>%1 上的绝对路径</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::MachineCard</name>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>not a node</source>
        <translation>不是节点</translation>
    </message>
    <message>
        <source>CPUs: %1 of %2</source>
        <translation>CPU：%1/%2</translation>
    </message>
    <message>
        <source>GPUs: %1 of %2</source>
        <translation>GPU：%1/%2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::SshQuestionDialog</name>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Question from ssh</source>
        <translation>ssh 的询问</translation>
    </message>
    <message>
        <source>ssh needs an answer to connect to %1:</source>
        <translation>要连接到 %1，需要回答 ssh 的询问：</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>显示回答</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 per step</source>
        <translation>%1：持有 %2，每步发送 %3，接收 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>热点</translation>
    </message>
    <message>
        <source>%1 transfers more than its share. A partitioner distributes large variables over the servers.</source>
        <translation>%1 的传输量偏多：分区器可将大变量分散到各服务器。</translation>
    </message>
    <message>
        <source>sent per step, %1</source>
        <translation>每步发送,%1</translation>
    </message>
    <message>
        <source>received, %1</source>
        <translation>接收,%1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaTabs</name>
    <message>
        <source>Curves, images and histograms</source>
        <translation>曲线、图像和直方图</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaView</name>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 曲线</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>The logged step that is shown</source>
        <translation>要显示的已记录的步</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>当前显示的步</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels</source>
        <translation>%1，%2 × %3 像素</translation>
    </message>
    <message>
        <source>Nothing was kept of this tag.</source>
        <translation>此标签没有保留任何内容。</translation>
    </message>
    <message>
        <source>Step %1 was thinned out meanwhile.</source>
        <translation>第 %1 步已在此期间被抽稀。</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>第 %2 步的 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>图像 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>(%1 logged)</source>
        <translation>（共记录 %1 个）</translation>
    </message>
    <message>
        <source>%1 at step %2: precision over recall</source>
        <translation>步骤 %2 的 %1：精确率与召回率</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>所有步</translation>
    </message>
    <message>
        <source>Show the histograms of all steps one above the other</source>
        <translation>将所有步的直方图上下叠放显示</translation>
    </message>
    <message>
        <source>Histograms of all steps</source>
        <translation>所有步的直方图</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::HistogramRidges</name>
    <message>
        <source>%1, %2 of %3 steps</source>
        <translation>%1，%3 步中的 %2 步</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::RidgeView</name>
    <message>
        <source>%1: no values</source>
        <translation>%1：没有值</translation>
    </message>
    <message>
        <source>%1: %2 values from %3 to %4</source>
        <translation>%1：%2 个值，从 %3 到 %4</translation>
    </message>
    <message>
        <source>None of these histograms has values.</source>
        <translation>这些直方图都没有值。</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ImageView</name>
    <message>
        <source>This image is neither PNG, JPEG nor GIF.</source>
        <translation>此图像不是 PNG、JPEG 或 GIF。</translation>
    </message>
    <message>
        <source>This image has %1 × %2 pixels, which is too large to show.</source>
        <translation>此图像有 %1 × %2 像素，过大，无法显示。</translation>
    </message>
    <message>
        <source>This image cannot be decoded: %1</source>
        <translation>无法解码此图像：%1</translation>
    </message>
</context>
<context>
    <name>Media</name>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall %1</source>
        <translation>召回率 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::WorkBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
</TS>
