<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>&amp;Copy versions</source>
            <translation>&amp;Versionen kopieren</translation>
        </message>
        <message>
            <source>About qmonitor</source>
            <translation>Über qmonitor</translation>
        </message>
        <message>
            <source>Licensed under the Apache License, version 2.0.</source>
            <translation>Lizenziert unter der Apache-Lizenz, Version 2.0.</translation>
        </message>
        <message>
            <source>Platform</source>
            <translation>Plattform</translation>
        </message>
        <message>
            <source>System</source>
            <translation>System</translation>
        </message>
        <message>
            <source>Watches durable message queues, and acts on them with a name and a reason.</source>
            <translation>Beobachtet dauerhafte Warteschlangen von Nachrichten und greift in sie nur mit Namen und Grund ein.</translation>
        </message>
        <message>
            <source>qmonitor {version}</source>
            <translation>qmonitor {version}</translation>
        </message>
    </context>
    <context>
        <name>AcknowledgeDialog</name>
        <message>
            <source>&amp;Note for whoever comes next</source>
            <translation>&amp;Notiz für die Ablösung</translation>
        </message>
        <message>
            <source>Acknowledge</source>
            <translation>Quittieren</translation>
        </message>
        <message>
            <source>Acknowledge this alert?</source>
            <translation>Diesen Alarm quittieren?</translation>
        </message>
        <message>
            <source>Acknowledge {count} alerts?</source>
            <translation>{count} Alarme quittieren?</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>It stays in the list and is not told again. Nothing in the queue changes.</source>
            <translation>Er bleibt in der Liste und wird nicht mehr gemeldet. In der Warteschlange ändert sich nichts.</translation>
        </message>
        <message>
            <source>Kept in the journal with your name, {actor}.</source>
            <translation>Steht mit Ihrem Namen, {actor}, im Journal.</translation>
        </message>
        <message>
            <source>Nothing about patients, please: what stands in the journal can't be erased.</source>
            <translation>Bitte nichts über Patienten: Was im Journal steht, lässt sich nicht löschen.</translation>
        </message>
        <message>
            <source>such as: receiver is rebuilt until 7:00</source>
            <translation>etwa: Empfänger wird bis 7:00 umgebaut</translation>
        </message>
        <message>
            <source>… and 1 more</source>
            <translation>… und 1 weiterer</translation>
        </message>
        <message>
            <source>… and {count} more</source>
            <translation>… und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>Acting</name>
        <message>
            <source>1 message saved in {folder}</source>
            <translation>1 Nachricht in {folder} gesichert</translation>
        </message>
        <message>
            <source>Another action is still under way.</source>
            <translation>Eine andere Aktion läuft noch.</translation>
        </message>
        <message>
            <source>Delivered all the same, because the engine was just sending: {items}.</source>
            <translation>Trotzdem zugestellt, weil die Engine gerade sendete: {items}.</translation>
        </message>
        <message>
            <source>Details…</source>
            <translation>Einzelheiten…</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>Verwerfen</translation>
        </message>
        <message>
            <source>Discard the rest</source>
            <translation>Rest verwerfen</translation>
        </message>
        <message>
            <source>Finding out what this would change</source>
            <translation>Es wird ermittelt, was sich ändern würde</translation>
        </message>
        <message>
            <source>Give up the rest of this action? What was done stays done, and stays in the audit.</source>
            <translation>Den Rest dieser Aktion aufgeben? Was geschehen ist, bleibt und steht weiter im Protokoll.</translation>
        </message>
        <message>
            <source>None of these messages can be acted on so. Now they are: {states}.</source>
            <translation>Mit keiner dieser Nachrichten lässt sich das tun. Jetzt sind es: {states}.</translation>
        </message>
        <message>
            <source>Nothing more was done: {error}</source>
            <translation>Weiter ist nichts geschehen: {error}</translation>
        </message>
        <message>
            <source>Saving messages</source>
            <translation>Nachrichten werden gesichert</translation>
        </message>
        <message>
            <source>Saving was stopped. Nothing was changed in the queue.</source>
            <translation>Das Sichern wurde angehalten. An der Warteschlange wurde nichts geändert.</translation>
        </message>
        <message>
            <source>Stopped while waiting for another program. What was done before stays done.</source>
            <translation>Angehalten beim Warten auf ein anderes Programm. Was vorher geschah, bleibt.</translation>
        </message>
        <message>
            <source>Stopped. Nothing was changed.</source>
            <translation>Angehalten. Es wurde nichts geändert.</translation>
        </message>
        <message>
            <source>The engine changed again what was acted on: {items}.</source>
            <translation>Die Engine hat wieder geändert, was bearbeitet wurde: {items}.</translation>
        </message>
        <message>
            <source>There is no message that it could be done to.</source>
            <translation>Es gibt keine Nachricht, mit der es sich tun ließe.</translation>
        </message>
        <message>
            <source>Undo…</source>
            <translation>Rückgängig…</translation>
        </message>
        <message>
            <source>{action}: none of these messages can be acted on so.</source>
            <translation type="vanished">{action}: Für keine dieser Nachrichten ist das möglich.</translation>
        </message>
        <message>
            <source>{action}: nothing was done, because what was selected has changed meanwhile. Choose again.</source>
            <translation>{action}: Nichts ist geschehen, weil sich die Auswahl inzwischen geändert hat. Bitte erneut wählen.</translation>
        </message>
        <message>
            <source>{action}: nothing was done.</source>
            <translation>{action}: Es wurde nichts getan.</translation>
        </message>
        <message>
            <source>{count} messages saved in {folder}</source>
            <translation>{count} Nachrichten in {folder} gesichert</translation>
        </message>
        <message>
            <source>{id} can't be acted on so. Now it is: {state}.</source>
            <translation>Mit {id} lässt sich das nicht tun. Jetzt ist sie: {state}.</translation>
        </message>
        <message>
            <source>{items} and {count} more</source>
            <translation type="vanished">{items} und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>ActsTable</name>
        <message>
            <source>Recorded acts</source>
            <translation>Aufgezeichnete Eingriffe</translation>
        </message>
    </context>
    <context>
        <name>AgeFilter</name>
        <message>
            <source>Age: {age}</source>
            <translation>Alter: {age}</translation>
        </message>
        <message>
            <source>Filter by the time of queueing</source>
            <translation>Nach der Zeit des Einreihens filtern</translation>
        </message>
        <message>
            <source>any age</source>
            <translation>beliebig</translation>
        </message>
        <message>
            <source>from … to …</source>
            <translation>von … bis …</translation>
        </message>
        <message>
            <source>last 15 minutes</source>
            <translation>letzte 15 Minuten</translation>
        </message>
        <message>
            <source>last 24 hours</source>
            <translation>letzte 24 Stunden</translation>
        </message>
        <message>
            <source>last hour</source>
            <translation>letzte Stunde</translation>
        </message>
        <message>
            <source>older than 1 hour</source>
            <translation>älter als 1 Stunde</translation>
        </message>
        <message>
            <source>older than 15 minutes</source>
            <translation>älter als 15 Minuten</translation>
        </message>
        <message>
            <source>older than 24 hours</source>
            <translation>älter als 24 Stunden</translation>
        </message>
        <message>
            <source>queued before {until}</source>
            <translation>eingereiht vor {until}</translation>
        </message>
        <message>
            <source>queued from {since} to before {until}</source>
            <translation>eingereiht von {since} bis vor {until}</translation>
        </message>
        <message>
            <source>queued since {since}</source>
            <translation>eingereiht seit {since}</translation>
        </message>
    </context>
    <context>
        <name>AlertTab</name>
        <message>
            <source>Alerts</source>
            <translation>Alarme</translation>
        </message>
        <message>
            <source>Alerts {count}</source>
            <translation>Alarme {count}</translation>
        </message>
    </context>
    <context>
        <name>Alerting</name>
        <message>
            <source>Alerts are told, but not kept for the next start of the window. {error}</source>
            <translation>Alarme werden gemeldet, aber nicht für den nächsten Start des Fensters aufgehoben. {error}</translation>
        </message>
        <message>
            <source>It was not acknowledged or snoozed. {error}</source>
            <translation>Es wurde weder quittiert noch ruhen gelassen. {error}</translation>
        </message>
        <message>
            <source>No alert will come. {error}</source>
            <translation>Es werden keine Alarme kommen. {error}</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>Anzeigen</translation>
        </message>
        <message>
            <source>The rules could not be read again. {error}</source>
            <translation>Die Regeln waren nicht noch einmal zu lesen. {error}</translation>
        </message>
        <message>
            <source>The rules were not saved. {error}</source>
            <translation>Die Regeln wurden nicht gespeichert. {error}</translation>
        </message>
        <message>
            <source>This desktop has no tray for notifications, so alerts are told in the window alone.</source>
            <translation>Dieser Schreibtisch hat keinen Infobereich für Meldungen, darum werden Alarme nur im Fenster gemeldet.</translation>
        </message>
    </context>
    <context>
        <name>AlertsModel</name>
        <message>
            <source>alert</source>
            <translation>Alarm</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>first in line</source>
            <translation>vorderste</translation>
        </message>
        <message>
            <source>now</source>
            <translation>jetzt</translation>
        </message>
        <message>
            <source>oldest</source>
            <translation type="vanished">älteste</translation>
        </message>
        <message>
            <source>since</source>
            <translation>seit</translation>
        </message>
        <message>
            <source>state</source>
            <translation>Stand</translation>
        </message>
        <message>
            <source>worst</source>
            <translation>am schlimmsten</translation>
        </message>
    </context>
    <context>
        <name>AlertsPanel</name>
        <message>
            <source>&amp;Acknowledge…</source>
            <translation>&amp;Quittieren…</translation>
        </message>
        <message>
            <source>&amp;Rule…</source>
            <translation>&amp;Regel…</translation>
        </message>
        <message>
            <source>&amp;Snooze</source>
            <translation>Ruhen &amp;lassen</translation>
        </message>
        <message>
            <source>&amp;Wake</source>
            <translation>&amp;Wecken</translation>
        </message>
        <message>
            <source>1 alert open</source>
            <translation>1 Alarm offen</translation>
        </message>
        <message>
            <source>1 alert open, silenced</source>
            <translation>1 Alarm offen, still</translation>
        </message>
        <message>
            <source>1 rule does not apply to dead letters.</source>
            <translation>1 Regel gilt nicht für Dead Letters.</translation>
        </message>
        <message>
            <source>Go to &amp;destination</source>
            <translation>Zum &amp;Ziel</translation>
        </message>
        <message>
            <source>Go to &amp;failed messages</source>
            <translation>Zu den &amp;gescheiterten Nachrichten</translation>
        </message>
        <message>
            <source>Go to &amp;message</source>
            <translation>Zur &amp;Nachricht</translation>
        </message>
        <message>
            <source>No alert is open. 1 rule is watched.</source>
            <translation>Kein Alarm ist offen. 1 Regel wird überwacht.</translation>
        </message>
        <message>
            <source>No alert is open. {count} rules are watched.</source>
            <translation>Kein Alarm ist offen. {count} Regeln werden überwacht.</translation>
        </message>
        <message>
            <source>No rule is switched on, so no alert will come.</source>
            <translation>Keine Regel ist eingeschaltet, also wird kein Alarm kommen.</translation>
        </message>
        <message>
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <source>Rules…</source>
            <translation>Regeln…</translation>
        </message>
        <message>
            <source>Say nothing of the selected alerts for a while; they stay in the list</source>
            <translation>Eine Weile nichts von den ausgewählten Alarmen sagen; sie bleiben in der Liste</translation>
        </message>
        <message>
            <source>Snooze</source>
            <translation>Ruhen lassen</translation>
        </message>
        <message>
            <source>Snooze ▾</source>
            <translation>Ruhen lassen ▾</translation>
        </message>
        <message>
            <source>The selected alert in full</source>
            <translation>Der ausgewählte Alarm im Ganzen</translation>
        </message>
        <message>
            <source>When alerts are to come</source>
            <translation>Wann Alarme kommen sollen</translation>
        </message>
        <message>
            <source>{count} alerts open</source>
            <translation>{count} Alarme offen</translation>
        </message>
        <message>
            <source>{count} alerts open, all silenced</source>
            <translation>{count} Alarme offen, alle still</translation>
        </message>
        <message>
            <source>{count} alerts open, {taken} of them silenced</source>
            <translation>{count} Alarme offen, {taken} davon still</translation>
        </message>
        <message>
            <source>{count} rules do not apply to dead letters.</source>
            <translation>{count} Regeln gelten nicht für Dead Letters.</translation>
        </message>
    </context>
    <context>
        <name>AlertsTable</name>
        <message>
            <source>Alerts</source>
            <translation>Alarme</translation>
        </message>
    </context>
    <context>
        <name>AmongRow</name>
        <message>
            <source>Only the one that a search found at {time}</source>
            <translation>Nur die eine, die eine Suche um {time} fand</translation>
        </message>
        <message>
            <source>Only the one that had failed with this at {time}: {error}</source>
            <translation>Nur die eine, die um {time} hieran gescheitert war: {error}</translation>
        </message>
        <message>
            <source>Only the one that had failed without a recorded error at {time}</source>
            <translation>Nur die eine, die um {time} ohne aufgezeichneten Fehler gescheitert war</translation>
        </message>
        <message>
            <source>Only the {count} that a search found at {time}</source>
            <translation>Nur die {count}, die eine Suche um {time} fand</translation>
        </message>
        <message>
            <source>Only the {count} that had failed with this at {time}: {error}</source>
            <translation>Nur die {count}, die um {time} hieran gescheitert waren: {error}</translation>
        </message>
        <message>
            <source>Only the {count} that had failed without a recorded error at {time}</source>
            <translation>Nur die {count}, die um {time} ohne aufgezeichneten Fehler gescheitert waren</translation>
        </message>
        <message>
            <source>Show all</source>
            <translation>Alle zeigen</translation>
        </message>
        <message>
            <source>Show the other messages too</source>
            <translation>Auch die anderen Nachrichten zeigen</translation>
        </message>
    </context>
    <context>
        <name>AttemptsModel</name>
        <message>
            <source>attempt</source>
            <translation>Versuch</translation>
        </message>
        <message>
            <source>cause</source>
            <translation>Ursache</translation>
        </message>
        <message>
            <source>message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>outcome</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <source>time</source>
            <translation>Zeit</translation>
        </message>
        <message>
            <source>waited</source>
            <translation>gewartet</translation>
        </message>
    </context>
    <context>
        <name>AttemptsTable</name>
        <message>
            <source>Attempts of the selected worker</source>
            <translation>Versuche des ausgewählten Zustellers</translation>
        </message>
    </context>
    <context>
        <name>AuditModel</name>
        <message>
            <source>No message was changed.</source>
            <translation>Keine Nachricht wurde geändert.</translation>
        </message>
        <message>
            <source>So many were delivered between its start and its stop.</source>
            <translation>So viele wurden zwischen seinem Start und seinem Halt zugestellt.</translation>
        </message>
        <message>
            <source>action</source>
            <translation>Aktion</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>plan {plan}, part {part}</source>
            <translation>Plan {plan}, Teil {part}</translation>
        </message>
        <message>
            <source>reason</source>
            <translation>Grund</translation>
        </message>
        <message>
            <source>target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>time</source>
            <translation>Zeit</translation>
        </message>
        <message>
            <source>who</source>
            <translation>wer</translation>
        </message>
    </context>
    <context>
        <name>AuditPanel</name>
        <message>
            <source>&amp;Verify</source>
            <translation type="vanished">&amp;Prüfen</translation>
        </message>
        <message>
            <source>1 entry</source>
            <translation>1 Eintrag</translation>
        </message>
        <message>
            <source>All {count} entries are as they were written. Entries cut off at the end can't be noticed.</source>
            <translation>Alle {count} Einträge sind so, wie sie geschrieben wurden. Am Ende abgeschnittene Einträge sind nicht erkennbar.</translation>
        </message>
        <message>
            <source>Nobody has acted on this source through qmonitor.</source>
            <translation>In diese Quelle hat noch niemand mit qmonitor eingegriffen.</translation>
        </message>
        <message>
            <source>Recompute the chain of hashes that ties the entries together</source>
            <translation>Die Kette der Prüfsummen neu berechnen, die die Einträge verbindet</translation>
        </message>
        <message>
            <source>Recorded acts</source>
            <translation type="vanished">Aufgezeichnete Eingriffe</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <source>The chain is broken at entry {id}: it, or one before it, is not as it was written.</source>
            <translation>Die Kette ist bei Eintrag {id} unterbrochen: Er oder ein früherer ist nicht so, wie er geschrieben wurde.</translation>
        </message>
        <message>
            <source>The one entry is as it was written. Entries cut off at the end can't be noticed.</source>
            <translation>Der eine Eintrag ist so, wie er geschrieben wurde. Am Ende abgeschnittene Einträge sind nicht erkennbar.</translation>
        </message>
        <message>
            <source>The selected act in full</source>
            <translation>Der ausgewählte Eingriff im Ganzen</translation>
        </message>
        <message>
            <source>There is nothing to verify: no act is recorded.</source>
            <translation>Es gibt nichts zu prüfen: Kein Eingriff ist aufgezeichnet.</translation>
        </message>
        <message>
            <source>Verif&amp;y</source>
            <translation>&amp;Prüfen</translation>
        </message>
        <message>
            <source>Verifying…</source>
            <translation>Wird geprüft…</translation>
        </message>
        <message>
            <source>the newest {count} entries</source>
            <translation>die neuesten {count} Einträge</translation>
        </message>
        <message>
            <source>{count} entries</source>
            <translation>{count} Einträge</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>1 more notice</source>
            <translation>1 weiterer Hinweis</translation>
        </message>
        <message>
            <source>Fewer notices</source>
            <translation>Weniger Hinweise</translation>
        </message>
        <message>
            <source>{count} more notices</source>
            <translation>{count} weitere Hinweise</translation>
        </message>
    </context>
    <context>
        <name>ChartsPanel</name>
        <message>
            <source>{name}, hidden</source>
            <translation>{name}, ausgeblendet</translation>
        </message>
    </context>
    <context>
        <name>ChartsView</name>
        <message>
            <source>Charts</source>
            <translation>Diagramme</translation>
        </message>
        <message>
            <source>Curves begin at {time}: the source tells nothing of the time before.</source>
            <translation>Die Kurven beginnen um {time}: Von der Zeit davor sagt die Quelle nichts.</translation>
        </message>
        <message>
            <source>Curves begin when the window begins to look.</source>
            <translation>Kurven beginnen, sobald das Fenster hinsieht.</translation>
        </message>
        <message>
            <source>No destination has been seen yet.</source>
            <translation>Noch wurde kein Ziel gesehen.</translation>
        </message>
        <message>
            <source>Not read yet</source>
            <translation>Noch nicht gelesen</translation>
        </message>
        <message>
            <source>Stale since {time}</source>
            <translation>Veraltet seit {time}</translation>
        </message>
        <message>
            <source>{begin} to {end}</source>
            <translation>{begin} bis {end}</translation>
        </message>
    </context>
    <context>
        <name>Chosen</name>
        <message>
            <source>all that match are selected</source>
            <translation>alle passenden sind ausgewählt</translation>
        </message>
        <message>
            <source>all {count} that match are selected</source>
            <translation>alle {count} passenden sind ausgewählt</translation>
        </message>
        <message>
            <source>no longer all: {count} selected</source>
            <translation>nicht mehr alle: {count} ausgewählt</translation>
        </message>
        <message>
            <source>the one that matches is selected</source>
            <translation>die eine passende ist ausgewählt</translation>
        </message>
        <message>
            <source>{count} selected</source>
            <translation>{count} ausgewählt</translation>
        </message>
        <message>
            <source>{count} selected, only those already read</source>
            <translation>{count} ausgewählt, nur die schon gelesenen</translation>
        </message>
        <message>
            <source>{selected}, copied</source>
            <translation>{selected}, kopiert</translation>
        </message>
        <message>
            <source>{selected}, {count} already read ones copied</source>
            <translation>{selected}, {count} schon gelesene kopiert</translation>
        </message>
    </context>
    <context>
        <name>Columns</name>
        <message>
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
    </context>
    <context>
        <name>ComparisonView</name>
        <message>
            <source>1 difference in {fields} fields.</source>
            <translation>1 Unterschied in {fields} Feldern.</translation>
        </message>
        <message>
            <source>All fields</source>
            <translation>Alle Felder</translation>
        </message>
        <message>
            <source>Compare &amp;with id</source>
            <translation>&amp;Vergleichen mit Id</translation>
        </message>
        <message>
            <source>Comparing …</source>
            <translation>Es wird verglichen …</translation>
        </message>
        <message>
            <source>Message {id}, {type}, {state}, queued {time}.</source>
            <translation>Nachricht {id}, {type}, {state}, eingereiht {time}.</translation>
        </message>
        <message>
            <source>No difference in {fields} fields.</source>
            <translation>Kein Unterschied in {fields} Feldern.</translation>
        </message>
        <message>
            <source>No {type} among the last {count} delivered to this destination. Type the id of a message.</source>
            <translation>Unter den letzten {count}, die diesem Ziel zugestellt wurden, ist kein {type}. Die Id einer Nachricht eingeben.</translation>
        </message>
        <message>
            <source>Nothing delivered to this destination is in the queue. Type the id of a message.</source>
            <translation>In der Warteschlange ist nichts, was diesem Ziel zugestellt wurde. Die Id einer Nachricht eingeben.</translation>
        </message>
        <message>
            <source>Only the first {here} and {there} were compared.</source>
            <translation>Verglichen wurden nur die ersten {here} und {there}.</translation>
        </message>
        <message>
            <source>Show what is alike, too</source>
            <translation>Auch Gleiches zeigen</translation>
        </message>
        <message>
            <source>There are more fields than can be listed.</source>
            <translation>Es gibt mehr Felder, als aufgeführt werden können.</translation>
        </message>
        <message>
            <source>last delivered</source>
            <translation>zuletzt zugestellte</translation>
        </message>
        <message>
            <source>{count} differences in {fields} fields.</source>
            <translation>{count} Unterschiede in {fields} Feldern.</translation>
        </message>
    </context>
    <context>
        <name>ConfirmDialog</name>
        <message>
            <source>&amp;Reason</source>
            <translation>&amp;Grund</translation>
        </message>
        <message>
            <source>&amp;Save these messages first, in {folder}</source>
            <translation>Diese Nachrichten zuerst &amp;sichern, in {folder}</translation>
        </message>
        <message>
            <source>&amp;Save these messages first…</source>
            <translation>Diese Nachrichten zuerst &amp;sichern…</translation>
        </message>
        <message>
            <source>&amp;Type "{name}" to confirm</source>
            <translation>&amp;Zur Bestätigung „{name}“ eingeben</translation>
        </message>
        <message>
            <source>&amp;Type {count}, the number of messages, to confirm</source>
            <translation>&amp;Zur Bestätigung die Zahl der Nachrichten eingeben: {count}</translation>
        </message>
        <message>
            <source>&amp;Type {name} to confirm</source>
            <translation type="vanished">&amp;Zur Bestätigung eingeben: {name}</translation>
        </message>
        <message>
            <source>1 more message is not listed.</source>
            <translation>1 weitere Nachricht ist nicht aufgeführt.</translation>
        </message>
        <message>
            <source>1 of those selected can't be part of it: {items}</source>
            <translation>1 der ausgewählten kann nicht dabei sein: {items}</translation>
        </message>
        <message>
            <source>As they were at</source>
            <translation>So wie sie waren um</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Control id</source>
            <translation>Kontroll-ID</translation>
        </message>
        <message>
            <source>Done before</source>
            <translation>Vorher erledigt</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>Filter</translation>
        </message>
        <message>
            <source>Folder for the messages</source>
            <translation>Ordner für die Nachrichten</translation>
        </message>
        <message>
            <source>Head of the queue</source>
            <translation>Kopf der Warteschlange</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>Ids</source>
            <translation>IDs</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>Newest</source>
            <translation>Neueste</translation>
        </message>
        <message>
            <source>Not delivered yet</source>
            <translation>Noch nicht zugestellt</translation>
        </message>
        <message>
            <source>Oldest</source>
            <translation>Älteste</translation>
        </message>
        <message>
            <source>Only in state</source>
            <translation>Nur im Zustand</translation>
        </message>
        <message>
            <source>Only queued before</source>
            <translation>Nur eingereiht vor</translation>
        </message>
        <message>
            <source>Only queued since</source>
            <translation>Nur eingereiht seit</translation>
        </message>
        <message>
            <source>Only those that a search found at</source>
            <translation>Nur die, die eine Suche fand um</translation>
        </message>
        <message>
            <source>Only those that failed with</source>
            <translation>Nur die, die scheiterten an</translation>
        </message>
        <message>
            <source>Only with this in control id or type</source>
            <translation>Nur mit diesem in Kontroll-ID oder Typ</translation>
        </message>
        <message>
            <source>Only with this in the last error</source>
            <translation>Nur mit diesem im letzten Fehler</translation>
        </message>
        <message>
            <source>Queued</source>
            <translation>Eingereiht</translation>
        </message>
        <message>
            <source>Real messages are written into {folder}, unmasked: names and everything else, as they are stored. The files are for you alone to read; that you save them is written down in the journal.</source>
            <translation>In {folder} werden echte Nachrichten geschrieben, unverdeckt: Namen und alles andere, wie sie gespeichert sind. Nur Sie können die Dateien lesen; dass Sie sie sichern, wird im Journal festgehalten.</translation>
        </message>
        <message>
            <source>Save these messages first</source>
            <translation>Diese Nachrichten zuerst sichern</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Zustand</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>These messages can't be saved first: they would be saved as they are stored, and the administrator's policy keeps names masked.</source>
            <translation>Diese Nachrichten lassen sich nicht zuerst sichern: Sie würden gesichert, wie sie gespeichert sind, und die Richtlinie der Verwaltung hält Namen verdeckt.</translation>
        </message>
        <message>
            <source>Undo: {action}</source>
            <translation>Rückgängig: {action}</translation>
        </message>
        <message>
            <source>When they were selected {selected} messages matched; {count} can be acted on so now.</source>
            <translation>Bei der Auswahl passten {selected} Nachrichten; für {count} ist das jetzt möglich.</translation>
        </message>
        <message>
            <source>kept in the audit with your name</source>
            <translation>steht mit Namen im Protokoll</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <source>{action} 1 message</source>
            <translation>{action}: 1 Nachricht</translation>
        </message>
        <message>
            <source>{action} {count} messages</source>
            <translation>{action}: {count} Nachrichten</translation>
        </message>
        <message>
            <source>{count} more are not listed.</source>
            <translation>{count} weitere sind nicht aufgeführt.</translation>
        </message>
        <message>
            <source>{count} of those selected can't be part of it: {items}</source>
            <translation>{count} der ausgewählten können nicht dabei sein: {items}</translation>
        </message>
        <message>
            <source>{id}, the head of the queue</source>
            <translation>{id}, der Kopf der Warteschlange</translation>
        </message>
    </context>
    <context>
        <name>Connections</name>
        <message>
            <source>&amp;Database</source>
            <translation>&amp;Datenbank</translation>
        </message>
        <message>
            <source>&amp;Host</source>
            <translation>&amp;Rechner</translation>
        </message>
        <message>
            <source>&amp;Kind</source>
            <translation type="vanished">&amp;Art</translation>
        </message>
        <message>
            <source>&amp;Prefix of the keys</source>
            <translation>Präf&amp;ix der Schlüssel</translation>
        </message>
        <message>
            <source>&amp;User</source>
            <translation>&amp;Benutzer</translation>
        </message>
        <message>
            <source>Authority trusted (file)</source>
            <translation type="vanished">Vertraute Zertifizierungsstelle (Datei)</translation>
        </message>
        <message>
            <source>Connected.</source>
            <translation>Verbunden.</translation>
        </message>
        <message>
            <source>Connected: Redis {version}.</source>
            <translation type="vanished">Verbunden: Redis {version}.</translation>
        </message>
        <message>
            <source>Connected: {server} {version}.</source>
            <translation>Verbunden: {server} {version}.</translation>
        </message>
        <message>
            <source>Consumer &amp;group</source>
            <translation>Verbraucher&amp;gruppe</translation>
        </message>
        <message>
            <source>Its key (file)</source>
            <translation>Dessen Schlüssel (Datei)</translation>
        </message>
        <message>
            <source>K&amp;ind</source>
            <translation>&amp;Art</translation>
        </message>
        <message>
            <source>Na&amp;me</source>
            <translation>Na&amp;me</translation>
        </message>
        <message>
            <source>Over &amp;TLS</source>
            <translation>Über &amp;TLS</translation>
        </message>
        <message>
            <source>Own certificate (file)</source>
            <translation>Eigenes Zertifikat (Datei)</translation>
        </message>
        <message>
            <source>P&amp;ort</source>
            <translation>P&amp;ort</translation>
        </message>
        <message>
            <source>Path of the soc&amp;ket</source>
            <translation type="vanished">Pfad des Soc&amp;kets</translation>
        </message>
        <message>
            <source>Path of the sock&amp;et</source>
            <translation>Pfad des Soc&amp;kets</translation>
        </message>
        <message>
            <source>Taken over after (s)</source>
            <translation>Übernommen nach (s)</translation>
        </message>
        <message>
            <source>This user may do all that reading and acting need.</source>
            <translation>Dieser Benutzer darf alles, was Lesen und Eingreifen brauchen.</translation>
        </message>
        <message>
            <source>To act, this user needs the right to: {commands}.</source>
            <translation>Um einzugreifen, braucht dieser Benutzer das Recht zu: {commands}.</translation>
        </message>
        <message>
            <source>To see everything, this user needs the right to: {commands}.</source>
            <translation>Um alles zu sehen, braucht dieser Benutzer das Recht zu: {commands}.</translation>
        </message>
        <message>
            <source>Trusted authority (file)</source>
            <translation>Vertraute Zertifizierungsstelle (Datei)</translation>
        </message>
        <message>
            <source>a cluster</source>
            <translation>ein Cluster</translation>
        </message>
        <message>
            <source>a socket on this computer</source>
            <translation>ein Socket auf diesem Rechner</translation>
        </message>
        <message>
            <source>one server</source>
            <translation>ein Server</translation>
        </message>
    </context>
    <context>
        <name>ConnectionsDialog</name>
        <message>
            <source>&amp;Connect</source>
            <translation>&amp;Verbinden</translation>
        </message>
        <message>
            <source>&amp;New</source>
            <translation>&amp;Neu</translation>
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation>&amp;Entfernen</translation>
        </message>
        <message>
            <source>&amp;Save without connecting</source>
            <translation>Speichern, o&amp;hne zu verbinden</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Connect to a Redis queue</source>
            <translation type="vanished">Mit einer Redis-Warteschlange verbinden</translation>
        </message>
        <message>
            <source>Connect to a {server} queue</source>
            <translation>Mit einer {server}-Warteschlange verbinden</translation>
        </message>
        <message>
            <source>Connecting; nothing is written …</source>
            <translation>Verbindung wird aufgenommen; es wird nichts geschrieben …</translation>
        </message>
        <message>
            <source>Connection {number} is not right yet: {why}</source>
            <translation>Verbindung {number} stimmt noch nicht: {why}</translation>
        </message>
        <message>
            <source>Connections</source>
            <translation>Verbindungen</translation>
        </message>
        <message>
            <source>Connections are kept in {path}; passwords are not.</source>
            <translation>Verbindungen werden in {path} aufbewahrt, Passwörter nicht.</translation>
        </message>
        <message>
            <source>Cop&amp;y</source>
            <translation type="vanished">&amp;Kopieren</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <source>It is kept in {path}; passwords are not.</source>
            <translation type="vanished">Es wird in {path} aufbewahrt, Passwörter nicht.</translation>
        </message>
        <message>
            <source>Keep it in the computer's &amp;keyring</source>
            <translation>Im &amp;Schlüsselbund des Rechners aufbewahren</translation>
        </message>
        <message>
            <source>New connection</source>
            <translation>Neue Verbindung</translation>
        </message>
        <message>
            <source>Pass&amp;word (empty: as it is in the keyring, or asked for)</source>
            <translation type="vanished">Pass&amp;wort (leer: wie im Schlüsselbund, oder es wird gefragt)</translation>
        </message>
        <message>
            <source>Pass&amp;word (empty: taken from the keyring, or asked for)</source>
            <translation>Pass&amp;wort (leer: aus dem Schlüsselbund, oder es wird gefragt)</translation>
        </message>
        <message>
            <source>Tr&amp;y the connection</source>
            <translation>Verbindung &amp;prüfen</translation>
        </message>
        <message>
            <source>Two connections are called {name}.</source>
            <translation>Zwei Verbindungen heißen {name}.</translation>
        </message>
        <message>
            <source>You have changed connections. They stay as they were if you leave now.</source>
            <translation>Sie haben Verbindungen geändert. Sie bleiben, wie sie waren, wenn Sie jetzt gehen.</translation>
        </message>
        <message>
            <source>{name} (copy)</source>
            <translation>{name} (Kopie)</translation>
        </message>
    </context>
    <context>
        <name>Copying</name>
        <message>
            <source>Copied as stored: {size}, SHA-256 {digest}</source>
            <translation>Wie gespeichert kopiert: {size}, SHA-256 {digest}</translation>
        </message>
        <message>
            <source>Copied: the value of {path}</source>
            <translation>Kopiert: der Wert von {path}</translation>
        </message>
        <message>
            <source>Copied: {path}</source>
            <translation>Kopiert: {path}</translation>
        </message>
        <message>
            <source>Not while the patient's data are masked: what is stored would show them. Unmask first.</source>
            <translation>Nicht, solange die Daten der Patienten verdeckt sind: Das Gespeicherte würde sie zeigen. Erst aufdecken.</translation>
        </message>
        <message>
            <source>Save as stored</source>
            <translation>Wie gespeichert sichern</translation>
        </message>
        <message>
            <source>Save document</source>
            <translation>Dokument sichern</translation>
        </message>
        <message>
            <source>Saved as {file}: {size}, SHA-256 {digest}</source>
            <translation>Gesichert als {file}: {size}, SHA-256 {digest}</translation>
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>&amp;Copy</source>
            <translation>&amp;Kopieren</translation>
        </message>
        <message>
            <source>A fault in qmonitor</source>
            <translation>Ein Fehler in qmonitor</translation>
        </message>
        <message>
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <source>Something in qmonitor went wrong. The queue is not affected. This report helps:</source>
            <translation>In qmonitor ist etwas schiefgegangen. Die Warteschlange ist nicht betroffen. Dieser Bericht hilft:</translation>
        </message>
    </context>
    <context>
        <name>DestinationDelegate</name>
        <message>
            <source>oldest</source>
            <translation>älteste</translation>
        </message>
        <message>
            <source>pending</source>
            <translation>wartend</translation>
        </message>
    </context>
    <context>
        <name>DestinationsPanel</name>
        <message>
            <source>Destinations</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <source>Not read yet</source>
            <translation>Noch nicht gelesen</translation>
        </message>
        <message>
            <source>Search destinations</source>
            <translation>Ziele suchen</translation>
        </message>
        <message>
            <source>Stale since {time}</source>
            <translation>Veraltet seit {time}</translation>
        </message>
    </context>
    <context>
        <name>Details</name>
        <message>
            <source>Facts</source>
            <translation>Angaben</translation>
        </message>
        <message>
            <source>What happened to it</source>
            <translation>Was mit ihr geschah</translation>
        </message>
    </context>
    <context>
        <name>DiscardDialog</name>
        <message>
            <source>&amp;Go on editing</source>
            <translation>&amp;Weiter bearbeiten</translation>
        </message>
        <message>
            <source>&amp;Leave without saving</source>
            <translation>Ohne Speichern &amp;verlassen</translation>
        </message>
        <message>
            <source>Leave without saving?</source>
            <translation>Ohne Speichern verlassen?</translation>
        </message>
    </context>
    <context>
        <name>DraftsModel</name>
        <message>
            <source>Worker {number}</source>
            <translation>Zusteller {number}</translation>
        </message>
        <message>
            <source>{worker}, can't be used as it stands</source>
            <translation>{worker}, so nicht zu gebrauchen</translation>
        </message>
        <message>
            <source>{worker}, not right yet</source>
            <translation>{worker}, noch nicht richtig</translation>
        </message>
    </context>
    <context>
        <name>EmptyPlace</name>
        <message>
            <source>&amp;Open…</source>
            <translation>Ö&amp;ffnen…</translation>
        </message>
        <message>
            <source>Con&amp;nect to a Redis queue…</source>
            <translation type="vanished">Mit einer Redis-Warteschlange &amp;verbinden…</translation>
        </message>
        <message>
            <source>No queue is open. Open an SQLite file that holds one, or drop it here.</source>
            <translation type="vanished">Keine Warteschlange ist geöffnet. Eine SQLite-Datei mit einer Warteschlange öffnen oder hier ablegen.</translation>
        </message>
        <message>
            <source>No queue is open. Open the engine's queue file, or drop it here.</source>
            <translation>Keine Warteschlange ist geöffnet. Die Datei der Engine öffnen oder hier ablegen.</translation>
        </message>
        <message>
            <source>Open a file</source>
            <translation>Datei öffnen</translation>
        </message>
        <message>
            <source>Open {name}</source>
            <translation>{name} öffnen</translation>
        </message>
        <message>
            <source>Opened before:</source>
            <translation>Zuletzt geöffnet:</translation>
        </message>
        <message>
            <source>Read the first steps</source>
            <translation>Erste Schritte lesen</translation>
        </message>
        <message>
            <source>To look around first:</source>
            <translation>Zum Kennenlernen:</translation>
        </message>
        <message>
            <source>Try the demo</source>
            <translation>Demo starten</translation>
        </message>
    </context>
    <context>
        <name>EntryButton</name>
        <message>
            <source>hidden</source>
            <translation>ausgeblendet</translation>
        </message>
    </context>
    <context>
        <name>ErrorsModel</name>
        <message>
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>First seen</source>
            <translation>Zuerst gesehen</translation>
        </message>
        <message>
            <source>Last seen</source>
            <translation>Zuletzt gesehen</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>Press to have the highest on top</source>
            <translation>Klicken, um das Höchste oben zu haben</translation>
        </message>
        <message>
            <source>Tried last</source>
            <translation>Zuletzt versucht</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>example</source>
            <translation>Beispiel</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>gescheitert</translation>
        </message>
        <message>
            <source>first seen</source>
            <translation>zuerst gesehen</translation>
        </message>
        <message>
            <source>last seen</source>
            <translation>zuletzt gesehen</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>not recorded by the source</source>
            <translation>von der Quelle nicht aufgezeichnet</translation>
        </message>
        <message>
            <source>pending</source>
            <translation>wartend</translation>
        </message>
        <message>
            <source>what went wrong</source>
            <translation>was schiefging</translation>
        </message>
        <message>
            <source>{count}, all failed</source>
            <translation>{count}, alle gescheitert</translation>
        </message>
        <message>
            <source>{count}, all pending</source>
            <translation>{count}, alle wartend</translation>
        </message>
        <message>
            <source>{count}: {pending} pending, {failed} failed</source>
            <translation>{count}: {pending} wartend, {failed} gescheitert</translation>
        </message>
    </context>
    <context>
        <name>ErrorsPanel</name>
        <message>
            <source>&amp;Act</source>
            <translation>&amp;Handeln</translation>
        </message>
        <message>
            <source>1 message failed</source>
            <translation>1 Nachricht fehlgeschlagen</translation>
        </message>
        <message>
            <source>1 message was tried in vain</source>
            <translation>1 Nachricht wurde vergeblich versucht</translation>
        </message>
        <message>
            <source>Act on the selected group</source>
            <translation>Mit der ausgewählten Gruppe handeln</translation>
        </message>
        <message>
            <source>Act ▾</source>
            <translation>Handeln ▾</translation>
        </message>
        <message>
            <source>Do something to all messages of the selected group; it is confirmed first</source>
            <translation>Etwas mit allen Nachrichten der ausgewählten Gruppe tun; es wird vorher bestätigt</translation>
        </message>
        <message>
            <source>Go to the one tried &amp;last</source>
            <translation>Zur zu&amp;letzt versuchten gehen</translation>
        </message>
        <message>
            <source>It is not read whole yet.</source>
            <translation>Es ist noch nicht ganz gelesen.</translation>
        </message>
        <message>
            <source>Last seen on t&amp;op</source>
            <translation>Zuletzt &amp;gesehene oben</translation>
        </message>
        <message>
            <source>Most messages on &amp;top</source>
            <translation>Die meisten Nachrichten &amp;oben</translation>
        </message>
        <message>
            <source>No error is recorded here: such a queue does not keep why a message could not be sent.</source>
            <translation>Hier ist kein Fehler verzeichnet: Eine solche Warteschlange bewahrt nicht auf, warum eine Nachricht nicht gesendet werden konnte.</translation>
        </message>
        <message>
            <source>Nothing went wrong: no message that is here was tried in vain.</source>
            <translation>Nichts ging schief: Keine Nachricht hier wurde vergeblich versucht.</translation>
        </message>
        <message>
            <source>Reading what went wrong …</source>
            <translation>Es wird gelesen, was schiefging …</translation>
        </message>
        <message>
            <source>Select a group first.</source>
            <translation>Wählen Sie zuerst eine Gruppe aus.</translation>
        </message>
        <message>
            <source>Show these &amp;messages</source>
            <translation>Diese &amp;Nachrichten zeigen</translation>
        </message>
        <message>
            <source>The selected group in full</source>
            <translation>Die ausgewählte Gruppe im Ganzen</translation>
        </message>
        <message>
            <source>as of {time}</source>
            <translation>Stand {time}</translation>
        </message>
        <message>
            <source>{count} messages failed, all alike</source>
            <translation>{count} Nachrichten fehlgeschlagen, alle gleich</translation>
        </message>
        <message>
            <source>{count} messages failed, in {groups} groups</source>
            <translation>{count} Nachrichten fehlgeschlagen, in {groups} Gruppen</translation>
        </message>
        <message>
            <source>{count} messages were tried in vain, all alike</source>
            <translation>{count} Nachrichten wurden vergeblich versucht, alle gleich</translation>
        </message>
        <message>
            <source>{count} messages were tried in vain, in {groups} groups</source>
            <translation>{count} Nachrichten wurden vergeblich versucht, in {groups} Gruppen</translation>
        </message>
        <message>
            <source>{count} so far; {looked} messages are read</source>
            <translation>{count} bisher; {looked} Nachrichten sind gelesen</translation>
        </message>
        <message>
            <source>{count} so far; {looked} of {total} messages are read</source>
            <translation>{count} bisher; {looked} von {total} Nachrichten sind gelesen</translation>
        </message>
    </context>
    <context>
        <name>ErrorsTable</name>
        <message>
            <source>What went wrong</source>
            <translation>Was schiefging</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>&amp;Files as stored, with an index</source>
            <translation>&amp;Dateien wie gespeichert, mit einem Verzeichnis</translation>
        </message>
        <message>
            <source>&amp;Files, one for each message, with an index</source>
            <translation>&amp;Dateien, eine je Nachricht, mit einem Verzeichnis</translation>
        </message>
        <message>
            <source>&amp;Values at these HL7 paths as further columns</source>
            <translation>&amp;Werte an diesen HL7-Pfaden als weitere Spalten</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Choose where…</source>
            <translation>Ort wählen…</translation>
        </message>
        <message>
            <source>Export 1 message</source>
            <translation>1 Nachricht exportieren</translation>
        </message>
        <message>
            <source>Export all messages that are selected</source>
            <translation>Alle ausgewählten Nachrichten exportieren</translation>
        </message>
        <message>
            <source>Export messages</source>
            <translation>Nachrichten exportieren</translation>
        </message>
        <message>
            <source>Export {count} messages</source>
            <translation>{count} Nachrichten exportieren</translation>
        </message>
        <message>
            <source>It is written down in the journal that you export them.</source>
            <translation>Im Journal wird festgehalten, dass Sie sie exportieren.</translation>
        </message>
        <message>
            <source>JSON &amp;lines: all that is known, and the bytes in base64</source>
            <translation>JSON-&amp;Zeilen: alles, was bekannt ist, und die Bytes in Base64</translation>
        </message>
        <message>
            <source>PID-3.1, MSH-10</source>
            <translation>PID-3.1, MSH-10</translation>
        </message>
        <message>
            <source>Table (&amp;CSV) of what is known, for a spreadsheet</source>
            <translation>Tabelle (&amp;CSV) dessen, was bekannt ist, für eine Tabellenkalkulation</translation>
        </message>
        <message>
            <source>These are no HL7 paths. Write them with commas between: PID-3.1, OBX-5.</source>
            <translation>Das sind keine HL7-Pfade. Schreiben Sie sie mit Kommas dazwischen: PID-3.1, OBX-5.</translation>
        </message>
        <message>
            <source>Unmasked: the files hold names and everything else that the messages say.</source>
            <translation>Unverdeckt: die Dateien enthalten Namen und alles andere, was die Nachrichten sagen.</translation>
        </message>
        <message>
            <source>What tells of a person is masked. Messages that can't be masked are left out, and named.</source>
            <translation>Was von einer Person erzählt, ist verdeckt. Nachrichten, die nicht verdeckt werden können, fehlen und werden genannt.</translation>
        </message>
    </context>
    <context>
        <name>Exports</name>
        <message>
            <source>Save chart as picture</source>
            <translation>Diagramm als Bild speichern</translation>
        </message>
        <message>
            <source>Save chart as table</source>
            <translation>Diagramm als Tabelle speichern</translation>
        </message>
        <message>
            <source>The chart was not saved: {error}</source>
            <translation>Das Diagramm wurde nicht gespeichert: {error}</translation>
        </message>
        <message>
            <source>The chart was saved as {file}.</source>
            <translation>Das Diagramm wurde als {file} gespeichert.</translation>
        </message>
    </context>
    <context>
        <name>Face</name>
        <message>
            <source>Age of the oldest message over time</source>
            <translation>Alter der ältesten Nachricht im Zeitverlauf</translation>
        </message>
        <message>
            <source>All curves in one plot</source>
            <translation>Alle Kurven in einem Diagramm</translation>
        </message>
        <message>
            <source>All curves in one plot (M)</source>
            <translation>Alle Kurven in einem Diagramm (M)</translation>
        </message>
        <message>
            <source>Back to now</source>
            <translation>Zurück zu jetzt</translation>
        </message>
        <message>
            <source>Curves, alert rules, saving</source>
            <translation>Kurven, Alarmregeln, Speichern</translation>
        </message>
        <message>
            <source>Curves, thresholds, saving</source>
            <translation type="vanished">Kurven, Schwellen, Speichern</translation>
        </message>
        <message>
            <source>Depth over time</source>
            <translation>Rückstand im Zeitverlauf</translation>
        </message>
        <message>
            <source>Depth — messages pending</source>
            <translation type="vanished">Rückstand — wartende Nachrichten</translation>
        </message>
        <message>
            <source>Find a curve</source>
            <translation>Kurve suchen</translation>
        </message>
        <message>
            <source>Find a destination, and show or hide its curve (/)</source>
            <translation>Ein Ziel suchen und seine Kurve ein- oder ausblenden (/)</translation>
        </message>
        <message>
            <source>Follow the present again</source>
            <translation>Wieder der Gegenwart folgen</translation>
        </message>
        <message>
            <source>Menu of the charts</source>
            <translation>Menü der Diagramme</translation>
        </message>
        <message>
            <source>Small charts, one for each destination</source>
            <translation>Kleine Diagramme, eines für jedes Ziel</translation>
        </message>
        <message>
            <source>Small charts, one for each destination (M)</source>
            <translation>Kleine Diagramme, eines für jedes Ziel (M)</translation>
        </message>
    </context>
    <context>
        <name>FactsTable</name>
        <message>
            <source>Facts</source>
            <translation type="vanished">Angaben</translation>
        </message>
    </context>
    <context>
        <name>FilterBar</name>
        <message>
            <source>Choose columns, go to a message, clear the filters</source>
            <translation>Spalten wählen, zu einer Nachricht gehen, Filter aufheben</translation>
        </message>
        <message>
            <source>Columns and places</source>
            <translation>Spalten und Stellen</translation>
        </message>
        <message>
            <source>Control id or type</source>
            <translation>Kontroll-ID oder Typ</translation>
        </message>
        <message>
            <source>Error texts are masked, and so are not searched</source>
            <translation>Fehlertexte sind verdeckt und werden deshalb nicht durchsucht</translation>
        </message>
        <message>
            <source>Filter by control id or type</source>
            <translation>Nach Kontroll-ID oder Typ filtern</translation>
        </message>
        <message>
            <source>Filter by last error</source>
            <translation>Nach letztem Fehler filtern</translation>
        </message>
        <message>
            <source>Filter by type</source>
            <translation>Nach Typ filtern</translation>
        </message>
        <message>
            <source>Last error</source>
            <translation>Letzter Fehler</translation>
        </message>
        <message>
            <source>Order: {order}</source>
            <translation>Reihenfolge: {order}</translation>
        </message>
        <message>
            <source>Show {state} messages</source>
            <translation>Nachrichten zeigen: {state}</translation>
        </message>
        <message>
            <source>Turn the order round</source>
            <translation type="vanished">Reihenfolge umkehren</translation>
        </message>
        <message>
            <source>Turn the order round: {order}</source>
            <translation>Reihenfolge umkehren: {order}</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <source>all</source>
            <translation>alle</translation>
        </message>
        <message>
            <source>control id or type contains “{text}”</source>
            <translation>Kontroll-ID oder Typ enthält „{text}“</translation>
        </message>
        <message>
            <source>head first</source>
            <translation>Kopf zuerst</translation>
        </message>
        <message>
            <source>last error contains “{text}”</source>
            <translation>letzter Fehler enthält „{text}“</translation>
        </message>
        <message>
            <source>newest first</source>
            <translation>neueste zuerst</translation>
        </message>
        <message>
            <source>oldest first</source>
            <translation>älteste zuerst</translation>
        </message>
        <message>
            <source>state {state}</source>
            <translation>Zustand {state}</translation>
        </message>
        <message>
            <source>type contains “{text}”</source>
            <translation>Typ enthält „{text}“</translation>
        </message>
        <message>
            <source>view ▾</source>
            <translation>Ansicht ▾</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>All messages</source>
            <translation>Alle Nachrichten</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <source>Go on with the search</source>
            <translation>Die Suche fortsetzen</translation>
        </message>
        <message>
            <source>Ignore case</source>
            <translation>Groß/klein egal</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Suchen</translation>
        </message>
        <message>
            <source>Search for</source>
            <translation>Suchen nach</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <source>Take small and capital letters as the same</source>
            <translation>Groß- und Kleinbuchstaben als gleich nehmen</translation>
        </message>
        <message>
            <source>What is searched for</source>
            <translation>Was gesucht wird</translation>
        </message>
        <message>
            <source>What the table shows</source>
            <translation>Was die Tabelle zeigt</translation>
        </message>
        <message>
            <source>Where it is searched</source>
            <translation>Wo gesucht wird</translation>
        </message>
    </context>
    <context>
        <name>FindModel</name>
        <message>
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Found at</source>
            <translation>Gefunden bei</translation>
        </message>
        <message>
            <source>ID</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>Queued</source>
            <translation>Eingereiht</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Zustand</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <source>control ID</source>
            <translation>Kontroll-ID</translation>
        </message>
        <message>
            <source>message type</source>
            <translation>Nachrichtentyp</translation>
        </message>
        <message>
            <source>{path}, from byte {offset} on</source>
            <translation>{path}, ab Byte {offset}</translation>
        </message>
    </context>
    <context>
        <name>FindPanel</name>
        <message>
            <source>&amp;Act</source>
            <translation>&amp;Aktion</translation>
        </message>
        <message>
            <source>&amp;Go to this message</source>
            <translation>&amp;Zu dieser Nachricht gehen</translation>
        </message>
        <message>
            <source>1 message found; all {looked} are searched</source>
            <translation>1 Nachricht gefunden; alle {looked} sind durchsucht</translation>
        </message>
        <message>
            <source>Act ▾</source>
            <translation>Aktion ▾</translation>
        </message>
        <message>
            <source>Any part of a message</source>
            <translation>Irgendein Teil einer Nachricht</translation>
        </message>
        <message>
            <source>Do something to all messages that were found; it is confirmed first</source>
            <translation>Etwas mit allen gefundenen Nachrichten tun; es wird zuerst bestätigt</translation>
        </message>
        <message>
            <source>HL7 path</source>
            <translation>HL7-Pfad</translation>
        </message>
        <message>
            <source>Message {id} was gone when it was to be read.</source>
            <translation>Nachricht {id} war weg, als sie gelesen werden sollte.</translation>
        </message>
        <message>
            <source>Messages were acted on since: search again to see what is left.</source>
            <translation>Seither wurde an Nachrichten etwas getan: Suchen Sie noch einmal, um zu sehen, was übrig ist.</translation>
        </message>
        <message>
            <source>Nothing found; all {looked} messages are searched</source>
            <translation>Nichts gefunden; alle {looked} Nachrichten sind durchsucht</translation>
        </message>
        <message>
            <source>Nothing was found, or the search still goes on.</source>
            <translation>Nichts wurde gefunden, oder die Suche läuft noch.</translation>
        </message>
        <message>
            <source>OBX\|\d+\|ED</source>
            <translation>OBX\|\d+\|ED</translation>
        </message>
        <message>
            <source>Only this was searched: {where}.</source>
            <translation>Nur das wurde durchsucht: {where}.</translation>
        </message>
        <message>
            <source>PID-3.1=12345, or a path alone for any value</source>
            <translation>PID-3.1=12345, oder ein Pfad allein für jeden Wert</translation>
        </message>
        <message>
            <source>Person's identifier</source>
            <translation>Kennung einer Person</translation>
        </message>
        <message>
            <source>Regular expression</source>
            <translation>Regulärer Ausdruck</translation>
        </message>
        <message>
            <source>Search all messages</source>
            <translation>Alle Nachrichten durchsuchen</translation>
        </message>
        <message>
            <source>Searches the messages themselves, not only what is known of them.</source>
            <translation>Durchsucht die Nachrichten selbst, nicht nur, was von ihnen bekannt ist.</translation>
        </message>
        <message>
            <source>Searching …</source>
            <translation>Suche …</translation>
        </message>
        <message>
            <source>Show in the table</source>
            <translation>In der Tabelle zeigen</translation>
        </message>
        <message>
            <source>Small and capital letters were told apart.</source>
            <translation>Groß- und Kleinschreibung wurde unterschieden.</translation>
        </message>
        <message>
            <source>Stopped before anything was searched.</source>
            <translation>Angehalten, bevor etwas durchsucht war.</translation>
        </message>
        <message>
            <source>Stopped: {found} found; only ids {from_id} to {to_id} of those to {last} are searched ({percent} %)</source>
            <translation>Angehalten: {found} gefunden; nur IDs {from_id} bis {to_id} von denen bis {last} sind durchsucht ({percent} %)</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>Text</translation>
        </message>
        <message>
            <source>The whole identifier: found in messages of every kind</source>
            <translation>Die ganze Kennung: gefunden in Nachrichten jeder Art</translation>
        </message>
        <message>
            <source>There are no messages to search here.</source>
            <translation>Hier gibt es keine Nachrichten zu durchsuchen.</translation>
        </message>
        <message>
            <source>Those that do not say their encoding are read as {encoding}.</source>
            <translation>Nachrichten, die ihre Kodierung nicht nennen, werden als {encoding} gelesen.</translation>
        </message>
        <message>
            <source>Without these filters there are {count} messages.</source>
            <translation>Ohne diese Filter sind es {count} Nachrichten.</translation>
        </message>
        <message>
            <source>Without these filters there is 1 message.</source>
            <translation>Ohne diese Filter ist es 1 Nachricht.</translation>
        </message>
        <message>
            <source>{found} found so far; ids {from_id} to {to_id} of those to {last} are searched ({percent} %)</source>
            <translation>Bisher {found} gefunden; IDs {from_id} bis {to_id} von denen bis {last} sind durchsucht ({percent} %)</translation>
        </message>
        <message>
            <source>{found} messages found; all {looked} are searched</source>
            <translation>{found} Nachrichten gefunden; alle {looked} sind durchsucht</translation>
        </message>
    </context>
    <context>
        <name>FindTable</name>
        <message>
            <source>What was found</source>
            <translation>Was gefunden wurde</translation>
        </message>
    </context>
    <context>
        <name>Finder</name>
        <message>
            <source>&amp;Worst again</source>
            <translation>&amp;Wieder die schlimmsten</translation>
        </message>
        <message>
            <source>1 destination; Enter shows its curve, a click ticks it</source>
            <translation>1 Ziel; die Eingabetaste zeigt seine Kurve, ein Klick hakt es an</translation>
        </message>
        <message>
            <source>1 destination; Enter shows or hides its curve</source>
            <translation type="vanished">1 Ziel; die Eingabetaste blendet seine Kurve ein oder aus</translation>
        </message>
        <message>
            <source>Destinations</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <source>Find a curve</source>
            <translation>Kurve suchen</translation>
        </message>
        <message>
            <source>Find a destination</source>
            <translation>Ziel suchen</translation>
        </message>
        <message>
            <source>No destination has this in its name.</source>
            <translation>Kein Ziel hat das in seinem Namen.</translation>
        </message>
        <message>
            <source>Show the worst dozen, as if nobody had chosen</source>
            <translation>Das schlimmste Dutzend zeigen, als hätte niemand gewählt</translation>
        </message>
        <message>
            <source>{count} destinations; Enter shows or hides the curve</source>
            <translation type="vanished">{count} Ziele; die Eingabetaste blendet die Kurve ein oder aus</translation>
        </message>
        <message>
            <source>{count} destinations; Enter shows the curve, a click ticks it</source>
            <translation>{count} Ziele; die Eingabetaste zeigt die Kurve, ein Klick hakt sie an</translation>
        </message>
    </context>
    <context>
        <name>Foot</name>
        <message>
            <source>1 message</source>
            <translation>1 Nachricht</translation>
        </message>
        <message>
            <source>1 message at {time}</source>
            <translation>1 Nachricht um {time}</translation>
        </message>
        <message>
            <source>Go to 1 new message</source>
            <translation>Zur neuen Nachricht gehen</translation>
        </message>
        <message>
            <source>Go to the newest messages</source>
            <translation>Zu den neuesten Nachrichten gehen</translation>
        </message>
        <message>
            <source>Go to {count} new messages</source>
            <translation>Zu {count} neuen Nachrichten gehen</translation>
        </message>
        <message>
            <source>as of {time}</source>
            <translation>Stand {time}</translation>
        </message>
        <message>
            <source>counting …</source>
            <translation>wird gezählt …</translation>
        </message>
        <message>
            <source>stale since {time}</source>
            <translation>veraltet seit {time}</translation>
        </message>
        <message>
            <source>{count} messages</source>
            <translation>{count} Nachrichten</translation>
        </message>
        <message>
            <source>{count} messages at {time}</source>
            <translation>{count} Nachrichten um {time}</translation>
        </message>
        <message>
            <source>↑ {count} new</source>
            <translation>↑ {count} neue</translation>
        </message>
    </context>
    <context>
        <name>GoTo</name>
        <message>
            <source>&amp;Go to id</source>
            <translation type="vanished">&amp;Gehe zu ID</translation>
        </message>
        <message>
            <source>Clear the filters and go to this message</source>
            <translation>Filter aufheben und zu dieser Nachricht gehen</translation>
        </message>
        <message>
            <source>Go to &amp;id</source>
            <translation>Gehe zu &amp;ID</translation>
        </message>
        <message>
            <source>Go to id</source>
            <translation>Gehe zu ID</translation>
        </message>
        <message>
            <source>Show it</source>
            <translation>Zeigen</translation>
        </message>
        <message>
            <source>There is no message {id}.</source>
            <translation>Es gibt keine Nachricht {id}.</translation>
        </message>
        <message>
            <source>reading …</source>
            <translation>wird gelesen …</translation>
        </message>
        <message>
            <source>{id} does not match the filters.</source>
            <translation>{id} passt nicht zu den Filtern.</translation>
        </message>
        <message>
            <source>{id} is a message for {where}.</source>
            <translation>{id} ist eine Nachricht für {where}.</translation>
        </message>
        <message>
            <source>{id} is {state}, so it is not in this list.</source>
            <translation>{id} ist {state} und steht daher nicht in dieser Liste.</translation>
        </message>
    </context>
    <context>
        <name>Grid</name>
        <message>
            <source>Small charts, one for each destination</source>
            <translation>Kleine Diagramme, eines für jedes Ziel</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Help</source>
            <translation>Hilfe</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>Seite</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>Seiten</translation>
        </message>
    </context>
    <context>
        <name>HexView</name>
        <message>
            <source>Payload as bytes</source>
            <translation>Inhalt als Bytes</translation>
        </message>
    </context>
    <context>
        <name>Hosting</name>
        <message>
            <source>Finding out what would be sent …</source>
            <translation>Es wird ermittelt, was gesendet würde …</translation>
        </message>
        <message>
            <source>No worker was started: {error}</source>
            <translation>Es wurde kein Zusteller gestartet: {error}</translation>
        </message>
        <message>
            <source>Starting: looking for the passwords …</source>
            <translation>Wird gestartet: Die Passwörter werden gesucht …</translation>
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message>
            <source>Details</source>
            <translation type="vanished">Einzelheiten</translation>
        </message>
        <message>
            <source>Message {id}</source>
            <translation type="vanished">Nachricht {id}</translation>
        </message>
        <message>
            <source>Message {id} is no longer in the queue.</source>
            <translation>Nachricht {id} ist nicht mehr in der Warteschlange.</translation>
        </message>
        <message>
            <source>No message is selected.</source>
            <translation>Keine Nachricht ist ausgewählt.</translation>
        </message>
        <message>
            <source>Text</source>
            <translation type="vanished">Text</translation>
        </message>
        <message>
            <source>Views of the message</source>
            <translation type="vanished">Ansichten der Nachricht</translation>
        </message>
        <message>
            <source>as of {time}, not read since</source>
            <translation>Stand {time}, seitdem nicht gelesen</translation>
        </message>
    </context>
    <context>
        <name>LeaveDialog</name>
        <message>
            <source>&amp;Close without waiting</source>
            <translation>Ohne Warten &amp;schließen</translation>
        </message>
        <message>
            <source>&amp;End and close</source>
            <translation>&amp;Beenden und schließen</translation>
        </message>
        <message>
            <source>&amp;Go on working</source>
            <translation>&amp;Weiterarbeiten</translation>
        </message>
        <message>
            <source>A worker is running here. End it and close?</source>
            <translation>Hier läuft ein Zusteller. Beenden und schließen?</translation>
        </message>
        <message>
            <source>Finishing 1 attempt, at most {seconds} s.</source>
            <translation>1 Versuch wird zu Ende geführt, höchstens {seconds} s.</translation>
        </message>
        <message>
            <source>Finishing {count} attempts, at most {seconds} s.</source>
            <translation>{count} Versuche werden zu Ende geführt, höchstens {seconds} s.</translation>
        </message>
        <message>
            <source>Giving the leases back …</source>
            <translation>Die Belegungen werden zurückgegeben …</translation>
        </message>
        <message>
            <source>If you don't wait, the message that is being sent may arrive, and be sent a second time later.</source>
            <translation>Wenn Sie nicht warten, kann die Nachricht, die gerade gesendet wird, ankommen und später ein zweites Mal gesendet werden.</translation>
        </message>
        <message>
            <source>Messages that wait stay in the queue until a worker is started again, here or by the engine.</source>
            <translation type="vanished">Wartende Nachrichten bleiben in der Warteschlange, bis wieder ein Zusteller gestartet wird, hier oder von der Engine.</translation>
        </message>
        <message>
            <source>Messages that wait stay in the queue until a worker is started again, or another program sends them.</source>
            <translation>Wartende Nachrichten bleiben in der Warteschlange, bis wieder ein Zusteller gestartet wird oder ein anderes Programm sie sendet.</translation>
        </message>
        <message>
            <source>Nothing is being sent at the moment, so that takes no time.</source>
            <translation>Im Augenblick wird nichts gesendet, es dauert also nicht.</translation>
        </message>
        <message>
            <source>The workers are ending.</source>
            <translation>Die Zusteller werden beendet.</translation>
        </message>
        <message>
            <source>{count} workers are running here. End them and close?</source>
            <translation>Hier laufen {count} Zusteller. Beenden und schließen?</translation>
        </message>
    </context>
    <context>
        <name>LeftList</name>
        <message>
            <source>Co&amp;py list</source>
            <translation>Liste &amp;kopieren</translation>
        </message>
        <message>
            <source>Filter the list</source>
            <translation>Liste filtern</translation>
        </message>
        <message>
            <source>{count} of {total}</source>
            <translation>{count} von {total}</translation>
        </message>
    </context>
    <context>
        <name>LeftModel</name>
        <message>
            <source>found as</source>
            <translation>vorgefunden als</translation>
        </message>
        <message>
            <source>message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>why it was left alone</source>
            <translation>warum sie unverändert blieb</translation>
        </message>
    </context>
    <context>
        <name>LeftTable</name>
        <message>
            <source>Messages that were left alone</source>
            <translation>Nachrichten, die unverändert blieben</translation>
        </message>
    </context>
    <context>
        <name>Legend</name>
        <message>
            <source>+{count} more</source>
            <translation>+{count} weitere</translation>
        </message>
        <message>
            <source>All curves, to switch them off and on</source>
            <translation>Alle Kurven, zum Aus- und Einblenden</translation>
        </message>
        <message>
            <source>Ctrl+click hides it</source>
            <translation>Strg+Klick blendet sie aus</translation>
        </message>
        <message>
            <source>Ctrl+click shows it again</source>
            <translation>Strg+Klick blendet sie wieder ein</translation>
        </message>
    </context>
    <context>
        <name>LetterView</name>
        <message>
            <source>About</source>
            <translation>Worum es geht</translation>
        </message>
        <message>
            <source>First failed</source>
            <translation>Zuerst gescheitert</translation>
        </message>
        <message>
            <source>For</source>
            <translation>Für</translation>
        </message>
        <message>
            <source>Further entries</source>
            <translation>Weitere Einträge</translation>
        </message>
        <message>
            <source>It has neither descriptions nor fields.</source>
            <translation>Sie hat weder Beschreibungen noch Felder.</translation>
        </message>
        <message>
            <source>Long texts are cut here; the hex view has all of them.</source>
            <translation>Lange Texte sind hier gekürzt; die Hex-Ansicht hat sie ganz.</translation>
        </message>
        <message>
            <source>Not sent to</source>
            <translation>Nicht gesendet an</translation>
        </message>
        <message>
            <source>The message</source>
            <translation>Die Nachricht</translation>
        </message>
        <message>
            <source>Written</source>
            <translation>Geschrieben</translation>
        </message>
        <message>
            <source>code {code}, not known</source>
            <translation>Code {code}, unbekannt</translation>
        </message>
        <message>
            <source>no code</source>
            <translation>kein Code</translation>
        </message>
        <message>
            <source>no subject</source>
            <translation>kein Betreff</translation>
        </message>
        <message>
            <source>no time is set</source>
            <translation>keine Zeit gesetzt</translation>
        </message>
        <message>
            <source>nobody is left out</source>
            <translation>niemand ist ausgelassen</translation>
        </message>
        <message>
            <source>nobody is named</source>
            <translation>niemand ist genannt</translation>
        </message>
        <message>
            <source>{count} more rows are not shown here; the tree has them.</source>
            <translation>{count} weitere Zeilen stehen nicht hier, sondern im Baum.</translation>
        </message>
        <message>
            <source>{kind} (code {code})</source>
            <translation>{kind} (Code {code})</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Open queues</source>
            <translation>Warteschlangen öffnen</translation>
        </message>
        <message>
            <source>qmonitor</source>
            <translation>qmonitor</translation>
        </message>
        <message>
            <source>{name} – qmonitor</source>
            <translation>{name} – qmonitor</translation>
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;Destination</source>
            <translation>&amp;Ziel</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Bearbeiten</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Datei</translation>
        </message>
        <message>
            <source>&amp;Go</source>
            <translation>&amp;Gehe zu</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Hilfe</translation>
        </message>
        <message>
            <source>&amp;Interval</source>
            <translation>&amp;Intervall</translation>
        </message>
        <message>
            <source>&amp;Message</source>
            <translation>&amp;Nachricht</translation>
        </message>
        <message>
            <source>&amp;Time range</source>
            <translation>&amp;Zeitraum</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;Ansicht</translation>
        </message>
        <message>
            <source>Co&amp;lours</source>
            <translation type="vanished">Farb&amp;en</translation>
        </message>
        <message>
            <source>Colo&amp;urs</source>
            <translation>Far&amp;ben</translation>
        </message>
        <message>
            <source>Lan&amp;guage</source>
            <translation>S&amp;prache</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>&amp;Zuletzt geöffnet</translation>
        </message>
    </context>
    <context>
        <name>MessageExports</name>
        <message>
            <source>1 could not be masked and is not in it; the export names it.</source>
            <translation>1 konnte nicht verdeckt werden und fehlt darin; der Export nennt sie.</translation>
        </message>
        <message>
            <source>1 message was exported as {path}.</source>
            <translation>1 Nachricht wurde als {path} exportiert.</translation>
        </message>
        <message>
            <source>1 was gone by then; the export names it.</source>
            <translation>1 war bis dahin weg; der Export nennt sie.</translation>
        </message>
        <message>
            <source>Export messages</source>
            <translation>Nachrichten exportieren</translation>
        </message>
        <message>
            <source>Exporting messages</source>
            <translation>Nachrichten werden exportiert</translation>
        </message>
        <message>
            <source>Nothing was exported: {error}</source>
            <translation>Nichts wurde exportiert: {error}</translation>
        </message>
        <message>
            <source>{count} could not be masked and are not in it; the export names them.</source>
            <translation>{count} konnten nicht verdeckt werden und fehlen darin; der Export nennt sie.</translation>
        </message>
        <message>
            <source>{count} messages were exported as {path}.</source>
            <translation>{count} Nachrichten wurden als {path} exportiert.</translation>
        </message>
        <message>
            <source>{count} were gone by then; the export names them.</source>
            <translation>{count} waren bis dahin weg; der Export nennt sie.</translation>
        </message>
    </context>
    <context>
        <name>MessageTable</name>
        <message>
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
    </context>
    <context>
        <name>Multiples</name>
        <message>
            <source>1 destination</source>
            <translation>1 Ziel</translation>
        </message>
        <message>
            <source>At {time}</source>
            <translation>Um {time}</translation>
        </message>
        <message>
            <source>Depth</source>
            <translation>Rückstand</translation>
        </message>
        <message>
            <source>Each from 0 to {highest}</source>
            <translation>Jedes von 0 bis {highest}</translation>
        </message>
        <message>
            <source>Each from 0 to {highest}, from {begin} to {end}</source>
            <translation>Jedes von 0 bis {highest}, von {begin} bis {end}</translation>
        </message>
        <message>
            <source>Find a destination</source>
            <translation>Ziel suchen</translation>
        </message>
        <message>
            <source>Oldest</source>
            <translation>Älteste</translation>
        </message>
        <message>
            <source>The first {shown} of {count} destinations</source>
            <translation>Die ersten {shown} von {count} Zielen</translation>
        </message>
        <message>
            <source>{axes} · shaded: {word}</source>
            <translation>{axes} · getönt: {word}</translation>
        </message>
        <message>
            <source>{count} destinations</source>
            <translation>{count} Ziele</translation>
        </message>
        <message>
            <source>{shown} of {count} destinations</source>
            <translation>{shown} von {count} Zielen</translation>
        </message>
    </context>
    <context>
        <name>Nobody</name>
        <message>
            <source>A worker sends the messages of a destination to their receiver, one at a time and in order. Which destinations, where to and how often: that stands in the file workers.toml, and in its settings here.</source>
            <translation>Ein Zusteller sendet die Nachrichten eines Ziels an ihren Empfänger, eine nach der anderen und in ihrer Reihenfolge. Welche Ziele, wohin und wie oft: Das steht in der Datei workers.toml, und hier in ihren Einstellungen.</translation>
        </message>
        <message>
            <source>No worker is set up for a destination of this queue.</source>
            <translation>Für kein Ziel dieser Warteschlange ist ein Zusteller eingerichtet.</translation>
        </message>
        <message>
            <source>Reading the settings of the workers …</source>
            <translation>Die Einstellungen der Zusteller werden gelesen …</translation>
        </message>
        <message>
            <source>Set &amp;up workers…</source>
            <translation>Zusteller &amp;einrichten…</translation>
        </message>
        <message>
            <source>Set up workers</source>
            <translation>Zusteller einrichten</translation>
        </message>
        <message>
            <source>Workers of others are listed in the tab Queue. One of this program works beside them: it sends several messages at a time to their receiver. Where to: that stands in the file workers.toml, and in its settings here.</source>
            <translation>Zusteller von anderen stehen im Reiter „Warteschlange“. Einer dieses Programms arbeitet neben ihnen: Er sendet mehrere Nachrichten zugleich an ihren Empfänger. Wohin, steht in der Datei workers.toml und hier in den Einstellungen.</translation>
        </message>
    </context>
    <context>
        <name>Notice</name>
        <message>
            <source>No message for {where} matches: {filters}.</source>
            <translation>Keine Nachricht für {where} passt zu: {filters}.</translation>
        </message>
        <message>
            <source>No message matches: {filters}.</source>
            <translation>Keine Nachricht passt zu: {filters}.</translation>
        </message>
        <message>
            <source>Nothing is pending here. 1 message failed, and stays until somebody sees to it.</source>
            <translation>Hier wartet nichts. 1 Nachricht ist fehlgeschlagen und bleibt, bis sich jemand darum kümmert.</translation>
        </message>
        <message>
            <source>Nothing is pending here. {count} messages failed, and stay until somebody sees to them.</source>
            <translation>Hier wartet nichts. {count} Nachrichten sind fehlgeschlagen und bleiben, bis sich jemand darum kümmert.</translation>
        </message>
        <message>
            <source>Read again</source>
            <translation>Erneut lesen</translation>
        </message>
        <message>
            <source>Show all messages</source>
            <translation>Alle Nachrichten zeigen</translation>
        </message>
        <message>
            <source>Show the failed one</source>
            <translation>Die fehlgeschlagene zeigen</translation>
        </message>
        <message>
            <source>Show the {count} failed</source>
            <translation>Die {count} fehlgeschlagenen zeigen</translation>
        </message>
        <message>
            <source>There are no messages for {where}.</source>
            <translation>Es gibt keine Nachrichten für {where}.</translation>
        </message>
        <message>
            <source>There are no messages.</source>
            <translation>Es gibt keine Nachrichten.</translation>
        </message>
        <message>
            <source>Without these filters there are {count}.</source>
            <translation>Ohne diese Filter sind es {count}.</translation>
        </message>
    </context>
    <context>
        <name>Pace</name>
        <message>
            <source>Live · {seconds} s</source>
            <translation>Live · {seconds} s</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>Angehalten</translation>
        </message>
    </context>
    <context>
        <name>Pages</name>
        <message>
            <source>Compare</source>
            <translation>Vergleich</translation>
        </message>
        <message>
            <source>Details</source>
            <translation type="vanished">Einzelheiten</translation>
        </message>
        <message>
            <source>Hex</source>
            <translation>Hex</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>Past</source>
            <translation>Verlauf</translation>
        </message>
        <message>
            <source>Structure</source>
            <translation type="vanished">Struktur</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>Text</translation>
        </message>
        <message>
            <source>Tree</source>
            <translation>Struktur</translation>
        </message>
        <message>
            <source>Views of the message</source>
            <translation>Ansichten der Nachricht</translation>
        </message>
    </context>
    <context>
        <name>PairsModel</name>
        <message>
            <source>differs</source>
            <translation>verschieden</translation>
        </message>
        <message>
            <source>empty</source>
            <translation>leer</translation>
        </message>
        <message>
            <source>message {id}</source>
            <translation>Nachricht {id}</translation>
        </message>
        <message>
            <source>name</source>
            <translation>Name</translation>
        </message>
        <message>
            <source>not there</source>
            <translation>nicht da</translation>
        </message>
        <message>
            <source>other</source>
            <translation>andere</translation>
        </message>
        <message>
            <source>path</source>
            <translation>Pfad</translation>
        </message>
        <message>
            <source>this message</source>
            <translation>diese Nachricht</translation>
        </message>
    </context>
    <context>
        <name>PairsTable</name>
        <message>
            <source>Comparison</source>
            <translation>Vergleich</translation>
        </message>
    </context>
    <context>
        <name>Panels</name>
        <message>
            <source>Alerts</source>
            <translation>Alarme</translation>
        </message>
        <message>
            <source>Audit</source>
            <translation>Protokoll</translation>
        </message>
        <message>
            <source>Errors</source>
            <translation>Fehler</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>Suchen</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>The filters left out message {id}; they are cleared, so that it is seen.</source>
            <translation>Die Filter ließen Nachricht {id} weg; sie sind gelöscht, damit sie zu sehen ist.</translation>
        </message>
        <message>
            <source>Views</source>
            <translation>Ansichten</translation>
        </message>
        <message>
            <source>Workers</source>
            <translation>Zusteller</translation>
        </message>
    </context>
    <context>
        <name>PartMenu</name>
        <message>
            <source>&amp;Close all</source>
            <translation>Alle &amp;schließen</translation>
        </message>
        <message>
            <source>&amp;Copy rows</source>
            <translation>Zeilen &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Copy selected text</source>
            <translation>Ausgewählten Text &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Open all</source>
            <translation>Alle ö&amp;ffnen</translation>
        </message>
        <message>
            <source>Copy &amp;as sent</source>
            <translation>Wie &amp;gesendet kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;path</source>
            <translation>&amp;Pfad kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;value</source>
            <translation>&amp;Wert kopieren</translation>
        </message>
        <message>
            <source>Copy message as &amp;stored</source>
            <translation>Nachricht wie ge&amp;speichert kopieren</translation>
        </message>
        <message>
            <source>Save &amp;document…</source>
            <translation>&amp;Dokument sichern…</translation>
        </message>
        <message>
            <source>Save &amp;message as stored…</source>
            <translation>&amp;Nachricht wie gespeichert sichern…</translation>
        </message>
    </context>
    <context>
        <name>PartsTable</name>
        <message>
            <source>Messages that are part of it</source>
            <translation>Nachrichten, die dazugehören</translation>
        </message>
        <message>
            <source>first failed</source>
            <translation>zuerst gescheitert</translation>
        </message>
        <message>
            <source>message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>of its row</source>
            <translation>ihrer Zeile</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>{number} von {count}</translation>
        </message>
        <message>
            <source>{number} of {count}, comes with it</source>
            <translation>{number} von {count}, kommt mit</translation>
        </message>
    </context>
    <context>
        <name>PartsTree</name>
        <message>
            <source>Structure of the payload</source>
            <translation>Struktur des Inhalts</translation>
        </message>
    </context>
    <context>
        <name>PayloadFoot</name>
        <message>
            <source>1 oddity</source>
            <translation>1 Auffälligkeit</translation>
        </message>
        <message>
            <source>As the message says</source>
            <translation>Wie die Nachricht sagt</translation>
        </message>
        <message>
            <source>Assume {encoding} where messages of this source do not say</source>
            <translation>{encoding} annehmen, wo Nachrichten dieser Quelle nichts sagen</translation>
        </message>
        <message>
            <source>Encoding</source>
            <translation>Zeichenkodierung</translation>
        </message>
        <message>
            <source>Encoding {encoding}: {source}</source>
            <translation>Kodierung {encoding}: {source}</translation>
        </message>
        <message>
            <source>No longer assume {encoding} for this source</source>
            <translation>{encoding} für diese Quelle nicht mehr annehmen</translation>
        </message>
        <message>
            <source>Oddities</source>
            <translation>Auffälligkeiten</translation>
        </message>
        <message>
            <source>Read the bytes in another encoding; what is stored stays as it is</source>
            <translation>Die Bytes in anderer Kodierung lesen; das Gespeicherte bleibt, wie es ist</translation>
        </message>
        <message>
            <source>Save document…</source>
            <translation>Dokument sichern…</translation>
        </message>
        <message>
            <source>{count} oddities</source>
            <translation>{count} Auffälligkeiten</translation>
        </message>
    </context>
    <context>
        <name>PayloadText</name>
        <message>
            <source>Load more</source>
            <translation>Mehr laden</translation>
        </message>
        <message>
            <source>Payload as text</source>
            <translation>Inhalt als Text</translation>
        </message>
        <message>
            <source>Read again</source>
            <translation>Erneut lesen</translation>
        </message>
        <message>
            <source>Reading …</source>
            <translation>Wird gelesen …</translation>
        </message>
        <message>
            <source>The payload is empty: 0 bytes.</source>
            <translation>Der Inhalt ist leer: 0 Bytes.</translation>
        </message>
        <message>
            <source>not decodable: {size}</source>
            <translation>nicht dekodierbar: {size}</translation>
        </message>
        <message>
            <source>single bytes</source>
            <translation>einzelne Bytes</translation>
        </message>
        <message>
            <source>{shown} of {size} · CBOR in diagnostic notation</source>
            <translation>{shown} von {size} · CBOR in Diagnoseschreibweise</translation>
        </message>
        <message>
            <source>{shown} of {size} · CBOR in diagnostic notation · the hex view has all of it</source>
            <translation>{shown} von {size} · CBOR in Diagnoseschreibweise · alles steht in der Hex-Ansicht</translation>
        </message>
        <message>
            <source>{shown} of {size} · shown as {encoding}</source>
            <translation>{shown} von {size} · gezeigt als {encoding}</translation>
        </message>
    </context>
    <context>
        <name>Place</name>
        <message>
            <source>place in the list not counted</source>
            <translation>Stelle in der Liste nicht gezählt</translation>
        </message>
        <message>
            <source>reading …</source>
            <translation>wird gelesen …</translation>
        </message>
    </context>
    <context>
        <name>ProfilesModel</name>
        <message>
            <source>{name}, not right yet</source>
            <translation>{name}, stimmt noch nicht</translation>
        </message>
    </context>
    <context>
        <name>ProgressDialog</name>
        <message>
            <source>It waits for another program to finish writing.</source>
            <translation>Es wird gewartet, bis ein anderes Programm fertig geschrieben hat.</translation>
        </message>
        <message>
            <source>Nothing is done yet.</source>
            <translation>Noch ist nichts geschehen.</translation>
        </message>
        <message>
            <source>OK</source>
            <translation>OK</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>Fortschritt</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>Wird angehalten…</translation>
        </message>
        <message>
            <source>{done} of 1 message</source>
            <translation>{done} von 1 Nachricht</translation>
        </message>
        <message>
            <source>{done} of {total} messages</source>
            <translation>{done} von {total} Nachrichten</translation>
        </message>
        <message>
            <source>{percent} % done</source>
            <translation>{percent} % erledigt</translation>
        </message>
    </context>
    <context>
        <name>QuestionDialog</name>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
    </context>
    <context>
        <name>QueuePanel</name>
        <message>
            <source>Figures of the queue</source>
            <translation>Zahlen der Warteschlange</translation>
        </message>
        <message>
            <source>Workers of the group</source>
            <translation>Zusteller der Gruppe</translation>
        </message>
    </context>
    <context>
        <name>QueueTab</name>
        <message>
            <source>Queue</source>
            <translation>Warteschlange</translation>
        </message>
    </context>
    <context>
        <name>RangeRow</name>
        <message>
            <source>&amp;from</source>
            <translation type="vanished">&amp;von</translation>
        </message>
        <message>
            <source>Queued before</source>
            <translation>Eingereiht vor</translation>
        </message>
        <message>
            <source>Queued from</source>
            <translation>Eingereiht ab</translation>
        </message>
        <message>
            <source>f&amp;rom</source>
            <translation>&amp;von</translation>
        </message>
        <message>
            <source>local time, {offset}</source>
            <translation>Ortszeit, {offset}</translation>
        </message>
        <message>
            <source>t&amp;o</source>
            <translation>b&amp;is</translation>
        </message>
    </context>
    <context>
        <name>Readout</name>
        <message>
            <source>oldest</source>
            <translation>älteste</translation>
        </message>
        <message>
            <source>pending</source>
            <translation>wartend</translation>
        </message>
        <message>
            <source>… and 1 more</source>
            <translation>… und 1 weitere</translation>
        </message>
        <message>
            <source>… and {count} more</source>
            <translation>… und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>ReportDialog</name>
        <message>
            <source>1 had changed by the time and was left alone.</source>
            <translation type="vanished">1 hatte sich inzwischen geändert und blieb unverändert.</translation>
        </message>
        <message>
            <source>1 had changed meanwhile.</source>
            <translation>1 hatte sich inzwischen geändert.</translation>
        </message>
        <message>
            <source>Asked for</source>
            <translation>Verlangt</translation>
        </message>
        <message>
            <source>By</source>
            <translation>Durch</translation>
        </message>
        <message>
            <source>Could not be part of it</source>
            <translation>Konnten nicht dabei sein</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>Getan</translation>
        </message>
        <message>
            <source>Had changed by the time</source>
            <translation type="vanished">Inzwischen geändert</translation>
        </message>
        <message>
            <source>Had changed meanwhile</source>
            <translation>Inzwischen geändert</translation>
        </message>
        <message>
            <source>Indexes</source>
            <translation>Indizes</translation>
        </message>
        <message>
            <source>Its id is {id} now.</source>
            <translation>Ihre Kennung ist jetzt {id}.</translation>
        </message>
        <message>
            <source>New message: {ids}.</source>
            <translation>Neue Nachricht: {ids}.</translation>
        </message>
        <message>
            <source>New messages: {ids}.</source>
            <translation>Neue Nachrichten: {ids}.</translation>
        </message>
        <message>
            <source>Not reached</source>
            <translation>Nicht erreicht</translation>
        </message>
        <message>
            <source>Stopped: 1 was not reached.</source>
            <translation>Angehalten: 1 wurde nicht erreicht.</translation>
        </message>
        <message>
            <source>Stopped: {count} were not reached.</source>
            <translation>Angehalten: {count} wurden nicht erreicht.</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>could not be part of it</source>
            <translation>konnte nicht dabei sein</translation>
        </message>
        <message>
            <source>had changed by the time</source>
            <translation type="vanished">inzwischen geändert</translation>
        </message>
        <message>
            <source>had changed meanwhile</source>
            <translation>inzwischen geändert</translation>
        </message>
        <message>
            <source>{action}: report</source>
            <translation>{action}: Bericht</translation>
        </message>
        <message>
            <source>{action}: {done} of {confirmed} done.</source>
            <translation type="vanished">{action}: {done} von {confirmed} getan.</translation>
        </message>
        <message>
            <source>{count} could not be part of it.</source>
            <translation>{count} konnten nicht dabei sein.</translation>
        </message>
        <message>
            <source>{count} had changed by the time and were left alone.</source>
            <translation type="vanished">{count} hatten sich inzwischen geändert und blieben unverändert.</translation>
        </message>
        <message>
            <source>{count} had changed meanwhile.</source>
            <translation>{count} hatten sich inzwischen geändert.</translation>
        </message>
        <message>
            <source>{items} and {count} more</source>
            <translation>{items} und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>Rows</name>
        <message>
            <source>description</source>
            <translation>Beschreibung</translation>
        </message>
        <message>
            <source>field</source>
            <translation>Feld</translation>
        </message>
    </context>
    <context>
        <name>RuleForm</name>
        <message>
            <source>&amp;Alert on</source>
            <translation>&amp;Alarm bei</translation>
        </message>
        <message>
            <source>&amp;Channel</source>
            <translation type="vanished">&amp;Kanal</translation>
        </message>
        <message>
            <source>&amp;Destination</source>
            <translation>Z&amp;iel</translation>
        </message>
        <message>
            <source>&amp;From</source>
            <translation>A&amp;b</translation>
        </message>
        <message>
            <source>&amp;Level</source>
            <translation>Stu&amp;fe</translation>
        </message>
        <message>
            <source>&amp;Source</source>
            <translation type="vanished">Que&amp;lle</translation>
        </message>
        <message>
            <source>&amp;Tell again every</source>
            <translation>&amp;Wieder melden alle</translation>
        </message>
        <message>
            <source>* stands for any text, ? for any character</source>
            <translation>* steht für beliebigen Text, ? für ein beliebiges Zeichen</translation>
        </message>
        <message>
            <source>A span, such as 90s, 15m, 4h or 1d</source>
            <translation>Eine Spanne, etwa 90s, 15m, 4h oder 1d</translation>
        </message>
        <message>
            <source>A whole number</source>
            <translation>Eine ganze Zahl</translation>
        </message>
        <message>
            <source>C&amp;hannel</source>
            <translation>&amp;Kanal</translation>
        </message>
        <message>
            <source>For at l&amp;east</source>
            <translation>Min&amp;destens für</translation>
        </message>
        <message>
            <source>So&amp;urce</source>
            <translation>Que&amp;lle</translation>
        </message>
        <message>
            <source>Sol&amp;ved above</source>
            <translation>Gelöst &amp;über</translation>
        </message>
        <message>
            <source>Sol&amp;ved below</source>
            <translation>Gelöst &amp;unter</translation>
        </message>
        <message>
            <source>Solved afte&amp;r</source>
            <translation>Gelöst na&amp;ch</translation>
        </message>
        <message>
            <source>Switched &amp;on</source>
            <translation>&amp;Eingeschaltet</translation>
        </message>
        <message>
            <source>The source &amp;keeps messages for</source>
            <translation>Die Quelle &amp;hebt Nachrichten auf für</translation>
        </message>
        <message>
            <source>Write a span such as 90s, 15m, 4h, 2d or 1d 12h, or leave it empty.</source>
            <translation>Schreiben Sie eine Spanne wie 90s, 15m, 4h, 2d oder 1d 12h, oder lassen Sie das Feld leer.</translation>
        </message>
        <message>
            <source>Write a span such as 90s, 15m, 4h, 2d or 1d 12h.</source>
            <translation>Schreiben Sie eine Spanne wie 90s, 15m, 4h, 2d oder 1d 12h.</translation>
        </message>
        <message>
            <source>Write a whole number, such as 500.</source>
            <translation>Schreiben Sie eine ganze Zahl, etwa 500.</translation>
        </message>
        <message>
            <source>a span, such as 30d</source>
            <translation type="vanished">eine Spanne, etwa 30d</translation>
        </message>
        <message>
            <source>any</source>
            <translation>beliebig</translation>
        </message>
        <message>
            <source>as the source says</source>
            <translation>wie die Quelle sagt</translation>
        </message>
        <message>
            <source>at once</source>
            <translation>sofort</translation>
        </message>
        <message>
            <source>never</source>
            <translation>nie</translation>
        </message>
        <message>
            <source>the limit</source>
            <translation>der Grenze</translation>
        </message>
    </context>
    <context>
        <name>RulesDialog</name>
        <message>
            <source>&amp;Back to defaults</source>
            <translation>&amp;Zurück zur Vorgabe</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>&amp;Abbrechen</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <source>&amp;Up</source>
            <translation type="vanished">Nach &amp;oben</translation>
        </message>
        <message>
            <source>A copy of this rule that counts before it, to be changed</source>
            <translation>Eine Kopie dieser Regel, die vor ihr gilt, zum Ändern</translation>
        </message>
        <message>
            <source>A rule like this one for the other level</source>
            <translation>Eine Regel wie diese für die andere Stufe</translation>
        </message>
        <message>
            <source>Alert rules</source>
            <translation>Alarmregeln</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation type="vanished">Abbrechen</translation>
        </message>
        <message>
            <source>Dow&amp;n</source>
            <translation>Nach un&amp;ten</translation>
        </message>
        <message>
            <source>Let the rule below count before this one</source>
            <translation>Die Regel darunter vor dieser gelten lassen</translation>
        </message>
        <message>
            <source>Let this rule count before the one above</source>
            <translation>Diese Regel vor der darüber gelten lassen</translation>
        </message>
        <message>
            <source>Ne&amp;w</source>
            <translation>&amp;Neu</translation>
        </message>
        <message>
            <source>Never a warn&amp;ing either</source>
            <translation>&amp;Genauso nie eine Warnung</translation>
        </message>
        <message>
            <source>Never cr&amp;itical either</source>
            <translation>&amp;Genauso nie kritisch</translation>
        </message>
        <message>
            <source>No destination of an open source fits this rule: look at its patterns.</source>
            <translation>Auf diese Regel passt kein Ziel einer offenen Quelle: Prüfen Sie ihre Muster.</translation>
        </message>
        <message>
            <source>No open source fits this rule: look at its pattern.</source>
            <translation>Auf diese Regel passt keine offene Quelle: Prüfen Sie ihr Muster.</translation>
        </message>
        <message>
            <source>Notif&amp;y on the desktop as well</source>
            <translation>Auch auf dem Schreibtisch &amp;melden</translation>
        </message>
        <message>
            <source>Of several rules on the same figure and level, the first that fits a destination counts.</source>
            <translation>Von mehreren Regeln für denselben Wert und dieselbe Stufe gilt die erste, die auf ein Ziel passt.</translation>
        </message>
        <message>
            <source>Re&amp;move</source>
            <translation>Entfe&amp;rnen</translation>
        </message>
        <message>
            <source>Save</source>
            <translation type="vanished">Speichern</translation>
        </message>
        <message>
            <source>Take an own rule away; one that comes with qmonitor can be switched off</source>
            <translation>Eine eigene Regel entfernen; eine, die qmonitor mitbringt, lässt sich abschalten</translation>
        </message>
        <message>
            <source>The rules that come with qmonitor, and no others</source>
            <translation>Die Regeln, die qmonitor mitbringt, und keine anderen</translation>
        </message>
        <message>
            <source>U&amp;p</source>
            <translation>Nach &amp;oben</translation>
        </message>
        <message>
            <source>You have changed rules. They stay as they were if you leave now.</source>
            <translation>Sie haben Regeln geändert. Sie bleiben, wie sie waren, wenn Sie jetzt verlassen.</translation>
        </message>
    </context>
    <context>
        <name>RulesDiscardDialog</name>
        <message>
            <source>&amp;Go on editing</source>
            <translation type="vanished">&amp;Weiter bearbeiten</translation>
        </message>
        <message>
            <source>&amp;Leave without saving</source>
            <translation type="vanished">&amp;Ohne Speichern verlassen</translation>
        </message>
        <message>
            <source>Alert rules</source>
            <translation type="vanished">Alarmregeln</translation>
        </message>
        <message>
            <source>Leave without saving?</source>
            <translation type="vanished">Ohne Speichern verlassen?</translation>
        </message>
        <message>
            <source>You have changed rules. They stay as they were if you leave now.</source>
            <translation type="vanished">Sie haben Regeln geändert. Sie bleiben, wie sie waren, wenn Sie jetzt gehen.</translation>
        </message>
    </context>
    <context>
        <name>RulesModel</name>
        <message>
            <source>alert on</source>
            <translation>Alarm bei</translation>
        </message>
        <message>
            <source>from</source>
            <translation>ab</translation>
        </message>
        <message>
            <source>level</source>
            <translation>Stufe</translation>
        </message>
        <message>
            <source>off</source>
            <translation>aus</translation>
        </message>
        <message>
            <source>where</source>
            <translation>wo</translation>
        </message>
    </context>
    <context>
        <name>RulesTable</name>
        <message>
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
    </context>
    <context>
        <name>ScopeDialog</name>
        <message>
            <source>&amp;All that are pending</source>
            <translation>&amp;Alle wartenden</translation>
        </message>
        <message>
            <source>Also those that fa&amp;iled</source>
            <translation>Auch die fe&amp;hlgeschlagenen</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <source>Delete the delivered and skipped messages of all destinations</source>
            <translation>Zugestellte und übersprungene Nachrichten aller Ziele löschen</translation>
        </message>
        <message>
            <source>Finished &amp;before (local time)</source>
            <translation>A&amp;bgeschlossen vor (Ortszeit)</translation>
        </message>
        <message>
            <source>How many</source>
            <translation>Wie viele</translation>
        </message>
        <message>
            <source>How old</source>
            <translation>Wie alt</translation>
        </message>
        <message>
            <source>Next you see exactly what would be done. Nothing is changed before you confirm it.</source>
            <translation>Als Nächstes ist genau zu sehen, was geschehen würde. Ohne Bestätigung wird nichts geändert.</translation>
        </message>
        <message>
            <source>The &amp;first, in order of delivery:</source>
            <translation>Die &amp;ersten, in der Reihenfolge der Zustellung:</translation>
        </message>
        <message>
            <source>Those &amp;older than:</source>
            <translation>Ä&amp;ltere als:</translation>
        </message>
        <message>
            <source>Those that &amp;match the table's filter</source>
            <translation>Die zum &amp;Filter der Tabelle passen</translation>
        </message>
        <message>
            <source>Those that finished before this time are deleted. Pending and failed ones stay.</source>
            <translation>Was vor dieser Zeit abgeschlossen war, wird gelöscht. Wartende und fehlgeschlagene bleiben.</translation>
        </message>
        <message>
            <source>Unit of the age</source>
            <translation>Einheit des Alters</translation>
        </message>
        <message>
            <source>Which messages of {destination}?</source>
            <translation>Welche Nachrichten von {destination}?</translation>
        </message>
        <message>
            <source>days</source>
            <translation>Tage</translation>
        </message>
        <message>
            <source>hours</source>
            <translation>Stunden</translation>
        </message>
        <message>
            <source>minutes</source>
            <translation>Minuten</translation>
        </message>
    </context>
    <context>
        <name>SecretDialog</name>
        <message>
            <source>&amp;Password or token</source>
            <translation>&amp;Passwort oder Token</translation>
        </message>
        <message>
            <source>&amp;Use it</source>
            <translation>&amp;Verwenden</translation>
        </message>
        <message>
            <source>A password or token is needed for {name}</source>
            <translation>Für {name} wird ein Passwort oder Token gebraucht</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>It is kept in memory until qmonitor ends.</source>
            <translation>Es bleibt im Speicher, bis qmonitor endet.</translation>
        </message>
        <message>
            <source>It is kept in memory until qmonitor ends. The workers' settings can put it into the keyring.</source>
            <translation type="vanished">Es bleibt im Speicher, bis qmonitor endet. In den Einstellungen der Zusteller lässt es sich in den Schlüsselbund legen.</translation>
        </message>
        <message>
            <source>Keep it in the computer's &amp;keyring, too</source>
            <translation>Auch im &amp;Schlüsselbund des Rechners aufbewahren</translation>
        </message>
        <message>
            <source>Password</source>
            <translation>Passwort</translation>
        </message>
    </context>
    <context>
        <name>SecretRow</name>
        <message>
            <source>Asking the keyring, for 60 s at most …</source>
            <translation>Der Schlüsselbund wird gefragt, höchstens 60 s lang …</translation>
        </message>
        <message>
            <source>Pass&amp;word of {name}, if that is locked; it is kept in the keyring, never in the file</source>
            <translation>Pass&amp;wort von {name}, falls das verschlossen ist; es liegt im Schlüsselbund, nie in der Datei</translation>
        </message>
        <message>
            <source>Pass&amp;word or token for {name}; it is kept in the keyring, never in the file</source>
            <translation>Pass&amp;wort oder Token für {name}; es liegt im Schlüsselbund, nie in der Datei</translation>
        </message>
        <message>
            <source>Password or token</source>
            <translation>Passwort oder Token</translation>
        </message>
        <message>
            <source>Put into the &amp;keyring</source>
            <translation>In den Schlüsselbund le&amp;gen</translation>
        </message>
    </context>
    <context>
        <name>SharesTable</name>
        <message>
            <source>Destinations</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>later delivered meanwhile</source>
            <translation>spätere inzwischen zugestellt</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsDialog</name>
        <message>
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>Bearbeiten</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Datei</translation>
        </message>
        <message>
            <source>Go</source>
            <translation>Gehe zu</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>Hilfe</translation>
        </message>
        <message>
            <source>In a menu or a dialog, Alt and the underlined letter choose an entry; Tab goes on.</source>
            <translation>In Menüs und Dialogen wählt Alt mit dem unterstrichenen Buchstaben einen Eintrag; Tab geht weiter.</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>View</source>
            <translation>Ansicht</translation>
        </message>
        <message>
            <source>command</source>
            <translation>Befehl</translation>
        </message>
        <message>
            <source>keys</source>
            <translation>Tasten</translation>
        </message>
        <message>
            <source>menu</source>
            <translation>Menü</translation>
        </message>
        <message>
            <source>{keys}, in the table of messages</source>
            <translation>{keys}, in der Tabelle der Nachrichten</translation>
        </message>
    </context>
    <context>
        <name>Snapshot</name>
        <message>
            <source>The picture could not be written to {file}: {cause}.</source>
            <translation>Das Bild konnte nicht nach {file} geschrieben werden: {cause}.</translation>
        </message>
        <message>
            <source>The source did not answer in time.</source>
            <translation>Die Quelle hat nicht rechtzeitig geantwortet.</translation>
        </message>
    </context>
    <context>
        <name>SourceBar</name>
        <message>
            <source>Close {name}</source>
            <translation>{name} schließen</translation>
        </message>
        <message>
            <source>Open sources</source>
            <translation>Geöffnete Quellen</translation>
        </message>
    </context>
    <context>
        <name>SourceView</name>
        <message>
            <source>Locks can't be trusted on a network share: what is read may be torn or old, and an engine that writes the file from another computer can be disturbed. It is only read, never written.</source>
            <translation>Auf einer Netzwerkfreigabe ist auf Sperren kein Verlass: Gelesenes kann unvollständig oder alt sein, und eine Engine, die die Datei von einem anderen Rechner aus schreibt, kann gestört werden. Es wird nur gelesen, nie geschrieben.</translation>
        </message>
        <message>
            <source>Network share</source>
            <translation>Netzwerkfreigabe</translation>
        </message>
        <message>
            <source>Read it anyway</source>
            <translation>Trotzdem lesen</translation>
        </message>
    </context>
    <context>
        <name>Sources</name>
        <message>
            <source>Close qmonitor</source>
            <translation>qmonitor schließen</translation>
        </message>
        <message>
            <source>Close source</source>
            <translation>Quelle schließen</translation>
        </message>
    </context>
    <context>
        <name>StartDialog</name>
        <message>
            <source>&amp;Reason</source>
            <translation>&amp;Grund</translation>
        </message>
        <message>
            <source>&amp;Start worker</source>
            <translation>&amp;Zusteller starten</translation>
        </message>
        <message>
            <source>&amp;Start {count} workers</source>
            <translation>{count} &amp;Zusteller starten</translation>
        </message>
        <message>
            <source>A dead letter goes out as a JSON document, and leaves its queue once it is delivered. One that is too old is dropped, as the daemon does it, and the audit says so. What can't be decoded stays where it is.</source>
            <translation>Ein Dead Letter geht als JSON-Dokument hinaus und verlässt seine Warteschlange, sobald er zugestellt ist. Ein zu alter wird verworfen, wie es der Daemon tut, und das Protokoll sagt es. Was sich nicht dekodieren lässt, bleibt, wo es ist.</translation>
        </message>
        <message>
            <source>A message counts as delivered only when its receiver has said that it has it. One that fails stays first, and all later ones wait behind it.</source>
            <translation type="vanished">Eine Nachricht gilt erst als zugestellt, wenn ihr Empfänger gesagt hat, dass er sie hat. Eine, die scheitert, bleibt die erste, und alle späteren warten hinter ihr.</translation>
        </message>
        <message>
            <source>Before it sends, a worker watches for half a minute whether the engine's own worker delivers there; if so, it holds back and says why. It goes on watching while it sends.</source>
            <translation type="vanished">Bevor er sendet, beobachtet ein Zusteller eine halbe Minute lang, ob der Zusteller der Engine dort zustellt; dann hält er sich zurück und sagt, warum. Auch während er sendet, beobachtet er weiter.</translation>
        </message>
        <message>
            <source>Before it sends, a worker watches for up to {span} whether another program sends there; if so, it holds back and says why. It goes on watching while it sends.</source>
            <translation>Bevor er sendet, beobachtet ein Zusteller bis zu {span} lang, ob dort ein anderes Programm sendet; dann hält er sich zurück und sagt, warum. Auch während er sendet, beobachtet er weiter.</translation>
        </message>
        <message>
            <source>Before it sends, a worker watches for up to {span} whether the engine's own worker delivers there; if so, it holds back and says why. It goes on watching while it sends.</source>
            <translation>Bevor er sendet, beobachtet ein Zusteller bis zu {span} lang, ob der Zusteller der Engine dort zustellt; dann hält er sich zurück und sagt, warum. Auch während er sendet, beobachtet er weiter.</translation>
        </message>
        <message>
            <source>Before it sends, a worker watches whether another program sends there (dead letters for ten seconds); if so, it holds back and says why. It goes on watching while it sends.</source>
            <translation type="vanished">Bevor er sendet, beobachtet ein Zusteller, ob dort ein anderes Programm sendet (bei Dead Letters zehn Sekunden lang); dann hält er sich zurück und sagt, warum. Auch während er sendet, beobachtet er weiter.</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Destinations</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <source>How often each message is tried differs: the workers' settings say it for each of them.</source>
            <translation>Wie oft eine Nachricht versucht wird, ist verschieden: Die Einstellungen der Zusteller sagen es für jeden von ihnen.</translation>
        </message>
        <message>
            <source>It begins to send at once. If the engine is at it after all, messages arrive twice or out of order. That you said so is kept in the audit; it ends with the first sign of another program.</source>
            <translation type="vanished">Er beginnt sofort zu senden. Ist die Engine doch am Werk, kommen Nachrichten zweimal oder in falscher Reihenfolge an. Dass Sie das gesagt haben, steht im Protokoll; es gilt bis zum ersten Zeichen eines anderen Programms.</translation>
        </message>
        <message>
            <source>It sends as soon as the first message is due. If the engine is at it after all, messages arrive twice or out of order. That you said so is kept in the audit; it ends with the first sign of another program.</source>
            <translation>Er sendet, sobald die erste Nachricht fällig ist. Ist die Engine doch am Werk, kommen Nachrichten zweimal oder in falscher Reihenfolge an. Dass Sie das gesagt haben, steht im Protokoll; es gilt bis zum ersten Zeichen eines anderen Programms.</translation>
        </message>
        <message>
            <source>It sends at once what is due. If another program is at it after all, messages arrive twice or out of order. That you said so is kept in the audit; it ends with the first sign of another program.</source>
            <translation>Er sendet sofort, was fällig ist. Ist doch ein anderes Programm am Werk, kommen Nachrichten zweimal oder in falscher Reihenfolge an. Dass Sie das gesagt haben, steht im Protokoll; es gilt bis zum ersten Zeichen eines anderen Programms.</translation>
        </message>
        <message>
            <source>Messages that wait</source>
            <translation>Wartende Nachrichten</translation>
        </message>
        <message>
            <source>Oldest</source>
            <translation>Älteste</translation>
        </message>
        <message>
            <source>Receiver</source>
            <translation>Empfänger</translation>
        </message>
        <message>
            <source>Set up as</source>
            <translation>Eingerichtet als</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <source>Start worker</source>
            <translation>Zusteller starten</translation>
        </message>
        <message>
            <source>Start workers</source>
            <translation>Zusteller starten</translation>
        </message>
        <message>
            <source>The &amp;engine is stopped</source>
            <translation>Die &amp;Engine steht</translation>
        </message>
        <message>
            <source>The daemon is s&amp;topped</source>
            <translation>Der &amp;Daemon steht</translation>
        </message>
        <message>
            <source>The engine and the daemon are s&amp;topped</source>
            <translation>Die Engine und der &amp;Daemon stehen</translation>
        </message>
        <message>
            <source>What comes later is sent as well, until the worker is stopped, beside all other workers of the group. A message counts as delivered only when its receiver has said that it has it. One that fails waits among the delayed ones, and the others go on.</source>
            <translation>Auch was später kommt, wird gesendet, bis der Zusteller angehalten wird, neben allen anderen Zustellern der Gruppe. Eine Nachricht gilt erst als zugestellt, wenn ihr Empfänger gesagt hat, dass er sie hat. Eine, die fehlschlägt, wartet unter den verzögerten, und die anderen gehen weiter.</translation>
        </message>
        <message>
            <source>What comes later is sent as well, until the worker is stopped. A message counts as delivered only when its receiver has said that it has it. One that fails stays first, and all later ones wait behind it.</source>
            <translation>Was später kommt, wird auch gesendet, bis der Zusteller angehalten wird. Eine Nachricht gilt erst als zugestellt, wenn ihr Empfänger gesagt hat, dass er sie hat. Eine, die scheitert, bleibt die erste, und alle späteren warten hinter ihr.</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>kept in the audit with your name, {actor}</source>
            <translation>steht mit Ihrem Namen im Protokoll: {actor}</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>receiver</source>
            <translation>Empfänger</translation>
        </message>
        <message>
            <source>{destination} can't be started: {why}</source>
            <translation>{destination} lässt sich nicht starten: {why}</translation>
        </message>
        <message>
            <source>… and 1 more</source>
            <translation>… und 1 weiteres</translation>
        </message>
        <message>
            <source>… and {count} more</source>
            <translation>… und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>StatementDialog</name>
        <message>
            <source>&amp;It is stopped</source>
            <translation>&amp;Sie steht</translation>
        </message>
        <message>
            <source>&amp;Reason</source>
            <translation>&amp;Grund</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Daemon is stopped</source>
            <translation>Der Daemon steht</translation>
        </message>
        <message>
            <source>Engine is stopped</source>
            <translation>Engine steht</translation>
        </message>
        <message>
            <source>If the daemon is at it after all, messages arrive twice or out of order. That you said so is kept in the audit; it ends with the first sign of another program.</source>
            <translation>Ist der Daemon doch am Werk, kommen Nachrichten zweimal oder in falscher Reihenfolge an. Dass Sie das gesagt haben, steht im Protokoll; es gilt bis zum ersten Zeichen eines anderen Programms.</translation>
        </message>
        <message>
            <source>If the engine is at it after all, messages arrive twice or out of order. That you said so is kept in the audit; it ends with the first sign of another program.</source>
            <translation>Ist die Engine doch am Werk, kommen Nachrichten zweimal oder in falscher Reihenfolge an. Dass Sie das gesagt haben, steht im Protokoll; es gilt bis zum ersten Zeichen eines anderen Programms.</translation>
        </message>
        <message>
            <source>Is the daemon stopped that sent the messages of {destination}?</source>
            <translation>Steht der Daemon, der die Nachrichten von {destination} gesendet hat?</translation>
        </message>
        <message>
            <source>Is the engine stopped that sent the messages of {destination}?</source>
            <translation>Steht die Engine, die die Nachrichten von {destination} gesendet hat?</translation>
        </message>
        <message>
            <source>The worker watches whether another program delivers there. If you know that the engine is stopped, it need not: it begins to send at once.</source>
            <translation type="vanished">Der Zusteller beobachtet, ob dort ein anderes Programm zustellt. Wenn Sie wissen, dass die Engine steht, muss er das nicht: Er beginnt sofort zu senden.</translation>
        </message>
        <message>
            <source>The worker watches whether another program delivers there. If you know that the engine is stopped, it need not: it sends as soon as the first message is due.</source>
            <translation>Der Zusteller beobachtet, ob dort ein anderes Programm zustellt. Wenn Sie wissen, dass die Engine steht, muss er das nicht: Er sendet, sobald die erste Nachricht fällig ist.</translation>
        </message>
        <message>
            <source>The worker watches whether another program sends these messages. If you know that the daemon is stopped, it need not: it sends at once.</source>
            <translation>Der Zusteller beobachtet, ob ein anderes Programm diese Nachrichten sendet. Wenn Sie wissen, dass der Daemon steht, muss er das nicht: Er sendet sofort.</translation>
        </message>
        <message>
            <source>kept in the audit with your name, {actor}</source>
            <translation>steht mit Ihrem Namen im Protokoll: {actor}</translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message>
            <source>1 message</source>
            <translation>1 Nachricht</translation>
        </message>
        <message>
            <source>Messages in the source</source>
            <translation>Nachrichten in der Quelle</translation>
        </message>
        <message>
            <source>Size of the write-ahead log</source>
            <translation>Größe des Write-Ahead-Logs</translation>
        </message>
        <message>
            <source>Source and mode</source>
            <translation>Quelle und Modus</translation>
        </message>
        <message>
            <source>WAL {size}</source>
            <translation>WAL {size}</translation>
        </message>
        <message>
            <source>When the values were read</source>
            <translation>Wann die Werte gelesen wurden</translation>
        </message>
        <message>
            <source>Who acts</source>
            <translation>Wer handelt</translation>
        </message>
        <message>
            <source>acting as {actor}</source>
            <translation>Eingriffe als {actor}</translation>
        </message>
        <message>
            <source>as of {time}  ·  {spent}</source>
            <translation>Stand {time}  ·  {spent}</translation>
        </message>
        <message>
            <source>can act</source>
            <translation>Eingriffe möglich</translation>
        </message>
        <message>
            <source>not read yet</source>
            <translation>noch nicht gelesen</translation>
        </message>
        <message>
            <source>read-only</source>
            <translation>nur lesend</translation>
        </message>
        <message>
            <source>stale since {time}</source>
            <translation>veraltet seit {time}</translation>
        </message>
        <message>
            <source>{count} messages</source>
            <translation>{count} Nachrichten</translation>
        </message>
        <message>
            <source>{fresh}  ·  paused</source>
            <translation>{fresh}  ·  angehalten</translation>
        </message>
        <message>
            <source>{fresh}  ·  still counting</source>
            <translation>{fresh}  ·  zählt noch</translation>
        </message>
    </context>
    <context>
        <name>StopDialog</name>
        <message>
            <source>&amp;Stop worker</source>
            <translation>Zusteller a&amp;nhalten</translation>
        </message>
        <message>
            <source>&amp;Stop {count} workers</source>
            <translation>{count} Zusteller a&amp;nhalten</translation>
        </message>
        <message>
            <source>An attempt that is under way is finished first; that takes {seconds} s at most.</source>
            <translation>Ein laufender Versuch wird vorher zu Ende geführt; das dauert höchstens {seconds} s.</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Messages that wait stay in the queue, and are sent once a worker is started again, or by another program. The stop is kept in the audit.</source>
            <translation>Wartende Nachrichten bleiben in der Warteschlange und werden gesendet, sobald wieder ein Zusteller gestartet wird, oder von einem anderen Programm. Das Anhalten steht im Protokoll.</translation>
        </message>
        <message>
            <source>Messages that wait stay in the queue, and are sent once a worker is started again, or by the engine. The stop is kept in the audit.</source>
            <translation type="vanished">Wartende Nachrichten bleiben in der Warteschlange und werden gesendet, sobald wieder ein Zusteller gestartet wird, oder von der Engine. Das Anhalten steht im Protokoll.</translation>
        </message>
        <message>
            <source>Stop the worker of {destination}?</source>
            <translation>Den Zusteller von {destination} anhalten?</translation>
        </message>
        <message>
            <source>Stop worker</source>
            <translation>Zusteller anhalten</translation>
        </message>
        <message>
            <source>Stop workers</source>
            <translation>Zusteller anhalten</translation>
        </message>
        <message>
            <source>Stop {count} workers?</source>
            <translation>{count} Zusteller anhalten?</translation>
        </message>
    </context>
    <context>
        <name>Strip</name>
        <message>
            <source>Dismiss</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <source>Dismiss this notice</source>
            <translation type="vanished">Diesen Hinweis schließen</translation>
        </message>
        <message>
            <source>Dismiss: {notice}</source>
            <translation>Schließen: {notice}</translation>
        </message>
        <message>
            <source>Notice</source>
            <translation>Hinweis</translation>
        </message>
    </context>
    <context>
        <name>Structure</name>
        <message>
            <source>Empty fields</source>
            <translation>Leere Felder</translation>
        </message>
        <message>
            <source>Show fields that say nothing, too</source>
            <translation>Auch Felder zeigen, die nichts sagen</translation>
        </message>
        <message>
            <source>{amount} · reading the rest …</source>
            <translation>{amount} · der Rest wird gelesen …</translation>
        </message>
        <message>
            <source>{shown} of {size}</source>
            <translation>{shown} von {size}</translation>
        </message>
    </context>
    <context>
        <name>Summary</name>
        <message>
            <source>head {id}: {blocks}</source>
            <translation>Kopf {id}: {blocks}</translation>
        </message>
    </context>
    <context>
        <name>ThresholdsDialog</name>
        <message>
            <source>A dashed line in the charts. It tells nobody and changes nothing.</source>
            <translation type="vanished">Eine gestrichelte Linie in den Diagrammen. Sie meldet niemandem etwas und ändert nichts.</translation>
        </message>
        <message>
            <source>Alert from so many messages on</source>
            <translation type="vanished">Warnung ab so vielen Nachrichten</translation>
        </message>
        <message>
            <source>Alert from this age on</source>
            <translation type="vanished">Warnung ab diesem Alter</translation>
        </message>
        <message>
            <source>Line at a depth of</source>
            <translation type="vanished">Linie bei einem Rückstand von</translation>
        </message>
        <message>
            <source>Line at an age of</source>
            <translation type="vanished">Linie bei einem Alter von</translation>
        </message>
        <message>
            <source>Only a line: nobody is notified.</source>
            <translation type="vanished">Nur eine Linie: Niemand wird benachrichtigt.</translation>
        </message>
        <message>
            <source>Thresholds</source>
            <translation type="vanished">Schwellen</translation>
        </message>
        <message>
            <source>Write a whole number of messages, such as 500, or leave it empty.</source>
            <translation type="vanished">Eine ganze Zahl von Nachrichten eingeben, etwa 500, oder leer lassen.</translation>
        </message>
        <message>
            <source>Write an age such as 90s, 15m, 4h, 2d or 1d 12h, or leave it empty.</source>
            <translation type="vanished">Ein Alter eingeben, etwa 90s, 15m, 4h, 2d oder 1d 12h, oder leer lassen.</translation>
        </message>
        <message>
            <source>none</source>
            <translation type="vanished">keine</translation>
        </message>
        <message>
            <source>none, or 15m, 4h, 2d</source>
            <translation type="vanished">keine, oder 15m, 4h, 2d</translation>
        </message>
    </context>
    <context>
        <name>ToolBar</name>
        <message>
            <source>Toolbar</source>
            <translation>Werkzeugleiste</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <source>&amp;Quit</source>
            <translation>&amp;Beenden</translation>
        </message>
        <message>
            <source>&amp;Show qmonitor</source>
            <translation>qmonitor an&amp;zeigen</translation>
        </message>
        <message>
            <source>qmonitor</source>
            <translation>qmonitor</translation>
        </message>
    </context>
    <context>
        <name>TreeFilter</name>
        <message>
            <source>Filter by path, name or value</source>
            <translation>Nach Pfad, Namen oder Wert filtern</translation>
        </message>
        <message>
            <source>Filter the fields by path, name or value</source>
            <translation>Felder nach Pfad, Namen oder Wert filtern</translation>
        </message>
        <message>
            <source>Of {count} long values the beginning alone was compared.</source>
            <translation>Von {count} langen Werten wurde nur der Anfang verglichen.</translation>
        </message>
        <message>
            <source>{shown} of {all} fields shown</source>
            <translation>{shown} von {all} Feldern gezeigt</translation>
        </message>
    </context>
    <context>
        <name>TreeModel</name>
        <message>
            <source>empty</source>
            <translation>leer</translation>
        </message>
        <message>
            <source>in the rows below</source>
            <translation>in den Zeilen darunter</translation>
        </message>
        <message>
            <source>list</source>
            <translation>Liste</translation>
        </message>
        <message>
            <source>masked</source>
            <translation>verdeckt</translation>
        </message>
        <message>
            <source>message {number}</source>
            <translation>Nachricht {number}</translation>
        </message>
        <message>
            <source>name</source>
            <translation>Name</translation>
        </message>
        <message>
            <source>no description</source>
            <translation>keine Beschreibung</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>nicht bekannt</translation>
        </message>
        <message>
            <source>object</source>
            <translation>Objekt</translation>
        </message>
        <message>
            <source>path</source>
            <translation>Pfad</translation>
        </message>
        <message>
            <source>type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <source>value</source>
            <translation>Wert</translation>
        </message>
    </context>
    <context>
        <name>Trial</name>
        <message>
            <source>Cance&amp;l</source>
            <translation type="vanished">Abb&amp;rechen</translation>
        </message>
        <message>
            <source>Cance&amp;l waiting</source>
            <translation>Warten abb&amp;rechen</translation>
        </message>
        <message>
            <source>Cancelled.</source>
            <translation>Abgebrochen.</translation>
        </message>
    </context>
    <context>
        <name>ViewMenu</name>
        <message>
            <source>&amp;As at first</source>
            <translation>&amp;Wie am Anfang</translation>
        </message>
        <message>
            <source>&amp;Columns</source>
            <translation>&amp;Spalten</translation>
        </message>
        <message>
            <source>&amp;Go to id…</source>
            <translation>&amp;Gehe zu ID…</translation>
        </message>
        <message>
            <source>&amp;Newest message</source>
            <translation>&amp;Neueste Nachricht</translation>
        </message>
        <message>
            <source>&amp;Oldest message</source>
            <translation>Ä&amp;lteste Nachricht</translation>
        </message>
        <message>
            <source>Clear the &amp;filters</source>
            <translation>&amp;Filter aufheben</translation>
        </message>
        <message>
            <source>{column} (the same in every row)</source>
            <translation>{column} (in jeder Zeile gleich)</translation>
        </message>
    </context>
    <context>
        <name>Views</name>
        <message>
            <source>&amp;Close all</source>
            <translation type="vanished">Alle &amp;schließen</translation>
        </message>
        <message>
            <source>&amp;Copy rows</source>
            <translation type="vanished">Zeilen &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Copy selected text</source>
            <translation type="vanished">Ausgewählten Text &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Open all</source>
            <translation type="vanished">Alle ö&amp;ffnen</translation>
        </message>
        <message>
            <source>Copy &amp;as sent</source>
            <translation type="vanished">Wie &amp;gesendet kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;path</source>
            <translation type="vanished">&amp;Pfad kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;value</source>
            <translation type="vanished">&amp;Wert kopieren</translation>
        </message>
        <message>
            <source>Copy message as &amp;stored</source>
            <translation type="vanished">Nachricht wie ge&amp;speichert kopieren</translation>
        </message>
        <message>
            <source>Save &amp;document…</source>
            <translation type="vanished">&amp;Dokument sichern…</translation>
        </message>
        <message>
            <source>Save &amp;message as stored…</source>
            <translation type="vanished">&amp;Nachricht wie gespeichert sichern…</translation>
        </message>
        <message>
            <source>What was found is not there any more: the message is a shorter one.</source>
            <translation>Das Gefundene ist nicht mehr da: Die Nachricht ist eine kürzere.</translation>
        </message>
    </context>
    <context>
        <name>WorkerForm</name>
        <message>
            <source>&amp;Channel</source>
            <translation>&amp;Kanal</translation>
        </message>
        <message>
            <source>&amp;Destination</source>
            <translation>&amp;Ziel</translation>
        </message>
        <message>
            <source>&amp;Folder</source>
            <translation>Ord&amp;ner</translation>
        </message>
        <message>
            <source>&amp;Host</source>
            <translation>&amp;Host</translation>
        </message>
        <message>
            <source>&amp;User</source>
            <translation type="vanished">Benutzer</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>Adresse</translation>
        </message>
        <message>
            <source>Answers with an HL7 ACK</source>
            <translation>Antwortet mit HL7-ACK</translation>
        </message>
        <message>
            <source>At most after (s)</source>
            <translation type="vanished">Höchstens nach (s)</translation>
        </message>
        <message>
            <source>Attem&amp;pts (0: for ever)</source>
            <translation>Versu&amp;che (0: endlos)</translation>
        </message>
        <message>
            <source>Authority trusted (file)</source>
            <translation type="vanished">Vertraute Stelle (Datei)</translation>
        </message>
        <message>
            <source>Consumer &amp;group</source>
            <translation>Verbraucher&amp;gruppe</translation>
        </message>
        <message>
            <source>Content type</source>
            <translation>Inhaltstyp</translation>
        </message>
        <message>
            <source>Further headers</source>
            <translation>Weitere Kopfzeilen</translation>
        </message>
        <message>
            <source>HTTP</source>
            <translation>HTTP</translation>
        </message>
        <message>
            <source>It stays so in the file, and no worker starts, until it is corrected there or removed.</source>
            <translation>Der Eintrag bleibt in der Datei, wie er ist, und kein Zusteller startet, bis er dort berichtigt oder entfernt ist.</translation>
        </message>
        <message>
            <source>Its key (file)</source>
            <translation>Dessen Schlüssel (Datei)</translation>
        </message>
        <message>
            <source>Keep dead letters (h)</source>
            <translation>Dead Letters behalten (h)</translation>
        </message>
        <message>
            <source>Keep finished ones (h)</source>
            <translation>Abgeschlossene behalten (h)</translation>
        </message>
        <message>
            <source>Longest wait (s)</source>
            <translation>Längste Pause (s)</translation>
        </message>
        <message>
            <source>MLLP</source>
            <translation>MLLP</translation>
        </message>
        <message>
            <source>Na&amp;mes of the files</source>
            <translation>Na&amp;men der Dateien</translation>
        </message>
        <message>
            <source>Name in its certificate</source>
            <translation>Name im Zertifikat</translation>
        </message>
        <message>
            <source>Next attempt after (s)</source>
            <translation type="vanished">Nächster nach (s)</translation>
        </message>
        <message>
            <source>Over &amp;TLS</source>
            <translation>Über &amp;TLS</translation>
        </message>
        <message>
            <source>Own certificate (file)</source>
            <translation>Eigenes Zertifikat (Datei)</translation>
        </message>
        <message>
            <source>P&amp;ort</source>
            <translation>P&amp;ort</translation>
        </message>
        <message>
            <source>Pause between messages (s)</source>
            <translation>Pause dazwischen (s)</translation>
        </message>
        <message>
            <source>Queue (its file, or its &amp;address)</source>
            <translation>Warteschlange (&amp;Datei oder Adresse)</translation>
        </message>
        <message>
            <source>Sent &amp;by</source>
            <translation>Gesendet &amp;per</translation>
        </message>
        <message>
            <source>Sent at a time</source>
            <translation>Zugleich gesendet</translation>
        </message>
        <message>
            <source>Si&amp;gns in with</source>
            <translation type="vanished">Meldet sich an mit</translation>
        </message>
        <message>
            <source>Signs in with</source>
            <translation>Meldet sich an mit</translation>
        </message>
        <message>
            <source>Taken over after (s)</source>
            <translation>Übernommen nach (s)</translation>
        </message>
        <message>
            <source>Time for one attempt (s)</source>
            <translation>Dauer höchstens (s)</translation>
        </message>
        <message>
            <source>Trusted authority (file)</source>
            <translation>Vertraute Zertifizierungsstelle (Datei)</translation>
        </message>
        <message>
            <source>User</source>
            <translation>Benutzer</translation>
        </message>
        <message>
            <source>Wait after a failure (s)</source>
            <translation>Pause nach Fehler (s)</translation>
        </message>
        <message>
            <source>When a message is refused</source>
            <translation>Wird eine abgelehnt</translation>
        </message>
        <message>
            <source>When a name is taken</source>
            <translation>Ist ein Name vergeben</translation>
        </message>
        <message>
            <source>When it refuses a message</source>
            <translation>Lehnt er eine ab</translation>
        </message>
        <message>
            <source>When one can't be sent at all</source>
            <translation>Ist eine nicht sendbar</translation>
        </message>
        <message>
            <source>When that is negative</source>
            <translation>Ist dieses negativ</translation>
        </message>
        <message>
            <source>Who may read them</source>
            <translation>Wer sie lesen darf</translation>
        </message>
        <message>
            <source>a token</source>
            <translation>Token</translation>
        </message>
        <message>
            <source>files in a folder</source>
            <translation>Dateien im Ordner</translation>
        </message>
        <message>
            <source>give up, go on with the next</source>
            <translation>aufgeben, weiter</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>nichts</translation>
        </message>
        <message>
            <source>owner and group</source>
            <translation>Besitzer und Gruppe</translation>
        </message>
        <message>
            <source>owner; the group reads</source>
            <translation>Besitzer; Gruppe liest</translation>
        </message>
        <message>
            <source>the owner alone</source>
            <translation>nur der Besitzer</translation>
        </message>
        <message>
            <source>try it again</source>
            <translation>erneut versuchen</translation>
        </message>
        <message>
            <source>user and password</source>
            <translation>Name und Passwort</translation>
        </message>
    </context>
    <context>
        <name>WorkerSettingsDialog</name>
        <message>
            <source>&amp;New</source>
            <translation>Ne&amp;u</translation>
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation>&amp;Entfernen</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <source>A further worker, for this queue</source>
            <translation>Ein weiterer Zusteller, für diese Warteschlange</translation>
        </message>
        <message>
            <source>Another one like this, to be changed</source>
            <translation>Noch einer wie dieser, zum Ändern</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Connecting; no message is sent …</source>
            <translation>Verbindung wird aufgenommen; es wird keine Nachricht gesendet …</translation>
        </message>
        <message>
            <source>Cop&amp;y</source>
            <translation>Kop&amp;ie</translation>
        </message>
        <message>
            <source>Correct the file with a text editor; then read it again.</source>
            <translation>Berichtigen Sie die Datei in einem Texteditor und lesen Sie sie dann neu.</translation>
        </message>
        <message>
            <source>For these destinations of the open queue: {names}</source>
            <translation>Für diese Ziele der offenen Warteschlange: {names}</translation>
        </message>
        <message>
            <source>For {count} destinations of the open queue: {names} …</source>
            <translation>Für {count} Ziele der offenen Warteschlange: {names} …</translation>
        </message>
        <message>
            <source>No destination of the open queue has such a name (yet).</source>
            <translation>Kein Ziel der offenen Warteschlange heißt (bisher) so.</translation>
        </message>
        <message>
            <source>Nothing is set up yet: choose New above. It begins with the destination that you look at.</source>
            <translation>Noch ist nichts eingerichtet: Wählen Sie oben „Neu“. Es beginnt mit dem Ziel, das Sie gerade ansehen.</translation>
        </message>
        <message>
            <source>One worker can't be used as the file has it: choose it to see why. The others can be edited.</source>
            <translation>Ein Zusteller ist so, wie die Datei ihn hat, nicht zu gebrauchen: Wählen Sie ihn aus, um zu sehen, warum. Die anderen lassen sich bearbeiten.</translation>
        </message>
        <message>
            <source>Read it aga&amp;in</source>
            <translation>Neu &amp;lesen</translation>
        </message>
        <message>
            <source>Sa&amp;ve all the same</source>
            <translation type="vanished">Trotzdem speichern</translation>
        </message>
        <message>
            <source>Save all the same</source>
            <translation>Trotzdem speichern</translation>
        </message>
        <message>
            <source>Somebody else has changed the file since it was read here.</source>
            <translation>Jemand anders hat die Datei geändert, seit sie hier gelesen wurde.</translation>
        </message>
        <message>
            <source>T&amp;est connection</source>
            <translation>&amp;Verbindung prüfen</translation>
        </message>
        <message>
            <source>Take this one away, once it is saved</source>
            <translation>Diesen wegnehmen, sobald gespeichert wird</translation>
        </message>
        <message>
            <source>What is not saved here is lost</source>
            <translation>Was hier nicht gespeichert ist, geht verloren</translation>
        </message>
        <message>
            <source>What the other has changed is lost</source>
            <translation>Was der andere geändert hat, geht verloren</translation>
        </message>
        <message>
            <source>Which destinations are sent, where to, and how often. It is kept in {path}.</source>
            <translation>Welche Ziele gesendet werden, wohin und wie oft. Das steht in {path}.</translation>
        </message>
        <message>
            <source>Worker {number} is not right yet: {why}</source>
            <translation>Zusteller {number} ist noch nicht richtig: {why}</translation>
        </message>
        <message>
            <source>Workers</source>
            <translation>Zusteller</translation>
        </message>
        <message>
            <source>Workers that run go on as they were started.</source>
            <translation type="vanished">Zusteller, die laufen, arbeiten weiter, wie sie gestartet wurden.</translation>
        </message>
        <message>
            <source>Workers that run keep what they were started with until they are started again.</source>
            <translation>Zusteller, die laufen, behalten, womit sie gestartet wurden, bis sie neu gestartet werden.</translation>
        </message>
        <message>
            <source>You have changed workers. They stay as they were if you leave now.</source>
            <translation>Sie haben Zusteller geändert. Sie bleiben, wie sie waren, wenn Sie jetzt verlassen.</translation>
        </message>
        <message>
            <source>{count} workers can't be used as the file has them: choose one to see why. The others can be edited.</source>
            <translation>{count} Zusteller sind so, wie die Datei sie hat, nicht zu gebrauchen: Wählen Sie einen aus, um zu sehen, warum. Die anderen lassen sich bearbeiten.</translation>
        </message>
    </context>
    <context>
        <name>WorkerTab</name>
        <message>
            <source>Workers</source>
            <translation>Zusteller</translation>
        </message>
        <message>
            <source>Workers {count}</source>
            <translation>Zusteller {count}</translation>
        </message>
    </context>
    <context>
        <name>WorkersModel</name>
        <message>
            <source>Attempts that failed and are followed by another, since the worker was started</source>
            <translation>Versuche, die scheiterten und denen ein weiterer folgt, seit der Zusteller gestartet wurde</translation>
        </message>
        <message>
            <source>Deliveries a minute over the last minutes</source>
            <translation>Zustellungen je Minute in den letzten Minuten</translation>
        </message>
        <message>
            <source>Messages marked failed after their last attempt, since the worker was started</source>
            <translation>Nachrichten, die nach ihrem letzten Versuch als gescheitert gelten, seit der Zusteller gestartet wurde</translation>
        </message>
        <message>
            <source>Messages that the receiver has said it has, since the worker was started</source>
            <translation>Nachrichten, von denen der Empfänger gesagt hat, dass er sie hat, seit der Zusteller gestartet wurde</translation>
        </message>
        <message>
            <source>a minute</source>
            <translation>je Minute</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>given up</source>
            <translation>aufgegeben</translation>
        </message>
        <message>
            <source>last error</source>
            <translation>letzter Fehler</translation>
        </message>
        <message>
            <source>receiver</source>
            <translation>Empfänger</translation>
        </message>
        <message>
            <source>retried</source>
            <translation>erneut</translation>
        </message>
        <message>
            <source>sent</source>
            <translation>gesendet</translation>
        </message>
        <message>
            <source>state</source>
            <translation>Zustand</translation>
        </message>
    </context>
    <context>
        <name>WorkersPanel</name>
        <message>
            <source>&amp;Engine is stopped…</source>
            <translation>&amp;Engine steht…</translation>
        </message>
        <message>
            <source>All {count} workers are stopped</source>
            <translation>Alle {count} Zusteller stehen</translation>
        </message>
        <message>
            <source>Daemon is stopp&amp;ed…</source>
            <translation>Da&amp;emon steht…</translation>
        </message>
        <message>
            <source>Go to &amp;destination</source>
            <translation>Zum &amp;Ziel gehen</translation>
        </message>
        <message>
            <source>Have the selected workers finish their attempt, and end</source>
            <translation>Die ausgewählten Zusteller ihren Versuch zu Ende führen lassen und beenden</translation>
        </message>
        <message>
            <source>Have workers send the messages of the selected destinations</source>
            <translation>Zusteller die Nachrichten der ausgewählten Ziele senden lassen</translation>
        </message>
        <message>
            <source>No worker is set up</source>
            <translation>Kein Zusteller ist eingerichtet</translation>
        </message>
        <message>
            <source>Nothing can be sent from here</source>
            <translation>Von hier kann nichts gesendet werden</translation>
        </message>
        <message>
            <source>Only while a worker watches for another program.</source>
            <translation>Nur solange ein Zusteller nach einem anderen Programm Ausschau hält.</translation>
        </message>
        <message>
            <source>Only while a worker watches for the engine's own.</source>
            <translation type="vanished">Nur solange ein Zusteller nach dem der Engine Ausschau hält.</translation>
        </message>
        <message>
            <source>Say that the daemon is stopped, so that the worker need not watch for it</source>
            <translation>Sagen, dass der Daemon steht, damit der Zusteller nicht nach ihm Ausschau halten muss</translation>
        </message>
        <message>
            <source>Say that the engine is stopped, so that the worker need not watch for its own</source>
            <translation>Sagen, dass die Engine steht, damit der Zusteller nicht nach deren eigenem Ausschau halten muss</translation>
        </message>
        <message>
            <source>Se&amp;ttings…</source>
            <translation>E&amp;instellungen…</translation>
        </message>
        <message>
            <source>Select a destination first.</source>
            <translation>Wählen Sie zuerst ein Ziel aus.</translation>
        </message>
        <message>
            <source>Select a destination whose worker is stopped.</source>
            <translation>Wählen Sie ein Ziel aus, dessen Zusteller steht.</translation>
        </message>
        <message>
            <source>Select a worker that is running.</source>
            <translation>Wählen Sie einen Zusteller aus, der läuft.</translation>
        </message>
        <message>
            <source>Show this destination</source>
            <translation>Dieses Ziel zeigen</translation>
        </message>
        <message>
            <source>St&amp;op…</source>
            <translation>A&amp;nhalten…</translation>
        </message>
        <message>
            <source>Sta&amp;rt…</source>
            <translation>&amp;Starten…</translation>
        </message>
        <message>
            <source>The selected worker in full</source>
            <translation>Der ausgewählte Zusteller im Ganzen</translation>
        </message>
        <message>
            <source>The worker holds back</source>
            <translation>Der Zusteller hält sich zurück</translation>
        </message>
        <message>
            <source>The worker is stopped</source>
            <translation>Der Zusteller steht</translation>
        </message>
        <message>
            <source>The worker runs</source>
            <translation>Der Zusteller läuft</translation>
        </message>
        <message>
            <source>Which destinations are sent, and where to</source>
            <translation>Welche Ziele gesendet werden, und wohin</translation>
        </message>
        <message>
            <source>{running} of {count} workers run</source>
            <translation>{running} von {count} Zustellern laufen</translation>
        </message>
        <message>
            <source>{running} of {count} workers run, 1 ended by itself</source>
            <translation>{running} von {count} Zustellern laufen, 1 endete von selbst</translation>
        </message>
        <message>
            <source>{running} of {count} workers run, 1 of them holds back</source>
            <translation>{running} von {count} Zustellern laufen, einer davon hält sich zurück</translation>
        </message>
        <message>
            <source>{running} of {count} workers run, {ended} ended by itself</source>
            <translation type="vanished">{running} von {count} Zustellern laufen, {ended} endete von selbst</translation>
        </message>
        <message>
            <source>{running} of {count} workers run, {ended} ended by themselves</source>
            <translation>{running} von {count} Zustellern laufen, {ended} endeten von selbst</translation>
        </message>
        <message>
            <source>{running} of {count} workers run, {held} of them hold back</source>
            <translation>{running} von {count} Zustellern laufen, {held} davon halten sich zurück</translation>
        </message>
    </context>
    <context>
        <name>WorkersTable</name>
        <message>
            <source>Workers</source>
            <translation>Zusteller</translation>
        </message>
    </context>
    <context>
        <name>_Head</name>
        <message>
            <source>By name</source>
            <translation>Nach Namen</translation>
        </message>
        <message>
            <source>Choose the order of the destinations</source>
            <translation>Reihenfolge der Ziele wählen</translation>
        </message>
        <message>
            <source>Destinations</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <source>Order of the destinations</source>
            <translation>Reihenfolge der Ziele</translation>
        </message>
        <message>
            <source>Worst first</source>
            <translation>Dringendste zuerst</translation>
        </message>
        <message>
            <source>oldest</source>
            <translation>älteste</translation>
        </message>
        <message>
            <source>pending</source>
            <translation>wartend</translation>
        </message>
    </context>
    <context>
        <name>action-names</name>
        <message>
            <source>Built the index {id}.</source>
            <translation>Index {id} gebaut.</translation>
        </message>
        <message>
            <source>Built {count} indexes.</source>
            <translation>{count} Indizes gebaut.</translation>
        </message>
        <message>
            <source>Built {done} of {count} indexes.</source>
            <translation>{done} von {count} Indizes gebaut.</translation>
        </message>
        <message>
            <source>Drain</source>
            <translation>Rückstand leeren</translation>
        </message>
        <message>
            <source>Drop as too old</source>
            <translation>Als zu alt verwerfen</translation>
        </message>
        <message>
            <source>Erase</source>
            <translation>Endgültig löschen</translation>
        </message>
        <message>
            <source>Erased {count} messages of {target}.</source>
            <translation>{count} Nachrichten von {target} endgültig gelöscht.</translation>
        </message>
        <message>
            <source>Erased {done} of {count} messages of {target}.</source>
            <translation>{done} von {count} Nachrichten von {target} endgültig gelöscht.</translation>
        </message>
        <message>
            <source>Erased {id} of {target}.</source>
            <translation>{id} von {target} endgültig gelöscht.</translation>
        </message>
        <message>
            <source>Made {count} messages of {target} due now.</source>
            <translation type="vanished">{count} Nachrichten von {target} sind jetzt fällig.</translation>
        </message>
        <message>
            <source>Made {done} of {count} messages of {target} due now.</source>
            <translation type="vanished">{done} von {count} Nachrichten von {target} sind jetzt fällig.</translation>
        </message>
        <message>
            <source>Made {id} for {target} due now.</source>
            <translation type="vanished">{id} für {target} ist jetzt fällig.</translation>
        </message>
        <message>
            <source>No index was built.</source>
            <translation>Es wurde kein Index gebaut.</translation>
        </message>
        <message>
            <source>No index was taken out.</source>
            <translation>Es wurde kein Index herausgenommen.</translation>
        </message>
        <message>
            <source>Optimise</source>
            <translation>Optimieren</translation>
        </message>
        <message>
            <source>Purge</source>
            <translation>Aufräumen</translation>
        </message>
        <message>
            <source>Put {count} messages of {target} back in line.</source>
            <translation>{count} Nachrichten von {target} wieder eingereiht.</translation>
        </message>
        <message>
            <source>Put {done} of {count} messages of {target} back in line.</source>
            <translation>{done} von {count} Nachrichten von {target} wieder eingereiht.</translation>
        </message>
        <message>
            <source>Put {id} for {target} back in line.</source>
            <translation>{id} für {target} wieder eingereiht.</translation>
        </message>
        <message>
            <source>Queued {count} messages of {target} once more.</source>
            <translation>{count} Nachrichten von {target} noch einmal eingereiht.</translation>
        </message>
        <message>
            <source>Queued {done} of {count} messages of {target} once more.</source>
            <translation>{done} von {count} Nachrichten von {target} noch einmal eingereiht.</translation>
        </message>
        <message>
            <source>Queued {id} for {target} once more.</source>
            <translation>{id} für {target} noch einmal eingereiht.</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Removed {count} messages of {target}.</source>
            <translation>{count} Nachrichten von {target} entfernt.</translation>
        </message>
        <message>
            <source>Removed {done} of {count} messages of {target}.</source>
            <translation>{done} von {count} Nachrichten von {target} entfernt.</translation>
        </message>
        <message>
            <source>Removed {id} of {target}.</source>
            <translation>{id} von {target} entfernt.</translation>
        </message>
        <message>
            <source>Resend</source>
            <translation>Neu einreihen</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>Wiederherstellen</translation>
        </message>
        <message>
            <source>Retry now</source>
            <translation>Jetzt erneut versuchen</translation>
        </message>
        <message>
            <source>Skip</source>
            <translation>Überspringen</translation>
        </message>
        <message>
            <source>Skipped {count} messages of {target}.</source>
            <translation>{count} Nachrichten von {target} übersprungen.</translation>
        </message>
        <message>
            <source>Skipped {done} of {count} messages of {target}.</source>
            <translation>{done} von {count} Nachrichten von {target} übersprungen.</translation>
        </message>
        <message>
            <source>Skipped {id} for {target}.</source>
            <translation>{id} für {target} übersprungen.</translation>
        </message>
        <message>
            <source>Start worker</source>
            <translation>Zusteller starten</translation>
        </message>
        <message>
            <source>Stop worker</source>
            <translation>Zusteller anhalten</translation>
        </message>
        <message>
            <source>Took out the index {id}.</source>
            <translation>Index {id} herausgenommen.</translation>
        </message>
        <message>
            <source>Took out {count} indexes.</source>
            <translation>{count} Indizes herausgenommen.</translation>
        </message>
        <message>
            <source>Took out {done} of {count} indexes.</source>
            <translation>{done} von {count} Indizes herausgenommen.</translation>
        </message>
        <message>
            <source>Undo optimisation</source>
            <translation>Optimierung zurücknehmen</translation>
        </message>
        <message>
            <source>{action}: nothing was done for {target}.</source>
            <translation>{action}: Für {target} wurde nichts getan.</translation>
        </message>
        <message>
            <source>{action}: {done} of {count} done for {target}.</source>
            <translation>{action}: {done} von {count} getan für {target}.</translation>
        </message>
        <message>
            <source>{count} messages of {target} are tried again as soon as their turn comes.</source>
            <translation>{count} Nachrichten von {target} werden erneut versucht, sobald sie an der Reihe sind.</translation>
        </message>
        <message>
            <source>{done} of {count} messages of {target} are tried again as soon as their turn comes.</source>
            <translation>{done} von {count} Nachrichten von {target} werden erneut versucht, sobald sie an der Reihe sind.</translation>
        </message>
        <message>
            <source>{id} for {target} is tried again as soon as its turn comes.</source>
            <translation>{id} für {target} wird erneut versucht, sobald sie an der Reihe ist.</translation>
        </message>
    </context>
    <context>
        <name>actions</name>
        <message>
            <source>&amp;About qmonitor</source>
            <translation>&amp;Über qmonitor</translation>
        </message>
        <message>
            <source>&amp;Alert rules…</source>
            <translation>Alarm&amp;regeln…</translation>
        </message>
        <message>
            <source>&amp;Close source</source>
            <translation>Quelle &amp;schließen</translation>
        </message>
        <message>
            <source>&amp;Copy rows</source>
            <translation>Zeilen &amp;kopieren</translation>
        </message>
        <message>
            <source>&amp;Dark</source>
            <translation>&amp;Dunkel</translation>
        </message>
        <message>
            <source>&amp;Deutsch</source>
            <translation>&amp;Deutsch</translation>
        </message>
        <message>
            <source>&amp;Drain…</source>
            <translation>Rückstand &amp;leeren…</translation>
        </message>
        <message>
            <source>&amp;English</source>
            <translation>&amp;English</translation>
        </message>
        <message>
            <source>&amp;Erase for good…</source>
            <translation>&amp;Endgültig löschen…</translation>
        </message>
        <message>
            <source>&amp;Filter messages</source>
            <translation>Nachrichten &amp;filtern</translation>
        </message>
        <message>
            <source>&amp;Go to id…</source>
            <translation>&amp;Gehe zu ID…</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Hilfe</translation>
        </message>
        <message>
            <source>&amp;Keyboard shortcuts</source>
            <translation>&amp;Tastenkürzel</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>&amp;Hell</translation>
        </message>
        <message>
            <source>&amp;Live</source>
            <translation>&amp;Live</translation>
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation>Ö&amp;ffnen…</translation>
        </message>
        <message>
            <source>&amp;Previous source</source>
            <translation>&amp;Vorige Quelle</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>&amp;Beenden</translation>
        </message>
        <message>
            <source>&amp;Refresh now</source>
            <translation>Jetzt &amp;aktualisieren</translation>
        </message>
        <message>
            <source>&amp;Retry all now…</source>
            <translation>Alle jetzt erneut &amp;versuchen…</translation>
        </message>
        <message>
            <source>&amp;Retry now…</source>
            <translation>Jetzt erneut &amp;versuchen…</translation>
        </message>
        <message>
            <source>&amp;Skip…</source>
            <translation>Ü&amp;berspringen…</translation>
        </message>
        <message>
            <source>&amp;Undo optimisation…</source>
            <translation>Optimierung zu&amp;rücknehmen…</translation>
        </message>
        <message>
            <source>&amp;Undo…</source>
            <translation>&amp;Rückgängig…</translation>
        </message>
        <message>
            <source>&amp;Workers…</source>
            <translation>Z&amp;usteller…</translation>
        </message>
        <message>
            <source>1 h</source>
            <translation>1 h</translation>
        </message>
        <message>
            <source>1 y</source>
            <translation>1 J</translation>
        </message>
        <message>
            <source>15 m</source>
            <translation>15 min</translation>
        </message>
        <message>
            <source>24 h</source>
            <translation>24 h</translation>
        </message>
        <message>
            <source>30 d</source>
            <translation>30 d</translation>
        </message>
        <message>
            <source>6 h</source>
            <translation>6 h</translation>
        </message>
        <message>
            <source>7 d</source>
            <translation>7 d</translation>
        </message>
        <message>
            <source>As the &amp;system</source>
            <translation>Wie das &amp;System</translation>
        </message>
        <message>
            <source>Choose &amp;columns…</source>
            <translation>Spalten &amp;wählen…</translation>
        </message>
        <message>
            <source>Con&amp;nect to a Redis queue…</source>
            <translation type="vanished">Mit einer Redis-Warteschlange &amp;verbinden…</translation>
        </message>
        <message>
            <source>Con&amp;nect to a {server} queue…</source>
            <translation>Mit einer {server}-Warteschlange &amp;verbinden…</translation>
        </message>
        <message>
            <source>Copy &amp;path</source>
            <translation>&amp;Pfad kopieren</translation>
        </message>
        <message>
            <source>Copy &amp;value</source>
            <translation>&amp;Wert kopieren</translation>
        </message>
        <message>
            <source>Copy message as st&amp;ored</source>
            <translation>Nachricht wie ge&amp;speichert kopieren</translation>
        </message>
        <message>
            <source>E&amp;xport…</source>
            <translation>E&amp;xportieren…</translation>
        </message>
        <message>
            <source>Every {seconds} s</source>
            <translation>Alle {seconds} s</translation>
        </message>
        <message>
            <source>F&amp;ind in messages…</source>
            <translation>In Nachrichten s&amp;uchen…</translation>
        </message>
        <message>
            <source>Filter the &amp;tree of the message</source>
            <translation>S&amp;truktur der Nachricht filtern</translation>
        </message>
        <message>
            <source>Go to &amp;audit</source>
            <translation>Zum &amp;Protokoll</translation>
        </message>
        <message>
            <source>Go to &amp;destinations</source>
            <translation>Zu den &amp;Zielen</translation>
        </message>
        <message>
            <source>Go to &amp;errors</source>
            <translation>Zu den &amp;Fehlern gehen</translation>
        </message>
        <message>
            <source>Go to &amp;inspector</source>
            <translation>Zum &amp;Inspektor</translation>
        </message>
        <message>
            <source>Go to &amp;messages</source>
            <translation>Zu den &amp;Nachrichten</translation>
        </message>
        <message>
            <source>Go to &amp;workers</source>
            <translation>Zu den Zus&amp;tellern</translation>
        </message>
        <message>
            <source>Go to a&amp;lerts</source>
            <translation>Zu den &amp;Alarmen</translation>
        </message>
        <message>
            <source>Go to i&amp;d…</source>
            <translation type="vanished">Gehe zu I&amp;D…</translation>
        </message>
        <message>
            <source>Go to the &amp;newest message</source>
            <translation>Zur ne&amp;uesten Nachricht</translation>
        </message>
        <message>
            <source>Go to the &amp;oldest message</source>
            <translation>Zur ä&amp;ltesten Nachricht</translation>
        </message>
        <message>
            <source>Mas&amp;ked</source>
            <translation>Verdec&amp;kt</translation>
        </message>
        <message>
            <source>Ne&amp;xt source</source>
            <translation>Nä&amp;chste Quelle</translation>
        </message>
        <message>
            <source>Opt&amp;imise the file…</source>
            <translation>Datei &amp;optimieren…</translation>
        </message>
        <message>
            <source>Purge &amp;finished messages of all destinations…</source>
            <translation>Abgeschlossene Nachrichten aller Ziele &amp;aufräumen…</translation>
        </message>
        <message>
            <source>Re&amp;move…</source>
            <translation>En&amp;tfernen…</translation>
        </message>
        <message>
            <source>Res&amp;tore…</source>
            <translation>&amp;Wiederherstellen…</translation>
        </message>
        <message>
            <source>Resend as &amp;new…</source>
            <translation>&amp;Neu einreihen…</translation>
        </message>
        <message>
            <source>Save chart as &amp;picture…</source>
            <translation>Diagramm als B&amp;ild speichern…</translation>
        </message>
        <message>
            <source>Save chart as &amp;table…</source>
            <translation>Diagramm als &amp;Tabelle speichern…</translation>
        </message>
        <message>
            <source>Save message as store&amp;d…</source>
            <translation>Nachricht wie gespeichert si&amp;chern…</translation>
        </message>
        <message>
            <source>Select &amp;all that match</source>
            <translation>&amp;Alle passenden auswählen</translation>
        </message>
        <message>
            <source>T&amp;hresholds…</source>
            <translation type="vanished">&amp;Schwellen…</translation>
        </message>
    </context>
    <context>
        <name>alerts</name>
        <message>
            <source>A message was tried up to {value} ×; the limit is {limit}.</source>
            <translation>Eine Nachricht wurde bis zu {value} × versucht; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>A message was tried {value} × without success; the limit is {limit}.</source>
            <translation>Eine Nachricht wurde {value} × vergeblich versucht; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Acknowledged by {who} at {time}.</source>
            <translation>Quittiert von {who} um {time}.</translation>
        </message>
        <message>
            <source>Alerts when a message was tried {limit} × or more.</source>
            <translation>Alarm, wenn eine Nachricht {limit} × oder öfter versucht wurde.</translation>
        </message>
        <message>
            <source>Alerts when nothing was delivered for {limit} though messages wait.</source>
            <translation>Alarm, wenn {limit} lang nichts zugestellt wurde, obwohl Nachrichten warten.</translation>
        </message>
        <message>
            <source>Alerts when the first message has been due for {limit} and nobody tries it.</source>
            <translation>Alarm, wenn die erste Nachricht seit {limit} fällig ist und niemand sie versucht.</translation>
        </message>
        <message>
            <source>Alerts when the number of failed messages is {limit} or more.</source>
            <translation>Alarm, wenn {limit} oder mehr Nachrichten gescheitert sind.</translation>
        </message>
        <message>
            <source>Alerts when the oldest message has waited for {limit} or longer.</source>
            <translation>Alarm, wenn die älteste Nachricht seit {limit} oder länger wartet.</translation>
        </message>
        <message>
            <source>Alerts when the payload of {limit} retries or more is missing.</source>
            <translation>Alarmiert, wenn die Nutzdaten von {limit} oder mehr Wiederholungen fehlen.</translation>
        </message>
        <message>
            <source>Alerts when the source can't be read for {limit}.</source>
            <translation>Alarm, wenn die Quelle {limit} lang nicht zu lesen ist.</translation>
        </message>
        <message>
            <source>Alerts when the source drops the oldest message in {limit} or sooner.</source>
            <translation>Alarm, wenn die Quelle die älteste Nachricht in {limit} oder früher verwirft.</translation>
        </message>
        <message>
            <source>Alerts when {limit} messages or more wait.</source>
            <translation>Alarm, wenn {limit} Nachrichten oder mehr warten.</translation>
        </message>
        <message>
            <source>Alerts when {limit} retries or more have no time, so that they will never run.</source>
            <translation>Alarmiert, wenn {limit} oder mehr Wiederholungen keinen Termin haben und daher nie laufen werden.</translation>
        </message>
        <message>
            <source>First in line: {id}</source>
            <translation>Vorderste Nachricht: {id}</translation>
        </message>
        <message>
            <source>From {since} to {solved}. Worst: {worst}</source>
            <translation>Von {since} bis {solved}. Am schlimmsten: {worst}</translation>
        </message>
        <message>
            <source>It has to stay so for {span}.</source>
            <translation>Es muss {span} lang so bleiben.</translation>
        </message>
        <message>
            <source>Messages failed at most: {value}; the limit is {limit}.</source>
            <translation>Gescheiterte Nachrichten höchstens: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Messages failed: {value}; the limit is {limit}.</source>
            <translation>Gescheiterte Nachrichten: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Messages waiting at most: {value}; the limit is {limit}.</source>
            <translation>Wartende Nachrichten höchstens: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Messages waiting: {value}; the limit is {limit}.</source>
            <translation>Wartende Nachrichten: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Never a critical alert, whatever a rule below says. Warnings on it have rules of their own.</source>
            <translation>Löst nie einen kritischen Alarm aus, was auch immer eine Regel darunter sagt. Für Warnungen gelten eigene Regeln.</translation>
        </message>
        <message>
            <source>Never a warning, whatever a rule below says. Critical alerts on it have rules of their own.</source>
            <translation>Löst nie eine Warnung aus, was auch immer eine Regel darunter sagt. Für kritische Alarme gelten eigene Regeln.</translation>
        </message>
        <message>
            <source>Never alerts, whatever a rule below says.</source>
            <translation type="vanished">Löst nie Alarm aus, was auch immer eine Regel darunter sagt.</translation>
        </message>
        <message>
            <source>No message is overdue any more; the limit is {limit}.</source>
            <translation>Keine Nachricht ist mehr überfällig; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Not watched for dead letters, which are old by nature, unless the rule names their place.</source>
            <translation>Nicht überwacht für Dead Letters, die von Natur aus alt sind, es sei denn, die Regel nennt ihren Ort.</translation>
        </message>
        <message>
            <source>Not watched for dead letters: nothing there tells it.</source>
            <translation>Nicht überwacht für Dead Letters: Dort sagt es nichts.</translation>
        </message>
        <message>
            <source>Nothing waits any more; the limit is {limit}.</source>
            <translation>Es wartet nichts mehr; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Nothing was delivered for up to {value}; the limit is {limit}.</source>
            <translation>Bis zu {value} lang wurde nichts zugestellt; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Nothing was delivered for {value} though messages wait; the limit is {limit}.</source>
            <translation>Seit {value} wurde nichts zugestellt, obwohl Nachrichten warten; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Oldest message: {id}</source>
            <translation type="vanished">Älteste Nachricht: {id}</translation>
        </message>
        <message>
            <source>Only for {where}.</source>
            <translation>Nur für {where}.</translation>
        </message>
        <message>
            <source>Retries that had no time, at most: {value}; the limit is {limit}.</source>
            <translation>Wiederholungen ohne Termin, höchstens: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Retries that have no time, so that they will never run: {value}; the limit is {limit}.</source>
            <translation>Wiederholungen ohne Termin, die daher nie laufen werden: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Retries whose payload is missing, so that they can't run: {value}; the limit is {limit}.</source>
            <translation>Wiederholungen, deren Nutzdaten fehlen, sodass sie nicht laufen können: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Retries whose payload was missing, at most: {value}; the limit is {limit}.</source>
            <translation>Wiederholungen, deren Nutzdaten fehlten, höchstens: {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Seen first then; it may have been so before.</source>
            <translation>Da zuerst gesehen; es kann vorher schon so gewesen sein.</translation>
        </message>
        <message>
            <source>Seen first {since}. Worst so far: {worst}</source>
            <translation>Zuerst gesehen {since}. Am schlimmsten bisher: {worst}</translation>
        </message>
        <message>
            <source>Since {since}. Worst so far: {worst}</source>
            <translation>Seit {since}. Am schlimmsten bisher: {worst}</translation>
        </message>
        <message>
            <source>Snoozed by {who} at {time} until {until}.</source>
            <translation>Ruhen gelassen von {who} um {time} bis {until}.</translation>
        </message>
        <message>
            <source>Solved above {limit}.</source>
            <translation>Gelöst über {limit}.</translation>
        </message>
        <message>
            <source>Solved below {limit}.</source>
            <translation>Gelöst unter {limit}.</translation>
        </message>
        <message>
            <source>The first message has been due for {value} and nobody tries it; the limit is {limit}.</source>
            <translation>Die erste Nachricht ist seit {value} fällig, und niemand versucht sie; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The first message was due for up to {value} before anybody tried it; the limit is {limit}.</source>
            <translation>Die erste Nachricht war bis zu {value} fällig, bevor jemand sie versuchte; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The oldest message came within {value} of being dropped; the limit is {limit}.</source>
            <translation>Die älteste Nachricht wäre in {value} verworfen worden; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The oldest message has waited for {value}; the limit is {limit}.</source>
            <translation>Die älteste Nachricht wartet seit {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The oldest message is older than the source keeps it: it may be dropped at any moment; the limit is {limit} before that.</source>
            <translation>Die älteste Nachricht ist älter, als die Quelle sie aufbewahrt: Sie kann jederzeit verworfen werden; die Grenze liegt {limit} davor.</translation>
        </message>
        <message>
            <source>The oldest message waited for up to {value}; the limit is {limit}.</source>
            <translation>Die älteste Nachricht wartete bis zu {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The oldest message was older than the source keeps it; the limit is {limit} before that.</source>
            <translation>Die älteste Nachricht war älter, als die Quelle sie aufbewahrt; die Grenze liegt {limit} davor.</translation>
        </message>
        <message>
            <source>The source can't be read, for {value} now; the limit is {limit}.</source>
            <translation>Die Quelle ist nicht zu lesen, jetzt seit {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The source could not be read for {value}; the limit is {limit}.</source>
            <translation>Die Quelle war {value} lang nicht zu lesen; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>The source drops the oldest message in {value}; the limit is {limit}.</source>
            <translation>Die Quelle verwirft die älteste Nachricht in {value}; die Grenze ist {limit}.</translation>
        </message>
        <message>
            <source>Told again every {span} until somebody acknowledges it.</source>
            <translation>Wird alle {span} wieder gemeldet, bis jemand quittiert.</translation>
        </message>
        <message>
            <source>Told once.</source>
            <translation>Wird einmal gemeldet.</translation>
        </message>
        <message>
            <source>Watched where the source says for how long it keeps a message.</source>
            <translation>Überwacht, wo die Quelle sagt, wie lange sie eine Nachricht aufbewahrt.</translation>
        </message>
        <message>
            <source>Within its limit since {time}; solved once that lasted for {span}.</source>
            <translation>Innerhalb der Grenze seit {time}; gelöst, sobald das {span} so war.</translation>
        </message>
        <message>
            <source>about to be dropped</source>
            <translation>bald verworfen</translation>
        </message>
        <message>
            <source>acknowledged by {who}</source>
            <translation>quittiert von {who}</translation>
        </message>
        <message>
            <source>can't be read</source>
            <translation>nicht zu lesen</translation>
        </message>
        <message>
            <source>critical</source>
            <translation>kritisch</translation>
        </message>
        <message>
            <source>every destination</source>
            <translation>jedes Ziel</translation>
        </message>
        <message>
            <source>every source</source>
            <translation>jede Quelle</translation>
        </message>
        <message>
            <source>failed messages</source>
            <translation>gescheiterte Nachrichten</translation>
        </message>
        <message>
            <source>for &amp;1 hour</source>
            <translation>für &amp;1 Stunde</translation>
        </message>
        <message>
            <source>for &amp;8 hours</source>
            <translation>für &amp;8 Stunden</translation>
        </message>
        <message>
            <source>messages waiting</source>
            <translation>wartende Nachrichten</translation>
        </message>
        <message>
            <source>never</source>
            <translation>nie</translation>
        </message>
        <message>
            <source>no delivery</source>
            <translation>keine Zustellung</translation>
        </message>
        <message>
            <source>oldest message</source>
            <translation>älteste Nachricht</translation>
        </message>
        <message>
            <source>open</source>
            <translation>offen</translation>
        </message>
        <message>
            <source>overdue</source>
            <translation>überfällig</translation>
        </message>
        <message>
            <source>retries without a payload</source>
            <translation>Wiederholungen ohne Nutzdaten</translation>
        </message>
        <message>
            <source>retries without a time</source>
            <translation>Wiederholungen ohne Termin</translation>
        </message>
        <message>
            <source>seen {time}</source>
            <translation>gesehen {time}</translation>
        </message>
        <message>
            <source>snoozed until {time}</source>
            <translation>ruht bis {time}</translation>
        </message>
        <message>
            <source>solved {time}</source>
            <translation>gelöst {time}</translation>
        </message>
        <message>
            <source>the whole source</source>
            <translation>die ganze Quelle</translation>
        </message>
        <message>
            <source>tries of a message</source>
            <translation>Versuche einer Nachricht</translation>
        </message>
        <message>
            <source>until &amp;today at {time}</source>
            <translation>bis &amp;heute um {time}</translation>
        </message>
        <message>
            <source>until &amp;tomorrow at {time}</source>
            <translation>bis &amp;morgen um {time}</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>Warnung</translation>
        </message>
        <message>
            <source>within its limit, solved soon</source>
            <translation>innerhalb der Grenze, bald gelöst</translation>
        </message>
        <message>
            <source>{destination} in {source}</source>
            <translation>{destination} in {source}</translation>
        </message>
    </context>
    <context>
        <name>announcing</name>
        <message>
            <source>1 alert</source>
            <translation>1 Alarm</translation>
        </message>
        <message>
            <source>1 alert, another one solved</source>
            <translation>1 Alarm, ein anderer gelöst</translation>
        </message>
        <message>
            <source>1 alert, {solved} others solved</source>
            <translation>1 Alarm, {solved} andere gelöst</translation>
        </message>
        <message>
            <source>Critical: {place}</source>
            <translation>Kritisch: {place}</translation>
        </message>
        <message>
            <source>First in line: {id}, in {file}.</source>
            <translation>Vorderste Nachricht: {id}, in {file}.</translation>
        </message>
        <message>
            <source>In {file}.</source>
            <translation>In {file}.</translation>
        </message>
        <message>
            <source>Oldest message: {id}, in {file}.</source>
            <translation type="vanished">Älteste Nachricht: {id}, in {file}.</translation>
        </message>
        <message>
            <source>Solved: {place}</source>
            <translation>Gelöst: {place}</translation>
        </message>
        <message>
            <source>Warning: {place}</source>
            <translation>Warnung: {place}</translation>
        </message>
        <message>
            <source>no alert</source>
            <translation>kein Alarm</translation>
        </message>
        <message>
            <source>{count} alerts</source>
            <translation>{count} Alarme</translation>
        </message>
        <message>
            <source>{count} alerts, 1 other solved</source>
            <translation>{count} Alarme, 1 anderer gelöst</translation>
        </message>
        <message>
            <source>{count} alerts, {solved} others solved</source>
            <translation>{count} Alarme, {solved} andere gelöst</translation>
        </message>
        <message>
            <source>{names} and 1 more</source>
            <translation>{names} und 1 weiteres</translation>
        </message>
        <message>
            <source>{names} and {count} more</source>
            <translation>{names} und {count} weitere</translation>
        </message>
        <message>
            <source>{solved} alerts solved</source>
            <translation>{solved} Alarme gelöst</translation>
        </message>
    </context>
    <context>
        <name>audit</name>
        <message>
            <source>{action} of {target}, {time}, by {actor}
Reason: {reason}
Messages ({count}): {ids}
Plan {plan}, part {part}; qmonitor {version} on {host}</source>
            <translation>{action}, {target}, {time}, durch {actor}
Grund: {reason}
Nachrichten ({count}): {ids}
Plan {plan}, Teil {part}; qmonitor {version} auf {host}</translation>
        </message>
        <message>
            <source>{action}, {time}, by {actor}
Reason: {reason}
Index: {ids}; no message was changed
Plan {plan}, part {part}; qmonitor {version} on {host}</source>
            <translation>{action}, {time}, durch {actor}
Grund: {reason}
Index: {ids}; keine Nachricht wurde geändert
Plan {plan}, Teil {part}; qmonitor {version} auf {host}</translation>
        </message>
    </context>
    <context>
        <name>charts</name>
        <message>
            <source>&amp;Back to now</source>
            <translation>Zu&amp;rück zu jetzt</translation>
        </message>
        <message>
            <source>&amp;Curves</source>
            <translation>&amp;Kurven</translation>
        </message>
        <message>
            <source>&amp;Hide</source>
            <translation>&amp;Ausblenden</translation>
        </message>
        <message>
            <source>&amp;Show</source>
            <translation>&amp;Einblenden</translation>
        </message>
        <message>
            <source>&amp;Thresholds…</source>
            <translation type="vanished">&amp;Schwellen…</translation>
        </message>
        <message>
            <source>1 other</source>
            <translation>1 weiteres</translation>
        </message>
        <message>
            <source>Age of the oldest message — days</source>
            <translation>Alter der ältesten Nachricht — Tage</translation>
        </message>
        <message>
            <source>Age of the oldest message — hours</source>
            <translation>Alter der ältesten Nachricht — Stunden</translation>
        </message>
        <message>
            <source>Age of the oldest message — logarithmic</source>
            <translation>Alter der ältesten Nachricht — logarithmisch</translation>
        </message>
        <message>
            <source>Age of the oldest message — minutes</source>
            <translation>Alter der ältesten Nachricht — Minuten</translation>
        </message>
        <message>
            <source>Age of the oldest message — seconds</source>
            <translation>Alter der ältesten Nachricht — Sekunden</translation>
        </message>
        <message>
            <source>Alert &amp;rules…</source>
            <translation>Alarm&amp;regeln…</translation>
        </message>
        <message>
            <source>Depth — logarithmic</source>
            <translation>Rückstand — logarithmisch</translation>
        </message>
        <message>
            <source>Depth — messages pending</source>
            <translation>Rückstand — wartende Nachrichten</translation>
        </message>
        <message>
            <source>Find a cur&amp;ve…</source>
            <translation>Kur&amp;ve suchen…</translation>
        </message>
        <message>
            <source>Lo&amp;garithmic scale</source>
            <translation>Lo&amp;garithmische Skala</translation>
        </message>
        <message>
            <source>Nothing was seen.</source>
            <translation>Es wurde nichts gesehen.</translation>
        </message>
        <message>
            <source>S&amp;mall charts</source>
            <translation>Klei&amp;ne Diagramme</translation>
        </message>
        <message>
            <source>Save &amp;values as CSV…</source>
            <translation type="vanished">&amp;Werte als CSV speichern…</translation>
        </message>
        <message>
            <source>Save as &amp;picture…</source>
            <translation type="vanished">Als &amp;Bild speichern…</translation>
        </message>
        <message>
            <source>Save chart as &amp;picture…</source>
            <translation>Diagramm als B&amp;ild speichern…</translation>
        </message>
        <message>
            <source>Save chart as tab&amp;le…</source>
            <translation>Diagramm als &amp;Tabelle speichern…</translation>
        </message>
        <message>
            <source>Show &amp;all curves</source>
            <translation>Alle Kurven &amp;zeigen</translation>
        </message>
        <message>
            <source>Show &amp;only this one</source>
            <translation>&amp;Nur diese zeigen</translation>
        </message>
        <message>
            <source>Zoom &amp;in</source>
            <translation>&amp;Hineinzoomen</translation>
        </message>
        <message>
            <source>Zoom &amp;out</source>
            <translation>H&amp;erauszoomen</translation>
        </message>
        <message>
            <source>alert at {value}</source>
            <translation>Warnung ab {value}</translation>
        </message>
        <message>
            <source>alert at {value} · {count} above</source>
            <translation>Warnung ab {value} · {count} darüber</translation>
        </message>
        <message>
            <source>reconstructed</source>
            <translation>rekonstruiert</translation>
        </message>
        <message>
            <source>{count} M</source>
            <translation>{count} Mio</translation>
        </message>
        <message>
            <source>{count} d</source>
            <translation>{count} d</translation>
        </message>
        <message>
            <source>{count} h</source>
            <translation>{count} h</translation>
        </message>
        <message>
            <source>{count} k</source>
            <translation>{count} Tsd</translation>
        </message>
        <message>
            <source>{count} min</source>
            <translation>{count} min</translation>
        </message>
        <message>
            <source>{count} others</source>
            <translation>{count} weitere</translation>
        </message>
        <message>
            <source>{count} others, {unseen} not drawn</source>
            <translation>{count} weitere, {unseen} nicht gezeichnet</translation>
        </message>
        <message>
            <source>{count} s</source>
            <translation>{count} s</translation>
        </message>
        <message>
            <source>{name}, has a curve</source>
            <translation>{name}, hat eine Kurve</translation>
        </message>
        <message>
            <source>{name}: {pending} pending, oldest {oldest}</source>
            <translation>{name}: {pending} wartend, älteste {oldest}</translation>
        </message>
        <message>
            <source>{time} · reconstructed</source>
            <translation>{time} · rekonstruiert</translation>
        </message>
    </context>
    <context>
        <name>destinations</name>
        <message>
            <source>1 alert is open</source>
            <translation>1 Alarm ist offen</translation>
        </message>
        <message>
            <source>1 alert is open, acknowledged or snoozed</source>
            <translation>1 Alarm ist offen, quittiert oder ruhend</translation>
        </message>
        <message>
            <source>All</source>
            <translation>Alle</translation>
        </message>
        <message>
            <source>All destinations</source>
            <translation>Alle Ziele</translation>
        </message>
        <message>
            <source>draining</source>
            <translation>leert sich</translation>
        </message>
        <message>
            <source>failed: unknown</source>
            <translation>fehlgeschlagen: unbekannt</translation>
        </message>
        <message>
            <source>growing</source>
            <translation>wächst</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>ruhig</translation>
        </message>
        <message>
            <source>in {incoming} · gone {gone} /min</source>
            <translation>ein {incoming} · weg {gone} /min</translation>
        </message>
        <message>
            <source>in {incoming} · out {outgoing} /min</source>
            <translation>ein {incoming} · aus {outgoing} /min</translation>
        </message>
        <message>
            <source>overdue</source>
            <translation>überfällig</translation>
        </message>
        <message>
            <source>steady</source>
            <translation>gleichbleibend</translation>
        </message>
        <message>
            <source>stuck</source>
            <translation>blockiert</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>wartet</translation>
        </message>
        <message>
            <source>{count} alerts are open</source>
            <translation>{count} Alarme sind offen</translation>
        </message>
        <message>
            <source>{count} alerts are open, all acknowledged or snoozed</source>
            <translation>{count} Alarme sind offen, alle quittiert oder ruhend</translation>
        </message>
        <message>
            <source>{count} draining</source>
            <translation>{count} leeren sich</translation>
        </message>
        <message>
            <source>{count} failed</source>
            <translation>{count} fehlgeschlagen</translation>
        </message>
        <message>
            <source>{count} growing</source>
            <translation>{count} wachsen</translation>
        </message>
        <message>
            <source>{count} idle</source>
            <translation>{count} ruhig</translation>
        </message>
        <message>
            <source>{count} overdue</source>
            <translation>{count} überfällig</translation>
        </message>
        <message>
            <source>{count} steady</source>
            <translation>{count} gleichbleibend</translation>
        </message>
        <message>
            <source>{count} stuck</source>
            <translation>{count} blockiert</translation>
        </message>
        <message>
            <source>{count} unknown</source>
            <translation>{count} unbekannt</translation>
        </message>
        <message>
            <source>{count} waiting</source>
            <translation>{count} warten</translation>
        </message>
        <message>
            <source>{name}: {state}. {pending} pending, oldest {oldest}, {failed} failed</source>
            <translation>{name}: {state}. {pending} wartend, älteste {oldest}, {failed} fehlgeschlagen</translation>
        </message>
        <message>
            <source>{row}. In {incoming}, gone {gone} a minute</source>
            <translation>{row}. {incoming} herein, {gone} weg je Minute</translation>
        </message>
        <message>
            <source>{row}. In {incoming}, out {outgoing} a minute</source>
            <translation>{row}. {incoming} herein, {outgoing} hinaus je Minute</translation>
        </message>
        <message>
            <source>≈ The engine's clock and this machine's disagree: ages are off.</source>
            <translation>≈ Die Uhren der Engine und dieses Rechners stimmen nicht überein: Die Alter sind ungenau.</translation>
        </message>
    </context>
    <context>
        <name>files</name>
        <message>
            <source>All files (*)</source>
            <translation>Alle Dateien (*)</translation>
        </message>
        <message>
            <source>Replace it</source>
            <translation>Ersetzen</translation>
        </message>
        <message>
            <source>{file} is there already.</source>
            <translation>{file} gibt es schon.</translation>
        </message>
        <message>
            <source>{kind} files (*.{suffix})</source>
            <translation>{kind}-Dateien (*.{suffix})</translation>
        </message>
    </context>
    <context>
        <name>inspector</name>
        <message>
            <source>Age</source>
            <translation>Alter</translation>
        </message>
        <message>
            <source>Attempt {count}</source>
            <translation>Versuch {count}</translation>
        </message>
        <message>
            <source>Attempts</source>
            <translation>Versuche</translation>
        </message>
        <message>
            <source>Behind the head of {where}, message {head}.</source>
            <translation>Hinter dem Kopf von {where}, Nachricht {head}.</translation>
        </message>
        <message>
            <source>Control id</source>
            <translation>Kontroll-ID</translation>
        </message>
        <message>
            <source>Dead-lettered: nobody tries it again unless a person does.</source>
            <translation>Dead Letter: Niemand versucht sie erneut, es sei denn, ein Mensch tut es.</translation>
        </message>
        <message>
            <source>Delivered to {where}.</source>
            <translation>An {where} zugestellt.</translation>
        </message>
        <message>
            <source>Delivered, at attempt {count}.</source>
            <translation>Zugestellt, beim {count}. Versuch.</translation>
        </message>
        <message>
            <source>Delivered, at the first attempt.</source>
            <translation>Zugestellt, beim ersten Versuch.</translation>
        </message>
        <message>
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Drained by {who} at {time}: it will not be sent, unless it is restored.</source>
            <translation>Beim Leeren übersprungen von {who} um {time}: Sie wird nicht gesendet, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>Dropped by the source in {span}.</source>
            <translation>Die Quelle verwirft sie in {span}.</translation>
        </message>
        <message>
            <source>Due since {time}.</source>
            <translation>Fällig seit {time}.</translation>
        </message>
        <message>
            <source>Failed without a retry. Only the event that tells of it is here: there is nothing to retry.</source>
            <translation>Ohne Wiederholung fehlgeschlagen. Hier ist nur das Ereignis, das davon berichtet: Es gibt nichts zu wiederholen.</translation>
        </message>
        <message>
            <source>First failed {time}.</source>
            <translation>Zuerst gescheitert {time}.</translation>
        </message>
        <message>
            <source>Given up: it stays until somebody acts, and blocks nothing.</source>
            <translation>Aufgegeben: Sie bleibt, bis jemand eingreift, und blockiert nichts.</translation>
        </message>
        <message>
            <source>Head of {where}, blocks 1 message behind it.</source>
            <translation>Kopf von {where}, blockiert 1 Nachricht dahinter.</translation>
        </message>
        <message>
            <source>Head of {where}, blocks {count} messages behind it.</source>
            <translation>Kopf von {where}, blockiert {count} Nachrichten dahinter.</translation>
        </message>
        <message>
            <source>Head of {where}.</source>
            <translation>Kopf von {where}.</translation>
        </message>
        <message>
            <source>How often it was tried is not known.</source>
            <translation>Wie oft sie versucht wurde, ist nicht bekannt.</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>In flight: a worker of {where} has it in hand.</source>
            <translation>In Arbeit: Ein Zusteller von {where} hat sie.</translation>
        </message>
        <message>
            <source>In the state “{state}”, which qmonitor does not know.</source>
            <translation>Im Zustand „{state}“, den qmonitor nicht kennt.</translation>
        </message>
        <message>
            <source>It could not be sent, and waits in {queue}. The daemon tries it again by itself.</source>
            <translation>Sie konnte nicht gesendet werden und wartet in {queue}. Der Daemon versucht sie von selbst wieder.</translation>
        </message>
        <message>
            <source>It will never run: its payload is stored, but it has no time at which anybody would send it.</source>
            <translation>Sie läuft nie: Ihre Nutzdaten sind gespeichert, aber sie hat keinen Termin, zu dem jemand sie senden würde.</translation>
        </message>
        <message>
            <source>Its body is gone: the entry was trimmed or deleted while a worker had it. Only the group still knows of it, so that there is nothing left to be sent or retried.</source>
            <translation type="vanished">Ihr Inhalt ist fort: Der Eintrag wurde gekürzt oder gelöscht, während ein Zusteller ihn hatte. Nur die Gruppe kennt ihn noch, sodass nichts mehr da ist, was gesendet oder wiederholt werden könnte.</translation>
        </message>
        <message>
            <source>Its body is gone: the entry was trimmed or deleted while a worker had it. Only the group still knows of it, so there is nothing left to send or retry.</source>
            <translation>Ihr Inhalt ist fort: Der Eintrag wurde gekürzt oder gelöscht, während ein Zusteller ihn hatte. Nur die Gruppe kennt ihn noch; es gibt nichts mehr zu senden oder zu wiederholen.</translation>
        </message>
        <message>
            <source>Its last error: {error}</source>
            <translation>Ihr letzter Fehler: {error}</translation>
        </message>
        <message>
            <source>Its payload is missing: it waits for its time, but there is nothing to be run then. A dispatcher drops it when it is due.</source>
            <translation type="vanished">Ihre Nutzdaten fehlen: Sie wartet auf ihren Termin, aber dann ist nichts da, was laufen könnte. Ein Dispatcher verwirft sie, wenn sie fällig ist.</translation>
        </message>
        <message>
            <source>Its payload is missing: it waits for its time, but there will be nothing to run. A dispatcher drops it when it is due.</source>
            <translation>Ihre Nutzdaten fehlen: Sie wartet auf ihren Termin, aber dann ist nichts da, was laufen könnte. Ein Verteiler verwirft sie, wenn sie fällig ist.</translation>
        </message>
        <message>
            <source>Its time has come: a dispatcher sends it to {where} again.</source>
            <translation>Ihr Termin ist gekommen: Ein Verteiler sendet sie erneut an {where}.</translation>
        </message>
        <message>
            <source>Kept until</source>
            <translation>Aufbewahrt bis</translation>
        </message>
        <message>
            <source>Last attempt</source>
            <translation>Letzter Versuch</translation>
        </message>
        <message>
            <source>Last error</source>
            <translation>Letzter Fehler</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Nachricht</translation>
        </message>
        <message>
            <source>Message {id}</source>
            <translation>Nachricht {id}</translation>
        </message>
        <message>
            <source>Next attempt</source>
            <translation>Nächster Versuch</translation>
        </message>
        <message>
            <source>Next attempt {time}.</source>
            <translation>Nächster Versuch {time}.</translation>
        </message>
        <message>
            <source>Not tried yet.</source>
            <translation>Noch nicht versucht.</translation>
        </message>
        <message>
            <source>Of the attempts the source keeps the last one only.</source>
            <translation>Von den Versuchen hält die Quelle nur den letzten fest.</translation>
        </message>
        <message>
            <source>Older than the source keeps it: it may be dropped at any moment.</source>
            <translation>Älter, als die Quelle sie aufbewahrt: Sie kann jederzeit verworfen werden.</translation>
        </message>
        <message>
            <source>Only the last {count} entries of the audit were looked at.</source>
            <translation>Nur die letzten {count} Einträge des Audits wurden angesehen.</translation>
        </message>
        <message>
            <source>Pending for {where}.</source>
            <translation>Wartend für {where}.</translation>
        </message>
        <message>
            <source>Queued</source>
            <translation>Eingereiht</translation>
        </message>
        <message>
            <source>Queued {time}.</source>
            <translation>Eingereiht {time}.</translation>
        </message>
        <message>
            <source>Queued {time}. Reason: {reason}.</source>
            <translation>Eingereiht {time}. Grund: {reason}.</translation>
        </message>
        <message>
            <source>Queued.</source>
            <translation>Eingereiht.</translation>
        </message>
        <message>
            <source>Queued. Reason: {reason}.</source>
            <translation>Eingereiht. Grund: {reason}.</translation>
        </message>
        <message>
            <source>Reading who acted on it …</source>
            <translation>Es wird gelesen, wer eingegriffen hat …</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>Grund</translation>
        </message>
        <message>
            <source>Row that can't be decoded</source>
            <translation>Nicht dekodierbare Zeile</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>Größe</translation>
        </message>
        <message>
            <source>Skipped at {time}: it will not be sent, unless it is restored.</source>
            <translation>Übersprungen um {time}: Sie wird nicht gesendet, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>Skipped by {who} at {time}: it will not be sent, unless it is restored.</source>
            <translation>Übersprungen von {who} um {time}: Sie wird nicht gesendet, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>Skipped: it will not be sent, unless it is restored. The audit has who did it.</source>
            <translation>Übersprungen: Sie wird nicht gesendet, außer sie wird wiederhergestellt. Wer das war, steht im Protokoll.</translation>
        </message>
        <message>
            <source>Skipped: it will not be sent.</source>
            <translation type="vanished">Übersprungen: Sie wird nicht gesendet.</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Zustand</translation>
        </message>
        <message>
            <source>The source does not tell since when.</source>
            <translation>Seit wann, sagt die Quelle nicht.</translation>
        </message>
        <message>
            <source>The source keeps no attempts.</source>
            <translation>Die Quelle bewahrt keine Versuche auf.</translation>
        </message>
        <message>
            <source>This row of {queue} can't be decoded: it holds something else than a list of messages. It is kept as it stands, and blocks nothing.</source>
            <translation>Diese Zeile von {queue} lässt sich nicht dekodieren: Sie enthält etwas anderes als eine Liste von Nachrichten. Sie bleibt, wie sie ist, und hält nichts auf.</translation>
        </message>
        <message>
            <source>Tried once</source>
            <translation>Einmal versucht</translation>
        </message>
        <message>
            <source>Tried once, at {time}</source>
            <translation>Einmal versucht, um {time}</translation>
        </message>
        <message>
            <source>Tried {count} times</source>
            <translation>{count}-mal versucht</translation>
        </message>
        <message>
            <source>Tried {count} times, last at {time}</source>
            <translation>{count}-mal versucht, zuletzt um {time}</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <source>Waits for a worker of {where}.</source>
            <translation>Wartet auf einen Zusteller von {where}.</translation>
        </message>
        <message>
            <source>Waits for its time, to be tried again by {where}.</source>
            <translation>Wartet auf ihren Termin, um von {where} erneut versucht zu werden.</translation>
        </message>
        <message>
            <source>When it was queued first is not known.</source>
            <translation>Wann sie zuerst eingereiht wurde, ist nicht bekannt.</translation>
        </message>
        <message>
            <source>Who acted on it could not be read: {cause}</source>
            <translation>Wer eingegriffen hat, war nicht zu lesen: {cause}</translation>
        </message>
        <message>
            <source>Written {time}.</source>
            <translation>Geschrieben {time}.</translation>
        </message>
        <message>
            <source>behind the head</source>
            <translation>hinter dem Kopf</translation>
        </message>
        <message>
            <source>binary</source>
            <translation>binär</translation>
        </message>
        <message>
            <source>due since {time}</source>
            <translation>fällig seit {time}</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keiner</translation>
        </message>
        <message>
            <source>none given</source>
            <translation>keiner genannt</translation>
        </message>
        <message>
            <source>none yet</source>
            <translation>noch keine</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>nicht bekannt</translation>
        </message>
        <message>
            <source>not recorded by source</source>
            <translation>von der Quelle nicht aufgezeichnet</translation>
        </message>
        <message>
            <source>text</source>
            <translation>Text</translation>
        </message>
        <message>
            <source>type not recorded by source</source>
            <translation>Typ von der Quelle nicht aufgezeichnet</translation>
        </message>
        <message>
            <source>{action} by {who}. Reason: {reason}.</source>
            <translation>{action} durch {who}. Grund: {reason}.</translation>
        </message>
        <message>
            <source>{error}, at {time}.</source>
            <translation type="vanished">{error}, um {time}.</translation>
        </message>
        <message>
            <source>{kind}, message {number} of its row</source>
            <translation>{kind}, Nachricht {number} ihrer Zeile</translation>
        </message>
    </context>
    <context>
        <name>messages</name>
        <message>
            <source>1 message waits behind it</source>
            <translation>1 Nachricht wartet dahinter</translation>
        </message>
        <message>
            <source>Head of {destination}</source>
            <translation>Kopf von {destination}</translation>
        </message>
        <message>
            <source>Head of {destination}: {blocks}</source>
            <translation>Kopf von {destination}: {blocks}</translation>
        </message>
        <message>
            <source>age</source>
            <translation>Alter</translation>
        </message>
        <message>
            <source>any moment</source>
            <translation>jederzeit</translation>
        </message>
        <message>
            <source>attempts</source>
            <translation>Versuche</translation>
        </message>
        <message>
            <source>behind the head</source>
            <translation>hinter dem Kopf</translation>
        </message>
        <message>
            <source>blocks {count} behind it</source>
            <translation type="vanished">blockiert {count} dahinter</translation>
        </message>
        <message>
            <source>blocks {count} behind it: {error}</source>
            <translation type="vanished">blockiert {count} dahinter: {error}</translation>
        </message>
        <message>
            <source>channel</source>
            <translation>Kanal</translation>
        </message>
        <message>
            <source>control id</source>
            <translation>Kontroll-ID</translation>
        </message>
        <message>
            <source>destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>dropped in</source>
            <translation>verworfen in</translation>
        </message>
        <message>
            <source>head</source>
            <translation>Kopf</translation>
        </message>
        <message>
            <source>id</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>last attempt</source>
            <translation>letzter Versuch</translation>
        </message>
        <message>
            <source>last error</source>
            <translation>letzter Fehler</translation>
        </message>
        <message>
            <source>next attempt</source>
            <translation>nächster Versuch</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keiner</translation>
        </message>
        <message>
            <source>none: it is {state}</source>
            <translation>keiner: {state}</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>nicht bekannt</translation>
        </message>
        <message>
            <source>not recorded by source</source>
            <translation>von der Quelle nicht aufgezeichnet</translation>
        </message>
        <message>
            <source>not tried yet</source>
            <translation>noch nicht versucht</translation>
        </message>
        <message>
            <source>nothing waits behind it</source>
            <translation>nichts wartet dahinter</translation>
        </message>
        <message>
            <source>queued at</source>
            <translation>eingereiht</translation>
        </message>
        <message>
            <source>reason</source>
            <translation>Grund</translation>
        </message>
        <message>
            <source>receiver</source>
            <translation>Empfänger</translation>
        </message>
        <message>
            <source>size</source>
            <translation>Größe</translation>
        </message>
        <message>
            <source>stage</source>
            <translation>Stand</translation>
        </message>
        <message>
            <source>state</source>
            <translation>Zustand</translation>
        </message>
        <message>
            <source>type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <source>{count} behind it</source>
            <translation type="vanished">{count} dahinter</translation>
        </message>
        <message>
            <source>{count} messages wait behind it</source>
            <translation>{count} Nachrichten warten dahinter</translation>
        </message>
        <message>
            <source>{time}, {count} behind it</source>
            <translation>{time}, {count} dahinter</translation>
        </message>
    </context>
    <context>
        <name>notices</name>
        <message>
            <source>Continue…</source>
            <translation>Fortsetzen…</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>Verwerfen</translation>
        </message>
        <message>
            <source>Enter the password…</source>
            <translation>Passwort eingeben…</translation>
        </message>
        <message>
            <source>Interrupted: {action} of {target} at {time} by {actor}: {done} done, {left} left.</source>
            <translation>Unterbrochen: {action}, {target}, {time}, durch {actor}: {done} erledigt, {left} übrig.</translation>
        </message>
        <message>
            <source>Look again</source>
            <translation>Erneut hinsehen</translation>
        </message>
        <message>
            <source>Names are masked. {error}</source>
            <translation>Namen sind verdeckt. {error}</translation>
        </message>
        <message>
            <source>The demo could not be started.</source>
            <translation>Die Demo konnte nicht gestartet werden.</translation>
        </message>
        <message>
            <source>The language changes when qmonitor is started again.</source>
            <translation>Die Sprache wechselt beim nächsten Start von qmonitor.</translation>
        </message>
        <message>
            <source>The server has not answered since {time}. It, or the network, may hang; it goes on by itself.</source>
            <translation>Der Server hat seit {time} nicht geantwortet. Er oder das Netz hängt womöglich; es geht von selbst weiter.</translation>
        </message>
        <message>
            <source>The source has not answered since {time}. Its disk or network share may hang; it goes on by itself.</source>
            <translation>Die Quelle hat seit {time} nicht geantwortet. Ihr Datenträger oder die Netzwerkfreigabe hängt womöglich; es geht von selbst weiter.</translation>
        </message>
        <message>
            <source>The window changed while you pressed, so nothing was done. Press again if you still mean it.</source>
            <translation>Das Fenster hat sich während des Drückens verändert, deshalb ist nichts geschehen. Bei Bedarf noch einmal drücken.</translation>
        </message>
        <message>
            <source>What is shown was read at {time}.</source>
            <translation>Das Gezeigte wurde um {time} gelesen.</translation>
        </message>
        <message>
            <source>{count} sources are open, and no more can be. Close one first.</source>
            <translation>{count} Quellen sind geöffnet, mehr sind nicht möglich. Zuerst eine schließen.</translation>
        </message>
        <message>
            <source>{target} was taken off the list of recent files.</source>
            <translation>{target} wurde aus der Liste der zuletzt geöffneten Dateien entfernt.</translation>
        </message>
    </context>
    <context>
        <name>place</name>
        <message>
            <source>&amp;Close this source</source>
            <translation>Diese Quelle &amp;schließen</translation>
        </message>
        <message>
            <source>&amp;Open another file…</source>
            <translation>Andere Datei ö&amp;ffnen…</translation>
        </message>
        <message>
            <source>&amp;Read it anyway…</source>
            <translation>&amp;Trotzdem lesen…</translation>
        </message>
        <message>
            <source>&amp;Try again now</source>
            <translation>Jetzt &amp;erneut versuchen</translation>
        </message>
        <message>
            <source>C&amp;onnections…</source>
            <translation>V&amp;erbindungen…</translation>
        </message>
        <message>
            <source>Enter the &amp;password…</source>
            <translation>&amp;Passwort eingeben…</translation>
        </message>
        <message>
            <source>It is opened as soon as the password is given.</source>
            <translation>Die Verbindung wird geöffnet, sobald das Passwort angegeben ist.</translation>
        </message>
        <message>
            <source>Its disk or network share may hang. It is shown here as soon as it answers.</source>
            <translation>Ihr Datenträger oder die Netzwerkfreigabe hängt womöglich. Sie erscheint hier, sobald sie antwortet.</translation>
        </message>
        <message>
            <source>Its server, or the network to it, may hang. It is shown here as soon as it answers.</source>
            <translation>Der Server oder das Netz dorthin hängt womöglich. Sie erscheint hier, sobald sie antwortet.</translation>
        </message>
        <message>
            <source>Last tried at {time}; it is tried again by itself.</source>
            <translation type="vanished">Zuletzt versucht um {time}; es wird von selbst erneut versucht.</translation>
        </message>
        <message>
            <source>Last tried at {time}; the next try follows by itself.</source>
            <translation>Zuletzt versucht um {time}; der nächste Versuch folgt von selbst.</translation>
        </message>
        <message>
            <source>Opening {name} …</source>
            <translation>{name} wird geöffnet …</translation>
        </message>
        <message>
            <source>Server: {url}</source>
            <translation>Server: {url}</translation>
        </message>
        <message>
            <source>{name} does not answer.</source>
            <translation>{name} antwortet nicht.</translation>
        </message>
        <message>
            <source>{name} waits for its password.</source>
            <translation>{name} wartet auf das Passwort.</translation>
        </message>
    </context>
    <context>
        <name>queue</name>
        <message>
            <source>Dead-lettered</source>
            <translation>Dead Letters</translation>
        </message>
        <message>
            <source>Delayed</source>
            <translation>Verzögert</translation>
        </message>
        <message>
            <source>Dispatch lag</source>
            <translation>Versandrückstand</translation>
        </message>
        <message>
            <source>Due</source>
            <translation>Fällig</translation>
        </message>
        <message>
            <source>Failed without a retry</source>
            <translation>Sofort fehlgeschlagen</translation>
        </message>
        <message>
            <source>In flight</source>
            <translation>In Arbeit</translation>
        </message>
        <message>
            <source>In flight, body gone</source>
            <translation>In Arbeit, Inhalt fort</translation>
        </message>
        <message>
            <source>No worker has read from this group yet.</source>
            <translation>Noch kein Zusteller hat aus dieser Gruppe gelesen.</translation>
        </message>
        <message>
            <source>Not delivered</source>
            <translation>Nicht zugestellt</translation>
        </message>
        <message>
            <source>Overdue</source>
            <translation>Überfällig</translation>
        </message>
        <message>
            <source>Payload missing</source>
            <translation>Nutzdaten fehlen</translation>
        </message>
        <message>
            <source>Skipped</source>
            <translation>Übersprungen</translation>
        </message>
        <message>
            <source>The workers are unknown: this user may not use {command}.</source>
            <translation>Die Zusteller sind unbekannt: Dieser Benutzer darf {command} nicht verwenden.</translation>
        </message>
        <message>
            <source>Will never run</source>
            <translation>Läuft nie</translation>
        </message>
        <message>
            <source>delivered at most</source>
            <translation type="vanished">höchstens zugestellt</translation>
        </message>
        <message>
            <source>due for more than 3 s: nobody dispatches them</source>
            <translation type="vanished">seit mehr als 3 s fällig: Niemand versendet sie</translation>
        </message>
        <message>
            <source>due for more than {span}: no dispatcher sends them</source>
            <translation>über {span} fällig, kein Verteiler sendet sie</translation>
        </message>
        <message>
            <source>figure</source>
            <translation>Zahl</translation>
        </message>
        <message>
            <source>given up after the last retry, or unreadable</source>
            <translation>endgültig aufgegeben oder nicht lesbar</translation>
        </message>
        <message>
            <source>given up at once; only an event records them</source>
            <translation>sofort aufgegeben; nur ein Ereignis zeigt sie</translation>
        </message>
        <message>
            <source>how long the first due retry has waited</source>
            <translation>so lange wartet die erste fällige Wiederholung</translation>
        </message>
        <message>
            <source>in flight</source>
            <translation>in Arbeit</translation>
        </message>
        <message>
            <source>its key holds another type of data</source>
            <translation>der Schlüssel enthält Daten anderer Art</translation>
        </message>
        <message>
            <source>just now</source>
            <translation>gerade eben</translation>
        </message>
        <message>
            <source>last heard from</source>
            <translation>zuletzt gemeldet</translation>
        </message>
        <message>
            <source>last heard of</source>
            <translation type="vanished">zuletzt gemeldet</translation>
        </message>
        <message>
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <source>most deliveries</source>
            <translation>meiste Zustellungen</translation>
        </message>
        <message>
            <source>no retry is due</source>
            <translation>keine Wiederholung ist fällig</translation>
        </message>
        <message>
            <source>nobody has sent them again in time</source>
            <translation>niemand hat sie rechtzeitig erneut gesendet</translation>
        </message>
        <message>
            <source>not found out yet</source>
            <translation type="vanished">noch nicht ermittelt</translation>
        </message>
        <message>
            <source>not handed to any worker yet</source>
            <translation>noch keinem Zusteller übergeben</translation>
        </message>
        <message>
            <source>not known yet</source>
            <translation>noch nicht bekannt</translation>
        </message>
        <message>
            <source>payloads of retries that have no time</source>
            <translation type="vanished">Nutzdaten von Wiederholungen ohne Termin</translation>
        </message>
        <message>
            <source>retries that can't run when they are due</source>
            <translation>Wiederholungen, die nicht laufen können</translation>
        </message>
        <message>
            <source>retries that have a payload but no time</source>
            <translation>Wiederholungen mit Nutzdaten ohne Termin</translation>
        </message>
        <message>
            <source>retries that wait, due ones too</source>
            <translation type="vanished">Wiederholungen, die warten, auch fällige</translation>
        </message>
        <message>
            <source>retries that wait, including those that are due</source>
            <translation>wartende Wiederholungen, auch fällige</translation>
        </message>
        <message>
            <source>retries whose time has come</source>
            <translation>Wiederholungen, deren Termin gekommen ist</translation>
        </message>
        <message>
            <source>set aside by a person</source>
            <translation>von einem Menschen beiseitegelegt</translation>
        </message>
        <message>
            <source>since the first of the due retries is due</source>
            <translation type="vanished">seit die erste der fälligen Wiederholungen fällig ist</translation>
        </message>
        <message>
            <source>still being counted; the server has no estimate</source>
            <translation>wird noch gezählt; der Server hat keine Schätzung</translation>
        </message>
        <message>
            <source>still being counted; the server's estimate is {count}</source>
            <translation>wird noch gezählt; die Schätzung des Servers ist {count}</translation>
        </message>
        <message>
            <source>the key holds something of another kind</source>
            <translation type="vanished">der Schlüssel enthält etwas anderer Art</translation>
        </message>
        <message>
            <source>this user may not use {command}</source>
            <translation>dieser Benutzer darf {command} nicht verwenden</translation>
        </message>
        <message>
            <source>told by an event alone</source>
            <translation type="vanished">nur durch ein Ereignis gemeldet</translation>
        </message>
        <message>
            <source>trimmed or deleted meanwhile</source>
            <translation>gekürzt oder gelöscht</translation>
        </message>
        <message>
            <source>trimmed or deleted meanwhile, as far as was looked: the first 1,000</source>
            <translation type="vanished">inzwischen gekürzt oder gelöscht, soweit nachgesehen wurde: die ersten 1.000</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message>
            <source>what it means</source>
            <translation>was sie bedeutet</translation>
        </message>
        <message>
            <source>with a worker that has not finished them</source>
            <translation type="vanished">bei einem Zusteller, der sie nicht abgeschlossen hat</translation>
        </message>
        <message>
            <source>with a worker, not finished yet</source>
            <translation>bei einem Zusteller, noch nicht abgeschlossen</translation>
        </message>
        <message>
            <source>worker</source>
            <translation>Zusteller</translation>
        </message>
        <message>
            <source>{span} ago</source>
            <translation>vor {span}</translation>
        </message>
        <message>
            <source>{what} (the first {count} are checked)</source>
            <translation>{what} (die ersten {count} geprüft)</translation>
        </message>
    </context>
    <context>
        <name>queues</name>
        <message>
            <source>'{item}' is no id of a dead-letter queue.</source>
            <translation>„{item}“ ist keine ID einer Dead-Letter-Warteschlange.</translation>
        </message>
        <message>
            <source>'{item}' is no id of a delivery queue.</source>
            <translation>„{item}“ ist keine ID einer Zustellwarteschlange.</translation>
        </message>
        <message>
            <source>'{text}' is beyond the year 9999.</source>
            <translation>„{text}“ liegt nach dem Jahr 9999.</translation>
        </message>
        <message>
            <source>'{text}' is no list of paths.</source>
            <translation>'{text}' ist keine Liste von Pfaden.</translation>
        </message>
        <message>
            <source>'{text}' is no path.</source>
            <translation>'{text}' ist kein Pfad.</translation>
        </message>
        <message>
            <source>'{text}' is no time.</source>
            <translation>„{text}“ ist keine Zeit.</translation>
        </message>
        <message>
            <source>'{token}' is no cursor.</source>
            <translation>„{token}“ ist kein Cursor.</translation>
        </message>
        <message>
            <source>+{count} a minute</source>
            <translation>+{count} je Minute</translation>
        </message>
        <message>
            <source>1 byte is not {encoding}</source>
            <translation>1 Byte ist kein {encoding}</translation>
        </message>
        <message>
            <source>1 byte stands before the header</source>
            <translation>1 Byte steht vor dem Kopf</translation>
        </message>
        <message>
            <source>1 day old</source>
            <translation>1 Tag alt</translation>
        </message>
        <message>
            <source>1 delivered or skipped message of {target} is deleted.</source>
            <translation>1 zugestellte oder übersprungene Nachricht von {target} wird gelöscht.</translation>
        </message>
        <message>
            <source>1 destination</source>
            <translation>1 Ziel</translation>
        </message>
        <message>
            <source>1 destination growing</source>
            <translation>1 Ziel wächst</translation>
        </message>
        <message>
            <source>1 destination of which nothing can be told yet</source>
            <translation>1 Ziel, über das noch nichts zu sagen ist</translation>
        </message>
        <message>
            <source>1 destination overdue</source>
            <translation>1 Ziel überfällig</translation>
        </message>
        <message>
            <source>1 destination stuck</source>
            <translation>1 Ziel blockiert</translation>
        </message>
        <message>
            <source>1 escape sequence is invalid or not known: it is shown as it is</source>
            <translation>1 Escape-Sequenz ist ungültig oder nicht bekannt: Sie steht da, wie sie ist</translation>
        </message>
        <message>
            <source>1 finished message of {target} is deleted.</source>
            <translation>1 abgeschlossene Nachricht von {target} wird gelöscht.</translation>
        </message>
        <message>
            <source>1 index is added to the file: qmonitor then finds its figures there, instead of in the messages.</source>
            <translation>Die Datei bekommt 1 Index: Dort findet qmonitor dann seine Zahlen, statt in den Nachrichten.</translation>
        </message>
        <message>
            <source>1 index of qmonitor is taken out of the file: looking at it takes longer again.</source>
            <translation>1 Index von qmonitor wird aus der Datei genommen: Das Lesen dauert dann wieder länger.</translation>
        </message>
        <message>
            <source>1 line is no segment</source>
            <translation>1 Zeile ist kein Segment</translation>
        </message>
        <message>
            <source>1 message can't be made into a document; it stays.</source>
            <translation>1 Nachricht lässt sich nicht zu einem Dokument machen; sie bleibt.</translation>
        </message>
        <message>
            <source>1 message for {target} becomes due now, with its attempts counted from 0 again.</source>
            <translation>1 Nachricht für {target} wird jetzt fällig; ihre Versuche zählen wieder ab 0.</translation>
        </message>
        <message>
            <source>1 message for {target} goes aside: no worker gets it, unless it is restored.</source>
            <translation type="vanished">1 Nachricht für {target} wird beiseitegelegt: Kein Zusteller erhält sie, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>1 message for {target} is published now, as the last of the stream.</source>
            <translation>1 Nachricht für {target} wird jetzt veröffentlicht, als letzte des Streams.</translation>
        </message>
        <message>
            <source>1 message for {target} is set aside: no worker gets it unless it is restored.</source>
            <translation>1 Nachricht für {target} wird beiseitegelegt: Kein Zusteller erhält sie, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>1 message for {target} will never be sent.</source>
            <translation type="vanished">1 Nachricht für {target} wird nie gesendet.</translation>
        </message>
        <message>
            <source>1 message for {target} will not be sent, unless it is restored.</source>
            <translation>1 Nachricht für {target} wird nicht gesendet, außer sie wird wiederhergestellt.</translation>
        </message>
        <message>
            <source>1 message is left out: a worker has had it in hand for less than {span}.</source>
            <translation>1 Nachricht bleibt außen vor: Ein Zusteller hat sie seit weniger als {span} in Arbeit.</translation>
        </message>
        <message>
            <source>1 message is left out: a worker has it in hand.</source>
            <translation>1 Nachricht bleibt außen vor: Ein Zusteller hat sie in Arbeit.</translation>
        </message>
        <message>
            <source>1 message is left out: another group of the stream has not finished it.</source>
            <translation>1 Nachricht bleibt außen vor: Eine andere Gruppe des Streams hat sie nicht abgeschlossen.</translation>
        </message>
        <message>
            <source>1 message is left out: it has no time and would never run. To retry it all the same, choose it by itself.</source>
            <translation>1 Nachricht bleibt außen vor: Sie hat keine Zeit und liefe nie. Soll sie doch erneut versucht werden, wählen Sie sie einzeln.</translation>
        </message>
        <message>
            <source>1 message is left out: it has too many fields to be moved in one step.</source>
            <translation>1 Nachricht bleibt außen vor: Sie hat zu viele Felder, um in einem Schritt verschoben zu werden.</translation>
        </message>
        <message>
            <source>1 message is left out: its envelope can't be read. A dispatcher moves it to the dead letters.</source>
            <translation>1 Nachricht bleibt außen vor: Ihr Umschlag ist nicht lesbar. Ein Verteiler legt sie zu den Dead Letters.</translation>
        </message>
        <message>
            <source>1 message is left out: its payload is missing.</source>
            <translation>1 Nachricht bleibt außen vor: Ihre Nutzdaten fehlen.</translation>
        </message>
        <message>
            <source>1 message is left out: somebody acted on it since.</source>
            <translation>1 Nachricht bleibt außen vor: Jemand hat sie inzwischen bearbeitet.</translation>
        </message>
        <message>
            <source>1 message is sent to {target} once more, as a new one at the end of the line.</source>
            <translation>1 Nachricht wird noch einmal an {target} gesendet, als neue am Ende der Reihe.</translation>
        </message>
        <message>
            <source>1 message is so long that only its first {size} MB were searched.</source>
            <translation>1 Nachricht ist so lang, dass nur ihre ersten {size} MB durchsucht wurden.</translation>
        </message>
        <message>
            <source>1 message of {target} is erased, whatever its state: its content is gone for good.</source>
            <translation>1 Nachricht von {target} wird endgültig gelöscht, gleich in welchem Zustand: Ihr Inhalt ist unwiederbringlich weg.</translation>
        </message>
        <message>
            <source>1 message that lies in the stream is sent, also if another group has finished it.</source>
            <translation>1 Nachricht, die im Stream liegt, wird gesendet, auch wenn eine andere Gruppe sie abgeschlossen hat.</translation>
        </message>
        <message>
            <source>1 month old</source>
            <translation>1 Monat alt</translation>
        </message>
        <message>
            <source>1 more oddity is not listed</source>
            <translation>1 weitere Auffälligkeit ist nicht aufgeführt</translation>
        </message>
        <message>
            <source>1 of them can't be decoded.</source>
            <translation>1 davon lässt sich nicht dekodieren.</translation>
        </message>
        <message>
            <source>1 of them has failed.</source>
            <translation>1 davon ist fehlgeschlagen.</translation>
        </message>
        <message>
            <source>1 of them has not been delivered.</source>
            <translation>1 davon ist nicht zugestellt.</translation>
        </message>
        <message>
            <source>1 of them is due: a dispatcher may be sending it at this very moment, too. Then it runs twice.</source>
            <translation type="vanished">1 davon ist fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment auch. Dann läuft sie zweimal.</translation>
        </message>
        <message>
            <source>1 of them is due: a dispatcher may be sending it at this very moment. Then it runs twice.</source>
            <translation>1 davon ist fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment. Dann läuft sie zweimal.</translation>
        </message>
        <message>
            <source>1 of them is older than {days} days: the daemon drops it, and does not send it.</source>
            <translation>1 davon ist älter als {days} Tage: Der Daemon verwirft sie und sendet sie nicht.</translation>
        </message>
        <message>
            <source>1 of them leaves the dead letters.</source>
            <translation>1 davon verlässt die Dead Letters.</translation>
        </message>
        <message>
            <source>1 of them waits for a retry, and is published now instead.</source>
            <translation>1 davon wartet auf eine Wiederholung und wird stattdessen jetzt veröffentlicht.</translation>
        </message>
        <message>
            <source>1 of them waits for a retry: it does not wait any longer.</source>
            <translation type="vanished">1 davon wartet auf eine Wiederholung: Sie wartet dann nicht länger.</translation>
        </message>
        <message>
            <source>1 second</source>
            <translation>1 Sekunde</translation>
        </message>
        <message>
            <source>1 skipped message for {target} goes back in line, in its old place, and will be sent.</source>
            <translation>1 übersprungene Nachricht für {target} kommt an ihren alten Platz in der Reihe zurück und wird gesendet.</translation>
        </message>
        <message>
            <source>1 skipped message for {target} goes back in line, in its old place.</source>
            <translation>1 übersprungene Nachricht für {target} kommt an ihren alten Platz in der Reihe zurück.</translation>
        </message>
        <message>
            <source>1 skipped message for {target} is published again, as the last of the stream.</source>
            <translation>1 übersprungene Nachricht für {target} wird wieder veröffentlicht, als letzte des Streams.</translation>
        </message>
        <message>
            <source>1 skipped message of {target} is deleted.</source>
            <translation>1 übersprungene Nachricht von {target} wird gelöscht.</translation>
        </message>
        <message>
            <source>1 will be dropped: older than {days} days.</source>
            <translation>1 wird verworfen: älter als {days} Tage.</translation>
        </message>
        <message>
            <source>1 year old</source>
            <translation>1 Jahr alt</translation>
        </message>
        <message>
            <source>A &lt; that begins no markup, or a tag that does not end</source>
            <translation>Ein &lt;, mit dem kein Tag beginnt, oder ein Tag, das nicht endet</translation>
        </message>
        <message>
            <source>A byte-order mark stands before the message</source>
            <translation>Vor der Nachricht steht eine Bytereihenfolge-Marke</translation>
        </message>
        <message>
            <source>A character that XML does not allow here</source>
            <translation>Ein Zeichen, das XML hier nicht erlaubt</translation>
        </message>
        <message>
            <source>A closing bracket is missing before this one</source>
            <translation>Vor dieser schließenden Klammer fehlt eine andere</translation>
        </message>
        <message>
            <source>A closing bracket that nothing opened</source>
            <translation>Eine schließende Klammer, die nichts geöffnet hat</translation>
        </message>
        <message>
            <source>A closing tag for an element that is not open</source>
            <translation>Ein schließendes Tag für ein Element, das nicht offen ist</translation>
        </message>
        <message>
            <source>A closing tag for another element than the one that is open</source>
            <translation>Ein schließendes Tag für ein anderes Element als das offene</translation>
        </message>
        <message>
            <source>A closing tag is missing before this one</source>
            <translation>Vor diesem schließenden Tag fehlt ein anderes</translation>
        </message>
        <message>
            <source>A cluster has no databases but 0.</source>
            <translation>Ein Cluster hat keine Datenbank außer 0.</translation>
        </message>
        <message>
            <source>A colon is missing</source>
            <translation>Ein Doppelpunkt fehlt</translation>
        </message>
        <message>
            <source>A colon stands in the user, and behind it maybe a password.</source>
            <translation>Im Benutzer steht ein Doppelpunkt und dahinter vielleicht ein Passwort.</translation>
        </message>
        <message>
            <source>A colon too many</source>
            <translation>Ein Doppelpunkt zu viel</translation>
        </message>
        <message>
            <source>A comma is missing</source>
            <translation>Ein Komma fehlt</translation>
        </message>
        <message>
            <source>A comma too many</source>
            <translation>Ein Komma zu viel</translation>
        </message>
        <message>
            <source>A connection has either a host or a socket.</source>
            <translation>Eine Verbindung hat entweder einen Rechner oder einen Socket.</translation>
        </message>
        <message>
            <source>A dead-letter queue gives nothing up, what fails stays first in it: max_attempts is 0, and on_refused "retry".</source>
            <translation>Eine Dead-Letter-Warteschlange gibt nichts auf, was fehlschlägt, bleibt vorn: max_attempts ist 0 und on_refused "retry".</translation>
        </message>
        <message>
            <source>A dead-letter queue is sent as JSON documents, which no HL7 acknowledgement can name.</source>
            <translation>Eine Dead-Letter-Warteschlange wird in JSON-Dokumenten gesendet, die keine HL7-Quittung nennen kann.</translation>
        </message>
        <message>
            <source>A dead-letter queue is sent as JSON documents: by http, or as files.</source>
            <translation>Eine Dead-Letter-Warteschlange wird in JSON-Dokumenten gesendet: mit http oder als Dateien.</translation>
        </message>
        <message>
            <source>A dead-letter queue knows no action '{action}'.</source>
            <translation>Eine Dead-Letter-Warteschlange kennt keine Aktion „{action}“.</translation>
        </message>
        <message>
            <source>A delivery queue knows no action '{action}'.</source>
            <translation>Eine Zustellwarteschlange kennt keine Aktion „{action}“.</translation>
        </message>
        <message>
            <source>A document type definition, which is not read: its entities are shown as they are written</source>
            <translation>Eine Dokumenttypdefinition, die nicht gelesen wird: Ihre Entitäten stehen da, wie sie geschrieben sind</translation>
        </message>
        <message>
            <source>A drain needs one channel and one destination.</source>
            <translation>Zum Leeren des Rückstands gehören ein Kanal und ein Ziel.</translation>
        </message>
        <message>
            <source>A group has something in hand that is not there any more.</source>
            <translation>Eine Gruppe hat etwas in Arbeit, das nicht mehr vorhanden ist.</translation>
        </message>
        <message>
            <source>A key of the queue holds something of another kind.</source>
            <translation>Ein Schlüssel der Warteschlange enthält etwas anderer Art.</translation>
        </message>
        <message>
            <source>A key that the same map has already: both are shown</source>
            <translation>Ein Schlüssel, den es hier schon gibt: Beide sind zu sehen</translation>
        </message>
        <message>
            <source>A later message for {target} was delivered meanwhile ({ids}): the receiver gets these out of order.</source>
            <translation>Eine spätere Nachricht für {target} wurde inzwischen zugestellt ({ids}): Der Empfänger erhält diese außer der Reihe.</translation>
        </message>
        <message>
            <source>A message can be put into a queue's file only, not into a queue on a server.</source>
            <translation>Eine Nachricht lässt sich nur in die Datei einer Warteschlange stellen, nicht in eine auf einem Server.</translation>
        </message>
        <message>
            <source>A message is bytes.</source>
            <translation>Eine Nachricht besteht aus Bytes.</translation>
        </message>
        <message>
            <source>A message needs a channel and a destination.</source>
            <translation>Eine Nachricht braucht einen Kanal und ein Ziel.</translation>
        </message>
        <message>
            <source>A message of type {type} needs {segment}, which is missing</source>
            <translation>Eine Nachricht vom Typ {type} braucht {segment}, das fehlt</translation>
        </message>
        <message>
            <source>A name is not in quotation marks</source>
            <translation>Ein Name steht nicht in Anführungszeichen</translation>
        </message>
        <message>
            <source>A name that the same object has already: both are shown</source>
            <translation>Ein Name, den es in diesem Objekt schon gibt: Beide sind zu sehen</translation>
        </message>
        <message>
            <source>A name with {gap} never meets another one.</source>
            <translation>Ein Name mit {gap} trifft nie auf einen anderen.</translation>
        </message>
        <message>
            <source>A path looks like PID-3, PID-3.1=12345 or OBX[2]-5[1].4.2; a * in the value is any text.</source>
            <translation>Ein Pfad sieht aus wie PID-3, PID-3.1=12345 oder OBX[2]-5[1].4.2; ein * im Wert ist beliebiger Text.</translation>
        </message>
        <message>
            <source>A person can't be searched for while values are masked: show them first.</source>
            <translation>Eine Person kann nicht gesucht werden, solange Werte verdeckt sind: zeigen Sie diese zuerst.</translation>
        </message>
        <message>
            <source>A purge needs the time before which items have finished.</source>
            <translation>Zum Aufräumen gehört die Zeit, vor der die Nachrichten abgeschlossen waren.</translation>
        </message>
        <message>
            <source>A queue's name is a text without zero bytes, and not empty.</source>
            <translation>Der Name einer Warteschlange ist ein Text ohne Nullbytes und nicht leer.</translation>
        </message>
        <message>
            <source>A receiver that is back must not wait longer than that for its first message.</source>
            <translation>Ein Empfänger, der wieder da ist, darf auf seine erste Nachricht nicht länger warten.</translation>
        </message>
        <message>
            <source>A reference that is not known, or an &amp; that is none: shown as it is written</source>
            <translation>Eine unbekannte Entität oder ein einzelnes &amp;: zu sehen, wie es geschrieben ist</translation>
        </message>
        <message>
            <source>A reference to a character that XML does not allow</source>
            <translation>Ein Verweis auf ein Zeichen, das XML nicht erlaubt</translation>
        </message>
        <message>
            <source>A row holds several messages: all of them are part of this.</source>
            <translation>Eine Zeile enthält mehrere Nachrichten: Alle gehören dazu.</translation>
        </message>
        <message>
            <source>A rule has no {name}.</source>
            <translation>Eine Regel hat kein {name}.</translation>
        </message>
        <message>
            <source>A rule's level is warning or critical.</source>
            <translation>Die Stufe (level) einer Regel ist warning oder critical.</translation>
        </message>
        <message>
            <source>A rule's measure is one of: {names}.</source>
            <translation>Der Wert (measure) einer Regel ist eines von: {names}.</translation>
        </message>
        <message>
            <source>A slice begins at 0 or later, and is not negative.</source>
            <translation>Ein Ausschnitt beginnt bei 0 oder später und ist nicht negativ.</translation>
        </message>
        <message>
            <source>A socket leads to one server on this computer, without encryption.</source>
            <translation>Ein Socket führt zu einem Server auf diesem Rechner, ohne Verschlüsselung.</translation>
        </message>
        <message>
            <source>A stream queue knows no action '{action}'.</source>
            <translation>Eine Stream-Warteschlange kennt keine Aktion „{action}“.</translation>
        </message>
        <message>
            <source>A string that does not end</source>
            <translation>Eine Zeichenkette, die nicht endet</translation>
        </message>
        <message>
            <source>A value is missing</source>
            <translation>Ein Wert fehlt</translation>
        </message>
        <message>
            <source>A value without a name</source>
            <translation>Ein Wert ohne Namen</translation>
        </message>
        <message>
            <source>A worker delivers from files that keep them as UTF-8, as engines make them.</source>
            <translation>Ein Worker stellt aus Dateien zu, die sie als UTF-8 halten, wie sie von Engines angelegt werden.</translation>
        </message>
        <message>
            <source>A worker got 1 of them more than {span} ago: should it still be at it, it may finish it all the same.</source>
            <translation type="vanished">Ein Zusteller hat 1 davon vor mehr als {span} erhalten: Ist er noch daran, schließt er sie womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>A worker got it more than {span} ago: should it still be at it, it may finish it all the same.</source>
            <translation type="vanished">Ein Zusteller hat sie vor mehr als {span} erhalten: Ist er noch daran, schließt er sie womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>A worker has 1 of them in hand: what it writes afterwards is not erased.</source>
            <translation>Ein Zusteller hat 1 davon in Arbeit: Was er danach schreibt, wird nicht gelöscht.</translation>
        </message>
        <message>
            <source>A worker has finished with {id}: of the same deployment there is {now}, {stage}.</source>
            <translation>Ein Zusteller hat {id} abgeschlossen: Von demselben Deployment gibt es {now}, {stage}.</translation>
        </message>
        <message>
            <source>A worker has had it in hand for less than {span}.</source>
            <translation>Ein Zusteller hat sie seit weniger als {span} in Arbeit.</translation>
        </message>
        <message>
            <source>A worker has it in hand.</source>
            <translation>Ein Zusteller hat sie in Arbeit.</translation>
        </message>
        <message>
            <source>A worker has it in hand: what it writes afterwards is not erased.</source>
            <translation>Ein Zusteller hat sie in Arbeit: Was er danach schreibt, wird nicht gelöscht.</translation>
        </message>
        <message>
            <source>A worker needs a channel and a destination.</source>
            <translation>Ein Zusteller braucht einen Kanal und ein Ziel.</translation>
        </message>
        <message>
            <source>A worker that starts makes both.</source>
            <translation type="vanished">Ein Worker, der startet, legt beide an.</translation>
        </message>
        <message>
            <source>A worker took 1 of them more than {span} ago. If it is still busy with it, it may finish it all the same.</source>
            <translation>Ein Zusteller hat 1 davon vor mehr als {span} übernommen. Ist er noch daran, schließt er sie womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>A worker took it more than {span} ago. If it is still busy with it, it may finish it all the same.</source>
            <translation>Ein Zusteller hat sie vor mehr als {span} übernommen. Ist er noch daran, schließt er sie womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>A worker's dispatcher may have published {id}. Among the newest {count} messages of the stream there is none of its deployment; please search for {deployment}.</source>
            <translation>Womöglich hat der Verteiler eines Zustellers {id} veröffentlicht. Unter den neuesten {count} Nachrichten des Streams ist keine ihres Deployments; bitte suchen Sie nach {deployment}.</translation>
        </message>
        <message>
            <source>A worker's dispatcher may have published {id}: of the same deployment there is {now}, {stage}.</source>
            <translation>Womöglich hat der Verteiler eines Zustellers {id} veröffentlicht: Von demselben Deployment gibt es {now}, {stage}.</translation>
        </message>
        <message>
            <source>Act as a user who may write the file and its folder.</source>
            <translation>Als Benutzer handeln, der die Datei und ihren Ordner schreiben darf.</translation>
        </message>
        <message>
            <source>Act on the engine's host; nothing is ever written to a file on a share.</source>
            <translation>Auf dem Rechner der Engine handeln; in eine Datei auf einer Freigabe wird nie geschrieben.</translation>
        </message>
        <message>
            <source>Act on those of one of them at a time.</source>
            <translation>Bearbeiten Sie immer nur die einer davon.</translation>
        </message>
        <message>
            <source>Actions are switched off by the administrator's policy.</source>
            <translation>Aktionen sind durch die Richtlinie des Administrators abgeschaltet.</translation>
        </message>
        <message>
            <source>Actions are switched off: qmonitor runs in read-only mode.</source>
            <translation>Aktionen sind abgeschaltet: qmonitor läuft nur lesend.</translation>
        </message>
        <message>
            <source>All of them failed before. The daemon tries them again by itself; when, nothing here tells.</source>
            <translation>Alle sind schon gescheitert. Der Daemon versucht sie von selbst wieder; wann, ist hier nicht zu erfahren.</translation>
        </message>
        <message>
            <source>All of them have failed.</source>
            <translation>Alle davon sind fehlgeschlagen.</translation>
        </message>
        <message>
            <source>Allowed are: true, false.</source>
            <translation>Erlaubt sind: true, false.</translation>
        </message>
        <message>
            <source>Allowed are: {names}.</source>
            <translation>Erlaubt sind: {names}.</translation>
        </message>
        <message>
            <source>An XML declaration that is not at the very beginning</source>
            <translation>Eine XML-Deklaration, die nicht ganz am Anfang steht</translation>
        </message>
        <message>
            <source>An action needs a known name and somebody who does it.</source>
            <translation>Eine Aktion braucht einen bekannten Namen und jemanden, der sie ausführt.</translation>
        </message>
        <message>
            <source>An action needs somebody who does it.</source>
            <translation>Eine Aktion braucht jemanden, der sie ausführt.</translation>
        </message>
        <message>
            <source>An action that was cut off ({action}, {actor}, {at}) still lists 1 of them by its id: go on with it, or give it up.</source>
            <translation>Eine abgebrochene Aktion ({action}, {actor}, {at}) nennt noch 1 davon bei ihrer Kennung: Setzen Sie sie fort, oder geben Sie sie auf.</translation>
        </message>
        <message>
            <source>An action that was cut off ({action}, {actor}, {at}) still lists {count} of them by their ids: go on with it, or give it up.</source>
            <translation>Eine abgebrochene Aktion ({action}, {actor}, {at}) nennt noch {count} davon bei ihren Kennungen: Setzen Sie sie fort, oder geben Sie sie auf.</translation>
        </message>
        <message>
            <source>An attempt may take {timeout} s.</source>
            <translation>Ein Versuch darf {timeout} s dauern.</translation>
        </message>
        <message>
            <source>An attribute that the same element has already: both are shown</source>
            <translation>Ein Attribut, das dieses Element schon hat: Beide sind zu sehen</translation>
        </message>
        <message>
            <source>An attribute without a value in quotation marks</source>
            <translation>Ein Attribut ohne Wert in Anführungszeichen</translation>
        </message>
        <message>
            <source>An empty message is not queued.</source>
            <translation>Eine leere Nachricht wird nicht eingereiht.</translation>
        </message>
        <message>
            <source>An engine fills it when it starts; choose another file if it does not.</source>
            <translation>Eine Engine füllt sie beim Start; geschieht das nicht, eine andere Datei wählen.</translation>
        </message>
        <message>
            <source>An entity that nothing defines: shown as it is written</source>
            <translation>Eine Entität, die nichts definiert: zu sehen, wie sie geschrieben ist</translation>
        </message>
        <message>
            <source>An erasure of everything is not done.</source>
            <translation>Ein endgültiges Löschen von allem wird nicht ausgeführt.</translation>
        </message>
        <message>
            <source>An id is a row's key in hex, and #n for message n of a row with several.</source>
            <translation>Eine ID ist der Schlüssel einer Zeile in Hex und #n für die Nachricht n einer Zeile mit mehreren.</translation>
        </message>
        <message>
            <source>Another connection is called {name}, too.</source>
            <translation>Eine andere Verbindung heißt auch {name}.</translation>
        </message>
        <message>
            <source>Another disk may be mounted there, or none. If that is meant, start the worker again.</source>
            <translation>Dort könnte ein anderer Datenträger eingehängt sein, oder keiner. Ist das so gemeint, starten Sie den Zusteller neu.</translation>
        </message>
        <message>
            <source>Another file lies at {path} by now.</source>
            <translation>Unter {path} liegt inzwischen eine andere Datei.</translation>
        </message>
        <message>
            <source>Another group of the stream has not finished 1 of them: it is taken from that group, too.</source>
            <translation>Eine andere Gruppe des Streams hat 1 davon nicht abgeschlossen: Sie wird auch dieser Gruppe genommen.</translation>
        </message>
        <message>
            <source>Another group of the stream has not finished it.</source>
            <translation>Eine andere Gruppe des Streams hat sie nicht abgeschlossen.</translation>
        </message>
        <message>
            <source>Another group of the stream has not finished it: it is taken from that group, too.</source>
            <translation>Eine andere Gruppe des Streams hat sie nicht abgeschlossen: Sie wird auch dieser Gruppe genommen.</translation>
        </message>
        <message>
            <source>Another group of the stream has not finished {count} of them: they are taken from that group, too.</source>
            <translation>Eine andere Gruppe des Streams hat {count} davon nicht abgeschlossen: Sie werden auch dieser Gruppe genommen.</translation>
        </message>
        <message>
            <source>Another program has changed message {id}: it is {state} now.</source>
            <translation>Ein anderes Programm hat Nachricht {id} geändert: Ihr Zustand ist jetzt {state}.</translation>
        </message>
        <message>
            <source>Another program has deleted message {id}.</source>
            <translation>Ein anderes Programm hat Nachricht {id} gelöscht.</translation>
        </message>
        <message>
            <source>Another program has removed message {id}.</source>
            <translation>Ein anderes Programm hat Nachricht {id} entfernt.</translation>
        </message>
        <message>
            <source>Another program has rewritten message {id}.</source>
            <translation>Ein anderes Programm hat Nachricht {id} neu geschrieben.</translation>
        </message>
        <message>
            <source>Another program has tried message {id}, or put it back in line.</source>
            <translation>Ein anderes Programm hat Nachricht {id} zu senden versucht oder wieder eingereiht.</translation>
        </message>
        <message>
            <source>Another program holds a lock on {path}.</source>
            <translation>Ein anderes Programm hält eine Sperre auf {path}.</translation>
        </message>
        <message>
            <source>Another program keeps {path} to itself.</source>
            <translation>Ein anderes Programm behält {path} für sich.</translation>
        </message>
        <message>
            <source>Another program kept {path} locked for {seconds} s.</source>
            <translation>Ein anderes Programm hielt {path} {seconds} s lang gesperrt.</translation>
        </message>
        <message>
            <source>Another reading comes first.</source>
            <translation>Ein anderes Lesen hat Vorrang.</translation>
        </message>
        <message>
            <source>Another request of this deployment waits under the same id for its retry.</source>
            <translation>Eine andere Anforderung dieses Deployments wartet unter derselben Kennung auf ihre Wiederholung.</translation>
        </message>
        <message>
            <source>Another worker has this destination (process {pid} on {host}).</source>
            <translation>Ein anderer Zusteller hat dieses Ziel (Prozess {pid} auf {host}).</translation>
        </message>
        <message>
            <source>Ask its owner or an administrator for the right to read the file and its folder.</source>
            <translation>Den Besitzer oder die Administration um das Recht bitten, die Datei und ihren Ordner zu lesen.</translation>
        </message>
        <message>
            <source>Ask the administrator.</source>
            <translation>Fragen Sie den Administrator.</translation>
        </message>
        <message>
            <source>Ask whoever runs the engine what it is for; qmonitor leaves it alone.</source>
            <translation>Den Betreiber der Engine fragen, wozu es dient; qmonitor rührt es nicht an.</translation>
        </message>
        <message>
            <source>BTS-1 counts other messages than there are: {count}</source>
            <translation>BTS-1 zählt anders, als Nachrichten da sind: {count}</translation>
        </message>
        <message>
            <source>Bytes that are said to be CBOR, and are none that is opened here</source>
            <translation>Bytes, die CBOR sein sollen und hier nicht geöffnet werden</translation>
        </message>
        <message>
            <source>Called off after</source>
            <translation>Abbruch nach</translation>
        </message>
        <message>
            <source>Certificates are for an encrypted connection (TLS).</source>
            <translation>Zertifikate sind für eine verschlüsselte Verbindung (TLS).</translation>
        </message>
        <message>
            <source>Change one of them: two workers would send everything twice.</source>
            <translation>Ändern Sie einen davon: Zwei Zusteller würden alles zweimal senden.</translation>
        </message>
        <message>
            <source>Characters that are no JSON, outside of any value</source>
            <translation>Zeichen außerhalb jedes Werts, die kein JSON sind</translation>
        </message>
        <message>
            <source>Check that it is still there and that you may read the file and its folder.</source>
            <translation>Prüfen, ob sie noch da ist und ob die Datei und ihr Ordner gelesen werden dürfen.</translation>
        </message>
        <message>
            <source>Check that it is still there.</source>
            <translation>Prüfen, ob sie noch da ist.</translation>
        </message>
        <message>
            <source>Check the path; the engine, or somebody else, may have moved or deleted the file.</source>
            <translation>Den Pfad prüfen; die Engine oder jemand anderes hat die Datei womöglich verschoben oder gelöscht.</translation>
        </message>
        <message>
            <source>Choose an empty folder.</source>
            <translation>Einen leeren Ordner wählen.</translation>
        </message>
        <message>
            <source>Choose another folder or name.</source>
            <translation>Einen anderen Ordner oder Namen wählen.</translation>
        </message>
        <message>
            <source>Choose another folder.</source>
            <translation>Einen anderen Ordner wählen.</translation>
        </message>
        <message>
            <source>Choose another name.</source>
            <translation>Einen anderen Namen wählen.</translation>
        </message>
        <message>
            <source>Choose another place. Nothing was left behind.</source>
            <translation>Wählen Sie einen anderen Ort. Nichts wurde zurückgelassen.</translation>
        </message>
        <message>
            <source>Choose one server as its kind: redis:// or rediss:// in its address.</source>
            <translation>Wählen Sie „ein Server“ als Art: redis:// oder rediss:// in seiner Adresse.</translation>
        </message>
        <message>
            <source>Choose the database file in it.</source>
            <translation>Die Datenbankdatei darin wählen.</translation>
        </message>
        <message>
            <source>Choose the engine's queue file.</source>
            <translation>Die Warteschlangendatei der Engine wählen.</translation>
        </message>
        <message>
            <source>Choose the engine's queue file; an encrypted one can't be opened.</source>
            <translation>Die Warteschlangendatei der Engine wählen; eine verschlüsselte lässt sich nicht öffnen.</translation>
        </message>
        <message>
            <source>Choose the file that holds the daemon's dead-letter queue.</source>
            <translation>Wählen Sie die Datei mit der Dead-Letter-Warteschlange des Daemons.</translation>
        </message>
        <message>
            <source>Choose the file that holds the engine's delivery queue.</source>
            <translation>Die Datei mit der Zustellwarteschlange der Engine wählen.</translation>
        </message>
        <message>
            <source>Choose the file that holds the engine's table 'queue' or the daemon's table 'kv', or name the URL of a stream queue.</source>
            <translation>Die Datei mit der Tabelle „queue“ der Engine oder der Tabelle „kv“ des Daemons wählen, oder die URL einer Stream-Warteschlange nennen.</translation>
        </message>
        <message>
            <source>Choose the file that holds the engine's table 'queue'.</source>
            <translation type="vanished">Die Datei mit der Tabelle „queue“ der Engine wählen.</translation>
        </message>
        <message>
            <source>Choose them again. Nothing was left behind.</source>
            <translation>Wählen Sie sie erneut aus. Es wurde nichts zurückgelassen.</translation>
        </message>
        <message>
            <source>Connection {first} is called {name}, too.</source>
            <translation>Verbindung {first} heißt auch {name}.</translation>
        </message>
        <message>
            <source>Connections can't be written to {path}: {error}.</source>
            <translation>Die Verbindungen können nicht nach {path} geschrieben werden: {error}.</translation>
        </message>
        <message>
            <source>Control characters that JSON wants to be escaped</source>
            <translation>Steuerzeichen, die JSON nur als Escape-Folge erlaubt</translation>
        </message>
        <message>
            <source>Copy all files together while the engine is stopped, or let the engine or the file's owner open it once. An engine that keeps the file to itself can't be watched.</source>
            <translation>Alle Dateien zusammen kopieren, während die Engine steht, oder sie von der Engine oder dem Besitzer einmal öffnen lassen. Eine Engine, die die Datei für sich behält, lässt sich nicht beobachten.</translation>
        </message>
        <message>
            <source>Dead letters and outcomes are dropped after {hours} h.</source>
            <translation>Dead Letters und Ergebnisse fallen nach {hours} h weg.</translation>
        </message>
        <message>
            <source>Declared as {declared}, but the bytes are {evident}</source>
            <translation>Als {declared} angegeben, aber die Bytes sind {evident}</translation>
        </message>
        <message>
            <source>Declared as {declared}, which the bytes are not</source>
            <translation>Als {declared} angegeben, was die Bytes nicht sind</translation>
        </message>
        <message>
            <source>Destination {channel}/{destination} is matched by {first} and by {second}.</source>
            <translation>Auf das Ziel {channel}/{destination} passen {first} und {second}.</translation>
        </message>
        <message>
            <source>Each begins with [[connection]].</source>
            <translation>Jede beginnt mit [[connection]].</translation>
        </message>
        <message>
            <source>Each begins with [[worker]].</source>
            <translation>Jeder beginnt mit [[worker]].</translation>
        </message>
        <message>
            <source>Each message is tried once, then given up.</source>
            <translation>Jede Nachricht wird einmal versucht, dann aufgegeben.</translation>
        </message>
        <message>
            <source>Each message is tried until it is delivered.</source>
            <translation>Jede Nachricht wird versucht, bis sie zugestellt ist.</translation>
        </message>
        <message>
            <source>Each message is tried {count} times, then given up.</source>
            <translation>Jede Nachricht wird {count}-mal versucht, dann aufgegeben.</translation>
        </message>
        <message>
            <source>Each value that is a text stands in quotes, as in {example}.</source>
            <translation>Jeder Wert, der ein Text ist, steht in Anführungszeichen, wie in {example}.</translation>
        </message>
        <message>
            <source>Ends before its last bracket is closed</source>
            <translation>Endet, bevor die letzte Klammer geschlossen ist</translation>
        </message>
        <message>
            <source>Ends before its last element is closed</source>
            <translation>Endet, bevor das letzte Element geschlossen ist</translation>
        </message>
        <message>
            <source>Ends before its last {count} brackets are closed</source>
            <translation>Endet, bevor die letzten {count} Klammern geschlossen sind</translation>
        </message>
        <message>
            <source>Ends before its last {count} elements are closed</source>
            <translation>Endet, bevor die letzten {count} Elemente geschlossen sind</translation>
        </message>
        <message>
            <source>Ends within an item</source>
            <translation>Endet mitten in einem Wert</translation>
        </message>
        <message>
            <source>Ends within markup</source>
            <translation>Endet mitten in einem Tag</translation>
        </message>
        <message>
            <source>Events that workers have sent about them stay as they are, and the server's own files and replicas keep the bytes until they are written anew.</source>
            <translation>Ereignisse, die Zusteller darüber gesendet haben, bleiben, wie sie sind, und die eigenen Dateien und Replikate des Servers enthalten die Bytes, bis sie neu geschrieben werden.</translation>
        </message>
        <message>
            <source>Events that workers sent about them are not touched, and the server's own files and copies hold the bytes until they are written anew.</source>
            <translation type="vanished">Ereignisse, die Zusteller darüber gesendet haben, bleiben unberührt, und die eigenen Dateien und Kopien des Servers enthalten die Bytes, bis sie neu geschrieben werden.</translation>
        </message>
        <message>
            <source>Everything is erased; what is left to do is to empty the write-ahead log.</source>
            <translation>Alles ist endgültig gelöscht; zu tun bleibt, das Write-Ahead-Log zu leeren.</translation>
        </message>
        <message>
            <source>Everything is erased; what is left to do is to write the streams anew without the bytes.</source>
            <translation>Alles ist gelöscht; zu tun bleibt nur, die Streams ohne die Bytes neu zu schreiben.</translation>
        </message>
        <message>
            <source>Export them masked, or ask the administrator.</source>
            <translation>Exportieren Sie sie verdeckt, oder fragen Sie die Verwaltung.</translation>
        </message>
        <message>
            <source>FTS-1 counts other batches than there are: {count}</source>
            <translation>FTS-1 zählt anders, als Stapel da sind: {count}</translation>
        </message>
        <message>
            <source>Files can be written to {folder}. None was left there now.</source>
            <translation>In {folder} lassen sich Dateien schreiben. Jetzt wurde keine dort gelassen.</translation>
        </message>
        <message>
            <source>Filter them, or take the first ones only.</source>
            <translation>Filtern Sie, oder nehmen Sie nur die ersten.</translation>
        </message>
        <message>
            <source>For a dead-letter queue it is 0: what fails stays in the queue.</source>
            <translation>Für eine Dead-Letter-Warteschlange ist es 0: Was fehlschlägt, bleibt in der Warteschlange.</translation>
        </message>
        <message>
            <source>For how long the source keeps messages has to be more than the limit.</source>
            <translation>Die Zeit, für die die Quelle Nachrichten aufhebt, muss mehr sein als die Grenze.</translation>
        </message>
        <message>
            <source>For {count} destinations later messages were delivered meanwhile: those receivers get these out of order.</source>
            <translation>Für {count} Ziele wurden inzwischen spätere Nachrichten zugestellt: Deren Empfänger erhalten diese außer der Reihe.</translation>
        </message>
        <message>
            <source>For {count} destinations the head is not one of them: skipping these unblocks nothing there.</source>
            <translation>Für {count} Ziele ist der Kopf nicht dabei: Das Überspringen gibt dort nichts frei.</translation>
        </message>
        <message>
            <source>Free on its disk</source>
            <translation>Frei auf dem Datenträger</translation>
        </message>
        <message>
            <source>Free some space first; nothing was changed.</source>
            <translation>Zuerst Platz schaffen; es wurde nichts geändert.</translation>
        </message>
        <message>
            <source>Free some space; nothing was changed.</source>
            <translation>Platz schaffen; es wurde nichts geändert.</translation>
        </message>
        <message>
            <source>Freed within the file</source>
            <translation>Wird in der Datei frei</translation>
        </message>
        <message>
            <source>From then on each message costs the engine a little more to write: a fifth at most, as measured.</source>
            <translation type="vanished">Von da an kostet jede Nachricht die Engine etwas mehr beim Schreiben: gemessen höchstens ein Fünftel.</translation>
        </message>
        <message>
            <source>Give an id, or channel and destination.</source>
            <translation>Eine ID angeben, oder Kanal und Ziel.</translation>
        </message>
        <message>
            <source>Give one of them another name.</source>
            <translation>Geben Sie einer von beiden einen anderen Namen.</translation>
        </message>
        <message>
            <source>Give that time.</source>
            <translation>Diese Zeit angeben.</translation>
        </message>
        <message>
            <source>Give the password: it is asked for, taken from the keyring, or from --password-file.</source>
            <translation>Geben Sie das Passwort an: Es wird erfragt, dem Schlüsselbund entnommen oder aus --password-file gelesen.</translation>
        </message>
        <message>
            <source>Give the right one; it can take the place of what is in the keyring.</source>
            <translation>Geben Sie das richtige an; es kann an die Stelle dessen im Schlüsselbund treten.</translation>
        </message>
        <message>
            <source>Give the user and the password that are meant for this queue.</source>
            <translation>Geben Sie den Benutzer und das Passwort an, die für diese Warteschlange vorgesehen sind.</translation>
        </message>
        <message>
            <source>Give their names one tag in braces, such as {prefix} for a prefix.</source>
            <translation>Geben Sie ihren Namen eine gemeinsame Marke in geschweiften Klammern, etwa {prefix} als Präfix.</translation>
        </message>
        <message>
            <source>Go on with them, or give them up, before another one of several messages.</source>
            <translation>Setzen Sie diese fort, oder geben Sie sie auf, bevor Sie eine weitere mit mehreren Nachrichten beginnen.</translation>
        </message>
        <message>
            <source>How often a message is tried is the queue's own rule, the same for whoever works on it.</source>
            <translation>Wie oft eine Nachricht versucht wird, ist die eigene Regel der Warteschlange, dieselbe für alle, die an ihr arbeiten.</translation>
        </message>
        <message>
            <source>Ids are whole numbers.</source>
            <translation>IDs sind ganze Zahlen.</translation>
        </message>
        <message>
            <source>If an address is meant, it has two slashes: {example}.</source>
            <translation>Wenn eine Adresse gemeint ist, hat sie zwei Schrägstriche: {example}.</translation>
        </message>
        <message>
            <source>If it is damaged, put it aside: a new one is begun.</source>
            <translation>Ist es beschädigt, legen Sie es beiseite: Ein neues wird begonnen.</translation>
        </message>
        <message>
            <source>If it stays so, ask the administrator of the engine's host.</source>
            <translation>Bleibt es dabei, die Administration des Rechners der Engine fragen.</translation>
        </message>
        <message>
            <source>If it stays so, see which program keeps the file locked.</source>
            <translation>Bleibt es dabei, nachsehen, welches Programm die Datei sperrt.</translation>
        </message>
        <message>
            <source>In 1 message the expression took too long and was given up.</source>
            <translation>In 1 Nachricht brauchte der Ausdruck zu lange und wurde aufgegeben.</translation>
        </message>
        <message>
            <source>In the last {seconds} s {arrived} arrived and {gone} left.</source>
            <translation>In den letzten {seconds} s kamen {arrived} an, {gone} gingen weg.</translation>
        </message>
        <message>
            <source>In the last {seconds} s {arrived} arrived, {delivered} were delivered and {failed} failed.</source>
            <translation>In den letzten {seconds} s kamen {arrived} an, {delivered} wurden zugestellt, {failed} schlugen fehl.</translation>
        </message>
        <message>
            <source>In {count} messages the expression took too long and was given up.</source>
            <translation>In {count} Nachrichten brauchte der Ausdruck zu lange und wurde aufgegeben.</translation>
        </message>
        <message>
            <source>Indexes</source>
            <translation>Indizes</translation>
        </message>
        <message>
            <source>It can be changed by everybody (mode {mode}).</source>
            <translation>Sie kann von allen geändert werden (Rechte {mode}).</translation>
        </message>
        <message>
            <source>It can be changed by others (mode {mode}), so it is not used: they could lead you to another server.</source>
            <translation>Die Datei kann von anderen geändert werden (Rechte {mode}), deshalb wird sie nicht verwendet: Sie könnten Sie zu einem anderen Server führen.</translation>
        </message>
        <message>
            <source>It can be started again.</source>
            <translation>Er kann neu gestartet werden.</translation>
        </message>
        <message>
            <source>It can't be called back once a worker has it; until then, skip takes it out again.</source>
            <translation>Hat ein Zusteller sie, lässt sie sich nicht zurückrufen; bis dahin nimmt Überspringen sie wieder heraus.</translation>
        </message>
        <message>
            <source>It can't be read ({cause}).</source>
            <translation>Sie lässt sich nicht lesen ({cause}).</translation>
        </message>
        <message>
            <source>It failed for a reason that no other try helps against.</source>
            <translation>Fehlgeschlagen, aus einem Grund, gegen den kein weiterer Versuch hilft.</translation>
        </message>
        <message>
            <source>It failed, and another request of its deployment waits in its place; it is a dead letter now.</source>
            <translation>Fehlgeschlagen, und an ihrer Stelle wartet ein anderer Auftrag desselben Deployments; die Nachricht ist jetzt ein Dead Letter.</translation>
        </message>
        <message>
            <source>It failed, and so did all tries before; it is a dead letter now.</source>
            <translation>Fehlgeschlagen, wie alle Versuche zuvor; die Nachricht ist jetzt ein Dead Letter.</translation>
        </message>
        <message>
            <source>It failed, for a reason that may pass.</source>
            <translation>Fehlgeschlagen, aus einem Grund, der vorübergehen kann.</translation>
        </message>
        <message>
            <source>It has a meaning only with {what}.</source>
            <translation>Das hat nur mit {what} eine Bedeutung.</translation>
        </message>
        <message>
            <source>It has failed again since: another retry has its id.</source>
            <translation>Sie ist seither erneut fehlgeschlagen: Eine andere Wiederholung hat ihre Kennung.</translation>
        </message>
        <message>
            <source>It has failed.</source>
            <translation>Sie ist fehlgeschlagen.</translation>
        </message>
        <message>
            <source>It has to be a readable file in PEM form, with the key's password where it has one.</source>
            <translation>Es muss eine lesbare Datei in PEM-Form sein, mit dem Kennwort des Schlüssels, wenn er eines hat.</translation>
        </message>
        <message>
            <source>It has to be shorter than policy.timeout ({seconds} s).</source>
            <translation>Sie muss kürzer sein als policy.timeout ({seconds} s).</translation>
        </message>
        <message>
            <source>It has too many fields to be moved in one step.</source>
            <translation>Sie hat zu viele Felder, um in einem Schritt verschoben zu werden.</translation>
        </message>
        <message>
            <source>It has {name} already.</source>
            <translation>{name} hat sie schon.</translation>
        </message>
        <message>
            <source>It holds an entry of too many fields to be copied in one step.</source>
            <translation>Er enthält einen Eintrag mit zu vielen Feldern, um in einem Schritt kopiert zu werden.</translation>
        </message>
        <message>
            <source>It is a file's name without a folder, with {gaps} in it, something between them, and no dot at either end.</source>
            <translation>Es ist ein Dateiname ohne Ordner, mit {gaps} darin, etwas dazwischen, und ohne Punkt am Anfang oder Ende.</translation>
        </message>
        <message>
            <source>It is a host name or an address, without port and scheme: 10.1.2.3.</source>
            <translation>Es ist ein Hostname oder eine Adresse, ohne Port und Schema: 10.1.2.3.</translation>
        </message>
        <message>
            <source>It is a host's name, or its IP address: nothing before it, and no port behind it.</source>
            <translation>Es ist der Name eines Rechners oder seine IP-Adresse: nichts davor und kein Port dahinter.</translation>
        </message>
        <message>
            <source>It is a host's name.</source>
            <translation type="vanished">Es ist der Name eines Rechners.</translation>
        </message>
        <message>
            <source>It is a line "{name}" = "secret", or a file of the service manager.</source>
            <translation>Es ist eine Zeile "{name}" = "Geheimnis", oder eine Datei des Dienstverwalters.</translation>
        </message>
        <message>
            <source>It is a media type such as "application/hl7-v2".</source>
            <translation>Es ist ein Medientyp wie "application/hl7-v2".</translation>
        </message>
        <message>
            <source>It is a name without a colon.</source>
            <translation>Es ist ein Name ohne Doppelpunkt.</translation>
        </message>
        <message>
            <source>It is a name, or a pattern with *, ? and […]; "*" stands for all.</source>
            <translation>Es ist ein Name, oder ein Muster mit *, ? und […]; "*" steht für alle.</translation>
        </message>
        <message>
            <source>It is a number of hours, at most ten years (87660); 0: for ever.</source>
            <translation>Es ist eine Zahl von Stunden, höchstens zehn Jahre (87660); 0: für immer.</translation>
        </message>
        <message>
            <source>It is a number of seconds above 0, at most a day (86400): longer than any message takes.</source>
            <translation>Es ist eine Zahl von Sekunden über 0, höchstens ein Tag (86400): länger, als irgendeine Nachricht braucht.</translation>
        </message>
        <message>
            <source>It is a number of seconds above 0, at most an hour (3600): a receiver that is back must not wait longer than that for its first message.</source>
            <translation>Es ist eine Zahl von Sekunden über 0, höchstens eine Stunde (3600): Ein Empfänger, der wieder da ist, darf nicht länger auf seine erste Nachricht warten.</translation>
        </message>
        <message>
            <source>It is a number of seconds above 0, at most an hour (3600); without it the default holds.</source>
            <translation>Das ist eine Zahl von Sekunden über 0, höchstens eine Stunde (3600); ohne sie gilt die Vorgabe.</translation>
        </message>
        <message>
            <source>It is a number of seconds above 0; without it the default holds.</source>
            <translation>Es ist eine Anzahl von Sekunden über 0; ohne Angabe gilt die Vorgabe.</translation>
        </message>
        <message>
            <source>It is a number of seconds from 0 to 60.</source>
            <translation>Es ist eine Zahl von Sekunden, von 0 bis 60.</translation>
        </message>
        <message>
            <source>It is a table of names and texts: {example}, each name once.</source>
            <translation>Es ist eine Tabelle von Namen und Texten: {example}, jeder Name einmal.</translation>
        </message>
        <message>
            <source>It is a table such as {example}.</source>
            <translation>Es ist eine Tabelle wie {example}.</translation>
        </message>
        <message>
            <source>It is a table with max_attempts: 0 for ever, or exactly so many attempts.</source>
            <translation>Es ist eine Tabelle mit max_attempts: 0 für ohne Ende, oder genau so viele Versuche.</translation>
        </message>
        <message>
            <source>It is a table with: {keys}.</source>
            <translation>Es ist eine Tabelle mit: {keys}.</translation>
        </message>
        <message>
            <source>It is a text in quotes, of one line, and not empty.</source>
            <translation>Es ist ein Text in Anführungszeichen, einzeilig und nicht leer.</translation>
        </message>
        <message>
            <source>It is a text of one line, not empty, and of at most {most} characters.</source>
            <translation>Es ist ein Text von einer Zeile, nicht leer und höchstens {most} Zeichen lang.</translation>
        </message>
        <message>
            <source>It is a user's name, without spaces.</source>
            <translation>Es ist der Name eines Benutzers, ohne Leerzeichen.</translation>
        </message>
        <message>
            <source>It is a whole number from 1 to 256: so many messages are sent at a time.</source>
            <translation>Es ist eine ganze Zahl von 1 bis 256: So viele Nachrichten werden zugleich gesendet.</translation>
        </message>
        <message>
            <source>It is a whole number from 1 to 65535.</source>
            <translation>Es ist eine ganze Zahl von 1 bis 65535.</translation>
        </message>
        <message>
            <source>It is a whole number: 0 for ever, or exactly so many attempts.</source>
            <translation>Es ist eine ganze Zahl: 0 für immer, sonst genau so viele Versuche.</translation>
        </message>
        <message>
            <source>It is an address like https://host:8443/path; user and password don't belong into it, nor does a token.</source>
            <translation>Es ist eine Adresse wie https://host:8443/pfad; Benutzer und Kennwort gehören nicht hinein, auch kein Token.</translation>
        </message>
        <message>
            <source>It is due: a dispatcher may be sending it at this very moment, too. Then it runs twice.</source>
            <translation type="vanished">Sie ist fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment auch. Dann läuft sie zweimal.</translation>
        </message>
        <message>
            <source>It is due: a dispatcher may be sending it at this very moment. Then it runs twice.</source>
            <translation>Sie ist fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment. Dann läuft sie zweimal.</translation>
        </message>
        <message>
            <source>It is for one attempt, and at most an hour (3600 s).</source>
            <translation>Sie gilt für einen Versuch und beträgt höchstens eine Stunde (3600 s).</translation>
        </message>
        <message>
            <source>It is kept as it stands; look at its bytes.</source>
            <translation>Sie bleibt, wie sie ist; sehen Sie sich ihre Bytes an.</translation>
        </message>
        <message>
            <source>It is no TOML (line {line}).</source>
            <translation>Es ist kein TOML (Zeile {line}).</translation>
        </message>
        <message>
            <source>It is no TOML ({cause}).</source>
            <translation>Sie ist kein TOML ({cause}).</translation>
        </message>
        <message>
            <source>It is no TOML.</source>
            <translation>Es ist kein TOML.</translation>
        </message>
        <message>
            <source>It is no text in UTF-8.</source>
            <translation>Sie ist kein Text in UTF-8.</translation>
        </message>
        <message>
            <source>It is not a file of this user, so it is not used: somebody else could lead you to another server.</source>
            <translation>Die Datei gehört nicht diesem Benutzer, deshalb wird sie nicht verwendet: Jemand anderes könnte Sie zu einem anderen Server führen.</translation>
        </message>
        <message>
            <source>It is older than {days} days: the daemon drops it, and does not send it.</source>
            <translation>Sie ist älter als {days} Tage: Der Daemon verwirft sie und sendet sie nicht.</translation>
        </message>
        <message>
            <source>It is one line with one secret, or a line "name" = "secret" for each.</source>
            <translation>Es ist eine Zeile mit einem Geheimnis, oder für jedes eine Zeile "Name" = "Geheimnis".</translation>
        </message>
        <message>
            <source>It is only for tls = true.</source>
            <translation>Das gilt nur mit tls = true.</translation>
        </message>
        <message>
            <source>It is the number of a database, from 0.</source>
            <translation>Es ist die Nummer einer Datenbank, ab 0.</translation>
        </message>
        <message>
            <source>It is the path of a queue's file, or a URL.</source>
            <translation>Es ist der Pfad der Datei einer Warteschlange, oder eine URL.</translation>
        </message>
        <message>
            <source>It is the whole path of a file, from the root.</source>
            <translation>Es ist der ganze Pfad einer Datei, von der Wurzel an.</translation>
        </message>
        <message>
            <source>It is the whole path of a folder, from the root.</source>
            <translation>Es ist der ganze Pfad eines Ordners, von der Wurzel an.</translation>
        </message>
        <message>
            <source>It is the whole path of a queue's file, or a URL without a password.</source>
            <translation>Es ist der ganze Pfad der Datei einer Warteschlange, oder eine URL ohne Kennwort.</translation>
        </message>
        <message>
            <source>It is too large to be written anew ({count} MB).</source>
            <translation>Er ist zu groß, um neu geschrieben zu werden ({count} MB).</translation>
        </message>
        <message>
            <source>It is too long to be written anew ({count} messages).</source>
            <translation>Er ist zu lang, um neu geschrieben zu werden ({count} Nachrichten).</translation>
        </message>
        <message>
            <source>It is tried again.</source>
            <translation>Es wird erneut versucht.</translation>
        </message>
        <message>
            <source>It is tried again; see that it runs and that the network leads to it.</source>
            <translation type="vanished">Es wird erneut versucht; prüfen Sie, ob er läuft und über das Netz erreichbar ist.</translation>
        </message>
        <message>
            <source>It leaves the dead letters.</source>
            <translation>Sie verlässt die Dead Letters.</translation>
        </message>
        <message>
            <source>It may be waiting for its own password in another window. Until then the secret is asked for once in each session, and kept in memory only.</source>
            <translation>Vielleicht wartet er in einem anderen Fenster auf sein eigenes Kennwort. Bis dahin wird das Geheimnis einmal je Sitzung erfragt und nur im Speicher gehalten.</translation>
        </message>
        <message>
            <source>It may have been removed meanwhile.</source>
            <translation>Womöglich wurde sie inzwischen entfernt.</translation>
        </message>
        <message>
            <source>It may have ended meanwhile.</source>
            <translation>Womöglich ist er inzwischen beendet.</translation>
        </message>
        <message>
            <source>It needs a certificate, too.</source>
            <translation>Dazu gehört auch ein Zertifikat (certificate).</translation>
        </message>
        <message>
            <source>It points to another place, and messages are not sent there unasked: see to the url.</source>
            <translation>Sie weist anderswohin, und dorthin werden Nachrichten nicht ungefragt gesendet: Prüfen Sie die url.</translation>
        </message>
        <message>
            <source>It reads {example}, or begins with one of {schemes}.</source>
            <translation>Sie lautet etwa {example} oder beginnt mit einem von {schemes}.</translation>
        </message>
        <message>
            <source>It reads {example}, without the password. A file of that name is opened as ./NAME.</source>
            <translation>Sie lautet {example}, ohne das Passwort. Eine Datei dieses Namens wird als ./NAME geöffnet.</translation>
        </message>
        <message>
            <source>It stands between, and had no response from the receiver itself.</source>
            <translation>Es steht dazwischen und bekam vom Empfänger selbst keine Antwort.</translation>
        </message>
        <message>
            <source>It takes nothing new until its administrator makes room.</source>
            <translation>Er nimmt nichts Neues an, bis sein Administrator Platz schafft.</translation>
        </message>
        <message>
            <source>It took longer than was said and was called off, so that the engine could go on; it is undone.</source>
            <translation>Es dauerte länger als gesagt und wurde abgebrochen, damit die Engine weiterarbeiten kann; es ist rückgängig gemacht.</translation>
        </message>
        <message>
            <source>It waits for a retry, and is published now instead.</source>
            <translation>Sie wartet auf eine Wiederholung und wird stattdessen jetzt veröffentlicht.</translation>
        </message>
        <message>
            <source>It waits for a retry: it does not wait any longer.</source>
            <translation type="vanished">Sie wartet auf eine Wiederholung: Sie wartet dann nicht länger.</translation>
        </message>
        <message>
            <source>It waits until that is confirmed: at a terminal, in the window, or by --make-group.</source>
            <translation>Es wird gewartet, bis das bestätigt ist: an einem Terminal, im Fenster oder mit --make-group.</translation>
        </message>
        <message>
            <source>It was cancelled.</source>
            <translation>Es wurde abgebrochen.</translation>
        </message>
        <message>
            <source>It was not sent: it is against the schema of requests.</source>
            <translation>Nicht gesendet: Die Nachricht entspricht nicht dem Schema der Aufträge.</translation>
        </message>
        <message>
            <source>It was not sent: it is no JSON object with a deploymentId, or the number of its attempt can't be read; it is a dead letter now.</source>
            <translation>Nicht gesendet: Die Nachricht ist kein JSON-Objekt mit einer deploymentId, oder die Nummer ihres Versuchs ist nicht lesbar; sie ist jetzt ein Dead Letter.</translation>
        </message>
        <message>
            <source>It was stopped; what was begun is undone.</source>
            <translation>Es wurde angehalten; das Begonnene ist rückgängig gemacht.</translation>
        </message>
        <message>
            <source>Item {id} is {state}: it is not sent again.</source>
            <translation>Nachricht {id} ist {state}: Sie wird nicht noch einmal gesendet.</translation>
        </message>
        <message>
            <source>Its administrator can permit a newer version of TLS. It may want an own certificate, too.</source>
            <translation>Sein Administrator kann eine neuere TLS-Version zulassen. Vielleicht verlangt er auch ein eigenes Zertifikat.</translation>
        </message>
        <message>
            <source>Its administrator can permit more (maxclients), and see who holds them (CLIENT LIST).</source>
            <translation>Sein Administrator kann mehr zulassen (maxclients) und nachsehen, wer sie hält (CLIENT LIST).</translation>
        </message>
        <message>
            <source>Its administrator can set a password, and the addresses at which it listens.</source>
            <translation>Sein Administrator kann ein Passwort setzen und die Adressen, an denen er zu erreichen ist.</translation>
        </message>
        <message>
            <source>Its administrator has switched it off (rename-command), or the server is older than Redis 7.0.</source>
            <translation>Sein Administrator hat ihn abgeschaltet (rename-command), oder der Server ist älter als Redis 7.0.</translation>
        </message>
        <message>
            <source>Its administrator has to renew it. See as well that this computer's clock is right.</source>
            <translation>Sein Administrator muss es erneuern. Prüfen Sie auch, ob die Uhr dieses Rechners stimmt.</translation>
        </message>
        <message>
            <source>Its application puts messages there.</source>
            <translation>Ihre Anwendung stellt dort Nachrichten hinein.</translation>
        </message>
        <message>
            <source>Its attempts count from 0 again, and its last error is cleared.</source>
            <translation>Ihre Versuche zählen wieder ab 0, und ihr letzter Fehler wird gelöscht.</translation>
        </message>
        <message>
            <source>Its attempts count from 0 again, and its last error is not taken along.</source>
            <translation>Ihre Versuche zählen wieder ab 0, und ihr letzter Fehler wird nicht mitgenommen.</translation>
        </message>
        <message>
            <source>Its envelope can't be read. A dispatcher moves it to the dead letters.</source>
            <translation>Ihr Umschlag ist nicht lesbar. Ein Verteiler legt sie zu den Dead Letters.</translation>
        </message>
        <message>
            <source>Its groups have too much in hand for it to be written anew.</source>
            <translation>Seine Gruppen haben zu viel in Arbeit, als dass er neu geschrieben werden könnte.</translation>
        </message>
        <message>
            <source>Its last id was set to the highest that there is; the server's administrator can set it back.</source>
            <translation type="vanished">Seine letzte Nummer wurde auf die höchste gesetzt, die es gibt; die Administration des Servers kann sie zurücksetzen.</translation>
        </message>
        <message>
            <source>Its log says more; qmonitor needs Redis 7.0 or later.</source>
            <translation>Sein Protokoll sagt mehr; qmonitor benötigt Redis 7.0 oder neuer.</translation>
        </message>
        <message>
            <source>Its payload is missing. An erasure takes away what is left of it.</source>
            <translation>Ihre Nutzdaten fehlen. Ein endgültiges Löschen nimmt weg, was von ihr übrig ist.</translation>
        </message>
        <message>
            <source>Keys of the queue hold something of another kind: {found}.</source>
            <translation>Schlüssel der Warteschlange enthalten etwas anderer Art: {found}.</translation>
        </message>
        <message>
            <source>Known are: {keys}.</source>
            <translation>Bekannt sind: {keys}.</translation>
        </message>
        <message>
            <source>Known is: [[connection]].</source>
            <translation type="vanished">Bekannt ist: [[connection]].</translation>
        </message>
        <message>
            <source>Known is: [[worker]].</source>
            <translation type="vanished">Bekannt ist: [[worker]].</translation>
        </message>
        <message>
            <source>Last error: {error}</source>
            <translation>Letzter Fehler: {error}</translation>
        </message>
        <message>
            <source>Leave it empty.</source>
            <translation>Lassen Sie das Feld leer.</translation>
        </message>
        <message>
            <source>Leave it out: it is asked for, or taken from the keyring.</source>
            <translation>Lassen Sie es weg: Es wird erfragt oder dem Schlüsselbund entnommen.</translation>
        </message>
        <message>
            <source>Leave it out: the password is asked for, or taken from the keyring.</source>
            <translation>Lassen Sie es weg: Das Passwort wird erfragt oder dem Schlüsselbund entnommen.</translation>
        </message>
        <message>
            <source>Let a current release of the engine open the file once; it brings the table up to date.</source>
            <translation>Die Datei einmal von einer aktuellen Version der Engine öffnen lassen; sie bringt die Tabelle auf den Stand.</translation>
        </message>
        <message>
            <source>Let the engine, or the file's owner, open it once.</source>
            <translation>Die Datei einmal von der Engine oder ihrem Besitzer öffnen lassen.</translation>
        </message>
        <message>
            <source>Lines end differently: {kinds}</source>
            <translation>Zeilen enden unterschiedlich: {kinds}</translation>
        </message>
        <message>
            <source>Look again at what is left of it.</source>
            <translation>Noch einmal nachsehen, was davon übrig ist.</translation>
        </message>
        <message>
            <source>Look again in a moment.</source>
            <translation>Gleich noch einmal hinsehen.</translation>
        </message>
        <message>
            <source>Look again what is left of it.</source>
            <translation type="vanished">Noch einmal nachsehen, was davon übrig ist.</translation>
        </message>
        <message>
            <source>Look again, and choose anew.</source>
            <translation>Noch einmal hinsehen und neu auswählen.</translation>
        </message>
        <message>
            <source>Look again, and confirm anew.</source>
            <translation>Noch einmal hinsehen und neu bestätigen.</translation>
        </message>
        <message>
            <source>MSH-10, the control id, is empty</source>
            <translation>MSH-10, die Kontroll-ID, ist leer</translation>
        </message>
        <message>
            <source>MSH-18 names a character set that is not known here, or cannot be it</source>
            <translation>MSH-18 nennt einen Zeichensatz, der hier nicht bekannt ist oder nicht stimmen kann</translation>
        </message>
        <message>
            <source>MSH-18 names another character set than the byte-order mark</source>
            <translation>MSH-18 nennt einen anderen Zeichensatz als die Bytereihenfolge-Marke</translation>
        </message>
        <message>
            <source>MSH-2 does not name all delimiters: what it does not name divides nothing</source>
            <translation>MSH-2 nennt nicht alle Trennzeichen: Was es nicht nennt, trennt nichts</translation>
        </message>
        <message>
            <source>MSH-9, the message type, is empty</source>
            <translation>MSH-9, der Nachrichtentyp, ist leer</translation>
        </message>
        <message>
            <source>Make a file of your own of it (copy it and put the copy in its place).</source>
            <translation>Machen Sie daraus eine eigene Datei (kopieren Sie sie und setzen Sie die Kopie an ihre Stelle).</translation>
        </message>
        <message>
            <source>Masked values are not searched.</source>
            <translation>Verdeckte Werte werden nicht durchsucht.</translation>
        </message>
        <message>
            <source>Medicaid number</source>
            <translation>Medicaid-Nummer</translation>
        </message>
        <message>
            <source>Medicare number</source>
            <translation>Medicare-Nummer</translation>
        </message>
        <message>
            <source>Message {id} at the head has not been tried; it is due at {time}.</source>
            <translation>Nachricht {id} am Kopf wurde noch nicht versucht; sie ist fällig um {time}.</translation>
        </message>
        <message>
            <source>Message {id} at the head was tried {count} ×, last at {time}.</source>
            <translation>Nachricht {id} am Kopf wurde {count} × versucht, zuletzt um {time}.</translation>
        </message>
        <message>
            <source>Message {id} at the head: the source does not tell how often it was tried.</source>
            <translation>Nachricht {id} am Kopf: Die Quelle sagt nicht, wie oft sie versucht wurde.</translation>
        </message>
        <message>
            <source>Message {item} could not be saved: {cause}.</source>
            <translation>Nachricht {item} konnte nicht gesichert werden: {cause}.</translation>
        </message>
        <message>
            <source>Message {item} is not the one any more that was selected.</source>
            <translation>Nachricht {item} ist nicht mehr die, die ausgewählt wurde.</translation>
        </message>
        <message>
            <source>Messages in the file</source>
            <translation>Nachrichten in der Datei</translation>
        </message>
        <message>
            <source>More after the end of the document</source>
            <translation>Nach dem Ende des Dokuments steht noch etwas</translation>
        </message>
        <message>
            <source>More than one element at the top</source>
            <translation>Mehr als ein Element auf der obersten Ebene</translation>
        </message>
        <message>
            <source>More than {count} levels deep: shown as one value</source>
            <translation>Mehr als {count} Ebenen tief: als ein Wert gezeigt</translation>
        </message>
        <message>
            <source>More than {count} messages would be part of this.</source>
            <translation>Mehr als {count} Nachrichten würden dazugehören.</translation>
        </message>
        <message>
            <source>Most servers have 0 to 15, and those of a cluster 0 alone. See the number in the address.</source>
            <translation>Die meisten Server haben 0 bis 15, die eines Clusters nur 0. Prüfen Sie die Nummer in der Adresse.</translation>
        </message>
        <message>
            <source>Name a certificate that the server trusts, and its key, in the settings of the connection.</source>
            <translation>Geben Sie in den Einstellungen der Verbindung ein Zertifikat an, dem der Server vertraut, und dessen Schlüssel.</translation>
        </message>
        <message>
            <source>Name both.</source>
            <translation>Beides nennen.</translation>
        </message>
        <message>
            <source>Name one of the two.</source>
            <translation>Geben Sie eines von beiden an.</translation>
        </message>
        <message>
            <source>Name the authority that issued it, and the server as its certificate does.</source>
            <translation>Geben Sie die Zertifizierungsstelle an, die es ausgestellt hat, und den Server so, wie sein Zertifikat ihn nennt.</translation>
        </message>
        <message>
            <source>Name the file anew in the settings of the connection.</source>
            <translation>Geben Sie die Datei in den Einstellungen der Verbindung neu an.</translation>
        </message>
        <message>
            <source>Name the file of the authority that issued it in the settings of the connection.</source>
            <translation>Geben Sie in den Einstellungen der Verbindung die Datei der Zertifizierungsstelle an, die es ausgestellt hat.</translation>
        </message>
        <message>
            <source>Name the files of both, which this user may read; the key must not need a password.</source>
            <translation>Geben Sie die Dateien von beiden an; dieser Benutzer muss sie lesen dürfen, und der Schlüssel darf kein Passwort brauchen.</translation>
        </message>
        <message>
            <source>Name the items, or filter them.</source>
            <translation>Die Nachrichten nennen oder filtern.</translation>
        </message>
        <message>
            <source>Name the path of a queue's file, or the URL of a stream queue.</source>
            <translation>Den Pfad einer Warteschlangendatei oder die URL einer Stream-Warteschlange nennen.</translation>
        </message>
        <message>
            <source>Name the path of a queue's file.</source>
            <translation type="vanished">Den Pfad einer Warteschlangendatei nennen.</translation>
        </message>
        <message>
            <source>Name the server as its certificate does; by a number only where the certificate has that, too.</source>
            <translation>Nennen Sie den Server so, wie sein Zertifikat es tut; mit einer Nummer nur, wenn auch diese im Zertifikat steht.</translation>
        </message>
        <message>
            <source>Neither an item nor a destination was named.</source>
            <translation>Weder eine Nachricht noch ein Ziel wurde genannt.</translation>
        </message>
        <message>
            <source>No CBOR from here on</source>
            <translation>Ab hier kein CBOR</translation>
        </message>
        <message>
            <source>No JSON value: neither a string nor a number, true, false or null</source>
            <translation>Kein JSON-Wert: weder Zeichenkette noch Zahl, true, false oder null</translation>
        </message>
        <message>
            <source>No acknowledgement came from {where} within {seconds} s.</source>
            <translation>Von {where} kam in {seconds} s keine Quittung.</translation>
        </message>
        <message>
            <source>No acknowledgement of this message came from {where} within {seconds} s, only another response.</source>
            <translation>Von {where} kam in {seconds} s keine Quittung für diese Nachricht, nur eine andere Antwort.</translation>
        </message>
        <message>
            <source>No acknowledgement of this message came from {where} within {seconds} s, only {count} others.</source>
            <translation>Von {where} kam in {seconds} s keine Quittung für diese Nachricht, nur {count} andere Antworten.</translation>
        </message>
        <message>
            <source>No address of {host} was found within {limit} s.</source>
            <translation>In {limit} s wurde keine Adresse von {host} gefunden.</translation>
        </message>
        <message>
            <source>No character set is named: {encoding} is a guess</source>
            <translation>Kein Zeichensatz ist genannt: {encoding} ist geraten</translation>
        </message>
        <message>
            <source>No delivery for {span}, since {time}.</source>
            <translation type="vanished">Keine Zustellung seit {span}, seit {time}.</translation>
        </message>
        <message>
            <source>No delivery seen since this window began to look, at {time}.</source>
            <translation>Keine Zustellung gesehen, seit dieses Fenster hinsieht: seit {time}.</translation>
        </message>
        <message>
            <source>No delivery was seen since {time}.</source>
            <translation type="vanished">Seit {time} wurde keine Zustellung gesehen.</translation>
        </message>
        <message>
            <source>No element at all</source>
            <translation>Gar kein Element</translation>
        </message>
        <message>
            <source>No file can be written to {folder}: {why}.</source>
            <translation>In {folder} lässt sich keine Datei schreiben: {why}.</translation>
        </message>
        <message>
            <source>No host has the name {host}.</source>
            <translation>Kein Rechner heißt {host}.</translation>
        </message>
        <message>
            <source>No masked copy was made. Unmask, if you may, and save it as it is stored.</source>
            <translation>Es wurde keine verdeckte Kopie erstellt. Decken Sie die Namen auf, wenn Sie dürfen, und sichern Sie die Nachricht, wie sie gespeichert ist.</translation>
        </message>
        <message>
            <source>No message is changed. The file is read ahead first, which hinders nobody. A build that takes longer than {limit}, or that you stop, is called off and leaves nothing behind.</source>
            <translation>Keine Nachricht wird geändert. Zuerst wird die Datei vorausgelesen, was niemanden hindert. Ein Bau, der länger dauert als {limit} oder angehalten wird, wird abgebrochen und hinterlässt nichts.</translation>
        </message>
        <message>
            <source>No message is changed. The file keeps its size; the engine fills the room with new messages.</source>
            <translation>Keine Nachricht wird geändert. Die Datei bleibt so groß; die Engine füllt den Platz mit neuen Nachrichten.</translation>
        </message>
        <message>
            <source>No message waits for a destination that a worker is set up for.</source>
            <translation>Für kein Ziel, für das ein Zusteller eingerichtet ist, wartet eine Nachricht.</translation>
        </message>
        <message>
            <source>No message waits. Will send to {to} what comes.</source>
            <translation type="vanished">Keine Nachricht wartet. Sendet an {to}, was kommt.</translation>
        </message>
        <message>
            <source>No message waits. Will send to {to} whatever arrives.</source>
            <translation>Keine Nachricht wartet. Sendet an {to}, was kommt.</translation>
        </message>
        <message>
            <source>No message waits. Will send what comes for {places} destinations.</source>
            <translation type="vanished">Keine Nachricht wartet. Sendet, was für {places} Ziele kommt.</translation>
        </message>
        <message>
            <source>No message waits. Will send whatever arrives for {places} destinations.</source>
            <translation>Keine Nachricht wartet. Sendet, was für {places} Ziele kommt.</translation>
        </message>
        <message>
            <source>No more than {count} characters can be searched for.</source>
            <translation>Mehr als {count} Zeichen können nicht gesucht werden.</translation>
        </message>
        <message>
            <source>No other source is open.</source>
            <translation>Keine andere Quelle ist geöffnet.</translation>
        </message>
        <message>
            <source>No program gives such an id by itself. The server's administrator can delete the entry (XDEL), if it is still there, and set the last id back to that of the entry before it (XSETID).</source>
            <translation>Kein Programm vergibt eine solche Kennung von selbst. Der Administrator des Servers kann den Eintrag löschen (XDEL), falls er noch da ist, und die letzte Kennung auf die des Eintrags davor zurücksetzen (XSETID).</translation>
        </message>
        <message>
            <source>No reason was given.</source>
            <translation>Es wurde kein Grund angegeben.</translation>
        </message>
        <message>
            <source>No response came from {where} within {seconds} s.</source>
            <translation>Von {where} kam in {seconds} s keine Antwort.</translation>
        </message>
        <message>
            <source>No source is open.</source>
            <translation>Keine Quelle ist geöffnet.</translation>
        </message>
        <message>
            <source>No worker can be started.</source>
            <translation>Kein Zusteller kann gestartet werden.</translation>
        </message>
        <message>
            <source>No worker is set up for {destination}.</source>
            <translation>Für {destination} ist kein Zusteller eingerichtet.</translation>
        </message>
        <message>
            <source>No worker is set up for {source}.</source>
            <translation>Für {source} ist kein Zusteller eingerichtet.</translation>
        </message>
        <message>
            <source>Nobody is reminded more often than once a minute.</source>
            <translation>Niemand wird öfter als einmal in der Minute erinnert.</translation>
        </message>
        <message>
            <source>Not a JSON escape sequence, or half of a character: shown as it is written</source>
            <translation>Keine Escape-Sequenz von JSON oder ein halbes Zeichen: zu sehen, wie es geschrieben ist</translation>
        </message>
        <message>
            <source>Not all messages are in the same character set: each is read in its own</source>
            <translation>Nicht alle Nachrichten sind im selben Zeichensatz: Jede wird in ihrem eigenen gelesen</translation>
        </message>
        <message>
            <source>Not every worker could be ended.</source>
            <translation>Nicht jeder Zusteller ließ sich beenden.</translation>
        </message>
        <message>
            <source>Not well-formed from here on</source>
            <translation>Ab hier nicht wohlgeformt</translation>
        </message>
        <message>
            <source>Not written as JSON writes numbers</source>
            <translation>Nicht so geschrieben, wie JSON Zahlen schreibt</translation>
        </message>
        <message>
            <source>Not {encoding} from byte {at} on.</source>
            <translation>Ab Byte {at} kein {encoding} mehr.</translation>
        </message>
        <message>
            <source>Nothing delivered for {span}; the last was at {time}.</source>
            <translation>Seit {span} nichts zugestellt; die letzte Zustellung war um {time}.</translation>
        </message>
        <message>
            <source>Nothing is kept in this window.</source>
            <translation>In diesem Fenster wird nichts aufgehoben.</translation>
        </message>
        <message>
            <source>Nothing waits.</source>
            <translation>Nichts wartet.</translation>
        </message>
        <message>
            <source>Nothing was changed. See to the folder's rights and the space on its disk.</source>
            <translation>Nichts wurde geändert. Prüfen Sie die Rechte am Ordner und den Platz auf seinem Datenträger.</translation>
        </message>
        <message>
            <source>Nothing was changed. See which program holds the lock, then try again.</source>
            <translation>Es wurde nichts geändert. Nachsehen, welches Programm die Sperre hält, dann erneut versuchen.</translation>
        </message>
        <message>
            <source>Nothing was done. See to the rights of its folder and the space on its disk.</source>
            <translation>Nichts wurde getan. Prüfen Sie die Rechte an seinem Ordner und den Platz auf dessen Datenträger.</translation>
        </message>
        <message>
            <source>Nothing was repaired. Check the disk and tell whoever runs the engine.</source>
            <translation>Es wurde nichts repariert. Den Datenträger prüfen und die Betreuung der Engine verständigen.</translation>
        </message>
        <message>
            <source>Nothing was repaired. Tell whoever runs the engine; restore the file from a backup, with its -wal file.</source>
            <translation>Es wurde nichts repariert. Die Betreuung der Engine verständigen; die Datei mit ihrer -wal-Datei aus einer Sicherung wiederherstellen.</translation>
        </message>
        <message>
            <source>Nothing was saved. Open the rules again: they show what holds now.</source>
            <translation>Nichts wurde gespeichert. Öffnen Sie die Regeln noch einmal: Sie zeigen, was jetzt gilt.</translation>
        </message>
        <message>
            <source>Once it has given no sign for a minute it counts as interrupted. Try again then.</source>
            <translation>Sobald er eine Minute lang kein Zeichen gegeben hat, gilt er als unterbrochen. Versuchen Sie es dann erneut.</translation>
        </message>
        <message>
            <source>Once the server answers again, the audit tells.</source>
            <translation>Sobald der Server wieder antwortet, sagt es das Protokoll.</translation>
        </message>
        <message>
            <source>One message is sent at a time; what nobody finished within {seconds} s is sent again.</source>
            <translation>Es wird eine Nachricht nach der anderen gesendet; was niemand binnen {seconds} s abgeschlossen hat, wird erneut gesendet.</translation>
        </message>
        <message>
            <source>Only [[connection]] is known here.</source>
            <translation>Hier ist nur [[connection]] bekannt.</translation>
        </message>
        <message>
            <source>Only [[worker]] is known here.</source>
            <translation>Hier ist nur [[worker]] bekannt.</translation>
        </message>
        <message>
            <source>Only the first in line.</source>
            <translation>Nur die erste in der Reihe.</translation>
        </message>
        <message>
            <source>Only the first {count} in line.</source>
            <translation>Nur die ersten {count} in der Reihe.</translation>
        </message>
        <message>
            <source>Only these can be acted on so: {states}.</source>
            <translation>Das ist nur möglich für: {states}.</translation>
        </message>
        <message>
            <source>Only those older than {span}.</source>
            <translation>Nur die, die älter sind als {span}.</translation>
        </message>
        <message>
            <source>Only those that finished before {at}.</source>
            <translation>Nur die, die vor {at} abgeschlossen waren.</translation>
        </message>
        <message>
            <source>Only those that match the filter.</source>
            <translation>Nur die, die zum Filter passen.</translation>
        </message>
        <message>
            <source>Open it as a cluster (redis+cluster://).</source>
            <translation>Öffnen Sie ihn als Cluster (redis+cluster://).</translation>
        </message>
        <message>
            <source>Optimise builds them again.</source>
            <translation>Optimieren baut sie wieder.</translation>
        </message>
        <message>
            <source>Other messages were being sent to {where} for {seconds} s: this one had to wait too long.</source>
            <translation>An {where} wurden {seconds} s lang andere Nachrichten gesendet: Diese musste zu lange warten.</translation>
        </message>
        <message>
            <source>Others act on this queue all the time: nothing was done.</source>
            <translation>Andere ändern diese Warteschlange fortwährend: Es wurde nichts getan.</translation>
        </message>
        <message>
            <source>Others changed it all the time.</source>
            <translation>Andere haben ihn fortwährend geändert.</translation>
        </message>
        <message>
            <source>Plan {plan} is not interrupted: it is still running on this computer.</source>
            <translation>Plan {plan} ist nicht unterbrochen: Er läuft noch auf diesem Rechner.</translation>
        </message>
        <message>
            <source>Plan {plan} is perhaps still running on {host}.</source>
            <translation>Plan {plan} läuft vielleicht noch auf {host}.</translation>
        </message>
        <message>
            <source>Please use a name without: such a queue can't be acted on.</source>
            <translation>Bitte verwenden Sie einen Namen ohne solche: An einer solchen Warteschlange lässt sich nichts ändern.</translation>
        </message>
        <message>
            <source>Reading ahead</source>
            <translation>Vorauslesen</translation>
        </message>
        <message>
            <source>Regular expressions can't be run: {cause}.</source>
            <translation>Reguläre Ausdrücke lassen sich nicht ausführen: {cause}.</translation>
        </message>
        <message>
            <source>Restore publishes it again, as the last of the stream.</source>
            <translation>Wiederherstellen veröffentlicht sie wieder, als letzte des Streams.</translation>
        </message>
        <message>
            <source>Restore publishes them again, as the last of the stream.</source>
            <translation>Wiederherstellen veröffentlicht sie wieder, als letzte des Streams.</translation>
        </message>
        <message>
            <source>Restore puts it back in line, in its old place.</source>
            <translation>Wiederherstellen bringt sie an ihren alten Platz in der Reihe zurück.</translation>
        </message>
        <message>
            <source>Restore puts them back in line, in their old place.</source>
            <translation type="vanished">Wiederherstellen bringt sie an ihren alten Platz in der Reihe zurück.</translation>
        </message>
        <message>
            <source>Restore puts them back in line, in their old places.</source>
            <translation>Wiederherstellen bringt sie an ihre alten Plätze in der Reihe zurück.</translation>
        </message>
        <message>
            <source>Rule {n} in {path} is left out: {text}</source>
            <translation>Regel {n} in {path} bleibt außer Acht: {text}</translation>
        </message>
        <message>
            <source>Run qmonitor on the engine's host, look at a copy, or consent to reading it with --allow-network.</source>
            <translation>qmonitor auf dem Rechner der Engine ausführen, eine Kopie ansehen, oder dem Lesen mit --allow-network zustimmen.</translation>
        </message>
        <message>
            <source>SQLite reports {name} for {path}.</source>
            <translation>SQLite meldet {name} für {path}.</translation>
        </message>
        <message>
            <source>Save the message as it is stored: nothing is lost then.</source>
            <translation>Speichern Sie die Nachricht, wie sie abgelegt ist: Dann geht nichts verloren.</translation>
        </message>
        <message>
            <source>Save them as a file.</source>
            <translation>Als Datei sichern.</translation>
        </message>
        <message>
            <source>Saving was stopped after {saved} messages.</source>
            <translation>Das Sichern wurde nach {saved} Nachrichten angehalten.</translation>
        </message>
        <message>
            <source>Say why: it is kept with your name.</source>
            <translation>Bitte angeben, warum: Es wird mit dem Namen aufbewahrt.</translation>
        </message>
        <message>
            <source>Search again.</source>
            <translation>Suchen Sie erneut.</translation>
        </message>
        <message>
            <source>Search for a text or a path instead.</source>
            <translation>Suchen Sie stattdessen nach einem Text oder einem Pfad.</translation>
        </message>
        <message>
            <source>See first whether every connection still leads where it should.</source>
            <translation>Sehen Sie zuerst nach, ob jede Verbindung noch dorthin führt, wohin sie soll.</translation>
        </message>
        <message>
            <source>See how the host is written, and that this computer is in the network that knows it.</source>
            <translation>Prüfen Sie, wie der Rechner geschrieben ist und ob dieser Rechner in dem Netz ist, das ihn kennt.</translation>
        </message>
        <message>
            <source>See that host and port are those of the server.</source>
            <translation>Prüfen Sie, ob Rechner und Port die des Servers sind.</translation>
        </message>
        <message>
            <source>See that it runs and that the network leads to it.</source>
            <translation>Prüfen Sie, ob er läuft und über das Netz erreichbar ist.</translation>
        </message>
        <message>
            <source>See that the prefix and the group are those that are meant. A worker that starts makes both.</source>
            <translation>Prüfen Sie, ob Präfix und Gruppe die gemeinten sind. Ein Zusteller, der startet, legt beide an.</translation>
        </message>
        <message>
            <source>See that the prefix and the group are those that are meant. To have all sent, stop this worker, start it again and confirm it (without a terminal: --make-group). To have only new ones sent, let the server's administrator make the group: XGROUP CREATE {stream} {group} $</source>
            <translation>Prüfen Sie, ob Präfix und Gruppe die gemeinten sind. Sollen alle gesendet werden, halten Sie diesen Zusteller an, starten Sie ihn erneut und bestätigen Sie es (ohne Terminal: --make-group). Sollen nur neue gesendet werden, lassen Sie die Gruppe vom Administrator des Servers anlegen: XGROUP CREATE {stream} {group} $</translation>
        </message>
        <message>
            <source>See that the server runs, and what its socket is called.</source>
            <translation>Prüfen Sie, ob der Server läuft und wie sein Socket heißt.</translation>
        </message>
        <message>
            <source>See that the server runs, and which port it has.</source>
            <translation>Prüfen Sie, ob der Server läuft und welchen Port er hat.</translation>
        </message>
        <message>
            <source>See to auth and user in the settings, and to the password or token in the keyring.</source>
            <translation>Prüfen Sie auth und user in den Einstellungen, und das Kennwort oder Token im Schlüsselbund.</translation>
        </message>
        <message>
            <source>See to ca and server_name in the settings, and to the certificate that the receiver shows.</source>
            <translation>Prüfen Sie ca und server_name in den Einstellungen, und das Zertifikat, das der Empfänger zeigt.</translation>
        </message>
        <message>
            <source>See to certificate and key in the settings.</source>
            <translation>Prüfen Sie certificate und key in den Einstellungen.</translation>
        </message>
        <message>
            <source>See to the computer's keyring. Until then the secret is asked for once in each session, and kept in memory only.</source>
            <translation>Prüfen Sie den Schlüsselbund des Rechners. Bis dahin wird das Geheimnis einmal je Sitzung erfragt und nur im Speicher gehalten.</translation>
        </message>
        <message>
            <source>See to the folder, its rights, and the disk or the share that it lies on.</source>
            <translation>Prüfen Sie den Ordner, seine Rechte, und den Datenträger oder die Freigabe, auf der er liegt.</translation>
        </message>
        <message>
            <source>See to the host in the settings, and to the name service.</source>
            <translation>Prüfen Sie den host in den Einstellungen, und den Namensdienst.</translation>
        </message>
        <message>
            <source>See to the name service of this computer, or give the receiver's address as a number.</source>
            <translation>Prüfen Sie den Namensdienst dieses Rechners, oder geben Sie die Adresse des Empfängers als Zahl an.</translation>
        </message>
        <message>
            <source>See to the url in the settings.</source>
            <translation>Prüfen Sie die url in den Einstellungen.</translation>
        </message>
        <message>
            <source>See what became of the one that was worked on, then start the worker again.</source>
            <translation>Sehen Sie nach, was aus der bearbeiteten geworden ist, und starten Sie den Zusteller dann neu.</translation>
        </message>
        <message>
            <source>See whether the daemon still sends these messages itself.</source>
            <translation>Sehen Sie nach, ob der Daemon diese Nachrichten noch selbst sendet.</translation>
        </message>
        <message>
            <source>See whether the engine's own worker still delivers here.</source>
            <translation>Sehen Sie nach, ob die Engine hier noch selbst zustellt.</translation>
        </message>
        <message>
            <source>See whether the receiver expects TLS there.</source>
            <translation>Prüfen Sie, ob der Empfänger dort TLS erwartet.</translation>
        </message>
        <message>
            <source>See whether the server has lost its data, and which messages have to be queued again.</source>
            <translation>Sehen Sie nach, ob der Server seine Daten verloren hat und welche Nachrichten neu eingereiht werden müssen.</translation>
        </message>
        <message>
            <source>See which application writes under this name; nothing was changed.</source>
            <translation>Prüfen Sie, welche Anwendung unter diesem Namen schreibt; es wurde nichts geändert.</translation>
        </message>
        <message>
            <source>See which port of the server is for TLS. Without TLS its address begins with redis://.</source>
            <translation type="vanished">Prüfen Sie, welcher Port des Servers für TLS ist. Ohne TLS beginnt seine Adresse mit redis://.</translation>
        </message>
        <message>
            <source>See which port of the server is for TLS. Without TLS its address has redis in the place of rediss.</source>
            <translation>Prüfen Sie, welcher Port des Servers für TLS ist. Ohne TLS steht in seiner Adresse redis statt rediss.</translation>
        </message>
        <message>
            <source>See who delivers here, then start it again.</source>
            <translation>Sehen Sie nach, wer hier zustellt, und starten Sie ihn dann neu.</translation>
        </message>
        <message>
            <source>Segments end in different ways: {ends}</source>
            <translation>Segmente enden unterschiedlich: {ends}</translation>
        </message>
        <message>
            <source>Segments end in {ends}, not in CR</source>
            <translation>Segmente enden mit {ends}, nicht mit CR</translation>
        </message>
        <message>
            <source>Select a destination first.</source>
            <translation>Zuerst ein Ziel auswählen.</translation>
        </message>
        <message>
            <source>Select messages first.</source>
            <translation>Zuerst Nachrichten auswählen.</translation>
        </message>
        <message>
            <source>Select one message first.</source>
            <translation>Zuerst eine Nachricht auswählen.</translation>
        </message>
        <message>
            <source>Sending to {where} has been ended.</source>
            <translation>Das Senden an {where} ist beendet.</translation>
        </message>
        <message>
            <source>Skip takes it out of line again, as long as it is not sent.</source>
            <translation>Überspringen nimmt sie wieder aus der Reihe, solange sie nicht gesendet ist.</translation>
        </message>
        <message>
            <source>Skip takes the new message out of line again, as long as it is not sent.</source>
            <translation>Überspringen nimmt die neue Nachricht wieder aus der Reihe, solange sie nicht gesendet ist.</translation>
        </message>
        <message>
            <source>Skip takes the new messages out of line again, as long as they are not sent.</source>
            <translation>Überspringen nimmt die neuen Nachrichten wieder aus der Reihe, solange sie nicht gesendet sind.</translation>
        </message>
        <message>
            <source>Skip takes them out of line again, as long as they are not sent.</source>
            <translation>Überspringen nimmt sie wieder aus der Reihe, solange sie nicht gesendet sind.</translation>
        </message>
        <message>
            <source>Some figures are not shown: this user may not use {commands}.</source>
            <translation>Manche Zahlen werden nicht gezeigt: Dieser Benutzer darf {commands} nicht verwenden.</translation>
        </message>
        <message>
            <source>Somebody else could change what is in it.</source>
            <translation>Jemand anders könnte ändern, was darin steht.</translation>
        </message>
        <message>
            <source>Somebody else has gone on with this plan.</source>
            <translation>Jemand anderes hat diesen Plan fortgesetzt.</translation>
        </message>
        <message>
            <source>Somebody is reading the file: the write-ahead log still holds the erased bytes, until the daemon folds it back or stops.</source>
            <translation>Jemand liest die Datei: Das Write-Ahead-Log enthält die gelöschten Bytes noch, bis der Daemon es zurückschreibt oder anhält.</translation>
        </message>
        <message>
            <source>Somebody is reading the file: the write-ahead log still holds the erased bytes, until the engine folds it back or stops.</source>
            <translation>Jemand liest die Datei: Das Write-Ahead-Log enthält die gelöschten Bytes noch, bis die Engine es zurückschreibt oder anhält.</translation>
        </message>
        <message>
            <source>Start it without --read-only, or ask the administrator.</source>
            <translation>Ohne --read-only starten oder die Administration fragen.</translation>
        </message>
        <message>
            <source>Store it in the keyring with the workers' settings, or give it by a password file.</source>
            <translation>Speichern Sie es bei den Einstellungen der Zusteller im Schlüsselbund, oder geben Sie es in einer Kennwortdatei an.</translation>
        </message>
        <message>
            <source>Switch TLS on for this connection: its address begins with rediss:// then.</source>
            <translation type="vanished">Schalten Sie für diese Verbindung TLS ein: Ihre Adresse beginnt dann mit rediss://.</translation>
        </message>
        <message>
            <source>Switch TLS on for this connection: its address then has rediss in the place of redis.</source>
            <translation>Schalten Sie für diese Verbindung TLS ein: In ihrer Adresse steht dann rediss statt redis.</translation>
        </message>
        <message>
            <source>TLS with {where} failed: {reason}.</source>
            <translation>TLS mit {where} ist gescheitert: {reason}.</translation>
        </message>
        <message>
            <source>Take it out: passwords and tokens are kept in the keyring.</source>
            <translation>Nehmen Sie es heraus: Kennwörter und Token liegen im Schlüsselbund.</translation>
        </message>
        <message>
            <source>Take it out: with auth = "basic" or "bearer" the secret is kept in the keyring.</source>
            <translation>Nehmen Sie es heraus: Mit auth = "basic" oder "bearer" liegt das Geheimnis im Schlüsselbund.</translation>
        </message>
        <message>
            <source>Take it out; the type of the content is content_type.</source>
            <translation>Nehmen Sie es heraus; die Art des Inhalts ist content_type.</translation>
        </message>
        <message>
            <source>Take that right away (chmod o-w), and see whether messages are still sent where they should be.</source>
            <translation>Nehmen Sie dieses Recht weg (chmod o-w), und sehen Sie nach, ob die Nachrichten noch dorthin gesendet werden, wohin sie sollen.</translation>
        </message>
        <message>
            <source>Take their rights away (chmod 600), and change the password if they may have seen it.</source>
            <translation>Nehmen Sie ihnen die Rechte (chmod 600), und ändern Sie das Kennwort, wenn sie es gesehen haben können.</translation>
        </message>
        <message>
            <source>Text outside of any element</source>
            <translation>Text außerhalb jedes Elements</translation>
        </message>
        <message>
            <source>The action was called off.</source>
            <translation>Die Aktion wurde abgebrochen.</translation>
        </message>
        <message>
            <source>The address says which queue is meant, and group for whom: there is nothing to choose from.</source>
            <translation>Welche Warteschlange gemeint ist, sagt die Adresse, und für wen sagt group: Zu wählen gibt es nichts.</translation>
        </message>
        <message>
            <source>The administrator's policy keeps names masked: messages can't be saved as they are stored.</source>
            <translation>Die Richtlinie der Verwaltung hält Namen verdeckt: Nachrichten lassen sich nicht so sichern, wie sie gespeichert sind.</translation>
        </message>
        <message>
            <source>The administrator's policy of this computer keeps names masked.</source>
            <translation>Die Richtlinie des Administrators dieses Rechners hält Namen verdeckt.</translation>
        </message>
        <message>
            <source>The audit can't be written: others write into it all the time.</source>
            <translation>Das Protokoll kann nicht geschrieben werden: Andere schreiben unablässig hinein.</translation>
        </message>
        <message>
            <source>The audit keeps for good who did what, when and for which reason, also of earlier actions, but nothing that a message says. Please write nothing about patients into a reason.</source>
            <translation>Das Protokoll behält für immer, wer wann was aus welchem Grund tat, auch von früheren Aktionen, aber nichts, was eine Nachricht sagt. Bitte schreiben Sie nichts über Patienten in eine Begründung.</translation>
        </message>
        <message>
            <source>The authority's file {path} can't be read, or holds no certificate.</source>
            <translation>Die Datei der Zertifizierungsstelle {path} ist nicht lesbar oder enthält kein Zertifikat.</translation>
        </message>
        <message>
            <source>The back-off is above an hour.</source>
            <translation>Die Wartezeit zwischen Versuchen liegt über einer Stunde.</translation>
        </message>
        <message>
            <source>The base64 ends without its padding: it may be cut off.</source>
            <translation>base64 endet ohne Füllzeichen: Vielleicht ist es abgeschnitten.</translation>
        </message>
        <message>
            <source>The bytes that MLLP puts around a message are stored with it</source>
            <translation>Die Bytes, die MLLP um eine Nachricht legt, sind mit gespeichert</translation>
        </message>
        <message>
            <source>The certificate of {where} is not trusted: {reason}.</source>
            <translation>Dem Zertifikat von {where} wird nicht vertraut: {reason}.</translation>
        </message>
        <message>
            <source>The connection to {where} was lost before a response came: {reason}.</source>
            <translation>Die Verbindung zu {where} ging verloren, bevor eine Antwort kam: {reason}.</translation>
        </message>
        <message>
            <source>The connection to {where} was lost before an acknowledgement came: {reason}.</source>
            <translation>Die Verbindung zu {where} ging verloren, bevor eine Quittung kam: {reason}.</translation>
        </message>
        <message>
            <source>The connection to {where} was lost while sending: {reason}.</source>
            <translation>Die Verbindung zu {where} ging beim Senden verloren: {reason}.</translation>
        </message>
        <message>
            <source>The connection was lost in the middle of a step: whether it was carried out is not known.</source>
            <translation>Die Verbindung ging mitten in einem Schritt verloren: Ob er ausgeführt wurde, ist nicht bekannt.</translation>
        </message>
        <message>
            <source>The consumer group {group} is not there, and 1 message lies in the stream: a new group is sent it, also if another group has finished it.</source>
            <translation>Die Verbrauchergruppe {group} ist nicht vorhanden, und im Stream liegt 1 Nachricht: Eine neue Gruppe bekommt sie, auch wenn eine andere Gruppe sie abgeschlossen hat.</translation>
        </message>
        <message>
            <source>The consumer group {group} is not there, and {count} messages lie in the stream: a new group is sent all of them, also those that another group has finished.</source>
            <translation>Die Verbrauchergruppe {group} ist nicht vorhanden, und im Stream liegen {count} Nachrichten: Eine neue Gruppe bekommt sie alle, auch die, die eine andere Gruppe abgeschlossen hat.</translation>
        </message>
        <message>
            <source>The consumer group's name holds a control character, such as a line break.</source>
            <translation>Der Name der Verbrauchergruppe enthält ein Steuerzeichen, etwa einen Zeilenumbruch.</translation>
        </message>
        <message>
            <source>The count of attempts can't be put back; the audit keeps it.</source>
            <translation>Die Zahl der Versuche lässt sich nicht zurücksetzen; das Protokoll bewahrt sie auf.</translation>
        </message>
        <message>
            <source>The counts of attempts can't be put back; the audit keeps them.</source>
            <translation>Die Zahlen der Versuche lassen sich nicht zurücksetzen; das Protokoll bewahrt sie auf.</translation>
        </message>
        <message>
            <source>The daemon may be sending at this very moment; what it has fetched already it may still send.</source>
            <translation>Der Daemon sendet womöglich gerade; was er schon geholt hat, sendet er vielleicht noch.</translation>
        </message>
        <message>
            <source>The declared encoding is not known here</source>
            <translation>Die angegebene Kodierung ist hier nicht bekannt</translation>
        </message>
        <message>
            <source>The disk of {path} is full: the history is not kept until there is room.</source>
            <translation>Die Platte von {path} ist voll: Der Verlauf wird nicht aufgehoben, bis wieder Platz ist.</translation>
        </message>
        <message>
            <source>The disk reports an error, or {path} was cut off while it was read.</source>
            <translation>Der Datenträger meldet einen Fehler, oder {path} wurde beim Lesen abgeschnitten.</translation>
        </message>
        <message>
            <source>The disk that holds {path} is full.</source>
            <translation>Der Datenträger von {path} ist voll.</translation>
        </message>
        <message>
            <source>The encoding that was chosen cannot be what these bytes are in</source>
            <translation>In der gewählten Kodierung können diese Bytes nicht sein</translation>
        </message>
        <message>
            <source>The engine can't write</source>
            <translation>Die Engine kann nicht schreiben</translation>
        </message>
        <message>
            <source>The engine may be sending {ids} at this very moment; its report may then come after this, and undo it.</source>
            <translation>Die Engine sendet womöglich gerade {ids}; ihre Meldung kann dann danach kommen und dies aufheben.</translation>
        </message>
        <message>
            <source>The engine of {path} has just stopped.</source>
            <translation>Die Engine von {path} hat gerade angehalten.</translation>
        </message>
        <message>
            <source>The engine's clock is ahead of this machine's by at least {span}: ages are marked, and no state is told from times.</source>
            <translation type="vanished">Die Uhr der Engine geht gegenüber diesem Rechner um mindestens {span} vor: Alter sind gekennzeichnet, und kein Zustand wird aus Zeiten abgeleitet.</translation>
        </message>
        <message>
            <source>The engine's clock is at least {span} ahead of this machine's. Ages are approximate (≈), and states that depend on time are not shown.</source>
            <translation>Die Uhr der Engine geht gegenüber diesem Rechner um mindestens {span} vor. Alter sind ungefähr (≈), und Zustände, die von der Zeit abhängen, werden nicht gezeigt.</translation>
        </message>
        <message>
            <source>The event does not follow the schema: {names}.</source>
            <translation>Das Ereignis entspricht nicht dem Schema: {names}.</translation>
        </message>
        <message>
            <source>The export can't be written: {cause}.</source>
            <translation>Der Export kann nicht geschrieben werden: {cause}.</translation>
        </message>
        <message>
            <source>The export was stopped; nothing of it was left.</source>
            <translation>Der Export wurde angehalten; nichts davon blieb zurück.</translation>
        </message>
        <message>
            <source>The file grows by</source>
            <translation>Die Datei wächst um</translation>
        </message>
        <message>
            <source>The file has no index of qmonitor: there is nothing to take away.</source>
            <translation>Die Datei hat keinen Index von qmonitor: Es gibt nichts herauszunehmen.</translation>
        </message>
        <message>
            <source>The file has these indexes already: there is nothing to optimise.</source>
            <translation>Die Datei hat diese Indizes schon: Es gibt nichts zu optimieren.</translation>
        </message>
        <message>
            <source>The file holds something else of the name {name}.</source>
            <translation>In der Datei trägt etwas anderes den Namen {name}.</translation>
        </message>
        <message>
            <source>The file is in rollback-journal mode: while an index is built nobody can read it, either.</source>
            <translation>Die Datei ist im Rollback-Journal-Modus: Während ein Index gebaut wird, kann sie auch niemand lesen.</translation>
        </message>
        <message>
            <source>The file is in rollback-journal mode: while it is read its engine waits with commits. It is read in short steps.</source>
            <translation>Die Datei ist im Rollback-Journal-Modus: Während sie gelesen wird, wartet ihre Engine mit dem Schreiben. Sie wird in kurzen Schritten gelesen.</translation>
        </message>
        <message>
            <source>The file is small: a look at it will hardly get faster.</source>
            <translation>Die Datei ist klein: Das Lesen wird kaum schneller.</translation>
        </message>
        <message>
            <source>The file lacks an index that engines make, {name}: without it these would be of little use.</source>
            <translation>Der Datei fehlt ein Index der Engine, {name}: Ohne ihn nützten diese wenig.</translation>
        </message>
        <message>
            <source>The file was exchanged meanwhile: this one was never optimised.</source>
            <translation>Die Datei wurde inzwischen ausgetauscht: Diese wurde nie optimiert.</translation>
        </message>
        <message>
            <source>The file was exchanged since these messages were seen: their ids may mean others by now.</source>
            <translation>Die Datei wurde ausgetauscht, seit diese Nachrichten zu sehen waren: Ihre IDs können inzwischen andere meinen.</translation>
        </message>
        <message>
            <source>The file was exchanged since this was confirmed: ids may mean other messages by now.</source>
            <translation>Die Datei wurde seit der Bestätigung ausgetauscht: IDs können inzwischen andere Nachrichten bezeichnen.</translation>
        </message>
        <message>
            <source>The file was exchanged while it was worked on: what was done was done in the one that is gone.</source>
            <translation>Die Datei wurde während der Arbeit ausgetauscht: Was getan wurde, geschah in der, die weg ist.</translation>
        </message>
        <message>
            <source>The file was replaced at {at}; what is shown is the new one.</source>
            <translation>Die Datei wurde um {at} ersetzt; gezeigt wird die neue.</translation>
        </message>
        <message>
            <source>The file was written, but {folder} could not be saved: {why}.</source>
            <translation>Die Datei wurde geschrieben, aber {folder} ließ sich nicht sichern: {why}.</translation>
        </message>
        <message>
            <source>The file {name} could not be written: {cause}.</source>
            <translation>Die Datei {name} konnte nicht geschrieben werden: {cause}.</translation>
        </message>
        <message>
            <source>The file's content was exchanged at {at}, by a backup put back, say.</source>
            <translation>Der Inhalt der Datei wurde um {at} ausgetauscht, etwa durch eine zurückgespielte Sicherung.</translation>
        </message>
        <message>
            <source>The file's content was exchanged while it was searched: what was found is not in it any more.</source>
            <translation>Der Inhalt der Datei wurde während der Suche ausgetauscht: Was gefunden wurde, steht nicht mehr darin.</translation>
        </message>
        <message>
            <source>The file's content was exchanged: its messages are no longer those that were chosen.</source>
            <translation>Der Inhalt der Datei wurde ausgetauscht: Ihre Nachrichten sind nicht mehr die ausgewählten.</translation>
        </message>
        <message>
            <source>The files for TLS could not be read within {seconds} s.</source>
            <translation>Die Dateien für TLS ließen sich in {seconds} s nicht lesen.</translation>
        </message>
        <message>
            <source>The folder already holds another file named {name}.</source>
            <translation>Der Ordner enthält schon eine andere Datei namens {name}.</translation>
        </message>
        <message>
            <source>The folder could not be saved: {cause}.</source>
            <translation>Der Ordner konnte nicht gesichert werden: {cause}.</translation>
        </message>
        <message>
            <source>The group has {count} consumers. Only those are shown that have messages in hand.</source>
            <translation>Die Gruppe hat {count} Verbraucher. Gezeigt werden nur die, die Nachrichten in Arbeit haben.</translation>
        </message>
        <message>
            <source>The head of {target}, {head}, is not one of them: skipping these unblocks nothing there.</source>
            <translation>Der Kopf von {target}, {head}, ist nicht dabei: Das Überspringen gibt dort nichts frei.</translation>
        </message>
        <message>
            <source>The head, {head}, is not one of them: skipping these unblocks nothing.</source>
            <translation>Der Kopf, {head}, ist nicht dabei: Das Überspringen gibt nichts frei.</translation>
        </message>
        <message>
            <source>The history file was damaged. It is now named {name}, and the history begins anew.</source>
            <translation>Die Verlaufsdatei war beschädigt. Sie heißt jetzt {name}, und der Verlauf beginnt von vorn.</translation>
        </message>
        <message>
            <source>The history file {path} can't be written: nothing is kept until it can.</source>
            <translation>In die Verlaufsdatei {path} kann nicht geschrieben werden: Bis dahin wird nichts aufgehoben.</translation>
        </message>
        <message>
            <source>The history file {path} is damaged: nothing is kept.</source>
            <translation>Die Verlaufsdatei {path} ist beschädigt: Es wird nichts aufgehoben.</translation>
        </message>
        <message>
            <source>The history file {path} is not of this release: it is left alone, and nothing is kept.</source>
            <translation>Die Verlaufsdatei {path} ist nicht von dieser Version: Sie bleibt unberührt, und es wird nichts aufgehoben.</translation>
        </message>
        <message>
            <source>The host is missing, or the path of the socket.</source>
            <translation>Der Host fehlt, oder der Pfad des Sockets.</translation>
        </message>
        <message>
            <source>The jobs of a stream queue are sent as JSON documents, which no HL7 acknowledgement can name.</source>
            <translation>Die Aufträge einer Stream-Warteschlange werden als JSON-Dokumente gesendet, die keine HL7-Quittung nennen kann.</translation>
        </message>
        <message>
            <source>The jobs of a stream queue are sent as JSON documents: by http, or as files.</source>
            <translation>Die Aufträge einer Stream-Warteschlange werden als JSON-Dokumente gesendet: mit http oder als Dateien.</translation>
        </message>
        <message>
            <source>The journal {path} can't be read: {error}.</source>
            <translation>Das Journal {path} ist nicht zu lesen: {error}.</translation>
        </message>
        <message>
            <source>The journal {path} can't be written: {error}.</source>
            <translation>Das Journal {path} ist nicht zu schreiben: {error}.</translation>
        </message>
        <message>
            <source>The journal {path} was written by a later release of qmonitor.</source>
            <translation>Das Journal {path} hat eine spätere Fassung von qmonitor geschrieben.</translation>
        </message>
        <message>
            <source>The keyring did not answer within {limit} s.</source>
            <translation>Der Schlüsselbund hat in {limit} s nicht geantwortet.</translation>
        </message>
        <message>
            <source>The keyring failed ({kind}).</source>
            <translation>Der Schlüsselbund ist gescheitert ({kind}).</translation>
        </message>
        <message>
            <source>The keyring has a secret for {name}.</source>
            <translation>Der Schlüsselbund hat ein Geheimnis für {name}.</translation>
        </message>
        <message>
            <source>The keyring has no secret for {name}.</source>
            <translation>Der Schlüsselbund hat kein Geheimnis für {name}.</translation>
        </message>
        <message>
            <source>The keyring is locked, and was not unlocked.</source>
            <translation>Der Schlüsselbund ist gesperrt und wurde nicht entsperrt.</translation>
        </message>
        <message>
            <source>The keyring said that it has stored the secret for {name}, but it does not have it.</source>
            <translation>Der Schlüsselbund sagte, er habe das Geheimnis für {name} gespeichert, aber er hat es nicht.</translation>
        </message>
        <message>
            <source>The keys of this queue lie in several slots of the cluster, so nothing can be changed there.</source>
            <translation>Die Schlüssel dieser Warteschlange liegen in mehreren Slots des Clusters, daher lässt sich dort nichts ändern.</translation>
        </message>
        <message>
            <source>The keys of this queue lie in several slots of the cluster: no step could change all of them or none.</source>
            <translation>Die Schlüssel dieser Warteschlange liegen in mehreren Slots des Clusters: Kein Schritt könnte alle oder keinen von ihnen ändern.</translation>
        </message>
        <message>
            <source>The last delivery is recorded for {time}, but none was seen then: nobody can tell when it was.</source>
            <translation>Die letzte Zustellung ist für {time} vermerkt, gesehen wurde da keine: Wann sie war, kann niemand sagen.</translation>
        </message>
        <message>
            <source>The last delivery is recorded for {time}, which is yet to come: nobody can tell when it was.</source>
            <translation>Die letzte Zustellung ist für {time} vermerkt, also in der Zukunft: Wann sie war, kann niemand sagen.</translation>
        </message>
        <message>
            <source>The last delivery was at {time}.</source>
            <translation>Die letzte Zustellung war um {time}.</translation>
        </message>
        <message>
            <source>The limit has to be more than nothing.</source>
            <translation>Die Grenze muss mehr als nichts sein.</translation>
        </message>
        <message>
            <source>The look was called off.</source>
            <translation>Das Hinsehen wurde abgebrochen.</translation>
        </message>
        <message>
            <source>The message can't be masked: a protected place would still hold its value.</source>
            <translation>Die Nachricht lässt sich nicht verdecken: Eine geschützte Stelle behielte ihren Wert.</translation>
        </message>
        <message>
            <source>The message can't be masked: a protected value would stand in it a second time.</source>
            <translation>Die Nachricht lässt sich nicht verdecken: Ein geschützter Wert stünde ein zweites Mal darin.</translation>
        </message>
        <message>
            <source>The message can't be masked: it would be divided otherwise than it is.</source>
            <translation>Die Nachricht lässt sich nicht verdecken: Sie wäre danach anders gegliedert.</translation>
        </message>
        <message>
            <source>The message contains the two bytes that end a message in MLLP (at byte {at}).</source>
            <translation>Die Nachricht enthält die zwei Bytes, die in MLLP eine Nachricht beenden (bei Byte {at}).</translation>
        </message>
        <message>
            <source>The message does not begin with an MSH segment.</source>
            <translation>Die Nachricht beginnt nicht mit einem MSH-Segment.</translation>
        </message>
        <message>
            <source>The message has no control id (MSH-10): no acknowledgement could confirm it.</source>
            <translation>Die Nachricht hat keine Kontroll-ID (MSH-10): Keine Quittung könnte sie bestätigen.</translation>
        </message>
        <message>
            <source>The message is empty: over MLLP there is nothing to send.</source>
            <translation>Die Nachricht ist leer: Über MLLP gibt es nichts zu senden.</translation>
        </message>
        <message>
            <source>The message is larger than any that is read.</source>
            <translation>Die Nachricht ist größer als alle, die gelesen werden.</translation>
        </message>
        <message>
            <source>The message is too long to be masked.</source>
            <translation>Die Nachricht ist zu lang, um verdeckt zu werden.</translation>
        </message>
        <message>
            <source>The message requests no positive acknowledgement (MSH-15, MSH-16): delivery can't be confirmed.</source>
            <translation>Die Nachricht verlangt keine positive Quittung (MSH-15, MSH-16): Die Zustellung lässt sich nicht bestätigen.</translation>
        </message>
        <message>
            <source>The message says {claimed}, but it begins like {kind}.</source>
            <translation>Laut Nachricht ist es {claimed}, es beginnt aber wie {kind}.</translation>
        </message>
        <message>
            <source>The message says {claimed}, but it does not begin like one.</source>
            <translation>Laut Nachricht ist es {claimed}, es beginnt aber nicht so.</translation>
        </message>
        <message>
            <source>The new connection to {where} was lost: {reason}.</source>
            <translation>Die neue Verbindung zu {where} ging verloren: {reason}.</translation>
        </message>
        <message>
            <source>The newest message has an id whose time lies {span} in the future, by the server's clock: whoever published it has given it. What is published before that time gets such ids, too, and its age is not known.</source>
            <translation>Die neueste Nachricht hat eine Id, deren Zeit nach der Uhr des Servers {span} in der Zukunft liegt: Wer sie veröffentlicht hat, hat sie so vergeben. Was vor dieser Zeit veröffentlicht wird, bekommt auch solche Ids, und sein Alter ist nicht bekannt.</translation>
        </message>
        <message>
            <source>The newest time in question lies {span} in the future. See whether this machine's clock is right.</source>
            <translation>Die neueste der Zeiten, auf die es ankommt, liegt {span} in der Zukunft. Bitte prüfen Sie, ob die Uhr dieses Rechners richtig geht.</translation>
        </message>
        <message>
            <source>The next attempt follows after {backoff} s, then after twice as long each time, at most {most} s.</source>
            <translation>Der nächste Versuch folgt nach {backoff} s, dann jedes Mal nach der doppelten Zeit, höchstens {most} s.</translation>
        </message>
        <message>
            <source>The next attempt follows after {backoff} s.</source>
            <translation>Der nächste Versuch folgt nach {backoff} s.</translation>
        </message>
        <message>
            <source>The next try is due at {time}.</source>
            <translation>Der nächste Versuch ist fällig um {time}.</translation>
        </message>
        <message>
            <source>The oldest one is dropped in {span}.</source>
            <translation>Die älteste wird in {span} verworfen.</translation>
        </message>
        <message>
            <source>The oldest one is older than that: it may be dropped at any moment.</source>
            <translation>Die älteste ist älter: Sie kann jederzeit verworfen werden.</translation>
        </message>
        <message>
            <source>The order of the rules was changed meanwhile, by another window or in their file.</source>
            <translation>Die Reihenfolge der Regeln wurde inzwischen geändert, in einem anderen Fenster oder in ihrer Datei.</translation>
        </message>
        <message>
            <source>The own certificate can't be used with its key.</source>
            <translation>Das eigene Zertifikat ist mit seinem Schlüssel nicht verwendbar.</translation>
        </message>
        <message>
            <source>The pause of {pause} s between messages to {where} does not fit into {seconds} s.</source>
            <translation>Die Pause von {pause} s zwischen Nachrichten an {where} passt nicht in {seconds} s.</translation>
        </message>
        <message>
            <source>The payload is no JSON object with a deploymentId.</source>
            <translation>Der Inhalt ist kein JSON-Objekt mit einer deploymentId.</translation>
        </message>
        <message>
            <source>The policy {path} can't be read ({cause}): nothing can be changed, and everything stays masked.</source>
            <translation>Die Richtlinie {path} ist nicht lesbar ({cause}): Nichts kann geändert werden, und alles bleibt verdeckt.</translation>
        </message>
        <message>
            <source>The policy {path} needs true or false for {key}: true holds.</source>
            <translation>Die Richtlinie {path} braucht true oder false für {key}: Es gilt true.</translation>
        </message>
        <message>
            <source>The policy {path} says {key}, which means nothing to this release.</source>
            <translation>Die Richtlinie {path} nennt {key}, was dieser Version nichts sagt.</translation>
        </message>
        <message>
            <source>The prefix holds a control character, such as a line break.</source>
            <translation>Das Präfix enthält ein Steuerzeichen, etwa einen Zeilenumbruch.</translation>
        </message>
        <message>
            <source>The reader was closed.</source>
            <translation>Das Lesen wurde beendet.</translation>
        </message>
        <message>
            <source>The reading of {path} was called off.</source>
            <translation>Das Lesen von {path} wurde abgebrochen.</translation>
        </message>
        <message>
            <source>The reading was called off.</source>
            <translation>Das Lesen wurde abgebrochen.</translation>
        </message>
        <message>
            <source>The report that was shown helps to mend it.</source>
            <translation>Der gezeigte Bericht hilft, es zu beheben.</translation>
        </message>
        <message>
            <source>The retry was changed by others again and again.</source>
            <translation>Die Wiederholung wurde immer wieder von anderen geändert.</translation>
        </message>
        <message>
            <source>The row can't be decoded: it holds something else than a list of messages.</source>
            <translation>Die Zeile lässt sich nicht dekodieren: Sie enthält etwas anderes als eine Liste von Nachrichten.</translation>
        </message>
        <message>
            <source>The rule {name} was changed meanwhile, by another window or in its file.</source>
            <translation>Die Regel {name} wurde inzwischen geändert, in einem anderen Fenster oder in ihrer Datei.</translation>
        </message>
        <message>
            <source>The rules can't be written to {path}: {error}.</source>
            <translation>Die Regeln sind nicht nach {path} zu schreiben: {error}.</translation>
        </message>
        <message>
            <source>The same bytes are still in 1 other message of this queue.</source>
            <translation type="vanished">Dieselben Bytes stehen noch in 1 anderen Nachricht dieser Warteschlange.</translation>
        </message>
        <message>
            <source>The same bytes are still in 1 other message of this queue: {ids}. It can be erased by its id, too.</source>
            <translation>Dieselben Bytes stehen noch in 1 weiteren Nachricht dieser Warteschlange: {ids}. Auch sie lässt sich mit ihrer Kennung endgültig löschen.</translation>
        </message>
        <message>
            <source>The same bytes are still in the file: in another message, or in space that the daemon freed without wiping it. In the latter case VACUUM, with the daemon stopped, takes them out.</source>
            <translation>Dieselben Bytes stehen noch in der Datei: in einer anderen Nachricht oder in Platz, den der Daemon freigegeben hat, ohne ihn zu überschreiben. Im zweiten Fall entfernt sie VACUUM bei angehaltenem Daemon.</translation>
        </message>
        <message>
            <source>The same bytes are still in the file: in another message, or in space that the engine freed without wiping it. In the latter case VACUUM, with the engine stopped, takes them out.</source>
            <translation>Dieselben Bytes stehen noch in der Datei: in einer anderen Nachricht oder in Platz, den die Engine freigegeben hat, ohne ihn zu überschreiben. Im zweiten Fall entfernt sie VACUUM bei angehaltener Engine.</translation>
        </message>
        <message>
            <source>The same bytes are still in {count} other messages of this queue, among them {ids}. They can be erased by their ids, too.</source>
            <translation>Dieselben Bytes stehen noch in {count} weiteren Nachrichten dieser Warteschlange, darunter {ids}. Auch sie lassen sich mit ihren Kennungen endgültig löschen.</translation>
        </message>
        <message>
            <source>The same bytes are still in {count} other messages of this queue.</source>
            <translation type="vanished">Dieselben Bytes stehen noch in {count} anderen Nachrichten dieser Warteschlange.</translation>
        </message>
        <message>
            <source>The same bytes are still in {count} other messages of this queue: {ids}. They can be erased by their ids, too.</source>
            <translation>Dieselben Bytes stehen noch in {count} weiteren Nachrichten dieser Warteschlange: {ids}. Auch sie lassen sich mit ihren Kennungen endgültig löschen.</translation>
        </message>
        <message>
            <source>The secret for {name} is in the keyring now, and was read back.</source>
            <translation>Das Geheimnis für {name} liegt jetzt im Schlüsselbund und wurde zurückgelesen.</translation>
        </message>
        <message>
            <source>The secret for {name} is no longer in the keyring.</source>
            <translation>Das Geheimnis für {name} liegt nicht mehr im Schlüsselbund.</translation>
        </message>
        <message>
            <source>The secret for {name} that was tried was not accepted.</source>
            <translation>Das Passwort für {name}, das versucht wurde, wurde nicht angenommen.</translation>
        </message>
        <message>
            <source>The secret is asked for once in each session, and kept in memory only. Jobs without a session take it from a file that only its owner can read.</source>
            <translation type="vanished">Das Geheimnis wird einmal je Sitzung erfragt und nur im Speicher gehalten. Aufträge ohne Sitzung nehmen es aus einer Datei, die nur ihr Besitzer lesen kann.</translation>
        </message>
        <message>
            <source>The secret is asked for once in each session, and kept in memory only. Jobs without a session take it from a file that only its owner can read: --password-file.</source>
            <translation>Das Geheimnis wird einmal je Sitzung erfragt und nur im Speicher gehalten. Aufträge ohne Sitzung nehmen es aus einer Datei, die nur ihr Besitzer lesen kann: --password-file.</translation>
        </message>
        <message>
            <source>The server can't be reached, or did not answer in time.</source>
            <translation>Der Server ist nicht erreichbar oder hat nicht rechtzeitig geantwortet.</translation>
        </message>
        <message>
            <source>The server can't be reached: it and this computer agree on no kind of encryption.</source>
            <translation>Der Server ist nicht erreichbar: Er und dieser Rechner haben keine Verschlüsselung gemeinsam.</translation>
        </message>
        <message>
            <source>The server can't be reached: its host is not known in this network.</source>
            <translation>Der Server ist nicht erreichbar: Sein Rechner ist in diesem Netz nicht bekannt.</translation>
        </message>
        <message>
            <source>The server can't be reached: its host is there, but nobody answers at this port.</source>
            <translation>Der Server ist nicht erreichbar: Sein Rechner ist da, aber an diesem Port antwortet niemand.</translation>
        </message>
        <message>
            <source>The server can't be reached: there is no socket at this path.</source>
            <translation>Der Server ist nicht erreichbar: Unter diesem Pfad ist kein Socket.</translation>
        </message>
        <message>
            <source>The server can't be reached: this user may not use its socket.</source>
            <translation>Der Server ist nicht erreichbar: Dieser Benutzer darf seinen Socket nicht verwenden.</translation>
        </message>
        <message>
            <source>The server does not have the command {command}.</source>
            <translation>Der Server hat den Befehl {command} nicht.</translation>
        </message>
        <message>
            <source>The server does not speak TLS at this port, so no password was sent to it.</source>
            <translation>Der Server spricht an diesem Port kein TLS, deshalb wurde ihm kein Passwort gesendet.</translation>
        </message>
        <message>
            <source>The server ended the encrypted connection: it wants an own certificate, or does not take this one.</source>
            <translation>Der Server hat die verschlüsselte Verbindung beendet: Er verlangt ein eigenes Zertifikat oder nimmt dieses nicht an.</translation>
        </message>
        <message>
            <source>The server has no database of this number.</source>
            <translation>Der Server hat keine Datenbank mit dieser Nummer.</translation>
        </message>
        <message>
            <source>The server has too little memory left to write it anew ({count} MB).</source>
            <translation>Der Server hat zu wenig Speicher frei, um ihn neu zu schreiben ({count} MB).</translation>
        </message>
        <message>
            <source>The server holds another queue since these messages were seen: their ids may mean others by now.</source>
            <translation>Der Server enthält eine andere Warteschlange, seit diese Nachrichten zu sehen waren: Ihre Kennungen bedeuten inzwischen womöglich andere.</translation>
        </message>
        <message>
            <source>The server holds another queue since this was confirmed: ids may mean other messages by now.</source>
            <translation>Der Server enthält eine andere Warteschlange, seit dies bestätigt wurde: Kennungen bedeuten inzwischen womöglich andere Nachrichten.</translation>
        </message>
        <message>
            <source>The server is not ready: it loads its data, or its cluster is being changed.</source>
            <translation>Der Server ist nicht bereit: Er lädt seine Daten, oder sein Cluster wird gerade geändert.</translation>
        </message>
        <message>
            <source>The server is one of a cluster, and the queue lies on another one.</source>
            <translation>Der Server gehört zu einem Cluster, und die Warteschlange liegt auf einem anderen.</translation>
        </message>
        <message>
            <source>The server lets nobody else in: as many connections are open as it permits.</source>
            <translation>Der Server lässt niemanden mehr ein: Es sind so viele Verbindungen offen, wie er zulässt.</translation>
        </message>
        <message>
            <source>The server lets nobody in from another computer (protected mode).</source>
            <translation>Der Server lässt niemanden von einem anderen Rechner ein (protected mode).</translation>
        </message>
        <message>
            <source>The server refused a command: {code}.</source>
            <translation>Der Server hat einen Befehl abgelehnt: {code}.</translation>
        </message>
        <message>
            <source>The server still holds deleted bytes of {key} until the messages beside them go, too. {reason}</source>
            <translation type="vanished">Der Server hält gelöschte Bytes von {key} noch, bis auch die Nachrichten neben ihnen gehen. {reason}</translation>
        </message>
        <message>
            <source>The server still holds deleted bytes of {key} until the messages stored beside them are trimmed or deleted, too. {reason}</source>
            <translation>Der Server behält gelöschte Bytes von {key} noch, bis auch die Nachrichten daneben gekürzt oder gelöscht sind. {reason}</translation>
        </message>
        <message>
            <source>The server still holds deleted bytes of {key}. {reason}</source>
            <translation>Der Server hält gelöschte Bytes von {key} noch. {reason}</translation>
        </message>
        <message>
            <source>The server takes no writes: it is a replica, or can't save its data.</source>
            <translation>Der Server nimmt keine Änderungen an: Er ist ein Replikat oder kann seine Daten nicht speichern.</translation>
        </message>
        <message>
            <source>The server wants TLS at this port.</source>
            <translation>Der Server verlangt an diesem Port TLS.</translation>
        </message>
        <message>
            <source>The server wants to know who asks, or did not accept the user and password.</source>
            <translation>Der Server verlangt eine Anmeldung oder hat Benutzer und Passwort nicht angenommen.</translation>
        </message>
        <message>
            <source>The server's administrator can permit it (ACL SETUSER).</source>
            <translation>Der Administrator des Servers kann es erlauben (ACL SETUSER).</translation>
        </message>
        <message>
            <source>The server's administrator can permit it.</source>
            <translation>Der Administrator des Servers kann es erlauben.</translation>
        </message>
        <message>
            <source>The server's certificate is not accepted, so nothing was sent to it.</source>
            <translation>Das Zertifikat des Servers wird nicht anerkannt; es wurde nichts an ihn gesendet.</translation>
        </message>
        <message>
            <source>The server's certificate is not accepted: it is not for {host}. So nothing was sent to it.</source>
            <translation>Das Zertifikat des Servers wird nicht anerkannt: Es gilt nicht für {host}. Deshalb wurde nichts an ihn gesendet.</translation>
        </message>
        <message>
            <source>The server's certificate is not accepted: {why}. So nothing was sent to it.</source>
            <translation>Das Zertifikat des Servers wird nicht anerkannt: {why}. Deshalb wurde nichts an ihn gesendet.</translation>
        </message>
        <message>
            <source>The server's clock is {span} ahead of this machine's. Ages go by the server's clock.</source>
            <translation>Die Uhr des Servers geht gegenüber der dieses Rechners um {span} vor. Alter richten sich nach der Uhr des Servers.</translation>
        </message>
        <message>
            <source>The server's clock is {span} behind this machine's. Ages go by the server's clock.</source>
            <translation>Die Uhr des Servers geht gegenüber der dieses Rechners um {span} nach. Alter richten sich nach der Uhr des Servers.</translation>
        </message>
        <message>
            <source>The server's memory is used up.</source>
            <translation>Der Arbeitsspeicher des Servers ist erschöpft.</translation>
        </message>
        <message>
            <source>The source can't be read.</source>
            <translation>Die Quelle kann nicht gelesen werden.</translation>
        </message>
        <message>
            <source>The source does not record whether what left was delivered.</source>
            <translation>Ob zugestellt wurde, was weg ist, hält die Quelle nicht fest.</translation>
        </message>
        <message>
            <source>The source was closed.</source>
            <translation>Die Quelle wurde geschlossen.</translation>
        </message>
        <message>
            <source>The stream has no ids left for new entries: nothing was done.</source>
            <translation type="vanished">Der Stream hat keine Nummern mehr für neue Einträge: Es wurde nichts getan.</translation>
        </message>
        <message>
            <source>The stream or its consumer group is not there.</source>
            <translation>Der Stream oder seine Verbrauchergruppe ist nicht vorhanden.</translation>
        </message>
        <message>
            <source>The stream or its consumer group is not there: a start makes it. See that the prefix and the group are those that are meant.</source>
            <translation>Der Stream oder seine Verbrauchergruppe ist nicht vorhanden: Ein Start legt an, was fehlt. Prüfen Sie, ob Präfix und Gruppe die gemeinten sind.</translation>
        </message>
        <message>
            <source>The stream or its consumer group was gone, and was made anew at {time}.</source>
            <translation>Der Stream oder seine Verbrauchergruppe war verschwunden und wurde um {time} neu angelegt.</translation>
        </message>
        <message>
            <source>The stream was made anew at {at}; what is shown is the new one.</source>
            <translation>Der Stream wurde um {at} neu angelegt; gezeigt wird der neue.</translation>
        </message>
        <message>
            <source>The stream {stream} has no group {group} yet.</source>
            <translation>Der Stream {stream} hat noch keine Gruppe {group}.</translation>
        </message>
        <message>
            <source>The table 'queue' of {path} lacks the column {names}: an older release of the engine wrote it.</source>
            <translation>Der Tabelle „queue“ von {path} fehlt die Spalte {names}: Eine ältere Version der Engine hat sie geschrieben.</translation>
        </message>
        <message>
            <source>The token for {name} has characters that can't be sent.</source>
            <translation>Das Token für {name} hat Zeichen, die sich nicht senden lassen.</translation>
        </message>
        <message>
            <source>The worker could not be started.</source>
            <translation>Der Zusteller konnte nicht gestartet werden.</translation>
        </message>
        <message>
            <source>The worker failed ({kind}).</source>
            <translation>Der Zusteller ist fehlgeschlagen ({kind}).</translation>
        </message>
        <message>
            <source>The workers are being ended.</source>
            <translation>Die Zusteller werden gerade beendet.</translation>
        </message>
        <message>
            <source>The workers can't be written to {path}: {error}.</source>
            <translation>Die Zusteller lassen sich nicht in {path} schreiben: {error}.</translation>
        </message>
        <message>
            <source>The workers' settings say which destinations are sent where.</source>
            <translation>Die Einstellungen der Zusteller sagen, welche Ziele wohin gesendet werden.</translation>
        </message>
        <message>
            <source>The write-ahead log of {path} was taken away.</source>
            <translation>Das Write-Ahead-Log von {path} wurde weggenommen.</translation>
        </message>
        <message>
            <source>The {encoding} goes on after its end, at byte {at}.</source>
            <translation>{encoding} geht nach seinem Ende weiter, bei Byte {at}.</translation>
        </message>
        <message>
            <source>The {encoding} is cut off: its end is missing.</source>
            <translation>{encoding} ist abgeschnitten: Das Ende fehlt.</translation>
        </message>
        <message>
            <source>Their attempts count from 0 again, and their last errors are cleared.</source>
            <translation>Ihre Versuche zählen wieder ab 0, und ihre letzten Fehler werden gelöscht.</translation>
        </message>
        <message>
            <source>Their attempts count from 0 again, and their last errors are not taken along.</source>
            <translation>Ihre Versuche zählen wieder ab 0, und ihre letzten Fehler werden nicht mitgenommen.</translation>
        </message>
        <message>
            <source>Then nothing waits there.</source>
            <translation>Danach wartet dort nichts.</translation>
        </message>
        <message>
            <source>Then take their right away (chmod go-w).</source>
            <translation>Nehmen Sie ihnen dann das Recht (chmod go-w).</translation>
        </message>
        <message>
            <source>Then {id} is the head.</source>
            <translation>Danach ist {id} der Kopf.</translation>
        </message>
        <message>
            <source>There is a file named {name} already.</source>
            <translation>Es gibt schon eine Datei namens {name}.</translation>
        </message>
        <message>
            <source>There is a password in the address, where others can read it.</source>
            <translation>In der Adresse steht ein Passwort, wo andere es lesen können.</translation>
        </message>
        <message>
            <source>There is no action that could be undone.</source>
            <translation>Es gibt keine Aktion, die rückgängig zu machen wäre.</translation>
        </message>
        <message>
            <source>There is no file {path}.</source>
            <translation>Es gibt keine Datei {path}.</translation>
        </message>
        <message>
            <source>There is no header: neither MSH nor FHS nor BHS</source>
            <translation>Es gibt keinen Kopf: weder MSH noch FHS noch BHS</translation>
        </message>
        <message>
            <source>There is no interrupted plan {plan}.</source>
            <translation>Es gibt keinen unterbrochenen Plan {plan}.</translation>
        </message>
        <message>
            <source>There is no item {id}.</source>
            <translation>Es gibt keine Nachricht {id}.</translation>
        </message>
        <message>
            <source>There is no keyring on this computer that qmonitor can use.</source>
            <translation>Auf diesem Rechner gibt es keinen Schlüsselbund, den qmonitor benutzen kann.</translation>
        </message>
        <message>
            <source>There is no password or token for {name}.</source>
            <translation>Es gibt kein Kennwort oder Token für {name}.</translation>
        </message>
        <message>
            <source>There is no secret for {name}.</source>
            <translation>Es gibt kein Geheimnis für {name}.</translation>
        </message>
        <message>
            <source>There is no secret for {name}: {why}</source>
            <translation>Es gibt kein Geheimnis für {name}: {why}</translation>
        </message>
        <message>
            <source>There is no stream {stream} yet.</source>
            <translation>Den Stream {stream} gibt es noch nicht.</translation>
        </message>
        <message>
            <source>There is nothing to search for.</source>
            <translation>Es gibt nichts zu suchen.</translation>
        </message>
        <message>
            <source>There is too little room: {needed} MB have to be free in {folder}, and {free} MB are.</source>
            <translation>Der Platz reicht nicht: In {folder} müssen {needed} MB frei sein, es sind {free} MB.</translation>
        </message>
        <message>
            <source>These messages lie in different queues of the file.</source>
            <translation>Diese Nachrichten liegen in verschiedenen Warteschlangen der Datei.</translation>
        </message>
        <message>
            <source>They are for {names} and {count} more.</source>
            <translation type="vanished">Sie sind für {names} und {count} weitere.</translation>
        </message>
        <message>
            <source>They are for {names}.</source>
            <translation type="vanished">Sie sind für {names}.</translation>
        </message>
        <message>
            <source>They can't be called back once a worker has them; until then, skip takes them out again.</source>
            <translation>Hat ein Zusteller sie, lassen sie sich nicht zurückrufen; bis dahin nimmt Überspringen sie wieder heraus.</translation>
        </message>
        <message>
            <source>This can't be undone.</source>
            <translation>Das lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <source>This goes on with what {actor} confirmed at {at}: {done} done, {left} left.</source>
            <translation>Dies setzt fort, was {actor} um {at} bestätigt hat: {done} erledigt, {left} übrig.</translation>
        </message>
        <message>
            <source>This is no address of a stream queue.</source>
            <translation>Das ist keine Adresse einer Stream-Warteschlange.</translation>
        </message>
        <message>
            <source>This is no key of a queue.</source>
            <translation>Dies ist kein Schlüssel einer Warteschlange.</translation>
        </message>
        <message>
            <source>This is no regular expression: {cause}.</source>
            <translation>Das ist kein regulärer Ausdruck: {cause}.</translation>
        </message>
        <message>
            <source>This is the same message.</source>
            <translation>Das ist dieselbe Nachricht.</translation>
        </message>
        <message>
            <source>This looks like an address with a password in it, and it is none; it is not repeated here.</source>
            <translation>Das sieht wie eine Adresse mit einem Passwort darin aus und ist keine; sie wird hier nicht wiederholt.</translation>
        </message>
        <message>
            <source>This machine's clock was set back by {span} at {time}.</source>
            <translation>Die Uhr dieses Rechners wurde um {time} um {span} zurückgestellt.</translation>
        </message>
        <message>
            <source>This machine's clock was set forward by {span} at {time}.</source>
            <translation>Die Uhr dieses Rechners wurde um {time} um {span} vorgestellt.</translation>
        </message>
        <message>
            <source>This queue can only be looked at: its keys lie in several slots of the cluster, so that no step could change all of them or none.</source>
            <translation>Diese Warteschlange kann nur angesehen werden: Ihre Schlüssel liegen in mehreren Slots des Clusters, sodass kein Schritt alle oder keinen ändern könnte.</translation>
        </message>
        <message>
            <source>This queue has no schedule: the daemon tries all of it again by itself.</source>
            <translation>Diese Warteschlange hat keinen Zeitplan: Der Daemon versucht von selbst alles noch einmal.</translation>
        </message>
        <message>
            <source>This regular expression finds everything, even where there is nothing.</source>
            <translation>Dieser reguläre Ausdruck findet alles, selbst wo nichts ist.</translation>
        </message>
        <message>
            <source>This regular expression takes too long in too many messages; the search has ended.</source>
            <translation>Dieser reguläre Ausdruck braucht in zu vielen Nachrichten zu lange; die Suche ist beendet.</translation>
        </message>
        <message>
            <source>This server belongs to no cluster.</source>
            <translation>Dieser Server gehört zu keinem Cluster.</translation>
        </message>
        <message>
            <source>This source has no workers.</source>
            <translation>Diese Quelle hat keine Zusteller.</translation>
        </message>
        <message>
            <source>This source knows no action of that name.</source>
            <translation>Diese Quelle kennt keine Aktion dieses Namens.</translation>
        </message>
        <message>
            <source>This user lacks rights that a worker needs: {lacks}.</source>
            <translation>Diesem Benutzer fehlen Rechte, die ein Zusteller braucht: {lacks}.</translation>
        </message>
        <message>
            <source>This user may not change {path}.</source>
            <translation>Dieser Benutzer darf {path} nicht ändern.</translation>
        </message>
        <message>
            <source>This user may not read {path}.</source>
            <translation>Dieser Benutzer darf {path} nicht lesen.</translation>
        </message>
        <message>
            <source>This user may not use a key of the queue.</source>
            <translation>Dieser Benutzer darf einen Schlüssel der Warteschlange nicht verwenden.</translation>
        </message>
        <message>
            <source>This user may not use the command {command}.</source>
            <translation>Dieser Benutzer darf den Befehl {command} nicht verwenden.</translation>
        </message>
        <message>
            <source>This went wrong inside qmonitor.</source>
            <translation>Das ist innerhalb von qmonitor schiefgegangen.</translation>
        </message>
        <message>
            <source>This worker was asleep for longer than its lease lasts, or another worker has taken it.</source>
            <translation>Dieser Zusteller schlief länger, als seine Belegung gilt, oder ein anderer hat sie übernommen.</translation>
        </message>
        <message>
            <source>Times are RFC 3339 text.</source>
            <translation>Zeiten sind Text nach RFC 3339.</translation>
        </message>
        <message>
            <source>Try again at a quiet hour, or with the engine stopped.</source>
            <translation>Zu einer ruhigen Stunde oder bei angehaltener Engine erneut versuchen.</translation>
        </message>
        <message>
            <source>Try again in a moment.</source>
            <translation>Versuchen Sie es gleich noch einmal.</translation>
        </message>
        <message>
            <source>Try it again.</source>
            <translation>Versuchen Sie es noch einmal.</translation>
        </message>
        <message>
            <source>Type the id of another one.</source>
            <translation>Die Id einer anderen eingeben.</translation>
        </message>
        <message>
            <source>Undo takes exactly these indexes away again. The file keeps its size then; the engine fills the room with new messages.</source>
            <translation>Rückgängig nimmt genau diese Indizes wieder heraus. Die Datei bleibt dann so groß; die Engine füllt den Platz mit neuen Nachrichten.</translation>
        </message>
        <message>
            <source>Undo takes exactly this index away again. The file keeps its size then; the engine fills the room with new messages.</source>
            <translation>Rückgängig nimmt genau diesen Index wieder heraus. Die Datei bleibt dann so groß; die Engine füllt den Platz mit neuen Nachrichten.</translation>
        </message>
        <message>
            <source>Unlock it and try again. Until then the secret is asked for once in each session, and kept in memory only.</source>
            <translation>Entsperren Sie ihn und versuchen Sie es erneut. Bis dahin wird das Geheimnis einmal je Sitzung erfragt und nur im Speicher gehalten.</translation>
        </message>
        <message>
            <source>Use 'next' or 'prev' of an earlier page.</source>
            <translation>„next“ oder „prev“ einer früheren Seite verwenden.</translation>
        </message>
        <message>
            <source>Use that release here, too.</source>
            <translation>Verwenden Sie diese Fassung auch hier.</translation>
        </message>
        <message>
            <source>Use the primary, or look into the server's log.</source>
            <translation>Verwenden Sie den primären Server, oder sehen Sie in das Protokoll des Servers.</translation>
        </message>
        <message>
            <source>WIC number</source>
            <translation>WIC-Nummer</translation>
        </message>
        <message>
            <source>Wait for its end, or stop it there.</source>
            <translation>Warten Sie sein Ende ab, oder halten Sie ihn dort an.</translation>
        </message>
        <message>
            <source>Waiting for {path} was called off.</source>
            <translation>Das Warten auf {path} wurde abgebrochen.</translation>
        </message>
        <message>
            <source>What answers at this port is no Redis server.</source>
            <translation>Was an diesem Port antwortet, ist kein Redis-Server.</translation>
        </message>
        <message>
            <source>What came from {where} has no end within {count} bytes.</source>
            <translation>Was von {where} kam, hat innerhalb von {count} Bytes kein Ende.</translation>
        </message>
        <message>
            <source>What came from {where} is no acknowledgement: it has no end within {count} bytes.</source>
            <translation>Was von {where} kam, ist keine Quittung: Es hat nach {count} Bytes kein Ende.</translation>
        </message>
        <message>
            <source>What came of message {id} can't be written down. {why}</source>
            <translation>Was aus Nachricht {id} wurde, lässt sich nicht vermerken. {why}</translation>
        </message>
        <message>
            <source>What is being sent now may be sent again by the next one.</source>
            <translation>Was gerade gesendet wird, sendet der nächste vielleicht noch einmal.</translation>
        </message>
        <message>
            <source>What is erased from {key} can't be read any more, but the server holds its bytes until the messages stored beside it are trimmed or deleted, too. {reason}</source>
            <translation>Was aus {key} endgültig gelöscht wird, lässt sich nicht mehr lesen, der Server behält aber die Bytes, bis auch die Nachrichten daneben gekürzt oder gelöscht sind. {reason}</translation>
        </message>
        <message>
            <source>What is finished is dropped {hours} h after it was queued.</source>
            <translation>Was abgeschlossen ist, fällt {hours} h nach dem Einreihen weg.</translation>
        </message>
        <message>
            <source>What is finished is not listed in a stream queue; retry now publishes a dead letter again.</source>
            <translation>Abgeschlossenes wird in einer Stream-Warteschlange nicht aufgeführt; jetzt erneut versuchen veröffentlicht einen Dead Letter wieder.</translation>
        </message>
        <message>
            <source>What is not sent within {days} days after it first failed is dropped.</source>
            <translation>Was nicht innerhalb von {days} Tagen nach dem ersten Scheitern gesendet ist, wird verworfen.</translation>
        </message>
        <message>
            <source>What it brings: a look takes about a quarter of the work, as measured, and the highest number of tries of each destination is exact at every look. What it costs: an engine that writes as fast as it can manages 80 to 90 messages where it managed 100.</source>
            <translation>Was es bringt: Ein Blick braucht etwa ein Viertel der Arbeit, wie gemessen, und die höchste Zahl der Versuche jedes Ziels ist bei jedem Blick exakt. Was es kostet: Eine Engine, die so schnell schreibt, wie sie kann, schafft 80 bis 90 Nachrichten, wo sie 100 schaffte.</translation>
        </message>
        <message>
            <source>What it brings: a look takes about half the work, as measured, and the highest number of tries of each destination is exact at every look. What it costs: an engine that writes as fast as it can manages 80 to 90 messages where it managed 100.</source>
            <translation type="vanished">Was es bringt: Ein Blick braucht etwa die halbe Arbeit, wie gemessen, und die höchste Zahl der Versuche jedes Ziels ist bei jedem Blick exakt. Was es kostet: Eine Engine, die so schnell schreibt, wie sie kann, schafft 80 bis 90 Nachrichten, wo sie 100 schaffte.</translation>
        </message>
        <message>
            <source>What its finished deliveries left in the stream goes, too.</source>
            <translation>Was ihre abgeschlossenen Zustellungen im Stream hinterließen, geht mit.</translation>
        </message>
        <message>
            <source>What solves the alert has to lie within its limit.</source>
            <translation>Was den Alarm löst, muss innerhalb seiner Grenze liegen.</translation>
        </message>
        <message>
            <source>What the message was read from is no message.</source>
            <translation>Woraus die Nachricht gelesen wurde, ist keine Nachricht.</translation>
        </message>
        <message>
            <source>What their finished deliveries left in the stream goes, too.</source>
            <translation>Was ihre abgeschlossenen Zustellungen im Stream hinterließen, geht mit.</translation>
        </message>
        <message>
            <source>What was sent is not kept in this queue: there is nothing to remove.</source>
            <translation>Was gesendet wurde, bleibt nicht in dieser Warteschlange: Es gibt nichts zu entfernen.</translation>
        </message>
        <message>
            <source>Whether the daemon left older copies in space that it freed without wiping it was not searched to the end.</source>
            <translation>Ob der Daemon ältere Kopien in Platz hinterlassen hat, den er freigab, ohne ihn zu überschreiben, wurde nicht bis zum Ende gesucht.</translation>
        </message>
        <message>
            <source>Whether the daemon sends these messages itself is looked at first.</source>
            <translation>Zuerst wird beobachtet, ob der Daemon diese Nachrichten selbst sendet.</translation>
        </message>
        <message>
            <source>Whether the engine delivers here itself is looked at first.</source>
            <translation>Zuerst wird beobachtet, ob die Engine hier selbst zustellt.</translation>
        </message>
        <message>
            <source>Whether the engine left older copies in space that it freed without wiping it was not searched to the end.</source>
            <translation>Ob die Engine ältere Kopien in Platz hinterlassen hat, den sie freigab, ohne ihn zu überschreiben, wurde nicht bis zum Ende gesucht.</translation>
        </message>
        <message>
            <source>Which consumer group is meant is said by group, or in the address.</source>
            <translation>Welche Verbrauchergruppe gemeint ist, sagt group oder die Adresse.</translation>
        </message>
        <message>
            <source>While each of them is built ({span}) the engine can't write. One that doesn't wait so long reports errors and does not accept messages: choose a quiet hour, or stop it first.</source>
            <translation>Während jeder von ihnen gebaut wird ({span}), kann die Engine nicht schreiben. Eine, die weniger lang wartet, meldet Fehler und nimmt keine Nachrichten an: eine ruhige Stunde wählen, oder sie vorher anhalten.</translation>
        </message>
        <message>
            <source>While each of them is built ({span}) the engine can't write; reading goes on.</source>
            <translation>Während jeder von ihnen gebaut wird ({span}), kann die Engine nicht schreiben; gelesen wird weiter.</translation>
        </message>
        <message>
            <source>While it is built ({span}) the engine can't write. One that doesn't wait so long reports errors and does not accept messages: choose a quiet hour, or stop it first.</source>
            <translation>Während er gebaut wird ({span}), kann die Engine nicht schreiben. Eine, die weniger lang wartet, meldet Fehler und nimmt keine Nachrichten an: eine ruhige Stunde wählen, oder sie vorher anhalten.</translation>
        </message>
        <message>
            <source>While it is built ({span}) the engine can't write; reading goes on.</source>
            <translation>Während er gebaut wird ({span}), kann die Engine nicht schreiben; gelesen wird weiter.</translation>
        </message>
        <message>
            <source>White space that JSON does not know</source>
            <translation>Leerraum, den JSON nicht kennt</translation>
        </message>
        <message>
            <source>Will send all messages that wait for {places} destinations; of each destination the oldest first.</source>
            <translation>Sendet alle Nachrichten, die für {places} Ziele warten; von jedem Ziel die älteste zuerst.</translation>
        </message>
        <message>
            <source>Will send all messages that wait to {to}, oldest first.</source>
            <translation>Sendet alle wartenden Nachrichten an {to}, die älteste zuerst.</translation>
        </message>
        <message>
            <source>Will send to {to} what comes.</source>
            <translation type="vanished">Sendet an {to}, was kommt.</translation>
        </message>
        <message>
            <source>Will send to {to} whatever arrives.</source>
            <translation>Sendet an {to}, was kommt.</translation>
        </message>
        <message>
            <source>Will send what comes for {places} destinations.</source>
            <translation type="vanished">Sendet, was für {places} Ziele kommt.</translation>
        </message>
        <message>
            <source>Will send whatever arrives for {places} destinations.</source>
            <translation>Sendet, was für {places} Ziele kommt.</translation>
        </message>
        <message>
            <source>Will send {count} message to {to}.</source>
            <translation>Sendet {count} Nachricht an {to}.</translation>
        </message>
        <message>
            <source>Will send {count} message; {places} destinations get a worker.</source>
            <translation>Sendet {count} Nachricht; {places} Ziele erhalten einen Zusteller.</translation>
        </message>
        <message>
            <source>Will send {count} messages to {places} destinations; of each destination the oldest first.</source>
            <translation>Sendet {count} Nachrichten an {places} Ziele; von jedem Ziel die älteste zuerst.</translation>
        </message>
        <message>
            <source>Will send {count} messages to {to}, oldest first.</source>
            <translation>Sendet {count} Nachrichten an {to}, die älteste zuerst.</translation>
        </message>
        <message>
            <source>Within a field, a line feed is followed by what looks like a segment: segments end in CR</source>
            <translation>In einem Feld folgt auf einen Zeilenvorschub, was wie ein Segment aussieht: Segmente enden mit CR</translation>
        </message>
        <message>
            <source>Within fields, {count} line feeds are followed by what looks like a segment: segments end in CR</source>
            <translation>In Feldern folgt auf {count} Zeilenvorschübe, was wie ein Segment aussieht: Segmente enden mit CR</translation>
        </message>
        <message>
            <source>Workers got {count} of them more than {span} ago: should they still be at them, they may finish them all the same.</source>
            <translation type="vanished">Zusteller haben {count} davon vor mehr als {span} erhalten: Sind sie noch daran, schließen sie diese womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>Workers have {count} of them in hand: what they write afterwards is not erased.</source>
            <translation>Zusteller haben {count} davon in Arbeit: Was sie danach schreiben, wird nicht gelöscht.</translation>
        </message>
        <message>
            <source>Workers took {count} of them more than {span} ago. If they are still busy with them, they may finish them all the same.</source>
            <translation>Zusteller haben {count} davon vor mehr als {span} übernommen. Sind sie noch daran, schließen sie diese womöglich dennoch ab.</translation>
        </message>
        <message>
            <source>Write a \ before a character that is meant as itself.</source>
            <translation>Schreiben Sie ein \ vor ein Zeichen, das als es selbst gemeint ist.</translation>
        </message>
        <message>
            <source>Write a line for each: "name" = "secret".</source>
            <translation>Schreiben Sie für jedes eine Zeile: "Name" = "Geheimnis".</translation>
        </message>
        <message>
            <source>Write it so that it can match in one way only: (a+)+ can in very many.</source>
            <translation>Schreiben Sie ihn so, dass er nur auf eine Weise passen kann: (a+)+ kann es auf sehr viele.</translation>
        </message>
        <message>
            <source>Write paths with commas between them: PID-3.1, OBX-5.</source>
            <translation>Schreiben Sie Pfade mit Kommas dazwischen: PID-3.1, OBX-5.</translation>
        </message>
        <message>
            <source>Write the right one there.</source>
            <translation>Schreiben Sie das richtige hinein.</translation>
        </message>
        <message>
            <source>X-ray</source>
            <translation>Röntgen</translation>
        </message>
        <message>
            <source>a code that is not known</source>
            <translation>ein unbekannter Code</translation>
        </message>
        <message>
            <source>a dead letter</source>
            <translation>ein Dead Letter</translation>
        </message>
        <message>
            <source>a guess: the message does not say</source>
            <translation>geschätzt: Die Nachricht sagt nichts dazu</translation>
        </message>
        <message>
            <source>a time that is not recorded</source>
            <translation>eine nicht aufgezeichnete Zeit</translation>
        </message>
        <message>
            <source>abnormal</source>
            <translation>auffällig</translation>
        </message>
        <message>
            <source>about {count}</source>
            <translation>etwa {count}</translation>
        </message>
        <message>
            <source>about {count} MB</source>
            <translation>etwa {count} MB</translation>
        </message>
        <message>
            <source>about {span}</source>
            <translation>etwa {span}</translation>
        </message>
        <message>
            <source>above normal</source>
            <translation>über dem Normbereich</translation>
        </message>
        <message>
            <source>above what can be measured</source>
            <translation>über dem Messbereich</translation>
        </message>
        <message>
            <source>accepted</source>
            <translation>angenommen</translation>
        </message>
        <message>
            <source>accepted by the application</source>
            <translation>von der Anwendung angenommen</translation>
        </message>
        <message>
            <source>accident</source>
            <translation>Unfall</translation>
        </message>
        <message>
            <source>account added</source>
            <translation>Fall angelegt</translation>
        </message>
        <message>
            <source>account changed</source>
            <translation>Fall geändert</translation>
        </message>
        <message>
            <source>account ended</source>
            <translation>Fall beendet</translation>
        </message>
        <message>
            <source>account moved to another patient</source>
            <translation>Fall zu einem anderen Patienten verschoben</translation>
        </message>
        <message>
            <source>account number</source>
            <translation>Fall- oder Kontonummer</translation>
        </message>
        <message>
            <source>account number changed</source>
            <translation>Fallnummer geändert</translation>
        </message>
        <message>
            <source>account purged</source>
            <translation>Fall bereinigt</translation>
        </message>
        <message>
            <source>accounts merged</source>
            <translation>Fälle zusammengeführt</translation>
        </message>
        <message>
            <source>accounts merged (old)</source>
            <translation>Fälle zusammengeführt (alt)</translation>
        </message>
        <message>
            <source>acknowledgment</source>
            <translation>Quittung</translation>
        </message>
        <message>
            <source>acknowledgment sent later</source>
            <translation>später gesandte Quittung</translation>
        </message>
        <message>
            <source>addendum to a document</source>
            <translation>Nachtrag zu einem Dokument</translation>
        </message>
        <message>
            <source>addendum to a document, with its content</source>
            <translation>Nachtrag zu einem Dokument, mit Inhalt</translation>
        </message>
        <message>
            <source>address</source>
            <translation>Adresse</translation>
        </message>
        <message>
            <source>address for bills</source>
            <translation>Rechnungsadresse</translation>
        </message>
        <message>
            <source>address for deliveries</source>
            <translation>Lieferadresse</translation>
        </message>
        <message>
            <source>address for mail</source>
            <translation>Postadresse</translation>
        </message>
        <message>
            <source>admission</source>
            <translation>Aufnahme</translation>
        </message>
        <message>
            <source>admission cancelled</source>
            <translation>Aufnahme storniert</translation>
        </message>
        <message>
            <source>admission planned</source>
            <translation>Aufnahme geplant</translation>
        </message>
        <message>
            <source>admission prepared</source>
            <translation>Voraufnahme</translation>
        </message>
        <message>
            <source>admission, discharge, transfer</source>
            <translation>Aufnahme, Entlassung, Verlegung</translation>
        </message>
        <message>
            <source>alias</source>
            <translation>Aliasname</translation>
        </message>
        <message>
            <source>allergies changed</source>
            <translation>Allergien geändert</translation>
        </message>
        <message>
            <source>alternate visit number changed</source>
            <translation>weitere Besuchsnummer geändert</translation>
        </message>
        <message>
            <source>always</source>
            <translation>immer</translation>
        </message>
        <message>
            <source>ambiguous</source>
            <translation>nicht eindeutig</translation>
        </message>
        <message>
            <source>amended</source>
            <translation>ergänzt</translation>
        </message>
        <message>
            <source>anonymous identifier</source>
            <translation>anonyme Kennung</translation>
        </message>
        <message>
            <source>another adult</source>
            <translation>anderer Erwachsener</translation>
        </message>
        <message>
            <source>another home</source>
            <translation>weitere Wohnung</translation>
        </message>
        <message>
            <source>another laboratory</source>
            <translation>anderes Labor</translation>
        </message>
        <message>
            <source>answer as a table</source>
            <translation>Antwort als Tabelle</translation>
        </message>
        <message>
            <source>answer as display lines</source>
            <translation>Antwort als Anzeigezeilen</translation>
        </message>
        <message>
            <source>answer to a general clinical order</source>
            <translation>Antwort auf einen allgemeinen klinischen Auftrag</translation>
        </message>
        <message>
            <source>answer to a laboratory order</source>
            <translation>Antwort auf einen Laborauftrag</translation>
        </message>
        <message>
            <source>answer to a laboratory order by specimen</source>
            <translation>Antwort auf einen Laborauftrag nach Proben</translation>
        </message>
        <message>
            <source>answer to a pharmacy order</source>
            <translation>Antwort auf einen Arzneimittelauftrag</translation>
        </message>
        <message>
            <source>answer to a query</source>
            <translation>Antwort auf eine Abfrage</translation>
        </message>
        <message>
            <source>answer to a query for patients</source>
            <translation>Antwort auf eine Abfrage von Patienten</translation>
        </message>
        <message>
            <source>answer to a referral</source>
            <translation>Antwort auf eine Überweisung</translation>
        </message>
        <message>
            <source>answer to an appointment requested</source>
            <translation>Antwort auf eine Terminanfrage</translation>
        </message>
        <message>
            <source>answer to an encoded pharmacy order</source>
            <translation>Antwort auf einen aufbereiteten Arzneimittelauftrag</translation>
        </message>
        <message>
            <source>answer to an imaging order</source>
            <translation>Antwort auf einen Auftrag zur Bildgebung</translation>
        </message>
        <message>
            <source>answer to an order</source>
            <translation>Antwort auf einen Auftrag</translation>
        </message>
        <message>
            <source>answer to master data</source>
            <translation>Antwort auf Stammdaten</translation>
        </message>
        <message>
            <source>answer to medicine dispensed</source>
            <translation>Antwort auf ausgegebene Arzneimittel</translation>
        </message>
        <message>
            <source>answer to medicine given</source>
            <translation>Antwort auf verabreichte Arzneimittel</translation>
        </message>
        <message>
            <source>answer to medicine to be given</source>
            <translation>Antwort auf zu verabreichende Arzneimittel</translation>
        </message>
        <message>
            <source>answer with a list of patients</source>
            <translation>Antwort mit einer Patientenliste</translation>
        </message>
        <message>
            <source>answer with appointments</source>
            <translation>Antwort mit Terminen</translation>
        </message>
        <message>
            <source>answer with data of a patient</source>
            <translation>Antwort mit Patientendaten</translation>
        </message>
        <message>
            <source>answer with documents</source>
            <translation>Antwort mit Dokumenten</translation>
        </message>
        <message>
            <source>answer with insurance data</source>
            <translation>Antwort mit Versicherungsdaten</translation>
        </message>
        <message>
            <source>answer with master data</source>
            <translation>Antwort mit Stammdaten</translation>
        </message>
        <message>
            <source>answer with pharmacy orders</source>
            <translation>Antwort mit Arzneimittelaufträgen</translation>
        </message>
        <message>
            <source>answer with results</source>
            <translation>Antwort mit Ergebnissen</translation>
        </message>
        <message>
            <source>answer with the state of orders</source>
            <translation>Antwort mit dem Stand von Aufträgen</translation>
        </message>
        <message>
            <source>answer with the state of the order</source>
            <translation>Antwort mit dem Stand des Auftrags</translation>
        </message>
        <message>
            <source>answer with vaccinations</source>
            <translation>Antwort mit Impfungen</translation>
        </message>
        <message>
            <source>answering service</source>
            <translation>Auftragsdienst</translation>
        </message>
        <message>
            <source>appended</source>
            <translation>angefügt</translation>
        </message>
        <message>
            <source>appointment</source>
            <translation>Termin</translation>
        </message>
        <message>
            <source>appointment booked</source>
            <translation>Termin gebucht</translation>
        </message>
        <message>
            <source>appointment broken off</source>
            <translation>Termin abgebrochen</translation>
        </message>
        <message>
            <source>appointment cancelled</source>
            <translation>Termin abgesagt</translation>
        </message>
        <message>
            <source>appointment changed</source>
            <translation>Termin geändert</translation>
        </message>
        <message>
            <source>appointment deleted</source>
            <translation>Termin gelöscht</translation>
        </message>
        <message>
            <source>appointment moved</source>
            <translation>Termin verschoben</translation>
        </message>
        <message>
            <source>appointment requested</source>
            <translation>Termin angefragt</translation>
        </message>
        <message>
            <source>arrival cancelled</source>
            <translation>Eintreffen storniert</translation>
        </message>
        <message>
            <source>as many leave as come</source>
            <translation>es gehen so viele wie kommen</translation>
        </message>
        <message>
            <source>as the format has it</source>
            <translation>wie das Format es vorschreibt</translation>
        </message>
        <message>
            <source>associate</source>
            <translation>Partner im Beruf</translation>
        </message>
        <message>
            <source>assumed for this source</source>
            <translation>für diese Quelle angenommen</translation>
        </message>
        <message>
            <source>attending doctor changed</source>
            <translation>behandelnder Arzt geändert</translation>
        </message>
        <message>
            <source>audiology</source>
            <translation>Audiologie</translation>
        </message>
        <message>
            <source>auth = "basic" needs it.</source>
            <translation>auth = "basic" braucht ihn.</translation>
        </message>
        <message>
            <source>authorisation requested</source>
            <translation>Genehmigung angefragt</translation>
        </message>
        <message>
            <source>below normal</source>
            <translation>unter dem Normbereich</translation>
        </message>
        <message>
            <source>below what can be measured</source>
            <translation>unter dem Messbereich</translation>
        </message>
        <message>
            <source>better</source>
            <translation>gebessert</translation>
        </message>
        <message>
            <source>billing account</source>
            <translation>Abrechnungsfall</translation>
        </message>
        <message>
            <source>birth registry number</source>
            <translation>Nummer im Geburtenregister</translation>
        </message>
        <message>
            <source>blood bank</source>
            <translation>Blutbank</translation>
        </message>
        <message>
            <source>blood gases</source>
            <translation>Blutgase</translation>
        </message>
        <message>
            <source>blood product order</source>
            <translation>Auftrag für Blutprodukte</translation>
        </message>
        <message>
            <source>blood product status</source>
            <translation>Stand von Blutprodukten</translation>
        </message>
        <message>
            <source>blood transfusion status</source>
            <translation>Stand der Transfusion</translation>
        </message>
        <message>
            <source>brother</source>
            <translation>Bruder</translation>
        </message>
        <message>
            <source>business address</source>
            <translation>Geschäftsadresse</translation>
        </message>
        <message>
            <source>by choice</source>
            <translation>elektiv</translation>
        </message>
        <message>
            <source>byte-order mark</source>
            <translation>Bytereihenfolge-Marke</translation>
        </message>
        <message>
            <source>can't accept the order</source>
            <translation>Auftrag nicht annehmbar</translation>
        </message>
        <message>
            <source>can't be determined</source>
            <translation>nicht zu ermitteln</translation>
        </message>
        <message>
            <source>can't cancel</source>
            <translation>nicht zu stornieren</translation>
        </message>
        <message>
            <source>can't change</source>
            <translation>nicht zu ändern</translation>
        </message>
        <message>
            <source>can't hold</source>
            <translation>nicht anzuhalten</translation>
        </message>
        <message>
            <source>can't refill</source>
            <translation>nicht zu wiederholen</translation>
        </message>
        <message>
            <source>can't release</source>
            <translation>nicht freizugeben</translation>
        </message>
        <message>
            <source>can't replace</source>
            <translation>nicht zu ersetzen</translation>
        </message>
        <message>
            <source>can't stop</source>
            <translation>nicht abzubrechen</translation>
        </message>
        <message>
            <source>cancel the order</source>
            <translation>Auftrag stornieren</translation>
        </message>
        <message>
            <source>cancelled as asked</source>
            <translation>wie gewünscht storniert</translation>
        </message>
        <message>
            <source>cardiac catheterization</source>
            <translation>Herzkatheter</translation>
        </message>
        <message>
            <source>cardiac ultrasound</source>
            <translation>Herzultraschall</translation>
        </message>
        <message>
            <source>carer</source>
            <translation>Pflegeperson</translation>
        </message>
        <message>
            <source>change of the attending doctor cancelled</source>
            <translation>Änderung des behandelnden Arztes storniert</translation>
        </message>
        <message>
            <source>change of the consulting doctor cancelled</source>
            <translation>Änderung des hinzugezogenen Arztes storniert</translation>
        </message>
        <message>
            <source>change the order</source>
            <translation>Auftrag ändern</translation>
        </message>
        <message>
            <source>changed as asked</source>
            <translation>wie gewünscht geändert</translation>
        </message>
        <message>
            <source>charges</source>
            <translation>Leistungen zur Abrechnung</translation>
        </message>
        <message>
            <source>charges, itemised</source>
            <translation>Leistungen zur Abrechnung, einzeln</translation>
        </message>
        <message>
            <source>child</source>
            <translation>Kind</translation>
        </message>
        <message>
            <source>child order</source>
            <translation>Teilauftrag</translation>
        </message>
        <message>
            <source>chosen for this view</source>
            <translation>für diese Ansicht gewählt</translation>
        </message>
        <message>
            <source>cineradiography</source>
            <translation>Kineradiografie</translation>
        </message>
        <message>
            <source>citizenship card</source>
            <translation>Staatsbürgerschaftskarte</translation>
        </message>
        <message>
            <source>clinical chemistry</source>
            <translation>klinische Chemie</translation>
        </message>
        <message>
            <source>code from a table of the site</source>
            <translation>Kode aus einer Tabelle des Hauses</translation>
        </message>
        <message>
            <source>code from an HL7 table</source>
            <translation>Kode aus einer HL7-Tabelle</translation>
        </message>
        <message>
            <source>code not in its table</source>
            <translation>Kode nicht in seiner Tabelle</translation>
        </message>
        <message>
            <source>coded value</source>
            <translation>kodierter Wert</translation>
        </message>
        <message>
            <source>coded value or text</source>
            <translation>kodierter Wert oder Text</translation>
        </message>
        <message>
            <source>coded value with formatted text</source>
            <translation>kodierter Wert mit formatiertem Text</translation>
        </message>
        <message>
            <source>coded value, only from its table</source>
            <translation>kodierter Wert, nur aus seiner Tabelle</translation>
        </message>
        <message>
            <source>command to a device of the laboratory</source>
            <translation>Befehl an ein Laborgerät</translation>
        </message>
        <message>
            <source>commercial account</source>
            <translation>Abrechnung mit einem Unternehmen</translation>
        </message>
        <message>
            <source>computed tomography</source>
            <translation>Computertomografie</translation>
        </message>
        <message>
            <source>connection is {value}.</source>
            <translation>connection ist {value}.</translation>
        </message>
        <message>
            <source>consulting doctor changed</source>
            <translation>hinzugezogener Arzt geändert</translation>
        </message>
        <message>
            <source>contact in an emergency</source>
            <translation>Kontakt im Notfall</translation>
        </message>
        <message>
            <source>corrected</source>
            <translation>korrigiert</translation>
        </message>
        <message>
            <source>country of origin</source>
            <translation>Herkunftsland</translation>
        </message>
        <message>
            <source>critically abnormal</source>
            <translation>kritisch auffällig</translation>
        </message>
        <message>
            <source>critically high</source>
            <translation>kritisch hoch</translation>
        </message>
        <message>
            <source>critically low</source>
            <translation>kritisch niedrig</translation>
        </message>
        <message>
            <source>current or temporary address</source>
            <translation>derzeitige oder vorübergehende Adresse</translation>
        </message>
        <message>
            <source>cytopathology</source>
            <translation>Zytopathologie</translation>
        </message>
        <message>
            <source>data of staff</source>
            <translation>Personaldaten</translation>
        </message>
        <message>
            <source>date</source>
            <translation>Datum</translation>
        </message>
        <message>
            <source>date and time</source>
            <translation>Datum und Uhrzeit</translation>
        </message>
        <message>
            <source>debugging</source>
            <translation>Fehlersuche</translation>
        </message>
        <message>
            <source>declared by the message</source>
            <translation>in der Nachricht angegeben</translation>
        </message>
        <message>
            <source>dependant with a disability</source>
            <translation>Angehöriger mit Behinderung</translation>
        </message>
        <message>
            <source>details of the order, no result</source>
            <translation>Angaben zum Auftrag, kein Ergebnis</translation>
        </message>
        <message>
            <source>diagnoses and procedures changed</source>
            <translation>Diagnosen und Prozeduren geändert</translation>
        </message>
        <message>
            <source>diet order</source>
            <translation>Kostanforderung</translation>
        </message>
        <message>
            <source>discharge</source>
            <translation>Entlassung</translation>
        </message>
        <message>
            <source>discharge cancelled</source>
            <translation>Entlassung storniert</translation>
        </message>
        <message>
            <source>discharge planned</source>
            <translation>Entlassung geplant</translation>
        </message>
        <message>
            <source>divorced</source>
            <translation>geschieden</translation>
        </message>
        <message>
            <source>divorced, not yet final</source>
            <translation>geschieden, noch nicht rechtskräftig</translation>
        </message>
        <message>
            <source>doctor number</source>
            <translation>Arztnummer</translation>
        </message>
        <message>
            <source>document</source>
            <translation>Dokument</translation>
        </message>
        <message>
            <source>document announced</source>
            <translation>Dokument angekündigt</translation>
        </message>
        <message>
            <source>document edited</source>
            <translation>Dokument bearbeitet</translation>
        </message>
        <message>
            <source>document edited, with its content</source>
            <translation>Dokument bearbeitet, mit Inhalt</translation>
        </message>
        <message>
            <source>document replaced</source>
            <translation>Dokument ersetzt</translation>
        </message>
        <message>
            <source>document replaced, with its content</source>
            <translation>Dokument ersetzt, mit Inhalt</translation>
        </message>
        <message>
            <source>document with its content</source>
            <translation>Dokument mit Inhalt</translation>
        </message>
        <message>
            <source>document withdrawn</source>
            <translation>Dokument zurückgezogen</translation>
        </message>
        <message>
            <source>donor number</source>
            <translation>Spendernummer</translation>
        </message>
        <message>
            <source>driving licence</source>
            <translation>Führerschein</translation>
        </message>
        <message>
            <source>due since {time}, nobody delivers</source>
            <translation type="vanished">fällig seit {time}, niemand stellt zu</translation>
        </message>
        <message>
            <source>due since {time}, nobody tries; tried {count} ×</source>
            <translation type="vanished">fällig seit {time}, niemand versucht es; {count} × versucht</translation>
        </message>
        <message>
            <source>due {time}</source>
            <translation>fällig {time}</translation>
        </message>
        <message>
            <source>due {time}, not tried</source>
            <translation>fällig {time}, nicht versucht</translation>
        </message>
        <message>
            <source>due {time}, not tried since; {count} ×</source>
            <translation>fällig {time}, seither nicht versucht; {count} ×</translation>
        </message>
        <message>
            <source>e-mail or other network address</source>
            <translation>E-Mail oder andere Netzadresse</translation>
        </message>
        <message>
            <source>earlier results</source>
            <translation>frühere Ergebnisse</translation>
        </message>
        <message>
            <source>electrocardiography</source>
            <translation>Elektrokardiografie</translation>
        </message>
        <message>
            <source>electroneurography</source>
            <translation>Elektroneurografie</translation>
        </message>
        <message>
            <source>embedded document</source>
            <translation>eingebettetes Dokument</translation>
        </message>
        <message>
            <source>emergency</source>
            <translation>Notfall</translation>
        </message>
        <message>
            <source>employee</source>
            <translation>Arbeitnehmer</translation>
        </message>
        <message>
            <source>employee number</source>
            <translation>Personalnummer</translation>
        </message>
        <message>
            <source>employer</source>
            <translation>Arbeitgeber</translation>
        </message>
        <message>
            <source>employer number</source>
            <translation>Arbeitgebernummer</translation>
        </message>
        <message>
            <source>empty in about {count} d</source>
            <translation type="vanished">leer in etwa {count} d</translation>
        </message>
        <message>
            <source>empty in about {count} h</source>
            <translation type="vanished">leer in etwa {count} h</translation>
        </message>
        <message>
            <source>empty in about {count} min</source>
            <translation type="vanished">leer in etwa {count} min</translation>
        </message>
        <message>
            <source>empty in about {most} d</source>
            <translation>leer in etwa {most} d</translation>
        </message>
        <message>
            <source>empty in about {most} h</source>
            <translation>leer in etwa {most} h</translation>
        </message>
        <message>
            <source>empty in about {most} min</source>
            <translation>leer in etwa {most} min</translation>
        </message>
        <message>
            <source>empty in less than a minute</source>
            <translation type="vanished">leer in weniger als einer Minute</translation>
        </message>
        <message>
            <source>empty in {least} d at the earliest</source>
            <translation>leer frühestens in {least} d</translation>
        </message>
        <message>
            <source>empty in {least} h at the earliest</source>
            <translation>leer frühestens in {least} h</translation>
        </message>
        <message>
            <source>empty in {least} min at the earliest</source>
            <translation>leer frühestens in {least} min</translation>
        </message>
        <message>
            <source>empty in {least} to {most} d</source>
            <translation>leer in {least} bis {most} d</translation>
        </message>
        <message>
            <source>empty in {least} to {most} h</source>
            <translation>leer in {least} bis {most} h</translation>
        </message>
        <message>
            <source>empty in {least} to {most} min</source>
            <translation>leer in {least} bis {most} min</translation>
        </message>
        <message>
            <source>empty within a minute</source>
            <translation>leer innerhalb einer Minute</translation>
        </message>
        <message>
            <source>encoded pharmacy order</source>
            <translation>Arzneimittelauftrag, aufbereitet</translation>
        </message>
        <message>
            <source>entered, not verified</source>
            <translation>eingetragen, nicht geprüft</translation>
        </message>
        <message>
            <source>error</source>
            <translation>Fehler</translation>
        </message>
        <message>
            <source>error before it was kept</source>
            <translation>Fehler vor der Ablage</translation>
        </message>
        <message>
            <source>error in the application</source>
            <translation>Fehler in der Anwendung</translation>
        </message>
        <message>
            <source>error in the data</source>
            <translation>Fehler in den Daten</translation>
        </message>
        <message>
            <source>error inside the application</source>
            <translation>Fehler in der Anwendung selbst</translation>
        </message>
        <message>
            <source>error, no such order</source>
            <translation>Fehler, kein solcher Auftrag</translation>
        </message>
        <message>
            <source>event not supported</source>
            <translation>Ereignis nicht unterstützt</translation>
        </message>
        <message>
            <source>exam</source>
            <translation>Prüfung</translation>
        </message>
        <message>
            <source>facility</source>
            <translation>Einrichtung</translation>
        </message>
        <message>
            <source>falls by {count} a minute, not known why</source>
            <translation>fällt um {count} je Minute, Grund unbekannt</translation>
        </message>
        <message>
            <source>fatal error</source>
            <translation>schwerer Fehler</translation>
        </message>
        <message>
            <source>father</source>
            <translation>Vater</translation>
        </message>
        <message>
            <source>female</source>
            <translation>weiblich</translation>
        </message>
        <message>
            <source>final</source>
            <translation>endgültig</translation>
        </message>
        <message>
            <source>final grade</source>
            <translation>Abschlussnote</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>abgeschlossen</translation>
        </message>
        <message>
            <source>finished, and still in the stream</source>
            <translation>abgeschlossen und noch im Stream</translation>
        </message>
        <message>
            <source>first try {time}</source>
            <translation>erster Versuch {time}</translation>
        </message>
        <message>
            <source>formatted text</source>
            <translation>formatierter Text</translation>
        </message>
        <message>
            <source>foster child</source>
            <translation>Pflegekind</translation>
        </message>
        <message>
            <source>friend</source>
            <translation>Freund</translation>
        </message>
        <message>
            <source>general clinical order</source>
            <translation>allgemeiner klinischer Auftrag</translation>
        </message>
        <message>
            <source>genetics</source>
            <translation>Genetik</translation>
        </message>
        <message>
            <source>goal added</source>
            <translation>Ziel angelegt</translation>
        </message>
        <message>
            <source>goal changed</source>
            <translation>Ziel geändert</translation>
        </message>
        <message>
            <source>goal deleted</source>
            <translation>Ziel gelöscht</translation>
        </message>
        <message>
            <source>goals in a pathway</source>
            <translation>Ziele in einem Behandlungspfad</translation>
        </message>
        <message>
            <source>goals of the patient</source>
            <translation>Ziele des Patienten</translation>
        </message>
        <message>
            <source>grade</source>
            <translation>Note</translation>
        </message>
        <message>
            <source>grandchild</source>
            <translation>Enkelkind</translation>
        </message>
        <message>
            <source>grandparent</source>
            <translation>Großelternteil</translation>
        </message>
        <message>
            <source>guarantor, number of another place</source>
            <translation>Kostenträger, Nummer einer anderen Stelle</translation>
        </message>
        <message>
            <source>guarantor, number of this hospital</source>
            <translation>Kostenträger, Nummer dieses Hauses</translation>
        </message>
        <message>
            <source>guardian</source>
            <translation>Vormund</translation>
        </message>
        <message>
            <source>haematology</source>
            <translation>Hämatologie</translation>
        </message>
        <message>
            <source>health card number</source>
            <translation>Nummer der Gesundheitskarte</translation>
        </message>
        <message>
            <source>health number of a state or province</source>
            <translation>Gesundheitsnummer eines Landes oder einer Provinz</translation>
        </message>
        <message>
            <source>held as asked</source>
            <translation>wie gewünscht angehalten</translation>
        </message>
        <message>
            <source>hold the order</source>
            <translation>Auftrag anhalten</translation>
        </message>
        <message>
            <source>holiday address</source>
            <translation>Ferienadresse</translation>
        </message>
        <message>
            <source>holiday home</source>
            <translation>Ferienwohnung</translation>
        </message>
        <message>
            <source>home</source>
            <translation>Wohnung</translation>
        </message>
        <message>
            <source>home as registered</source>
            <translation>Wohnung laut Register</translation>
        </message>
        <message>
            <source>home at birth</source>
            <translation>Wohnort bei Geburt</translation>
        </message>
        <message>
            <source>identifier</source>
            <translation>Kennung</translation>
        </message>
        <message>
            <source>identifier with a check digit</source>
            <translation>Kennung mit Prüfziffer</translation>
        </message>
        <message>
            <source>imaging order</source>
            <translation>Auftrag zur Bildgebung</translation>
        </message>
        <message>
            <source>immunology</source>
            <translation>Immunologie</translation>
        </message>
        <message>
            <source>in a common-law marriage</source>
            <translation>in eheähnlicher Gemeinschaft</translation>
        </message>
        <message>
            <source>in a worker's hands</source>
            <translation>in Arbeit bei einem Zusteller</translation>
        </message>
        <message>
            <source>in process</source>
            <translation>in Arbeit</translation>
        </message>
        <message>
            <source>in process, scheduled</source>
            <translation>in Arbeit, terminiert</translation>
        </message>
        <message>
            <source>information</source>
            <translation>Hinweis</translation>
        </message>
        <message>
            <source>inpatient</source>
            <translation>stationär</translation>
        </message>
        <message>
            <source>inpatient becomes outpatient</source>
            <translation>stationär wird ambulant</translation>
        </message>
        <message>
            <source>insurance data requested</source>
            <translation>Versicherungsdaten angefragt</translation>
        </message>
        <message>
            <source>intermediate</source>
            <translation>intermediär</translation>
        </message>
        <message>
            <source>it comes from an authority that is not trusted here</source>
            <translation>es kommt von einer Zertifizierungsstelle, der hier nicht vertraut wird</translation>
        </message>
        <message>
            <source>it has expired</source>
            <translation>es ist abgelaufen</translation>
        </message>
        <message>
            <source>it is not valid yet</source>
            <translation>es ist noch nicht gültig</translation>
        </message>
        <message>
            <source>key exists already</source>
            <translation>Schlüssel ist schon vorhanden</translation>
        </message>
        <message>
            <source>laboratory</source>
            <translation>Labor</translation>
        </message>
        <message>
            <source>laboratory automation result</source>
            <translation>Ergebnis der Laborautomation</translation>
        </message>
        <message>
            <source>laboratory order</source>
            <translation>Laborauftrag</translation>
        </message>
        <message>
            <source>laboratory order by specimen</source>
            <translation>Laborauftrag nach Proben</translation>
        </message>
        <message>
            <source>laboratory results by specimen</source>
            <translation>Laborergebnisse nach Proben</translation>
        </message>
        <message>
            <source>labour and delivery</source>
            <translation>Entbindung</translation>
        </message>
        <message>
            <source>last delivered {time}</source>
            <translation>zuletzt zugestellt {time}</translation>
        </message>
        <message>
            <source>last delivery recorded for {time}, but not seen</source>
            <translation>letzte Zustellung für {time} vermerkt, aber nicht gesehen</translation>
        </message>
        <message>
            <source>last delivery recorded for {time}, yet to come</source>
            <translation>letzte Zustellung für {time} vermerkt, also in der Zukunft</translation>
        </message>
        <message>
            <source>later answer to a query</source>
            <translation>spätere Antwort auf eine Abfrage</translation>
        </message>
        <message>
            <source>leave of absence begins</source>
            <translation>Beurlaubung beginnt</translation>
        </message>
        <message>
            <source>leave of absence cancelled</source>
            <translation>Beurlaubung storniert</translation>
        </message>
        <message>
            <source>leave of absence ends</source>
            <translation>Beurlaubung endet</translation>
        </message>
        <message>
            <source>leaving cancelled</source>
            <translation>Verlassen storniert</translation>
        </message>
        <message>
            <source>legal address</source>
            <translation>rechtlicher Wohnsitz</translation>
        </message>
        <message>
            <source>legal name</source>
            <translation>amtlicher Name</translation>
        </message>
        <message>
            <source>legally separated</source>
            <translation>gerichtlich getrennt</translation>
        </message>
        <message>
            <source>less than 1 MB</source>
            <translation>weniger als 1 MB</translation>
        </message>
        <message>
            <source>less than a second</source>
            <translation>weniger als eine Sekunde</translation>
        </message>
        <message>
            <source>licence number</source>
            <translation>Zulassungsnummer</translation>
        </message>
        <message>
            <source>life partner</source>
            <translation>Lebenspartner</translation>
        </message>
        <message>
            <source>link the order</source>
            <translation>Auftrag verknüpfen</translation>
        </message>
        <message>
            <source>living together</source>
            <translation>zusammenlebend</translation>
        </message>
        <message>
            <source>local registry</source>
            <translation>örtliches Register</translation>
        </message>
        <message>
            <source>lung function</source>
            <translation>Lungenfunktion</translation>
        </message>
        <message>
            <source>magnetic resonance</source>
            <translation>Magnetresonanz</translation>
        </message>
        <message>
            <source>maiden name</source>
            <translation>Mädchenname</translation>
        </message>
        <message>
            <source>main home</source>
            <translation>Hauptwohnung</translation>
        </message>
        <message>
            <source>male</source>
            <translation>männlich</translation>
        </message>
        <message>
            <source>management of applications</source>
            <translation>Verwaltung von Anwendungen</translation>
        </message>
        <message>
            <source>manager</source>
            <translation>Vorgesetzter</translation>
        </message>
        <message>
            <source>markedly higher than before</source>
            <translation>deutlich gestiegen</translation>
        </message>
        <message>
            <source>markedly lower than before</source>
            <translation>deutlich gesunken</translation>
        </message>
        <message>
            <source>marriage annulled</source>
            <translation>Ehe aufgehoben</translation>
        </message>
        <message>
            <source>married</source>
            <translation>verheiratet</translation>
        </message>
        <message>
            <source>master data</source>
            <translation>Stammdaten</translation>
        </message>
        <message>
            <source>master data in general</source>
            <translation>Stammdaten allgemein</translation>
        </message>
        <message>
            <source>master data of calculated tests</source>
            <translation>Stammdaten von berechneten Untersuchungen</translation>
        </message>
        <message>
            <source>master data of charges</source>
            <translation>Stammdaten von Leistungsentgelten</translation>
        </message>
        <message>
            <source>master data of groups of tests</source>
            <translation>Stammdaten von Untersuchungsgruppen</translation>
        </message>
        <message>
            <source>master data of places</source>
            <translation>Stammdaten von Orten</translation>
        </message>
        <message>
            <source>master data of staff</source>
            <translation>Stammdaten von Personal</translation>
        </message>
        <message>
            <source>master data of tests (old)</source>
            <translation>Stammdaten von Untersuchungen (alt)</translation>
        </message>
        <message>
            <source>master data of tests with a number</source>
            <translation>Stammdaten von Untersuchungen mit Zahlenwert</translation>
        </message>
        <message>
            <source>master data of tests with categories</source>
            <translation>Stammdaten von Untersuchungen mit Kategorien</translation>
        </message>
        <message>
            <source>max_attempts is {value}.</source>
            <translation>max_attempts ist {value}.</translation>
        </message>
        <message>
            <source>measurements by nurses</source>
            <translation>Messungen der Pflege</translation>
        </message>
        <message>
            <source>medical licence number</source>
            <translation>Nummer der Approbation</translation>
        </message>
        <message>
            <source>medical record number</source>
            <translation>Nummer der Krankenakte</translation>
        </message>
        <message>
            <source>medicine dispensed</source>
            <translation>Arzneimittel ausgegeben</translation>
        </message>
        <message>
            <source>medicine given</source>
            <translation>Arzneimittel verabreicht</translation>
        </message>
        <message>
            <source>medicine to be given</source>
            <translation>Arzneimittel zu verabreichen</translation>
        </message>
        <message>
            <source>member number</source>
            <translation>Mitgliedsnummer</translation>
        </message>
        <message>
            <source>message type not supported</source>
            <translation>Nachrichtentyp nicht unterstützt</translation>
        </message>
        <message>
            <source>microbiology</source>
            <translation>Mikrobiologie</translation>
        </message>
        <message>
            <source>microchip number</source>
            <translation>Chipnummer</translation>
        </message>
        <message>
            <source>moderately susceptible</source>
            <translation>mäßig empfindlich</translation>
        </message>
        <message>
            <source>money</source>
            <translation>Geldbetrag</translation>
        </message>
        <message>
            <source>monitoring at the bedside</source>
            <translation>Überwachung am Bett</translation>
        </message>
        <message>
            <source>more distant relative</source>
            <translation>entfernterer Verwandter</translation>
        </message>
        <message>
            <source>mother</source>
            <translation>Mutter</translation>
        </message>
        <message>
            <source>mycobacteriology</source>
            <translation>Mykobakteriologie</translation>
        </message>
        <message>
            <source>mycology</source>
            <translation>Mykologie</translation>
        </message>
        <message>
            <source>name at birth</source>
            <translation>Geburtsname</translation>
        </message>
        <message>
            <source>name of a person</source>
            <translation>Name einer Person</translation>
        </message>
        <message>
            <source>name of a tribe or community</source>
            <translation>Name eines Stamms oder einer Gemeinschaft</translation>
        </message>
        <message>
            <source>name of the partner</source>
            <translation>Name des Partners</translation>
        </message>
        <message>
            <source>name on the licence</source>
            <translation>Name laut Zulassung</translation>
        </message>
        <message>
            <source>name since adoption</source>
            <translation>Name seit der Adoption</translation>
        </message>
        <message>
            <source>name to be displayed</source>
            <translation>Anzeigename</translation>
        </message>
        <message>
            <source>national exam</source>
            <translation>Staatsexamen</translation>
        </message>
        <message>
            <source>national health number</source>
            <translation>nationale Gesundheitsnummer</translation>
        </message>
        <message>
            <source>national number of a person</source>
            <translation>nationale Personenkennung</translation>
        </message>
        <message>
            <source>national provider number, United States</source>
            <translation>nationale Nummer des Leistungserbringers, USA</translation>
        </message>
        <message>
            <source>natural child</source>
            <translation>leibliches Kind</translation>
        </message>
        <message>
            <source>never</source>
            <translation>nie</translation>
        </message>
        <message>
            <source>new order</source>
            <translation>neuer Auftrag</translation>
        </message>
        <message>
            <source>newborn in this hospital</source>
            <translation>Neugeborenes, hier geboren</translation>
        </message>
        <message>
            <source>next try {time}: {error}</source>
            <translation>nächster Versuch {time}: {error}</translation>
        </message>
        <message>
            <source>nickname</source>
            <translation>Rufname</translation>
        </message>
        <message>
            <source>no</source>
            <translation>nein</translation>
        </message>
        <message>
            <source>no date or time of this type</source>
            <translation>kein Datum und keine Zeit dieses Typs</translation>
        </message>
        <message>
            <source>no delivery seen since {time}</source>
            <translation type="vanished">keine Zustellung gesehen seit {time}</translation>
        </message>
        <message>
            <source>no delivery seen, watched since {time}</source>
            <translation>keine Zustellung gesehen, beobachtet seit {time}</translation>
        </message>
        <message>
            <source>no delivery since {time}</source>
            <translation>keine Zustellung seit {time}</translation>
        </message>
        <message>
            <source>no destination stuck, overdue or growing</source>
            <translation>kein Ziel blockiert, überfällig oder wachsend</translation>
        </message>
        <message>
            <source>no destination yet</source>
            <translation>noch kein Ziel</translation>
        </message>
        <message>
            <source>no error recorded</source>
            <translation>kein Fehler aufgezeichnet</translation>
        </message>
        <message>
            <source>no movement seen since {time}</source>
            <translation type="vanished">keine Bewegung gesehen seit {time}</translation>
        </message>
        <message>
            <source>no response</source>
            <translation>keine Antwort</translation>
        </message>
        <message>
            <source>no results, order cancelled</source>
            <translation>keine Ergebnisse, Auftrag storniert</translation>
        </message>
        <message>
            <source>no such order</source>
            <translation>kein solcher Auftrag</translation>
        </message>
        <message>
            <source>no such patient</source>
            <translation>kein solcher Patient</translation>
        </message>
        <message>
            <source>no such patient, order or other key</source>
            <translation>kein solcher Patient, Auftrag oder anderer Schlüssel</translation>
        </message>
        <message>
            <source>no time is set</source>
            <translation>keine Zeit gesetzt</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <source>normal</source>
            <translation>unauffällig</translation>
        </message>
        <message>
            <source>not all of it is counted (yet)</source>
            <translation>(noch) nicht alles gezählt</translation>
        </message>
        <message>
            <source>not applicable</source>
            <translation>nicht zutreffend</translation>
        </message>
        <message>
            <source>not asked for</source>
            <translation>nicht erfragt</translation>
        </message>
        <message>
            <source>not delivered yet</source>
            <translation>noch nicht ausgeliefert</translation>
        </message>
        <message>
            <source>not in table {table}</source>
            <translation>nicht in Tabelle {table}</translation>
        </message>
        <message>
            <source>not looked at yet</source>
            <translation>noch nicht hingesehen</translation>
        </message>
        <message>
            <source>not read yet</source>
            <translation>noch nicht gelesen</translation>
        </message>
        <message>
            <source>not there any more</source>
            <translation>nicht mehr vorhanden</translation>
        </message>
        <message>
            <source>not told</source>
            <translation>nicht angegeben</translation>
        </message>
        <message>
            <source>nothing accepts connections there</source>
            <translation>dort nimmt nichts Verbindungen an</translation>
        </message>
        <message>
            <source>nothing delivered since {time}</source>
            <translation>nichts zugestellt seit {time}</translation>
        </message>
        <message>
            <source>nothing left, watched since {time}</source>
            <translation>nichts ging weg, beobachtet seit {time}</translation>
        </message>
        <message>
            <source>nothing waits</source>
            <translation>nichts wartet</translation>
        </message>
        <message>
            <source>nothing waits; {count} failed</source>
            <translation type="vanished">nichts wartet; {count} fehlgeschlagen</translation>
        </message>
        <message>
            <source>now final, not sent again</source>
            <translation>jetzt endgültig, nicht erneut gesandt</translation>
        </message>
        <message>
            <source>nuclear medicine</source>
            <translation>Nuklearmedizin</translation>
        </message>
        <message>
            <source>null: delete what is there</source>
            <translation>Null: Vorhandenes löschen</translation>
        </message>
        <message>
            <source>number</source>
            <translation>Zahl</translation>
        </message>
        <message>
            <source>number and name of a person</source>
            <translation>Nummer und Name einer Person</translation>
        </message>
        <message>
            <source>number for emergencies</source>
            <translation>Nummer für Notfälle</translation>
        </message>
        <message>
            <source>number given</source>
            <translation>Nummer vergeben</translation>
        </message>
        <message>
            <source>number of a living being in the enterprise</source>
            <translation>Nummer eines Lebewesens im Unternehmen</translation>
        </message>
        <message>
            <source>number with a check digit</source>
            <translation>Nummer mit Prüfziffer</translation>
        </message>
        <message>
            <source>number with a comparison or a range</source>
            <translation>Zahl mit Vergleich oder Bereich</translation>
        </message>
        <message>
            <source>obstetrics</source>
            <translation>Geburtshilfe</translation>
        </message>
        <message>
            <source>occupational therapy</source>
            <translation>Ergotherapie</translation>
        </message>
        <message>
            <source>office</source>
            <translation>Büro</translation>
        </message>
        <message>
            <source>on age</source>
            <translation>vom Alter</translation>
        </message>
        <message>
            <source>on breed</source>
            <translation>von der Rasse</translation>
        </message>
        <message>
            <source>on ethnic origin</source>
            <translation>von der Herkunft</translation>
        </message>
        <message>
            <source>on nothing</source>
            <translation>von nichts</translation>
        </message>
        <message>
            <source>on sex</source>
            <translation>vom Geschlecht</translation>
        </message>
        <message>
            <source>on species</source>
            <translation>von der Tierart</translation>
        </message>
        <message>
            <source>on strain</source>
            <translation>vom Stamm</translation>
        </message>
        <message>
            <source>only if it failed</source>
            <translation>nur im Fehlerfall</translation>
        </message>
        <message>
            <source>only if it went well</source>
            <translation>nur im Erfolgsfall</translation>
        </message>
        <message>
            <source>order</source>
            <translation>Auftrag</translation>
        </message>
        <message>
            <source>order accepted</source>
            <translation>Auftrag angenommen</translation>
        </message>
        <message>
            <source>order cancelled</source>
            <translation>Auftrag storniert</translation>
        </message>
        <message>
            <source>order changed unasked</source>
            <translation>Auftrag unverlangt geändert</translation>
        </message>
        <message>
            <source>order done</source>
            <translation>Auftrag erledigt</translation>
        </message>
        <message>
            <source>order held</source>
            <translation>Auftrag wird angehalten</translation>
        </message>
        <message>
            <source>order number wanted</source>
            <translation>Auftragsnummer erbeten</translation>
        </message>
        <message>
            <source>order of supplies in stock</source>
            <translation>Auftrag für Material auf Lager</translation>
        </message>
        <message>
            <source>order of supplies not in stock</source>
            <translation>Auftrag für Material, nicht auf Lager</translation>
        </message>
        <message>
            <source>order on hold</source>
            <translation>Auftrag angehalten</translation>
        </message>
        <message>
            <source>order received, specimen not yet</source>
            <translation>Auftrag erhalten, Probe noch nicht</translation>
        </message>
        <message>
            <source>order released</source>
            <translation>Auftrag freigegeben</translation>
        </message>
        <message>
            <source>order replaced</source>
            <translation>Auftrag ersetzt</translation>
        </message>
        <message>
            <source>order stopped</source>
            <translation>Auftrag abgebrochen</translation>
        </message>
        <message>
            <source>organization</source>
            <translation>Organisation</translation>
        </message>
        <message>
            <source>other</source>
            <translation>andere</translation>
        </message>
        <message>
            <source>outpatient</source>
            <translation>ambulant</translation>
        </message>
        <message>
            <source>outpatient becomes inpatient</source>
            <translation>ambulant wird stationär</translation>
        </message>
        <message>
            <source>outpatient in a series of visits</source>
            <translation>ambulant, wiederkehrend</translation>
        </message>
        <message>
            <source>outpatient registered</source>
            <translation>ambulante Aufnahme</translation>
        </message>
        <message>
            <source>owner</source>
            <translation>Eigentümer</translation>
        </message>
        <message>
            <source>pager</source>
            <translation>Funkrufempfänger</translation>
        </message>
        <message>
            <source>parasitology</source>
            <translation>Parasitologie</translation>
        </message>
        <message>
            <source>parent</source>
            <translation>Elternteil</translation>
        </message>
        <message>
            <source>parent order</source>
            <translation>übergeordneter Auftrag</translation>
        </message>
        <message>
            <source>parole card</source>
            <translation>Bewährungskarte</translation>
        </message>
        <message>
            <source>partial</source>
            <translation>Teilergebnis</translation>
        </message>
        <message>
            <source>passport number</source>
            <translation>Passnummer</translation>
        </message>
        <message>
            <source>pathology</source>
            <translation>Pathologie</translation>
        </message>
        <message>
            <source>patient and account merged (old)</source>
            <translation>Patient und Fall zusammengeführt (alt)</translation>
        </message>
        <message>
            <source>patient arrives at a place</source>
            <translation>Patient trifft ein</translation>
        </message>
        <message>
            <source>patient data changed</source>
            <translation>Patientendaten geändert</translation>
        </message>
        <message>
            <source>patient data merged (old)</source>
            <translation>Patientendaten zusammengeführt (alt)</translation>
        </message>
        <message>
            <source>patient did not come</source>
            <translation>Patient nicht erschienen</translation>
        </message>
        <message>
            <source>patient leaves for another place</source>
            <translation>Patient verlässt die Stelle</translation>
        </message>
        <message>
            <source>patient number changed</source>
            <translation>Patientennummer geändert</translation>
        </message>
        <message>
            <source>patient number of another place</source>
            <translation>Patientennummer einer anderen Stelle</translation>
        </message>
        <message>
            <source>patient number of this hospital</source>
            <translation>Patientennummer dieses Hauses</translation>
        </message>
        <message>
            <source>patient numbers merged (old)</source>
            <translation>Patientennummern zusammengeführt (alt)</translation>
        </message>
        <message>
            <source>patient numbers moved</source>
            <translation>Patientennummern verschoben</translation>
        </message>
        <message>
            <source>patient record deleted</source>
            <translation>Patientensatz gelöscht</translation>
        </message>
        <message>
            <source>patients merged</source>
            <translation>Patienten zusammengeführt</translation>
        </message>
        <message>
            <source>permanent address</source>
            <translation>ständiger Wohnsitz</translation>
        </message>
        <message>
            <source>permanent residence card</source>
            <translation>Karte des ständigen Aufenthalts</translation>
        </message>
        <message>
            <source>person added</source>
            <translation>Person angelegt</translation>
        </message>
        <message>
            <source>person deleted</source>
            <translation>Person gelöscht</translation>
        </message>
        <message>
            <source>person number</source>
            <translation>Personennummer</translation>
        </message>
        <message>
            <source>personal</source>
            <translation>persönlich</translation>
        </message>
        <message>
            <source>personal data changed</source>
            <translation>Personendaten geändert</translation>
        </message>
        <message>
            <source>persons alike, for vaccinations</source>
            <translation>ähnliche Personen, zu Impfungen</translation>
        </message>
        <message>
            <source>persons merged (old)</source>
            <translation>Personen zusammengeführt (alt)</translation>
        </message>
        <message>
            <source>persons merged by patient number</source>
            <translation>Personen nach Patientennummer zusammengeführt</translation>
        </message>
        <message>
            <source>pharmacy</source>
            <translation>Apotheke</translation>
        </message>
        <message>
            <source>pharmacy order</source>
            <translation>Arzneimittelauftrag</translation>
        </message>
        <message>
            <source>phone number</source>
            <translation>Telefonnummer</translation>
        </message>
        <message>
            <source>phone number or network address</source>
            <translation>Telefonnummer oder Netzadresse</translation>
        </message>
        <message>
            <source>physician</source>
            <translation>Arzt</translation>
        </message>
        <message>
            <source>physician number for life, Germany</source>
            <translation>lebenslange Arztnummer</translation>
        </message>
        <message>
            <source>physiotherapy</source>
            <translation>Physiotherapie</translation>
        </message>
        <message>
            <source>place of a person</source>
            <translation>Aufenthaltsort einer Person</translation>
        </message>
        <message>
            <source>place of birth</source>
            <translation>Geburtsort</translation>
        </message>
        <message>
            <source>planned admission cancelled</source>
            <translation>geplante Aufnahme storniert</translation>
        </message>
        <message>
            <source>planned discharge cancelled</source>
            <translation>geplante Entlassung storniert</translation>
        </message>
        <message>
            <source>planned transfer cancelled</source>
            <translation>geplante Verlegung storniert</translation>
        </message>
        <message>
            <source>pneumatic tube</source>
            <translation>Rohrpost</translation>
        </message>
        <message>
            <source>practice number, Germany</source>
            <translation>Betriebsstättennummer</translation>
        </message>
        <message>
            <source>preliminary</source>
            <translation>vorläufig</translation>
        </message>
        <message>
            <source>prepared admission cancelled</source>
            <translation>Voraufnahme storniert</translation>
        </message>
        <message>
            <source>price</source>
            <translation>Preis</translation>
        </message>
        <message>
            <source>problem added</source>
            <translation>Problem angelegt</translation>
        </message>
        <message>
            <source>problem changed</source>
            <translation>Problem geändert</translation>
        </message>
        <message>
            <source>problem deleted</source>
            <translation>Problem gelöscht</translation>
        </message>
        <message>
            <source>problems in a pathway</source>
            <translation>Probleme in einem Behandlungspfad</translation>
        </message>
        <message>
            <source>problems of the patient</source>
            <translation>Probleme des Patienten</translation>
        </message>
        <message>
            <source>processing ID not supported</source>
            <translation>Verarbeitungskennung nicht unterstützt</translation>
        </message>
        <message>
            <source>production</source>
            <translation>Echtbetrieb</translation>
        </message>
        <message>
            <source>provider number</source>
            <translation>Nummer des Leistungserbringers</translation>
        </message>
        <message>
            <source>pseudonym</source>
            <translation>Pseudonym</translation>
        </message>
        <message>
            <source>qmonitor can't do that in a dead-letter queue.</source>
            <translation>Das kann qmonitor in einer Dead-Letter-Warteschlange nicht.</translation>
        </message>
        <message>
            <source>qmonitor can't do that in a stream queue.</source>
            <translation>Das kann qmonitor in einer Stream-Warteschlange nicht.</translation>
        </message>
        <message>
            <source>qmonitor knows no source of the kind {scheme} (yet).</source>
            <translation>qmonitor kennt (noch) keine Quelle der Art {scheme}.</translation>
        </message>
        <message>
            <source>query</source>
            <translation>Abfrage</translation>
        </message>
        <message>
            <source>query by parameters</source>
            <translation>Abfrage mit Parametern</translation>
        </message>
        <message>
            <source>query cancelled</source>
            <translation>Abfrage abgebrochen</translation>
        </message>
        <message>
            <source>query for a table</source>
            <translation>Abfrage einer Tabelle</translation>
        </message>
        <message>
            <source>query for appointments</source>
            <translation>Abfrage von Terminen</translation>
        </message>
        <message>
            <source>query for earlier events</source>
            <translation>Abfrage früherer Ereignisse</translation>
        </message>
        <message>
            <source>query for master data</source>
            <translation>Abfrage von Stammdaten</translation>
        </message>
        <message>
            <source>query for results</source>
            <translation>Abfrage von Ergebnissen</translation>
        </message>
        <message>
            <source>query for the state of orders</source>
            <translation>Abfrage des Stands von Aufträgen</translation>
        </message>
        <message>
            <source>query for vaccinations</source>
            <translation>Abfrage von Impfungen</translation>
        </message>
        <message>
            <source>query received</source>
            <translation>Abfrage erhalten</translation>
        </message>
        <message>
            <source>query, answered at once</source>
            <translation>Abfrage, sofort beantwortet</translation>
        </message>
        <message>
            <source>query, answered later</source>
            <translation>Abfrage, später beantwortet</translation>
        </message>
        <message>
            <source>question for a patient</source>
            <translation>Anfrage zu einem Patienten</translation>
        </message>
        <message>
            <source>question for a person</source>
            <translation>Anfrage zu einer Person</translation>
        </message>
        <message>
            <source>question for persons alike</source>
            <translation>Anfrage zu ähnlichen Personen</translation>
        </message>
        <message>
            <source>question for the numbers of a person elsewhere</source>
            <translation>Anfrage zu Nummern einer Person an anderer Stelle</translation>
        </message>
        <message>
            <source>radiation therapy</source>
            <translation>Strahlentherapie</translation>
        </message>
        <message>
            <source>radiology</source>
            <translation>Radiologie</translation>
        </message>
        <message>
            <source>reading</source>
            <translation>Lesung</translation>
        </message>
        <message>
            <source>recognised by its bytes</source>
            <translation>an den Bytes erkannt</translation>
        </message>
        <message>
            <source>record locked in the application</source>
            <translation>Satz in der Anwendung gesperrt</translation>
        </message>
        <message>
            <source>reference to a document</source>
            <translation>Verweis auf ein Dokument</translation>
        </message>
        <message>
            <source>reference to a document ({claimed}) that is not in the message</source>
            <translation>Verweis auf ein Dokument ({claimed}), das nicht in der Nachricht ist</translation>
        </message>
        <message>
            <source>reference to a document that is not in the message</source>
            <translation>Verweis auf ein Dokument, das nicht in der Nachricht ist</translation>
        </message>
        <message>
            <source>referral</source>
            <translation>Überweisung</translation>
        </message>
        <message>
            <source>referral answered by the authorising place</source>
            <translation>Überweisung, von der genehmigenden Stelle beantwortet</translation>
        </message>
        <message>
            <source>referral cancelled</source>
            <translation>Überweisung storniert</translation>
        </message>
        <message>
            <source>referral changed</source>
            <translation>Überweisung geändert</translation>
        </message>
        <message>
            <source>refill</source>
            <translation>Wiederholung</translation>
        </message>
        <message>
            <source>refill approved</source>
            <translation>Wiederholung genehmigt</translation>
        </message>
        <message>
            <source>refill denied</source>
            <translation>Wiederholung abgelehnt</translation>
        </message>
        <message>
            <source>refilled as asked</source>
            <translation>wie gewünscht wiederholt</translation>
        </message>
        <message>
            <source>refilled unasked</source>
            <translation>unverlangt wiederholt</translation>
        </message>
        <message>
            <source>refused before it was kept</source>
            <translation>vor der Ablage abgewiesen</translation>
        </message>
        <message>
            <source>registered name</source>
            <translation>eingetragener Name</translation>
        </message>
        <message>
            <source>rejected by the application</source>
            <translation>von der Anwendung abgewiesen</translation>
        </message>
        <message>
            <source>release the order</source>
            <translation>Auftrag freigeben</translation>
        </message>
        <message>
            <source>released as asked</source>
            <translation>wie gewünscht freigegeben</translation>
        </message>
        <message>
            <source>replace the order</source>
            <translation>Auftrag ersetzen</translation>
        </message>
        <message>
            <source>replaced as asked</source>
            <translation>wie gewünscht ersetzt</translation>
        </message>
        <message>
            <source>replaced unasked</source>
            <translation>unverlangt ersetzt</translation>
        </message>
        <message>
            <source>replacement order</source>
            <translation>Ersatzauftrag</translation>
        </message>
        <message>
            <source>request received</source>
            <translation>Anfrage erhalten</translation>
        </message>
        <message>
            <source>required field missing</source>
            <translation>nötiges Feld fehlt</translation>
        </message>
        <message>
            <source>reset by the receiver</source>
            <translation>vom Empfänger abgebrochen</translation>
        </message>
        <message>
            <source>resistant</source>
            <translation>resistent</translation>
        </message>
        <message>
            <source>resource</source>
            <translation>Ressource</translation>
        </message>
        <message>
            <source>respiratory care</source>
            <translation>Atemtherapie</translation>
        </message>
        <message>
            <source>result</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <source>result at the bedside for an order</source>
            <translation>Ergebnis am Krankenbett zu einem Auftrag</translation>
        </message>
        <message>
            <source>result at the bedside, order to be placed</source>
            <translation>Ergebnis am Krankenbett, Auftrag anzulegen</translation>
        </message>
        <message>
            <source>result at the bedside, order to be searched</source>
            <translation>Ergebnis am Krankenbett, Auftrag zu suchen</translation>
        </message>
        <message>
            <source>results</source>
            <translation>Ergebnisse</translation>
        </message>
        <message>
            <source>results as display lines</source>
            <translation>Ergebnisse als Anzeigezeilen</translation>
        </message>
        <message>
            <source>results by specimen</source>
            <translation>Ergebnisse nach Proben</translation>
        </message>
        <message>
            <source>results follow</source>
            <translation>Ergebnisse folgen</translation>
        </message>
        <message>
            <source>results of several orders</source>
            <translation>Ergebnisse mehrerer Aufträge</translation>
        </message>
        <message>
            <source>return from leave cancelled</source>
            <translation>Rückkehr aus der Beurlaubung storniert</translation>
        </message>
        <message>
            <source>routine</source>
            <translation>geplant, Routine</translation>
        </message>
        <message>
            <source>scheduled, nothing done</source>
            <translation>terminiert, nichts geschehen</translation>
        </message>
        <message>
            <source>segments out of order, or a required one missing</source>
            <translation>Segmente in falscher Folge, oder ein nötiges fehlt</translation>
        </message>
        <message>
            <source>sender is a table with one of: {types}.</source>
            <translation>sender ist eine Tabelle mit einem von: {types}.</translation>
        </message>
        <message>
            <source>separated</source>
            <translation>getrennt lebend</translation>
        </message>
        <message>
            <source>sequence number</source>
            <translation>laufende Nummer</translation>
        </message>
        <message>
            <source>serology</source>
            <translation>Serologie</translation>
        </message>
        <message>
            <source>service added to an appointment</source>
            <translation>Leistung zu einem Termin hinzugefügt</translation>
        </message>
        <message>
            <source>service of an appointment cancelled</source>
            <translation>Leistung eines Termins abgesagt</translation>
        </message>
        <message>
            <source>service of an appointment changed</source>
            <translation>Leistung eines Termins geändert</translation>
        </message>
        <message>
            <source>several numbers</source>
            <translation>mehrere Zahlen</translation>
        </message>
        <message>
            <source>several readings</source>
            <translation>mehrere Messwerte</translation>
        </message>
        <message>
            <source>short text</source>
            <translation>kurzer Text</translation>
        </message>
        <message>
            <source>sibling</source>
            <translation>Geschwister</translation>
        </message>
        <message>
            <source>single</source>
            <translation>ledig</translation>
        </message>
        <message>
            <source>sister</source>
            <translation>Schwester</translation>
        </message>
        <message>
            <source>skipped</source>
            <translation>übersprungen</translation>
        </message>
        <message>
            <source>social security number</source>
            <translation>Sozialversicherungsnummer</translation>
        </message>
        <message>
            <source>some results, not all</source>
            <translation>einige Ergebnisse, nicht alle</translation>
        </message>
        <message>
            <source>source is missing.</source>
            <translation>source fehlt.</translation>
        </message>
        <message>
            <source>source is {value}.</source>
            <translation>source ist {value}.</translation>
        </message>
        <message>
            <source>span of time</source>
            <translation>Zeitspanne</translation>
        </message>
        <message>
            <source>specimen is there, result to come</source>
            <translation>Probe liegt vor, Ergebnis folgt</translation>
        </message>
        <message>
            <source>specimen is there, work not done</source>
            <translation>Probe liegt vor, Arbeit nicht abgeschlossen</translation>
        </message>
        <message>
            <source>spouse</source>
            <translation>Ehepartner</translation>
        </message>
        <message>
            <source>staff record added</source>
            <translation>Personalsatz angelegt</translation>
        </message>
        <message>
            <source>staff record changed</source>
            <translation>Personalsatz geändert</translation>
        </message>
        <message>
            <source>state licence</source>
            <translation>staatliche Zulassung</translation>
        </message>
        <message>
            <source>state of a bed changed</source>
            <translation>Zustand eines Betts geändert</translation>
        </message>
        <message>
            <source>state of a device of the laboratory</source>
            <translation>Zustand eines Laborgeräts</translation>
        </message>
        <message>
            <source>state of a document changed</source>
            <translation>Zustand eines Dokuments geändert</translation>
        </message>
        <message>
            <source>state of a document changed, with its content</source>
            <translation>Zustand eines Dokuments geändert, mit Inhalt</translation>
        </message>
        <message>
            <source>state of a referral requested</source>
            <translation>Stand einer Überweisung erfragt</translation>
        </message>
        <message>
            <source>state of a specimen</source>
            <translation>Stand einer Probe</translation>
        </message>
        <message>
            <source>state of a specimen, requested</source>
            <translation>Stand einer Probe, angefragt</translation>
        </message>
        <message>
            <source>state of an application</source>
            <translation>Zustand einer Anwendung</translation>
        </message>
        <message>
            <source>state of the order changed</source>
            <translation>Stand des Auftrags geändert</translation>
        </message>
        <message>
            <source>state of the order wanted</source>
            <translation>Stand des Auftrags erbeten</translation>
        </message>
        <message>
            <source>stepchild</source>
            <translation>Stiefkind</translation>
        </message>
        <message>
            <source>stop the order</source>
            <translation>Auftrag abbrechen</translation>
        </message>
        <message>
            <source>stopped as asked</source>
            <translation>wie gewünscht abgebrochen</translation>
        </message>
        <message>
            <source>stored, not verified</source>
            <translation>gespeichert, nicht geprüft</translation>
        </message>
        <message>
            <source>subscription</source>
            <translation>Abonnement</translation>
        </message>
        <message>
            <source>subscription cancelled</source>
            <translation>Abonnement beendet</translation>
        </message>
        <message>
            <source>summary report on a product</source>
            <translation>zusammenfassender Bericht zu einem Produkt</translation>
        </message>
        <message>
            <source>surgical pathology</source>
            <translation>chirurgische Pathologie</translation>
        </message>
        <message>
            <source>susceptible</source>
            <translation>empfindlich</translation>
        </message>
        <message>
            <source>taken for safe keeping</source>
            <translation>sicher entgegengenommen</translation>
        </message>
        <message>
            <source>tax number</source>
            <translation>Steuernummer</translation>
        </message>
        <message>
            <source>temporary account number</source>
            <translation>vorläufige Fall- oder Kontonummer</translation>
        </message>
        <message>
            <source>temporary medical record number</source>
            <translation>vorläufige Nummer der Krankenakte</translation>
        </message>
        <message>
            <source>text</source>
            <translation>Text</translation>
        </message>
        <message>
            <source>the clocks disagree</source>
            <translation>die Uhren stimmen nicht überein</translation>
        </message>
        <message>
            <source>the daemon tries again by itself</source>
            <translation>der Daemon versucht es von selbst wieder</translation>
        </message>
        <message>
            <source>the oldest is dropped in {span}</source>
            <translation>die älteste wird in {span} verworfen</translation>
        </message>
        <message>
            <source>the oldest may be dropped any moment</source>
            <translation>die älteste kann jederzeit verworfen werden</translation>
        </message>
        <message>
            <source>the patient</source>
            <translation>der Patient selbst</translation>
        </message>
        <message>
            <source>time of day</source>
            <translation>Uhrzeit</translation>
        </message>
        <message>
            <source>times blocked</source>
            <translation>Zeiten gesperrt</translation>
        </message>
        <message>
            <source>times opened</source>
            <translation>Zeiten freigegeben</translation>
        </message>
        <message>
            <source>to be admitted</source>
            <translation>zur Aufnahme vorgemerkt</translation>
        </message>
        <message>
            <source>to be deleted</source>
            <translation>zu löschen</translation>
        </message>
        <message>
            <source>toxicology</source>
            <translation>Toxikologie</translation>
        </message>
        <message>
            <source>trainer</source>
            <translation>Trainer</translation>
        </message>
        <message>
            <source>training</source>
            <translation>Schulung</translation>
        </message>
        <message>
            <source>transfer</source>
            <translation>Verlegung</translation>
        </message>
        <message>
            <source>transfer cancelled</source>
            <translation>Verlegung storniert</translation>
        </message>
        <message>
            <source>transfer planned</source>
            <translation>Verlegung geplant</translation>
        </message>
        <message>
            <source>tried {count} ×</source>
            <translation>{count} × versucht</translation>
        </message>
        <message>
            <source>tried {count} ×, {error}</source>
            <translation>{count} × versucht, {error}</translation>
        </message>
        <message>
            <source>try {count} is due: {error}</source>
            <translation>Versuch {count} ist fällig: {error}</translation>
        </message>
        <message>
            <source>two patient records linked</source>
            <translation>zwei Patientensätze verknüpft</translation>
        </message>
        <message>
            <source>two patient records separated</source>
            <translation>zwei Patientensätze getrennt</translation>
        </message>
        <message>
            <source>two patients swap places</source>
            <translation>zwei Patienten tauschen den Platz</translation>
        </message>
        <message>
            <source>ultrasound in obstetrics</source>
            <translation>Ultraschall der Geburtshilfe</translation>
        </message>
        <message>
            <source>ultrasound in radiology</source>
            <translation>Ultraschall der Radiologie</translation>
        </message>
        <message>
            <source>unasked display lines</source>
            <translation>unverlangte Anzeigezeilen</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message>
            <source>unknown kind of file</source>
            <translation>unbekannte Art von Datei</translation>
        </message>
        <message>
            <source>unlink the order</source>
            <translation>Verknüpfung des Auftrags lösen</translation>
        </message>
        <message>
            <source>unmarried</source>
            <translation>unverheiratet</translation>
        </message>
        <message>
            <source>unspecified</source>
            <translation>nicht näher bestimmt</translation>
        </message>
        <message>
            <source>unwanted effect of a product</source>
            <translation>unerwünschte Wirkung eines Produkts</translation>
        </message>
        <message>
            <source>urgent</source>
            <translation>dringlich</translation>
        </message>
        <message>
            <source>vaccinations</source>
            <translation>Impfungen</translation>
        </message>
        <message>
            <source>value not of its data type</source>
            <translation>Wert nicht vom Datentyp</translation>
        </message>
        <message>
            <source>value too long</source>
            <translation>Wert zu lang</translation>
        </message>
        <message>
            <source>vascular ultrasound</source>
            <translation>Gefäßultraschall</translation>
        </message>
        <message>
            <source>verified</source>
            <translation>geprüft</translation>
        </message>
        <message>
            <source>version not supported</source>
            <translation>Version nicht unterstützt</translation>
        </message>
        <message>
            <source>version {number} of HL7</source>
            <translation>Version {number} von HL7</translation>
        </message>
        <message>
            <source>very susceptible</source>
            <translation>sehr empfindlich</translation>
        </message>
        <message>
            <source>virology</source>
            <translation>Virologie</translation>
        </message>
        <message>
            <source>visit moved to another account</source>
            <translation>Besuch zu einem anderen Fall verschoben</translation>
        </message>
        <message>
            <source>visit number</source>
            <translation>Besuchsnummer</translation>
        </message>
        <message>
            <source>visit number changed</source>
            <translation>Besuchsnummer geändert</translation>
        </message>
        <message>
            <source>visits merged</source>
            <translation>Besuche zusammengeführt</translation>
        </message>
        <message>
            <source>waits for its next retry</source>
            <translation>wartet auf ihre nächste Wiederholung</translation>
        </message>
        <message>
            <source>ward of court</source>
            <translation>Mündel</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>Warnung</translation>
        </message>
        <message>
            <source>was wrong, such as of another patient</source>
            <translation>war falsch, etwa von einem anderen Patienten</translation>
        </message>
        <message>
            <source>watched too shortly to tell</source>
            <translation>zu kurz beobachtet für eine Aussage</translation>
        </message>
        <message>
            <source>waveform</source>
            <translation>Kurvendaten</translation>
        </message>
        <message>
            <source>where a service is given</source>
            <translation>Ort der Leistung</translation>
        </message>
        <message>
            <source>where the birth took place</source>
            <translation>Ort der Entbindung</translation>
        </message>
        <message>
            <source>widowed</source>
            <translation>verwitwet</translation>
        </message>
        <message>
            <source>with a life partner</source>
            <translation>mit Lebenspartner</translation>
        </message>
        <message>
            <source>with a registered partner</source>
            <translation>in eingetragener Partnerschaft</translation>
        </message>
        <message>
            <source>work</source>
            <translation>Arbeit</translation>
        </message>
        <message>
            <source>worker is {value}.</source>
            <translation>worker ist {value}.</translation>
        </message>
        <message>
            <source>worker {number} (group {group})</source>
            <translation>Zusteller {number} (Gruppe {group})</translation>
        </message>
        <message>
            <source>worker {number} ({channel}/{destination})</source>
            <translation>Zusteller {number} ({channel}/{destination})</translation>
        </message>
        <message>
            <source>worse</source>
            <translation>verschlechtert</translation>
        </message>
        <message>
            <source>wrong address</source>
            <translation>falsche Adresse</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <source>{arrived} in, {delivered} out in {seconds} s</source>
            <translation>{arrived} ein, {delivered} aus in {seconds} s</translation>
        </message>
        <message>
            <source>{arrived} in, {gone} gone in {seconds} s</source>
            <translation>{arrived} ein, {gone} weg in {seconds} s</translation>
        </message>
        <message>
            <source>{channel} is not the stream of this queue.</source>
            <translation>{channel} ist nicht der Stream dieser Warteschlange.</translation>
        </message>
        <message>
            <source>{count} JSON values one after the other</source>
            <translation>{count} JSON-Werte hintereinander</translation>
        </message>
        <message>
            <source>{count} MB</source>
            <translation>{count} MB</translation>
        </message>
        <message>
            <source>{count} bytes are not {encoding}</source>
            <translation>{count} Bytes sind kein {encoding}</translation>
        </message>
        <message>
            <source>{count} bytes stand before the header</source>
            <translation>{count} Bytes stehen vor dem Kopf</translation>
        </message>
        <message>
            <source>{count} consumer groups, or their stream, are not there: a start makes them. See that the prefix and the groups are those that are meant.</source>
            <translation>{count} Verbrauchergruppen oder ihr Stream sind nicht vorhanden: Ein Start legt an, was fehlt. Prüfen Sie, ob Präfix und Gruppen die gemeinten sind.</translation>
        </message>
        <message>
            <source>{count} days old</source>
            <translation>{count} Tage alt</translation>
        </message>
        <message>
            <source>{count} delivered or skipped messages of {target} are deleted.</source>
            <translation>{count} zugestellte oder übersprungene Nachrichten von {target} werden gelöscht.</translation>
        </message>
        <message>
            <source>{count} destinations</source>
            <translation>{count} Ziele</translation>
        </message>
        <message>
            <source>{count} destinations growing</source>
            <translation>{count} Ziele wachsen</translation>
        </message>
        <message>
            <source>{count} destinations of which nothing can be told yet</source>
            <translation>{count} Ziele, über die noch nichts zu sagen ist</translation>
        </message>
        <message>
            <source>{count} destinations overdue</source>
            <translation>{count} Ziele überfällig</translation>
        </message>
        <message>
            <source>{count} destinations stuck</source>
            <translation>{count} Ziele blockiert</translation>
        </message>
        <message>
            <source>{count} escape sequences are invalid or not known: they are shown as they are</source>
            <translation>{count} Escape-Sequenzen sind ungültig oder nicht bekannt: Sie stehen da, wie sie sind</translation>
        </message>
        <message>
            <source>{count} failed, none delivered</source>
            <translation>{count} fehlgeschlagen, keine zugestellt</translation>
        </message>
        <message>
            <source>{count} finished messages of {target} are deleted.</source>
            <translation>{count} abgeschlossene Nachrichten von {target} werden gelöscht.</translation>
        </message>
        <message>
            <source>{count} indexes are added to the file: qmonitor then finds its figures there, instead of in the messages.</source>
            <translation>Die Datei bekommt {count} Indizes: Dort findet qmonitor dann seine Zahlen, statt in den Nachrichten.</translation>
        </message>
        <message>
            <source>{count} indexes of qmonitor are taken out of the file: looking at it takes longer again.</source>
            <translation>{count} Indizes von qmonitor werden aus der Datei genommen: Das Lesen dauert dann wieder länger.</translation>
        </message>
        <message>
            <source>{count} interrupted actions are kept already.</source>
            <translation>{count} unterbrochene Aktionen werden bereits aufbewahrt.</translation>
        </message>
        <message>
            <source>{count} later messages for {target} were delivered meanwhile ({ids}): the receiver gets these out of order.</source>
            <translation>{count} spätere Nachrichten für {target} wurden inzwischen zugestellt ({ids}): Der Empfänger erhält diese außer der Reihe.</translation>
        </message>
        <message>
            <source>{count} lines are no segments</source>
            <translation>{count} Zeilen sind keine Segmente</translation>
        </message>
        <message>
            <source>{count} messages are left out: another group of the stream has not finished them.</source>
            <translation>{count} Nachrichten bleiben außen vor: Eine andere Gruppe des Streams hat sie nicht abgeschlossen.</translation>
        </message>
        <message>
            <source>{count} messages are left out: somebody acted on them since.</source>
            <translation>{count} Nachrichten bleiben außen vor: Jemand hat sie inzwischen bearbeitet.</translation>
        </message>
        <message>
            <source>{count} messages are left out: their envelopes can't be read. A dispatcher moves them to the dead letters.</source>
            <translation>{count} Nachrichten bleiben außen vor: Ihre Umschläge sind nicht lesbar. Ein Verteiler legt sie zu den Dead Letters.</translation>
        </message>
        <message>
            <source>{count} messages are left out: their payloads are missing.</source>
            <translation>{count} Nachrichten bleiben außen vor: Ihre Nutzdaten fehlen.</translation>
        </message>
        <message>
            <source>{count} messages are left out: they have no time and would never run. To retry them all the same, choose them by themselves.</source>
            <translation>{count} Nachrichten bleiben außen vor: Sie haben keine Zeit und liefen nie. Sollen sie doch erneut versucht werden, wählen Sie sie einzeln.</translation>
        </message>
        <message>
            <source>{count} messages are left out: they have too many fields to be moved in one step.</source>
            <translation>{count} Nachrichten bleiben außen vor: Sie haben zu viele Felder, um in einem Schritt verschoben zu werden.</translation>
        </message>
        <message>
            <source>{count} messages are left out: workers have had them in hand for less than {span}.</source>
            <translation>{count} Nachrichten bleiben außen vor: Zusteller haben sie seit weniger als {span} in Arbeit.</translation>
        </message>
        <message>
            <source>{count} messages are left out: workers have them in hand.</source>
            <translation>{count} Nachrichten bleiben außen vor: Zusteller haben sie in Arbeit.</translation>
        </message>
        <message>
            <source>{count} messages are sent at a time; what nobody finished within {seconds} s is sent again.</source>
            <translation>Es werden {count} Nachrichten zugleich gesendet; was niemand binnen {seconds} s abgeschlossen hat, wird erneut gesendet.</translation>
        </message>
        <message>
            <source>{count} messages are sent to {target} once more, as new ones at the end of the line.</source>
            <translation>{count} Nachrichten werden noch einmal an {target} gesendet, als neue am Ende der Reihe.</translation>
        </message>
        <message>
            <source>{count} messages are so long that only their first {size} MB were searched.</source>
            <translation>{count} Nachrichten sind so lang, dass nur ihre ersten {size} MB durchsucht wurden.</translation>
        </message>
        <message>
            <source>{count} messages are stored as one, without a batch</source>
            <translation>{count} Nachrichten sind als eine gespeichert, ohne Stapel</translation>
        </message>
        <message>
            <source>{count} messages can't be made into documents; they stay.</source>
            <translation>{count} Nachrichten lassen sich nicht zu Dokumenten machen; sie bleiben.</translation>
        </message>
        <message>
            <source>{count} messages for {target} are published now, as the last of the stream.</source>
            <translation>{count} Nachrichten für {target} werden jetzt veröffentlicht, als letzte des Streams.</translation>
        </message>
        <message>
            <source>{count} messages for {target} are set aside: no worker gets them unless they are restored.</source>
            <translation>{count} Nachrichten für {target} werden beiseitegelegt: Kein Zusteller erhält sie, außer sie werden wiederhergestellt.</translation>
        </message>
        <message>
            <source>{count} messages for {target} become due now, with their attempts counted from 0 again.</source>
            <translation>{count} Nachrichten für {target} werden jetzt fällig; ihre Versuche zählen wieder ab 0.</translation>
        </message>
        <message>
            <source>{count} messages for {target} go aside: no worker gets them, unless they are restored.</source>
            <translation type="vanished">{count} Nachrichten für {target} werden beiseitegelegt: Kein Zusteller erhält sie, außer sie werden wiederhergestellt.</translation>
        </message>
        <message>
            <source>{count} messages for {target} will never be sent.</source>
            <translation type="vanished">{count} Nachrichten für {target} werden nie gesendet.</translation>
        </message>
        <message>
            <source>{count} messages for {target} will not be sent, unless they are restored.</source>
            <translation>{count} Nachrichten für {target} werden nicht gesendet, außer sie werden wiederhergestellt.</translation>
        </message>
        <message>
            <source>{count} messages of {target} are erased, whatever their state: their contents are gone for good.</source>
            <translation>{count} Nachrichten von {target} werden endgültig gelöscht, gleich in welchem Zustand: Ihre Inhalte sind unwiederbringlich weg.</translation>
        </message>
        <message>
            <source>{count} messages that lie in the stream are sent, also those that another group has finished.</source>
            <translation>{count} Nachrichten, die im Stream liegen, werden gesendet, auch die, die eine andere Gruppe abgeschlossen hat.</translation>
        </message>
        <message>
            <source>{count} minutes</source>
            <translation>{count} Minuten</translation>
        </message>
        <message>
            <source>{count} months old</source>
            <translation>{count} Monate alt</translation>
        </message>
        <message>
            <source>{count} more oddities are not listed</source>
            <translation>{count} weitere Auffälligkeiten sind nicht aufgeführt</translation>
        </message>
        <message>
            <source>{count} of them are due: a dispatcher may be sending them at this very moment, too. Then they run twice.</source>
            <translation type="vanished">{count} davon sind fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment auch. Dann laufen sie zweimal.</translation>
        </message>
        <message>
            <source>{count} of them are due: a dispatcher may be sending them at this very moment. Then they run twice.</source>
            <translation>{count} davon sind fällig: Womöglich sendet ein Verteiler sie in eben diesem Moment. Dann laufen sie zweimal.</translation>
        </message>
        <message>
            <source>{count} of them are older than {days} days: the daemon drops them, and does not send them.</source>
            <translation>{count} davon sind älter als {days} Tage: Der Daemon verwirft sie und sendet sie nicht.</translation>
        </message>
        <message>
            <source>{count} of them can't be decoded.</source>
            <translation>{count} davon lassen sich nicht dekodieren.</translation>
        </message>
        <message>
            <source>{count} of them have failed.</source>
            <translation>{count} davon sind fehlgeschlagen.</translation>
        </message>
        <message>
            <source>{count} of them have not been delivered.</source>
            <translation>{count} davon sind nicht zugestellt.</translation>
        </message>
        <message>
            <source>{count} of them leave the dead letters.</source>
            <translation>{count} davon verlassen die Dead Letters.</translation>
        </message>
        <message>
            <source>{count} of them wait for a retry, and are published now instead.</source>
            <translation>{count} davon warten auf eine Wiederholung und werden stattdessen jetzt veröffentlicht.</translation>
        </message>
        <message>
            <source>{count} of them wait for a retry: they do not wait any longer.</source>
            <translation type="vanished">{count} davon warten auf eine Wiederholung: Sie warten dann nicht länger.</translation>
        </message>
        <message>
            <source>{count} retries are due and not sent</source>
            <translation>{count} Wiederholungen sind fällig und werden nicht gesendet</translation>
        </message>
        <message>
            <source>{count} retries are due and not sent, for {span} now</source>
            <translation>{count} Wiederholungen sind fällig und werden nicht gesendet, seit {span}</translation>
        </message>
        <message>
            <source>{count} retry is due and not sent</source>
            <translation>{count} Wiederholung ist fällig und wird nicht gesendet</translation>
        </message>
        <message>
            <source>{count} retry is due and not sent, for {span} now</source>
            <translation>{count} Wiederholung ist fällig und wird nicht gesendet, seit {span}</translation>
        </message>
        <message>
            <source>{count} rows hold several messages each: all of them are part of this.</source>
            <translation>{count} Zeilen enthalten je mehrere Nachrichten: Alle gehören dazu.</translation>
        </message>
        <message>
            <source>{count} seconds</source>
            <translation>{count} Sekunden</translation>
        </message>
        <message>
            <source>{count} skipped messages for {target} are published again, as the last of the stream.</source>
            <translation>{count} übersprungene Nachrichten für {target} werden wieder veröffentlicht, als letzte des Streams.</translation>
        </message>
        <message>
            <source>{count} skipped messages for {target} go back in line, in their old places, and will be sent.</source>
            <translation>{count} übersprungene Nachrichten für {target} kommen an ihre alten Plätze in der Reihe zurück und werden gesendet.</translation>
        </message>
        <message>
            <source>{count} skipped messages for {target} go back in line, in their old places.</source>
            <translation>{count} übersprungene Nachrichten für {target} kommen an ihre alten Plätze in der Reihe zurück.</translation>
        </message>
        <message>
            <source>{count} skipped messages of {target} are deleted.</source>
            <translation>{count} übersprungene Nachrichten von {target} werden gelöscht.</translation>
        </message>
        <message>
            <source>{count} will be dropped: older than {days} days.</source>
            <translation>{count} werden verworfen: älter als {days} Tage.</translation>
        </message>
        <message>
            <source>{count} years old</source>
            <translation>{count} Jahre alt</translation>
        </message>
        <message>
            <source>{described} of {size} bytes are described</source>
            <translation>{described} von {size} Bytes sind beschrieben</translation>
        </message>
        <message>
            <source>{destination} has a worker already.</source>
            <translation>{destination} hat schon einen Zusteller.</translation>
        </message>
        <message>
            <source>{failed} failed, {delivered} delivered in {seconds} s</source>
            <translation>{failed} fehlgeschlagen, {delivered} zugestellt in {seconds} s</translation>
        </message>
        <message>
            <source>{folder} did not respond within {seconds} s.</source>
            <translation>{folder} hat in {seconds} s nicht geantwortet.</translation>
        </message>
        <message>
            <source>{folder} has another file with the name of this message.</source>
            <translation>{folder} hat eine andere Datei mit dem Namen dieser Nachricht.</translation>
        </message>
        <message>
            <source>{folder} is not the folder that it was when its worker started.</source>
            <translation>{folder} ist nicht mehr der Ordner, der es beim Start seines Zustellers war.</translation>
        </message>
        <message>
            <source>{ids} and {count} more</source>
            <translation>{ids} und {count} weitere</translation>
        </message>
        <message>
            <source>{id} is not the head ({head} is): skipping it unblocks nothing.</source>
            <translation>{id} ist nicht der Kopf (das ist {head}): Das Überspringen gibt nichts frei.</translation>
        </message>
        <message>
            <source>{id} was moved by {actor} at {at} ({action}): it is {now}, {stage}.</source>
            <translation>{id} wurde von {actor} um {at} verschoben ({action}): Sie ist {now}, {stage}.</translation>
        </message>
        <message>
            <source>{id}: {actor} did this at {at}: {action}.</source>
            <translation>{id}: {actor} tat dies um {at}: {action}.</translation>
        </message>
        <message>
            <source>{key} = {value} is not known.</source>
            <translation>{key} = {value} ist nicht bekannt.</translation>
        </message>
        <message>
            <source>{key} can't be written as CBOR.</source>
            <translation>{key} lässt sich nicht als CBOR schreiben.</translation>
        </message>
        <message>
            <source>{key} has no ids left for new entries, so nothing was done: its last id is the highest one.</source>
            <translation>{key} hat keine Kennungen mehr für neue Einträge, darum geschah nichts: Seine letzte Kennung ist die höchste überhaupt.</translation>
        </message>
        <message>
            <source>{key} is missing.</source>
            <translation>{key} fehlt.</translation>
        </message>
        <message>
            <source>{key} is set, but qmonitor sets it itself.</source>
            <translation>{key} ist gesetzt, aber das setzt qmonitor selbst.</translation>
        </message>
        <message>
            <source>{key} is set, but the source is a queue on a server.</source>
            <translation>{key} ist gesetzt, aber die Quelle ist eine Warteschlange auf einem Server.</translation>
        </message>
        <message>
            <source>{key} is set, but this file holds no secrets.</source>
            <translation>{key} ist gesetzt, aber in dieser Datei stehen keine Geheimnisse.</translation>
        </message>
        <message>
            <source>{key} is {value}.</source>
            <translation>{key} ist {value}.</translation>
        </message>
        <message>
            <source>{kind}, 1 byte</source>
            <translation>{kind}, 1 Byte</translation>
        </message>
        <message>
            <source>{kind}, {count} bytes</source>
            <translation>{kind}, {count} Bytes</translation>
        </message>
        <message>
            <source>{kind}, {encoding}, 1 byte</source>
            <translation>{kind}, {encoding}, 1 Byte</translation>
        </message>
        <message>
            <source>{kind}, {encoding}, about {count} bytes</source>
            <translation>{kind}, {encoding}, etwa {count} Bytes</translation>
        </message>
        <message>
            <source>{kind}, {encoding}, broken after {count} bytes</source>
            <translation>{kind}, {encoding}, nach {count} Bytes defekt</translation>
        </message>
        <message>
            <source>{kind}, {encoding}, {count} bytes</source>
            <translation>{kind}, {encoding}, {count} Bytes</translation>
        </message>
        <message>
            <source>{name} ({file}) can't be used: {reason}.</source>
            <translation>{name} ({file}) lässt sich nicht verwenden: {reason}.</translation>
        </message>
        <message>
            <source>{name} could not be saved: {cause}.</source>
            <translation>{name} konnte nicht gesichert werden: {cause}.</translation>
        </message>
        <message>
            <source>{name} has to be a span of time, as "90 s", "5 min", "1 h" or "2 d".</source>
            <translation>{name} muss eine Zeitspanne sein, wie „90 s“, „5 min“, „1 h“ oder „2 d“.</translation>
        </message>
        <message>
            <source>{name} has to be a text.</source>
            <translation>{name} muss ein Text sein.</translation>
        </message>
        <message>
            <source>{name} has to be a whole number.</source>
            <translation>{name} muss eine ganze Zahl sein.</translation>
        </message>
        <message>
            <source>{name} has to be true or false.</source>
            <translation>{name} muss true oder false sein.</translation>
        </message>
        <message>
            <source>{name} is there already, and is no chart that was saved: it is not replaced.</source>
            <translation>{name} gibt es schon, und es ist kein gespeichertes Diagramm: Es wird nicht ersetzt.</translation>
        </message>
        <message>
            <source>{name} is there already, and is not replaced.</source>
            <translation>{name} ist schon da und wird nicht ersetzt.</translation>
        </message>
        <message>
            <source>{name} is {value}.</source>
            <translation>{name} ist {value}.</translation>
        </message>
        <message>
            <source>{name}: the engine could not write for {count} ms.</source>
            <translation>{name}: Die Engine konnte {count} ms lang nicht schreiben.</translation>
        </message>
        <message>
            <source>{path} can be read by others (mode {mode}).</source>
            <translation>{path} können auch andere lesen (Modus {mode}).</translation>
        </message>
        <message>
            <source>{path} can't be opened.</source>
            <translation>{path} lässt sich nicht öffnen.</translation>
        </message>
        <message>
            <source>{path} can't be read ({error}): the rules that come with qmonitor hold.</source>
            <translation>{path} ist nicht zu lesen ({error}): Die Regeln, die qmonitor mitbringt, gelten.</translation>
        </message>
        <message>
            <source>{path} can't be read.</source>
            <translation>{path} lässt sich nicht lesen.</translation>
        </message>
        <message>
            <source>{path} can't be read: {why}.</source>
            <translation>{path} lässt sich nicht lesen: {why}.</translation>
        </message>
        <message>
            <source>{path} has a write-ahead log (-wal) but no index of it (-shm).</source>
            <translation>{path} hat ein Write-Ahead-Log (-wal), aber keinen Index dazu (-shm).</translation>
        </message>
        <message>
            <source>{path} has no table 'kv' with the columns {names}.</source>
            <translation>{path} hat keine Tabelle „kv“ mit den Spalten {names}.</translation>
        </message>
        <message>
            <source>{path} has no table 'queue'.</source>
            <translation>{path} hat keine Tabelle „queue“.</translation>
        </message>
        <message>
            <source>{path} has no worker.</source>
            <translation>{path} hat keinen Zusteller.</translation>
        </message>
        <message>
            <source>{path} has nothing but {workers}.</source>
            <translation>{path} hat nur {workers}.</translation>
        </message>
        <message>
            <source>{path} holds an unfinished change of its engine that only a writer can finish.</source>
            <translation>{path} enthält eine unfertige Änderung der Engine, die nur ein Schreibender abschließen kann.</translation>
        </message>
        <message>
            <source>{path} holds no password.</source>
            <translation type="vanished">{path} enthält kein Kennwort.</translation>
        </message>
        <message>
            <source>{path} holds no password: it has several lines, and they are no table of secrets.</source>
            <translation>{path} enthält kein Passwort: Die Datei hat mehrere Zeilen, und diese sind keine Tabelle von Geheimnissen.</translation>
        </message>
        <message>
            <source>{path} holds no password: it is empty.</source>
            <translation>{path} enthält kein Passwort: Die Datei ist leer.</translation>
        </message>
        <message>
            <source>{path} holds no password: it is too long, or no text in UTF-8.</source>
            <translation>{path} enthält kein Kennwort: Die Datei ist zu lang oder kein Text in UTF-8.</translation>
        </message>
        <message>
            <source>{path} holds no password: the name before the = stands in no quotes.</source>
            <translation>{path} enthält kein Passwort: Der Name vor dem = steht nicht in Anführungszeichen.</translation>
        </message>
        <message>
            <source>{path} holds one secret, and {first} and {second} need one.</source>
            <translation>{path} enthält ein Geheimnis, und {first} und {second} brauchen je eines.</translation>
        </message>
        <message>
            <source>{path} is a database, but no queue that qmonitor knows.</source>
            <translation>{path} ist eine Datenbank, aber keine Warteschlange, die qmonitor kennt.</translation>
        </message>
        <message>
            <source>{path} is a folder.</source>
            <translation>{path} ist ein Ordner.</translation>
        </message>
        <message>
            <source>{path} is damaged or cut off.</source>
            <translation>{path} ist beschädigt oder abgeschnitten.</translation>
        </message>
        <message>
            <source>{path} is empty.</source>
            <translation>{path} ist leer.</translation>
        </message>
        <message>
            <source>{path} is masked: show masked values first, to search in it.</source>
            <translation>{path} ist verdeckt: zeigen Sie verdeckte Werte zuerst, um darin zu suchen.</translation>
        </message>
        <message>
            <source>{path} is no TOML ({error}): the rules that come with qmonitor hold.</source>
            <translation>{path} ist kein TOML ({error}): Die Regeln, die qmonitor mitbringt, gelten.</translation>
        </message>
        <message>
            <source>{path} is not a file of this user.</source>
            <translation>{path} ist keine Datei dieses Benutzers.</translation>
        </message>
        <message>
            <source>{path} is not an SQLite database, or it is encrypted.</source>
            <translation>{path} ist keine SQLite-Datenbank oder ist verschlüsselt.</translation>
        </message>
        <message>
            <source>{path} keeps its texts as {encoding}.</source>
            <translation>{path} hält seine Texte als {encoding}.</translation>
        </message>
        <message>
            <source>{path} lies on a network share ({kind}), where locks can't be trusted.</source>
            <translation>{path} liegt auf einer Netzwerkfreigabe ({kind}), auf der auf Sperren kein Verlass ist.</translation>
        </message>
        <message>
            <source>{path} takes no change of message {id}.</source>
            <translation>{path} nimmt keine Änderung des Eintrags {id} an.</translation>
        </message>
        <message>
            <source>{path} was closed.</source>
            <translation>{path} wurde geschlossen.</translation>
        </message>
        <message>
            <source>{path} was exchanged or restarted under every look at it.</source>
            <translation>{path} wurde bei jedem Hinsehen ausgetauscht oder neu begonnen.</translation>
        </message>
        <message>
            <source>{path}, connection {number}: {problem}</source>
            <translation>{path}, Verbindung {number}: {problem}</translation>
        </message>
        <message>
            <source>{path}, line {line}, connection {number}: {problem}</source>
            <translation>{path}, Zeile {line}, Verbindung {number}: {problem}</translation>
        </message>
        <message>
            <source>{path}, worker {number}: {problem}</source>
            <translation>{path}, Zusteller {number}: {problem}</translation>
        </message>
        <message>
            <source>{place} has a secret for {name} that is not accepted.</source>
            <translation>{place} hat ein Passwort für {name}, das nicht angenommen wird.</translation>
        </message>
        <message>
            <source>{place} has no secret for {name}.</source>
            <translation>{place} hat kein Geheimnis für {name}.</translation>
        </message>
        <message>
            <source>{segment} is missing at the end of what {header} begins</source>
            <translation>{segment} fehlt am Ende dessen, was {header} beginnt</translation>
        </message>
        <message>
            <source>{segment}-1 is no number</source>
            <translation>{segment}-1 ist keine Zahl</translation>
        </message>
        <message>
            <source>{size} bytes are too many for the clipboard.</source>
            <translation>{size} Bytes sind zu viele für die Zwischenablage.</translation>
        </message>
        <message>
            <source>{span} for each</source>
            <translation>{span} für jeden</translation>
        </message>
        <message>
            <source>{where} accepts connections with {version}, and its certificate is trusted. Nothing was sent.</source>
            <translation>{where} nimmt Verbindungen mit {version} an, und seinem Zertifikat wird vertraut. Es wurde nichts gesendet.</translation>
        </message>
        <message>
            <source>{where} accepts connections, but sends something before any message: is it an MLLP receiver? Nothing was sent.</source>
            <translation>{where} nimmt Verbindungen an, sendet aber etwas vor jeder Nachricht: Ist das ein MLLP-Empfänger? Es wurde nichts gesendet.</translation>
        </message>
        <message>
            <source>{where} accepts connections. Nothing was sent.</source>
            <translation>{where} nimmt Verbindungen an. Es wurde nichts gesendet.</translation>
        </message>
        <message>
            <source>{where} closed the connection before its response was complete.</source>
            <translation>{where} hat die Verbindung geschlossen, bevor die Antwort vollständig war.</translation>
        </message>
        <message>
            <source>{where} closed the connection immediately.</source>
            <translation>{where} hat die Verbindung sofort wieder geschlossen.</translation>
        </message>
        <message>
            <source>{where} closed the connection without a status.</source>
            <translation>{where} hat die Verbindung ohne einen Status geschlossen.</translation>
        </message>
        <message>
            <source>{where} closed the connection without an acknowledgement.</source>
            <translation>{where} hat die Verbindung ohne Quittung geschlossen.</translation>
        </message>
        <message>
            <source>{where} did not accept the whole message within {seconds} s.</source>
            <translation>{where} hat nicht die ganze Nachricht in {seconds} s angenommen.</translation>
        </message>
        <message>
            <source>{where} has received the message (CA), but closed the connection before it confirmed the processing.</source>
            <translation>{where} hat die Nachricht erhalten (CA), aber die Verbindung geschlossen, bevor die Verarbeitung bestätigt war.</translation>
        </message>
        <message>
            <source>{where} has received the message (CA), but did not confirm within {seconds} s that it was processed.</source>
            <translation>{where} hat die Nachricht erhalten (CA), aber in {seconds} s nicht bestätigt, dass sie verarbeitet ist.</translation>
        </message>
        <message>
            <source>{where} is connected, as messages are sent there. Nothing was sent now.</source>
            <translation>{where} ist verbunden, da dorthin Nachrichten gesendet werden. Jetzt wurde nichts gesendet.</translation>
        </message>
        <message>
            <source>{where} is not reachable: {reason}.</source>
            <translation>{where} ist nicht erreichbar: {reason}.</translation>
        </message>
        <message>
            <source>{where} refused the message with {code}.</source>
            <translation>{where} hat die Nachricht mit {code} abgelehnt.</translation>
        </message>
        <message>
            <source>{where} refused the message with {code}: {said}</source>
            <translation>{where} hat die Nachricht mit {code} abgelehnt: {said}</translation>
        </message>
        <message>
            <source>{where} rejected the client certificate: {reason}.</source>
            <translation>{where} hat das Client-Zertifikat abgelehnt: {reason}.</translation>
        </message>
        <message>
            <source>{where} responded with one redirect after the other.</source>
            <translation>{where} hat mit einer Weiterleitung nach der anderen geantwortet.</translation>
        </message>
        <message>
            <source>{where} responded with status {status} before it had the whole message.</source>
            <translation>{where} hat mit Status {status} geantwortet, bevor die Nachricht vollständig übertragen war.</translation>
        </message>
        <message>
            <source>{where} responded with status {status} to a request without a message. Nothing was sent.</source>
            <translation>{where} hat auf eine Anfrage ohne Nachricht mit Status {status} geantwortet. Gesendet wurde nichts.</translation>
        </message>
        <message>
            <source>{where} responded with status {status}, but without a complete acknowledgement.</source>
            <translation>{where} hat mit Status {status} geantwortet, aber ohne vollständige Quittung.</translation>
        </message>
        <message>
            <source>{where} responded with status {status}.</source>
            <translation>{where} hat mit Status {status} geantwortet.</translation>
        </message>
        <message>
            <source>{where} responded with the acknowledgement of another message (MSA-2).</source>
            <translation>{where} hat mit der Quittung einer anderen Nachricht geantwortet (MSA-2).</translation>
        </message>
        <message>
            <source>{where} sends without end before any message: is it an MLLP receiver?</source>
            <translation>{where} sendet ohne Ende, noch vor jeder Nachricht: Ist es ein MLLP-Empfänger?</translation>
        </message>
        <message>
            <source>{where} sent a response that is not HTTP.</source>
            <translation>{where} hat eine Antwort gesendet, die kein HTTP ist.</translation>
        </message>
        <message>
            <source>{where} sent something before any message: is it a web server?</source>
            <translation>{where} hat vor jeder Nachricht etwas gesendet: Ist es ein Webserver?</translation>
        </message>
        <message>
            <source>{where} sent something before any message: the response to a message without control id could not be told from that.</source>
            <translation>{where} hat vor jeder Nachricht etwas gesendet: Die Antwort auf eine Nachricht ohne Kontroll-ID ließe sich davon nicht unterscheiden.</translation>
        </message>
    </context>
    <context>
        <name>text</name>
        <message>
            <source>1 byte</source>
            <translation>1 Byte</translation>
        </message>
        <message>
            <source>body gone</source>
            <translation>Inhalt fort</translation>
        </message>
        <message>
            <source>dead-lettered</source>
            <translation>Dead Letter</translation>
        </message>
        <message>
            <source>delayed</source>
            <translation>verzögert</translation>
        </message>
        <message>
            <source>delivered</source>
            <translation>zugestellt</translation>
        </message>
        <message>
            <source>due</source>
            <translation>fällig</translation>
        </message>
        <message>
            <source>exam</source>
            <translation type="vanished">Prüfung</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>fehlgeschlagen</translation>
        </message>
        <message>
            <source>final grade</source>
            <translation type="vanished">Abschlussnote</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>erledigt</translation>
        </message>
        <message>
            <source>gone</source>
            <translation>nicht mehr da</translation>
        </message>
        <message>
            <source>grade</source>
            <translation type="vanished">Note</translation>
        </message>
        <message>
            <source>in flight</source>
            <translation>in Arbeit</translation>
        </message>
        <message>
            <source>national exam</source>
            <translation type="vanished">Staatsexamen</translation>
        </message>
        <message>
            <source>not delivered</source>
            <translation>nicht zugestellt</translation>
        </message>
        <message>
            <source>payload missing</source>
            <translation>Nutzdaten fehlen</translation>
        </message>
        <message>
            <source>pending</source>
            <translation>wartend</translation>
        </message>
        <message>
            <source>reading</source>
            <translation type="vanished">Lesung</translation>
        </message>
        <message>
            <source>skipped</source>
            <translation>übersprungen</translation>
        </message>
        <message>
            <source>there</source>
            <translation>vorhanden</translation>
        </message>
        <message>
            <source>will never run</source>
            <translation>läuft nie</translation>
        </message>
        <message>
            <source>without a retry</source>
            <translation>ohne Wiederholung</translation>
        </message>
        <message>
            <source>{count} bytes</source>
            <translation>{count} Bytes</translation>
        </message>
        <message>
            <source>{count} ms</source>
            <translation>{count} ms</translation>
        </message>
        <message>
            <source>{days} d {clock}</source>
            <translation>{days} d {clock}</translation>
        </message>
        <message>
            <source>{days} d {hours} h</source>
            <translation>{days} d {hours} h</translation>
        </message>
        <message>
            <source>{hours} h {minutes} min</source>
            <translation>{hours} h {minutes} min</translation>
        </message>
        <message>
            <source>{minutes} min</source>
            <translation>{minutes} min</translation>
        </message>
        <message>
            <source>{seconds} s</source>
            <translation>{seconds} s</translation>
        </message>
        <message>
            <source>{time} (as stored)</source>
            <translation>{time} (wie gespeichert)</translation>
        </message>
    </context>
    <context>
        <name>workers</name>
        <message>
            <source>Also at work there: {names}.</source>
            <translation>Dort arbeiten außerdem: {names}.</translation>
        </message>
        <message>
            <source>It can't be started: {why}</source>
            <translation>Er lässt sich nicht starten: {why}</translation>
        </message>
        <message>
            <source>It has been so since {time}, and goes on by itself as soon as it can.</source>
            <translation>So ist es seit {time}; es geht von selbst weiter, sobald es kann.</translation>
        </message>
        <message>
            <source>It has been so since {time}, and is tried again at {again}.</source>
            <translation>So ist es seit {time}; um {again} wird es erneut versucht.</translation>
        </message>
        <message>
            <source>Last error: {error}</source>
            <translation>Letzter Fehler: {error}</translation>
        </message>
        <message>
            <source>Sends to {receiver}. {policy}</source>
            <translation>Sendet an {receiver}. {policy}</translation>
        </message>
        <message>
            <source>Started by {actor} at {time}: {reason}</source>
            <translation>Gestartet von {actor} um {time}: {reason}</translation>
        </message>
        <message>
            <source>Started by {actor} at {time}: {reason}. It was said that the daemon is stopped.</source>
            <translation>Gestartet von {actor} um {time}: {reason}. Es wurde gesagt, dass der Daemon steht.</translation>
        </message>
        <message>
            <source>Started by {actor} at {time}: {reason}. It was said that the daemon is stopped; it was not.</source>
            <translation>Gestartet von {actor} um {time}: {reason}. Es wurde gesagt, dass der Daemon steht, und er stand nicht.</translation>
        </message>
        <message>
            <source>Started by {actor} at {time}: {reason}. It was said that the engine is stopped, and it was not.</source>
            <translation>Gestartet von {actor} um {time}: {reason}. Es wurde gesagt, dass die Engine steht, und sie stand nicht.</translation>
        </message>
        <message>
            <source>Started by {actor} at {time}: {reason}. It was said that the engine is stopped.</source>
            <translation>Gestartet von {actor} um {time}: {reason}. Es wurde gesagt, dass die Engine steht.</translation>
        </message>
        <message>
            <source>delivered</source>
            <translation>zugestellt</translation>
        </message>
        <message>
            <source>failed, tried again</source>
            <translation>gescheitert, folgt erneut</translation>
        </message>
        <message>
            <source>given up</source>
            <translation>aufgegeben</translation>
        </message>
        <message>
            <source>holding back</source>
            <translation>hält sich zurück</translation>
        </message>
        <message>
            <source>holding back: message {id} was delivered, and can't be marked</source>
            <translation>hält sich zurück: Nachricht {id} ist zugestellt und lässt sich nicht vermerken</translation>
        </message>
        <message>
            <source>holding back: what came of message {id} can't be written down</source>
            <translation>hält sich zurück: Was aus Nachricht {id} wurde, lässt sich nicht vermerken</translation>
        </message>
        <message>
            <source>holding back: {why}</source>
            <translation>hält sich zurück: {why}</translation>
        </message>
        <message>
            <source>idle: nothing is pending</source>
            <translation type="vanished">untätig: Nichts wartet</translation>
        </message>
        <message>
            <source>idle: nothing is to be sent now</source>
            <translation>untätig: Gerade ist nichts zu senden</translation>
        </message>
        <message>
            <source>idle: {why}</source>
            <translation>untätig: {why}</translation>
        </message>
        <message>
            <source>running</source>
            <translation>läuft</translation>
        </message>
        <message>
            <source>running: message {id}</source>
            <translation>läuft: Nachricht {id}</translation>
        </message>
        <message>
            <source>running: sending message {id}</source>
            <translation type="vanished">läuft: sendet Nachricht {id}</translation>
        </message>
        <message>
            <source>running: {count} messages at a time</source>
            <translation>läuft: {count} Nachrichten zugleich</translation>
        </message>
        <message>
            <source>starting</source>
            <translation>startet</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>steht</translation>
        </message>
        <message>
            <source>stopped by itself: {why}</source>
            <translation>von selbst beendet: {why}</translation>
        </message>
        <message>
            <source>stopped here; 1 works elsewhere</source>
            <translation>hier angehalten; anderswo arbeitet einer</translation>
        </message>
        <message>
            <source>stopped here; {count} work elsewhere</source>
            <translation>hier angehalten; anderswo arbeiten {count}</translation>
        </message>
        <message>
            <source>stopped: {why}</source>
            <translation>steht: {why}</translation>
        </message>
        <message>
            <source>stopping</source>
            <translation>wird angehalten</translation>
        </message>
        <message>
            <source>stopping after message {id}</source>
            <translation>hält an nach Nachricht {id}</translation>
        </message>
        <message>
            <source>stopping: finishing message {id}</source>
            <translation type="vanished">wird angehalten: führt Nachricht {id} zu Ende</translation>
        </message>
        <message>
            <source>waiting until {time}</source>
            <translation>wartet bis {time}</translation>
        </message>
        <message>
            <source>watching until {time} whether the engine's own worker delivers here</source>
            <translation>beobachtet bis {time}, ob der Zusteller der Engine hier zustellt</translation>
        </message>
        <message>
            <source>watching until {time}: {why}</source>
            <translation>beobachtet bis {time}: {why}</translation>
        </message>
    </context>
</TS>
