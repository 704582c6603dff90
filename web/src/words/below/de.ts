import { count, counted, plural } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  notLoaded: 'Dieser Teil der Seite konnte nicht geladen werden.',
  again: 'Noch einmal versuchen',
  noFigures: 'Diese Zahlen kamen nicht an: Der Server antwortet nicht.',
  counting: 'Wird gezählt …',

  pairs: (records) =>
    `Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann${records ? '; darunter gewonnen–verloren–unentschieden' : ''}. Leer: Sie trafen nicht aufeinander. Ton und Fettdruck beginnen, wo das 95-%-Intervall die 50\u00a0% verlässt: [Farbe], die Zeile liegt vorn; grau, sie liegt zurück; keins von beiden, nicht entschieden. Jedes Feld steht für sich: Von Paaren, die wirklich gleich sind, bekommt 1 von 20 durch Zufall einen Ton.`,
  whoIsShown: 'Wer gezeigt wird',
  theFirst: (n, all) => `die ersten ${count(n)} von ${count(all)}`,
  all: (n) => `alle ${count(n)}`,
  againstAll: (name) => `${name} gegen alle`,
  nobodyMet: 'In dieser Ansicht traf niemand auf jemanden.',

  againstEverybody: '[name] gegen alle, mit denen es ein Treffen gab',
  hasNotMet: (n) => `; mit ${count(n)} gab es keins`,
  against: 'Gegen',
  wonShare: 'Gew., %',
  won: 'Gewonnen',
  lost: 'Verloren',
  tied: 'Unentsch.',
  bothBad: 'Beide schlecht',

  band: 'Band: 95\u00a0% für alle zugleich, auf jener Rangliste. [Farbe]: die Linie, das höchste untere Ende; solange ein Band sie erreicht, kann sein Teilnehmer noch Erster sein. Oft hinsehen ist viele Male prüfen: Nur die heutige Rangliste stellt etwas fest.',
  drawn: (n, all) =>
    `Gezeichnet sind ${count(n)} von ${count(all)}: das tote Rennen um Platz eins, die gewählte Zeile, dann nach Wertung.`,
  oneBoard:
    'Bisher gibt es eine Rangliste; die der nächsten Stunde ist die zweite, und mit ihr gibt es einen Verlauf zu zeichnen.',

  evenness: (pairs, each, outside, unmet) =>
    `Stimmen zu jedem der ${count(pairs)} Paare, die gezogen werden können; lägen sie gleichmäßig, wären es je ${each}. Gleichmäßiges Ziehen bringt 95\u00a0% der Paare ins Graue; ${outside === 0 ? 'keines liegt' : `${count(outside)} ${plural(outside, 'liegt', 'liegen')}`} außerhalb${unmet > 0 ? `, und ${counted(unmet, 'Paar traf', 'Paare trafen')} nicht aufeinander` : ''}.`,
  chiSquare: (value, degrees) =>
    `χ² = ${value} bei ${counted(degrees, 'Freiheitsgrad', 'Freiheitsgraden')}; gleichmäßiges Ziehen ergibt etwa so viel, wie es Freiheitsgrade gibt.`,
  onePair: 'Zwei Teilnehmer sind ein Paar: Da gibt es nichts, was gleichmäßig sein könnte.',
}
