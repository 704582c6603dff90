import { count, counted, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

const orNone = (n: number) => (n === 0 ? 'keinem' : count(n))

export const leaderboard: typeof en.leaderboard = {
  arenaMissing: (arena) => `Eine Arena „${arena}“ gibt es hier nicht.`,
  loading: 'Die Rangliste wird geladen …',
  compare: 'Vergleichen',
  archived: (day) => `Archiviert am ${day}. Die Rangliste bleibt und nimmt keine Stimmen mehr an.`,
  viewMissing: 'Die neue Ansicht konnte nicht geladen werden: Der Server antwortet nicht.',
  wholeArena: 'Die ganze Arena zeigen',
  headToHead: 'Direkter Vergleich',
  history: 'Im Lauf der Zeit',
  details: 'Einzelheiten',
  parts: {
    ingredients: 'Zutaten',
    cost: 'Kosten',
    judges: 'Güte der Richter',
    checks: 'Prüfungen der Antworten',
    reports: 'Robustheit',
    sampling: 'Stimmen je Paar',
    method: 'Verfahren',
  },
  notes: 'Hinweise zu dieser Rangliste',

  simulatedTag: 'simulierte Stimmen',
  simulated: 'Diese Stimmen stammen aus einer Simulation, nicht von Menschen.',
  simulatedElsewhere: (source) => `Die simulierten Stimmen stehen unter [Quelle: ${source}].`,

  yourVotes: (votes, source) =>
    `${plural(votes, 'Deine Stimme von heute steht', `Deine ${count(votes)} Stimmen von heute stehen`)} auf einer anderen Rangliste: [Quelle: ${source}].`,

  emptyPart: 'In diesem Teil der Arena hat niemand abgestimmt.',
  emptyVotable:
    'Zwei Antworten lesen, ohne zu wissen, von wem sie sind, und sagen, welche besser ist: Mit der ersten Stimme beginnt die Rangliste.',
  firstVote: 'Die erste Stimme abgeben',
  emptyClosed:
    'Noch lässt sich nicht abstimmen: Zwei Teilnehmer brauchen verschiedene Antworten auf denselben Prompt.',

  votes: (n) => counted(n, 'Stimme', 'Stimmen'),
  simulatedVotes: (n) => counted(n, 'simulierte Stimme', 'simulierte Stimmen'),
  by: (voters) => ` von ${voters}`,
  judges: (n) => counted(n, 'Richter', 'Richter'),
  voters: (n) => counted(n, 'Stimmgeber', 'Stimmgebern'),
  people: (n) => counted(n, 'Person', 'Personen'),
  withJudges: (n) => `, gestützt von ${counted(n, 'Richterstimme', 'Richterstimmen')}`,
  onPrompts: (n) => ` zu ${counted(n, 'Prompt', 'Prompts')}`,
  cut: 'Verbindung verloren; dies ist die letzte empfangene Rangliste',
  ownPrompts: 'In Live-Duellen haben die Menschen, die abgestimmt haben, auch die Prompts geschrieben.',
  final: 'Endstand',
  updated: (ago) => `aktualisiert ${ago}`,

  switches: 'Was die Rangliste zeigt',
  time: 'Zeitraum',
  allTime: 'Alles',
  chosenDays: 'Bestimmte Tage',
  from: 'von',
  to: 'bis',
  source: 'Quelle',
  everybody: 'Alle Menschen',
  whisker: 'Intervalle',
  together: 'Für alle zugleich',
  alone: 'Je für sich',
  order: 'Reihenfolge',
  byRating: 'Nach Wertung',
  byName: 'Nach Namen',
  byPlaces: 'Nach Plätzen',
  ofPlaces: 'Plätze',
  ofRatings: 'Wertungen',
  rows: 'Zeilen',
  bothEnds: 'Beide Enden',
  allRows: (n) => `Alle ${count(n)}`,
  sources: {
    humans: 'Menschen',
    judges: 'Alle Richter',
    majority: 'Mehrheit der Richter',
    all: 'Alle Stimmen',
    powered: 'Menschen, von Richtern gestützt',
    simulated: 'Simuliert',
    live: 'Live-Duelle',
    'humans-and-live': 'Menschen und Live-Duelle',
  },
  judge: (name) => `Richter „${name}“`,

  caption: 'Die Teilnehmer mit ihren Wertungen und Intervallen',
  captionOfPlaces: 'Die Teilnehmer mit den Plätzen, die sie haben könnten',
  rank: 'Rang',
  places: 'Plätze',
  beside: 'Verglichen mit der gewählten Zeile',
  interval: 'Intervall',
  foot: 'Siegquote gegen Wertung 1000',
  undrawn: (total, drawn, complete) =>
    `${total} tote Rennen überlappen sich hier; ${drawn} ${plural(drawn, 'Klammer ist', 'Klammern sind')} gezeichnet${complete ? ', genug, um jeden Teilnehmer zu erfassen' : ''}. Gepunktet: ein Teilnehmer, der nicht zu diesem toten Rennen gehört. Eine gewählte Zeile zeigt ihre toten Rennen.`,
  columns: {
    above: { label: 'Ist über', unit: '', order: '', title: undefined },
    below: { label: 'Ist unter', unit: '', order: '', title: undefined },
    votes: { label: 'Stimmen', unit: 'Stimmen', order: 'Nach Stimmen', title: undefined },
    wins: { label: 'Gew.', unit: 'gew.', order: 'Nach Siegen', title: 'Gewonnen' },
    losses: { label: 'Verl.', unit: 'verl.', order: 'Nach Niederlagen', title: 'Verloren' },
    ties: {
      label: 'Unent.',
      unit: 'unent.',
      order: 'Nach Unentschieden',
      title: 'Unentschieden und „beide schlecht“',
    },
    averageWords: {
      label: 'Wörter',
      unit: 'Wörter',
      order: 'Nach Wörtern',
      title: 'Wörter je Antwort, im Mittel',
    },
    costUsd: {
      label: '$/1000',
      unit: '$/1000',
      order: 'Nach Kosten',
      title: 'US-Dollar je 1.000 Antworten',
    },
  },

  ratingOf: (points) => `Wertung ${points}`,
  byItself: (low, high) => `für sich ${low} bis ${high}`,
  allAtOnce: (low, high) => `für alle zugleich ${low} bis ${high}`,
  standing: { equal: 'nicht davon zu unterscheiden', above: 'liegt darüber', below: 'liegt darunter' },
  about: (rating) => `etwa ${rating}`,
  between: (low, high) => `, zwischen ${low} und ${high}`,
  atLeast: (low) => `, mindestens ${low}`,
  atMost: (high) => `, höchstens ${high}`,
  aboveAndBelow: (above, below) => `über ${orNone(above)}, unter ${orNone(below)}`,
  placeOf: (best, worst, all) =>
    `${best === worst ? `Platz ${count(best)}` : `Plätze ${count(best)} bis ${count(worst)}`} von ${count(all)}, `,
  provisional: 'vorläufig',
  unrated: 'ohne Wertung',
  noVotesInView: 'keine Stimmen in dieser Ansicht',

  isAbove: (above, below, open) =>
    above + below === 0
      ? `lässt sich von keinem der anderen ${count(open)} unterscheiden [≈].`
      : `liegt über ${orNone(above)} [↓] und unter ${orNone(below)} [↑].${open === 0 ? '' : ` Gegen ${count(open)} ist es offen [≈].`}`,
  escape: 'Esc hebt die Auswahl auf.',
  tapAgain: 'Erneut tippen hebt die Auswahl auf.',
  hold: 'Ein Klick oder die Eingabetaste hält sie fest.',

  takeAway: 'Zum Mitnehmen',
  exported: {
    picture: 'Bild',
    frame: 'Für eine Webseite',
    votes: 'Stimmen',
    ratings: 'Diese Rangliste',
  },
  exportedAs: (what, format) => `${what} als ${format}`,
  copyPicture: 'Das Bild dieser Rangliste kopieren',
  copyEmbed: 'HTML zum Einbetten kopieren',
  badge: 'Plakette für eine README',
  copyBadge: 'Plakette als Markdown kopieren',
  show: 'Anzeigen',
}

export const charts: typeof en.charts = {
  mayBeFirst: 'könnte Erster sein →',
  firstHere: (among) => (among === null ? 'Erster →' : `Erster unter diesen ${count(among)} →`),
  range: (low, high) => `: ${low} bis ${high}`,

  mayBeFirstPlace: 'könnte Erster sein',
  firstPlace: (among) => (among === null ? 'Erster' : `Erster unter diesen ${count(among)}`),
  possible: 'mögliche Plätze',
  lastPlace: 'letzter Platz',
  whichPlaces: 'Balken: Welche Plätze sind möglich?',
  known: (name, { best, worst }, all) =>
    `${name}: ${best === worst ? `Platz ${count(best)}` : `Plätze ${count(best)} bis ${count(worst)}`}, denn nachweislich liegen darüber ${count(best - 1)}, darunter ${count(all - worst)}. Je länger ein Balken, desto weniger ist bekannt.`,
  whoReaches: (isWon) => (isWon ? 'Linie: Wer ist Erster?' : 'Linie: Wer könnte Erster sein?'),
  reaches: (first, winner) =>
    winner === null
      ? `${count(first)}, deren Balken an ihr beginnen.`
      : `${winner}; nur dieser Balken beginnt an ihr.`,

  whiskers: (pairs) =>
    `Dick: 95-%-Intervall dieser Wertung. Dünn: für ${counted(pairs, 'Paar', 'Paare')} zugleich.`,
  whoIsFirst: 'Dick: Wer ist Erster?',
  first: ({ highest, isFirst, among }) =>
    isFirst
      ? `${highest}${among === null ? '' : `, unter diesen ${count(among)}`}. Kein anderer dicker Balken reicht an den eigenen.`
      : `Nicht bekannt: Der dicke Balken von ${highest} überlappt andere.`,
  whoIsAbove: 'Dünn: Wer ist über wem?',
  orders: ({ ordered, pairs }) =>
    `Bekannt für ${count(ordered)} von ${counted(pairs, 'Paar', 'Paaren')}. Wo sich zwei dünne Striche überlappen, ist es offen.`,
  bracketMeans: 'Klammer: Unter diesen ist keine Reihenfolge bekannt',
  arrowMeans: 'Pfeil: reicht über das Bild hinaus',
  footMeans: 'Untere Achse: Siegquote gegen einen Teilnehmer mit Wertung 1000',

  ratingHistory: (name) => `${name}, Wertung im Lauf der Zeit`,
  countedLater: 'nachträglich gezählt',
  inTheHeat: 'könnte Erster sein',
  leads: (since) => (since === null ? 'führt durchweg' : `führt seit Stimme ${count(since)}`),
  out: (since) => (since === null ? 'ausgeschieden' : `ausgeschieden seit Stimme ${count(since)}`),

  pairs: 'Direkter Vergleich: Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann',
  itself: (name) => `${name}: nicht mit sich selbst verglichen`,
  notMet: (row, column) => `${row} und ${column}: keine Stimmen zu diesem Paar`,
  noDecisive: (row, column) => `${row} und ${column}: keine entschiedene Stimme`,
  beat: (row, column, share, decisive, low, high) =>
    `${row} schlug ${column} in ${share} von ${counted(decisive, 'entschiedener Stimme', 'entschiedenen Stimmen')} (${low}–${high})`,
  ties: (n) => `, ${count(n)} unentschieden`,
  bothBad: (n) => `, davon ${count(n)} beide schlecht`,
}
