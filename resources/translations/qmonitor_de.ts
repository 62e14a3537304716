<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>About qmonitor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Licensed under the Apache License, version 2.0.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>System</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Watches durable message queues, and acts on them with a name and a reason.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>qmonitor {version}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Acting</name>
        <message>
            <source>1 message saved in {folder}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another action is still under way.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Delivered all the same, because the engine was just sending: {items}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Details…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Discard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Discard the rest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Finding out what this would change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Give up the rest of this action? What was done stays done, and stays in the audit.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing more was done: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Saving messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Saving was stopped. Nothing was changed in the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stopped while waiting for another program. What was done before stays done.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stopped. Nothing was changed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The engine changed again what was acted on: {items}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{action}: none of these messages can be acted on so.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages saved in {folder}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{items} and {count} more</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AuditModel</name>
        <message>
            <source>action</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>plan {plan}, part {part}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>reason</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>target</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>who</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AuditPanel</name>
        <message>
            <source>&amp;Verify</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 entry</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>All {count} entries are as they were written. Entries cut off at the end can't be noticed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody has acted on this source through qmonitor.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recompute the chain of hashes that ties the entries together</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Recorded acts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Result</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The chain is broken at entry {id}: it, or one before it, is not as it was written.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The one entry is as it was written. Entries cut off at the end can't be noticed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The selected act in full</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There is nothing to verify: no act is recorded.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Verifying…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the newest {count} entries</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} entries</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ChartsPanel</name>
        <message>
            <source>Age of the oldest message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Age of the oldest message over time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Back to now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Depth over time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Depth: messages pending</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Follow the present again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not read yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stale since {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: {pending} pending, oldest {oldest}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{time}: nothing was seen</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConfirmDialog</name>
        <message>
            <source>&amp;Reason</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Save these messages first, in {folder}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Save these messages first…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Type {name} to confirm</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Done before</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Folder for the messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Head of the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Id</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Newest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not delivered yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Oldest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Save these messages first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Target</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>kept in the audit with your name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{action} 1 message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{action} {count} messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} of those selected can't be part of it: {items}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>&amp;Copy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A fault in qmonitor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Something in qmonitor went wrong. The queue is not affected. This report helps:</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DestinationDelegate</name>
        <message>
            <source>oldest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>pending</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DestinationsPanel</name>
        <message>
            <source>Destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not read yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Search destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stale since {time}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>EmptyPlace</name>
        <message>
            <source>&amp;Open…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No queue is open. Open an SQLite file that holds one, or drop it here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a file</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>FactsTable</name>
        <message>
            <source>Facts</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>FilterBar</name>
        <message>
            <source>Control id or type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Filter by control id or type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Filter by last error</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Last error</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Order: {order}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show {state} messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Turn the order round</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>control id or type contains “{text}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>head first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>last error contains “{text}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>newest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>oldest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>state {state}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Foot</name>
        <message>
            <source>1 message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to 1 new message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to the newest messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to {count} new messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>counting …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>reading …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>↑ {count} new</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Help</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Page</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Pages</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message>
            <source>Details</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Message {id}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Message {id} is no longer in the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No message is selected.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Views of the message</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LeftModel</name>
        <message>
            <source>found as</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>message</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Audit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open a queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Views</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>qmonitor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} – qmonitor</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;Destination</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Help</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Interval</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Time range</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MessageTable</name>
        <message>
            <source>Columns</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MessagesPanel</name>
        <message>
            <source>head {id}: {blocks}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Notice</name>
        <message>
            <source>No message for {where} matches: {filters}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No message matches: {filters}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Show all messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There are no messages for {where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There are no messages.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Without these filters there are {count}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Pace</name>
        <message>
            <source>Live · {seconds} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Paused</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Panels</name>
        <message>
            <source>Audit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Views</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>PayloadText</name>
        <message>
            <source>Load more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Payload as text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reading …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The payload is empty: 0 bytes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not decodable: {size}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{shown} of {size} · shown as {encoding}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ProgressDialog</name>
        <message>
            <source>OK</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stop</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stopping…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{done} of 1 message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{done} of {total} messages</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QuestionDialog</name>
        <message>
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ReportDialog</name>
        <message>
            <source>1 had changed by the time and was left alone.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Asked for</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>By</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Could not be part of it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Had changed by the time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages that could not be part of it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages that were left alone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>New message: {ids}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not reached</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stopped: 1 was not reached.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Stopped: {count} were not reached.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>These could not be part of it from the start, for the state that they were in:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>These had changed by the time, and were left alone:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{action}: report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{action}: {done} of {confirmed} done.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} could not be part of it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} had changed by the time and were left alone.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ScopeDialog</name>
        <message>
            <source>&amp;All that are pending</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Also those that fa&amp;iled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Continue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Delete the delivered and skipped messages of all destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Finished &amp;before (local time)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How many</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>How old</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Next you see exactly what would be done. Nothing is changed before you confirm it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The &amp;first, in order of delivery:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Those &amp;older than:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Those that &amp;match the table's filter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Those that finished before this time are deleted. Pending and failed ones stay.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Unit of the age</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Which messages of {destination}?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>days</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>hours</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>minutes</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Snapshot</name>
        <message>
            <source>The picture could not be written to {file}: {cause}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The source did not answer in time.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SourceView</name>
        <message>
            <source>Locks can't be trusted on a network share: what is read may be torn or old, and an engine that writes the file from another computer can be disturbed. It is only read, never written.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Network share</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Read it anyway</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message>
            <source>1 message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Messages in the source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Size of the write-ahead log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Source and mode</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>WAL {size}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When the values were read</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Who acts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>acting as {actor}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>as of {time}  ·  {spent}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>can act</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not read yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>read-only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>stale since {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{fresh}  ·  paused</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{fresh}  ·  still counting</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Strip</name>
        <message>
            <source>Dismiss</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Dismiss this notice</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Notice</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ToolBar</name>
        <message>
            <source>Toolbar</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>_Head</name>
        <message>
            <source>By name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the order of the destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Order of the destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Worst first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>oldest</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>pending</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>action-names</name>
        <message>
            <source>Drain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Erase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Purge</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Remove</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Resend</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Restore</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Retry now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Skip</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>actions</name>
        <message>
            <source>&amp;About qmonitor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Drain…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Erase for good…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Filter messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Help</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Live</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Purge finished messages of all destinations…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Refresh now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Retry all now…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Retry now…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Skip…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>15 m</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>24 h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>6 h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>7 d</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Every {seconds} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to &amp;audit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to &amp;destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to &amp;inspector</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Go to &amp;messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Re&amp;move…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Re&amp;send as new…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Res&amp;tore…</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>audit</name>
        <message>
            <source>{action} of {target}, {time}, by {actor}
Reason: {reason}
Messages ({count}): {ids}
Plan {plan}, part {part}; qmonitor {version} on {host}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>charts</name>
        <message>
            <source>{count} M</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} d</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} k</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} s</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>destinations</name>
        <message>
            <source>All destinations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>draining</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>growing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>idle</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>overdue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>steady</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>stuck</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>unknown</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>waiting</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} failed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name}: {state}. {pending} pending, oldest {oldest}, {failed} failed</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>inspector</name>
        <message>
            <source>Age</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Attempts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Behind the head of {where}, message {head}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Control id</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Delivered to {where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Destination</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Due since {time}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Given up: it stays until somebody acts, and blocks nothing.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Head of {where}, blocks 1 message behind it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Head of {where}, blocks {count} messages behind it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Head of {where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Id</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>In the state “{state}”, which qmonitor does not know.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Last attempt</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Last error</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Next attempt</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Next attempt {time}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Not tried yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Pending for {where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Queued</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Queued {time}. Reason: {reason}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Reason</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Skipped: it will not be sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>State</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tried once, at {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tried {count} times, last at {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>behind the head</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>due since {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>none yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not recorded by source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>type not recorded by source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{error}, at {time}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>messages</name>
        <message>
            <source>1 message waits behind it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Head of {destination}: {blocks}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>age</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>attempts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>behind the head</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>control id</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>destination</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>head</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>id</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>last error</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>next attempt</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing waits behind it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>state</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages wait behind it</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>notices</name>
        <message>
            <source>Continue…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Discard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Interrupted: {action} of {target} at {time} by {actor}: {done} done, {left} left.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Look again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only the first of {count} sources is open; several at once come later.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>What is shown was read at {time}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{target} was taken off the list of recent files.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>place</name>
        <message>
            <source>&amp;Close this source</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Open another file…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Read it anyway…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>&amp;Try again now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its disk or network share may hang. It is shown here as soon as it answers.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Last tried at {time}; it is tried again by itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Opening {name} …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{name} does not answer.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>queues</name>
        <message>
            <source>'{item}' is no id of a delivery queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>'{text}' is beyond the year 9999.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>'{text}' is no time.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>'{token}' is no cursor.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>+{count} a minute</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 delivered or skipped message of {target} is deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 destination growing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 destination overdue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 destination stuck</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 finished message of {target} is deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 message for {target} becomes due now, with its attempts counted from 0 again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 message for {target} will never be sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 message is sent to {target} once more, as a new one at the end of the line.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 message of {target} is erased, whatever its state: its content is gone for good.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 of them has failed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 of them has not been delivered.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>1 skipped message for {target} goes back in line, in its old place, and will be sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A delivery queue knows no action '{action}'.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A drain needs one channel and one destination.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A later message for {target} was delivered meanwhile ({ids}): the receiver gets these out of order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A message is bytes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A message needs a channel and a destination.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A purge needs the time before which items have finished.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A slice begins at 0 or later, and is not negative.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Act as a user who may write the file and its folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Act on the engine's host; nothing is ever written to a file on a share.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Actions are switched off: qmonitor runs in read-only mode.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An action needs a known name and somebody who does it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An empty message is not queued.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An engine fills it when it starts; choose another file if it does not.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>An erasure of everything is not done.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another program holds a lock on {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another program keeps {path} to itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another program kept {path} locked for {seconds} s.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Another reading comes first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ask its owner or an administrator for the right to read the file and its folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check that it is still there and that you may read the file and its folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check that it is still there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Check the path; the engine, or somebody else, may have moved or deleted the file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose an empty folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose another folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the database file in it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the engine's queue file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the engine's queue file; an encrypted one can't be opened.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the file that holds the engine's delivery queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Choose the file that holds the engine's table 'queue'.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Copy all files together while the engine is stopped, or let the engine or the file's owner open it once. An engine that keeps the file to itself can't be watched.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything is erased; what is left to do is to empty the write-ahead log.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Free some space; nothing was changed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Give an id, or channel and destination.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Give that time.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ids are whole numbers.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>If it stays so, ask the administrator of the engine's host.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>If it stays so, see which program keeps the file locked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It may have been removed meanwhile.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It may have ended meanwhile.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Item {id} is {state}: it is not sent again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Let a current release of the engine open the file once; it brings the table up to date.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Let the engine, or the file's owner, open it once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Look again in a moment.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Look again what is left of it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Look again, and confirm anew.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Message {item} could not be saved: {cause}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name both.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name the items, or filter them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Name the path of a queue's file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Neither an item nor a destination was named.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No reason was given.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No source is open.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing was changed. See which program holds the lock, then try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing was repaired. Check the disk and tell whoever runs the engine.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nothing was repaired. Tell whoever runs the engine; restore the file from a backup, with its -wal file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only the first in line.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only the first {count} in line.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only these can be acted on so: {states}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only those older than {span}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only those that finished before {at}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only those that match the filter.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Restore puts them back in line, in their old place.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Run qmonitor on the engine's host, look at a copy, or consent to reading it with --allow-network.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>SQLite reports {name} for {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Saving was stopped after {saved} messages.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Say why: it is kept with your name.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Select a destination first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Select messages first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Select one message first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Skip takes the new messages out of line again, as long as they are not sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Skip takes them out of line again, as long as they are not sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Somebody else has gone on with this plan.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Somebody is reading the file: the write-ahead log still holds the erased bytes, until the engine folds it back or stops.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Start it without --read-only, or ask the administrator.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The counts of attempts can't be put back; the audit keeps them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The disk reports an error, or {path} was cut off while it was read.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The disk that holds {path} is full.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The engine may be sending {ids} at this very moment; its report may then come after this, and undo it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The engine of {path} has just stopped.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The file is in rollback-journal mode: while it is read its engine waits with commits. It is read in short steps.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The file was exchanged since this was confirmed: ids may mean other messages by now.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The file was exchanged while it was worked on: what was done was done in the one that is gone.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The file was replaced at {at}; what is shown is the new one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The file's content was exchanged at {at}, by a backup put back, say.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The folder already holds another file named {name}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The folder could not be saved: {cause}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The look was called off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The reading of {path} was called off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The reading was called off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The report that was shown helps to mend it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The same bytes are still in the file: in another message, or in space that the engine freed without wiping it. In the latter case VACUUM, with the engine stopped, takes them out.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The table 'queue' of {path} lacks the column {names}: an older release of the engine wrote it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There is no file {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There is no interrupted plan {plan}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There is no item {id}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>They are for {names} and {count} more.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>They are for {names}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This can't be undone.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This goes on with what {actor} confirmed at {at}: {done} done, {left} left.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This source knows no action of that name.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This user may not change {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This user may not read {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>This went wrong inside qmonitor.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Times are RFC 3339 text.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Use 'next' or 'prev' of an earlier page.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Waiting for {path} was called off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whether the engine left older copies in space that it freed without wiping it was not searched to the end.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>as many leave as come</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>due since {time}, nobody delivers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>due since {time}, nobody tries; tried {count} ×</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>empty in about {count} d</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>empty in about {count} h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>empty in about {count} min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>empty in less than a minute</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>first try {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>next try {time}: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no destination stuck, overdue or growing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no destination yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no error recorded</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no movement seen since {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not looked at yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>not read yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing waits</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing waits; {count} failed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>qmonitor knows no source of the kind {scheme} (yet).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>tried {count} ×</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>tried {count} ×, {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>try {count} is due: {error}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>watched too shortly to tell</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} delivered or skipped messages of {target} are deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} destinations growing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} destinations overdue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} destinations stuck</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} finished messages of {target} are deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} later messages for {target} were delivered meanwhile ({ids}): the receiver gets these out of order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages are sent to {target} once more, as new ones at the end of the line.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages for {target} become due now, with their attempts counted from 0 again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages for {target} will never be sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} messages of {target} are erased, whatever their state: their contents are gone for good.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} of them have failed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} of them have not been delivered.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} skipped messages for {target} go back in line, in their old places, and will be sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} can't be opened.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} can't be read.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} has a write-ahead log (-wal) but no index of it (-shm).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} has no table 'queue'.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} holds an unfinished change of its engine that only a writer can finish.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is a database, but no queue that qmonitor knows.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is a folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is damaged or cut off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is empty.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} is not an SQLite database, or it is encrypted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} lies on a network share ({kind}), where locks can't be trusted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} was closed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{path} was exchanged or restarted under every look at it.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>text</name>
        <message>
            <source>1 byte</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>delivered</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>failed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>gone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>pending</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>skipped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} bytes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{count} ms</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{days} d {clock}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{seconds} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>{time} (as stored)</source>
            <translation type="unfinished" />
        </message>
    </context>
</TS>
