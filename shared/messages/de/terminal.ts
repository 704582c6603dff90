import type * as en from '../en/terminal.ts'
import { counted, thereIsEnd } from './phrases.ts'

export const commands: typeof en.commands = {
  arena_to_change_missing: 'Welche Arena soll sich ändern? Ihr Name fehlt: deadheat arenas ARENA …',
  archive_or_unarchive: 'Entweder --archive oder --unarchive angeben.',
  duplicate_alone: '--duplicate geht mit keiner anderen Änderung zusammen.',
  remove_alone: '--remove geht mit keiner anderen Änderung zusammen, und --yes nur mit --remove.',
  recheck_options_without_due: '--prompts und --budget gehören zu --due.',
  limit_without_judge: '--limit und --live gehören zu --disagreements RICHTER.',
  log_or_challenger:
    '--log zeigt die bisherigen Versuche, --challenger startet einen neuen: nur eins von beiden angeben.',
  challenger_missing: '--challenger fehlt: den Teilnehmer nennen, der antreten soll, oder --log verwenden.',
  one_judge_for_climb: ({ count }) =>
    `--judges: Ein Aufstieg hat einen Richter, genannt sind ${count}. Einen nennen.`,
  seed_without_hold_out: '--seed bestimmt, was zurückgehalten wird: zusammen mit --hold-out ANTEIL angeben.',
  json_and_report: ({ report }) => `--json und --report ${report} gehen nicht zusammen.`,
  judge_without_sequential:
    '--judge prüft das Ergebnis nach jeder Portion, und das verbietet --no-sequential: eines weglassen, oder deadheat judge verwenden.',
  batch_without_judge: '--batch und --budget gelten nur für das Urteilen: auch --judge angeben.',
  wrong_source: ({ why }) => `--source: ${why}.`,
  no_prompt_made: ({ skipped }) =>
    `Es ließ sich kein Prompt erzeugen: ${skipped}. Längere Beiträge nehmen, oder --min-words senken.`,
  post_not_utf8: ({ file }) => `${file} ist kein Text in UTF-8: zuerst als UTF-8 speichern.`,
  file_twice: ({ file }) =>
    `${file} ist zweimal genannt, sodass ihre Stimmen doppelt zählen würden. Jede Datei einmal nennen.`,
  output_is_input: ({ output }) =>
    `${output} wird gelesen und würde überschrieben. Der Ausgabe einen anderen Namen geben.`,
  two_outputs_in_one: ({ output }) =>
    `Zwei von --output, --plot und --matrix nennen ${output}. Jedem eine eigene Datei geben.`,
  matrix_large: ({ count, most }) =>
    `--matrix zeichnet höchstens ${most} Teilnehmer, und es sind ${count}. Mit --head-to-head werden die Paare aufgelistet.`,
  format_and_ending: ({ output, format, fitting }) =>
    `--format ${format} passt nicht zum Namen ${output}, dessen Endung für ${fitting} steht. Eins von beiden ändern.`,
  ending_not_written: ({ output, ending, endings }) =>
    `${output}: Dateien mit der Endung ${ending} werden nicht geschrieben. Eine Datei mit einer der Endungen ${endings.join(', ')} nennen oder ein --format wählen.`,
  retire_into:
    '--into gehört zu --restore und --prompts: die Kategorie von Prompts, die Besucher geschrieben haben.',
  retire_one_thing: '--contestant, --prompts, --category oder --all-prompts angeben, eins davon.',
  vote_id_wrong: ({ id }) =>
    `„${id}“ ist keine Nummer einer Stimme. Es sind ganze Zahlen, in der Spalte id eines Exports der Stimmen.`,
  wrong_option: ({ option, why }) => `--${option}: ${why}${why.endsWith('?') ? '' : '.'}`,
  cannot_be_written: ({ file, code }) => `${file} lässt sich nicht schreiben (${code}).`,
  no_arena_address: ({ slug }) =>
    `„${slug}“ kann keine Arena heißen: 1 bis 64 Zeichen aus a-z, 0-9 und Bindestrichen.`,
  no_readable_folder: ({ folder, code }) => `${folder} ist kein Ordner, der sich lesen lässt (${code}).`,
  folder_taken: ({ folder, files }) =>
    `${folder} enthält schon ${files}; nichts wurde geschrieben. Einen anderen Ordner nennen.`,
  sample_without_repeat:
    '--sample gehört zu --repeat 2 oder mehr: Es sagt, wie viel noch einmal beurteilt wird.',
  rejudge_alone: '--rejudge gilt ohne --repeat, --votes-per-pair und --focus: Es beurteilt dieselben Paare.',
  win_rate_or_arena: '--win-rate ANTEIL angeben, oder eine Arena nennen.',
  units_need_correlation:
    '--prompts gehört zu --prompt-correlation, --voters zu --voter-correlation: ohne sie sagt die Zahl der Prompts oder Abstimmenden nichts.',
  shared_units_need_win_rate: '--prompts und --voters gehören zu --win-rate ANTEIL ohne Arena.',
  json_excludes_format: ({ format }) =>
    `--json und --format ${format} gehen nicht zusammen; nur eins angeben.`,
  no_classic_intervals: ({ method }) =>
    `--method ${method} hat keine klassischen Intervalle; --intervals classic weglassen.`,
  level_for_few: ({ level, fewest }) =>
    `--level ${level} braucht mindestens ${fewest} Teilnehmer: mit weniger nennt es zu oft falsche Sieger. --level weglassen.`,
  no_win_rates: ({ method }) => `--method ${method} sagt keine Siegquoten voraus; --baseline weglassen.`,
  several_criteria: ({ count, criteria }) =>
    `Die Datei hat Stimmen unter ${count} Kriterien (${criteria}); eins mit --criterion NAME wählen.`,
  one_round: '--rounds 1 zeigt keine Streuung; 1000 ist üblich, 0 heißt keine Intervalle.',
  reports_by_bradley_terry: ({ method }) =>
    `Berichte gehören zu Ranglisten nach Bradley-Terry; --method ${method} weglassen.`,
  format_without_reports: ({ format }) =>
    `--format ${format} enthält nur die Wertungen; Berichte gibt es mit --json oder --format md.`,
  answers_without_report: '--answers gehört zu --style oder --baseline; eins davon angeben.',
  stopping_takes_two: '--stopping braucht zwei Teilnehmer, hinter der Datei: rate DATEI --stopping A B.',
  stopping_takes_different: '--stopping braucht zwei verschiedene Teilnehmer.',
  delta_needs_rounds: '--delta braucht Bootstrap-Runden; --rounds 0 weglassen.',
  against_needs_source: ({ against }) =>
    `--against ${against} braucht --source: welche Stimmen damit verglichen werden.`,
  both_on_standard_input:
    'Schnappschuss und Stimmen können nicht beide über die Standardeingabe kommen; für eins eine Datei nennen.',
  judging_is_paused: ({ why, more }) => `Das Urteilen ist angehalten: ${why} Das beheben; ${more}`,
  budget_before_votes: ({ budget }) =>
    `--budget ${budget}: reicht nicht für eine Stimme unter jedem Kriterium, denn zuerst wird der Höchstpreis jedes Aufrufs reserviert. Ein höheres Budget angeben.`,
  other_challenge_goes_on: 'Nichts wurde begonnen: Die andere Herausforderung geht weiter.',
  no_such_message: ({ code, there }) =>
    `Kein Code einer Meldung beginnt mit „${code}“; ${thereIsEnd(there)} deadheat messages listet alle auf.`,
  no_such_cell: ({ words }) => `Kein Titel enthält alle Wörter aus „${words}“.`,
  none_of_name: ({ what, name, offer }) => `Es gibt kein ${what} „${name}“; ${offer}`,
  board_no_json: ({ place }) =>
    `${place} ist kein JSON; eine Rangliste nennen: was rate --json ausgibt, oder /api/arenas/ARENA/leaderboard eines Servers.`,
  no_board: ({ place, why }) => `${place} ist keine Rangliste: ${why}.`,
  post_is_folder: ({ file, folder }) =>
    `${file} ist ein Ordner: die Dateien darin nennen, etwa ${folder}/*.md.`,
  judging_ended: ({ status, more }) =>
    `Das Urteilen endete (${status}), bevor es unter jedem Kriterium Stimmen gab; ${more}`,
  no_votes_came: ({ why, more }) => `Nicht unter jedem Kriterium kamen Stimmen${why}. Das beheben; ${more}`,
  judgements_all_failed: ({ arena }) =>
    `Alle Urteile über diese beiden sind gescheitert, also gibt es keine Stimmen. Die Ursache beheben, dann noch einmal urteilen lassen: deadheat judge ${arena} --retry-failed.`,
  judged_is_kept: 'fertige Urteile bleiben erhalten, und derselbe Befehl macht weiter.',
  method_takes_one_cluster: ({ method }) =>
    `--method ${method} kennt nur eine Art von Einheiten; --cluster both weglassen.`,
}

