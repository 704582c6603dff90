import type { en } from './en.ts'

export const de: typeof en = {
  how: 'Eine Tabelle mit einer Spalte prompt und einer Spalte je Teilnehmer genügt. Auch Dateien mit Stimmen, Antworten oder Prompts gehen: CSV, JSON oder JSONL, auch mit gzip gepackt. Es sind die Dateien, die deadheat import annimmt.',
  title: 'Titel',
  slug: 'Adresse',
  slugHow: 'a-z, 0-9 und Bindestriche',
  question: 'Frage an die Abstimmenden',
  questionHint: 'Welche Antwort ist besser?',
  optional: 'freiwillig',
  drop: 'Tabellen hier ablegen: CSV, JSON oder JSONL',
  create: 'Arena anlegen',
  fromFiles: 'Eine Arena aus arena.yaml und ihren Dateien anlegen',
}
