"""The words in which programs speak of what went wrong: all that is ever shown of an error text while names are masked.

A list of what may be shown, because none could hold every name that may not. Left out on purpose: months, weekdays,
towns, and what is more often a surname than a word of errors. All in small letters.
"""

_GRAMMAR = """
a about above absent across actually after again against all allow allowed allows almost already also although always am
an and another any anything are as at available away back be because become been before behind being below between
beyond both but by came can can't cannot case cause caused causes causing come comes could couldn't currently did didn't
different do does doesn't doing don't done down due during each earlier either else empty end ended ending ends enough
even ever every exactly except few first for from full fully further get gets give given go goes going gone had has
hasn't have having here how however if in inside instead into invalid is isn't it its itself just last later latest
least left less like likely long longer made make many may maybe means might more most much multiple must my near nearly
need needed needs neither never new next no nobody none nor not nothing now of off often old on once one only onto or
other others otherwise out outside over own part partial partially per perhaps please possible possibly present previous
previously probably rather same second see seems several shall should shouldn't since so some something still such than
that the their them then there these they thing this those though three through time times to together too toward
towards trailing tried tries try trying twice two under unless until up upon us use used uses using usually valid very
via was wasn't we were what when where whether which while who whole whose why will with within without won't would
wouldn't yet you your
"""

_CONNECTIONS = """
abort aborted aborting aborts accept acceptable accepted accepting accepts access accessible acknowledge acknowledged
acknowledgement acknowledgment address addresses alive attempt attempted attempts auth authenticated authentication
authority authorization authorized bad bind binding bound broken busy certificate certificates chain channel channels
cipher circuit client close closed closes closing complete completed confirm confirmed connect connected connecting
connection connections connector connects contains credentials deadline deliver delivered delivery denied destination
destinations dial dialing disconnect disconnected dns domain drop dropped econnaborted econnrefused econnreset
ehostunreach enetunreach enotfound epipe errno establish established etimedout expired expires failover firewall
forbidden forcibly ftp ftps gateway getaddrinfo gethostbyname gssapi handshake hang hangup header headers heartbeat
host hostname hosts http https idle imap immediately inactive interface interrupted ip ipv issuer keepalive kerberos
kex keystore keytab latency ldap limit limited limiting link listen listener listening local localhost locator lookup
lost mllp negotiate negotiated negotiation network node offline online open opened opening packet packets password
peer permission permissions permitted pipe pool port ports post prematurely privilege privileges protocol protocols
proxy quota rate reachable read reader reading reads receive received receiver receivers receives receiving reconnect
reconnecting redirect refuse refused refuses refusing reject rejected rejecting rejection rejects rejs remote remotely
renegotiation request requested requests reset resolution resolve resolved resolver resolving respond responded
responding response responses retried retries retry retrying route routing rst secure security self-signed send sender
sending sends sent server servers service services session sessions sftp share shut shutdown signature signed signer
skipped slow smb smtp soap socket sockets source ssh ssl sslv start started starting status stop stopped stopping
stream streams syn tcp telnet temporarily temporary terminate terminated terminating termination throttled throttling
timed timedout timeout timeouts timing tls tlsv token tokens transport trust trusted truststore tunnel udp unable
unacknowledged unauthenticated unauthorized unavailable unencrypted unreachable unresolved unsecure untrusted upstream
uri url usage user username users verification verified verify version versions vpn wait waited waiting waits write
writer writes writing written wrong wsdl wss
"""

