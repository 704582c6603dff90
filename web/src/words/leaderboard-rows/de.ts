import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  equalTitle: 'Praktisch gleich',
  equal: (points: number) =>
    `unterscheiden sich um weniger als ${points} Prozentpunkte Siegquote. Das ist ein Ergebnis; ein totes Rennen heißt, dass die Stimmen nichts entscheiden.`,
  and: 'und',
  cheaper: (share: string) => `liegt im toten Rennen und kostet ${share} weniger als`,
  free: 'liegt im toten Rennen und kostet nichts, anders als',
  faster: (share: string) => `liegt im toten Rennen und braucht ${share} weniger Zeit als`,
  nothingBetter: 'Nichts davon heißt, dass es besser ist.',

  compare: 'Zwei Teilnehmer gegeneinander',
  against: 'gegen',
  compareWith: 'Vergleichen mit',
  choose: 'anderen wählen',
  hint: 'Auf eine andere Zeile zeigen, um die beiden zu vergleichen.',
  counting: 'wird geladen …',
  notRated: 'hat keine Wertung, also gibt es keinen Unterschied zu zeigen',
  ahead: (points: string, low: string, high: string) => `${points} Punkte (${low} bis ${high})`,
  wins: (share: string, low: string, high: string) => `gewinnt voraussichtlich ${share} (${low} – ${high})`,
  singly: '95-%-Intervall für diese beiden allein; wer darüber liegt, entscheiden nur die dünnen Striche.',
  stillEqual: (forWhat: 'looks' | 'pairs' | 'both') =>
    `Trotzdem ein totes Rennen: Dieses Intervall gilt für die beiden allein${forWhat === 'pairs' ? '' : ', bei einem Blick'}. Es entscheiden die dünnen Striche. Sie gelten ${{ looks: 'bei jedem Blick', pairs: 'für alle Paare zugleich', both: 'für alle Paare und bei jedem Blick' }[forWhat]}, und sie berühren sich.`,
  declaredSince: (votes: string, day: string) =>
    `die Rangliste nennt diese Reihenfolge seit Stimme ${votes}, ${day}`,
  estimated: 'geschätzt',
  practicallyEqual: 'praktisch gleich',
  met: (wins: string, losses: string, ties: string) =>
    `direkter Vergleich: ${wins} gewonnen, ${losses} verloren, ${ties} unentschieden`,
  ofDecisive: (share: string, low: string, high: string) =>
    `${share} der entschiedenen Stimmen (${low} – ${high})`,
  notMet: 'keine Stimmen zu diesem Paar',
  failed: 'Die Zahlen konnten nicht geladen werden.',
  close: 'Auswahl aufheben',

  folded: (others, mayBeFirst) =>
    `${counted(others, 'anderer', 'andere')}${mayBeFirst === 0 ? '.' : mayBeFirst === others ? ', die auch vorn liegen könnten.' : `, davon könnten ${count(mayBeFirst)} vorn liegen.`}`,
  unfold: (all) => `Alle ${count(all)} zeigen`,
  unfoldHistory: 'Zeigen, wie sich die Wertungen änderten',
  unfoldJudges: 'Zeigen, wie gut die Richter sind',
  fold: 'Nur die ersten Zeilen zeigen',

  find: 'Teilnehmer suchen',
  found: (shown: string, all: string) => `${shown} von ${all} zu sehen`,
  hidden: (n: string) => `${n} verborgen; Ränge, Linie und tote Rennen sind die der ganzen Rangliste.`,
  showAll: 'Alle zeigen',
  nobody: 'Kein Teilnehmer heißt so.',
}
