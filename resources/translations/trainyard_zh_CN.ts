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
    <name>Findings</name>
    <message>
        <source>Ports, disks and devices are not checked: %1</source>
        <translation>端口、磁盘和设备未经检查：%1</translation>
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
        <source>Command</source>
        <translation>命令</translation>
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
        <source>%1 min</source>
        <comment>age</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>age</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>age</comment>
        <translation>%1 天</translation>
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
        <source>now</source>
        <comment>age</comment>
        <translation>刚刚</translation>
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
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>good</source>
        <translation>完好</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未校验</translation>
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
        <source>Choose the strategy %1</source>
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
        <source>a free one</source>
        <translation>空闲端口</translation>
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
        <source>Tasks on other machines: %1. This version starts tasks on this machine alone; start those by hand, with the lines under Start by hand.</source>
        <translation>其他机器上的任务：%1。此版本只启动本机上的任务；其余请用“手动启动”中的命令行启动。</translation>
    </message>
    <message>
        <source>put all on this machine</source>
        <translation>全部放到本机</translation>
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
        <source>Attempt 1 begins at step %1</source>
        <translation>第 1 次尝试从第 %1 步开始</translation>
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
        <source>Now %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Now %1: %2</source>
        <translation>状态：%1，%2</translation>
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
        <source>%1 → back after %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2 秒后恢复：第 %3 次尝试，从第 %4 步起</translation>
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
        <source>Begins with %1</source>
        <translation>从 %1 开始</translation>
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
        <source>[several] </source>
        <translation>[多个] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is no run file (expected a map with `name` and `train`)</source>
        <translation>这不是运行文件（应为含 `name` 和 `train` 的映射）</translation>
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
        <source>Age</source>
        <translation>时长</translation>
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
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（主节点）</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2</source>
        <translation>%1 被信号 %2 终止</translation>
    </message>
    <message>
        <source>%1 ended with code %2</source>
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
        <source>Process %1 at %2</source>
        <translation>进程 %1，地址 %2</translation>
    </message>
    <message>
        <source>%1 has waited in %2 since %3 (%4 s)</source>
        <translation>%1 自 %3 起在 %2 中等待（%4 秒）</translation>
    </message>
    <message>
        <source>%1 is not in it (%2, step %3)</source>
        <translation>%1 尚未进入（%2，第 %3 步）</translation>
    </message>
    <message>
        <source>The other tasks wait for %1.</source>
        <translation>其他任务在等待 %1。</translation>
    </message>
    <message>
        <source>Of a step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>每步：输入 %1 毫秒，计算 %2 毫秒，等待其他任务 %3 毫秒</translation>
    </message>
    <message>
        <source>Input · compute · wait</source>
        <translation>输入·计算·等待</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>hands out the steps</source>
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
        <source>The workers compute the steps; their rows tell where the time goes.</source>
        <translation>步骤由工作进程计算；时间用在哪里见工作进程各行。</translation>
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
        <source>another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>another type</source>
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
        <source>Greatest difference</source>
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
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>What to do here</source>
        <translation>此处可做的事</translation>
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
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>张量的差异</translation>
    </message>
    <message>
        <source>Choose a tensor to see how its values are spread.</source>
        <translation>选择一个张量以查看其值的分布。</translation>
    </message>
    <message>
        <source>%1 has no value to count.</source>
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
        <source>Copies it to a new folder, as safetensors files that any program reads</source>
        <translation>以任何程序都能读取的 safetensors 文件复制到新文件夹</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Reads every byte and compares it with the hashes in its manifest; changes nothing</source>
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
        <source>Its run is still going; stop it first, or branch</source>
        <translation>其运行仍在进行；请先停止，或创建分支</translation>
    </message>
    <message>
        <source>Goes on with its run from here, as the next attempt</source>
        <translation>从这里作为下一次尝试继续运行</translation>
    </message>
    <message>
        <source>Starts a new run that begins with its weights, optimizer and position</source>
        <translation>启动一个以其权重、优化器和位置开始的新运行</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Lets it go when its turn comes, as checkpoint.keep says</source>
        <translation>按 checkpoint.keep，轮到它时即被移除</translation>
    </message>
    <message>
        <source>Keeps it, however many newer ones there are</source>
        <translation>无论有多少更新的检查点都保留它</translation>
    </message>
    <message>
        <source>It is pinned; unpin it first</source>
        <translation>它已固定；请先取消固定</translation>
    </message>
    <message>
        <source>Deletes it from the disk; asks first</source>
        <translation>从磁盘删除；会先询问</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is verified first. The newer checkpoints stay until their turn comes, and the curves after it stay, dimmed.</source>
        <translation>将先进行校验。较新的检查点在轮到之前保留，其后的曲线以淡色保留。</translation>
    </message>
    <message>
        <source>Steps done again: %1. </source>
        <translation>将重做的步数：%1。 </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>恢复第 %1 步？</translation>
    </message>
    <message>
        <source>%1 goes on from step %2, as its next attempt.</source>
        <translation>%1 将从第 %2 步作为下一次尝试继续。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Branch from step %1?</source>
        <translation>从第 %1 步分支？</translation>
    </message>
    <message>
        <source>A new run begins with the weights, the optimizer and the position of %1 at step %2.</source>
        <translation>新运行将以 %1 第 %2 步的权重、优化器和位置开始。</translation>
    </message>
    <message>
        <source>%1 stays as it is. The new run has the same run file and a history of its own.</source>
        <translation>%1 保持不变。新运行使用相同的运行文件，并有自己的历史。</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
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
        <source>Reading every byte of step %1…</source>
        <translation>正在读取第 %1 步的每个字节…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 第 %2 步</translation>
    </message>
    <message>
        <source>%1: verified, %2, every byte as it was written.</source>
        <translation>%1：已校验，%2，每个字节均与写入时一致。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 已损坏：%2</translation>
    </message>
    <message>
        <source>Unpinned: it goes when its turn comes.</source>
        <translation>已取消固定：轮到它时即被移除。</translation>
    </message>
    <message>
        <source>Pinned: it stays until it is unpinned.</source>
        <translation>已固定：在取消固定前一直保留。</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>删除第 %1 步？</translation>
    </message>
    <message>
        <source>%1 (%2) is deleted from the disk. This cannot be undone.</source>
        <translation>%1（%2）将从磁盘删除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>%1 can no longer be restored to step %2.</source>
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
        <source>Checkpoints and what they hold</source>
        <translation>检查点及其内容</translation>
    </message>
    <message>
        <source>What to do here</source>
        <translation>此处可做的事</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>What was done</source>
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
        <source>Metric over the steps, with the checkpoints</source>
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
        <source>Choose a checkpoint to see what it holds, two to see where they differ.</source>
        <translation>选择一个检查点查看其内容，选择两个查看它们的差异。</translation>
    </message>
    <message>
        <source>Choose two checkpoints to see where they differ.</source>
        <translation>选择两个检查点以查看差异。</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>无法连接代理：%1</translation>
    </message>
    <message>
        <source>No checkpoint yet. A run saves one at the end of each epoch unless its run file says otherwise (checkpoint.every), and they appear here.</source>
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
        <source>What it holds, and what it is good for</source>
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
        <source>None yet. Give the cluster a name and save it, to use it again.</source>
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
        <source>001: two workers</source>
        <translation>001：两个工作进程</translation>
    </message>
    <message>
        <source>001: two workers and an evaluator</source>
        <translation>001：两个工作进程和一个评估器</translation>
    </message>
    <message>
        <source>000, 002: one worker</source>
        <translation>000、002：一个工作进程</translation>
    </message>
    <message>
        <source>000, 002: a chief and two workers</source>
        <translation>000、002：主节点和两个工作进程</translation>
    </message>
    <message>
        <source>003: two replicas in one process</source>
        <translation>003：一个进程内两个副本</translation>
    </message>
    <message>
        <source>004: 3 workers and 2 ps on this machine</source>
        <translation>004：本机上 3 个工作进程和 2 个 ps</translation>
    </message>
    <message>
        <source>004: ps and an evaluator</source>
        <translation>004：ps 和评估器</translation>
    </message>
    <message>
        <source>004: a machine for each task</source>
        <translation>004：每个任务一台机器</translation>
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
        <source>The saved cluster %1 is deleted. This cannot be undone.</source>
        <translation>将删除已保存的集群 %1，无法撤销。</translation>
    </message>
    <message>
        <source>Runs that were started with it keep their own copy.</source>
        <translation>用它启动的运行保留各自的副本。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>已删除：%1。</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>空集群</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Entries are “node” or “node:port”, between commas. “local” is this machine; without a port a free one is taken.</source>
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
        <source>Take a saved cluster…</source>
        <translation>使用已保存的集群…</translation>
    </message>
    <message>
        <source>Puts the strategy and the cluster that were saved into this run file</source>
        <translation>将已保存的策略和集群放入此运行文件</translation>
    </message>
    <message>
        <source>No cluster is saved yet: draw one on the Clusters page and give it a name.</source>
        <translation>还没有已保存的集群：请在“集群”页面绘制并为其命名。</translation>
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
        <source>name, to save it</source>
        <translation>名称，用于保存</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>已做的事</translation>
    </message>
    <message>
        <source>Drag it onto a machine, or press to add it to the chosen one</source>
        <translation>拖到机器上，或按下以添加到所选机器</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>Drag a role onto the machine, or begin with a template.</source>
        <translation>将角色拖到机器上，或从模板开始。</translation>
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
        <source>no strategy chosen</source>
        <translation>未选择策略</translation>
    </message>
    <message>
        <source>Model that bytes are told for</source>
        <translation>用于计算通信量的模型</translation>
    </message>
    <message>
        <source>Who talks to whom</source>
        <translation>通信关系</translation>
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
        <source>Start by hand</source>
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
        <source>Not imported from %1: %2</source>
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
        <source>It was written for %1.</source>
        <translation>它是为 %1 编写的。</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
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
        <source>There is no task yet</source>
        <translation>还没有任务</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>无法读取文本</translation>
    </message>
    <message>
        <source>Mend what is listed below first. Errors: %1</source>
        <translation>请先修正下列问题。错误：%1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>用此集群打开新运行 (F5)</translation>
    </message>
    <message>
        <source>Give it a name first</source>
        <translation>请先命名</translation>
    </message>
    <message>
        <source>Keeps it under this name, with the agent</source>
        <translation>以此名称保存在代理中</translation>
    </message>
    <message>
        <source>Takes back: %1</source>
        <translation>将撤销：%1</translation>
    </message>
    <message>
        <source>Nothing to take back</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>Does again: %1</source>
        <translation>将重做：%1</translation>
    </message>
    <message>
        <source>Nothing to do again</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>Choose a strategy to see who talks to whom.</source>
        <translation>选择策略以查看通信关系。</translation>
    </message>
    <message>
        <source>A ring: every process passes gradients on to the next.</source>
        <translation>环形：每个进程将梯度传给下一个。</translation>
    </message>
    <message>
        <source>A star: every process sends to the chief and gets the result back.</source>
        <translation>星形：每个进程发送给主节点并取回结果。</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server; the chief sends the steps (dashed).</source>
        <translation>每个工作进程与所有参数服务器读写；主节点下发各步（虚线）。</translation>
    </message>
    <message>
        <source>One process: nothing goes over the network.</source>
        <translation>单进程：没有网络通信。</translation>
    </message>
    <message>
        <source>Each process sends about %1 a step.</source>
        <translation>每个进程每步发送约 %1。</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>打开上次的集群</translation>
    </message>
    <message>
        <source>Tasks on other machines can only be started by hand yet</source>
        <translation>其他机器上的任务目前只能手动启动</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>新运行</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Runs compared</source>
        <translation>比较的运行</translation>
    </message>
    <message>
        <source>None of these runs recorded this quantity.</source>
        <translation>这些运行都没有记录此量。</translation>
    </message>
    <message>
        <source>How many keys differ</source>
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
        <source>%1 runs compared</source>
        <translation>比较 %1 个运行</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>正在读取运行文件…</translation>
    </message>
    <message>
        <source>Results. The run files are the same.</source>
        <translation>结果。运行文件相同。</translation>
    </message>
    <message>
        <source>Results, and where the run files differ: %1</source>
        <translation>结果，以及运行文件的不同之处：%1</translation>
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
        <source>What the horizontal axis counts: steps, epochs, or the time since the start</source>
        <translation>横轴的单位：步、轮次或自开始以来的时间</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Weight of the moving average over the steps&apos; values, as in TensorBoard; the values themselves stay pale under it. Values of whole epochs are means already and stay as they are.</source>
        <translation>与 TensorBoard 相同的每步值移动平均权重；原始值以淡色保留在下方。整轮的值本身就是平均值，保持不变。</translation>
    </message>
    <message>
        <source>Mean of the group</source>
        <translation>组平均</translation>
    </message>
    <message>
        <source>One line for all: their mean, with a band of one standard deviation on each side</source>
        <translation>用一条线表示全部：平均值，两侧各一个标准差的带</translation>
    </message>
    <message>
        <source>Wheel zooms, drag moves, double click shows all</source>
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
        <source>What each task uses of its machine, on the same axis</source>
        <translation>在同一坐标轴上显示各任务占用的机器资源</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>每秒采样一次。</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>内存 (MB)</translation>
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
        <source>Without the key: %1</source>
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
        <source>Fix: %1</source>
        <translation>修正：%1</translation>
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
        <source>Why the form is closed</source>
        <translation>表单不可用的原因</translation>
    </message>
    <message>
        <source>What the field means</source>
        <translation>字段含义</translation>
    </message>
    <message>
        <source>The form waits: line %1 of the text is not readable. %2</source>
        <translation>表单等待中：文本第 %1 行无法读取。%2</translation>
    </message>
    <message>
        <source>The form waits: the text is not readable. %1</source>
        <translation>表单等待中：文本无法读取。%1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>此处错误：%1</translation>
    </message>
    <message>
        <source>Fields marked * are required; what is left empty has its default. Point at a field, or go there with Tab, to read what it means.</source>
        <translation>带 * 的字段必填，留空则用默认值。指向字段或用 Tab 移至该字段可查看说明。</translation>
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
        <source>Add a layer below the chosen one</source>
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
        <source>Nothing logged yet.</source>
        <translation>还没有日志。</translation>
    </message>
    <message>
        <source>Fold equal lines</source>
        <translation>折叠相同行</translation>
    </message>
    <message>
        <source>Shows equal lines that follow each other once, with how many there are</source>
        <translation>将连续的相同行显示为一行并注明数量</translation>
    </message>
    <message>
        <source>Return: next hit, Shift+Return: the one before</source>
        <translation>回车：下一个匹配，Shift+回车：上一个</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>找到的行</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Found: %1</source>
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
        <source>Whether this run file can run</source>
        <translation>此运行文件能否运行</translation>
    </message>
    <message>
        <source>Read again</source>
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
        <source>Reading and checking…</source>
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
        <source>Cannot run yet. Errors below: %1</source>
        <translation>还不能运行。下方的错误：%1 个</translation>
    </message>
    <message>
        <source>Ready to run. Hints below: %1</source>
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
        <source>Choose an example or a run file, or begin with nothing.</source>
        <translation>选择示例或运行文件，或从空白开始。</translation>
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
        <source>Fix: %1</source>
        <translation>修正：%1</translation>
    </message>
    <message>
        <source>This cannot be mended by itself: %1</source>
        <translation>无法自动修复：%1</translation>
    </message>
    <message>
        <source>Reading and checking; it starts when nothing is wrong…</source>
        <translation>正在读取并检查；没有问题就会开始…</translation>
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
        <source>What is the matter</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>This version places tasks on this machine alone. Tasks on other machines can be started by hand: draw them on the Clusters page and copy the line of each task.</source>
        <translation>此版本只在本机上安排任务。其他机器上的任务可以手动启动：在集群页面上画出它们，并复制每个任务的命令行。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
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
        <source>What the plugin is</source>
        <translation>插件说明</translation>
    </message>
    <message>
        <source>Name in run files</source>
        <translation>运行文件中的名称</translation>
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
        <source>Bytes a replica sends in a step</source>
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
        <source>When one fails</source>
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
        <source>all tasks start again</source>
        <translation>所有任务重新启动</translation>
    </message>
    <message>
        <source>it alone starts again</source>
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
        <source>on the chief, which hands out its closures to the workers</source>
        <translation>在 chief 上运行，并把闭包分派给各工作进程</translation>
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
        <source>How far the prediction has come</source>
        <translation>预测进度</translation>
    </message>
    <message>
        <source>What the prediction gave</source>
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
        <source>fashion_mnist_test and the like, a folder of class folders, pictures, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test 之类的名称、含各类别文件夹的文件夹、图片，或与运行文件相同写法的数据源：{csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose a folder of class folders</source>
        <translation>选择含各类别文件夹的文件夹</translation>
    </message>
    <message>
        <source>Pictures…</source>
        <translation>图片…</translation>
    </message>
    <message>
        <source>Choose pictures</source>
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
        <source>Choose one checkpoint to predict with.</source>
        <translation>请选择一个用于预测的检查点。</translation>
    </message>
    <message>
        <source>What does this checkpoint&apos;s model say of data? Metrics, the confusion matrix and the worst samples appear here.</source>
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
        <source>%1 taken for %2</source>
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
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>图片 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Pictures: %1</source>
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
        <source>About the profile</source>
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
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator in it, all on one time line. The run goes on meanwhile, a little slower.</source>
        <translation>在同一时间轴上记录各任务在接下来几步中的活动：等待输入、计算、通信，以及其中的每个算子。运行会继续，只是稍慢一些。</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write it down once the last of them is done. Closing this window does not stop it.</source>
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
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: how many</source>
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
        <source>What the run is going to need</source>
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
        <source>How the data is divided</source>
        <translation>数据的划分</translation>
    </message>
    <message>
        <source>What each task reads in an epoch</source>
        <translation>各任务每轮次读取的内容</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>By</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Twice</source>
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
        <source>Shown as soon as the run file has no errors.</source>
        <translation>运行文件没有错误后显示。</translation>
    </message>
    <message>
        <source>Give it to the task as the environment variable TF_CONFIG.</source>
        <translation>作为环境变量 TF_CONFIG 传给任务。</translation>
    </message>
    <message>
        <source>Ports written as 0 are chosen when the run starts. To start tasks by hand, write ports into the cluster.</source>
        <translation>写为 0 的端口在运行开始时选定。若要手动启动任务，请在集群中写明端口。</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has worked it out.</source>
        <translation>运行文件没有错误且代理计算完成后显示。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches a step = %4</source>
        <translation>%1 × %2 个副本 × 每步 %3 个批次 = %4</translation>
    </message>
    <message>
        <source>%1 a replica, replicas: %2, together %3</source>
        <translation>每副本 %1，副本数：%2，合计 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>%1, at the last step %2</source>
        <translation>%1，最后一步为 %2</translation>
    </message>
    <message>
        <source>Scaled to the batch</source>
        <translation>按批次缩放</translation>
    </message>
    <message>
        <source>%1, if %2 was right for one replica</source>
        <translation>若单副本的 %2 合适，则为 %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>%1 an epoch, %2 in all</source>
        <translation>每轮次 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 to train, %2 to validate</source>
        <translation>训练 %1，验证 %2</translation>
    </message>
    <message>
        <source>Memory of a replica</source>
        <translation>每副本内存</translation>
    </message>
    <message>
        <source>%1, of it activations %2, optimizer %3</source>
        <translation>%1，其中激活 %2，优化器 %3</translation>
    </message>
    <message>
        <source>Sent in a step</source>
        <translation>每步发送量</translation>
    </message>
    <message>
        <source>%1 by each process</source>
        <translation>每个进程 %1</translation>
    </message>
    <message>
        <source>A checkpoint</source>
        <translation>一个检查点</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>运行文件没有错误且代理读取数据索引后显示。</translation>
    </message>
    <message>
        <source>Samples in the whole set: %1</source>
        <translation>整个集合的样本数：%1</translation>
    </message>
    <message>
        <source>What each parameter server moves in a step</source>
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
        <source>Finishes the epoch under way, evaluates, saves, then stops</source>
        <translation>完成当前轮次，评估并保存，然后停止</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>保存并停止</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops; the run can be resumed from it</source>
        <translation>在下一步保存检查点后停止；之后可从该处继续</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>强制终止</translation>
    </message>
    <message>
        <source>Ends every task at once; what came after the newest checkpoint is lost</source>
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
        <source>Every task of %1 ends at once, without a checkpoint.</source>
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
        <source>Kept are the checkpoints, the curves and the logs. “Save and stop” loses nothing.</source>
        <translation>检查点、曲线和日志会保留。“保存并停止”不会丢失任何内容。</translation>
    </message>
    <message>
        <source>No finished step is lost.</source>
        <translation>已完成的步数不会丢失。</translation>
    </message>
    <message>
        <source>There is no checkpoint yet: everything is lost. Steps lost: %1.</source>
        <translation>尚无检查点，全部内容都会丢失。丢失的步数：%1。</translation>
    </message>
    <message>
        <source>Lost is everything after the last checkpoint, step %1. Steps lost: %2.</source>
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
        <source>Changes learning rate or epochs while the run goes on, from the next step</source>
        <translation>在运行过程中从下一步起更改学习率或轮次数</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复运行</translation>
    </message>
    <message>
        <source>Goes on with this run from its newest checkpoint that verifies, as its next attempt</source>
        <translation>从最新的可校验检查点作为下一次尝试继续此运行</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次运行…</translation>
    </message>
    <message>
        <source>Opens this run&apos;s file as a new run, to start it as it is or changed</source>
        <translation>将此运行的文件作为新运行打开，可原样或修改后启动</translation>
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
        <source>Where the run is</source>
        <translation>运行的位置</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>失败任务的最后几行</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>谁在等待谁</translation>
    </message>
    <message>
        <source>What was asked for</source>
        <translation>已请求的内容</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>（第 %1 次尝试）</translation>
    </message>
    <message>
        <source>Of this time %1 % went into steps that were kept.</source>
        <translation>其中 %1 % 的时间用于被保留的步。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Lets the tasks go on with the next step</source>
        <translation>让任务从下一步继续</translation>
    </message>
    <message>
        <source>Holds all tasks after the step under way; they keep their memory and devices</source>
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
        <source>as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次数</translation>
    </message>
    <message>
        <source>Counts from the next step on, for all tasks at once. It is noted in the run&apos;s history and marked on its curves; a schedule of the run file gives way to a rate set here.</source>
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
        <source>Leave as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>How the run came back</source>
        <translation>运行如何恢复</translation>
    </message>
    <message>
        <source>Measured beside the estimate</source>
        <translation>实测值与估计值</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1（估计 %2）</translation>
    </message>
    <message>
        <source>Memory of a replica: %1</source>
        <translation>一个副本的内存：%1</translation>
    </message>
    <message>
        <source>sent in a step: %1</source>
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
        <source>Shows where every thread of every task is just now; they go on as they were</source>
        <translation>显示所有任务的每个线程此刻所在之处；任务照常继续</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学习率是大于 0 的数，例如 0.001。</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>不能这样做的原因</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>曲线、表格和日志</translation>
    </message>
    <message>
        <source>This run recorded no point.</source>
        <translation>此运行没有记录任何点。</translation>
    </message>
    <message>
        <source>Queued: waiting for its turn…</source>
        <translation>排队中：正在等待…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>正在等待第一步…</translation>
    </message>
    <message>
        <source>Asked to end every task now…</source>
        <translation>已请求立即终止所有任务…</translation>
    </message>
    <message>
        <source>Asked to stop after this epoch…</source>
        <translation>已请求在本轮后停止…</translation>
    </message>
    <message>
        <source>Asked to save and stop…</source>
        <translation>已请求保存并停止…</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>强制终止任务…</translation>
    </message>
    <message>
        <source>Ends the chosen task as if its machine had failed, to see the run recover; asks first</source>
        <translation>像机器故障一样终止所选任务，以观察运行恢复；会先询问</translation>
    </message>
    <message>
        <source>Asked for the change…</source>
        <translation>已请求更改…</translation>
    </message>
    <message>
        <source>Asked to pause after this step…</source>
        <translation>已请求在此步后暂停…</translation>
    </message>
    <message>
        <source>Asked to go on…</source>
        <translation>已请求继续…</translation>
    </message>
    <message>
        <source>Changed, from step %1 on.</source>
        <translation>已更改，从第 %1 步起生效。</translation>
    </message>
    <message>
        <source>Asked to resume; the newest checkpoint is verified first…</source>
        <translation>已请求恢复运行；将先校验最新的检查点…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>未恢复：%1</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>强制终止 %1？</translation>
    </message>
    <message>
        <source>A drill: %1 is ended with signal 9, as if its machine had failed, to see the run recover.</source>
        <translation>演练：像机器故障一样用信号 9 终止 %1，以观察运行恢复。</translation>
    </message>
    <message>
        <source>The run goes on by itself from its newest checkpoint, if its run file allows restarts.</source>
        <translation>如果运行文件允许重启，运行会自行从最新的检查点继续。</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>强制终止 %1</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>不终止</translation>
    </message>
    <message>
        <source>%1 is killed; waiting for the next step…</source>
        <translation>已终止 %1；正在等待下一步…</translation>
    </message>
    <message>
        <source>The others go on; it is started again beside them. No finished step is lost.</source>
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
        <source>History and servers</source>
        <translation>历史与服务器</translation>
    </message>
    <message>
        <source>Traffic in a step</source>
        <translation>每步通信量</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Run list and run</source>
        <translation>运行列表与运行</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>没有与“%1”匹配的运行。</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>正在读取运行…</translation>
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
        <source>Words to look for, all of them; also state:failed, strategy:multi, tag:baseline, and is:trashed for what is in the trash</source>
        <translation>要查找的词（须全部满足）；也可用 state:failed、strategy:multi、tag:baseline，回收站用 is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Which columns the list has</source>
        <translation>列表显示哪些列</translation>
    </message>
    <message>
        <source>Ctrl and Shift choose several runs to compare them</source>
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
        <source>What was done last</source>
        <translation>最近的操作</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>Taken out of the trash: %1</source>
        <translation>已移出回收站：%1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>已移到回收站：%1</translation>
    </message>
    <message>
        <source>Take out of the trash</source>
        <translation>移出回收站</translation>
    </message>
    <message>
        <source>Every run is in the trash; “is:trashed” shows them.</source>
        <translation>所有运行都在回收站中；用“is:trashed”可显示它们。</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>试用示例：Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a ready run file; one more click trains a small network on this machine in about a minute</source>
        <translation>打开现成的运行文件；再点一下即可在本机用约一分钟训练一个小网络</translation>
    </message>
    <message>
        <source>No run yet. Start one from a run file or an example, and its curves appear here. A run file can also be dropped on this window.</source>
        <translation>还没有运行。从运行文件或示例开始，曲线就会显示在这里。也可以把运行文件拖放到此窗口。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimated before the start</source>
        <translation>启动前的估计</translation>
    </message>
    <message>
        <source>What each parameter server moved in a step</source>
        <translation>每个参数服务器在一步中传输的量</translation>
    </message>
    <message>
        <source>What was expected of each parameter server</source>
        <translation>每个参数服务器的预计量</translation>
    </message>
    <message>
        <source>Measured when the attempt has ended.</source>
        <translation>实测值在本次尝试结束后给出。</translation>
    </message>
    <message>
        <source>Measured, mean of the steps</source>
        <translation>实测值（各步平均）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
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
        <source>Agent and its home</source>
        <translation>代理及其主目录</translation>
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
        <source>Trainyard looks for none by itself.</source>
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
        <source>Agent and home</source>
        <translation>代理与主目录</translation>
    </message>
    <message>
        <source>For one start alone, TRAINYARD_HOME names the folder and --agent the agent.</source>
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
        <source>About the stacks</source>
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
        <source>Reading the stacks of all tasks… each is halted for some milliseconds.</source>
        <translation>正在读取所有任务的堆栈… 每个任务只会停顿几毫秒。</translation>
    </message>
    <message>
        <source>These are of %1; there are no newer ones: %2</source>
        <translation>这些是 %1 的；没有更新的：%2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>刷新堆栈</translation>
    </message>
    <message>
        <source>Where each task was at %1, the innermost call first.</source>
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
        <source>None yet. Files that are opened or saved here stand in this list.</source>
        <translation>暂无。在此打开或保存的文件会列在这里。</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>空白运行</translation>
    </message>
    <message>
        <source>Begin with an empty run</source>
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
        <source>a free one</source>
        <translation>空闲端口</translation>
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
        <source>What is missing</source>
        <translation>缺少的内容</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>分配端口</translation>
    </message>
    <message>
        <source>How the task is started by hand</source>
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
        <source>Without a port: %1. Started by hand, every task must know the others&apos; ports.</source>
        <translation>没有端口：%1。手动启动时，每个任务必须知道其他任务的端口。</translation>
    </message>
    <message>
        <source>Run in a shell of its own each; run.yaml is the run file.</source>
        <translation>各自在单独的 shell 中运行；run.yaml 是运行文件。</translation>
    </message>
    <message>
        <source>A .env file is of one task: choose it first</source>
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
        <source>a free one</source>
        <translation>空闲端口</translation>
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
        <source>Remove the chosen task</source>
        <translation>移除所选任务</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>分配端口</translation>
    </message>
    <message>
        <source>Gives every task without a port the next one on its machine, from 2222 on</source>
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
        <source>Whether the text can be read</source>
        <translation>文本能否读取</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>集群文本</translation>
    </message>
    <message>
        <source>These keys are no part of a cluster: %1</source>
        <translation>不属于集群的键：%1</translation>
    </message>
    <message>
        <source>Cannot be read yet; the other views show what was last read.</source>
        <translation>暂时无法读取；其他视图显示最后读到的内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and home</source>
        <translation>代理与主目录</translation>
    </message>
    <message>
        <source>Folder of the home</source>
        <translation>主目录文件夹</translation>
    </message>
    <message>
        <source>Choose the folder of the home</source>
        <translation>选择主目录文件夹</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>代理的地址</translation>
    </message>
    <message>
        <source>the home&apos;s own agent, started when needed</source>
        <translation>主目录自己的代理，需要时启动</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>不可行的原因</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>主目录</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>存放运行、已保存的集群和存储。</translation>
    </message>
    <message>
        <source>TRAINYARD_HOME=%1 holds for this start.</source>
        <translation>本次启动使用 TRAINYARD_HOME=%1。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>unix:PATH of an agent that is running already; empty: the home&apos;s own.</source>
        <translation>已在运行的代理的 unix:PATH；留空则使用主目录自己的代理。</translation>
    </message>
    <message>
        <source>--agent %1 holds for this start.</source>
        <translation>本次启动使用 --agent %1。</translation>
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
        <source>The folder of the home is written from the root on: /data/trainyard.</source>
        <translation>主目录文件夹要从根目录写起：/data/trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command to look for</source>
        <translation>要查找的命令</translation>
    </message>
    <message>
        <source>Type a command, a page or a run</source>
        <translation>输入命令、页面或运行</translation>
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
        <source>Theme of the system</source>
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
        <source>The agent is away, next try in %1 s</source>
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
        <source>&amp;Keys</source>
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
        <source>Curves: read out point by point</source>
        <translation>曲线：逐点读取</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>曲线：移动</translation>
    </message>
    <message>
        <source>Log: next hit, the one before</source>
        <translation>日志：下一个匹配、上一个</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Everything else is found with the command list: type a part of its name.</source>
        <translation>其他功能都可在命令列表中输入名称的一部分找到。</translation>
    </message>
    <message>
        <source>&amp;Agent and home…</source>
        <translation>代理与主目录(&amp;A)…</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>机器 %1，任务：%2</translation>
    </message>
    <message>
        <source>free port</source>
        <translation>空闲端口</translation>
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
        <source>1 to 65535; nothing: a free one at the start</source>
        <translation>1 到 65535；留空则启动时使用空闲端口</translation>
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
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>显示的量</translation>
    </message>
    <message>
        <source>Which of the run&apos;s quantities is drawn</source>
        <translation>绘制运行的哪个量</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic axis; values of zero and less have no place on it</source>
        <translation>对数轴；零及以下的值无法显示</translation>
    </message>
    <message>
        <source>validation batch</source>
        <translation>验证批次</translation>
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
        <source>Search the quantities</source>
        <translation>搜索量</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 a step</source>
        <translation>%1：持有 %2，每步发送 %3，接收 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>热点</translation>
    </message>
    <message>
        <source>%1 moves more than its share: a partitioner spreads large variables over the servers.</source>
        <translation>%1 的传输量偏多：分区器可将大变量分散到各服务器。</translation>
    </message>
    <message>
        <source>sent in a step</source>
        <translation>一步发送</translation>
    </message>
    <message>
        <source>received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>%1 + %2, holds %3</source>
        <translation>%1 + %2，持有 %3</translation>
    </message>
</context>
</TS>
