import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  theLine: 'die Linie',
  range: (low, high) => `: ${low} bis ${high}`,

  whiskers: (rated) =>
    `Wertung; dick: 95\u00a0% für sie allein; dünn: 95\u00a0% für alle ${count(rated)} zugleich`,
  lineMeans:
    'die Linie ist das höchste untere Ende: Wessen dünner Strich sie erreicht, kann noch Erster sein',
  bracketMeans: 'totes Rennen: eine Wertung passt für alle',
  footMeans: 'am Fuß: Siege gegen einen Teilnehmer mit Wertung 1000',

  perDot: (n) => `Jeder Punkt steht für höchstens ${count(n)} Paare.`,

  open: 'offen',
  course: (name) => `${name}, Wertung im Lauf der Zeit`,
  inTheHeat: 'im toten Rennen',
  leads: (since) =>
    since === null ? 'führt durchweg' : `führt seit etwa ${counted(since, 'Stimme', 'Stimmen')}`,
  out: (since) =>
    since === null ? 'durchweg raus' : `raus seit etwa ${counted(since, 'Stimme', 'Stimmen')}`,

  pairs: 'Direkter Vergleich: Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann',
  itself: (name) => `${name}: Niemand trifft auf sich selbst`,
  notMet: (row, column) => `${row} und ${column} trafen nicht aufeinander`,
  noDecisive: (row, column) => `${row} und ${column}: keine entschiedene Stimme`,
  beat: (row, column, share, decisive, low, high) =>
    `${row} schlug ${column} in ${share} von ${counted(decisive, 'entschiedener Stimme', 'entschiedenen Stimmen')} (${low}–${high})`,
  ties: (n) => `, ${count(n)} unentschieden`,
  bothBad: (n) => `, davon ${count(n)} beide schlecht`,
}
