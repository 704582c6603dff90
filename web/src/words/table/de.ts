import { count, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const rows: typeof en.rows = {
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
  practicallyEqual: 'praktisch gleich',
  met: (wins: string, losses: string, ties: string) =>
    `direkter Vergleich: ${wins} gewonnen, ${losses} verloren, ${ties} unentschieden`,
  ofDecisive: (share: string, low: string, high: string) =>
    `${share} der entschiedenen Stimmen (${low} – ${high})`,
  notMet: 'keine Stimmen zu diesem Paar',
  failed: 'Die Zahlen konnten nicht geladen werden.',
  close: 'Auswahl aufheben',

  folded: (n, isDrawn) => `${count(n)} weitere${isDrawn ? ', je eine Linie' : ''}`,
  ofFolded: (first, all) =>
    `${first === 0 ? 'keiner könnte' : first === all ? 'alle könnten' : `${count(first)} ${plural(first, 'könnte', 'könnten')}`} Erster sein${first % all === 0 ? '' : `, ${count(all - first)} nicht`}`,
  tooFewVotes: (n) => `${count(n)} weitere ${plural(n, 'hat', 'haben')} zu wenige Stimmen für eine Wertung.`,
  unfold: (all) => `Alle ${count(all)} zeigen`,
  unfoldPairs: 'Zeigen, wer wen schlug',
  unfoldHistory: 'Zeigen, wie sich die Wertungen änderten',

  find: 'Teilnehmer suchen',
  found: (shown: string, all: string) => `${shown} von ${all} zu sehen`,
  hidden: (n: string) => `${n} verborgen; Ränge, Linie und tote Rennen sind die der ganzen Rangliste.`,
  showAll: 'Alle zeigen',
  nobody: 'Kein Teilnehmer heißt so.',
}

export const below: typeof en.below = {
  notLoaded: 'Dieser Teil der Seite konnte nicht geladen werden.',
  noFigures: 'Diese Zahlen konnten nicht geladen werden: Der Server antwortet nicht.',
  asking: 'Neuer Versuch …',
  againIn: (seconds) => `Nächster Versuch in ${count(seconds)} s.`,
  stillComputing: 'Der Server berechnet diese Zahlen noch. Bei großen Ranglisten dauert das eine Weile.',
  seconds: (seconds) => `Bisher ${count(seconds)} s.`,
  counting: 'Wird geladen …',
}
