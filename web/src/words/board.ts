import type { Findings, Place } from '../../../shared/sentence/sentence.ts'
import { count, counted, plural } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

const orNone = (n: number) => (n === 0 ? 'none' : count(n))

const orNoneDe = (n: number) => (n === 0 ? 'keinem' : count(n))

/** The board, from its verdict to its downloads. */
export const leaderboard = withTerms({
  en: {
    exportAs: (what: string, format: string) => `${what} as ${format}`,
    arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
    loading: 'Loading the board …',
    compare: 'Compare',
    archived: (day: string) => `Archived on ${day}. The board stays, and takes no more votes.`,
    viewMissing: 'The new view could not be loaded: the server does not answer.',
    wholeArena: 'Show the whole arena',
    headToHead: 'Head to head',
    history: 'Over time',
    details: 'Details',
    parts: {
      ingredients: 'Ingredients',
      cost: 'Cost',
      judges: 'Quality of the judges',
      checks: 'Checks of answers',
      reports: 'Robustness',
      sampling: 'Votes per pair',
      method: 'Method',
    },
    notes: 'Notes on this board',

    simulatedTag: 'simulated votes',
    simulated: 'These votes come from a simulation, not from people.',
    simulatedElsewhere: (source: string) => `The simulated votes are under [Source: ${source}].`,

    yourVotes: (votes: number, source: string) =>
      `${plural(votes, 'Your vote of today is', `Your ${count(votes)} votes of today are`)} on another board: [Source: ${source}].`,

    emptyPart: 'Nobody has voted in this part of the arena.',
    emptyVotable:
      'Read two answers without knowing whose they are, and say which is better. The board starts with your vote.',
    firstVote: 'Cast the first vote',
    emptyClosed: 'Voting is not possible yet: two contestants need different answers to the same prompt.',

    votes: (n: number) => counted(n, 'vote', 'votes'),
    simulatedVotes: (n: number) => counted(n, 'simulated vote', 'simulated votes'),
    by: (voters: string) => ` by ${voters}`,
    judges: (n: number) => counted(n, 'judge', 'judges'),
    voters: (n: number) => counted(n, 'voter', 'voters'),
    people: (n: number) => counted(n, 'person', 'people'),
    onPrompts: (n: number) => ` on ${counted(n, 'prompt', 'prompts')}`,
    cut: 'connection lost; this is the last board received',
    ownPrompts: 'In live battles, the people who voted wrote the prompts.',
    final: 'Final',
    updated: (ago: string) => `updated ${ago}`,

    switches: 'What the board shows',
    time: 'Time',
    allTime: 'All',
    chosenDays: 'Chosen days',
    from: 'from',
    to: 'to',
    source: 'Source',
    everybody: 'Everybody',
    together: 'All at once',
    alone: 'Each alone',
    order: 'Order',
    byRating: 'By rating',
    byName: 'By contestant',
    byPlaces: 'By places',
    ofPlaces: 'Places',
    ofRatings: 'Ratings',
    rows: 'Rows',
    bothEnds: 'Both ends',
    allRows: (n: number) => `All ${count(n)}`,
    sources: {
      humans: 'Humans',
      judges: 'All judges',
      all: 'All votes',
      simulated: 'Simulated',
      live: 'Live battles',
      'humans-and-live': 'Humans and live battles',
    } as Record<string, string>,
    judge: (name: string) => `Judge “${name}”`,

    caption: 'Contestants with their ratings and intervals',
    captionOfPlaces: 'Contestants with the places that they may have',
    rank: 'Rank',
    places: 'Places',
    beside: 'Compared with the selected row',
    foot: 'win rate against a 1000-rated contestant',
    undrawn: (total: number, drawn: number, complete: boolean) =>
      `${total} dead heats overlap here; ${drawn} ${plural(drawn, 'bracket is', 'brackets are')} drawn${complete ? ', enough to cover every contestant' : ''}. Dotted: a contestant that is not part of this dead heat. Select a row to see its dead heats.`,
    columns: {
      above: { label: 'Is above', unit: '', order: '', title: undefined },
      below: { label: 'Is below', unit: '', order: '', title: undefined },
      votes: { label: 'Votes', unit: 'votes', order: 'By votes', title: undefined },
      wins: { label: 'Won', unit: 'won', order: 'By wins', title: undefined },
      losses: { label: 'Lost', unit: 'lost', order: 'By losses', title: undefined },
      ties: { label: 'Tied', unit: 'tied', order: 'By ties', title: 'Ties and “both bad”' },
      averageWords: {
        label: 'Words',
        unit: 'words',
        order: 'By words',
        title: 'Average words per answer',
      },
      costUsd: { label: '$/1000', unit: '$/1000', order: 'By cost', title: 'US dollars per 1,000 answers' },
    } as Record<ColumnName, ColumnWords>,

    ratingOf: (points: string) => `rating ${points}`,
    byItself: (low: string, high: string) => `by itself ${low} to ${high}`,
    allAtOnce: (low: string, high: string) => `all at once ${low} to ${high}`,
    standing: { equal: 'cannot be told apart from it', above: 'above it', below: 'below it' },
    about: (rating: string) => `about ${rating}`,
    between: (low: string, high: string) => `, between ${low} and ${high}`,
    atLeast: (low: string) => `, at least ${low}`,
    atMost: (high: string) => `, at most ${high}`,
    aboveAndBelow: (above: number, below: number) => `above ${orNone(above)}, below ${orNone(below)}`,
    placeOf: (best: number, worst: number, all: number) =>
      `${best === worst ? `place ${count(best)}` : `places ${count(best)} to ${count(worst)}`} of ${count(all)}, `,
    provisional: 'provisional',
    unrated: 'unrated',
    noVotesInView: 'no votes in this view',

    isAbove: (above: number, below: number, open: number) =>
      above + below === 0
        ? `cannot be told apart [≈] from any of the other ${count(open)}.`
        : `is above ${orNone(above)} [↓] and below ${orNone(below)} [↑].${open === 0 ? '' : ` Against ${count(open)} it is open [≈].`}`,
    escape: 'Press Esc to deselect.',
    tapAgain: 'Tap again to deselect.',
    hold: 'Click or press Enter to keep it selected.',

    takeAway: 'Take it away',
    exported: {
      picture: 'Picture',
      frame: 'For a web page',
      votes: 'Votes',
      ratings: 'This board',
    },
    copyPicture: 'Copy the picture of this board',
    copyEmbed: 'Copy embed code',
    badge: 'Badge for a README',
    copyBadge: 'Copy badge as Markdown',
    show: 'Show',
  },
  de: {
    exportAs: (what, format) => `${what} als ${format}`,
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
      all: 'Alle Stimmen',
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
    aboveAndBelow: (above, below) => `über ${orNoneDe(above)}, unter ${orNoneDe(below)}`,
    placeOf: (best, worst, all) =>
      `${best === worst ? `Platz ${count(best)}` : `Plätze ${count(best)} bis ${count(worst)}`} von ${count(all)}, `,
    provisional: 'vorläufig',
    unrated: 'ohne Wertung',
    noVotesInView: 'keine Stimmen in dieser Ansicht',

    isAbove: (above, below, open) =>
      above + below === 0
        ? `lässt sich von keinem der anderen ${count(open)} unterscheiden [≈].`
        : `liegt über ${orNoneDe(above)} [↓] und unter ${orNoneDe(below)} [↑].${open === 0 ? '' : ` Gegen ${count(open)} ist es offen [≈].`}`,
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
    copyPicture: 'Das Bild dieser Rangliste kopieren',
    copyEmbed: 'HTML zum Einbetten kopieren',
    badge: 'Plakette für eine README',
    copyBadge: 'Plakette als Markdown kopieren',
    show: 'Anzeigen',
  },
})

