import { count, counted, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const rows: typeof en.rows = {
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

export const below: typeof en.below = {
  notLoaded: 'Dieser Teil der Seite konnte nicht geladen werden.',
  again: 'Noch einmal versuchen',
  noFigures: 'Diese Zahlen konnten nicht geladen werden: Der Server antwortet nicht.',
  asking: 'Neuer Versuch …',
  againIn: (seconds) => `Nächster Versuch in ${count(seconds)} s.`,
  stillComputing: 'Der Server berechnet diese Zahlen noch. Bei großen Ranglisten dauert das eine Weile.',
  seconds: (seconds) => `Bisher ${count(seconds)} s.`,
  counting: 'Wird geladen …',

  pairs: (records) =>
    `Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann${records ? '; darunter gewonnen–verloren–unentschieden' : ''}. Leer: keine Stimmen zu diesem Paar. [Farbig]: Die Zeile liegt vorn. Grau: Sie liegt zurück. Ohne Farbe: bei 95\u00a0% nicht entschieden. Jedes Feld wird für sich geprüft; etwa 1 von 20 gleich starken Paaren wird durch Zufall farbig.`,
  triangle:
    'Jedes Feld: der Teilnehmer am Ende der Zeile gegen den am Kopf der Spalte. [Farbig]: Die Zeile liegt vorn. Grau: Sie liegt zurück. Punkt: bei 95\u00a0% nicht entschieden. Leer: keine Stimmen zu diesem Paar. Jedes Feld wird für sich geprüft; etwa 1 von 20 gleich starken Paaren wird durch Zufall farbig.',
  whoIsShown: 'Wer gezeigt wird',
  all: (n) => `alle ${count(n)}`,
  againstAll: (name) => `${name} gegen alle`,
  nobodyMet: 'In dieser Ansicht hat kein Paar Stimmen.',

  againstEverybody: '[name] gegen jeden Gegner',
  hasNotMet: (n) => `; keine Stimmen gegen ${count(n)} ${plural(n, 'anderen', 'andere')}`,
  against: 'Gegen',
  wonShare: 'Gew., %',
  won: 'Gewonnen',
  lost: 'Verloren',
  tied: 'Unentsch.',
  bothBad: 'Beide schlecht',

  band: 'Band: 95-%-Intervall für alle zugleich, auf jener Rangliste. [Farbig]: die Linie, die beste Untergrenze; wessen Band sie erreicht, kann noch Erster sein. Nur die heutige Rangliste nennt einen Sieger.',
  drawn: (n, all) =>
    `Gezeichnet sind ${count(n)} von ${count(all)}: das tote Rennen um Platz eins, der gewählte Teilnehmer, dann nach Wertung.`,
  oneBoard: 'Bisher gibt es eine Rangliste. Dieser Verlauf beginnt mit der zweiten, eine Stunde später.',
  countedLater: (from: string, to: string) =>
    `Gestrichelt: ${from === to ? `Die Rangliste vom ${from} wurde` : `Die Ranglisten vom ${from} bis ${to} wurden`} nachträglich gezählt, nach den Zeiten der Stimmen.`,
  stillCounting: (counted: number, of: number) =>
    `Ranglisten früherer Tage werden gezählt: ${count(counted)} von ${count(of)}.`,

  evenness: (pairs, each, outside, unmet) =>
    `Stimmen zu jedem der ${count(pairs)} Paare, die gezogen werden können; gleichmäßig verteilt wären es je ${each}. Gleichmäßiges Ziehen bringt 95\u00a0% der Paare in den grauen Bereich; ${outside === 0 ? 'keines liegt' : `${count(outside)} ${plural(outside, 'liegt', 'liegen')}`} außerhalb${unmet > 0 ? `, und ${counted(unmet, 'Paar hat', 'Paare haben')} keine Stimmen` : ''}.`,
  chiSquare: (value, degrees) =>
    `χ² = ${value} bei ${counted(degrees, 'Freiheitsgrad', 'Freiheitsgraden')}; bei gleichmäßigem Ziehen ist χ² etwa so groß wie die Zahl der Freiheitsgrade.`,
  focused:
    'Diese Arena zieht mit Fokus: Die Hälfte der Duelle ist zwischen Teilnehmern, die noch Erste sein können. Diese Paare haben deshalb mehr Stimmen.',
  onePair: 'Zwei Teilnehmer ergeben ein Paar, also gibt es nichts zu vergleichen.',
}
