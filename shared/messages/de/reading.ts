import type { reading as en } from '../en/reading.ts'

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

export const reading: typeof en = {
  arena_file_unread: ({ path, code }) => `${path}: lässt sich nicht lesen (${code}). Name und Rechte prüfen.`,
  is_folder: ({ path }) => `${path} ist ein Ordner; eine Datei darin nennen.`,
  other_arena_described: ({ path, arena }) =>
    `${path} beschreibt die Arena „${arena}“. Unter diesem Namen einlesen, oder den Namen in der Datei ändern.`,
  holds_other_kind: ({ wanted, file, holds, asked }) =>
    `--${wanted}: ${file} enthält ${holds}, nicht ${asked}.`,
  snapshot_rounds: ({ rounds, most }) =>
    `Der Schnappschuss hat ${rounds} Runden; 0 bis ${most} lassen sich nachrechnen.`,
  snapshot_method: ({ method, methods }) =>
    `Das Verfahren des Schnappschusses ist ${method}; ${methods} lassen sich nachrechnen.`,
  snapshot_is_preview:
    'Der Schnappschuss ist eine Vorschau, deren Intervalle nur gelten, bis die Rangliste berechnet ist. Stattdessen /api/arenas/ARENA/leaderboard/settled nehmen.',
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