export const remote: typeof en.remote = {
  no_server_address: ({ setting }) =>
    `--server oder ${setting} ist keine Adresse eines Servers: Sie hat die Form https://arena.example.`,
  server_with_password: ({ setting }) =>
    `Die Adresse des Servers enthält ein Passwort: Lass es weg und setze das Admin-Token in ${setting}.`,
  token_without_server: ({ setting }) =>
    `--token gehört zu --server URL oder ${setting}: Ohne Server arbeitet ein Befehl auf der Datenbank.`,
  token_unusable: ({ setting }) =>
    `Das Admin-Token enthält ein Zeichen, das kein Token hat, etwa ein Leerzeichen: --token oder ${setting} prüfen.`,
  no_deadheat_there: ({ address }) =>
    `${address} antwortet, ist aber kein Deadheat-Server dieser Version: die Adresse und die Version des Servers prüfen.`,
  server_of_other_version: ({ address, theirs, ours }) =>
    `${address} läuft mit Deadheat ${theirs}, und dies ist ${ours}: auf beiden Seiten dieselbe Version nehmen.`,
  command_not_over_http:
    'Dieser Befehl braucht die Datenbank: ihn dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  option_not_over_http: ({ option }) =>
    `${option} braucht die Datenbank: weglassen, oder den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.`,
  archive_not_over_http:
    'Ein Archiv kommt und geht dort, wo die Datenbank ist: den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  card_not_over_http:
    'Eine Datenkarte entsteht dort, wo die Datenbank ist: den Befehl dort ausführen, wo der Server läuft, ohne --server und DEADHEAT_SERVER.',
  no_challenge_yet: ({ arena }) => `In ${arena} gab es noch keine Herausforderung.`,
  sentence_of_server: ({ text }) => text,
  arena_file_says: ({ option }) =>
    `Eine arena.yaml sagt das selbst: ${option} weglassen oder die Datei ändern.`,
}

