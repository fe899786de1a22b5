<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard&apos;s sources are under the Apache License 2.0. This window uses Qt Charts and is, as a program, under the terms of the GNU General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;用于分布式训练的桌面工作台。&lt;/p&gt;&lt;p&gt;Trainyard 的源代码采用 Apache License 2.0。本窗口使用 Qt Charts，因此作为程序适用 GNU 通用公共许可证第 3 版。不提供任何担保。&lt;/p&gt;</translation>
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
        <source>Attempt %1 begins at step %2: %3</source>
        <translation>第 %1 次尝试从第 %2 步开始：%3</translation>
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
        <source>Saved step %1 (%2 ms stall)</source>
        <translation>已保存第 %1 步（停顿 %2 毫秒）</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>为保存此检查点，训练等待了 %1 毫秒。</translation>
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
        <source>No line holds “%1”.</source>
        <translation>没有包含“%1”的行。</translation>
    </message>
    <message>
        <source>Nothing logged yet.</source>
        <translation>还没有日志。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Choose a run file…</source>
        <translation>选择运行文件…</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>选择运行文件</translation>
    </message>
    <message>
        <source>or drop one here</source>
        <translation>或拖放到此处</translation>
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
        <source>Read the run file again</source>
        <translation>重新读取运行文件</translation>
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
        <source>Choose a run file or an example to see it here.</source>
        <translation>选择运行文件或示例，其内容会显示在这里。</translation>
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
        <source>Keep the run going</source>
        <translation>让运行继续</translation>
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
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
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
        <source>No run yet. Start one from a run file or an example, and its curves appear here.</source>
        <translation>还没有运行。从运行文件或示例开始，曲线会显示在这里。</translation>
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
        <source>Words to look for, all of them; also state:failed (how the state begins) and strategy:mirror (what the strategy holds)</source>
        <translation>要查找的词（须全部包含）；也可用 state:failed（状态的开头）和 strategy:mirror（策略中包含的内容）</translation>
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
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>%1曲线</translation>
    </message>
    <message>
        <source>Drag to zoom, wheel to zoom about the pointer, double click for the whole run</source>
        <translation>拖动可缩放，滚轮以指针为中心缩放，双击显示整个运行</translation>
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
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source> at %1</source>
        <translation>（%1）</translation>
    </message>
</context>
</TS>
