import type { en } from './en.ts'

export const de: typeof en = {
  equalTitle: 'Praktisch gleich',
  equal: (points: number) =>
    `unterscheiden sich nachweislich um weniger als ${points} Prozentpunkte Siegquote. Das ist ein anderer Befund als ein totes Rennen, in dem nichts bekannt ist.`,
  and: 'und',
  cheaper: (share: string) => `liegt im toten Rennen und kostet ${share} weniger als`,
  free: 'liegt im toten Rennen und kostet nichts, anders als',
  faster: (share: string) => `liegt im toten Rennen und braucht ${share} weniger Zeit als`,
  nothingBetter: 'Nichts davon heißt, dass es besser ist.',

  compare: 'Zwei Teilnehmer gegeneinander',
  against: 'gegen',
  compareWith: 'Vergleichen mit',
  choose: 'anderen wählen',
  hint: 'Eine andere Zeile ansehen, um die beiden gegeneinander zu sehen.',
  counting: 'wird gezählt …',
  notRated: 'hat keine Wertung, es gibt also keinen Unterschied zu nennen',
  ahead: (points: string, low: string, high: string) => `${points} Punkte (${low} bis ${high})`,
  wins: (share: string, low: string, high: string) => `gewinnt voraussichtlich ${share} (${low} – ${high})`,
  singly: '95 % für diese beiden allein; ob sie getrennt sind, sagen die dünnen Striche.',
  estimated: 'geschätzt',
  practicallyEqual: 'praktisch gleich',
  met: (wins: string, losses: string, ties: string) =>
    `Begegnungen: ${wins} gewonnen, ${losses} verloren, ${ties} unentschieden`,
  ofDecisive: (share: string, low: string, high: string) => `${share} der entschiedenen (${low} – ${high})`,
  notMet: 'sind einander nicht begegnet',
  failed: 'Die Zahlen kamen nicht.',
  close: 'Zeile loslassen',

  find: 'Teilnehmer suchen',
  found: (shown: string, all: string) => `${shown} von ${all} zu sehen`,
  hidden: (n: string) => `${n} verborgen; Ränge, Linie und tote Rennen sind die der ganzen Rangliste.`,
  showAll: 'Alle zeigen',
  nobody: 'So heißt niemand.',
}
