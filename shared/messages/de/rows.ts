import type * as en from '../en/rows.ts'
import { inQuotes } from './phrases.ts'

/** Formats that are named by what they hold. The others have the names of their tools. */
const HELD: Readonly<Record<string, string>> = {
  'answers with the texts of their prompts': 'Antworten mit den Texten ihrer Prompts',
  'pairs of winner and loser': 'Paare aus Sieger und Verlierer',
  preferences: 'Präferenzen',
}

/** Was ein Import tut. */
const steps = {
  read: 'Lesen der Dateien',
  lock: 'Warten auf einen anderen Import in diese Arena',
  texts: 'Schreiben von Prompts und Antworten',
  votes: 'Schreiben von Stimmen',
  leaks: 'Suchen nach Antworten, die ihr Modell nennen',
  injections: 'Suchen nach Antworten, die zu einem Richter sprechen',
  boards: 'Zählen des Eingelesenen',
}

export const reading: typeof en.reading = {
  is_folder: ({ path }) => `${path} ist ein Ordner; eine Datei darin nennen.`,
  other_arena_described: ({ path, arena }) =>
    `${path} beschreibt die Arena „${arena}“. Unter diesem Namen einlesen, oder den Namen in der Datei ändern.`,
  holds_other_kind: ({ wanted, file, holds, asked }) =>
    `--${wanted}: ${file} enthält ${holds}, nicht ${asked}.`,
  snapshot_rounds: ({ rounds, most }) =>
    `Der Schnappschuss hat ${rounds} Runden; 0 bis ${most} lassen sich nachrechnen.`,
  snapshot_method: ({ method, methods }) =>
    `Das Verfahren des Schnappschusses ist ${method}; ${methods} lassen sich nachrechnen.`,
  snapshot_not_recomputed: ({ why }) => `Der Schnappschuss lässt sich nicht nachrechnen: ${why}`,
  vote_without_time: ({ line }) =>
    `Zeile ${line} der Stimmen hat kein tstamp, und die Rangliste gilt für eine Zeitspanne: die Stimmen mit ihrem exportieren.`,
  file_missing: ({ path }) => `${path}: Diese Datei gibt es nicht.`,
  file_not_permitted: ({ path }) => `${path}: darf nicht gelesen werden; die Rechte prüfen.`,
  import_is_long: ({ step, seconds, waitsFor }) =>
    waitsFor === null
      ? `Noch beim ${steps[step]}, seit ${seconds} s.`
      : `Noch beim ${steps[step]}: Seit ${seconds} s wartet die Datenbank darauf, dass ${waitsFor} endet.`,
  import_stopped: ({ step, why }) =>
    `Die Datenbank hat den Import beim ${steps[step]} beendet (${why}). Nichts wurde eingelesen. Erneut versuchen, wenn nichts anderes an dieser Datenbank arbeitet, oder mit einem Teil der Datei.`,
  file_unread: ({ path, why }) => `${path}: ließ sich nicht lesen (${why}).`,
  read_as: ({ tool }) => `Gelesen als: ${HELD[tool] ?? tool}.`,
  row_refused: ({ line, wrong }) => `Zeile ${line}: ${wrong}.`,
  row_of_file_refused: ({ file, line, wrong }) => `${file}, Zeile ${line}: ${wrong}.`,
  element_of_file_refused: ({ file, element, wrong }) => `${file}, Element ${element} der Liste: ${wrong}.`,
  problems_listed: ({ count, problems }) =>
    [`${count === 1 ? '1 Fehler ist' : `${count} Fehler sind`} zuerst zu beheben:`, ...problems].join('\n'),
  problems_in_line: ({ problems }) => problems.join(' · '),
}

const TIME_WANTED =
  'Zeiten wie 2025-05-01T12:30:00Z oder als Sekunden seit 1970 schreiben, oder sie mit --ignore tstamp weglassen'

