<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard&apos;s sources are under the Apache License 2.0. This window uses Qt Charts and is, as a program, under the terms of the GNU General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preempted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2</source>
        <comment>days and hh:mm:ss</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>age</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>age</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>age</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::models::EventListModel</name>
    <message>
        <source>Run started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt 1 begins at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt %1 begins at step %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch %1 done in %2 s: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint at step %1, training waited %2 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished: %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::models::FindingListModel</name>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hint</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunListModel</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Age</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was ended by signal %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended with code %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LogPane</name>
    <message>
        <source>Task whose log is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line holds “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing logged yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether this run file can run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the run file again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run file or an example to see it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run files (*.yaml *.yml *.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading and checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Cannot run yet: %n error(s) below.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ready to run, with %n hint(s) below.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts this run (F5)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunHeader</name>
    <message>
        <source>Stop after epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishes the epoch under way, evaluates, saves, then stops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops; the run can be resumed from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends every task at once; what came after the newest checkpoint is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the run failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms/step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every task of %1 ends at once, without a checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost is the training since the newest checkpoint. Kept are the checkpoints, the curves and the logs. “Save and stop” loses nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kill the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the run going</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run recorded no point.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued: waiting for its turn…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked to end every task now…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked to stop after this epoch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked to save and stop…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Run list and run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet. Start one from a run file or an example, and its curves appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::shell::MainWindow</name>
    <message>
        <source>Trainyard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a run file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Trainyard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to the agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent is away, next try in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag to zoom, wheel to zoom about the pointer, double click for the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the validation curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the training curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> at %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
