import type { en } from './en.ts'

export const de: typeof en = {
  how: 'Dateien mit Stimmen, Antworten, Prompts oder einer Tabelle von Antworten, als CSV, JSON oder JSONL, mit gzip gepackt oder nicht. Sie werden erst gelesen, und nichts wird eingetragen, bevor es verlangt wird; dann alles oder nichts. Was es schon gibt, wird nicht zweimal eingetragen.',
  drop: 'Dateien mit Stimmen, Antworten oder Prompts hier ablegen',
  sending: 'Wird gesendet …',
  reading: 'Wird gelesen …',
  entering: 'Wird eingetragen …',
  tooLarge: (megabytes) =>
    `Diese Dateien haben zusammen mehr als ${megabytes} MB. Mit gzip packen, oder im Terminal hereinbringen: deadheat import.`,
  nothing: 'nichts Brauchbares',
  leftOut: (rows) => `Weggelassen, weil unbrauchbar: ${rows}.`,
  row: 'Zeile',
  rows: 'Zeilen',
  line: (line) => `Zeile ${line}`,
  otherRows: (rows) => `${rows} weitere`,
  notListed: (rows) => `Und ${rows} weitere, die hier nicht stehen.`,
  wouldAdd: ([contestants, prompts, answers, votes]) =>
    `Würde hinzufügen: ${contestants}, ${prompts}, ${answers} und ${votes}.`,
  added: ([contestants, prompts, answers, votes]) =>
    `Hinzugekommen: ${contestants}, ${prompts}, ${answers} und ${votes}.`,
  alreadyThere: (votes) => `Schon da: ${votes}.`,
  mostlyNew: 'Die meisten Teilnehmer kommen erst mit diesen Dateien. Ist es die richtige Arena?',
  withoutText: (prompts) =>
    `Beantwortet, aber niemandem gezeigt, weil der Text fehlt: ${prompts}. Eine Datei mit id und text bringt ihn.`,
  separate: 'Die beiden Reihenfolgen eines Urteils als je eine Stimme zählen',
  bring: (files) => `${files} hereinbringen`,
  done: 'Hereingebracht',
  contestant: 'Teilnehmer',
  contestants: 'Teilnehmer',
  prompt: 'Prompt',
  prompts: 'Prompts',
  answer: 'Antwort',
  answers: 'Antworten',
  vote: 'Stimme',
  votes: 'Stimmen',
}
