import type * as en from '../en/files.ts'
import { asSides, columnWord, countOf, listed, shellWord, toldAs, toldAsNames, toldAsSides } from '../few.ts'
import { inQuotes, named } from './phrases.ts'

/** Wie Spalten umbenannt werden, etwa ["Prompt=prompt"]. */
const renaming = (near: readonly string[] = ['SPALTE=NAME']): string =>
  near.length > 0 ? ` Eine Spalte unter anderem Namen lesen: --map ${shellWord(near.join(','))}.` : ''

const SCORE_COLUMN: Record<string, string> = { scores: 'score', ranks: 'rank', results: 'passed' }
const SCORE_WORDS: Record<string, string> = { scores: 'Werten', ranks: 'Rängen', results: 'Ergebnissen' }

const UNNAMED =
  'der nicht sagt, welches Modell welchen Text schrieb. Eine Zeile je Stimme schreiben: model_a, model_b, winner, judge.'

const FILES: Record<en.FileIs, string> = {
  'web page':
    'ist eine Webseite. Vielleicht braucht der Download eine Anmeldung; die Datei selbst herunterladen. Eine Tabelle als HTML: in einer Tabellenkalkulation als CSV speichern.',
  pointer:
    'ist ein Verweis von Git LFS, nicht die Datei. git lfs pull ausführen oder die Datei selbst herunterladen.',
  tests:
    'enthält Ergebnisse von Tests (JUnit). --from results vergleicht die mehrerer Dateien, eine je Teilnehmer.',
  xml: 'ist XML. Die Zeilen als CSV oder JSONL speichern.',
  sql: 'ist SQL. Die Zeilen als CSV speichern, in psql mit \\copy STIMMEN to DATEI csv header.',
  lists: "enthält Listen ohne Namen der Spalten. Objekte schreiben, mit pandas to_json(orient='records').",
  python:
    'ist eine Ausgabe von Python und kein JSON: Texte stehen in einfachen Anführungszeichen. Mit json.dumps schreiben.',
  argilla: `ist ein Export von Argilla, ${UNNAMED}`,
  'Label Studio': `ist ein Export von Label Studio, ${UNNAMED}`,
  prodigy: `ist ein Export von Prodigy, ${UNNAMED}`,
  encoding:
    'hat Überschriften, die nicht in UTF-8 sind. Als UTF-8 speichern; in Excel heißt das Format „CSV UTF-8“.',
  counts: 'enthält Zahlen von Siegen. Für jede Stimme eine Zeile schreiben: model_a, model_b, winner.',
  notebook:
    "ist ein Notebook von Jupyter. Es seine Tabelle schreiben lassen: df.to_csv('stimmen.csv', index=False).",
  Qualtrics:
    'ist eine Umfrage von Qualtrics, mit zwei weiteren Titelzeilen unter der Kopfzeile. Diese entfernen und eine Zeile je Stimme schreiben: model_a, model_b, winner, judge.',
  matrix:
    'vergleicht in einer Tabelle von Zahlen jeden Teilnehmer mit jedem. Eine Zeile je Stimme schreiben: model_a, model_b, winner.',
  ratings:
    'hat eine Zeile je Teilnehmer, wie Tabellen von Wertungen. Die Stimmen oder Werte einlesen, aus denen sie entstand. Eine Rangliste mit Wertungen vergleichen: rate STIMMEN --against DATEI.',
  yaml: 'ist YAML, wovon nur eine arena.yaml gelesen wird, und hat kein „arena:“. Die Zeilen als JSON speichern.',
  survey:
    'enthält die Antworten von Personen auf Fragen, wie Umfragen. Eine Zeile je Stimme schreiben: model_a, model_b, winner, judge.',
  headless:
    'hat keine Namen der Spalten über den Zeilen. Eine erste Zeile schreiben, etwa model_a,model_b,winner.',
  javascript:
    'ist JavaScript und kein JSON: Schlüssel stehen nicht in doppelten Anführungszeichen. Mit JSON.stringify schreiben.',
  printed:
    'ist eine Tabelle, wie ein Programm sie anzeigt. Als CSV speichern: to_csv in pandas, write_csv in polars, COPY … TO in DuckDB, write.csv in R.',
  averages:
    'enthält die Mittelwerte eines Laufs. Antworten und Werte stehen in dessen samples: lm-evaluation-harness mit --log_samples laufen lassen.',
  helm: 'enthält die Statistik eines Laufs von HELM. Die Antworten stehen in dessen scenario_state.json; diese einlesen.',
  chats:
    'enthält Gespräche, und nichts sagt, welche von zwei Antworten besser ist. Eine Zeile je Antwort schreiben: model, prompt, response.',
  events:
    'ist ein Protokoll von Ereignissen. Eine Zeile je Ergebnis schreiben: model, prompt, result. Dann zählt --from results ein bestandenes als Sieg über ein nicht bestandenes.',
  documents:
    'enthält JSON-Objekte, aber nicht eins je Zeile. Jedes in eine eigene Zeile schreiben: jq -c . DATEI.',
  'lists apart':
    'enthält mehrere JSON-Dokumente. Ihre Zeilen in eine Liste schreiben, etwa mit jq -s add DATEI.',
  PDF: 'ist ein PDF. Dessen Tabelle in eine Tabellenkalkulation kopieren und diese als CSV speichern.',
  picture: 'ist ein Bild. Die Tabelle, die es zeigt, als CSV speichern.',
  office:
    'ist ein Office-Dokument in einer Form, die nicht gelesen wird. Die Tabelle als .xlsx oder CSV speichern.',
  SQLite:
    "ist eine Datenbank von SQLite. Eine Tabelle als CSV ausgeben: sqlite3 -csv -header DATEI 'select * from STIMMEN'.",
  pickle: 'ist eine Pickle-Datei von Python. Mit to_csv oder to_parquet von pandas schreiben.',
  Arrow: 'ist eine Datei von Arrow. Als Parquet schreiben, mit to_parquet von pandas.',
  packed: 'ist in einer Form gepackt, die nicht gelesen wird. Zuerst entpacken, oder mit gzip packen.',
}

/** Optionen, die aus Spalten Teilnehmer machen. */
const keeping = (columns: readonly string[]): string =>
  `--map ${shellWord(columns.map((column) => `${columnWord(column)}=${columnWord(column)}`).join(','))}`