export const rows: typeof en.rows = {
  found_there: ({ wrong, there }) => `${wrong} (${inQuotes(there)})`,
  on_line: ({ line }) => `Zeile ${line}`,
  first_on_line: ({ line }) => `die erste steht auf Zeile ${line}`,

  field_missing: ({ field }) => `${field} fehlt`,
  field_empty: ({ field }) => `${field} ist leer`,
  field_is_list: ({ field }) =>
    `${field} ist eine Liste oder ein Objekt, wo ein einzelner Wert erwartet wird`,
  field_long: ({ field, most }) => `${field} hat mehr als ${most} Zeichen`,
  no_count_in: ({ field }) => `${field} ist keine Zahl von mindestens 0`,
  count_over: ({ field, most }) => `${field} ist über ${most}`,
  no_pair_probability: 'pair_probability ist keine Zahl über 0 und bis 1',
  no_sample_in: ({ field }) => `${field} ist keine ganze Zahl von 1 bis 10000`,
  control_in_name: 'ein Steuerzeichen in einem Namen',
  unstorable_in: ({ field }) => `ein NUL oder ein halbes Zeichen in ${field}`,
  no_context: 'context ist weder ein Text noch eine Liste von Texten',
  no_transcript: 'transcript ist keine Liste von Chat-Nachrichten',
  transcript_message: ({ at }) =>
    `Nachricht ${at} des Verlaufs ist keine eines Assistenten, eines Nutzers oder eines Werkzeugs`,
  transcript_part: ({ at, part }) =>
    `Nachricht ${at} des Verlaufs hat einen Teil${part === '' ? '' : ` der Art „${part}“`}, der sich nicht zeigen lässt; möglich sind Texte, Werkzeugaufrufe und ihre Ergebnisse als Text`,
  transcript_without_answer:
    'der Verlauf endet nicht mit einem Text des Assistenten; die Antwort als text daneben angeben',
  transcript_large: ({ steps, characters, mostSteps, mostCharacters }) =>
    `der Verlauf hat ${steps} Schritte und ${characters} Zeichen; möglich sind höchstens ${mostSteps} Schritte und ${mostCharacters} Zeichen; lange Ergebnisse kürzen`,
  text_or_turns_missing: 'text, turns und transcript fehlen',
  prompt_text_missing: 'text, messages und turns fehlen',
  no_turns: 'turns ist keine Liste von Texten',
  no_messages: 'messages ist keine Liste von { role, content }',
  no_variables: 'variables ist kein Objekt',
  second_answer: 'eine zweite Antwort eines Modells auf denselben Prompt ohne eigene sample-Nummer',
  id_there: 'eine id, die es schon gibt',
  column_twice: 'eine Spalte, die zweimal vorkommt',
  no_score_in: ({ field, value, from }) =>
    `${field} ist ${JSON.stringify(value)}, ${from === 'results' ? 'weder bestanden noch nicht bestanden; die Zelle leeren, wenn der Test nicht lief' : 'keine Zahl; sie ohne Einheit schreiben, oder die Zelle leeren'}`,
  score_unclear: ({ field, value }) =>
    `${field} ist "${value}", mit Tausendern oder mit drei Nachkommastellen; Tausender ohne Trennzeichen schreiben, oder vier Nachkommastellen`,
  no_answer: 'keine Antwort',
  answer_preview: 'nur eine Vorschau der Antwort; mit ganzen Ausgaben exportieren',
  answer_no_text: 'eine Antwort ist kein Text',

  not_one_winner: 'nicht genau eins von winner_model_a, winner_model_b und winner_tie ist 1',
  no_preference: 'preference ist keine Zahl von 1 bis 2',
  preference_outside: 'preference liegt nicht zwischen 1 (output_1 ist besser) und 2 (output_2 ist besser)',
  no_preference_texts: 'prompt, chosen oder rejected hat keinen Text',
  no_verdict_in_row: 'keine Reihenfolge dieser Zeile hat ein Urteil',
  chosen_is_neither: 'chosen_model_name nennt keins der beiden Modelle',
  rated_alone: 'eine Bewertung einer einzelnen Antwort vergleicht nichts',
  no_thumb: 'rating ist nicht 1 oder -1',
  prompt_differs: 'eine id, die es schon mit anderem Text gibt',
  no_winner: 'winner ist kein verständlicher Ausgang',
  verdict_on_one: 'ein Urteil über nur eine Antwort',
  best_is_none: 'die beste ist keine der Antworten',
  winner_skipped: 'ein Ausgang, den --outcomes auslässt',
  no_time: 'tstamp ist keine Zeit von 1970 bis 9999',
  time_order_doubtful: ({ there }) =>
    `tstamp ist ${inQuotes(there)}. Tag und Monat könnten vertauscht sein, also wurde nichts gelesen. ${TIME_WANTED}`,
  time_in_days: ({ there }) =>
    `tstamp ist ${inQuotes(there)}, wohl die Tage seit 1900 einer Tabellenkalkulation, also wurde nichts gelesen. ${TIME_WANTED}`,
  times_unread: ({ file, count, all, values }) =>
    `${file}: tstamp ist in ${count} von ${all} Zeilen keine Zeit (${values.map(inQuotes).join(', ')}), also wurde nichts gelesen. ${TIME_WANTED}.`,
  answer_unclear: ({ keys }) =>
    `es ist unklar, welcher Schlüssel einer Ausgabe die Antwort ist (${keys.join(', ')}), also wurde nichts gelesen. Ihn nennen, etwa mit --map ${keys[0]}=answer, und Fundstellen mit --map KEY=context. Ist das ganze Objekt die Antwort, es als Text schreiben`,
  name_empty: 'der Name eines Teilnehmers steht für eine leere Zelle',
  against_itself: 'ein Teilnehmer gegen sich selbst',
  rated_before: 'ein Teilnehmer, der schon eine Wertung hat',
  no_name_rated: 'eine Wertung ohne Namen',
  rating_no_number: 'eine Wertung, die keine Zahl ist',
  other_judge_type: 'ein unbekannter judge_type',

  not_utf8: 'kein UTF-8',
  row_long: 'Zeile zu lang',
  row_over: ({ megabytes }) => `Zeile über ${megabytes} MB`,
  cells_more: 'mehr Zellen als die Kopfzeile',
  quote_broken: 'ein Anführungszeichen an der falschen Stelle; in Zellen werden sie verdoppelt',
  quote_open: 'ein Anführungszeichen, das nie geschlossen wird',
  no_json: 'kein JSON',
  no_json_object: 'kein JSON-Objekt',
  json_string_open: 'kein JSON (ein Text wird nie geschlossen)',
  json_bracket: 'kein JSON (eine Klammer zu viel)',
  json_ends_in_row: 'kein JSON (die Datei endet mitten in dieser Zeile)',
  json_ends_in_array: 'kein JSON (die Datei endet, bevor ihre Liste endet)',
  json_after: 'kein JSON (außerhalb der Liste)',
}