export const backups: typeof en.backups = {
  backup_of_nothing:
    'Diese Datenbank hat keine Tabellen von Deadheat, also gibt es nichts zu sichern. DATABASE_URL und DEADHEAT_DATA prüfen.',
  no_backup: ({ file }) =>
    `${file} ist keine Sicherung von Deadheat. Eine Datei nennen, die „db backup“ geschrieben hat.`,
  backup_damaged: ({ file, why }) =>
    `${file} ist beschädigt oder unvollständig (${why}). Nichts davon wurde gespeichert; eine andere Kopie nehmen.`,
  backup_of_other_format: ({ file, format }) =>
    `${file} hat das Format ${format} von Sicherungen, das diese Version nicht lesen kann: Deadheat aktualisieren, dann wiederherstellen.`,
  backup_newer: ({ file, version, migration }) =>
    `${file} stammt von Deadheat ${version} und braucht dessen Migration ${migration}, die diese Version nicht hat: Deadheat aktualisieren, dann wiederherstellen.`,
  backup_too_old: ({ file, migration, way }) =>
    `${file} endet bei Migration ${migration} einer frühen Fassung, die diese nicht mehr ergänzt. ${
      {
        none: 'Keine andere Fassung öffnet sie: mit der Fassung wiederherstellen, die sie schrieb, die Stimmen jeder Arena exportieren und hier importieren.',
        one: 'Mit Commit 41f7d035 wiederherstellen und diese Fassung auf jener Datenbank starten.',
        two: 'Mit Commit 997b7a60 wiederherstellen, auf jener Datenbank einmal Commit 41f7d035 starten, dann diese Fassung.',
      }[way]
    }`,
  restore_into_content: ({ table }) =>
    `Die Datenbank ist nicht leer: Sie hat „${table}“. Nichts wurde wiederhergestellt. Eine leere Datenbank anlegen und in DATABASE_URL nennen, oder einen neuen Ordner in DEADHEAT_DATA.`,
  backup_is_no_stream:
    'Eine Sicherung wird zweimal gelesen und kann deshalb nicht von der Standardeingabe kommen: eine Datei nennen.',
  backup_written: ({ file, arenas, votes }) =>
    `${file} geschrieben: ${counted(arenas, 'Arena', 'Arenen')}, ${counted(votes, 'Stimme', 'Stimmen')}. Die Datei ist so geheim wie die Datenbank.`,
  backup_restored: ({ file, arenas, votes }) =>
    `${file} wiederhergestellt: ${counted(arenas, 'Arena', 'Arenen')}, ${counted(votes, 'Stimme', 'Stimmen')}.`,
  backup_migrated: ({ count: migrations }) =>
    `Die Sicherung war älter: ${counted(migrations, 'Migration', 'Migrationen')} angewandt.`,
}

