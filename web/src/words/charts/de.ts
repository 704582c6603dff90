import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  mayBeFirst: 'könnte Erster sein',
  leadsHere: 'führt',
  thick: (percent) => `dick: wo die Wertung liegt, zu ${percent}\u00a0% sicher`,
  thin: 'dünn: zum Vergleichen; wo sich zwei überlappen, ist es offen',
  range: (low, high) => `: ${low} bis ${high}`,

  whiskers: (rated) =>
    `Wertung; dick: 95-%-Intervall für sie allein; dünn: für alle ${count(rated)} zugleich`,
  lineMeans:
    'senkrechte Linie: die beste Untergrenze; wessen dünner Strich sie erreicht, kann noch Erster sein',
  bracketMeans: 'Klammer: ein totes Rennen; eine Wertung passt für alle',
  footMeans: 'untere Achse: Siegquote gegen einen Teilnehmer mit Wertung 1000',

  perDot: (n) => `Jeder Punkt steht für höchstens ${count(n)} Paare.`,

  open: 'offen',
  ratingHistory: (name) => `${name}, Wertung im Lauf der Zeit`,
  countedLater: 'nachträglich gezählt',
  inTheHeat: 'im toten Rennen',
  leads: (since) =>
    since === null ? 'führt durchweg' : `führt seit etwa ${counted(since, 'Stimme', 'Stimmen')}`,
  out: (since) =>
    since === null ? 'durchweg zurück' : `zurück seit etwa ${counted(since, 'Stimme', 'Stimmen')}`,

  pairs: 'Direkter Vergleich: Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann',
  itself: (name) => `${name}: nicht mit sich selbst verglichen`,
  notMet: (row, column) => `${row} und ${column}: keine Stimmen zu diesem Paar`,
  noDecisive: (row, column) => `${row} und ${column}: keine entschiedene Stimme`,
  beat: (row, column, share, decisive, low, high) =>
    `${row} schlug ${column} in ${share} von ${counted(decisive, 'entschiedener Stimme', 'entschiedenen Stimmen')} (${low}–${high})`,
  ties: (n) => `, ${count(n)} unentschieden`,
  bothBad: (n) => `, davon ${count(n)} beide schlecht`,
}
