import { WORDS } from '../../../shared/finish/headline.ts'
import { shownName } from '../../../shared/finish/text.ts'
import { count, counted, plural } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

/** More names are counted, and longer lists of them. */
const [MOST_NAMED, LONGEST_LIST] = [6, 90]

/** Names of how others stand to a selected row, in a language. */
interface Standings {
  overlaps: readonly string[]
  below: readonly string[]
  above: readonly string[]
}

/** A list of names, or their number. */
function whom(names: readonly string[], language: 'en' | 'de', number: (n: number) => string): string {
  const list = WORDS[language].listed(names.map(shownName))
  return names.length > MOST_NAMED || list.length > LONGEST_LIST ? number(names.length) : list
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const ZAHLEN = ['keinen', 'einen', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']
const inWords = (n: number) => NUMBERS[n] ?? count(n)
const inWorten = (n: number) => ZAHLEN[n] ?? count(n)

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
    order: 'Order',
    byRating: 'By rating',
    byName: 'By contestant',
    rows: 'Rows',
    heatByName: 'First by name, others as bars',
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
    captionOfCounts: 'Contestants and what was counted so far',
    beside: 'Compared with the selected row',
    barTitle: 'Interval as a bar, with the finish line',
    costHead: '$/1000',
    columns: {
      winRate: { unit: 'won', order: 'By win rate', title: 'Wins, and half of the ties' },
      votes: { unit: 'votes', order: 'By votes', title: undefined },
      costUsd: { unit: '$/1000', order: 'By cost', title: 'US dollars per 1,000 answers' },
    } as Record<'winRate' | 'votes' | 'costUsd', ColumnWords>,
    between: (clear: string) => `${clear}: the points between the two bars`,

    fromVotes: (votes: number) => `From about ${count(votes)} votes`,
    eachGetsBar: 'each contestant gets a bar, and bars that overlap are a dead heat.',
    voteOnPair: 'Vote on a pair',

    standing: { equal: 'overlaps', above: 'is above', below: 'is below' },
    selected: 'selected',
    compareRow: 'compare with all',
    standsTo: ({ overlaps, below, above }: Standings) => ({
      overlaps:
        overlaps.length === 0
          ? 'overlaps none.'
          : `overlaps ${inWords(overlaps.length)}${overlaps.length > MOST_NAMED ? '.' : ':'}`,
      rest: [
        ...(overlaps.length > 0 && overlaps.length <= MOST_NAMED
          ? [`${WORDS.en.listed(overlaps.map(shownName))}.`]
          : []),
        ...(below.length > 0 ? [`It is above ${whom(below, 'en', inWords)}.`] : []),
        ...(above.length > 0 ? [`It is below ${whom(above, 'en', inWords)}.`] : []),
      ].join(' '),
    }),
    itsVotes: 'Its votes',
    deselect: 'close',
    hold: 'Click to keep it selected.',

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
    order: 'Reihenfolge',
    byRating: 'Nach Wertung',
    byName: 'Nach Namen',
    rows: 'Zeilen',
    heatByName: 'Vorn mit Namen, sonst Balken',
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
    captionOfCounts: 'Die Teilnehmer und was bisher gezählt wurde',
    beside: 'Verglichen mit der gewählten Zeile',
    barTitle: 'Intervall als Balken, mit der Ziellinie',
    costHead: '$/1000',
    columns: {
      winRate: { unit: 'gew.', order: 'Nach Siegquote', title: 'Siege und die Hälfte der Unentschieden' },
      votes: { unit: 'Stimmen', order: 'Nach Stimmen', title: undefined },
      costUsd: { unit: '$/1000', order: 'Nach Kosten', title: 'US-Dollar je 1.000 Antworten' },
    },
    between: (clear) => `${clear}: die Punkte zwischen den beiden Balken`,

    fromVotes: (votes) => `Ab etwa ${count(votes)} Stimmen`,
    eachGetsBar: 'bekommt jeder Teilnehmer einen Balken. Balken, die sich überlappen, sind ein totes Rennen.',
    voteOnPair: 'Über ein Paar abstimmen',

    standing: { equal: 'überlappt', above: 'liegt darüber', below: 'liegt darunter' },
    selected: 'gewählt',
    compareRow: 'mit allen vergleichen',
    standsTo: ({ overlaps, below, above }) => ({
      overlaps: `überlappt ${inWorten(overlaps.length)}${overlaps.length === 0 || overlaps.length > MOST_NAMED ? '.' : ':'}`,
      rest: [
        ...(overlaps.length > 0 && overlaps.length <= MOST_NAMED
          ? [`${WORDS.de.listed(overlaps.map(shownName))}.`]
          : []),
        ...(below.length > 0 ? [`Liegt über ${whom(below, 'de', count)}.`] : []),
        ...(above.length > 0 ? [`Liegt unter ${whom(above, 'de', count)}.`] : []),
      ].join(' '),
    }),
    itsVotes: 'Seine Stimmen',
    deselect: 'schließen',
    hold: 'Ein Klick hält die Zeile fest.',

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

/** The unit beside a figure on a phone, the order by its column, and what it means where that is not plain. */
export interface ColumnWords {
  unit: string
  order: string
  title: string | undefined
}

/** Pairs and ratings over time. */
export const charts = withTerms({
  en: {
    pairs: 'Head to head: per cent of decisive votes the row won over the column',
    battlesOf: (row: string, column: string) => `The battles of ${row} and ${column}`,
    itself: (name: string) => `${name}: not compared with itself`,
    notMet: (row: string, column: string) => `${row} and ${column}: no votes on this pair`,
    noDecisive: (row: string, column: string) => `${row} and ${column}: no decisive vote`,
    beat: (row: string, column: string, share: string, decisive: number, low: string, high: string) =>
      `${row} beat ${column} in ${share} of ${counted(decisive, 'decisive vote', 'decisive votes')} (${low}–${high})`,
    ties: (n: number) => `, ${counted(n, 'tie', 'ties')}`,
    bothBad: (n: number) => `, ${count(n)} of them both bad`,
  },
  de: {
    pairs: 'Direkter Vergleich: Prozent der entschiedenen Stimmen, die die Zeile gegen die Spalte gewann',
    battlesOf: (row, column) => `Die Duelle von ${row} und ${column}`,
    itself: (name) => `${name}: nicht mit sich selbst verglichen`,
    notMet: (row, column) => `${row} und ${column}: keine Stimmen zu diesem Paar`,
    noDecisive: (row, column) => `${row} und ${column}: keine entschiedene Stimme`,
    beat: (row, column, share, decisive, low, high) =>
      `${row} schlug ${column} in ${share} von ${counted(decisive, 'entschiedener Stimme', 'entschiedenen Stimmen')} (${low}–${high})`,
    ties: (n) => `, ${count(n)} unentschieden`,
    bothBad: (n) => `, davon ${count(n)} beide schlecht`,
  },
})