_PROGRAMS = """
action active activemq algorithm allocate allocated allocation amqp apache api app application applications args
argument arguments array assert assertion async attribute attributes backend backoff base batch begin big bit boolean
bootstrap buffer buffers bug build builder bus byte bytes cache cached call callback called calling cancel canceled
cancelled capacity cast catalog change changed changes char character characters check checked checks checksum child
class clause client-side cloud cluster code codes collection column columns command commit committed common compare
compatible compile component components compression condition config configuration configure configured conflict
conflicting conflicts constraint constraints construct constructor consumer container content context continue
conversion convert converted converting copy corrupt corrupted corruption count counter cpu crash crashed crc create
created creating creation critical current cursor cycle data database databases dataset date dates db dead deadlock
deadlocked debug decimal declared decode decoded decoder decoding decrypt decryption default defined definition delay
delayed delete deleted deleting depth deserialize detail details detect detected device directory disabled disk
dispatch dispatcher divide document documents driver dump duplicate duplicated duplicates duration dynamic edi element
elements enable enabled encode encoded encoder encoding encrypt encrypted encryption endpoint endpoints engine ensure
enterprise entity entries entry enum environment eof equal error errors escape eval evaluate event events exceed
exceeded exceeding exceeds exception exceptions exchange exclusive execute executed executing execution executor
exhausted exist existing exists exit exited expect expected expecting expression extension external fail failed
failing fails failure failures fallback fatal fault faults feature fetch field fields file filename files filesystem
filter finally find finish finished flag flags float flush folder follow following foreign format formatted formatter
formatting forward forwarded found frame frames free function gb general generate generated generic global group
groups gzip handle handled handler handlers handling hash heap hex hint hop ibm id identical identifier identifiers
identity ids ignore ignored illegal implement implementation implemented import inbound include included including
incoming incompatible incomplete inconsistent incorrect incorrectly index indexes info information init initial
initialisation initialise initialization initialize initialized injection inner input insert inserted inserting
inspect install installed instance instances insufficient int integer integration integrity intended intermediate
internal interval invalidated invocation invoke invoked io irrecoverable iso item items iterator java javascript javax
jboss jdbc jms job jobs join json jvm kafka kb key keys kind known label language large layer lease legal length level
levels library license line lines list lists load loaded loader loading location lock locked locking locks log logged
logging login logon loop low main malformed manager mandatory manual manually map mapped mapping mappings match
matched matches matching max maximum mb measured media member memory merge message messages metadata method methods
mime min minimum mirth mismatch mismatched missing mode model modified module monitor mount mounted move moved mq ms
msec mssql mutex mysql name named names namespace native negative nested net nil nodes nonexistent normal not-found
notify null nullpointer nullreference number numbers numeric object objects ok operation operations operator option
optional options oracle order org origin original os outbound outcome outgoing output overdue overflow overlap
overload overloaded package page parameter parameters parent parse parsed parser parsing partition pass path paths
pattern pause paused payload pdf pending performed permanent permanently php pk pointer policies policy poll position
positive postgres postgresql precondition prefix prepare prepared prevented primary prior priority procedure process
processed processes processing processor produced producer program properties property protect protected provide
provided provider publish published purge put python queries query queue queued queues rabbitmq raise raised random
range ranges raw ready reason recognised recognized record recorded records recover recovered recovery recursion redis
reference referenced references referential region register registered registration registry reinitialize related
relation release released reload remain remaining remove removed rename render repeat repeated repeating replace
replaced replica replication replies reply report reported repository requeue required requirement requires resend
resource resources rest restart restarted restarting restore result results resume retention retrieve retrieved return
returned returning returns revoked role rollback rolled root rounding row rows rule rules run runner running runtime
safe saml sample save saved saving scale schedule scheduled scheduler schema schemas scope script search seek select
selected semaphore sequence serial serialization serialize serialized server-side set sets setting settings setup
severity shard shared short signal silent simple single site size sizes skip skipping sleep small snapshot
socketexception software solved space special specific specification specified split spring sql sqlexception sqlite
sqlserver sqlstate stack stacktrace stage stale standard state statement states static step steps storage store stored
string strings structure style sub subject submit submitted subscription subsequent subsystem success successful
successfully successive suddenly suffix sum summary support supported supports suspended switch symbol sync syntax
system systems table tables tablespace tag tags target task tasks template terminal test text thread threads threshold
throw throwing thrown throws timestamp tomcat tool top total trace track transaction transactions transfer transferred
transferring transform transformation transformed transformer transforming transient translate translation
transmission transmit transmitted trigger triggered trim truncate truncated truncation tuple type types unacceptable
unchecked uncommitted undefined underflow unexpected unexpectedly unhandled unhealthy unicode unique unit unix unknown
unlock unmapped unmarshal unmount unparsable unprocessable unprocessed unreadable unrecognised unrecognized
unrecoverable unregistered unresponsive unsent unset unspecified unsuccessful unsupported unterminated unwritable
update updated updating upgrade upload uploaded usable useless utc utf validate validated validating validation
validator value values variable view violated violates violation virtual volume warn warning watch web websphere
well-formed width window windows worker workers wrapped xml xpath xsd xslt xx yaml zero zip
artifact artifacts deployment deployments envelope envelopes holds
"""

_MESSAGES = """
aa abnormal accession ack acked acknowledgments acks admission admit admitted adr adt ae al ar assigned assigner
assigning bar birth blg br bts bundle ca cbor cda ce charset cm control cr csv cwe cx delimiter delimiters dft dg
dicom discharge discharged doc dsc dt dtm ehr ei eip emr encounter episode er evn facility fhir fhs filler ft fts gt
hd his hl icd iht insurance lab laboratory lis loinc mdm merged mfn mismatching mpi mrg mrn msa msg msh nack nak nk nm
nte obr observation obx operationoutcome orc order-control ordering organization orl orm orr oru oul pacs pas patient
patients pdq person pid pix placer pn practitioner pv qbp qry rde rds recipient repetition repetitions ris rsp segment
segments separator separators siu sn snomed specimen st subcomponent subcomponents terminator tm tq triggers ts txa
universal visit vital xad xcn xon xpn xtn z-segment
"""

_UNITS = """
byte bytes day days gb gib h hour hours hr hrs hz k kb kib m mb message messages mib min mins minute minutes ms msec
msecs ns percent s sec second seconds secs tb us usec week weeks year years
"""

