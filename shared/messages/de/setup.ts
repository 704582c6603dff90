import type * as en from '../en/setup.ts'
import { thereIsEnd } from './phrases.ts'
import type { launch as launchInEnglish } from '../en/launch.mjs'

export const setup: typeof en.setup = {
  chromium_named_not_run: ({ path }) =>
    `DEADHEAT_CHROMIUM nennt ${path}, das sich nicht ausführen lässt: berichtigen oder nicht setzen.`,
  chromium_not_installed: ({ why, packages }) =>
    `Die Tests brauchen Chromium, und keins ließ sich installieren (${why}): „sudo apt-get install ${packages}“ ausführen, oder „npx playwright install --with-deps chromium“, oder eins in DEADHEAT_CHROMIUM nennen.`,
  page_not_built: 'Die Seite ist nicht gebaut: zuerst „npm run build“ ausführen.',
  no_chromium: 'Hier gibt es kein Chromium: „npm test“ installiert eins.',
  address_silent: ({ address, why }) => `${address} antwortet nicht (${why}).`,
  address_answers: ({ address, status }) =>
    `${address} antwortet mit ${status}; später noch einmal versuchen.`,
  address_without_board: ({ address, status }) =>
    `${address} antwortet mit ${status}: Dort ist keine Rangliste.`,
  address_too_long: ({ address }) => `${address} ist zu lang für eine Rangliste.`,
  address_broke_off: ({ address, why }) => `${address} brach ab (${why}).`,
  no_postgres_address: ({ shape, setting }) =>
    `${setting} ist keine Adresse eines Postgres: Sie hat die Form ${shape}.`,
  no_postgres_binaries: ({ platform }) =>
    `In node_modules gibt es kein Postgres für ${platform}: die Pakete ohne --omit=optional installieren, oder DATABASE_URL auf ein eigenes Postgres setzen.`,
  postgres_link_missing: ({ link, code }) =>
    `Postgres fehlt die Verknüpfung ${link}, und sie lässt sich nicht anlegen (${code}): die Pakete als Eigentümer von node_modules installieren.`,
  postgres_not_opened: ({ cluster, why, log }) =>
    `Das eingebaute Postgres in ${cluster} lässt sich nicht öffnen: ${why}. Mehr steht in ${log}; hängt dort ein Prozess, ihn beenden und neu starten.`,
  postgres_refuses_password: ({ cluster }) =>
    `Das eingebaute Postgres in ${cluster} weist das Passwort zurück, das neben seinen Daten liegt: den Ordner als Ganzes wiederherstellen.`,
  postgres_not_started: ({ cluster, why, log }) =>
    `Postgres startet nicht auf ${cluster}: ${why} (siehe ${log})`,
  postgres_not_initialised: ({ cluster, why }) =>
    `Postgres kann seine Daten in ${cluster} nicht anlegen: ${why}`,
  postgres_of_other_version: ({ cluster, was, is }) =>
    `Die Daten in ${cluster} stammen von Postgres ${was}, und dies ist Postgres ${is}: mit der Fassung von Deadheat sichern, die Postgres ${was} hat, und hier einspielen, oder DATABASE_URL auf ein eigenes Postgres setzen.`,
  no_postgres_data: ({ cluster }) =>
    `${cluster} ist nicht leer und enthält keine Daten von Postgres: beiseite legen, oder einen anderen Ordner in DEADHEAT_DATA nennen.`,
  password_unread: ({ file, code }) =>
    `Das Passwort der Datenbank lässt sich nicht aus ${file} lesen (${code}): die Datei zurücklegen, oder einen anderen Ordner in DEADHEAT_DATA nennen.`,
  database_not_made: ({ cluster, why }) => `Die Datenbank lässt sich in ${cluster} nicht anlegen: ${why}`,
  user_may_not_pass: ({ cluster, user, barrier }) =>
    `Die Datenbank in ${cluster} läuft als Benutzer ${user}, der nicht durch ${barrier} darf: „chmod o+x ${barrier}“ ausführen, oder den Datenordner verlegen und in DEADHEAT_DATA nennen.`,
  data_folder_not_writable: ({ folder, code, user }) =>
    `In den Datenordner ${folder} lässt sich nicht schreiben (${code}): Benutzer ${user} Schreibrecht geben, oder einen anderen Ordner in DEADHEAT_DATA nennen.`,
  data_of_other_user: ({ cluster, owner, self }) =>
    `Die Datenbank in ${cluster} gehört Benutzer ${owner}, und dies ist Benutzer ${self}: als jener starten, oder einen anderen Ordner in DEADHEAT_DATA nennen.`,
  socket_path_long: ({ folder, length, most }) =>
    `Der Socket der Datenbank in ${folder} hätte einen Pfad von ${length} Bytes, erlaubt sind ${most}: TMPDIR auf einen kürzeren Ordner setzen.`,
  socket_folder_not_made: ({ folder, code }) =>
    `Der Ordner ${folder} für den Socket der Datenbank lässt sich nicht anlegen (${code}): TMPDIR auf einen Ordner setzen, der sich beschreiben lässt.`,
  socket_folder_of_other: ({ folder }) =>
    `${folder}, wo der Socket der Datenbank hingehört, gehört jemand anderem: entfernen, oder TMPDIR auf einen anderen Ordner setzen.`,
  not_migrated: ({ what, why }) => `${what}, und nichts wurde geändert: ${why}`,
  database_newer: ({ migration }) =>
    `Die Datenbank ist neuer als dieses Programm, das ihre Migration ${migration} nicht kennt: Deadheat aktualisieren, oder die Datenbank dieser Fassung nehmen.`,
  database_too_old: ({ migration, way }) =>
    `Die Datenbank endet bei Migration ${migration} einer frühen Fassung, die diese nicht mehr ergänzt. ${
      {
        none: 'Keine andere Fassung öffnet sie: die Fassung starten, die zuletzt damit lief, die Stimmen jeder Arena exportieren und hier in einen neuen Ordner von DEADHEAT_DATA importieren.',
        one: 'Einmal Commit 41f7d035 damit starten, dann diese Fassung.',
        two: 'Einmal Commit 997b7a60 damit starten, dann Commit 41f7d035, dann diese Fassung.',
      }[way]
    }`,
  prices_unread: ({ file, code }) =>
    `DEADHEAT_PRICES=${file}: lässt sich nicht lesen (${code}). Eine Preisdatei nennen, oder nicht setzen.`,
  prices_wrong: ({ file, place, why }) =>
    `${file}: ${place}: ${why}. docs/how-to/model-servers.md zeigt eine Preisdatei.`,
  prices_no_json: ({ file }) => `${file}: ist kein JSON. docs/how-to/model-servers.md zeigt eine Preisdatei.`,
  font_unread: ({ file, code }) =>
    `DEADHEAT_FONTS: ${file} lässt sich nicht lesen (${code}). Schriftdateien (TTF oder OTF) nennen, durch Kommas getrennt, oder nicht setzen.`,
  token_not_written: ({ path, code }) =>
    `Das Admin-Token ${path} lässt sich nicht schreiben (${code}). In DEADHEAT_DATA einen anderen Ordner nennen oder diesen beschreibbar machen; mit DATABASE_URL genügt DEADHEAT_ADMIN_TOKEN.`,
  token_unread: ({ path, code }) =>
    `Das Admin-Token ${path} lässt sich nicht lesen (${code}). Lesbar machen, oder DEADHEAT_ADMIN_TOKEN setzen.`,
  start_option_unknown: ({ option }) =>
    `${option}: Der Server kennt --port N und --host ADRESSE, und alles andere als Umgebungsvariablen; --help listet sie auf.`,
  setting_not_read: ({ name, near }) =>
    `${name} ist keine Einstellung und wird nicht gelesen; ${thereIsEnd(near)}`,
  setting_gone: ({ name, instead }) => `${name} ist keine Einstellung mehr: ${instead}.`,
  several_hosts: ({ setting }) =>
    `${setting} nennt mehrere Rechner: einen nennen, etwa die Adresse, unter der die Ausfallsicherung den Primärserver hält.`,
  wrong_setting: ({ setting, why, meaning }) => `Einstellung ${setting}: ${why}. Sie bedeutet: ${meaning}.`,
  port_taken: ({ port, host, again }) =>
    `Der Port ${port} auf ${host} ist belegt. Beenden, was ihn belegt, oder einen anderen wählen: ${again}.`,
  port_of_own_server: ({ port, host, address, pid, again }) =>
    `Den Port ${port} auf ${host} belegt der Server dieses Datenordners. Er läuft unter ${address}, als Prozess ${pid}. Für einen Neustart zuerst: kill ${pid}. Für einen zweiten Server daneben: ${again}.`,
  port_needs_rights: ({ port }) =>
    `Der Port ${port} verlangt mehr Rechte, als dieser Benutzer hat. Einen über 1023 wählen.`,
  no_such_host: ({ host }) =>
    `HOST=${host}: Diese Adresse hat der Rechner nicht. 127.0.0.1 nehmen, oder 0.0.0.0 für alle.`,
  cannot_listen: ({ host, port, why }) => `Auf ${host}, Port ${port} lässt sich nicht lauschen: ${why}.`,
  database_unusable: ({ database, host, why, setting }) =>
    `Die Datenbank „${database}“ auf ${host} (${setting}) ist nicht zu gebrauchen: ${why}.`,
  database_refused: ({ database, host, remedy, setting }) =>
    `Die Datenbank „${database}“ auf ${host} (${setting}) ${remedy}`,
  sessions_not_kept: ({ setting }) =>
    `${setting} führt zu einem Pooler, der Sitzungen teilt, etwa PgBouncer im Transaktionsmodus. Live-Ranglisten und Jobs brauchen eigene Sitzungen: DATABASE_DIRECT_URL auf die Adresse des Postgres selbst setzen.`,
  direct_elsewhere:
    'DATABASE_DIRECT_URL und DATABASE_URL führen zu verschiedenen Datenbanken, oder eine führt zu einem Standby. Beide auf dieselbe Datenbank setzen.',
  direct_alone:
    'DATABASE_DIRECT_URL braucht DATABASE_URL, die Adresse des Poolers. Beide setzen, oder DATABASE_URL allein.',
  remedy_no_host: 'ist nicht zu erreichen: Diesen Rechner gibt es nicht. Den Namen prüfen.',
  remedy_no_lookup:
    'ist nicht zu erreichen: Der Name des Rechners lässt sich gerade nicht nachschlagen. Namen und Netz prüfen.',
  remedy_no_socket: 'ist nicht zu erreichen: In dem Ordner ist kein Socket. Prüfen, ob Postgres läuft.',
  remedy_not_listening:
    'ist nicht zu erreichen: Dort lauscht nichts. Prüfen, ob Postgres läuft, und den Port.',
  remedy_connection_cut:
    'ist nicht zu erreichen: Die Verbindung brach ab. Prüfen, ob der Port der eines Postgres ist.',
  remedy_no_way_to_host: 'ist nicht zu erreichen: Zu dem Rechner führt kein Weg. Rechner und Netz prüfen.',
  remedy_no_way_to_network: 'ist nicht zu erreichen: Zu dem Netz führt kein Weg. Rechner und Netz prüfen.',
  remedy_no_answer: 'antwortet nicht in 5 Sekunden. Rechner, Port und Firewall prüfen.',
  remedy_password: ({ user }) => `weist das Passwort von ${user} zurück. Benutzer und Passwort prüfen.`,
  remedy_user: ({ user }) =>
    `weist den Benutzer ${user} zurück. Den Benutzer prüfen, und pg_hba.conf auf dem Server.`,
  remedy_no_database: 'gibt es nicht. Anlegen, oder den Namen prüfen.',
  remedy_connect_right: ({ user }) => `lässt ${user} nicht verbinden. Das Recht dazu geben.`,
  remedy_no_connection_left:
    'hat keine Verbindung mehr frei. max_connections erhöhen, oder einen anderen Client beenden.',
  remedy_starting: 'startet oder endet gerade. Gleich noch einmal versuchen.',
}

export const launch: typeof launchInEnglish = {
  wrong_system: 'Deadheat läuft auf Linux und macOS; unter Windows in WSL.',
  node_too_old: ({ version }) =>
    `Deadheat braucht Node 20 oder neuer, und dies ist ${version}: Node aktualisieren.`,
  node_too_old_here: ({ platform, version }) =>
    `Auf ${platform} braucht Deadheat Node 22.18 oder neuer, und dies ist ${version}: Node aktualisieren.`,
  node_does_not_run: ({ node, why }) =>
    `${node} läuft hier nicht (${why}): mit Node 22.18 oder neuer ausführen.`,
  packages_not_installed: ({ folder }) =>
    `Die Pakete ließen sich nicht installieren (siehe die Ausgabe von npm darüber). Netz und Schreibrechte von ${folder} prüfen, dann den Befehl noch einmal ausführen.`,
  page_not_made:
    'Die Seite ließ sich nicht bauen (siehe die Ausgabe von Vite darüber). Die Änderungen in web/ oder shared/ berichtigen oder zurücknehmen.',
  nothing_set_up: ({ folder, why }) =>
    `In ${folder} lässt sich nichts einrichten (${why}): als Benutzer ausführen, der dort schreiben darf.`,
}