const WHOLE = new Intl.NumberFormat('de')
const SOURCES: Record<string, string> = {
  human: 'Menschen',
  judge: 'LLM-Richter',
  result: 'anderswo entschiedene Ergebnisse',
  simulated: 'Simulation',
}

export const cards: typeof en.cards = {
  card_holds: ({ contestants, prompts, answers }) =>
    `Teilnehmer: ${WHOLE.format(contestants)}. Prompts: ${WHOLE.format(prompts)}. Antworten: ${WHOLE.format(answers)}. Veröffentlichte Stimmen:`,
  card_votes: (row) =>
    `${SOURCES[row.source] ?? row.source}: ${WHOLE.format(row.votes)} Stimmen von ${WHOLE.format(row.voters)} bekannten Abstimmenden, ${row.first} bis ${row.last}`,
  card_how_title: 'Wie die Daten entstanden',
  card_how: ({ criteria }) =>
    `Abstimmende verglichen zwei Antworten auf denselben Prompt und wählten eine, ein Unentschieden oder keine, nach: ${criteria.join(', ')}. Stimmen auf den Seiten von Deadheat sind blind: Namen erscheinen nach der Stimme. Ob eingelesene Stimmen blind waren, ist nicht bekannt.`,
  card_limits_title: 'Bekannte Grenzen',
  card_no_warnings: 'Die Standardrangliste hat keine Warnungen.',
  card_check_title: 'Wie man sie prüft',
  card_check: ({ votes, sha256 }) =>
    `Die Standardrangliste zählt ${WHOLE.format(votes)} Stimmen mit dem SHA-256 ${sha256}. \`deadheat verify\` berechnet Rangliste und Hash aus den exportierten Stimmen neu.`,
  card_licence_title: 'Lizenz',
  card_licence:
    'Nicht angegeben. Wer dies veröffentlicht, nennt eine Lizenz und prüft die Bedingungen der Modelle, der Prompts und der Abstimmenden.',
}

export const sites: typeof en.sites = {
  site_needs_folder: 'Eine Website ist ein Ordner: mit --output ORDNER angeben.',
  site_has_one_format: ({ option }) =>
    `Eine Website enthält jede Datei in einer festen Form. ${option} weglassen.`,
  site_folder_is_file: ({ folder }) => `${folder} ist eine Datei. Für die Website einen Ordner angeben.`,
  site_folder_taken: ({ folder }) =>
    `${folder} enthält Dateien, aber keine frühere Website. Einen anderen Ordner angeben oder diesen leeren.`,
  site_folder_with_others: ({ folder, file }) =>
    `${folder} enthält eine frühere Website und ${file}. Diese Datei gehört nicht dazu und ginge verloren. Sie woanders ablegen oder einen anderen Ordner angeben.`,
  site_not_built:
    'Die Seite für Websites ist nicht gebaut. Zuerst npm run build ausführen, dann diesen Befehl noch einmal.',
  site_votes_come_in: ({ tries }) =>
    `Rangliste und Stimmen wurden ${tries}-mal gelesen, und jedes Mal kamen dazwischen Stimmen an. Nichts wurde geschrieben. Noch einmal versuchen, wenn weniger Stimmen ankommen.`,
  site_written: ({ folder, arena }) =>
    `${folder} geschrieben: die Rangliste von ${arena}, ihre Stimmen und eine Seite, die sie neu berechnet. Den Ordner auf einen beliebigen Webserver kopieren.`,
  site_of_link: ({ arena }) =>
    `Warnung: ${arena} steht in keiner Liste. Wer den Ordner öffnen kann, sieht Rangliste und Stimmen.`,
  site_of_private: ({ arena }) =>
    `Warnung: ${arena} ist privat. Wer den Ordner öffnen kann, sieht Rangliste und Stimmen.`,
}
