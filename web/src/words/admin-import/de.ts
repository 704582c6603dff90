import type { en } from './en.ts'

export const de: typeof en = {
  how: 'Dateien mit Stimmen, Antworten, Prompts oder einer Tabelle von Antworten, als CSV, JSON oder JSONL, auch mit gzip gepackt. Sie werden erst geprüft. Gespeichert wird nach der Bestätigung; dann alles oder nichts. Was es schon gibt, wird übersprungen.',
  drop: 'Dateien mit Stimmen, Antworten oder Prompts hier ablegen',
  sending: 'Wird gesendet …',
  reading: 'Wird geprüft …',
  entering: 'Wird gespeichert …',
  tooLarge: (megabytes) =>
    `Diese Dateien haben zusammen mehr als ${megabytes} MB. Mit gzip packen, im Terminal neben der Datenbank einlesen oder DEADHEAT_IMPORT_LIMIT erhöhen.`,
  nothing: 'nichts Brauchbares',
  leftOut: (rows) => `Übersprungen, weil unbrauchbar: ${rows}.`,
  row: 'Zeile',
  rows: 'Zeilen',
  line: (line) => `Zeile ${line}`,
  element: (element) => `Element ${element}`,
  otherRows: (rows) => `${rows} weitere`,
  notListed: (rows) => `Und ${rows} weitere, die hier nicht stehen.`,
  wouldAdd: ([contestants, prompts, answers, votes]) =>
    `Würde hinzufügen: ${contestants}, ${prompts}, ${answers} und ${votes}.`,
  added: ([contestants, prompts, answers, votes]) =>
    `Hinzugekommen: ${contestants}, ${prompts}, ${answers} und ${votes}.`,
  alreadyThere: (votes) => `Schon da: ${votes}.`,
  mostlyNew: 'Die meisten dieser Teilnehmer sind neu. Ist es die richtige Arena?',
  withoutText: (prompts) =>
    `Beantwortet, aber niemandem gezeigt, weil der Text fehlt: ${prompts}. Eine Datei mit id und text einlesen.`,
  separate: 'Die beiden Reihenfolgen eines Urteils als je eine Stimme zählen',
  bring: (files) => `${files} einlesen`,
  done: 'Eingelesen',
  contestant: 'Teilnehmer',
  contestants: 'Teilnehmer',
  prompt: 'Prompt',
  prompts: 'Prompts',
  answer: 'Antwort',
  answers: 'Antworten',
  vote: 'Stimme',
  votes: 'Stimmen',
}