export const files: typeof en.files = {
  gzip_damaged: ({ file }) =>
    `${file} ist gzip, aber beschädigt oder abgeschnitten; die Datei muss neu gepackt werden.`,
  packed_damaged: ({ file, why }) =>
    `${file} lässt sich nicht entpacken (${why}). Die Datei neu schreiben, oder als CSV oder JSONL speichern.`,
  packed_takes_memory: ({ file, megabytes }) =>
    `${file} zu entpacken hat mehr als ${megabytes} MB Speicher gebraucht, also wurde nichts gelesen. In kleineren Teilen speichern, oder als JSONL.`,
  packed_takes_long: ({ file, seconds }) =>
    `Aus ${file} kam ${seconds} s lang keine Zeile, also wurde nichts gelesen. Als CSV oder JSONL speichern.`,
  packed_large: ({ file, megabytes }) =>
    `${file} hat ausgepackt mehr als ${megabytes} MB. Als CSV oder JSONL speichern.`,
  row_group_large: ({ file }) =>
    `${file} hat eine Zeilengruppe mit mehr als 1.048.576 Zeilen, 100 Millionen Werten oder 1024 MB. Mit kleineren Zeilengruppen schreiben, oder als JSONL speichern.`,
  zip_unknown: ({ file, files: inside }) =>
    `${file} ist ein Zip-Archiv, aber weder eine Excel-Mappe noch ein Log von Inspect. Es enthält ${inside.slice(0, 3).join(', ')}${inside.length > 3 ? ` und ${inside.length - 3} mehr` : ''}. Es zuerst entpacken: unzip ${shellWord(file)}.`,
  no_text: ({ file }) =>
    `${file} ist kein Text. Nötig ist CSV, JSON oder JSONL in UTF-8, auch mit gzip gepackt, Parquet oder eine Excel-Mappe (.xlsx).`,
  sheets_several: ({ file, sheets, fitting }) =>
    `${file} hat mehrere Blätter (${sheets.join(', ')}), und ${fitting === 0 ? 'keines ist an seinen Spalten zu erkennen' : `${fitting} davon sind lesbar`}. Das gemeinte als CSV speichern oder die anderen löschen.`,
  sheet_chosen: ({ file, sheet, others }) =>
    `${file}: gelesen wird das Blatt "${sheet}", nicht ${others.map((one) => `"${one}"`).join(', ')}.`,
  page_of_more: ({ file, count, all }) =>
    `${file} ist eine Seite mit ${count} Zeilen${all === null ? ', und eine weitere folgt' : ` von ${all}`}. Jede Seite abrufen, und alle einlesen.`,
  xml_broken: ({ file, line }) =>
    `${file}, Zeile ${line}: kein wohlgeformtes XML, oder ein Dokumenttyp, der nicht gelesen wird. Wurde die Datei abgeschnitten, den Bericht neu schreiben.`,
  file_is: ({ file, what }) => `${file} ${FILES[what]}`,
  scores_unread: ({ file, from, wanted, columns }) =>
    `${file}: ${
      wanted === 'task'
        ? `keine Spalte sagt, was bewertet wurde (es gibt: ${columns.join(', ')}). Sie benennen: --map SPALTE=prompt, oder eine Spalte prompt ergänzen.`
        : wanted === 'values'
          ? `mehrere Spalten können ${SCORE_WORDS[from] ?? from} enthalten: ${columns.join(', ')}. Eine lassen: --ignore ${listed(columns.slice(1))}.`
          : `keine Spalte enthält ${SCORE_WORDS[from] ?? from} (es gibt: ${columns.join(', ')}). Eine lange Tabelle hat model, prompt und ${SCORE_COLUMN[from] ?? from}, eine breite prompt und je Teilnehmer eine Spalte. Sie benennen: --map SPALTE=${SCORE_COLUMN[from] ?? from}.`
    }`,
  scores_unpaired: ({ file, contestants }) =>
    contestants < 2
      ? `${file} hat Werte ${contestants === 0 ? 'von niemandem' : 'eines Teilnehmers'}, und ein Vergleich braucht zwei. Für jeden Teilnehmer eine Datei mit eigenem Namen angeben, etwa old.xml,new.xml.`
      : `${file}: Keine zwei Teilnehmer haben einen Wert zur selben Aufgabe, also ist nichts zu vergleichen. Heißen Aufgaben in jeder Datei anders, dann sie gleich benennen.`,
  scores_many: ({ file, votes, most }) =>
    `${file} ergäbe ${votes} Stimmen; höchstens ${most} gehen. Teilnehmer oder Wiederholungen weglassen.`,
  scores_paired: ({ from, scores, contestants, tasks, votes, ties }) =>
    `Aus ${scores} ${SCORE_WORDS[from] ?? from} von ${contestants} Teilnehmern zu ${tasks} Aufgaben wurden ${votes} Stimmen, davon ${ties} Unentschieden: Je Aufgabe trifft jeder Wert auf jeden der anderen. ${from === 'results' ? 'Beide bestanden oder beide nicht ist ein Unentschieden.' : 'Um wie viel einer besser ist, zählt nicht.'}`,
  scores_less: ({ file, columns, from, isLong }) =>
    `${file}: In ${columns.join(', ')} ist wohl weniger besser, und bei --from ${from} ${from === 'results' ? 'gewinnen 1, true und yes' : 'gewinnt der höhere Wert'}. Ist weniger besser${from === 'results' ? ' und stehen Zahlen in den Zellen' : ''}: --from ranks${isLong ? ` --map ${shellWord(`${columnWord(columns[0])}=rank`)}` : ''}.`,
  scores_beside_words: ({ file, from, columns }) =>
    `${file}: In ${columns.join(', ')} stehen Wörter, und in den anderen Spalten Werte für --from ${from}. Sagt die Spalte, von wem sie sind: --map ${shellWord(`${columnWord(columns[0])}=judge`)}. Sagt sie nichts über sie: --ignore ${listed(columns)}.`,
  scores_alone: ({ count }) => `Aufgaben mit nur einem Teilnehmer geben keine Stimme: ${count}.`,
  scores_missing: ({ count }) => `Zeilen ohne Wert geben keine Stimme: ${count}.`,
  results_passed: ({ shares }) => `Bestanden: ${shares.join(', ')}.`,
  passed_share: ({ name, percent, tasks }) => `${name} ${percent} % von ${tasks} Aufgaben`,
  compare_file_without: ({ option }) =>
    `${option} geht nicht mit --from: Eine Datei mit Werten hat keine Richter, Kosten oder Texte.`,
  no_task_in_common: ({ own, other }) => `${own} und ${other} haben keinen Wert zur selben Aufgabe.`,
  no_array: ({ file }) => `${file} enthält keine Liste von Zeilen.`,
  several_arrays: ({ file }) => `${file} enthält mehr als eine Liste; nur die mit den Zeilen darf bleiben.`,
  header_unread: ({ file, line, wrong }) =>
    `${file}, Zeile ${line}: Die Kopfzeile lässt sich nicht lesen: ${wrong}.`,
  columns_many: ({ file, count, most }) =>
    `${file} hat ${count} Spalten; eine Tabelle darf höchstens ${most} haben. Vielleicht sind Zeilen und Spalten vertauscht.`,
  many_files_read: 'Es werden gerade mehrere Dateien eingelesen. In ein paar Sekunden noch einmal versuchen.',
  files_take_long: ({ seconds }) =>
    `Diese Dateien zu lesen hat länger als ${seconds} s gedauert, also wurde nichts eingelesen. Weniger oder einfachere Dateien schicken, oder sie im Terminal einlesen.`,
  files_take_memory: ({ megabytes }) =>
    `Diese Dateien zu lesen hat mehr als ${megabytes} MB Speicher gebraucht, also wurde nichts eingelesen. Sie in Teilen schicken, oder im Terminal einlesen.`,
  problems_more: ({ count }) => `es gibt ${count} weitere Fehler; zuerst diese beheben`,
  header_twice: ({ file, line, column }) =>
    `${file}, Zeile ${line}: Die Spalte „${column}“ steht zweimal in der Kopfzeile.`,
  no_vote_columns: ({ file, columns, near = [] }) =>
    `${file} hat keine Spalte model_a, model_b oder winner (es gibt: ${columns.join(', ') || 'keine'}).${renaming(near)}`,
  column_not_read: ({ file, column, meant }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen. Ist ${meant} gemeint, sie umbenennen, oder --map ${shellWord(`${columnWord(column)}=${meant}`)} verwenden.`,
  counts_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen, und jede Zeile ist eine Stimme. Zählt sie Stimmen, für jede Stimme eine Zeile schreiben.`,
  column_repeated: ({ file, column, first }) =>
    `${file}: „${column}“ nennen Programme eine zweite Spalte „${first}“. Ihr einen Namen geben, oder sie auslassen: --ignore ${listed([column])}.`,
  rows_marked: ({ file, column, count, value }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen, und ${count === 1 ? 'eine Zeile zählt' : `${count} Zeilen zählen`} mit einem Wert wie „${value}“ vielleicht nicht. Solche Zeilen entfernen, oder alle lesen: --ignore ${listed([column])}.`,
  third_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen: Eine Stimme vergleicht zwei, model_a und model_b. Für das Beste von dreien eine Zeile je Paar schreiben, das entschieden ist. Sonst weglassen: --ignore ${listed([column])}.`,
  rows_mirrored: ({ file, count }) =>
    `${file}: ${count} Zeilen wiederholen die Zeile davor mit vertauschten Seiten. Steht jede Partie zweimal da, einmal je Spieler, eine von beiden entfernen. Wurde in beiden Reihenfolgen geurteilt, eine Spalte judge ergänzen.`,
  title_may_turn: ({ file, texts }) =>
    `${file}: Eine Zeile über der Kopfzeile wird nicht gelesen: ${texts.join(', ')}. In winner wird der Bessere erwartet, und der größere Wert gewinnt. Meint die Zeile das Gegenteil, in der Datei die Gewinner tauschen.`,
  lines_before: ({ file, texts }) => `${file}: Nicht gelesen, über der Kopfzeile: ${texts.join(', ')}.`,
  prompts_are_messages: ({ file, column }) =>
    `${file}: Jede Zeile gilt als Prompt, und die Spalte „${column}“ wird nicht gelesen. Sind die Zeilen Nachrichten von Gesprächen, jedes als einen Prompt mit einer Liste messages schreiben. Sind es Prompts: --ignore ${listed([column])}.`,
  names_are_lists: ({ file, names }) =>
    `${file}: Teilnehmer heißen ${names.join(', ')}, und Teile davon sind auch Teilnehmer. Nennt eine Zelle mehrere, eine Zeile je Paar schreiben.`,
  variants_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen, und ein Teilnehmer hat darin mehrere Werte. Macht jeder einen anderen Teilnehmer, etwa eine Version eines Prompts, ihn in model_a und model_b schreiben. Sonst weglassen: --ignore ${listed([column])}.`,
  flags_not_read: ({ file, column, yes, no }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen. Sie sagt in ${yes === 1 ? 'einer Zeile' : `${yes} Zeilen`} ja und in ${no} nein. Sagt sie, welche Zeilen zählen, die anderen entfernen. Bezeichnet sie Unentschieden oder vertauschte Seiten, diese in winner schreiben. Sonst weglassen: --ignore ${listed([column])}.`,
  zone_not_read: ({ file, column, zone }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen, und Zeiten gelten als UTC. Stehen sie in „${zone}“, die Zone in jede Zeit schreiben, etwa 2025-03-01T09:30:00+01:00. Stehen sie in UTC: --ignore ${listed([column])}.`,
  names_numbered: ({ file, names }) =>
    `${file}: Teilnehmer heißen ${names.join(' und ')}, und 1 und 2 in winner gelten als linke und rechte Seite. Sind es die Nummern der Namen, die Namen in winner schreiben.`,
  names_are_dates: ({ file, names }) =>
    `${file}: Teilnehmer heißen ${names.join(', ')}. Hat eine Tabellenkalkulation aus Namen Daten gemacht, diese dort berichtigen.`,
  rows_hidden: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Eine Zeile' : `${count} Zeilen`} der Arbeitsmappe ${count === 1 ? 'ist' : 'sind'} verborgen, vielleicht durch einen Filter, und ${count === 1 ? 'wird' : 'werden'} auch gelesen. Den Filter und ungewollte Zeilen entfernen.`,
  ties_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen. Wo sie gesetzt ist, tie als winner schreiben, oder sie auslassen: --ignore ${listed([column])}.`,
  rows_told_apart: ({ file, column, texts, of }) =>
    `${file}: Zeilen ${of === 'votes' ? 'zu einem Prompt und Paar, von einem Richter,' : 'eines Modells zu einem Prompt'} unterscheiden sich in „${column}“ (${texts.join(', ')}), was nicht gelesen wird, und ${of === 'votes' ? 'jede ist eine Stimme' : 'zählen als Wiederholungen'}. ${of !== 'answers' ? `Nennt sie ein Kriterium oder einen Richter: --map ${shellWord(`${columnWord(column)}=criterion`)}, oder judge. ` : ''}Macht jeder Wert ein anderes Modell oder einen anderen Prompt, ihn in diese Spalte schreiben. ${of === 'votes' ? 'Sonst weglassen' : 'Sind es Wiederholungen'}: --ignore ${listed([column])}.`,
  scores_marked: ({ file, count, value }) =>
    `${file}: ${count === 1 ? 'Ein Wert ist' : `${count} Werte sind`} ${value}, und alle anderen sind 0 oder mehr. Steht das für keinen Wert, ${count === 1 ? 'die Zelle' : 'die Zellen'} leeren.`,
  scores_aside: ({ file, columns }) =>
    `${file}: ${columns.join(', ')} ${columns.length === 1 ? 'wäre ein Teilnehmer' : 'wären Teilnehmer'}. Sonst: --ignore ${listed(columns)}.`,
  swaps_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen. Nennt winner eine Seite des Bildschirms, dort den Namen des Teilnehmers eintragen. Gehören Namen und winner zusammen, wie sie dastehen: --ignore ${listed([column])}.`,
  judge_is_model: ({ file, judge }) =>
    `${file}: Der Richter „${judge}“ ist wohl ein Modell, zählt aber als Person. Ist er eines, eine Spalte judge_type mit llm hinzufügen.`,
  names_are_numbers: ({ file, names }) =>
    `${file}: Teilnehmer heißen ${names.join(', ')}. Stehen diese Zahlen für Namen, die Datei noch einmal mit den Namen exportieren.`,
  names_are_texts: ({ file, names }) =>
    `${file}: Die beiden Seiten der Stimmen sind Texte, und jeder würde ein Teilnehmer (${names.join(', ')}). Stattdessen eintragen, von wem sie sind. Hat jede Spalte die Antworten eines Teilnehmers, eine Spalte prompt ergänzen und beide nach ihnen nennen.`,
  names_in_html: ({ file, names }) =>
    `${file}: In Namen stehen Zeichen, wie HTML sie schreibt: ${names.join(', ')}. Ist das nicht gemeint, & statt &amp; schreiben, und so weiter.`,
  row_of_totals: ({ file, text }) =>
    `${file}: Die Zeile „${text}“ wird als Prompt gelesen. Hat sie die Summen der Tabelle, sie entfernen.`,
  columns_doubtful: ({ file, columns, verdict }) =>
    `${file}: ${columns.length === 1 ? 'Die Spalte' : 'Die Spalten'} ${columns.join(', ')} ${columns.length === 1 ? 'sieht' : 'sehen'} kaum nach Antworten eines Teilnehmers aus, also wurde nichts eingelesen. ${columns.length === 1 ? 'Sie' : 'Diese'} aus der Datei entfernen, oder im Terminal angeben, was gemeint ist: --ignore ${listed(columns)} lässt aus, ${keeping(columns)} macht Teilnehmer daraus${verdict === undefined ? '' : `, --map ${shellWord(`${verdict}=winner`)} macht Stimmen aus ${verdict}`}.`,
  answers_unnamed: ({ file, column }) =>
    `${file} hat Antworten in „${column}“, und keine Spalte sagt, von wem sie sind. Eine Spalte model mit dem Namen ergänzen, oder die Datei in einer arena.yaml als Antworten eines Teilnehmers nennen.`,
  verdicts_several: ({ file, columns }) =>
    `${file}: Jede der Spalten ${columns.join(', ')} könnte sagen, welche Antwort besser ist. Nichts wurde eingelesen. Nur eine behalten: --ignore ${listed(columns.slice(1))}, oder daraus Teilnehmer machen: ${keeping(columns.slice(1))}.`,
  verdict_among_many: ({ file, column, contestants }) =>
    `${file}: Die Spalte „${column}“ sagt wohl, welche Antwort besser ist, aber es gibt ${contestants.length} Spalten mit Antworten: ${contestants.join(', ')}. Eine Stimme vergleicht zwei. Nichts wurde eingelesen. Spalten auslassen, zum Beispiel --ignore ${listed(contestants.slice(2))} oder --ignore ${listed([column])}. Ist „${column}“ ein Teilnehmer: ${keeping([column])}.`,
  value_of_rows: ({ value, rows }) =>
    `${value === '' ? 'kein Ausgang' : value} (${rows} ${rows === 1 ? 'Zeile' : 'Zeilen'})`,
  outcomes_lost: ({ file, lost, rows, values, more, texts, column }) =>
    `${file}: Der Ausgang von ${lost} der ${rows} Zeilen ist unverständlich: ${values.join(', ')}${more > 0 ? ` und ${more} weitere` : ''}. Ohne sie sagten die Stimmen etwas anderes, also wurde nichts eingelesen. ${texts.length === 0 ? 'Diese Zeilen berichtigen oder entfernen.' : `Im Terminal sagt --outcomes ${toldAs(texts, texts[0] === 'empty' ? 'skip' : 'BEDEUTUNG')}, was gemeint ist: model_a, model_b, tie, both_bad, name, oder skip, um solche Zeilen auszulassen. Die bekannten Schreibweisen stehen in docs/reference/files.md#outcomes.`}${column === undefined ? '' : ` Enthält die Spalte „${column}“ keine Ausgänge: --ignore ${listed([column])}; ist sie ein Teilnehmer: ${keeping([column])}.`}`,
  outcomes_numbers: ({ file, column, values, texts }) =>
    `${file}: Die Zahlen in ${column} können Verschiedenes bedeuten: ${values.join(', ')}. Nichts wurde eingelesen. Im Terminal angeben, was jede bedeutet: --outcomes ${toldAs(texts, 'BEDEUTUNG')}, mit model_a, model_b, tie, both_bad, oder skip, um solche Zeilen auszulassen. Ohne weitere Zahlen sind 1 und 2 Positionen, und 0, 0.5 und 1 Punkte von model_a.`,
  outcomes_names: ({ file, column, values, texts, sides }) =>
    `${file}: Einige Wörter in ${column} können eine Seite oder einen Teilnehmer nennen, und beides widerspricht sich: ${values.join(', ')}. Nichts wurde eingelesen. Im Terminal angeben, was gilt: --outcomes ${toldAsNames(texts)} für Teilnehmer, oder --outcomes ${toldAsSides(texts, sides)} für Seiten.`,
  outcomes_unread: ({ part, meanings }) =>
    `--outcomes: „${part}“ hat nicht die Form AUSGANG=BEDEUTUNG mit einer dieser Bedeutungen: ${meanings.join(', ')}. Mehrere werden durch Kommas getrennt: --outcomes 1=model_a,0=model_b.`,
  outcomes_twice: ({ outcome }) => `--outcomes nennt „${outcome}“ mehrmals.`,
  names_alike: ({ groups, more }) =>
    `verschiedene Teilnehmer haben Namen, die gleich aussehen: ${groups.join('; ')}${more > 0 ? ` und noch ${more}` : ''}. Sind es dieselben, die Namen einheitlich schreiben und die Datei noch einmal lesen.`,
  prompts_alike: ({ file, groups, more }) =>
    `${file}: Verschiedene Prompts haben Kennungen, die gleich aussehen: ${groups.join('; ')}${more > 0 ? ` und noch ${more}` : ''}. Sind es dieselben, die Kennungen einheitlich schreiben und die Datei noch einmal lesen.`,
  texts_escaped: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Ein Text zeigt' : `${count} Texte zeigen`} \\n, wo eine Zeile enden sollte, und kein Text hat eine zweite Zeile. Hat ein Programm \\n für das Zeilenende geschrieben, die Datei noch einmal mit echten Zeilen exportieren.`,
  answers_are_errors: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort ist eine Fehlermeldung' : `${count} Antworten sind Fehlermeldungen`} einer Tabellenkalkulation (${texts.join(', ')}) und ${count === 1 ? 'wurde' : 'wurden'} weggelassen.`,
  answers_look_failed: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort sieht' : `${count} Antworten sehen`} nach dem Fehler eines Aufrufs aus (${texts.map((text) => `„${text}“`).join(', ')}). Ist das keine Antwort, ${count === 1 ? 'die Zelle' : 'die Zellen'} leeren und noch einmal einlesen.`,
  answers_look_empty: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort ist' : `${count} Antworten sind`} nur ${texts.map((text) => `„${text}“`).join(', ')}, was Programme für eine leere Zelle schreiben. Ist das keine Antwort, ${count === 1 ? 'die Zelle' : 'die Zellen'} leeren und noch einmal einlesen.`,
  answers_have_reasoning: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort beginnt' : `${count} Antworten beginnen`} mit der Überlegung des Modells (${texts.join(', ')}). Abstimmende sähen sie, und sie kann verraten, welches Modell geantwortet hat. Um auszulassen, was mit </think> endet: --ignore '<think>'.`,
  answers_failed: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Eine Antwort fehlt' : `${count} Antworten fehlen`}, weil das Modell oder sein Test mit einem Fehler endete.`,
  answers_have_marks: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort hat' : `${count} Antworten haben`} Zeichen einer Chat-Vorlage oder eines Terminals (${texts.join(', ')}). Abstimmende sähen sie, und sie können verraten, welches Modell geantwortet hat. Sie entfernen.`,
  answers_are_printed: ({ file, texts }) =>
    `${file}: Antworten sind Objekte eines Programms (${texts.join(', ')}), und so sähe man sie. Stattdessen den Text darin schreiben, etwa answer.content.`,
  answers_repeat_prompt: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort' : `${count} Antworten`} von ${texts.join(', ')} ${count === 1 ? 'beginnt' : 'beginnen'} mit dem Prompt, der schon darüber steht. Ihn abschneiden, in transformers mit return_full_text=False.`,
  texts_in_html: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Eine Antwort hat' : `${count} Antworten haben`} Zeichen, wie HTML sie schreibt (${texts.join(', ')}), und so sähe man sie. Ist das nicht gemeint, & für &amp; schreiben und so weiter.`,
  answers_judged: ({ file, column, from }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen, also bekommen diese Antworten keine Stimmen. ${from === 'ranks' ? 'Aus den Rängen Stimmen machen: --from ranks.' : `Sagt sie von jeder Antwort, ob sie gewann: --from results --map ${shellWord(`${columnWord(column)}=passed`)}. Nennt sie, wer gewann: prompt, je eine Spalte für zwei Teilnehmer und winner schreiben.`} Nur die Antworten lesen: --ignore ${listed([column])}.`,
  scores_not_read: ({ file, column }) =>
    `${file}: Stattdessen aus ${column} Stimmen machen, sodass der höhere Wert gewinnt: --from scores.`,
  results_errors: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Ein Ergebnis ist ein Fehler und zählt' : `${count} Ergebnisse sind Fehler und zählen`} als nicht bestanden. Lief ein Test nicht, die Zelle leeren.`,
  contestants_are_ids: ({ file, ids }) =>
    `${file} nennt Teilnehmer bei Kennungen. Namen bekommen sie durch --map ${ids.map((id) => `${id}=NAME`).join(',')}; eine ohne sie angelegte Arena vorher entfernen.`,
  parts_not_read: ({ file, parts }) => `${file}: Diese Teile werden nicht gelesen: ${parts.join(', ')}.`,
  prompts_are_texts: ({ file }) =>
    `${file}: Die Spalte prompt enthält wohl Texte, wurde aber als Kennung der Prompts gelesen, sodass niemand über diese Antworten abstimmen kann. Sind es Texte, das sagen: --map prompt=question.`,
  prompts_are_ids: ({ file, texts }) =>
    `${file}: In der Spalte prompt steht ${texts.join(', ')}, und das sähen Menschen als Frage. Dort die Texte eintragen, und was jetzt dort steht in eine Spalte id.`,
  ids_of_prompts: ({ file, count, all }) =>
    `${file}: ${count} von ${all} Zeilen wiederholen die id einer anderen, und eine id ist die einer Stimme. Solche Zeilen zählen einmal. Ist id die des Prompts: --map id=question_id.`,
  ids_number_rows: ({ file, column, count }) =>
    `${file}: Die Spalte ${column} zählt wohl Zeilen. ${count === 1 ? 'Eine Antwort hat' : `${count} Antworten haben`} denselben Prompt wie ein anderer Teilnehmer, aber keine Kennung kommt bei zweien vor. Den Text als Prompt nehmen: --ignore ${column}.`,
  orders_unsaid: ({ file, count }) =>
    `${file}: Ein Judge wurde ${count}-mal noch einmal mit vertauschten Seiten gefragt, und jedes Urteil zählt als eigene Stimme. Mit einer Spalte order, etwa 1 und 2, werden beide zu einer Stimme. Sonst sagt --orders separate, dass jedes zählt.`,
  prompts_end_answered: ({ file, count }) =>
    `${file} wird als Prompts gelesen, aber ${count === 1 ? 'eine Unterhaltung endet' : `${count} Unterhaltungen enden`} mit einer Antwort des Assistenten. Um sie als Antworten eines Teilnehmers mit dem Namen der Datei zu lesen: --ignore id. Oder eine Spalte model hinzufügen.`,
  columns_hold_names: ({ file, columns, texts }) =>
    `${file}: Die Spalten ${columns.join(', ')} teilen wenige Zellen wie ${texts.join(', ')}, und das sähen Menschen als Antworten. Sind es Namen von Teilnehmern, für jede Stimme eine Zeile mit model_a, model_b und winner eintragen.`,
  columns_are_sides: ({ file, winner, loser }) =>
    `${file}: Die Spalten ${winner} und ${loser} sagen wohl, wer gewonnen und wer verloren hat, also wurde nichts gelesen. Für Stimmen: --map ${shellWord(`${winner}=winner,${loser}=loser`)}. Enthalten sie Antworten: ${keeping([winner, loser])}.`,
  columns_hold_sides: (values) =>
    `${values.file}: Die Spalten ${values.columns.join(' und ')} enthalten wohl Namen von Teilnehmern, also wurde nichts eingelesen. Als Stimmen: ${asSides(values)}.${values.answers.length > 0 ? ` Als Antworten: --map ${shellWord(values.answers.join(','))}.` : ''}`,
  verdict_not_read: ({ file, column }) =>
    `${file}: Die Spalte „${column}“ wird nicht gelesen. Ist sie das Urteil nach einem weiteren Kriterium, für jedes eine Zeile mit den Spalten winner und criterion schreiben. Sonst auslassen: --ignore ${listed([column])}.`,
  columns_of_answers: ({ file, columns }) =>
    `${file} wird als Prompts gelesen, ohne die Spalten ${columns.join(', ')}. Sind das Antworten: --map text=prompt. Sonst auslassen: --ignore ${listed(columns)}.`,
  columns_aside: ({ file, columns, texts }) =>
    `${file}: ${columns.length === 1 ? 'Die Spalte' : 'Die Spalten'} ${columns.join(', ')} ${columns.length === 1 ? 'enthält' : 'enthalten'} Zellen wie ${texts.join(', ')} neben Antworten in Worten. ${columns.length === 1 ? 'Ist sie kein Teilnehmer' : 'Sind sie keine Teilnehmer'}: --ignore ${listed(columns)}.`,
  votes_ahead: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Eine Stimme liegt' : `${count} Stimmen liegen`} in der Zukunft. Sind diese Zeiten falsch, sie berichtigen, oder die Datei ohne Zeiten lesen: --ignore tstamp.`,
  table_exchanged: ({ file, columns, rows }) =>
    `${file}: Zeilen und Spalten scheinen vertauscht. „${columns.join('“ und „')}“ würden Teilnehmer, „${rows.join('“ und „')}“ Prompts. In der Tabellenkalkulation die Tabelle kopieren und transponiert einfügen. In pandas: df.set_index(df.columns[0]).T.rename_axis('prompt').to_csv('NEU.csv').`,
  cells_below_empty: ({ file, column, count }) =>
    `${file}: Die Spalte „${column}“ ist in ${count === 1 ? 'einer Zeile' : `${count} Zeilen`} unter gefüllten leer, wie bei verbundenen Zellen. Gilt eine Zelle für mehrere Zeilen, sie nach unten ausfüllen: in jede davon schreiben.`,
  ids_rounded: ({ file, column, id }) =>
    `${file}: Die Spalte „${column}“ hat gerundete Zahlen (${id}); aus verschiedenen Kennungen kann eine geworden sein. Noch einmal exportieren, mit Kennungen als Text.`,
  rows_doubtful: ({ file, lost, reasons }) =>
    `${file}: ${lost === 1 ? 'Eine Zeile lässt' : `${lost} Zeilen lassen`} sich nicht verwenden (${reasons.join('; ')}). Die Datei ist vielleicht abgeschnitten oder anders gemeint. ${lost === 1 ? 'Diese Zeile' : 'Diese Zeilen'} berichtigen oder entfernen.`,
  texts_garbled: ({ file, count, texts }) =>
    `${file}: ${count === 1 ? 'Ein Text hat' : `${count} Texte haben`} Zeichen einer falschen Kodierung (${texts.join(', ')}). Das Original noch einmal als UTF-8 speichern.`,
  answers_are_addresses: ({ file, texts }) =>
    `${file}: Jede Antwort ist die Adresse einer Datei (${texts.join(', ')}), und Menschen sähen diese Adresse. Die Texte selbst eintragen, oder Bilder als ![](PFAD).`,
  answers_are_values: ({ file, texts }) =>
    `${file}: Jede Antwort ist eine Zahl oder ein Ergebnis (${texts.join(', ')}). Zahlen können Noten sein: --from scores, ranks oder results. Ergebnisse sind Stimmen: für jede eine Zeile mit model_a, model_b und winner schreiben.`,
  answers_cut_off: ({ file, count }) =>
    `${file}: ${count === 1 ? 'Ein Text hat' : `${count} Texte haben`} 32.767 Zeichen; dort schneidet Excel ab. Die ganzen Texte aus ihrer Quelle nehmen.`,
  no_ratings: ({ file }) =>
    `${file} hat keine lesbaren Wertungen. Eine Tabelle von Wertungen hat die Spalten model und rating, oder item und score.`,
  import_doubtful: ({ doubts }) =>
    [
      'Nichts wurde importiert, denn etwas ist vielleicht nicht so gemeint:',
      ...doubts,
      'Ist es so gemeint, dann mit --yes noch einmal importieren. Sonst sagen --map und --ignore, wie Spalten gelesen werden, und "deadheat look DATEI" zeigt, als was jede gelesen wird.',
    ].join('\n'),
  map_unread: ({ part }) =>
    `--map: „${part}“ hat nicht die Form SPALTE=NAME. Mehrere werden durch Kommas getrennt: --map input=prompt,output=text.`,
  map_twice: ({ column }) => `--map und --ignore nennen die Spalte „${column}“ mehrmals.`,
  column_to_change_missing: ({ option, column, columns }) =>
    `--${option}: Es gibt keine Spalte „${column}“ (es gibt: ${columns.join(', ') || 'keine'}).`,
  no_prompt_column: ({ file }) => `${file} hat keine Spalte prompt.`,
  control_in_column: ({ place, column }) =>
    `${place}: Der Name der Spalte ${column} enthält ein Steuerzeichen.`,
  column_name_empty: ({ place, column, name }) =>
    `${place}: Eine Spalte heißt ${inQuotes(column)}, was für eine leere Zelle steht. Dem Teilnehmer einen Namen geben, oder die Spalte mit --ignore ${name} weglassen.`,
  column_long: ({ place, column, most }) =>
    `${place}: Der Name einer Spalte hat mehr als ${most} Zeichen (${column}). In einer Tabelle von Antworten ist er der Name eines Teilnehmers.`,
  line_of: ({ file, line }) => `${file}, Zeile ${line}`,
  list_nested: ({ file, path }) =>
    `${file} hat seine Liste unter ${path}. Gelesen wird eine Liste ganz oben in einer JSON-Datei oder unter einem Schlüssel. Sie in eine eigene Datei schreiben, zum Beispiel mit jq '${path}' ${file}.`,
  answers_nested: ({ file, column, names }) =>
    `${file}: In der Spalte „${column}“ stehen ${names.length > 0 ? `Objekte (${names.join(', ')})` : 'Listen'}, keine Texte. Jedem Teilnehmer eine eigene Spalte geben: prompt, ${names.length > 0 ? names.join(', ') : 'NAME, NAME'}.`,
  too_few_columns: ({ file, count }) =>
    `${file} hat neben prompt ${count === 0 ? 'keine' : 'nur eine'} Spalte mit Antworten; nötig sind mindestens zwei.`,
  unknown_file: ({ file, columns, near }) =>
    `${file} wurde an den Spalten (${columns.join(', ') || 'keine'}) nicht erkannt. Stimmen brauchen model_a, model_b, winner; Antworten prompt, model, text; Prompts id, text. Eine Tabelle von Antworten braucht prompt und je Teilnehmer eine Spalte.${renaming(near)}`,
  rows_nested: ({ file, key, columns }) =>
    `${file} hat seine Zeilen in anderen (${columns.join(', ')}). Sie in eine eigene Datei schreiben: jq -c '.. | objects | .${key}' ${shellWord(file)} > NEU.jsonl.`,
  single_scores: ({ file, from }) =>
    from === 'results'
      ? `${file} sagt, welche Tests bestanden wurden, und eine Arena braucht Vergleiche von zweien. Mit --from results siegt ein bestandener Test über einen nicht bestandenen.`
      : `${file} enthält Noten einzelner Antworten, und eine Arena braucht Vergleiche von zweien. Mit --from scores zählt die höhere Note als Sieg. Ränge und bestandene Tests lesen --from ranks und --from results. Sonst die Antworten einlesen und Menschen oder Richter abstimmen lassen, oder Urteile über Paare einlesen. Sind die Zahlen Antworten, für jede eine Zeile mit model, prompt und response schreiben.`,
  side_column: ({ file, column, near = [], pair = [], hasPrompts = true }) =>
    `${file} hat eine Spalte „${column}“, die bei anderen Programmen für eine Seite eines Vergleichs steht. Die übrigen Spalten passen zu keinem ihrer Formate. Nichts wurde eingelesen, damit daraus kein Teilnehmer wird.${near.length > 0 ? renaming(near) : pair.length > 0 ? ` Stimmen mit Texten haben prompt, answer_a, answer_b, winner, und wer was schrieb: model_a, model_b.${hasPrompts ? ` Sind die Spalten zwei Teilnehmer: ${keeping(pair)}.` : ''}` : ' Die Spalte umbenennen, oder die Datei in eines der Formate aus docs/reference/files.md bringen.'}`,
  preferences_unnamed: ({ file }) =>
    `${file} enthält bevorzugte und verworfene Antworten, aber nicht, von wem sie sind. Sie chosen und rejected nennen, und die Spalten chosen_model und rejected_model ergänzen.`,
  contestant_unnamed: ({ format }) =>
    `Der Export von ${format} sagt nicht, von welchem Teilnehmer seine Antworten sind, und er kam ohne Dateinamen. Ihn als Datei schicken, die nach dem Teilnehmer heißt.`,
  tool_without_votes: ({ file, format }) =>
    `${file} wurde als ${format} erkannt; darin sind Antworten, aber keine Stimmen. In eine Arena einlesen: deadheat import.`,
  rows_lost: ({ file, lost, rows, reasons, merged }) =>
    `${file}: ${lost} von ${rows} Zeilen lassen sich nicht verwenden (${reasons.join('; ')}), also wurde nichts eingelesen. ${merged === undefined ? 'Diese Zeilen berichtigen oder entfernen.' : `Zellen von „${merged}“ sind unter gefüllten leer, wie verbundene Zellen: in jede Zeile schreiben.`}`,
  all_rows_bad: ({ file, count, reasons, columns, near }) =>
    `${file} hat ${count === 1 ? 'eine Zeile, die sich nicht verwenden lässt' : `${count} Zeilen, von denen sich keine verwenden lässt`} (${reasons.join('; ')}). Es wurde nichts gelesen. Ihre Spalten sind ${columns.join(', ')}.${renaming(near)}`,
  rows_not_utf8: ({ file, count, all }) =>
    `${file} hat ${all === 1 ? 'eine Zeile, die' : count === all ? `${count} Zeilen, die alle` : `${all} Zeilen, von denen ${count}`} nicht in UTF-8 ${all === 1 ? 'ist' : 'sind'}. Es wurde nichts gelesen. Als UTF-8 speichern; in Excel heißt das Format „CSV UTF-8“.`,
  empty_file: ({ file }) => `${file} ist leer.`,
  no_usable_row: ({ file, format, wrong }) =>
    `${file} wurde als ${format} erkannt, aber keine Zeile ist brauchbar${wrong.length > 0 ? ` (${wrong.join('; ')})` : ''}.`,
  not_sent: ({ file }) => `${file}: wurde nicht mitgeschickt, gehört aber dazu.`,
  unpacks_large: ({ file, megabytes }) =>
    `${file} hat ausgepackt mehr als ${megabytes} MB. Im Terminal einlesen: deadheat import.`,
  arena_among: ({ file }) =>
    `${file} beschreibt eine Arena. Sie gehört samt den Dateien, die sie nennt, unter „Neue Arena“ oder an /api/admin/arenas.`,
  stray_answer: ({ file, contestant, prompt }) =>
    `${file}: ${contestant} antwortet auf einen unbekannten Prompt („${prompt}“). Ihn zu den Prompts hinzufügen, oder die id korrigieren.`,

  runs_unknown: ({ arena }) =>
    `Die Arena „${arena}“ hat keine Antwort mit der Kennung ihres Laufs, oder sie ist hier nicht lesbar. Antworten mit einer Spalte run_id (LangSmith), trace_id (Langfuse, Phoenix) oder span_id (Phoenix) einlesen, und mit einem Token exportieren.`,
  format_of_another: ({ kind, format, formats }) =>
    `${kind} gibt es nicht als ${format}. Möglich sind ${formats.join(', ')}.`,
  no_archive: ({ file }) => `${file} ist kein Archiv einer Arena.`,
  archive_of_other_format: ({ file, format }) =>
    `${file} ist ein Archiv im Format ${format}, das diese Version nicht kennt. Mit einem neueren Deadheat einlesen.`,
  archive_of_other_version: ({ file, version }) =>
    `${file} stammt von Deadheat ${version}, dessen Tabellen andere sind als die dieser Datenbank. Beide auf dieselbe Version bringen und die Arena neu exportieren.`,
  archive_is_whole: ({ option }) =>
    `Archive, Rezepte und Datenblätter gelten für eine ganze Arena und haben ein einziges Format. ${option} weglassen.`,
  archive_written: ({ file, arena }) =>
    `${file} geschrieben: die ganze Arena ${arena} mit ihren Abstimmenden. So geheim halten wie die Datenbank.`,
  nothing_in: ({ files: sent }) => `In ${sent.join(', ')} gibt es nichts einzulesen.`,
  upload_no_room:
    'Im Ordner des Servers für vorübergehende Dateien ist kein Platz für diese Dateien. Dort Platz schaffen, TMPDIR auf eine größere Platte setzen, oder im Terminal neben der Datenbank einlesen.',
  no_file:
    'Es wurde keine Datei geschickt. Jede Datei als Feld von multipart/form-data schicken, oder eine einzelne als Body.',
  files_many: ({ count, most }) =>
    `${count} Dateien sind zu viele; auf einmal dürfen es höchstens ${most} sein.`,
  form_unread:
    'Das Formular lässt sich nicht lesen. Jede Datei als Feld von multipart/form-data schicken, benannt nach ihrem Pfad.',
  no_files_sent:
    'Die Dateien als multipart/form-data schicken, je Datei ein Feld, benannt nach ihrem Pfad; oder als JSON: { "files": { "arena.yaml": "…" } }.',
  no_arena_file:
    'Unter den Dateien ist keine arena.yaml. Sie zusammen mit den Dateien schicken, die sie nennt.',
  several_arena_files: ({ files: sent }) =>
    `Unter den Dateien sind mehrere Arenen: ${sent.join(', ')}. Immer nur eine schicken.`,
  file_not_utf8: ({ file }) => `${file} ist kein Text in UTF-8. Als UTF-8 speichern.`,
  arena_file_large: ({ file, kilobytes }) =>
    `${file} hat mehr als ${kilobytes} kB. Die Prompts in eine eigene Datei schreiben und diese nennen: prompts: prompts.jsonl.`,
  arena_large: ({ megabytes }) =>
    `Alle Dateien zusammen dürfen ${megabytes} MB haben. Größere im Terminal einlesen: deadheat run arena.yaml, oder deadheat import.`,
  import_large: ({ megabytes }) =>
    `Alle Dateien zusammen dürfen hier ${megabytes} MB haben. Mit gzip packen, im Terminal neben der Datenbank einlesen, oder DEADHEAT_IMPORT_LIMIT erhöhen.`,
  recipe_large: ({ megabytes, most }) =>
    `Diese Arena hat mehr als ${megabytes} MB oder mehr als ${most} Dateien und ist damit zu groß, um sie hier zu ändern. Ihre ursprünglichen Dateien ändern: deadheat run arena.yaml, oder deadheat import.`,
  problems_to_mend: ({ count }) =>
    count === 1 ? 'Es gibt 1 Fehler zu beheben.' : `Es gibt ${count} Fehler zu beheben.`,

  text_changed: ({ contestant, prompt }) =>
    `Die Antwort von ${contestant} auf den Prompt „${prompt}“ wurde schon gezeigt oder bewertet und kann sich nicht mehr ändern. Der neue Text braucht einen Teilnehmer mit anderem Namen.`,
  two_answers: ({ contestant, prompt }) =>
    `${contestant} hat zwei verschiedene Antworten auf den Prompt „${prompt}“. Nur eine darf bleiben, oder jede braucht ihre eigene Nummer in sample, oder der zweite Teilnehmer braucht einen anderen Namen.`,
  made_anew: ({ contestants }) =>
    `Antworten von ${contestants.map((name) => `„${name}“`).join(', ')} wurden schon gezeigt oder bewertet, und die Einstellungen, mit denen sie erzeugt wurden, haben sich geändert. Der neuen Variante einen eigenen Namen geben, oder die alten Einstellungen wiederherstellen.`,
  prompt_changed: ({ prompt }) =>
    `Den Prompt „${prompt}“ gibt es in dieser Arena schon mit einem anderen Text. Der neue Text braucht eine eigene id oder eine andere Arena.`,
  prompt_judged: ({ prompt }) =>
    `Der Prompt „${prompt}“ wurde schon mit einer anderen Referenz oder einem anderen Kontext bewertet. Der neue braucht eine eigene id.`,
  public_again: ({ prompts }) =>
    `${countOf(prompts) === 1 ? 'der Prompt' : 'die Prompts'} ${named(prompts)} ${countOf(prompts) === 1 ? 'ist' : 'sind'} wieder im Einsatz, aber jeder, der die Arena findet, konnte lesen, wer was geantwortet hat. Stimmen darüber sind von nun an womöglich nicht blind; sicher ist eine neue id mit neuen Antworten.`,
}