_GERMAN = """
ab abbruch aber abfrage abgebrochen abgelaufen abgelehnt abgemeldet abgewiesen absender adresse aktion aktiv aktuell
alle allgemeiner als andere anderen anfrage anfragen angegeben angegebene angegebenen angehalten angemeldet angenommen
anmeldung anschluss antwort antworten antwortet antwortete anwendung anzahl art auch auf aufbau aufbauen aufgebaut
aufgetreten aufgrund auftrag aufträge aus ausgabe ausgeführt ausgelastet ausnahme ausstehend authentifizierung
bearbeiten bearbeitet beenden beendet bei beim belegt benutzer berechtigung bereits beschädigt besteht bestätigt
bestätigung bis blockiert da dabei daher darf das dass dasselbe datei dateien daten datenbank datensatz datensätze
datentyp datum dauer dem den denn der des die dienst diese diesem diesen dieser dieses doppelt doppelter durch
durchgeführt ein eine einem einen einer eines eingabe eingefügt eingehend einstellung empfang empfangen empfänger
empfängers ende entfernt enthält erfolgreich erforderlich erhalten erlaubt erneut erreichbar erreicht erstellen
erstellt erwartet erwartete existiert fall falls falsch falsche falscher falsches fehlen fehlende fehlendes fehler
fehlerhaft fehlerhafte fehlgeschlagen fehlt fehlte feld felder frist für gab gefunden gegeben gegenstelle gelesen
gelöscht gerade gesamt geschlossen geschrieben gesendet gesperrt gestartet gestoppt getrennt gewartet gibt groß größe
gültig gültige haben hat hatte ihre ihren im inhalt inkonsistent intern internen interner ist jetzt kanal kann kein
keine keinem keinen keiner keines konfiguration konflikt konnte konnten konto können lang lange leer leere leeres
leitung lesen lesend letzte liste länge länger läuft löschen lösen maximal maximale mehr mehrere meldung meldungen
mindestens mit muss möglich nach nachricht nachrichten nachrichtentyp netz netzwerk neu neue nicht nichts nie noch
nummer nun nur ob oder offen ohne passt passwort patienten pflichtfeld pflichtsegment protokoll prozess prüfen prüfung
puffer quelle rechner rechte satz schließen schlüssel schon schreiben schreibend schreibschutz segmente sein seit
sekunde sekunden senden sich sie sind sitzung sondern spalte speicher speichern speicherplatz sperre starten statt
steht stelle strom struktur systeme tabelle typ um unbekannt unbekannte unbekannten unbekannter unbekanntes und
unerwartet unerwartete unerwarteter unerwartetes ungültig ungültige ungültiger ungültiges unter unterbrochen
unterstützt unvollständig verarbeiten verarbeitet verarbeitung verbinden verbindung verbindungen verbindungsaufbau
verboten verfügbar verletzt verletzung verloren versand verschlüsselung versuch versuche vertrauenswürdig verweigert
verweigerte verzeichnis voll vom von vor vorgang vorhanden vorübergehend war waren warten warteschlange wartet wegen
weil weiter welche wenn werden wert werte wiederholt wiederholung wird wurde wurden zeichen zeichensatz zeile zeit
zeitlimit zeitstempel zeitüberschreitung zertifikat ziel zieladresse zielsystem zu zugriff zugriffsrechte zum zur
zurück zurückgesetzt zurückgewiesen zustand zuviele zwei zwischen öffnen über überlastet überschreitet überschritten
übertragen übertragung
"""

_PERSONS = """
arzt benutzer born doctor dr father frau geboren herr herrn miss mother mr mrs mutter name named names nurse patient
patienten patientin patients person physician practitioner prof recipient subject user vater ärztin
"""

_NAMELIKE = """
art base case child day free groß lang lange last less lock long low main many mark max may means more near neu new
page pass pool post price prior ready rest root safe sample see short single small spring stack still voll wait weeks
weil will
"""

NAMELIKE = frozenset(_NAMELIKE.split())
"""Words that are names as well: shown in small letters only."""

PERSONS = frozenset(_PERSONS.split())
"""Whatever begins with a capital letter after one of these is taken for a name."""

LABELS = (
    "value|values|wert|werte|name|names|patient|person|given|family|surname|vorname|nachname|got|actual|found|gefunden"
    "|received|erhalten|input|content|inhalt|payload|data|daten|near|was|dob|born|geboren|address|adresse|phone|mrn|id"
)
"""What comes after one of these with a colon is what a message holds."""

CODES = frozenset({"PAGE_NOT_FOUND"})
"""Codes of errors, to the letter, of which a part alone might be a name."""

UNITS = frozenset(_UNITS.split())
"""What may stand right behind a figure."""

WORDS = frozenset(f"{_GRAMMAR} {_CONNECTIONS} {_PROGRAMS} {_MESSAGES} {_GERMAN}".split()) | frozenset(
    word for word in _UNITS.split() if len(word) > 1
)
"""All that may be shown."""
