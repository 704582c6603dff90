import { count } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

/** Words about rows, beside the table: two rows compared, the search. */
export const rows = withTerms({
  en: {
    // two rows
    compare: 'Two contestants against each other',
    against: 'against',
    compareWith: 'Compare with',
    choose: 'choose another',
    hint: 'Point at another row to compare the two.',
    counting: 'loading …',
    notRated: 'has no rating, so there is no difference to show',
    ahead: (points: string, low: string, high: string) => `${points} points (${low} to ${high})`,
    wins: (share: string, low: string, high: string) => `expected to win ${share} (${low} – ${high})`,
    singly: '95 % interval for these two alone; bars that overlap are a dead heat.',
    stillEqual: 'Still a dead heat: their bars overlap. That interval is for these two alone.',
    declaredSince: (votes: string, day: string) =>
      `the board has declared this order since vote ${votes}, ${day}`,
    practicallyEqual: 'practically equal',
    met: (wins: string, losses: string, ties: string) =>
      `head to head: won ${wins}, lost ${losses}, tied ${ties}`,
    ofDecisive: (share: string, low: string, high: string) =>
      `${share} of the decisive votes (${low} – ${high})`,
    notMet: 'no votes on this pair',
    failed: 'The figures could not be loaded.',
    close: 'Deselect the row',

    // long boards
    openAll: 'open all',
    unfoldPairs: 'Show who beat whom',
    unfoldHistory: 'Show how ratings changed',

    // filter
    find: 'Find a contestant',
    found: (shown: string, all: string) => `${shown} of ${all} shown`,
    hidden: (n: string) => `${n} hidden; places, line and dead heat are those of the whole board.`,
    showAll: 'Show all',
    nobody: 'No contestant has this in its name.',
  },
  de: {
    compare: 'Zwei Teilnehmer gegeneinander',
    against: 'gegen',
    compareWith: 'Vergleichen mit',
    choose: 'anderen wählen',
    hint: 'Auf eine andere Zeile zeigen, um die beiden zu vergleichen.',
    counting: 'wird geladen …',
    notRated: 'hat keine Wertung, also gibt es keinen Unterschied zu zeigen',
    ahead: (points: string, low: string, high: string) => `${points} Punkte (${low} bis ${high})`,
    wins: (share: string, low: string, high: string) => `gewinnt voraussichtlich ${share} (${low} – ${high})`,
    singly: '95-%-Intervall für diese beiden allein; überlappende Balken sind ein totes Rennen.',
    stillEqual:
      'Trotzdem ein totes Rennen: Ihre Balken überlappen sich. Dieses Intervall gilt für die beiden allein.',
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

    openAll: 'alle zeigen',
    unfoldPairs: 'Zeigen, wer wen schlug',
    unfoldHistory: 'Zeigen, wie sich die Wertungen änderten',

    find: 'Teilnehmer suchen',
    found: (shown: string, all: string) => `${shown} von ${all} zu sehen`,
    hidden: (n: string) => `${n} verborgen; Plätze, Linie und totes Rennen sind die der ganzen Rangliste.`,
    showAll: 'Alle zeigen',
    nobody: 'Kein Teilnehmer heißt so.',
  },
})

/** What stands where a panel under the table is not loaded yet, or could not be. */
export const below = withTerms({
  en: {
    notLoaded: 'This part of the page could not be loaded.',
    noFigures: 'These figures could not be loaded: the server does not answer.',
    asking: 'Trying again …',
    againIn: (seconds: number) => `Next try in ${count(seconds)} s.`,
    stillComputing: 'The server is still computing these figures. On large boards this takes a while.',
    seconds: (seconds: number) => `${count(seconds)} s so far.`,
  },
  de: {
    notLoaded: 'Dieser Teil der Seite konnte nicht geladen werden.',
    noFigures: 'Diese Zahlen konnten nicht geladen werden: Der Server antwortet nicht.',
    asking: 'Neuer Versuch …',
    againIn: (seconds) => `Nächster Versuch in ${count(seconds)} s.`,
    stillComputing: 'Der Server berechnet diese Zahlen noch. Bei großen Ranglisten dauert das eine Weile.',
    seconds: (seconds) => `Bisher ${count(seconds)} s.`,
  },
})