type ColumnName = 'above' | 'below' | 'votes' | 'wins' | 'losses' | 'ties' | 'averageWords' | 'costUsd'

/** A column's head, the unit beside a figure on a phone, the order by it, and what it means where that is not plain. */
export interface ColumnWords {
  label: string
  unit: string
  order: string
  title: string | undefined
}

/** Axes, legends, pairs and ratings over time. */
export const charts = withTerms({
  en: {
    mayBeFirst: 'may be first →',
    firstHere: (among: number | null) => (among === null ? 'first →' : `first among these ${count(among)} →`),
    range: (low: string, high: string) => `: ${low} to ${high}`,

    mayBeFirstPlace: 'may be first',
    firstPlace: (among: number | null) => (among === null ? 'first' : `first among these ${count(among)}`),
    possible: 'possible places',
    lastPlace: 'last place',
    whichPlaces: 'Bar: which places are possible?',
    known: (name: string, { best, worst }: Place, all: number) =>
      `${name}: ${best === worst ? `place ${count(best)}` : `places ${count(best)} to ${count(worst)}`}, as ${orNone(best - 1)} of the others are known to be above and ${orNone(all - worst)} below. The longer a bar, the less is known.`,
    whoReaches: (isWon: boolean): string => (isWon ? 'Line: who is first?' : 'Line: who may be first?'),
    reaches: (first: number, winner: string | null) =>
      winner === null
        ? `${count(first)}, whose bars begin at it.`
        : `${winner}, whose bar alone begins at it.`,

    whiskers: (pairs: number) =>
      `Thick: 95\u00a0% interval of this rating. Thin: for all ${counted(pairs, 'pair', 'pairs')} at once.`,
    whoIsFirst: 'Thick: who is first?',
    first: ({ highest, isFirst, among }: Findings) =>
      isFirst
        ? `${highest}${among === null ? '' : `, among these ${count(among)}`}. No other thick bar reaches its own.`
        : `Not known: the thick bar of ${highest} overlaps others.`,
    whoIsAbove: 'Thin: who is above whom?',
    orders: ({ ordered, pairs }: Findings) =>
      `Known for ${count(ordered)} of ${counted(pairs, 'pair', 'pairs')}. Where two thin whiskers overlap, it is open.`,
    bracketMeans: 'Bracket: no order among these is known',
    arrowMeans: 'Arrow: goes on beyond the picture',
    footMeans: 'Bottom axis: win rate against a 1000-rated contestant',

    ratingHistory: (name: string) => `${name}, rating over time`,
    countedLater: 'counted later',
    inTheHeat: 'may be first',
    leads: (since: number | null) =>
      since === null ? 'leads throughout' : `leads since vote ${count(since)}`,
    out: (since: number | null) => (since === null ? 'ruled out' : `ruled out since vote ${count(since)}`),

    pairs: 'Head to head: per cent of decisive votes the row won over the column',
    itself: (name: string) => `${name}: not compared with itself`,
    notMet: (row: string, column: string) => `${row} and ${column}: no votes on this pair`,
    noDecisive: (row: string, column: string) => `${row} and ${column}: no decisive vote`,
    beat: (row: string, column: string, share: string, decisive: number, low: string, high: string) =>
      `${row} beat ${column} in ${share} of ${counted(decisive, 'decisive vote', 'decisive votes')} (${low}–${high})`,
    ties: (n: number) => `, ${counted(n, 'tie', 'ties')}`,
    bothBad: (n: number) => `, ${count(n)} of them both bad`,
  },
  de: {
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
  },
})
